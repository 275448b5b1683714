/**
 * `npm run --silent admin -- <command>`: runs the operator operations of the GraphQL schema from a
 * shell (test/operations/admin/admin), and commands that need no service (local-commands.ts). It
 * sends an operation and prints its value; everything else is up to the server.
 *
 * stdout: one JSON document, or the findings of `doctor`; stderr: messages, and progress. Exit
 * codes: 0 done, 1 refused or unreachable, 2 usage.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { capitalized } from '../../base/names.ts'
import { reasonOf } from '../../base/reason.ts'
import { WrongValue } from '../../base/values.ts'
import { contentOf, ProgramFailure, settingsOfProcess } from '../../process/failure.ts'
import type { Config } from '../../settings/config.ts'
import { type AdminOperation, type CommandOptions, commands, Unreadable } from './commands.ts'
import { localCommandOf, localCommands, type Printed, runLocal } from './local-commands.ts'

const usageOf = (...usages: string[]) =>
  usages
    .map((usage, at) => `${at === 0 ? 'Usage:' : '      '} npm run --silent admin -- ${usage}`)
    .join('\n')

/** The text of `help`. */
function help(): string {
  const explained = (of: { usage: string; about: string }[]) =>
    of.flatMap(({ usage, about }) => [
      `  ${usage}`,
      ...about
        .replace(/(.{1,90})( |$)/g, '      $1\n')
        .trimEnd()
        .split('\n'),
    ])
  return [
    usageOf('<command>'),
    '',
    'These commands run an operator operation on the running service and print the result as JSON:',
    '',
    ...explained(Object.values(commands)),
    '',
    'They use the settings of the service: BASE_URL, or else HOST and PORT, to reach it,',
    'and OPERATOR_KEY, or else DATA_DIR/operator.key, to authenticate.',
    '',
    'These commands need no running service; they work on what its settings name:',
    '',
    ...explained(Object.values(localCommands)),
    '',
    'Exit codes: 0 success, 1 refused or unreachable, 2 wrong usage or invalid settings.',
  ].join('\n')
}

/** The failure for a wrong use of a command, with its usage. */
function misused(usages: string[], problem: string): ProgramFailure {
  return new ProgramFailure(2, `${capitalized(problem)}.\n${usageOf(...usages)}`)
}

/** The output of the command; throws a ProgramFailure with the usage if the arguments name none. */
async function answerTo([name = '', ...rest]: string[]): Promise<Printed> {
  const local = localCommandOf(name, rest)
  if (local) return withUsage([local.usage], () => runLocal(local, rest))
  const operation = await operationOf([name, ...rest])
  const value = await ask(settingsOfProcess(), operation)
  return { text: `${JSON.stringify(value, null, 2)}\n`, exitCode: 0 }
}

/**
 * The operation that the arguments name; throws a ProgramFailure with the usage if they name none.
 */
async function operationOf([name = '', ...rest]: string[]): Promise<AdminOperation> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  const names = [...new Set([...Object.keys(commands), ...Object.keys(localCommands)])].join(', ')
  if (!command) throw misused(['help | <command>'], `unknown command; the commands are ${names}`)
  // `restore` is an operation and a local command.
  const usages = [command, localCommandOf(name, [''])].flatMap((one) => one?.usage ?? [])
  return withUsage(usages, () => {
    const { options = {} } = command
    const { positionals, values } = parseArgs({ args: rest, options, allowPositionals: true })
    return command.operation(positionals, values as CommandOptions)
  })
}

/** Runs `work`; throws a ProgramFailure with the usage if the arguments do not fit. */
async function withUsage<T>(usages: string[], work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Unreadable) throw new ProgramFailure(1, error.message)
    if (error instanceof WrongValue) throw misused(usages, error.message)
    if (!isArgumentError(error)) throw error
    // The first sentence describes the problem.
    const [problem = ''] = error.message.replace(/\s+/g, ' ').split(/\.(?= |$)/)
    throw misused(usages, problem)
  }
}

function isArgumentError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && `${error.code}`.startsWith('ERR_PARSE_ARGS')
}

/** The key in the settings, else in the server's data directory. */
function operatorKeyOf({ operatorKey, dataDir }: Config): string {
  const file = join(dataDir, 'operator.key')
  const key = operatorKey ?? contentOf(file, 1)?.trim()
  if (key) return key
  throw new ProgramFailure(
    1,
    `No operator key: set OPERATOR_KEY, or start the service, which creates ${file}.`,
  )
}

/** The advice if a different server answers, or none. */
const place = 'Check BASE_URL, or HOST and PORT.'

/** Milliseconds for the whole exchange. */
const patience = 30_000

/**
 * Sends an operation and returns the value of its field; throws a ProgramFailure with the server's
 * errors.
 */
async function ask(
  config: Config,
  { document, field, variables }: AdminOperation,
): Promise<unknown> {
  const url = `${config.publicUrl}/graphql`
  const authorization = `Operator ${operatorKeyOf(config)}`
  const text = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization },
    body: JSON.stringify({ query: document, variables }),
    // The key must not be sent to another server.
    redirect: 'error',
    signal: AbortSignal.timeout(patience),
  })
    .then((response) => response.text())
    .catch((error) => {
      throw new ProgramFailure(
        1,
        `Cannot reach ${url}: ${reasonOf(rootOf(error))}. Is the service running there? ${place}`,
      )
    })
  const { data, errors } = answerIn(text, url)
  if (errors.length > 0) throw new ProgramFailure(1, errors.map(sentenceOf).join('\n'))
  const value = data?.[field]
  if (value === undefined || value === null)
    throw new ProgramFailure(1, `${url} returned no result for the command.`)
  return value
}

interface Problem {
  message?: unknown
  extensions?: { code?: unknown; fields?: unknown }
}

function answerIn(
  text: string,
  url: string,
): { data?: Record<string, unknown>; errors: Problem[] } {
  try {
    const { data, errors = [] } = JSON.parse(text)
    if (Array.isArray(errors)) return { data, errors }
  } catch {
    // Falls through: this service did not send that response.
  }
  throw new ProgramFailure(1, `${url} did not return a GraphQL response. ${place}`)
}

/** `FORBIDDEN: You do not have permission ...`, with the errors of fields. */
function sentenceOf({ message, extensions }: Problem): string {
  const { code, fields } = extensions ?? {}
  const parts = [code && `${code}:`, message, fields && JSON.stringify(fields)]
  return parts.filter(Boolean).join(' ')
}

/** The root cause of an error. */
function rootOf(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? rootOf(error.cause) : error
}

async function main(): Promise<void> {
  const [name, ...rest] = process.argv.slice(2)
  if (name === undefined || name === '--help' || name === 'help') {
    throw new ProgramFailure(2, help())
  }
  const { text, exitCode } = await answerTo([name, ...rest])
  process.exitCode = exitCode
  process.stdout.write(text)
}

main().catch((error: unknown) => {
  const known = error instanceof ProgramFailure
  const sentence = () => `The command failed: ${reasonOf(rootOf(error))}.`
  process.stderr.write(`${known ? error.message : sentence()}\n`)
  process.exitCode = known ? error.exitCode : 1
})

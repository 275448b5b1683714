/**
 * `npm run --silent admin -- <command>`: the operator operations of the GraphQL schema from a shell
 * (contract 17). It knows nothing the server does not: it sends one operation and prints its value.
 *
 * stdout: one JSON document; stderr: messages.
 * Exit codes: 0 done, 1 refused or unreachable, 2 usage.
 */
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { type Config, readConfig, WrongSettings } from './config.ts'

/** What is sent: a document with exactly one root field, `field`. */
interface Operation {
  document: string
  field: string
  variables: Record<string, unknown>
}

interface Command {
  usage: string
  options?: Record<string, { type: 'string' | 'boolean' }>
  /** Undefined: the words do not fit the usage. */
  operation(words: string[], options: Options): Asked | Promise<Asked>
}

type Asked = Operation | undefined
type Options = Record<string, string | boolean | undefined>

class Failure extends Error {
  readonly exitCode: 1 | 2

  constructor(exitCode: 1 | 2, message: string) {
    super(message)
    this.exitCode = exitCode
  }
}

const commands: Record<string, Command> = {
  premium: {
    usage: 'premium <email> on|off [--until <datetime>]',
    options: { until: { type: 'string' } },
    operation([email, state, ...more], { until }) {
      if (!email || !['on', 'off'].includes(state ?? '') || more.length > 0) return undefined
      if (state === 'off' && until !== undefined) return undefined
      return {
        field: 'setPremium',
        document: `mutation ($email: String!, $isPremium: Boolean!, $expiresAt: DateTime) {
          setPremium(email: $email, isPremium: $isPremium, expiresAt: $expiresAt) {
            email isPremium premiumExpirationDate
          }
        }`,
        variables: {
          email,
          isPremium: state === 'on',
          ...(until !== undefined && { expiresAt: until }),
        },
      }
    },
  },
  deliver: {
    usage: 'deliver <file.eml|-> [--to <address>] [--owner <email>]',
    options: { to: { type: 'string' }, owner: { type: 'string' } },
    async operation([file, ...more], { to, owner }) {
      if (!file || more.length > 0) return undefined
      return {
        field: 'deliverEmail',
        document: `mutation ($raw: String!, $recipient: String, $owner: String) {
          deliverEmail(raw: $raw, recipient: $recipient, owner: $owner) {
            id uniqueParserIdentifier date subject bodyPreview attachmentsCount
            parsedSuccessfully reason
          }
        }`,
        variables: {
          raw: (await messageIn(file)).toString('base64'),
          ...(to !== undefined && { recipient: to }),
          ...(owner !== undefined && { owner }),
        },
      }
    },
  },
  outbox: {
    usage: 'outbox [--to <address>]',
    options: { to: { type: 'string' } },
    operation(words, { to }) {
      if (words.length > 0) return undefined
      return {
        field: 'outbox',
        document: `query ($to: String, $first: Int) {
          outbox(to: $to, first: $first) {
            id recipient subject text html state attempts createdAt
          }
        }`,
        variables: { first: 100, ...(to !== undefined && { to }) },
      }
    },
  },
}

/** The bytes of a file, or of what comes in for `-`. */
async function messageIn(file: string): Promise<Buffer> {
  const reading = file === '-' ? buffer(process.stdin) : readFile(file)
  return reading.catch((error) => {
    throw new Failure(1, `${file} cannot be read: ${reasonOf(error)}`)
  })
}

function usage(): string {
  const lines = Object.values(commands).map((command) => `  ${command.usage}`)
  return ['Usage: npm run --silent admin -- <command>', '', ...lines].join('\n')
}

/** The operation that the arguments ask for; a Failure with the usage if they ask for none. */
async function operationOf([name = '', ...rest]: string[]): Promise<Operation> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw new Failure(2, usage())
  const refusal = `Usage: npm run --silent admin -- ${command.usage}`
  try {
    const { options = {} } = command
    const { positionals, values } = parseArgs({ args: rest, options, allowPositionals: true })
    const operation = await command.operation(positionals, values as Options)
    if (operation) return operation
  } catch (error) {
    if (!isArgumentError(error)) throw error
    throw new Failure(2, `${error.message}\n${refusal}`)
  }
  throw new Failure(2, refusal)
}

function isArgumentError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && `${error.code}`.startsWith('ERR_PARSE_ARGS')
}

function settings(): Config {
  try {
    return readConfig(process.env, contentOf('.env') ?? '')
  } catch (error) {
    if (error instanceof WrongSettings) throw new Failure(2, error.message)
    throw error
  }
}

/** The setting, else what the server has left in its data directory. */
function operatorKeyOf({ operatorKey, dataDir }: Config): string {
  const file = join(dataDir, 'operator.key')
  const key = operatorKey ?? contentOf(file)?.trim()
  if (key) return key
  throw new Failure(1, `No operator key: set OPERATOR_KEY, or start the server once (${file}).`)
}

function contentOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    const reason = error instanceof Error ? error.message : String(error)
    throw new Failure(1, `${file} cannot be read: ${reason}`)
  }
}

/** Milliseconds for the whole exchange. */
const patience = 30_000

/** The value of the operation's field; a Failure with the server's reasons if it has none. */
async function ask(config: Config, { document, field, variables }: Operation): Promise<unknown> {
  const url = `${config.publicUrl}/graphql`
  const authorization = `Operator ${operatorKeyOf(config)}`
  const text = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization },
    body: JSON.stringify({ query: document, variables }),
    // The key goes to the given server and to no other.
    redirect: 'error',
    signal: AbortSignal.timeout(patience),
  })
    .then((response) => response.text())
    .catch((error) => {
      throw new Failure(1, `${url} cannot be reached: ${reasonOf(error)}`)
    })
  const { data, errors } = answerIn(text, url)
  if (errors.length > 0) throw new Failure(1, errors.map(sentenceOf).join('\n'))
  const value = data?.[field]
  if (value === undefined || value === null)
    throw new Failure(1, `${url} answered without a value.`)
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
    // Falls through: whatever it was, it was no answer of this service.
  }
  throw new Failure(1, `${url} did not answer as GraphQL.`)
}

/** `FORBIDDEN: You do not have permission ...`, and what is wrong with which field. */
function sentenceOf({ message, extensions }: Problem): string {
  const { code, fields } = extensions ?? {}
  const parts = [code && `${code}:`, message, fields && JSON.stringify(fields)]
  return parts.filter(Boolean).join(' ')
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if (cause instanceof Error) return reasonOf(cause)
  return error.message || ('code' in error ? String(error.code) : error.name)
}

async function main(): Promise<void> {
  const [name, ...rest] = process.argv.slice(2)
  if (name === undefined || name === '--help' || name === 'help') {
    throw new Failure(2, usage())
  }
  const operation = await operationOf([name, ...rest])
  const value = await ask(settings(), operation)
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`)
}

main().catch((error: unknown) => {
  const known = error instanceof Failure
  process.stderr.write(`${known ? error.message : reasonOf(error)}\n`)
  process.exitCode = known ? error.exitCode : 1
})

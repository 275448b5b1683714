/**
 * The commands of `npm run --silent admin` that work without a running service: they read its
 * settings, and open its database and stores themselves (test/operations/backup,
 * test/operations/doctor, test/operations/transfer).
 */
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { readAs } from '../../base/values.ts'
import { settingsOfProcess } from '../../process/failure.ts'
import { reportTo } from '../../process/progress.ts'
import { nothingMore, someWord } from './command-words.ts'

/** The output and the exit code. */
export interface Printed {
  text: string
  exitCode: 0 | 1
}

interface LocalCommand {
  usage: string
  /** A description, for `help`. */
  about: string
  options?: ParseArgsConfig['options']
  /** Throws WrongValue if the arguments do not match the usage, else a ProgramFailure. */
  run(words: string[], options: Record<string, unknown>): Promise<Printed>
}

const json = (value: unknown): Printed => ({
  text: `${JSON.stringify(value, null, 2)}\n`,
  exitCode: 0,
})

/** On stderr, as stdout is for the result. */
const report = reportTo((line) => process.stderr.write(line))

type Name = 'doctor' | 'backup' | 'restore' | 'export' | 'import'

// Loaded on demand, as they need the drivers of database and store.
export const localCommands: Record<Name, LocalCommand> = {
  doctor: {
    usage: 'doctor [--json]',
    about:
      'Check the settings and everything that they name: database, migrations, disk, mail ' +
      'servers, object store, clock, ports. Changes nothing; works with or without a running ' +
      'service. Exit code 1 if a check fails.',
    options: { json: { type: 'boolean' } },
    async run(words, { json: isJson }) {
      nothingMore(words)
      const { examine, printed } = await import('../doctor/doctor.ts')
      const findings = await examine()
      const exitCode = findings.some(({ state }) => state === 'failed') ? 1 : 0
      return { ...(isJson ? json(findings) : { text: printed(findings) }), exitCode }
    },
  },
  backup: {
    usage: 'backup <folder>',
    about:
      'Back up the database, and all files that it refers to, as of one moment to a new folder. ' +
      'With the embedded database, the service must be stopped.',
    async run([word, ...more]) {
      nothingMore(more)
      const folder = readAs('<folder>', word, someWord)
      const { backup } = await import('../backup/backup.ts')
      return json(await backup(settingsOfProcess(), folder, report))
    },
  },
  restore: {
    usage: 'restore <folder>',
    about:
      'Restore a backup into the empty database and object store that the settings name. The ' +
      'service must be stopped.',
    async run([word, ...more]) {
      nothingMore(more)
      const folder = readAs('<folder>', word, someWord)
      const { restore } = await import('../backup/restore.ts')
      return json(await restore(settingsOfProcess(), folder, report))
    },
  },
  export: {
    usage: 'export <username> <folder>',
    about:
      'Export an account with all of its data to a new folder. With the embedded database, the ' +
      'service must be stopped.',
    async run([username, word, ...more]) {
      nothingMore(more)
      const name = readAs('<username>', username, someWord)
      const folder = readAs('<folder>', word, someWord)
      const { runExport } = await import('../transfer/transfer-commands.ts')
      return json(await runExport(settingsOfProcess(), name, folder, report))
    },
  },
  import: {
    usage: 'import <folder> [--trusted]',
    about:
      'Import an exported account. --trusted, for an export from your own service, also ' +
      'restores members, favorites, Pro and verified addresses. With the embedded database, the ' +
      'service must be stopped.',
    options: { trusted: { type: 'boolean' } },
    async run([word, ...more], { trusted = false }) {
      nothingMore(more)
      const folder = readAs('<folder>', word, someWord)
      const { runImport } = await import('../transfer/transfer-commands.ts')
      return json(await runImport(settingsOfProcess(), folder, trusted === true, report))
    },
  },
}

/** The local command that the arguments name; `restore` with a single word, a folder, is local. */
export function localCommandOf(name: string, words: string[]): LocalCommand | undefined {
  if (name === 'restore' && words.length !== 1) return undefined
  return Object.hasOwn(localCommands, name)
    ? localCommands[name as keyof typeof localCommands]
    : undefined
}

/** Runs a local command with its arguments. */
export async function runLocal(command: LocalCommand, args: string[]): Promise<Printed> {
  const { options = {} } = command
  const { positionals, values } = parseArgs({ args, options, allowPositionals: true })
  return command.run(positionals, values)
}

/** Failures that end a program (server.ts, admin.ts). */
import { readFileSync } from 'node:fs'
import { type Config, readConfig, WrongSettings } from '../settings/config.ts'
import { misspelt } from '../settings/misspelt.ts'
import { settings } from '../settings/topics.ts'

/**
 * Ends the program with `message`, for people, and an exit code: 1 for refused or unreachable, 2
 * for wrong usage or settings.
 */
export class ProgramFailure extends Error {
  readonly exitCode: 1 | 2

  constructor(exitCode: 1 | 2, message: string) {
    super(message)
    this.exitCode = exitCode
  }
}

/**
 * The text of a file; undefined if it does not exist. Throws a ProgramFailure if it is unreadable.
 */
export function contentOf(file: string, exitCode: 1 | 2): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw new ProgramFailure(exitCode, `Cannot read ${file}: ${message}.`)
  }
}

/** The settings from the environment and from `.env` in the working directory. */
export function settingsOfProcess(): Config {
  const dotenv = contentOf('.env', 2) ?? ''
  try {
    return readConfig(process.env, dotenv)
  } catch (error) {
    if (error instanceof WrongSettings) throw new ProgramFailure(2, error.message)
    throw error
  }
}

/** A sentence for each environment variable that looks like a misspelt setting. */
export const misspeltSettings = (): string[] =>
  misspelt(
    Object.keys(process.env),
    settings.map(({ name }) => name),
  )

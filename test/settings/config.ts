import { readConfig, WrongSettings } from '../../src/settings/config.ts'

/** What is wrong with settings, a sentence each. */
export function problems(env: Record<string, string>, dotenvText = ''): readonly string[] {
  try {
    readConfig(env, dotenvText)
  } catch (error) {
    if (error instanceof WrongSettings) return error.problems
    throw error
  }
  return []
}

/** Generators of clients: `.ci/run` installs them, and variables name them. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'

const { OPENAPI_GENERATOR, PYTHON_CLIENTS, OAPI_CODEGEN } = process.env

const place = (path = '') => (existsSync(path) ? path : '')

/** The path of each; empty where it is not there. */
export const tools = {
  /** The `jar` of openapi-generator-cli. */
  openApiGenerator: place(OPENAPI_GENERATOR),
  /** A Python with openapi-python-client, and with what generated clients import. */
  python: place(PYTHON_CLIENTS),
  oapiCodegen: place(OAPI_CODEGEN),
}

const missing = Object.entries({ OPENAPI_GENERATOR, PYTHON_CLIENTS, OAPI_CODEGEN })
  .filter(([, path]) => !place(path))
  .map(([name]) => name)
if (missing.length > 0) {
  console.info(
    `clients: not all generators are there (.ci/run installs them; set ${missing.join(', ')})`,
  )
}

const execute = promisify(execFile)

/** Runs a program; answers what it printed, and throws with all of it if the program fails. */
export async function run(
  program: string,
  words: readonly string[],
  options: { cwd: string; env?: Record<string, string> },
): Promise<string> {
  const env = { ...process.env, ...options.env }
  const whole = { cwd: options.cwd, env, maxBuffer: 2 ** 26 }
  const { stdout } = await execute(program, words, whole).catch((error) => {
    throw new Error(`${program} ${words.join(' ')}\n${error.stdout}\n${error.stderr}`)
  })
  return stdout
}

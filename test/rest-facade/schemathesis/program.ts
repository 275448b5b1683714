/** Where Schemathesis is: `.ci/run` installs it, and SCHEMATHESIS names its program. */
import { existsSync } from 'node:fs'

const places = [process.env.SCHEMATHESIS, '/usr/local/bin/schemathesis', '/usr/bin/schemathesis']

/** The path of the program; empty where it is not installed. */
export const program = places.find((path) => path && existsSync(path)) ?? ''

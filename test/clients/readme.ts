/**
 * `npx tsx test/clients/readme.ts`: types what README.md and rest.md show into an empty folder, as
 * a reader would, with the packages that are there now; `.ci/run` does it, since it needs a
 * registry. Exits with 1 and the shell's output where a command fails, or prints something else.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

const root = new URL('../../', import.meta.url)

/** What a section of a page shows, in order: commands, or the file that its first line names. */
async function shown(page: string, heading: string): Promise<string> {
  const text = await readFile(new URL(page, root), 'utf8')
  const [, section = ''] = text.split(`\n## ${heading}\n`)
  const [own = ''] = section.split(/\n## /)
  const blocks = [...own.matchAll(/^```(\w+)\n(.*?)^```$/gms)]
  if (blocks.length === 0) throw new Error(`${page} shows nothing under "${heading}"`)
  return blocks.map(([, language, block = '']) => typed(language, block)).join('\n')
}

function typed(language: string | undefined, block: string): string {
  if (language === 'sh') return block
  const [, name] = /^(?:\/\/|#) (\S+)\n/.exec(block) ?? []
  if (!name) throw new Error(`a file without a name: ${block}`)
  return `cat > ${name} <<'END OF FILE'\n${block}END OF FILE\n`
}

/** Starts the service, with a database of its own; answers its URL. */
async function started(folder: string): Promise<{ service: ChildProcess; url: string }> {
  const env = { ...process.env, PORT: '0', DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn' }
  const program = new URL('src/tools/build/run.mjs', root).pathname
  const stdio = ['ignore', 'pipe', 'inherit'] as const
  const service = spawn(process.execPath, [program, 'server'], { env, stdio: [...stdio] })
  for await (const line of createInterface({ input: service.stdout as NodeJS.ReadableStream })) {
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? []
    if (url) return { service, url }
  }
  throw new Error('the service did not start')
}

/** The other user, whom rest.md invites. */
const signUpBen = `
send() { curl -sS "127.0.0.1:3000$1" -H content-type:application/json -d "$2"; }
says='{"username":"ben@mail.example","password":"correct horse"}'
send /v1/signup "$says"
ben=$(send /auth/login "$says" | cut -d'"' -f4)
`

const folder = await mkdtemp(join(tmpdir(), 'readme-'))
const { service, url } = await started(folder)
try {
  const empty = await mkdtemp(join(folder, 'empty-'))
  const steps = [
    await shown('README.md', 'Try it'),
    await shown('README.md', 'Typed clients'),
    signUpBen,
    await shown('rest-facade/rest.md', 'Invite somebody'),
  ]
  const script = join(folder, 'script.sh')
  const text = steps.join('\n').replaceAll('127.0.0.1:3000', new URL(url).host)
  await writeFile(script, `set -euo pipefail\n${text}`)
  // What npm has set for this program is not what a reader has.
  const variables = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name))
  const env = Object.fromEntries(variables)
  const { stdout } = await promisify(execFile)('bash', [script], { cwd: empty, env })
  process.stdout.write(stdout)
  const expected = ['"count":1', '\n2 Lisbon\n', '\n1 Lisbon\n2 Lisbon\n', '{"success":true}']
  const missing = expected.filter((one) => !stdout.includes(one))
  if (missing.length > 0) throw new Error(`not printed: ${JSON.stringify(missing)}`)
} catch (error) {
  const { stdout = '', stderr = '', message } = error as Error & Record<string, string>
  process.stderr.write(`${stdout}\n${stderr}\n${message}\n`)
  process.exitCode = 1
} finally {
  service.kill()
  await once(service, 'exit')
  await rm(folder, { recursive: true })
}

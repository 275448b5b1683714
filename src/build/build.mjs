/**
 * Builds `dist/`: the program as plain JavaScript, its packages included, and the files it reads
 * (`npm ci` by `prepare`; run.mjs). Plain JavaScript itself, because it runs before all else.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { filesBelow, fingerprint, isFresh, readRecord, recordOf } from './sources.mjs'

/** Run by themselves: the two programs, and the threads (src/threads.ts). */
const entries = ['server', 'admin', 'mail/parse-worker', 'mail/prove-worker', 'outside/html/clean']

/** Read when the program runs, each at its own place (src/root.ts). */
const filesRead = [
  'schema',
  'rest-facade/operations',
  'rest-facade/openapi.json',
  'prisma/migrations',
  'src/generated/database',
]

/** Stay in node_modules: they have files beside their code, or serve development only. */
const packagesBeside = ['@electric-sql/pglite', '@node-rs/argon2', 'pino-pretty', 'pg-native']

/** CommonJS packages call it. */
const requireForPackages = [
  "import { createRequire as requireOf } from 'node:module'",
  'const require = requireOf(import.meta.url)',
].join('\n')

/** The code of the program: [path in dist/, bytes]. */
async function compiled(root) {
  const { build } = await import('esbuild')
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: entries.map((entry) => `src/${entry}.ts`),
    outdir: 'dist/src',
    // All in one folder, at the same depth as src/root.ts.
    entryNames: '[name]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external: packagesBeside,
    banner: { js: requireForPackages },
    legalComments: 'none',
    logLevel: 'warning',
    write: false,
  })
  return outputFiles.map(({ path, contents }) => [relative(join(root, 'dist'), path), contents])
}

/** The files the program reads: [path in dist/, bytes]. */
function readFiles(root) {
  return filesRead
    .flatMap((path) => filesBelow(root, path))
    .map((path) => [path, readFileSync(join(root, path))])
}

/** Writes a file whole or not at all, for a program that reads it at this moment. */
function write(path, content) {
  mkdirSync(dirname(path), { recursive: true })
  const draft = `${path}.${process.pid}~`
  writeFileSync(draft, content)
  renameSync(draft, path)
}

/**
 * Builds `dist/` of the repository at `root`. The record goes first and comes last, so that a build
 * that was cut short is none. The code of the build before stays, for a program that still runs
 * from it and loads a part only now.
 */
export async function build(root) {
  const dist = join(root, 'dist')
  const before = readRecord(root)?.code ?? []
  const now = fingerprint(root)
  const code = await compiled(root)
  const files = [...code, ...readFiles(root)]
  rmSync(recordOf(root), { force: true })
  for (const [path, content] of files) write(join(dist, path), content)
  const kept = new Set([...before, ...files.map(([path]) => path)])
  for (const path of filesBelow(dist, '.')) {
    if (!kept.has(path) && !path.endsWith('~')) rmSync(join(dist, path), { force: true })
  }
  const record = { fingerprint: now, code: code.map(([path]) => path) }
  write(recordOf(root), `${JSON.stringify(record, null, 2)}\n`)
}

/** The Prisma client and the empty database, where they are missing or old. */
function generate(root) {
  const script = join(root, 'prisma', 'generate.mjs')
  const { status, error } = spawnSync(process.execPath, [script], { stdio: 'inherit' })
  if (error) throw error
  if (status !== 0) process.exit(status ?? 1)
}

async function main(root) {
  const hasBuilders = ['esbuild', 'prisma'].every((name) =>
    existsSync(join(root, 'node_modules', name)),
  )
  if (!hasBuilders) {
    if (isFresh(root)) return
    process.stderr.write(
      'The program has not been built from these sources, and the build tools are not installed. ' +
        'Run `npm ci`, then `npm prune --omit=dev` to remove them again.\n',
    )
    process.exitCode = 1
    return
  }
  process.stderr.write('Building the program from its sources ...\n')
  generate(root)
  await build(root)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main(dirname(dirname(dirname(process.argv[1]))))
}

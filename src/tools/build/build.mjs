/**
 * Builds `dist/`: the program as plain JavaScript, its packages included, and the files it reads
 * (`npm ci` by `prepare`; run.mjs). Plain JavaScript itself, because it runs before all else.
 */
import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { notices, noticesOf } from './notices.mjs'
import { filesBelow, isBuilt, placeOf } from './sources.mjs'

/** Entry points: the three programs, and the threads (src/process/threads.ts). */
const entries = [
  'server',
  'operations/admin/admin',
  'operations/demo/demo',
  'mail/reading/parse-worker',
  'mail/receiving/prove-worker',
  'outside/html/clean',
]

/** Read at run time, at the same relative paths (src/base/root.ts). */
const filesRead = [
  'schema',
  'rest-facade/operations',
  'rest-facade/openapi.json',
  'rest-facade/openapi-clients.json',
  'src/surfaces/front/assets',
  'src/mail/reading/times/towns.txt',
  'prisma/migrations',
  'src/generated/database',
]

/** Not bundled: they have data files beside their code, or serve development only. */
const packagesBeside = [
  ...['@electric-sql/pglite', '@node-rs/argon2', 'geo-tz'],
  ...['pino-pretty', 'pg-native'],
]

/** Bundled CommonJS packages call `require`. */
const requireForPackages = [
  "import { createRequire as requireOf } from 'node:module'",
  'const require = requireOf(import.meta.url)',
].join('\n')

/** The bundled code and its third-party notices: [path in the build, bytes]. */
async function compiled(root) {
  const { build } = await import('esbuild')
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: entries.map((entry) => `src/${entry}.ts`),
    outdir: 'dist/src/main',
    // In one folder, at the same depth as src/base/root.ts.
    entryNames: '[name]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external: packagesBeside,
    // When bundled, it does not find Node's hashes, and computes them in JavaScript.
    alias: { '@apollo/utils.createhash': 'node:crypto' },
    banner: { js: requireForPackages },
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
    write: false,
  })
  const code = outputFiles.map(({ path, contents }) => [
    relative(join(root, 'dist'), path),
    contents,
  ])
  return [...code, [notices, noticesOf(root, Object.keys(metafile.inputs))]]
}

/** The files the program reads: [path in the build, bytes]. */
function readFiles(root) {
  return filesRead
    .flatMap((path) => filesBelow(root, path))
    .map((path) => [path, readFileSync(join(root, path))])
}

/**
 * Number of earlier builds to keep, since a server running from one may load more modules later.
 */
const keptBuilds = 2
/** Milliseconds after which an unfinished build counts as interrupted. */
const longestBuild = 60 * 60 * 1000

/** Removes all but the latest earlier builds, and the remains of interrupted builds. */
function tidy(dist, place) {
  const others = readdirSync(dist)
    .map((name) => join(dist, name))
    .filter((path) => path !== place)
    .map((path) => {
      // A concurrent build may have removed it.
      const made = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
      return { path, isDraft: path.endsWith('~'), made }
    })
    .sort((one, other) => other.made - one.made)
  const old = others.filter(({ isDraft }) => !isDraft).slice(keptBuilds)
  const lost = others.filter(({ isDraft, made }) => isDraft && made < Date.now() - longestBuild)
  for (const { path } of [...old, ...lost]) rmSync(path, { recursive: true, force: true })
}

/**
 * Builds the repository at `root` in a draft folder, which is renamed when complete: an interrupted
 * build is never used, and the second of two concurrent builds finds the first. Returns without a
 * build if the sources change meanwhile.
 */
async function build(root) {
  const place = placeOf(root)
  const files = [...(await compiled(root)), ...readFiles(root)]
  if (placeOf(root) !== place) return
  const draft = `${place}.${process.pid}~`
  try {
    for (const [path, content] of files) {
      mkdirSync(dirname(join(draft, path)), { recursive: true })
      // Flushed before the folder is renamed, so that a power failure cannot leave a broken build.
      writeFileSync(join(draft, path), content, { flush: true })
    }
    renameSync(draft, place)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(place)) throw error
  }
  tidy(dirname(place), place)
}

/** Generates the Prisma client and the empty database if missing or outdated. */
function generate(root) {
  const script = join(root, 'prisma', 'generate.mjs')
  const { status, error } = spawnSync(process.execPath, [script], { stdio: 'inherit' })
  if (error) throw error
  if (status !== 0) process.exit(status ?? 1)
}

async function main(root) {
  if (isBuilt(root)) return
  const hasBuilders = ['esbuild', 'prisma'].every((name) =>
    existsSync(join(root, 'node_modules', name)),
  )
  if (!hasBuilders) {
    process.stderr.write(
      'The program has not been built from these sources, and the build tools are not installed. ' +
        'Run `npm ci --include=dev`, then `npm prune --omit=dev` to remove them again.\n',
    )
    process.exitCode = 1
    return
  }
  process.stderr.write('Building the program from its sources ...\n')
  generate(root)
  await build(root)
  await main(root) // again, if the sources have changed meanwhile
}

// The typed path may contain links; that of the module does not.
if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await main(dirname(dirname(dirname(import.meta.dirname))))
}

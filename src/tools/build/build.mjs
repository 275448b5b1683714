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

/** Run by themselves: the three programs, and the threads (src/process/threads.ts). */
const entries = [
  'server',
  'operations/admin/admin',
  'operations/demo/demo',
  'mail/reading/parse-worker',
  'mail/receiving/prove-worker',
  'outside/html/clean',
]

/** Read when the program runs, each at its own place (src/base/root.ts). */
const filesRead = [
  'schema',
  'rest-facade/operations',
  'rest-facade/openapi.json',
  'rest-facade/openapi-clients.json',
  'src/surfaces/front/assets',
  'prisma/migrations',
  'src/generated/database',
]

/** Stay in node_modules: they have files beside their code, or serve development only. */
const packagesBeside = [
  ...['@electric-sql/pglite', '@node-rs/argon2', 'geo-tz'],
  ...['pino-pretty', 'pg-native'],
]

/** CommonJS packages call it. */
const requireForPackages = [
  "import { createRequire as requireOf } from 'node:module'",
  'const require = requireOf(import.meta.url)',
].join('\n')

/** The code of the program, and the notices for what is in it: [path in the build, bytes]. */
async function compiled(root) {
  const { build } = await import('esbuild')
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: entries.map((entry) => `src/${entry}.ts`),
    outdir: 'dist/src/main',
    // All in one folder, at the same depth as src/base/root.ts.
    entryNames: '[name]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external: packagesBeside,
    // Bundled, it does not find Node's hashes, and computes them in JavaScript.
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

/** Builds of before that stay, for a server that still runs from one and loads a part only now. */
const keptBuilds = 2
/** Milliseconds after which a build that has not come to its end is one that was cut short. */
const longestBuild = 60 * 60 * 1000

/** Removes the builds of before, but for the latest, and what builds that were cut short left. */
function tidy(dist, place) {
  const others = readdirSync(dist)
    .map((name) => join(dist, name))
    .filter((path) => path !== place)
    .map((path) => {
      // Another build may tidy at this moment.
      const made = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
      return { path, isDraft: path.endsWith('~'), made }
    })
    .sort((one, other) => other.made - one.made)
  const old = others.filter(({ isDraft }) => !isDraft).slice(keptBuilds)
  const lost = others.filter(({ isDraft, made }) => isDraft && made < Date.now() - longestBuild)
  for (const { path } of [...old, ...lost]) rmSync(path, { recursive: true, force: true })
}

/**
 * Builds the repository at `root`, in a folder of its own that is renamed once it is complete: an
 * interrupted build leaves nothing behind, and of two at once, the second finds the first one's.
 * Returns without a build if the sources change meanwhile.
 */
export async function build(root) {
  const place = placeOf(root)
  const files = [...(await compiled(root)), ...readFiles(root)]
  if (placeOf(root) !== place) return
  const draft = `${place}.${process.pid}~`
  try {
    for (const [path, content] of files) {
      mkdirSync(dirname(join(draft, path)), { recursive: true })
      // On the disk before the folder gets its name, so that losing power leaves no broken build.
      writeFileSync(join(draft, path), content, { flush: true })
    }
    renameSync(draft, place)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(place)) throw error
  }
  tidy(dirname(place), place)
}

/** The Prisma client and the empty database, where they are missing or old. */
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
  await main(root) // anew, if the sources have changed meanwhile
}

// The path as it was typed may lead over links; that of the module does not.
if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await main(dirname(dirname(dirname(import.meta.dirname))))
}

/**
 * `npm run test:mutants -- permissions` tries every mutant of a room, or of single files that are
 * named, and notes in `result.json` which survived; a reason is written there by hand, and kept by
 * the next run. With `--check` it says how old the notes are, and fails if a reason is missing.
 * Stryker is fetched for each run, because it is too large to install with everything else;
 * `MUTANTS_TOOLS` names a folder that has it, or is to keep it.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { files } from '../house.ts'
import { rooms } from './rooms.ts'

/** `line` is that of the run; there, `was` became `became`. */
interface Survivor {
  line: number
  was: string
  became: string
  reason: string
}

/** The last run of a file. `source` is a hash of the file. */
interface Run {
  date: string
  source: string
  /** Those that were tried, and those that were not: they take effect while modules are loaded. */
  mutants: number
  untried: number
  killed: number
  survivors: Survivor[]
}

/** What Stryker reports of a file. Lines and columns count from 1, and `end` is exclusive. */
interface Reported {
  source: string
  mutants: {
    status: string
    replacement: string
    location: Record<'start' | 'end', { line: number; column: number }>
  }[]
}

const root = new URL('../..', import.meta.url).pathname
const page = join(import.meta.dirname, 'result.json')
const noted = () => JSON.parse(readFileSync(page, 'utf8')) as Record<string, Run>

const chosen = (pattern: RegExp) => files.filter((path) => pattern.test(path)).sort()
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)
const sourceOf = (path: string) => hashOf(readFileSync(join(root, path), 'utf8'))
const today = new Date().toISOString().slice(0, 10)

/** One line, and not a long one. */
const short = (code: string) => code.replaceAll(/\s+/g, ' ').slice(0, 120)

/** The code between two positions; lines and columns count from 1. */
function between(source: string, { start, end }: Reported['mutants'][0]['location']): string {
  const lines = source.split('\n').slice(start.line - 1, end.line)
  const last = lines.length - 1
  lines[last] = (lines[last] ?? '').slice(0, end.column - 1)
  lines[0] = (lines[0] ?? '').slice(start.column - 1)
  return lines.join('\n')
}

/** Runs Stryker on a copy of the repository, and returns what became of each mutant, by file. */
function tryMutants(mutate: string[], tests: string[], tools: string): Record<string, Reported> {
  const report = join(tools, 'report.json')
  const configuration = join(tools, 'stryker.json')
  const options = {
    mutate,
    testRunner: 'kept',
    plugins: [join(import.meta.dirname, 'runner.mjs')],
    vitest: { configFile: 'test/mutants/vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    // What only runs while modules are loaded would need a new thread, and all tests, each time.
    ignoreStatic: true,
    concurrency: 1,
    timeoutMS: 30_000,
    dryRunTimeoutMinutes: 30,
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: report },
    tempDirName: join(tools, 'copy'),
    ignorePatterns: ['dist'],
    disableTypeChecks: false,
    tsconfigFile: 'none.json',
    warnings: false,
  }
  writeFileSync(configuration, JSON.stringify(options))
  const program = join(tools, 'node_modules/@stryker-mutator/core/bin/stryker.js')
  execFileSync(process.execPath, [program, 'run', configuration], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, MUTANTS_TOOLS: tools, MUTANTS_TESTS: tests.join(' ') },
  })
  return JSON.parse(readFileSync(report, 'utf8')).files
}

/** Notes the run of a file; the reasons of mutants that survived before are kept. */
function note(path: string, { source, mutants }: Reported): void {
  const results = noted()
  const before = results[path]?.survivors ?? []
  const counts = { date: today, source: hashOf(source), mutants: 0, untried: 0, killed: 0 }
  const survivors: Survivor[] = []
  for (const { status, replacement, location } of mutants) {
    if (status === 'Ignored') counts.untried += 1
    else counts.mutants += 1
    if (status === 'Killed' || status === 'Timeout') counts.killed += 1
    if (status !== 'Survived' && status !== 'NoCoverage') continue
    const [was, became] = [short(between(source, location)), short(replacement)]
    const { line } = location.start
    const alike = before.filter((old) => old.was === was && old.became === became)
    const { reason = '' } = alike.find((old) => old.line === line) ?? alike[0] ?? {}
    survivors.push({ line, was, became, reason })
  }
  results[path] = { ...counts, survivors }
  const ordered = Object.entries(results).sort(([one], [other]) => (one < other ? -1 : 1))
  writeFileSync(page, `${JSON.stringify(Object.fromEntries(ordered), null, 2)}\n`)
}

/** What is wrong with the notes of a file, if anything is. */
function wrongIn(path: string, run: Run): string[] {
  if (!Object.values(rooms).some((room) => room.files.test(path))) return [`${path}: in no room`]
  const isWhole = run.killed + run.survivors.length === run.mutants && Date.parse(run.date) > 0
  const without = run.survivors.filter(({ line, reason }) => !line || !reason)
  return [
    ...(isWhole ? [] : [`${path}: its numbers do not add up`]),
    ...without.map(({ line, became }) => `${path}:${line}: no reason why ${became} survives`),
  ]
}

function check(): void {
  const results = noted()
  for (const [name, room] of Object.entries(rooms)) {
    const paths = chosen(room.files)
    const run = paths.flatMap((path) => results[path] ?? [])
    if (run.length === 0) {
      console.info(`mutants of ${name}: not run`)
      continue
    }
    const sum = (count: (of: Run) => number) => run.reduce((total, of) => total + count(of), 0)
    const [killed, tried] = [sum((of) => of.killed), sum((of) => of.mutants)]
    const share = Math.floor((100 * killed) / tried)
    const oldest = Math.min(...run.map(({ date }) => Date.parse(date)))
    const changed = paths.filter(
      (path) => results[path] && results[path].source !== sourceOf(path),
    ).length
    console.info(
      `mutants of ${name}: ${killed} of ${tried} killed (${share} %), ` +
        `in ${run.length} of ${paths.length} files, of which ${changed} have changed since; ` +
        `at most ${Math.round((Date.parse(today) - oldest) / 86_400_000)} days ago`,
    )
  }
  const wrong = Object.entries(results).flatMap(([path, run]) => wrongIn(path, run))
  if (wrong.length === 0) return
  console.error(['test/mutants/result.json:', ...wrong].join('\n'))
  process.exitCode = 1
}

/** Fetches Stryker, beside the vitest of this repository, unless it is there. */
function fetchInto(tools: string): void {
  mkdirSync(tools, { recursive: true })
  if (existsSync(join(tools, 'node_modules/@stryker-mutator'))) return
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const packages = ['@stryker-mutator/core@9.6.1', '@stryker-mutator/vitest-runner@9.6.1']
  const words = ['install', '--prefix', tools, '--ignore-scripts', '--no-save', '--silent']
  execFileSync('npm', [...words, ...packages, `vitest@${devDependencies.vitest}`])
}

const names = process.argv.slice(2)
if (names.includes('--check')) check()
else {
  const asked = Object.entries(rooms).map(([name, room]) => ({
    tests: chosen(room.tests),
    mutate: chosen(room.files).filter((path) => names.includes(name) || names.includes(path)),
  }))
  const { MUTANTS_TOOLS } = process.env
  const tools = MUTANTS_TOOLS ?? mkdtempSync(join(tmpdir(), 'mutants-'))
  try {
    fetchInto(tools)
    for (const { mutate, tests } of asked.filter((room) => room.mutate.length > 0)) {
      const reported = tryMutants(mutate, tests, tools)
      for (const [path, of] of Object.entries(reported)) note(path, of)
    }
  } finally {
    if (!MUTANTS_TOOLS) rmSync(tools, { recursive: true, force: true })
  }
}

/**
 * `npm run test:mutants -- permissions 'times and zones'` tries every mutant of these rooms (without
 * names, of all) and notes in `result.json` which survived; a reason is written there by hand, and
 * kept by the next run. With `--check` it says how old the notes are, and fails if one is missing.
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

/** `at` is file:line in that run; `was` became `became`. */
interface Survivor {
  at: string
  was: string
  became: string
  reason: string
}

/** One run of a room. `source` is a hash of the files that were mutated. */
interface Run {
  date: string
  source: string
  mutants: number
  killed: number
  survivors: Survivor[]
}

/** What Stryker reports of a file, by https://github.com/stryker-mutator/mutation-testing-elements. */
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
const results: Record<string, Run> = JSON.parse(readFileSync(page, 'utf8'))

const chosen = (pattern: RegExp) => files.filter((path) => pattern.test(path)).sort()

function sourceOf(room: string): string {
  const hash = createHash('sha256')
  for (const path of chosen(rooms[room]?.files ?? /^$/)) {
    hash.update(`${path}\n`).update(readFileSync(join(root, path)))
  }
  return hash.digest('hex').slice(0, 16)
}

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
function tryMutants(room: { files: RegExp; tests: RegExp }, tools: string) {
  const report = join(tools, 'report.json')
  const configuration = join(tools, 'stryker.json')
  const options = {
    mutate: chosen(room.files),
    testRunner: 'kept',
    plugins: [join(import.meta.dirname, 'runner.mjs')],
    vitest: { configFile: 'test/mutants/vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    concurrency: 1,
    timeoutMS: 30_000,
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
    env: { ...process.env, MUTANTS_TOOLS: tools, MUTANTS_TESTS: chosen(room.tests).join(' ') },
  })
  return JSON.parse(readFileSync(report, 'utf8')).files as Record<string, Reported>
}

/** Notes a run; the reasons of mutants that survived before are kept. */
function note(room: string, reported: Record<string, Reported>): void {
  const before = results[room]?.survivors ?? []
  const run: Run = { date: today, source: sourceOf(room), mutants: 0, killed: 0, survivors: [] }
  for (const [path, { source, mutants }] of Object.entries(reported)) {
    for (const { status, replacement, location } of mutants) {
      run.mutants += 1
      if (status === 'Killed' || status === 'Timeout') run.killed += 1
      if (status !== 'Survived' && status !== 'NoCoverage') continue
      const [was, became] = [short(between(source, location)), short(replacement)]
      const known = before.find(
        (old) => old.at.startsWith(`${path}:`) && old.was === was && old.became === became,
      )
      const at = `${path}:${location.start.line}`
      run.survivors.push({ at, was, became, reason: known?.reason ?? '' })
    }
  }
  results[room] = run
  const ordered = Object.keys(rooms).flatMap((name) =>
    results[name] ? [[name, results[name]] as const] : [],
  )
  writeFileSync(page, `${JSON.stringify(Object.fromEntries(ordered), null, 2)}\n`)
}

function check(): void {
  const wrong = Object.keys(results).filter((room) => !rooms[room])
  for (const room of Object.keys(rooms)) {
    const run = results[room]
    if (!run) {
      console.info(`mutants of ${room}: not run`)
      continue
    }
    const { date, source, mutants, killed, survivors } = run
    const days = Math.round((Date.parse(today) - Date.parse(date)) / 86_400_000)
    const share = Math.floor((1000 * killed) / mutants) / 10
    const since = source === sourceOf(room) ? '' : '; its files have changed since'
    console.info(`mutants of ${room}: ${share} % of ${mutants} killed, ${days} days ago${since}`)
    const isComplete = killed + survivors.length === mutants && Number.isInteger(days)
    if (!isComplete || !survivors.every(({ at, reason }) => at && reason)) wrong.push(room)
  }
  if (wrong.length === 0) return
  console.error(`test/mutants/result.json: what survived needs a reason, in ${wrong.join(', ')}`)
  process.exitCode = 1
}

const today = new Date().toISOString().slice(0, 10)
const names = process.argv.slice(2)
if (names.includes('--check')) check()
else {
  const { MUTANTS_TOOLS } = process.env
  const tools = MUTANTS_TOOLS ?? mkdtempSync(join(tmpdir(), 'mutants-'))
  try {
    mkdirSync(tools, { recursive: true })
    if (!existsSync(join(tools, 'node_modules/@stryker-mutator'))) {
      const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
      const packages = ['@stryker-mutator/core@9.6.1', '@stryker-mutator/vitest-runner@9.6.1']
      const words = ['install', '--prefix', tools, '--ignore-scripts', '--no-save', '--silent']
      execFileSync('npm', [...words, ...packages, `vitest@${devDependencies.vitest}`])
    }
    for (const name of names.length > 0 ? names : Object.keys(rooms)) {
      const room = rooms[name]
      if (!room) throw new Error(`no room ${name}: there are ${Object.keys(rooms).join(', ')}`)
      note(name, tryMutants(room, tools))
    }
  } finally {
    if (!MUTANTS_TOOLS) rmSync(tools, { recursive: true, force: true })
  }
}

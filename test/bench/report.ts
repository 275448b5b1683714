/** The result as markdown, and where it is kept. */
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import type { Comparison, Result } from './drive.ts'

const README = new URL('README.md', import.meta.url)
const marks = {
  result: '<!-- result: written by npm run bench -->',
  start: '<!-- start: written by npm run bench -- start -->',
}
const END = '<!-- end of result -->'

export interface Counted extends Comparison {
  /** SQL statements of a request: the service's, with few rows, and the hand-written server's. */
  statements?: { service: number; small: number | undefined; baseline: number } | undefined
}

export type Row = (string | number)[]

const whole = (value: number | undefined) => (value === undefined ? '–' : Math.round(value))
const decimal = (value: number) => value.toFixed(2)
const verdict = (value: number, target: number) => (value >= target ? 'met' : '**missed**')
const milliseconds = ({ p50, p99 }: Result): Row => [p50, p99]

export function table(head: Row, rows: Row[]): string {
  const line = (cells: Row) => `| ${cells.join(' | ')} |`
  const rule = line(head.map((_, n) => (n === 0 ? '---' : '---:')))
  return [line(head), rule, ...rows.map(line)].join('\n')
}

/** (a) against (b), a row for each path and server. */
export function tableOfBoth(results: Counted[]): string {
  const rows = results.flatMap(({ path, first, second, ratio, statements }): Row[] => {
    const { service, small, baseline } = statements ?? {}
    const own = service === undefined ? '–' : String(service)
    const counts = small === undefined ? own : `${own} (${small} for few rows)`
    const ends: Row = [decimal(ratio), path.target, verdict(ratio, path.target)]
    const a: Row = [path.name, 'service', whole(first.rate), ...milliseconds(first), counts]
    const b: Row = ['', 'by hand', whole(second.rate), ...milliseconds(second), baseline ?? '–']
    return [
      [...a, whole(first.peakMemory), ...ends],
      [...b, whole(second.peakMemory), '', '', ''],
    ]
  })
  const costs = ['SQL statements', 'peak memory, MiB']
  const head = ['path', 'server', 'req/s', 'p50, ms', 'p99, ms', ...costs, 'a/b', 'target', '']
  return table(head, rows)
}

/** (a) on the embedded database against (a) on PostgreSQL. */
export function tableOfEmbedded(results: Comparison[], target: number): string {
  const rows = results.map(
    ({ path, first, second, ratio }): Row => [
      path.name,
      whole(first.rate),
      ...milliseconds(first),
      whole(first.peakMemory),
      whole(second.rate),
      decimal(ratio),
      target,
      verdict(ratio, target),
    ],
  )
  const own = ['req/s', 'p50, ms', 'p99, ms', 'peak memory, MiB']
  return table(['path', ...own, 'req/s on PostgreSQL', 'ratio', 'target', ''], rows)
}

export function machine(postgresVersion: string): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor'
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`
  const versions = `Node ${process.versions.node}, PostgreSQL ${postgresVersion}`
  const date = new Date().toISOString().slice(0, 10)
  return `${date} · ${availableParallelism()} cores, ${model}, ${memory} · ${versions}`
}

/** Replaces what stands between the markers of README.md. */
export function keep(name: keyof typeof marks, result: string): void {
  const begin = marks[name]
  const [before = '', rest = ''] = readFileSync(README, 'utf8').split(begin)
  const after = rest.slice(rest.indexOf(END) + END.length)
  writeFileSync(README, `${before}${begin}\n\n${result}\n\n${END}${after}`)
}

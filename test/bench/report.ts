/** The result as markdown, and where it is kept. */
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import type { Comparison, Result } from './drive.ts'
import type { BenchPath } from './paths.ts'

const readmeUrl = new URL('README.md', import.meta.url)
const marks = {
  result: '<!-- result: written by npm run bench -->',
  start: '<!-- start: written by npm run bench -- start -->',
  processes: '<!-- processes: written by npm run bench -- processes -->',
  large: '<!-- large: written by npm run bench -- large -->',
  changes: '<!-- changes: written by npm run bench -- changes -->',
  versions: '<!-- versions: written by npm run bench -- versions -->',
  soak: '<!-- soak: written by npm run test:soak -->',
  keys: '<!-- keys: written by npm run bench -- keys -->',
  pool: '<!-- pool: written by npm run bench -- pool -->',
  transfer: '<!-- transfer: written by npm run bench -- transfer -->',
}
const endMark = '<!-- end of result -->'

export interface CountedComparison extends Comparison {
  /** SQL statements of a request: of each server, and the service's with few rows. */
  statements?: { of: number[]; small: number | undefined } | undefined
  /** The service's 304, and its ratio to the 200. */
  unchanged?: Comparison | undefined
}

export type ReportRow = (string | number)[]

const whole = (value: number | undefined) => (value === undefined ? '–' : Math.round(value))
const decimal = (value: number) => value.toFixed(2)
const verdict = (value: number, target: number) => (value >= target ? 'met' : '**missed**')
const measured = ({ rate, p50, p99 }: Result): ReportRow => [whole(rate), p50, p99]

export function table(head: ReportRow, rows: ReportRow[]): string {
  const line = (cells: ReportRow) => `| ${cells.join(' | ')} |`
  const rule = line(head.map((_, n) => (n === 0 ? '---' : '---:')))
  return [line(head), rule, ...rows.map(line)].join('\n')
}

const servers = ['service', 'by hand', 'by hand, pipelined', 'Fastify + Prisma']

/** The service against the others, a row for each path and server. */
export function tableOfAll(all: CountedComparison[]): string {
  const rows = all.flatMap(({ path, results, ratios, statements, unchanged }): ReportRow[] => {
    const { of = [], small } = statements ?? {}
    const targets = [path.target, path.pipelinedTarget, path.prismaTarget]
    const ends = ratios.flatMap((ratio, n): ReportRow => {
      const target = targets[n]
      const judged = target === undefined ? ['–', ''] : [target, verdict(ratio, target)]
      return [decimal(ratio), ...judged]
    })
    return results.map((result, n): ReportRow => {
      const count = of[n] === undefined ? '–' : String(of[n])
      const counts = n === 0 && small !== undefined ? `${count} (${small} for few rows)` : count
      const start: ReportRow = [n === 0 ? path.name : '', servers[n] ?? '', ...measured(result)]
      const all = [...ends, ...ofUnchanged(path, unchanged)]
      return [...start, counts, whole(result.peakMemory), ...(n === 0 ? all : all.map(() => ''))]
    })
  })
  const costs = ['SQL statements', 'peak memory, MiB']
  const ratios = servers.slice(1).flatMap((name) => [`service / ${name}`, 'target', ''])
  const unchanged = ['304, req/s', '304 / 200', 'target', '']
  const own = ['req/s', 'p50, ms', 'p99, ms']
  return table(['path', 'server', ...own, ...costs, ...ratios, ...unchanged], rows)
}

function ofUnchanged(
  { unchangedTarget: target = 0 }: BenchPath,
  unchanged?: Comparison,
): ReportRow {
  const { results: [result] = [], ratios: [ratio = Number.NaN] = [] } = unchanged ?? {}
  if (!result) return ['–', '–', '–', '']
  return [whole(result.rate), decimal(ratio), target, verdict(ratio, target)]
}

/** The service on the embedded database against itself on PostgreSQL. */
export function tableOfEmbedded(all: Comparison[]): string {
  const rows = all.map(
    ({ path, results: [own, other], ratios: [ratio = Number.NaN] }): ReportRow => {
      if (!own) return [path.name]
      const ends = [decimal(ratio), path.embeddedTarget, verdict(ratio, path.embeddedTarget)]
      return [path.name, ...measured(own), whole(own.peakMemory), whole(other?.rate), ...ends]
    },
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
  const [before = '', rest] = readFileSync(readmeUrl, 'utf8').split(begin)
  if (rest === undefined) throw new Error(`test/bench/README.md has no ${begin}`)
  const after = rest.slice(rest.indexOf(endMark) + endMark.length)
  writeFileSync(readmeUrl, `${before}${begin}\n\n${result}\n\n${endMark}${after}`)
}

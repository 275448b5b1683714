/** Reports the progress of long commands. */

/** `report('Stored', 4_000, 'records', 12_000)`: the count so far, and the total if it is known. */
export type Report = (done: string, count: number, what: string, all?: number) => void

/** For callers without a terminal. */
export const unreported: Report = () => {}

const inWords = (count: number) => count.toLocaleString('en-US')

/** Prints a report every two seconds, and none for work that takes less. */
export function reportTo(print: (line: string) => unknown, pause = 2_000): Report {
  let last: number | undefined
  return (done, count, what, all) => {
    const now = performance.now()
    last ??= now
    if (now - last < pause) return
    last = now
    const of = all === undefined ? '' : ` of ${inWords(all)}`
    print(`${done} ${inWords(count)}${of} ${what} ...\n`)
  }
}

/** What a long command says while people wait for it. */

/** `report('Stored', 4_000, 'records', 12_000)`: done so far, and of how many if that is known. */
export type Report = (done: string, count: number, what: string, all?: number) => void

/** Where no one waits. */
export const unreported: Report = () => {}

const inWords = (count: number) => count.toLocaleString('en-US')

/** Prints what is reported, a line every two seconds; nothing of what is done sooner. */
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

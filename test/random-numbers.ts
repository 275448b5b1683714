/** Random numbers that can be had again. */

/** Numbers of 32 bits that follow from a first one (mulberry32). */
export function numbersOf(number: number): () => number {
  let state = number >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
}

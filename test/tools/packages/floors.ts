/** Versions with known holes: what is too old to be shipped. */
import { readFileSync } from 'node:fs'

/** A line of floors.json. */
interface Floor {
  package: string
  /** The first safe version of each major version that has one. */
  safe: string[]
  /** Of GitHub, or a CVE. */
  advisory: string
  about: string
  /** Where the advisory and the safe version were read. */
  source: string
}

export const floors: readonly Floor[] = JSON.parse(
  readFileSync(new URL('floors.json', import.meta.url), 'utf8'),
)

const numbersOf = (version: string) => version.split(/[.-]/).slice(0, 3).map(Number)

/** Whether a version comes before another; with a hyphen, it comes before the version itself. */
function isBefore(one: string, other: string): boolean {
  const [ours, theirs] = [numbersOf(one), numbersOf(other)]
  const at = [0, 1, 2].find((n) => ours[n] !== theirs[n])
  if (at === undefined) return one.includes('-') && !other.includes('-')
  return (ours[at] ?? 0) < (theirs[at] ?? 0)
}

const majorOf = (version: string) => numbersOf(version)[0] ?? 0

/** Whether a version has the hole: a major version without a safe one is as old as it is. */
export function isTooOld(version: string, { safe }: Pick<Floor, 'safe'>): boolean {
  const ofMajor = safe.find((one) => majorOf(one) === majorOf(version))
  if (ofMajor !== undefined) return isBefore(version, ofMajor)
  return majorOf(version) < Math.max(...safe.map(majorOf))
}

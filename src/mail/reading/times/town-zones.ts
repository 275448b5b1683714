/**
 * The zones of towns in countries with several, by their names alone (GeoNames, CC BY 4.0;
 * test/mail/reading/times/town-zones). `towns.txt` is written by `src/tools/towns/`.
 */
import { readFileSync } from 'node:fs'
import { root } from '../../../base/root.ts'
import { plainText } from '../compared-words.ts'

/** The names of towns in a country or region that have this zone; `?` for several. */
interface TownRow {
  area: string
  zone: string
  names: string
}

function readRows(): readonly TownRow[] {
  const text = readFileSync(new URL('src/mail/reading/times/towns.txt', root), 'utf8')
  return text.split('\n').flatMap((line) => {
    const [, area, zone, names] = /^(\S+) (\S+)( .+)$/.exec(line) ?? []
    return area && zone && names ? [{ area, zone, names: `${names} ` }] : []
  })
}

let read: readonly TownRow[] | undefined
/** The rows of an area and its regions; the file is read when the first address needs it. */
function rowsOf(area: string): readonly TownRow[] {
  read ??= readRows()
  return read.filter((row) => row.area === area || row.area.startsWith(`${area}-`))
}

/** Whether the towns of a country or region are listed. */
export const hasListedTowns = (area: string): boolean => rowsOf(area).length > 0

/**
 * The zones of the towns with that name in a country or region, by its code; `?` among them if
 * there are more. Empty if none has 1,000 inhabitants, and in countries with one time. Only three
 * countries' towns are listed by region; elsewhere, those of the country are meant.
 */
export function zonesOfTowns(area: string, town: string): readonly string[] {
  const name = plainText(town)
  if (name === '') return []
  const own = rowsOf(area)
  const found = own.length > 0 ? own : rowsOf(area.slice(0, 2))
  const named = found.filter(({ names }) => names.includes(` ${name} `))
  return [...new Set(named.map(({ zone }) => zone))]
}

/**
 * The caller's rights in the trips that a request concerned. An answer is given again only while
 * they are what they were after the effect: what it holds may be hidden otherwise
 * (test/spec/b4).
 */
import type { Queryable } from '../../outside/database/database.ts'
import { includesTrip, type KeyHolder, narrowed } from '../narrowing.ts'
import { rights } from '../rights.ts'
import { loadAccess } from '../store/access.ts'

/** `42:1100100 43:-`: by trip, a digit for each right; `-` without access. */
export async function rightsIn(
  db: Queryable,
  caller: KeyHolder,
  tripIds: Iterable<number>,
): Promise<string> {
  const ids = [...new Set(tripIds)].sort((one, other) => one - other)
  if (ids.length === 0) return ''
  const asked = ids.filter((id) => includesTrip(caller, id))
  const held = await loadAccess(db, caller.id, asked)
  const found = new Map(held.map((one) => [one.tripId, narrowed(caller, one)]))
  const words = ids.map((id) => {
    const access = found.get(id)
    return `${id}:${access ? rights.map(({ name }) => Number(access[name])).join('') : '-'}`
  })
  return words.join(' ')
}

const idIn = (word: string) => Number(word.split(':')[0])
const wordsIn = (text: string) => (text === '' ? [] : text.split(' '))

/** How rights have changed since: `lost` if a trip is out of reach now. */
export async function changeOf(
  db: Queryable,
  caller: KeyHolder,
  then: string,
): Promise<'none' | 'lost' | 'other'> {
  const words = wordsIn(then)
  const now = await rightsIn(db, caller, words.map(idIn))
  if (now === then) return 'none'
  const isLost = wordsIn(now).some((word, at) => word.endsWith('-') && word !== words[at])
  return isLost ? 'lost' : 'other'
}

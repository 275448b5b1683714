/**
 * The rights of the caller's account in the trips of a request. An answer is repeated only while
 * these rights, and what the caller's key lacks, are the same as after the effect: otherwise its
 * content may be hidden now (test/spec/b4).
 */
import type { Queryable } from '../../outside/database/database.ts'
import { type KeyHolder, narrowingText } from '../narrowing.ts'
import { rights } from '../rights.ts'
import { loadAccess } from '../store/access.ts'
import type { Replay } from '../store/idempotency-keys.ts'

/** `42:1100100 43:-`: by trip, a digit for each right; `-` without access. */
export async function rightsIn(
  db: Queryable,
  userId: number,
  tripIds: Iterable<number>,
): Promise<string> {
  const ids = [...new Set(tripIds)].sort((one, other) => one - other)
  if (ids.length === 0) return ''
  const found = new Map((await loadAccess(db, userId, ids)).map((one) => [one.tripId, one]))
  const words = ids.map((id) => {
    const access = found.get(id)
    return `${id}:${access ? rights.map(({ name }) => Number(access[name])).join('') : '-'}`
  })
  return words.join(' ')
}

const idIn = (word: string) => Number(word.split(':')[0])
const wordsIn = (text: string) => (text === '' ? [] : text.split(' '))

/** How the rights have changed: `lost` if a trip has become inaccessible. */
export async function changeOf(
  db: Queryable,
  actor: KeyHolder,
  { narrowing, rights: then }: Pick<Replay, 'narrowing' | 'rights'>,
): Promise<'none' | 'lost' | 'other'> {
  if (narrowing !== narrowingText(actor)) return 'other'
  const words = wordsIn(then)
  const now = await rightsIn(db, actor.id, words.map(idIn))
  if (now === then) return 'none'
  const isLost = wordsIn(now).some((word, at) => word.endsWith('-') && word !== words[at])
  return isLost ? 'lost' : 'other'
}

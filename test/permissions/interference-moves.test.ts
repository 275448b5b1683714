/**
 * Non-interference of moves (contract 12.3; target Z6): whoever moves what they may edit into a
 * trip of their own learns there no more than before. Two databases that differ only in what the
 * mover may not see answer the moves alike, and everything that is read afterwards.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { placedKinds } from '../spec/kinds.ts'
import { treeOf } from './paths.ts'
import type { Principal } from './principals.ts'
import { upper } from './rows.ts'
import { fact, idOf, rights, type Twin } from './twin-facts.ts'
import { narrow } from './twin-questions.ts'
import { world } from './twin-world.ts'
import {
  answers,
  authorizationOf,
  differences,
  fill,
  openService,
  type Question,
  type Service,
  shown,
} from './twins.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
}, 60_000)
afterAll(() => service.close())

/** The mover's own trip, and those whose live and deleted children they try to move there. */
const own = 6
const children = [11, 12, 21].flatMap((id) =>
  placedKinds.map(({ one }) => ({ one, id, trip: Math.floor(id / 10) })),
)

const asked = (query: string): Question => ({
  ...{ name: query.slice(0, 120), method: 'POST', url: '/graphql', payload: { query } },
})

const moves: Question[] = children.flatMap(({ one, id, trip }) => {
  const url = `/v1/trip/${trip}/${one}/${id}`
  const args = `tripId: ${trip}, id: ${id}, input: {updateTrip: ${own}}`
  return [
    asked(`mutation { update${upper(one)}(${args}) { id price currency emails { id } } }`),
    { name: `PATCH ${url}`, method: 'PATCH', url, payload: { update_trip: `${own}` } },
  ]
})

const get = (url: string): Question => ({ name: `GET ${url}`, method: 'GET', url })
const found: Question[] = [
  ...['documents', 'emails', 'documents?deleted=true', 'emails?deleted=true'].map((list) =>
    get(`/v2/trip/${own}/${list}`),
  ),
  ...placedKinds.flatMap(({ one, many }) => [
    get(`/v1/trip/${own}/${many}`),
    get(`/v2/trip/${own}/${many}`),
    asked(`{ trip(id: ${own}) { ${many}(first: 3) { results { ${treeOf(upper(one), '11')} } } } }`),
  ]),
]

/** When somebody moved something differs by itself; the times of the world lie in 2031. */
const timeless = (answer: string) => answer.replace(/202\d-[\d-]+T[\d:.]+Z/g, 'now')

/** What the mover is answered in one version: the moves one by one, then everything that is read. */
async function told(version: Twin, reader: Principal): Promise<string[]> {
  const owner = idOf(reader)
  await fill(service, [
    ...world(reader, version),
    fact('trip', { id: own, owner_id: owner, name: 'Own' }),
    fact('member', { trip_id: own, user_id: owner, is_owner: true, joined: true, ...rights() }),
  ])
  const text = 'update account set is_premium = true where id = $1'
  await service.db.query({ text, values: [owner] })
  const authorization = authorizationOf(reader)
  const moved: string[] = []
  for (const move of moves) moved.push(...(await answers(service, [move], authorization)))
  return [...moved, ...(await answers(service, [...found, ...narrow], authorization))].map(timeless)
}

const movers: [Principal, moved: number][] = [
  ['vera', 0],
  ['nina', 0],
  ['may eg', 0],
  // Only the owner of the other trip is not Pro, so what is attached stays there.
  ['ed', 5],
  ['olga', 3],
]

describe('Z6 what is hidden moves nowhere', () => {
  it.each(movers)('%s', async (reader, expected) => {
    const [a, b] = [await told('a', reader), await told('b', reader)]
    const questions = [...moves, ...found, ...narrow]
    expect(differences(questions, a, b).map(shown)).toEqual([])
    const { length } = moves.filter(
      ({ method }, at) => method === 'POST' && !/"errors"/.test(a[at] ?? '"errors"'),
    )
    expect(length).toBe(expected)
  })
})

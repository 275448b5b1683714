/**
 * Non-interference (target Z6): two databases that differ only in what a reader may not see return
 * the same bytes to that reader, for every read on either surface. What the specification
 * itself reveals is in interference-leaks.test.ts.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Principal } from './principals.ts'
import { arrived, moves, ownTrip } from './twin-moves.ts'
import { narrow, questions } from './twin-questions.ts'
import { type Fact, idOf, type Twin } from './twin-rows.ts'
import { world } from './twin-world.ts'
import {
  answers,
  authorizationOf,
  differences,
  fill,
  isSuccess,
  openService,
  shown,
  type TwinService,
} from './twins.ts'

let service: TwinService
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

/** The readers, and the least number of their questions that must succeed. */
const readers: [Principal, number][] = [
  ['anonymous', 0],
  ['operator', 0],
  ...(['stan', 'pia', 'rhea'] as const).map((name): [Principal, number] => [name, 15]),
  ...(['vera', 'sam', 'nina', 'may eg', 'ed'] as const).map((name): [Principal, number] => [
    ...([name, 50] as const),
  ]),
  ...(['olaf', 'olga'] as const).map((name): [Principal, number] => [name, 40]),
  // Through keys with less (B5).
  ...(
    [
      ...['olga reading', 'olga without documents', 'olga with all of that', 'ed on one trip'],
      ...['ed without expenses', 'ed without editing'],
    ] as Principal[]
  ).map((name): [Principal, number] => [name, 40]),
]

/** The answers to the reader in one version of the world of `subject`. */
async function readingsOf(version: Twin, subject: Principal, reader = subject): Promise<string[]> {
  const facts = world(subject, version)
  // Keys differ between the worlds of readers; another reader needs their own.
  const others = facts.filter(({ table, row }) => table !== 'api_key' || row.id !== idOf(reader))
  await fill(service, reader === subject ? facts : [...others, keyFact(reader)])
  return answers(service, questions, authorizationOf(reader))
}

const keyFact = (name: string): Fact =>
  world(name as Principal, 'a').find(
    ({ table, row }) => table === 'api_key' && row.id === idOf(name),
  ) as Fact

describe('Z6 hidden data changes no answer', () => {
  it.each(readers)('%s', async (reader, least) => {
    const [a, b] = [await readingsOf('a', reader), await readingsOf('b', reader)]
    expect(differences(questions, a, b).map(shown)).toEqual([])
    expect(a.filter(isSuccess).length).toBeGreaterThanOrEqual(least)
  })

  it('a viewer of the whole trip gets different answers', async () => {
    const [a, b] = [await readingsOf('a', 'vera', 'ed'), await readingsOf('b', 'vera', 'ed')]
    const names = differences(questions, a, b).map(({ name }) => name)
    expect(names.length).toBeGreaterThan(40)
    const paths = ['documents', 'emails', 'documents/100', 'emails/100', 'hosting/11/documents']
    const hidden = [...paths, 'hosting/11/emails'].map((path) => `GET /v2/trip/1/${path}`)
    const own = ['GET /v1/emails', 'GET /v1/automation/emails', 'GET /v1/documents/100/get']
    expect([...hidden, ...own].filter((name) => !names.includes(name))).toEqual([])
  })
})

/** The time of a move differs by itself; the times of the world are in 2031. */
const timeless = (answer: string) =>
  answer.replace(/202\d-[\d-]+T[\d:.]+Z/g, 'now').replace(/"etag","[^\]]*"/g, '"etag","of them"')

/** The answers to a mover in one version: the moves one by one, then all reads. */
async function moved(version: Twin, reader: Principal): Promise<string[]> {
  await fill(service, [...world(reader, version), ...ownTrip(reader)])
  const text = 'update account set is_premium = true where id = $1'
  await service.db.query({ text, values: [idOf(reader)] })
  const authorization = authorizationOf(reader)
  const results: string[] = []
  for (const move of moves) results.push(...(await answers(service, [move], authorization)))
  return [...results, ...(await answers(service, [...arrived, ...narrow], authorization))]
}

/** The movers, and how many of their moves are allowed. */
const movers: [Principal, number][] = [
  ...(['vera', 'nina', 'may eg'] as const).map((name): [Principal, number] => [name, 0]),
  // The owner of the second trip is not Pro, so attachments stay where they are.
  ...([['ed', 5] as const, ['olga', 3] as const] satisfies [Principal, number][]),
]

describe('Z6 hidden data does not move with its item (12.3)', () => {
  it.each(movers)('%s', async (reader, allowed) => {
    const [a, b] = [await moved('a', reader), await moved('b', reader)]
    const asked = [...moves, ...arrived, ...narrow]
    expect(differences(asked, a.map(timeless), b.map(timeless)).map(shown)).toEqual([])
    expect(a.slice(0, moves.length).filter(isSuccess)).toHaveLength(allowed)
  })
})

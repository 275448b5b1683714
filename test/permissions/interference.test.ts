/**
 * Non-interference (target Z6): two databases that differ only in what a reader may not see answer
 * that reader byte for byte alike, whatever is read on either surface. What the contract itself
 * gives away is listed here by name, each with its reason, and is shown to be all.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operatorKey } from '../world.ts'
import type { Principal } from './principals.ts'
import { type Fact, idOf, keyOf, type Twin } from './twin-facts.ts'
import { narrow, questions } from './twin-questions.ts'
import { world } from './twin-world.ts'
import {
  answers,
  type Difference,
  differences,
  fill,
  isSuccess,
  openService,
  type Service,
} from './twins.ts'
import { watchRun } from './whole-run.ts'

watchRun()

let service: Service
beforeAll(async () => {
  service = await openService()
}, 60_000)
afterAll(() => service.close())

/** Who reads, and the least of its questions that are answered. */
const readers: [Principal, number][] = [
  ['nobody', 0],
  ['operator', 0],
  ...(['stan', 'pia', 'rhea'] as const).map((name): [Principal, number] => [name, 15]),
  ...(['vera', 'sam', 'nina', 'may eg', 'ed'] as const).map((name): [Principal, number] => [
    ...([name, 50] as const),
  ]),
  ...(['olaf', 'olga'] as const).map((name): [Principal, number] => [name, 40]),
]

function authorizationOf(reader: Principal): string {
  if (reader === 'nobody') return ''
  return reader === 'operator' ? `Operator ${operatorKey}` : `Token ${keyOf(reader)}`
}

/** The difference at its first byte, with what is around it. */
function shown({ name, a, b }: Difference): string {
  const at = [...a].findIndex((letter, index) => letter !== b[index])
  const around = (text: string) => text.slice(Math.max(at - 80, 0), at + 40)
  return `${name}: …${around(a)}… against …${around(b)}…`
}

/** What the reader is answered in one version of the world of `subject`. */
async function told(version: Twin, subject: Principal, reader = subject): Promise<string[]> {
  const facts = world(subject, version)
  // Of a reader's world other keys are other ones; whoever reads it instead brings theirs along.
  const others = facts.filter(({ table, row }) => table !== 'api_key' || row.id !== idOf(reader))
  await fill(service, reader === subject ? facts : [...others, keyFact(reader)])
  return answers(service, questions, authorizationOf(reader))
}

const keyFact = (name: string): Fact =>
  world(name as Principal, 'a').find(
    ({ table, row }) => table === 'api_key' && row.id === idOf(name),
  ) as Fact

describe('Z6 what is hidden changes no answer', () => {
  it.each(readers)('%s', async (reader, least) => {
    const [a, b] = [await told('a', reader), await told('b', reader)]
    expect(differences(questions, a, b).map(shown)).toEqual([])
    expect(a.filter(isSuccess).length).toBeGreaterThanOrEqual(least)
  })

  it('and whoever sees all of a trip is answered differently by the two', async () => {
    const [a, b] = [await told('a', 'vera', 'ed'), await told('b', 'vera', 'ed')]
    expect(differences(questions, a, b).length).toBeGreaterThan(40)
  })
})

/** What the contract gives away of something hidden. */
interface Leak {
  name: string
  reason: string
  reader: Principal
  /** What happens in the second database, and to nothing the reader may see. */
  change: string
  /** The answers that tell it. */
  where: RegExp
}

const leaks: Leak[] = [
  {
    name: 'a trip changes with its hidden expenses',
    reason: '1.8: changed_at counts every expense, and GraphQL answers changedAt',
    reader: 'vera',
    change: "update expense set title = 'Lunch' where trip_id = 1",
    where: /^\{ trip\(id: 1\)|^\{ trips\(first: \d\)/,
  },
  {
    name: 'a trip changes with its hidden emails',
    reason: '1.8: changed_at counts every attached email, and updatedSince compares it',
    reader: 'olaf',
    change: "update email set subject = 'Seat' where trip_id = 2",
    where: /^GET \/v[12]\/trips\?updatedSince|^\{ trip\(id: 2\)|^\{ trips\(first: \d\)/,
  },
  {
    name: 'a child changes with its hidden emails',
    reason: '1.8: updatedSince of children counts related emails',
    reader: 'vera',
    change: "update email set subject = 'Seat' where hosting_id = 11",
    where: /^GET \/v[12]\/trip\/1\/hostings\?updatedSince|^\{ trip\(id: 1\)|^\{ trips\(first: \d\)/,
  },
  {
    name: 'ids and the count of tombstones',
    reason: '1.8: deleted=true lists every deleted child, also of a time before the reader joined',
    reader: 'vera',
    change: `insert into activity (trip_id, owner_id, name, deleted_at)
      values (1, 1, 'Before her time', now())`,
    where: /activities\?deleted=true|^\{ trip\(id: 1\)|^\{ trips\(first: \d\)/,
  },
  {
    name: 'the id and the rights of an invitee whom the reader does not know',
    reason: '11.3, 6.2: the roster shows pending invitees to those who add guests, without a name',
    reader: 'may eg',
    change: `insert into member (trip_id, user_id, joined) values (1, ${idOf('zoe')}, false)`,
    where: /\/collaborator|^\{ trip\(id: 1\)|^\{ trips\(first: \d\)/,
  },
]

describe('Z6 what the contract gives away', () => {
  it.each(leaks.map((leak) => [leak.name, leak] as const))('%s', async (_, leak) => {
    const { reader, change, where, reason } = leak
    const later = narrow.map((question) => ({
      ...question,
      url: question.url.replace('2031-01-02', '2026-06-01'),
    }))
    await fill(service, world(reader, 'a'))
    const before = await answers(service, later, authorizationOf(reader))
    await service.db.query({ text: change })
    const after = await answers(service, later, authorizationOf(reader))
    const found = differences(later, before, after)
    const tells = found.filter(({ name }) => where.test(name))
    expect(
      tells.length,
      `${reason}: it is not told any more, take it off the list`,
    ).toBeGreaterThan(0)
    expect(found.filter(({ name }) => !where.test(name)).map(shown)).toEqual([])
  })
})

/**
 * What the specification itself reveals of hidden things (target Z6), by name, each with its
 * reason. interference.test.ts shows that this is all; these tests, by which answers each is
 * revealed.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Principal } from './principals.ts'
import { narrow } from './twin-questions.ts'
import { idOf } from './twin-rows.ts'
import { world } from './twin-world.ts'
import {
  answers,
  authorizationOf,
  type Difference,
  differences,
  fill,
  openService,
  type Question,
  shown,
  type TwinService,
} from './twins.ts'

let service: TwinService
beforeAll(async () => {
  service = await openService()
  // The rows of the world have ids of their own; those of writes must come after them.
  const text = "select setval(pg_get_serial_sequence('alternative_email', 'id'), 100000)"
  await service.db.query({ text })
})
afterAll(() => service.close())

const write = (
  method: 'POST' | 'PATCH',
  url: string,
  payload: Record<string, string>,
): Question => ({
  ...{ name: `${method} ${url}`, method, url, payload },
})

/** A hidden thing that the specification reveals. */
interface Leak {
  name: string
  reason: string
  reader: Principal
  /** The change in the second database, which concerns nothing the reader may see. */
  change: string
  /** The answers that reveal it. */
  where: RegExp
  /** The request, where a write reveals it. */
  ask?: Question
}

/** B1: a trip's version counts what any member may see of it, and positions hold it. */
const hasVersions = /^query Changes/

/** B3: a tag follows from the version, which all members may read: nothing else may differ. */
function isTag({ name, a, b }: Difference): boolean {
  const withoutTag = (text: string) => text.replace(/\["etag","\\"[\w-]+\\""\]/, '')
  return /^GET \/v[12]\/trips?\b/.test(name) && withoutTag(a) === withoutTag(b)
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
    where:
      /^GET \/v[12]\/trips\?(deleted=true&)?updatedSince|^\{ trip\(id: 2\)|^\{ trips\(first: \d\)/,
  },
  {
    name: 'a child changes with its hidden emails',
    reason: '1.8: updatedSince of children counts related emails',
    reader: 'vera',
    change: "update email set subject = 'Seat' where hosting_id = 11",
    where:
      /^GET \/v[12]\/trip\/1\/hostings\?(.*&)?updatedS|^\{ trip\(id: 1\)|^\{ trips\(first: \d\)/,
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
  {
    name: 'that an email of that id exists',
    reason: '7: a move is 403 for an email of somebody else, and 404 for one that is not there',
    reader: 'stan',
    change: `insert into email (id, owner_id, unique_parser_identifier, message_key)
      values (900, ${idOf('zoe')}, 'imap:900', '900')`,
    ask: write('PATCH', '/v1/automation/emails/900', { subject: 'x' }),
    where: /^PATCH/,
  },
  {
    name: 'that an object carries something hidden',
    reason:
      '12.3: a move is 403 where the object has a price, or anything attached, and 200 if not',
    reader: 'may eg',
    change: "update activity set price = null, currency = '' where id = 11",
    ask: write('PATCH', '/v1/trip/1/activity/11', { update_trip: '2' }),
    where: /^PATCH/,
  },
  {
    name: 'that somebody has registered an address',
    reason: '7: adding an address that anybody has is invalid_already_registered',
    reader: 'stan',
    change: `insert into alternative_email (id, user_id, email, hash)
      values (900, ${idOf('zoe')}, 'zoe@work.example', 'h900')`,
    ask: write('POST', '/v1/emails/add', { email: 'zoe@work.example' }),
    where: /^POST/,
  },
]

describe('Z6 leaks that the specification has', () => {
  it.each(leaks.map((leak) => [leak.name, leak] as const))('%s', async (_, leak) => {
    const { reader, change, where, reason, ask } = leak
    const later = narrow.map((question) => ({
      ...question,
      url: question.url.replace('2021-01-02', '2026-06-01'),
    }))
    const asked = ask ? [ask] : later
    await fill(service, world(reader, 'a'))
    const before = await answers(service, asked, authorizationOf(reader))
    // A write has changed something already.
    if (ask) await fill(service, world(reader, 'a'))
    await service.db.query({ text: change })
    const after = await answers(service, asked, authorizationOf(reader))
    const found = differences(asked, before, after)
    const tells = found.filter(({ name }) => where.test(name))
    expect(
      tells.length,
      `${reason}: nothing reveals it any more, remove it from the list`,
    ).toBeGreaterThan(0)
    const isByVersion = (one: Difference) => !ask && (hasVersions.test(one.name) || isTag(one))
    const unknown = found.filter((one) => !where.test(one.name) && !isByVersion(one))
    expect(unknown.map(shown)).toEqual([])
  })
})

/**
 * The writable fields of children with their defaults, nulls (test/spec/01.2) and limits.
 */
import { describe, expect, it } from 'vitest'
import { as } from '../client.ts'
import {
  byList,
  fromTrip,
  type KindCase,
  limits,
  path,
  refused,
  samples,
} from '../itinerary.cases.ts'
import { cast, trip as newTrip, type Rights } from '../world.ts'
import { member } from './persons.ts'

/** `?fields=` with every writable field of the kind. */
function all(kind: KindCase): string {
  return `?fields=${kind.fields.map(({ name }) => name).join(',')}`
}

/** A trip with one object of the kind, and a member with the given rights. */
async function stage(kind: KindCase, body: object = {}, rights: Rights = {}) {
  const world = await cast()
  const nina = await member(world.trip.id, rights)
  const list = path('v1', kind, world.trip.id)
  const made = await as(world.ed).post(list, { ...kind.least, ...body })
  return { ...world, nina, list, made, one: path('v1', kind, world.trip.id, made.json.id) }
}

/** A body with the same value in every named field. */
function every(names: readonly string[], value: unknown): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, value]))
}

describe.each(byList)('2 writable fields of %s', (_, kind) => {
  it('fields that were not sent have their defaults', async () => {
    const { ed, one } = await stage(kind)
    const { json } = await as(ed).get(one + all(kind))
    expect(json).toEqual(
      Object.fromEntries(
        kind.fields.map(({ name, initial }) => [
          name,
          initial === fromTrip ? 'Europe/Lisbon' : initial,
        ]),
      ),
    )
  })

  it('a create stores every writable field and returns it as sent', async () => {
    const { ed, list } = await stage(kind)
    const made = await as(ed).post(list, samples(kind))
    expect([made.status, Object.keys(made.json)]).toEqual([201, kind.v1])
    const read = await as(ed).get(
      `${list.replace(kind.many, kind.one)}/${made.json.id}${all(kind)}`,
    )
    expect(read.json).toEqual(samples(kind))
    const shown = Object.entries(samples(kind)).filter(([name]) => kind.v1.includes(name))
    expect(made.json).toMatchObject(Object.fromEntries(shown))
  })

  it('an update stores every writable field and returns it as sent', async () => {
    const { ed, one } = await stage(kind)
    const changed = await as(ed).patch(one, samples(kind))
    expect([changed.status, Object.keys(changed.json)]).toEqual([200, kind.v1])
    expect((await as(ed).get(one + all(kind))).json).toEqual(samples(kind))
  })

  it('PUT behaves like PATCH: omitted fields stay unchanged (1.2)', async () => {
    const { ed, one } = await stage(kind, samples(kind))
    expect((await as(ed).put(one, { name: 'only this' })).status).toBe(200)
    expect((await as(ed).get(one + all(kind))).json).toEqual({
      ...samples(kind),
      name: 'only this',
    })
  })

  it('a request without a body counts as {} (1.2)', async () => {
    const { ed, one, made } = await stage(kind, samples(kind))
    const answer = await as(ed).patch(one)
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual({ ...made.json, updated_at: expect.any(String) })
  })

  it('null clears a field, or restores its default (1.2)', async () => {
    const { ed, one } = await stage(kind, samples(kind))
    const clearable = kind.fields.filter(
      ({ cleared, form }) => cleared !== refused && form !== 'users',
    )
    const names = clearable.map(({ name }) => name)
    const answer = await as(ed).patch(one, every(names, null))
    expect(answer.status).toBe(200)
    expect((await as(ed).get(`${one}?fields=${names}`)).json).toEqual(
      Object.fromEntries(clearable.map(({ name, cleared }) => [name, cleared])),
    )
  })

  it('null on a boolean or on a required field is a validation error (1.2)', async () => {
    const { ed, list, one } = await stage(kind)
    const names = kind.fields.filter(({ cleared }) => cleared === refused).map(({ name }) => name)
    const validationErrors = every(names, ['This field may not be null.'])
    for (const answer of [
      await as(ed).patch(one, every(names, null)),
      await as(ed).post(list, every(names, null)),
    ])
      expect([answer.status, answer.json]).toEqual([400, validationErrors])
  })

  it('unknown and read-only fields in a body are ignored (1.2, Z4)', async () => {
    const { ed, olga, stan, list, one, made } = await stage(kind)
    const other = await newTrip(olga, {})
    const foreign = {
      id: 1,
      owner: stan.id,
      owner_id: stan.id,
      trip: other.id,
      trip_id: other.id,
      emails: [{}],
      created_at: '2000-01-01T00:00:00Z',
      updated_at: '2000-01-01T00:00:00Z',
      ownerId: stan.id,
      changed_at: '2000-01-01T00:00:00Z',
      deleted_at: '2000-01-01T00:00:00Z',
      nonsense: { a: [1] },
    }
    const changed = await as(ed).patch(one, foreign)
    expect(changed.json).toEqual({ ...made.json, updated_at: expect.stringMatching(/^20[2-9]/) })
    const created = await as(ed).post(list, { ...kind.least, ...foreign })
    expect(created.json).toEqual({
      ...made.json,
      id: expect.any(Number),
      created_at: expect.stringMatching(/^20[2-9]/),
      updated_at: expect.stringMatching(/^20[2-9]/),
    })
    expect(created.json.id).toBeGreaterThan(made.json.id)
  })
})

describe.each(byList)('1.12 limits of %s', (_, kind) => {
  const limited = kind.fields.filter(
    ({ form, name }) => limits[form] !== undefined && name !== 'provider_document',
  )
  const long = (more: number) =>
    Object.fromEntries(
      limited.map(({ name, form }) => [name, 'x'.repeat((limits[form] ?? 0) + more)]),
    )

  it('texts of exactly the limit are stored', async () => {
    const { ed, one } = await stage(kind)
    expect((await as(ed).patch(one, long(0))).status).toBe(200)
    const names = limited.map(({ name }) => name)
    expect((await as(ed).get(`${one}?fields=${names}`)).json).toEqual(long(0))
  })

  it('longer texts are 400, all fields together, and nothing is stored', async () => {
    const { ed, list, one, made } = await stage(kind)
    const validationErrors = Object.fromEntries(
      limited.map(({ name, form }) => [
        name,
        [`Ensure this field has no more than ${limits[form]} characters.`],
      ]),
    )
    const changed = await as(ed).patch(one, long(1))
    expect([changed.status, changed.json]).toEqual([400, validationErrors])
    expect((await as(ed).get(one)).text).toBe(made.text)
    const created = await as(ed).post(list, long(1))
    expect([created.status, created.json]).toEqual([400, validationErrors])
  })

  it('characters are counted, not bytes', async () => {
    const { ed, one } = await stage(kind)
    const answer = await as(ed).patch(one, { name: 'ž'.repeat(255) })
    expect([answer.status, answer.json.name]).toEqual([200, 'ž'.repeat(255)])
  })
})

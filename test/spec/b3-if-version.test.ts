/** B3: mutations that only happen while their object has a version. */
import { describe, expect, it } from 'vitest'
import { as } from '../client.ts'
import { insertDocument } from '../documents.ts'
import { insertEmail } from '../sync.ts'
import { cast, type Person } from '../world.ts'
import { allKinds } from './kinds.ts'

type Variables = Record<string, unknown>

/** What a mutation answers: its code and the version of now, or undefined for a success. */
async function refusal(person: Person, mutation: string, variables: Variables = {}) {
  const { errors } = await as(person).graphql(mutation, variables)
  const [error] = errors as { message: string; extensions: { code: string; version?: number } }[]
  return error && { code: error.extensions.code, version: error.extensions.version }
}

async function value<T>(person: Person, query: string): Promise<T> {
  const { data, errors } = await as(person).graphql(query)
  expect(errors).toEqual([])
  return data as T
}

const tripVersion = async (person: Person, id: number) =>
  (await value<{ trip: { version: number } }>(person, `{ trip(id: ${id}) { version } }`)).trip
    .version

describe('B3 ifVersion of trips', () => {
  it('ed writes with the version he has seen; with it again he gets CONFLICT and the new one', async () => {
    const { ed, trip } = await cast()
    const seen = await tripVersion(ed, trip.id)
    const rename = (name: string, version: number) =>
      refusal(
        ed,
        `mutation { updateTrip(id: ${trip.id}, input: { name: "${name}" },
        ifVersion: ${version}) { id } }`,
      )
    expect(await rename('First', seen)).toBeUndefined()
    const now = await tripVersion(ed, trip.id)
    expect(now).toBeGreaterThan(seen)
    expect(await rename('Second', seen)).toEqual({ code: 'CONFLICT', version: now })
    expect((await as(ed).get(`/v1/trips/${trip.id}`)).json.name).toBe('First')
    expect(await tripVersion(ed, trip.id)).toBe(now)
  })

  it('olga deletes a trip that has changed since: CONFLICT, and it stays', async () => {
    const { olga, ed, trip } = await cast()
    const seen = await tripVersion(olga, trip.id)
    await as(ed).post(`/v1/trip/${trip.id}/activities`, { name: 'Walk' })
    const remove = `mutation ($v: Int) { deleteTrip(id: ${trip.id}, ifVersion: $v) }`
    expect(await refusal(olga, remove, { v: seen })).toMatchObject({ code: 'CONFLICT' })
    expect((await as(olga).get(`/v1/trips/${trip.id}`)).status).toBe(200)
    expect(await refusal(olga, remove, { v: await tripVersion(olga, trip.id) })).toBeUndefined()
  })

  it('a null version sets no condition: ed writes', async () => {
    const { ed, trip } = await cast()
    const rename = `mutation ($v: Int) {
      updateTrip(id: ${trip.id}, input: { name: "Any" }, ifVersion: $v) { id } }`
    expect(await refusal(ed, rename, { v: null })).toBeUndefined()
  })

  it('a write that is refused anyway is refused as ever', async () => {
    const { vera, ed, stan, trip } = await cast()
    const rename = (person: Person, input = '{ name: "X" }') =>
      refusal(
        person,
        `mutation { updateTrip(id: ${trip.id}, input: ${input}, ifVersion: 1) { id } }`,
      )
    expect(await rename(vera)).toEqual({ code: 'FORBIDDEN', version: undefined })
    expect(await rename(stan)).toEqual({ code: 'NOT_FOUND', version: undefined })
    const long = `{ name: "${'x'.repeat(300)}" }`
    expect(await rename(ed, long)).toEqual({ code: 'BAD_USER_INPUT', version: undefined })
  })
})

describe.each(allKinds)('B3 ifVersion of $one', (kind) => {
  it('ed changes and deletes it only at the version that it has', async () => {
    const { ed, trip } = await cast()
    const { json } = await as(ed).post(`/v1/trip/${trip.id}/${kind.many}`, kind.least)
    const type = kind.one.charAt(0).toUpperCase() + kind.one.slice(1)
    const seen = async () => {
      const list = `${kind.many} { results { version } }`
      type Found = { trip: Record<string, { results: { version: number }[] }> }
      const found = await value<Found>(ed, `{ trip(id: ${trip.id}) { ${list} } }`)
      return found.trip[kind.many]?.results[0]?.version as number
    }
    const place = `tripId: ${trip.id}, id: ${json.id}, ifVersion: $v`
    const update = `mutation ($v: Int, $input: ${type}Input!) {
      update${type}(${place}, input: $input) { version } }`
    const remove = `mutation ($v: Int) { delete${type}(${place}) }`
    const input = kind.one === 'expense' ? { title: 'Changed' } : { name: 'Changed' }
    const first = await seen()
    expect(await refusal(ed, update, { v: first, input })).toBeUndefined()
    const second = await seen()
    expect(second).toBeGreaterThan(first)
    const conflict = { code: 'CONFLICT', version: second }
    expect(await refusal(ed, update, { v: first, input })).toEqual(conflict)
    expect(await refusal(ed, remove, { v: first })).toEqual(conflict)
    expect(await seen()).toBe(second)
    expect(await refusal(ed, remove, { v: second })).toBeUndefined()
  })
})

describe('B3 ifVersion of other objects with a version', () => {
  it('documents: rename at the parent stays unconditional, change and removal take one', async () => {
    const { olga, ed, trip } = await cast()
    const id = await insertDocument(olga, { trip_id: trip.id })
    const update = `mutation ($v: Int) {
      updateDocument(id: ${id}, input: { title: "New" }, ifVersion: $v) { version } }`
    const remove = `mutation ($v: Int) {
      removeDocument(tripId: ${trip.id}, id: ${id}, ifVersion: $v) }`
    const wrong = await refusal(ed, update, { v: 0 })
    expect(wrong?.code).toBe('CONFLICT')
    const v = wrong?.version
    expect(await refusal(ed, update, { v })).toBeUndefined()
    expect((await refusal(ed, remove, { v }))?.code).toBe('CONFLICT')
    expect(await refusal(ed, remove, { v: (v as number) + 1 })).toBeUndefined()
  })

  it('emails of the inbox: a change and a deletion', async () => {
    const { olga } = await cast()
    const id = await insertEmail(olga, {})
    const update = `mutation ($v: Int) {
      updateEmail(id: ${id}, input: { subject: "New" }, ifVersion: $v) { id } }`
    const remove = `mutation ($v: Int) { deleteEmail(id: ${id}, ifVersion: $v) { __typename } }`
    const wrong = await refusal(olga, update, { v: 0 })
    expect(wrong?.code).toBe('CONFLICT')
    expect(await refusal(olga, update, { v: wrong?.version })).toBeUndefined()
    const again = await refusal(olga, remove, { v: wrong?.version })
    expect(again?.code).toBe('CONFLICT')
    expect(await refusal(olga, remove, { v: again?.version })).toBeUndefined()
  })

  it("somebody else's email, or none, reveals no version", async () => {
    const { olga, stan } = await cast()
    const id = await insertEmail(olga, {})
    for (const one of [id, 2_000_000_000]) {
      const remove = `mutation { deleteEmail(id: ${one}, ifVersion: 1) { __typename } }`
      expect(await refusal(stan, remove)).toEqual({ code: 'CONFLICT', version: undefined })
    }
  })

  it('rights and removal of a member', async () => {
    const { olga, vera, trip } = await cast()
    const set = `mutation ($v: Int) { setPermissions(tripId: ${trip.id}, userId: ${vera.id},
      input: { canEdit: true }, ifVersion: $v) { id } }`
    const remove = `mutation ($v: Int) {
      removeCollaborator(tripId: ${trip.id}, userId: ${vera.id}, ifVersion: $v) { __typename } }`
    const wrong = await refusal(olga, set, { v: 0 })
    expect(wrong?.code).toBe('CONFLICT')
    expect(await refusal(olga, set, { v: wrong?.version })).toBeUndefined()
    const again = await refusal(olga, remove, { v: wrong?.version })
    expect(again?.code).toBe('CONFLICT')
    expect(await refusal(olga, remove, { v: again?.version })).toBeUndefined()
  })

  it('a category and the profile have a version', async () => {
    const { olga } = await cast()
    const { createCategory } = await value<{ createCategory: { id: number; version: number } }>(
      olga,
      'mutation { createCategory(input: { name: "Diving" }) { id version } }',
    )
    const { id, version } = createCategory
    const update = `mutation ($v: Int) {
      updateCategory(id: ${id}, input: { name: "Deep" }, ifVersion: $v) { id } }`
    expect(await refusal(olga, update, { v: version })).toBeUndefined()
    expect((await refusal(olga, update, { v: version }))?.code).toBe('CONFLICT')
    const { me } = await value<{ me: { version: number } }>(olga, '{ me { version } }')
    const profile = `mutation ($v: Int) {
      updateMe(input: { timezone: "Europe/Rome" }, ifVersion: $v) { version } }`
    expect(await refusal(olga, profile, { v: me.version })).toBeUndefined()
    expect((await refusal(olga, profile, { v: me.version }))?.code).toBe('CONFLICT')
  })
})

/** B1: what changes at the same time gets versions that agree with each other. */
import { describe, expect, it } from 'vitest'
import { as, type ClientAnswer } from '../../client.ts'
import { insertDocument, link } from '../../documents.ts'
import { byWord, path } from '../../itinerary.cases.ts'
import { file, flight, stay } from '../../mail/parsed-messages.ts'
import { collaboratorOf } from '../../spec/collaborators.ts'
import { waiting } from '../../spec/emails.ts'
import { befriend, remove, request } from '../../spec/favorites.ts'
import { insertEmail } from '../../sync.ts'
import { allRights, cast, db, join, trip as newTrip, type Person } from '../../world.ts'
import { misplaced } from './consistent.ts'
import { parallel } from './parallel.ts'

const many = 20
const rounds = 5

/** None of them failed for the reasons of the database. */
function expectAnswers(answers: readonly { status: number }[]): void {
  for (const { status } of answers) expect(status).toBeLessThan(500)
}

const restoring = (kind: string, id: number) => ({
  query: `mutation { restore(kind: ${kind}, id: ${id}) }`,
})

const accountVersion = async ({ id }: Person) => {
  const text = 'select version from account where id = $1'
  const [row] = await db.query<{ version: number }>({ text, values: [id] })
  return row?.version ?? 0
}

describe('B1 items', () => {
  it.each(byWord)('%s: moves, and writes in both trips', async (_, kind) => {
    const { olga, ed, trip } = await cast()
    const other = await newTrip(olga)
    await join(other.id, ed, allRights)
    const made = await parallel(6, (index) =>
      as(olga).post(path('v1', kind, index % 2 ? trip.id : other.id), kind.least),
    )
    for (let round = 0; round < rounds; round += 1) {
      const [to, from] = round % 2 ? [trip.id, other.id] : [other.id, trip.id]
      const answers = await parallel(many, (index) => {
        const id = made[index % made.length]?.json.id
        if (index % 5 === 4) return as(ed).post(path('v1', kind, index % 2 ? to : from), kind.least)
        const one = path('v1', kind, index % 3 ? from : to, id)
        const body = index % 3 === 1 ? { update_trip: to } : { sort_order: index }
        return as(index % 2 ? olga : ed).patch(one, body)
      })
      expectAnswers(answers)
    }
    expect(await misplaced([trip.id, other.id])).toEqual([])
  })

  it.each(byWord)('%s: deleted and restored, while what it carries is edited', async (_, kind) => {
    const { olga, ed, trip } = await cast()
    const { id } = (await as(olga).post(path('v1', kind, trip.id), kind.least)).json
    const home = path('v1', kind, trip.id, id)
    const column = `${kind.one}_id`
    const document = await insertDocument(olga, { [column]: id })
    const other = await insertDocument(olga, { trip_id: trip.id })
    const email = await insertEmail(olga, { [column]: id })
    const inbox = await waiting(olga)
    for (let round = 0; round < rounds; round += 1) {
      const writes: ((turn: number) => Promise<ClientAnswer>)[] = [
        () => as(olga).delete(home),
        (turn) => as(ed).patch(`/v1/documents/${document}`, { title: `Voucher ${turn}` }),
        (turn) => as(olga).patch(`/v1/automation/emails/${email}`, { subject: `Mail ${turn}` }),
        () => as(ed).post(`/v1/trip/${trip.id}/${kind.one}/${id}/documents`, link),
        () => as(ed).patch(`/v1/documents/${other}`, { [column]: id }),
        () => as(olga).patch(`/v1/automation/emails/${inbox}`, { [column]: id }),
        () => as(ed).post('/graphql', restoring(kind.one.toUpperCase(), id)),
      ]
      expectAnswers(
        await parallel(many, (index) =>
          (writes[index % writes.length] as (typeof writes)[0])(index),
        ),
      )
      expect(await misplaced([trip.id])).toEqual([])
    }
  })
})

describe('B1 people', () => {
  it('a member is removed, invited again and assigned', async () => {
    const { olga, ed, vera, trip } = await cast()
    const items = await Promise.all(
      byWord.map(async ([, kind]) => {
        const { json } = await as(olga).post(path('v1', kind, trip.id), kind.least)
        return path('v1', kind, trip.id, json.id)
      }),
    )
    for (let round = 0; round < rounds; round += 1) {
      const answers = await parallel(many, async (index) => {
        if (index === 5) return as(olga).delete(collaboratorOf(trip, vera))
        if (index % 5 === 0) {
          await join(trip.id, vera, allRights)
          return as(vera).get(`/v1/trips/${trip.id}`)
        }
        const body = { assigned_users: [vera.id, ed.id] }
        return as(index % 2 ? olga : ed).patch(items[index % items.length] as string, body)
      })
      expectAnswers(answers)
      expect(await misplaced([trip.id])).toEqual([])
    }
    const assigned = `select from activity where trip_id = $1 and $2 = any (assigned_users)
      and not exists (select from member m where m.trip_id = $1 and m.user_id = $2)`
    expect(await db.query({ text: assigned, values: [trip.id, vera.id] })).toEqual([])
  })

  it('mutual favorites change name and address, and write in a trip of both', async () => {
    const { olga, ed, vera, trip } = await cast()
    await befriend(olga, ed)
    await befriend(ed, vera)
    await befriend(vera, olga)
    const before = await Promise.all([olga, ed, vera].map(accountVersion))
    for (let round = 0; round < rounds; round += 1) {
      const answers = await parallel(many, (index) => {
        const person = [olga, ed, vera][index % 3] as Person
        if (index % 4 === 3)
          return as(index % 8 === 3 ? olga : ed).post(`/v1/trip/${trip.id}/activities`, {})
        const name = `${person.username} ${round} ${index}`
        const email = `${person.username}.${round}.${index}@mail.example`
        return as(person).patch('/v1/me', index % 2 ? { name } : { name, email })
      })
      expectAnswers(answers)
    }
    const after = await Promise.all([olga, ed, vera].map(accountVersion))
    // Each has at least the own changes, and those of the two favorites.
    for (const [at, version] of after.entries()) {
      expect(version).toBeGreaterThan((before[at] as number) + rounds)
    }
    expect(await misplaced([trip.id])).toEqual([])
  })

  it('favorites end and begin while both sides change their names', async () => {
    const { olga, ed } = await cast()
    for (let round = 0; round < rounds; round += 1) {
      const [own] = await befriend(olga, ed)
      const rename = (index: number) =>
        as(index % 2 ? olga : ed).patch('/v1/me', { name: `Name ${round} ${index}` })
      const [answers] = await Promise.all([
        parallel(8, rename),
        remove(olga, own.id),
        request(ed, olga.email),
        request(olga, ed.email),
      ])
      expectAnswers(answers)
    }
  })

  it('messages arrive and leave the inbox while their owner changes name and keys', async () => {
    const { olga, trip } = await cast()
    const login = { username: olga.username, password: olga.password }
    for (let round = 0; round < rounds; round += 1) {
      const inbox = await Promise.all([waiting(olga), waiting(olga), waiting(olga)])
      const keys = await Promise.all(
        [0, 1].map(async () => (await as(olga).post('/v1/auth/login/', login)).json.key),
      )
      const [answers] = await Promise.all([
        parallel(12, (index) => {
          const email = `/v1/automation/emails/${inbox[index % 3]}`
          if (index % 4 === 0) return as(olga).patch('/v1/me', { name: `Olga ${round} ${index}` })
          if (index % 4 === 1) return as(olga).patch(email, { trip_id: trip.id })
          if (index % 4 === 2) return as(olga).delete(email)
          return as({ key: keys[index % 2] as string }).post('/v1/auth/logout/', {})
        }),
        file(olga, [flight({ code: `F${round}` })]),
        file(olga, [stay({ code: `S${round}` })]),
      ])
      expectAnswers(answers)
    }
    expect(await misplaced([trip.id])).toEqual([])
  })
})

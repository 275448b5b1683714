/** B4: writes of the hot path with a key are one statement, which also keeps the answer. */
import { describe, expect, it } from 'vitest'
import { as, type ClientAnswer } from '../../client.ts'
import { meanwhile } from '../../meanwhile.ts'
import { statementsOf } from '../../rest-facade/statements.ts'
import { favorite } from '../../spec/invitations.ts'
import { isReplayed, withKey } from '../../spec/keyed.ts'
import { narrowed } from '../../spec/keys.ts'
import { allKinds, kindsWithEmails } from '../../spec/kinds.ts'
import { one } from '../../spec/persons.ts'
import { insertEmail } from '../../sync.ts'
import { cast, db, type Person } from '../../world.ts'
import { rowOf } from '../permissions/stage.ts'

type Send = (key: Record<string, string>) => Promise<ClientAnswer>

/** Sends it without a key, which is a different request, with one, and again. */
async function counted(send: Send) {
  let answer: ClientAnswer | undefined
  const counts: number[] = []
  const key = withKey()
  for (const headers of [key, key]) {
    const { statements } = await statementsOf(async () => {
      const before = answer
      answer = await send(headers)
      expect(answer.status, answer.text).toBeLessThan(300)
      if (before) expect(answer).toMatchObject({ status: before.status, text: before.text })
      expect(isReplayed(answer)).toBe(before !== undefined)
    })
    counts.push(statements.length)
  }
  return { counts, json: answer?.text ? answer.json : undefined }
}

const keptFor = ({ id: accountId }: Person) =>
  db.prisma.idempotencyKey.findMany({ where: { accountId }, orderBy: { createdAt: 'asc' } })

describe('B4 the hot path', () => {
  it.each(allKinds)(
    'ed’s $one: a create, a change and a delete take no additional statement',
    async (kind) => {
      const { ed, trip } = await cast()
      const { one, many, least, change } = kind
      const list = `/v1/trip/${trip.id}/${many}`
      const at = (id: unknown) => `/v1/trip/${trip.id}/${one}/${id}`
      const { id } = (await as(ed).post(list, least)).json
      const plain = [
        await statementsOf(() => as(ed).post(list, least)),
        await statementsOf(() => as(ed).patch(at(id), change)),
        await statementsOf(() => as(ed).delete(at(id))),
      ]
      const made = await counted((key) => as(ed).post(list, least, key))
      const path = at(made.json?.id)
      const keyed = [
        made,
        await counted((key) => as(ed).patch(path, change, key)),
        await counted((key) => as(ed).delete(path, key)),
      ]
      expect(keyed.map(({ counts }) => counts[0])).toEqual(
        plain.map(({ statements }) => statements.length),
      )
      const kept = await keptFor(ed)
      expect(kept.map(({ answer }) => answer?.slice(0, 7))).toEqual(Array(3).fill('{"row":'))
    },
  )

  it('olga’s trips: a create, a change and a delete take one statement each', async () => {
    const { olga } = await cast()
    const body = { name: 'Porto', starts_at: '2031-05-01' }
    const made = await counted((key) => as(olga).post('/v1/trips', body, key))
    expect(made.counts[0]).toBe(2)
    const path = `/v1/trips/${made.json?.id}`
    expect((await counted((key) => as(olga).put(path, { name: 'Faro' }, key))).counts[0]).toBe(2)
    expect((await counted((key) => as(olga).delete(path, key))).counts[0]).toBe(2)
  })

  it('olga’s trip with guests takes several statements, and is made once', async () => {
    const { olga } = await cast()
    const fay = await one('fay')
    await favorite(olga, fay)
    const trips = () => db.prisma.trip.count({ where: { ownerId: olga.id } })
    const before = await trips()
    const body = { name: 'Porto', guest_invites: [{ user_id: fay.id, permissions: {} }] }
    await counted((key) => as(olga).post('/v1/trips', body, key))
    expect(await trips()).toBe(before + 1)
  })

  it('ed’s narrowed key, which hides prices, takes no additional statement', async () => {
    const { ed, trip } = await cast()
    const part = await narrowed(ed, { withheld: ['CAN_SEE_EXPENSES'] })
    const list = `/v1/trip/${trip.id}/activities`
    const { counts } = await counted((key) => as(part).post(list, { name: 'Walk' }, key))
    const plain = await statementsOf(() => as(part).post(list, { name: 'Walk' }))
    expect(counts[0]).toBe(plain.statements.length)
  })

  it('ed’s item with every value is answered again to the last digit', async () => {
    const { ed, trip } = await cast()
    const body = {
      ...{ name: '2031-01-02T09:00:00+00:00', price: 1234567.89, currency: 'EUR' },
      ...{ starts_at: '2031-04-19T10:00:00.123456Z', longitude: -9.1393366, latitude: 38.7222524 },
      ...{ description: '"\\ é 𝄞 \u0001', assigned_users: [ed.id], all_day: true },
    }
    await counted((key) => as(ed).post(`/v1/trip/${trip.id}/activities`, body, key))
    await counted((key) =>
      as(ed).post(`/v1/trip/${trip.id}/activities?fields=name,price`, body, key),
    )
    const query = /* GraphQL */ `
      mutation ($trip: Int!, $input: ActivityInput!) {
        a: createActivity(tripId: $trip, input: $input) {
          id when: startsAt until: endsAt price assignedUsers owner { id who: name }
          emails { id } version
        }
      }
    `
    const input = { name: body.name, price: body.price, startsAt: body.starts_at }
    const sent = { query, variables: { trip: trip.id, input } }
    await counted((key) => as(ed).post('/graphql', sent, key))
  })

  it('a known identifier is answered again as an empty 200', async () => {
    const { ed, trip } = await cast()
    const path = `/v1/trip/${trip.id}/activities`
    const body = { internal_identifier: 'known' }
    await as(ed).post(path, body)
    const { json } = await counted((key) => as(ed).post(path, body, key))
    expect(json).toBeUndefined()
  })

  it('emails, moves and conditions need a transaction to keep their answer', async () => {
    const { ed, olga, trip } = await cast()
    const list = `/v1/trip/${trip.id}/activities`
    const { id } = (await as(ed).post(list, { name: 'Walk' })).json
    const path = `/v1/trip/${trip.id}/activity/${id}`
    const email = await insertEmail(olga, { activity_id: id })
    const changed = await counted((key) => as(ed).patch(path, { name: 'Run' }, key))
    expect(changed.json?.emails).toMatchObject([{ id: email }])
    const tag = (await as(ed).get(path)).headers.etag ?? ''
    await counted((key) => as(ed).patch(path, { name: 'Swim' }, { ...key, 'if-match': tag }))
    const query = `mutation { updateTrip(id: ${trip.id}, input: { name: "x" }) {
      id activities(first: 9) { results { name } } } }`
    await counted((key) => as(ed).post('/graphql', { query }, key))
    const kept = await keptFor(ed)
    expect(kept.map(({ answer }) => answer?.slice(0, 8))).toEqual(Array(3).fill('{"data":'))
  })

  it.each(kindsWithEmails)(
    'a creator of $many who has left is shown as the first time',
    async (kind) => {
      const { ed, vera, trip } = await cast()
      const id = await rowOf(kind, trip.id, vera)
      const setJoined = (joined: boolean) =>
        db.prisma.member.updateMany({
          where: { tripId: trip.id, userId: vera.id },
          data: { joined },
        })
      const friends = { userId: ed.id, favoriteUserId: vera.id, email: vera.email, pending: false }
      const path = `/v1/trip/${trip.id}/${kind.one}/${id}`
      const twice = async (meanwhile: () => Promise<unknown>) => {
        const key = withKey()
        const first = await as(ed).patch(path, kind.change, key)
        await meanwhile()
        const again = await as(ed).patch(path, kind.change, key)
        expect([isReplayed(again), again.text]).toEqual([true, first.text])
        return first.json.owner
      }
      await setJoined(false)
      expect(await twice(() => setJoined(true))).toMatchObject({ email: '' })
      await setJoined(false)
      await db.prisma.favorite.create({ data: friends })
      const forget = () => db.prisma.favorite.deleteMany({ where: { userId: ed.id } })
      expect(await twice(forget)).toMatchObject({ email: vera.email })
      expect((await keptFor(ed)).map(({ answer }) => answer?.slice(0, 8))).toEqual([
        '{"data":',
        '{"data":',
      ])
    },
  )

  it.each([true, false])(
    'prices are repeated as first shown to a caller whose right to see them has become %s',
    async (sees) => {
      const { olga, ed, trip } = await cast()
      const list = `/v1/trip/${trip.id}/activities`
      const { id } = (await as(olga).post(list, { name: 'Walk', price: 9 })).json
      const set = (value: boolean) => ({
        text: 'update member set can_see_expenses = $1 where trip_id = $2 and user_id = $3',
        values: [value, trip.id, ed.id],
      })
      const writes = [
        (key: object) =>
          as(ed).patch(`/v1/trip/${trip.id}/activity/${id}`, { name: 'Run' }, { ...key }),
        (key: object) => as(ed).post(list, { name: 'Swim' }, { ...key }),
      ]
      for (const write of writes) {
        await db.query(set(!sees))
        const key = withKey()
        const first = await meanwhile(() => write(key), { before: /key_free/, change: set(sees) })
        const again = await write(key)
        expect([isReplayed(again), again.text]).toEqual([true, first.text])
        expect('price' in first.json).toBe(sees)
      }
    },
  )

  it('a kept answer stays when its item is changed, given emails, or deleted', async () => {
    const { ed, olga, trip } = await cast()
    const key = withKey()
    const list = `/v1/trip/${trip.id}/activities`
    const send = () => as(ed).post(list, { name: 'Walk', price: 3 }, key)
    const first = await send()
    const path = `/v1/trip/${trip.id}/activity/${first.json.id}`
    const steps = [
      () => as(olga).patch(path, { name: 'Run' }),
      () => insertEmail(olga, { activity_id: first.json.id }),
      () => as(ed).patch('/v1/me', { name: 'Edward' }),
      () => as(olga).delete(path),
    ]
    for (const step of steps) {
      await step()
      expect(await send()).toMatchObject({ status: 201, text: first.text })
    }
  })
})

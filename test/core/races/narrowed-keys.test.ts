/** B4: requests of a key that an operator narrows while they run. */
import { describe, expect, it } from 'vitest'
import { as, type ClientAnswer } from '../../client.ts'
import { meanwhile } from '../../meanwhile.ts'
import { isReplayed, withKey } from '../../spec/keyed.ts'
import { type KeyInput, narrowKey, newKey } from '../../spec/keys.ts'
import { cast, db, type Person } from '../../world.ts'
import { holdTrip, oneWaits } from './parallel.ts'

type Cast = Awaited<ReturnType<typeof cast>>

/** An expense, by the hot path, and by a transaction. */
const ways = {
  'POST of an expense': (trip: number) => ({
    path: `/v1/trip/${trip}/expenses`,
    body: { title: 'Taxi', price: 77 },
  }),
  'mutation of two fields': (trip: number) => ({
    path: '/graphql',
    body: {
      query: `mutation {
        a: createExpense(tripId: ${trip}, input: { title: "Taxi", price: 77 }) { price }
        b: updateTrip(id: ${trip}, input: { name: "Faro" }) { expenses { results { price } } } }`,
    },
  }),
}

const keys: Record<string, (trip: number) => KeyInput> = {
  'a full key': () => ({}),
  'a key of one trip': (trip) => ({ trips: [trip] }),
}

const cases = Object.keys(ways).flatMap((way) => Object.keys(keys).map((key) => [way, key]))

/** A key of olga's, and how it sends one request again and again. */
async function sender({ olga, trip }: Cast, way: string, which: string) {
  const { key, info } = await newKey(olga, keys[which]?.(trip.id) ?? {})
  const { path, body } = ways[way as keyof typeof ways](trip.id)
  const once = withKey()
  return {
    send: () => as({ key }).post(path, body, once),
    named: { email: olga.email, id: info.id },
  }
}

const expensesOf = async ({ id }: Person, trip: number) =>
  db.prisma.expense.count({ where: { tripId: trip, ownerId: id } })

describe('B4 a key that is narrowed while a request runs', () => {
  it.each(cases)('a %s by %s is neither done again nor answered again', async (way, which) => {
    const people = await cast()
    const { olga, trip } = people
    const { send, named } = await sender(people, way, which)
    const letGo = await holdTrip(trip.id)
    const first = send()
    await oneWaits()
    const less = { ...named, trips: [trip.id], withheld: ['CAN_ADD_GUESTS'] }
    expect((await narrowKey(less)).errors).toEqual([])
    // Of two fields, a repetition may do the second one before the first request does.
    const second = way.startsWith('POST') ? send() : undefined
    await new Promise((resolve) => setTimeout(resolve, 100))
    await letGo()
    expect((await first).text).toContain('77')
    for (const again of [(await second) ?? (await send()), await send()]) {
      expect(again.text).toMatch(/permission/)
      expect(again.text).not.toContain('77')
      expect(isReplayed(again)).toBe(false)
    }
    expect(await expensesOf(olga, trip.id)).toBe(1)
  })

  it.each(Object.keys(ways))(
    'a %s that claims it later, with its old rights, is done once',
    async (way) => {
      const people = await cast()
      const { olga, trip } = people
      const { send, named } = await sender(people, way, 'a full key')
      const change = () => narrowKey({ ...named, trips: [trip.id] })
      const first = await meanwhile(send, { before: /insert into expense|idempotency_key/, change })
      expect(first.text).toContain('77')
      expect((await send()).text).toMatch(/permission/)
      expect(await expensesOf(olga, trip.id)).toBe(1)
    },
  )

  it.each(Object.keys(ways))('a %s that claims it after its repetition is refused', async (way) => {
    const people = await cast()
    const { olga, trip } = people
    const { send, named } = await sender(people, way, 'a full key')
    let second: ClientAnswer | undefined
    const change = async () => {
      await narrowKey({ ...named, trips: [trip.id] })
      second = await send()
    }
    const first = await meanwhile(send, { before: /insert into expense|idempotency_key/, change })
    expect(second?.text).toContain('77')
    expect(first.text).toMatch(/permission/)
    expect(isReplayed(await send())).toBe(true)
    expect(await expensesOf(olga, trip.id)).toBe(1)
  })
})

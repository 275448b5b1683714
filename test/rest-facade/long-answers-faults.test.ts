/** What ends a long answer early, and how many there may be at once (test/spec/01.3). */
import type { Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { longAnswer } from '../../rest-facade/long-answer.ts'
import { Refusal } from '../../src/base/errors.ts'
import { sizes } from '../../src/core/limits/read-budget.ts'
import type { Statement } from '../../src/outside/database/database.ts'
import { TimeShares } from '../../src/process/time-shares.ts'
import { Turnstile } from '../../src/process/turnstile.ts'
import { watchReader } from '../../src/surfaces/http/large-answers.ts'
import { as } from '../client.ts'
import { one } from '../spec/persons.ts'
import { insert, insertEmail } from '../sync.ts'
import { cast, db, join, type Person, premium } from '../world.ts'
import { appWith, nothingInHand, type Watch } from './long-answers.ts'

const opened: Awaited<ReturnType<typeof appWith>>[] = []
afterEach(() => Promise.all(opened.splice(0).map(({ close }) => close())))

/** Parts of one row each. */
async function inParts(watch?: Watch) {
  const parts = await appWith({ small: 0, part: 1 }, watch)
  opened.push(parts)
  return parts
}

async function withTrips(count: number): Promise<{ olga: Person; trips: number[] }> {
  const olga = await one('olga')
  await premium(olga, true)
  return { olga, trips: await insert('trip', { owner_id: olga.id }, count) }
}

/** Calls `act` before the list is read for the `nth` time. */
function atReading(nth: number, act: () => Promise<unknown>): Watch {
  let read = 0
  return {
    async before({ text }) {
      if (!text.includes('"listBytes"')) return
      read += 1
      if (read === nth) await act()
    },
  }
}

describe('1.3 an answer that cannot be completed is cut off, never complete and wrong', () => {
  const lost = async () => {
    throw new Refusal('SERVICE_UNAVAILABLE', { retryAfter: 5 })
  }

  it('the connection is destroyed when the database fails in the middle', async () => {
    const { olga } = await withTrips(6)
    const { send, large } = await inParts(atReading(5, lost))
    await expect(send(olga, { url: '/v1/trips' })).rejects.toThrow('destroyed')
    await nothingInHand(large)
  })

  it('the answer is 503 when the database fails before the first part', async () => {
    const { olga } = await withTrips(6)
    const { send, large } = await inParts(atReading(2, lost))
    expect(await send(olga, { url: '/v1/trips' })).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5' },
    })
    await nothingInHand(large)
  })

  it('the answer is cut off when access ends in the middle', async () => {
    const { vera, olga, trip } = await cast()
    await insert('hosting', { trip_id: trip.id, owner_id: olga.id, name: 'Casa' }, 6)
    const leave = () =>
      db.query({
        text: 'delete from member where trip_id = $1 and user_id = $2',
        values: [trip.id, vera.id],
      })
    const { send, large } = await inParts(atReading(5, leave))
    const url = `/v1/trip/${trip.id}/hostings`
    await expect(send(vera, { url })).rejects.toThrow('destroyed')
    await nothingInHand(large)
    await join(trip.id, vera)
    expect((await send(vera, { url })).status).toBe(200)
  })

  it('the answer is cut off when the key is revoked in the middle', async () => {
    const { olga } = await withTrips(6)
    const revoke = () => as(olga).post('/auth/logout/')
    const { send } = await inParts(atReading(5, revoke))
    await expect(send(olga, { url: '/v1/trips' })).rejects.toThrow('destroyed')
  })

  it('the answer is cut off when the trip is deleted while its emails are sent', async () => {
    const { olga, trips } = await withTrips(1)
    for (let made = 0; made < 4; made += 1) await insertEmail(olga, { trip_id: trips[0] })
    const text = 'update trip set deleted_at = now() where id = $1'
    const { send } = await inParts(atReading(5, () => db.query({ text, values: trips })))
    await expect(send(olga, { url: '/v1/trips' })).rejects.toThrow('destroyed')
  })
})

describe('1.3 a long answer is planned', () => {
  it('its rows are weighed once, and each slice is read once', async () => {
    const { olga, trips } = await withTrips(6)
    const [read, weighed]: [string[], string[]] = [[], []]
    const { send } = await inParts({
      before({ text }) {
        if (text.includes('"listBytes"')) read.push(text)
        if (text.includes('array_agg(c.id')) weighed.push(text)
      },
    })
    const { text } = await send(olga, { url: '/v1/trips' })
    expect(JSON.parse(text).results.map(({ id }: { id: number }) => id)).toEqual(trips)
    expect([read.length, weighed.length], 'the page, then each of its rows').toEqual([7, 1])
  })
})

describe('1.3 large answers at once', () => {
  it('a small answer never waits', async () => {
    const { olga } = await withTrips(3)
    const parts = await appWith({})
    opened.push(parts)
    const leave = await parts.large.enter('somebody', Number.POSITIVE_INFINITY)
    const other = await parts.large.enter('another', Number.POSITIVE_INFINITY)
    expect(await parts.send(olga, { url: '/v1/trips' })).toMatchObject({ status: 200 })
    const { data } = await parts.graphql(olga, '{ trips { count } }')
    expect(data).toEqual({ trips: { count: 3 } })
    leave()
    other()
  })

  it('a large answer waits for its slot without a statement, and holds one part at a time', async () => {
    const { olga } = await withTrips(5)
    const held: number[] = []
    const statements: string[] = []
    const parts = await appWith(
      { small: 0, part: 2_500 },
      {
        before({ text }) {
          statements.push(text)
          held.push(parts.large.load.inHand)
        },
      },
    )
    opened.push(parts)
    const leave = await parts.large.enter(`account ${olga.id}`, Number.POSITIVE_INFINITY)
    const answering = parts.send(olga, { url: '/v1/trips' })
    await expect.poll(() => parts.large.load.waiting).toBe(1)
    const before = statements.length
    leave()
    const { text } = await answering
    expect(JSON.parse(text).results).toHaveLength(5)
    expect(before, 'who asks, the list that does not fit, and its weights').toBe(3)
    expect(Math.max(...held.slice(before))).toBe(5_000)
    await nothingInHand(parts.large)
  })

  it('one account has one part in progress, however many answers it requests', async () => {
    const { olga } = await withTrips(4)
    let inHand = 0
    let most = 0
    // The first reading of each answer may take no bytes at all.
    const isPart = ({ text, values }: Statement) =>
      text.includes('"listBytes"') && values?.at(-1) !== 0
    const { send, large } = await inParts({
      async before(statement) {
        if (!isPart(statement)) return
        inHand += 1
        most = Math.max(most, inHand)
        await new Promise((resolve) => setTimeout(resolve, 2))
      },
      after(_, statement) {
        if (isPart(statement)) inHand -= 1
      },
    })
    const answers = Array.from({ length: 4 }, () => send(olga, { url: '/v1/trips' }))
    for (const { status } of await Promise.all(answers)) expect(status).toBe(200)
    expect(most).toBe(1)
    await nothingInHand(large)
  })

  it('a client that disconnects while its answer waits holds nothing', async () => {
    const turnstile = new Turnstile({ name: 'test', max: 10 })
    let runs = 0
    const slices = [1, 2, 3, 4].map((row) => ({ rows: [row], bytes: 1 }))
    const { stream } = await longAnswer({
      ...{ slices, frame: { results: [] }, turnstile, key: 'olga', watch: () => () => {} },
      ...{ sizes: { ...sizes, part: 1 }, shares: new TimeShares() },
      async run({ part }) {
        runs += 1
        const ids = part?.rows ?? []
        return { answer: { status: 200, body: { results: ids.map((id) => ({ id })) } }, ids }
      },
    })
    const taken = stream?.iterator()
    await taken?.next()
    const other = turnstile.enter('olga', 10)
    const rest = taken?.next().catch(() => 'ended')
    const leave = await other
    await expect.poll(() => turnstile.load.waiting).toBe(1)
    const before = runs
    stream?.destroy()
    leave()
    await rest
    await nothingInHand(turnstile)
    expect(runs, 'what nobody takes is not read').toBe(before)
  })

  it('a client that does not read is dropped; a slow, steady one only while others wait', async () => {
    const given: string[] = []
    const pace = { window: 5, bytes: 10, bytesInDemand: 100 }
    const outlet = (taken: () => number, writableLength: number) =>
      ({
        ...{ writableLength },
        _handle: {
          get bytesWritten() {
            return taken()
          },
          writeQueueSize: 0,
        },
      }) as unknown as Socket
    const steady = () => {
      let taken = 0
      return () => {
        taken += 50
        return taken
      }
    }
    const watch = (name: string, socket: Socket, waiting: number) =>
      watchReader(socket, () => void given.push(name), { load: { inHand: 1, waiting } }, pace)
    const ends = [
      watch(
        'still',
        outlet(() => 7, 100),
        0,
      ),
      watch(
        'done',
        outlet(() => 7, 0),
        1,
      ),
      watch('steady', outlet(steady(), 100), 0),
      watch('steady, while others wait', outlet(steady(), 100), 1),
    ]
    await expect.poll(() => new Set(given)).toEqual(new Set(['still', 'steady, while others wait']))
    for (const end of ends) end()
    expect(given).not.toContain('done')
    expect(given).not.toContain('steady')
  })
})

/** 17 Inbound mail: cancellations of one of several houses, in words that may mean another. */
import { describe, expect, it } from 'vitest'
import { as } from '../../client.ts'
import { cast } from '../../world.ts'
import { cancelled, file, flight, objectsIn, stay, whereIs } from '../parsed-messages.ts'

/** A house of one booking, with the people in it. */
const house = (name: string, people: string[] = [], start?: string) =>
  stay({
    provider: 'Agency',
    tickets: people.map((one) => ({ name: one })),
    ...(start && { start: { local: start } }),
    fields: { name },
  })
const cancels = (...given: Parameters<typeof house>) => ({ ...house(...given), isCancelled: true })

/** Files messages, each a day later than the one before; what is left, and why the last waits. */
async function leftAfter(...messages: ReturnType<typeof house>[][]) {
  const { olga, trip } = await cast()
  let id = 0
  for (const [at, message] of messages.entries()) {
    const date = new Date(Date.UTC(2031, 2, 1 + at)).toISOString()
    id = (await file(olga, message, { date })).id
  }
  const names = (await objectsIn(trip.id, 'hosting')).map(({ name }) => name)
  return { left: names, ...(await whereIs(id)) }
}

const both = [house('Casa do Largo'), house('Hotel Azul')]
const unclear = (name: string) =>
  `It is not clear which of your bookings the email cancels: H-4711, ${name}, 2031-04-18.`
const repeated = (name: string) =>
  `A cancellation of this booking has already been processed, and has left this: ${name}.`

describe('a cancellation in other words', () => {
  it('takes the only house of its number', async () => {
    const { left, filed } = await leftAfter([house('Casa do Largo')], [cancels('Guest house')])
    expect([left, filed]).toEqual([[], true])
  })

  it('takes none of two houses', async () => {
    const { left, filed, reason } = await leftAfter(both, [cancels('Guest house')])
    expect([left, filed]).toEqual([['Casa do Largo', 'Hotel Azul'], false])
    expect(reason).toBe(unclear('Guest house'))
  })

  it('takes none of a house that mail has filed, and of one that a person has entered', async () => {
    const { olga, trip } = await cast()
    await file(olga, [house('Casa do Largo')])
    const own = {
      name: 'Ours',
      starts_at: '2031-04-18T13:00:00Z',
      provider_reservation_code: 'H-4711',
    }
    await as(olga).post(`/v1/trip/${trip.id}/hostings`, own)
    await file(olga, [cancels('Guest house')])
    expect(await objectsIn(trip.id, 'hosting')).toHaveLength(2)
  })

  it.each(['Casa do Largo', 'Guest house'])(
    'takes nothing after the first house has been cancelled: %s',
    async (name) => {
      const { left, filed, reason } = await leftAfter(
        ...[both, [cancels('Casa do Largo, Lisboa')], [house('Hotel Azul')], [cancels(name)]],
      )
      expect([left, filed]).toEqual([['Hotel Azul'], false])
      expect(reason).toContain(repeated('Hotel Azul').slice(0, -1))
    },
  )

  it('takes the house of the people whom it names', async () => {
    const { left } = await leftAfter(
      [house('Casa do Largo', ['Ann Reis']), house('Hotel Azul', ['Bob Lind'])],
      [cancels('Blue House', ['Bob Lind'])],
    )
    expect(left).toEqual(['Casa do Largo'])
  })

  it('takes the house that no other cancellation of the message names', async () => {
    const { left } = await leftAfter(both, [cancels('Casa do Largo'), cancels('Blue House')])
    expect(left).toEqual([])
  })

  it('takes the rest of a house, of which another person was cancelled before', async () => {
    const { left, filed } = await leftAfter(
      [house('Hotel Azul', ['Ann Reis', 'Bob Lind'])],
      [cancels('Blue House', ['Bob Lind'])],
      [cancels('Blue House', ['Ann Reis'])],
    )
    expect([left, filed]).toEqual([[], true])
  })

  it('takes a house of another day than the one that was cancelled before', async () => {
    const later = '2031-04-20T14:00:00'
    const second = { ...house('Hotel Azul', [], later), end: { local: '2031-04-21T10:00:00' } }
    const { left, filed } = await leftAfter(
      [{ ...house('Casa do Largo'), end: { local: '2031-04-20T10:00:00' } }, second],
      [cancels('Casa do Largo')],
      [{ ...second, ...cancels('Blue House', [], later) }],
    )
    expect([left, filed]).toEqual([[], true])
  })

  it('takes a house whose flight, of the same number, was cancelled before', async () => {
    const trip = [flight({ code: 'H-4711', provider: 'Agency' }), house('Hotel Azul')]
    const { left, filed } = await leftAfter(
      ...[trip, [cancelled(flight({ code: 'H-4711', provider: 'Agency' }))]],
      [cancels('Blue House')],
    )
    expect([left, filed]).toEqual([[], true])
  })
})

describe('a cancellation by a name that fits two houses', () => {
  it.each([
    ['Hotel Azul Lisboa', 'Hotel Azul Praia', ['Hotel Azul Lisboa', 'Hotel Azul Praia']],
    ['Hotel Azul', 'Hotel Azul Praia', ['Hotel Azul Praia']],
    ['Hotel Azul', 'Hotel Azul', []],
  ])('%s, %s: takes those of exactly that name, or none', async (one, other, left) => {
    const found = await leftAfter([house(one), house(other, ['Ann Reis'])], [cancels('Hotel Azul')])
    expect(found.left).toEqual(left)
  })
})

it('a booking stays cancelled if its older email comes after a cancellation in other words', async () => {
  const { olga, trip } = await cast()
  await file(olga, [cancels('Guest house')], { date: '2031-03-03T00:00:00Z' })
  await file(olga, [house('Casa do Largo')], { date: '2031-03-01T00:00:00Z' })
  await file(olga, [cancels('Guest house')], { date: '2031-03-04T00:00:00Z' })
  await file(olga, [house('Casa do Largo')], { date: '2031-03-02T00:00:00Z' })
  expect(await objectsIn(trip.id, 'hosting')).toEqual([])
})

/** B3: many writers with one version. */
import { describe, expect, it } from 'vitest'
import { as } from '../../client.ts'
import { cast } from '../../world.ts'

const many = 50

const each = <T>(send: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: many }, (_, index) => send(index)))

type Errors = { extensions: { code: string } }[]
const codes = (all: readonly { errors: Errors }[]) =>
  all.map(({ errors: [error] }) => error?.extensions.code ?? 'done').sort()
const oneWins = ['done', ...Array.from({ length: many - 1 }, () => 'CONFLICT')].sort()

describe('B3 ifVersion, 50 writers with one version', () => {
  it('a trip: one succeeds, 49 get CONFLICT', async () => {
    const { olga, trip } = await cast()
    const { data } = await as(olga).graphql(`{ trip(id: ${trip.id}) { version } }`)
    const { version } = (data as { trip: { version: number } }).trip
    const answers = await each((index) =>
      as(olga).graphql(`mutation { updateTrip(id: ${trip.id}, input: { name: "Trip ${index}" },
        ifVersion: ${version}) { id } }`),
    )
    expect(codes(answers as never)).toEqual(oneWins)
  })

  it('an item: one succeeds, 49 get CONFLICT', async () => {
    const { olga, trip } = await cast()
    const list = `/v1/trip/${trip.id}/activities`
    const { id } = (await as(olga).post(list, { name: 'Walk' })).json
    const query = `{ trip(id: ${trip.id}) { activity(id: ${id}) { version } } }`
    const { data } = await as(olga).graphql(query)
    const { version } = (data as { trip: { activity: { version: number } } }).trip.activity
    const answers = await each((index) =>
      as(olga).graphql(`mutation { updateActivity(tripId: ${trip.id}, id: ${id},
        input: { name: "Walk ${index}" }, ifVersion: ${version}) { id } }`),
    )
    expect(codes(answers as never)).toEqual(oneWins)
  })
})

/** A wrong time, day or password is a validation error by field, with all others. */
import { describe, expect, it } from 'vitest'
import { as } from '../../client.ts'
import { messages, tooLong } from '../../spec/answers.ts'
import { cast } from '../../world.ts'

const create = `mutation ($tripId: Int!, $input: TransportationInput!) {
  createTransportation(tripId: $tripId, input: $input) { id }
}`

/** The code and fields of each error, by the path of the field that failed. */
const fieldsOf = (errors: readonly { path?: unknown; extensions: Record<string, unknown> }[]) =>
  errors.map(({ path, extensions: { code, fields } }) => ({ path, code, fields }))

describe('GraphQL: wrong times, days and passwords', () => {
  const input = {
    departureAt: 'gestern',
    arrivalAt: { year: 2031 },
    seatNumber: 'x'.repeat(256),
    transportNumber: 'TP 571',
  }
  const fields = {
    transportationType: [messages.required],
    departureAt: [messages.datetime],
    arrivalAt: [messages.datetime],
    seatNumber: [tooLong(255)],
  }

  it('wrong times in variables are reported with the errors of all other fields', async () => {
    const { olga, trip } = await cast()
    const { status, data, errors } = await as(olga).graphql(create, { tripId: trip.id, input })
    expect([status, data]).toEqual([200, { createTransportation: null }])
    const path = ['createTransportation']
    expect(fieldsOf(errors)).toEqual([{ path, code: 'BAD_USER_INPUT', fields }])
  })

  it('wrong times in the document are reported with the errors of all other fields', async () => {
    const { olga, trip } = await cast()
    const { errors } = await as(olga).graphql(`mutation {
      createTransportation(tripId: ${trip.id}, input: {
        departureAt: "gestern", arrivalAt: { year: 2031 }, seatNumber: "${'x'.repeat(256)}"
      }) { id }
    }`)
    expect(errors.map(({ extensions }) => extensions.fields)).toEqual([fields])
  })

  it('the errors are those of REST, under the names of GraphQL', async () => {
    const { olga, trip } = await cast()
    const { json } = await as(olga).post(`/v1/trip/${trip.id}/transportations`, {
      departure_at: input.departureAt,
      arrival_at: input.arrivalAt,
      seat_number: input.seatNumber,
    })
    expect(json).toEqual({
      transportation_type: fields.transportationType,
      departure_at: fields.departureAt,
      arrival_at: fields.arrivalAt,
      seat_number: fields.seatNumber,
    })
  })

  it('a caller who may not write gets no validation errors', async () => {
    const { vera, stan, trip } = await cast()
    const codes = [vera, stan].map(async (caller) => {
      const { errors } = await as(caller).graphql(create, { tripId: trip.id, input })
      return errors.map(({ extensions }) => extensions)
    })
    expect(await Promise.all(codes)).toEqual([[{ code: 'FORBIDDEN' }], [{ code: 'NOT_FOUND' }]])
  })

  it('wrong days of a trip, and a password that is not a string, are reported', async () => {
    const { olga } = await cast()
    const trip = await as(olga).graphql(
      'mutation ($input: TripInput!) { createTrip(input: $input) { id } }',
      { input: { startsAt: '2031-02-30', endsAt: 7, numberOfDays: -1 } },
    )
    expect(trip.errors.map(({ extensions }) => extensions.fields)).toEqual([
      {
        startsAt: [messages.date],
        endsAt: [messages.date],
        numberOfDays: ['Ensure this value is greater than or equal to 0.'],
      },
    ])
    // A number may have lost digits.
    for (const password of ['[1]', '12345678901234567890', 'true']) {
      const source = `mutation { signUp(input: { password: ${password} }) { id } }`
      const { errors } = await as(olga).graphql(source)
      expect(errors.map(({ extensions }) => extensions.fields)).toEqual([
        { username: [messages.required], password: [messages.string] },
      ])
    }
  })

  it('spaces around a time are ignored, as in REST', async () => {
    const { olga, trip } = await cast()
    const { data } = await as(olga).graphql(
      `mutation ($tripId: Int!) {
        createActivity(tripId: $tripId, input: { startsAt: " 2031-04-18T10:00+01:00 " }) {
          startsAt
        }
      }`,
      { tripId: trip.id },
    )
    expect(data).toEqual({ createActivity: { startsAt: '2031-04-18T09:00:00Z' } })
  })
})

describe('GraphQL: a wrong time or day as an argument', () => {
  it("is reported under the argument's name, and the other fields are answered", async () => {
    const { olga, trip } = await cast()
    const { data, errors } = await as(olga).graphql(
      `query ($id: Int!, $since: DateTime) {
        trip(id: $id) { id expenses(updatedSince: $since) { count } }
      }`,
      { id: trip.id, since: 'gestern' },
    )
    expect(data).toEqual({ trip: { id: trip.id, expenses: null } })
    const fields = { updatedSince: [messages.datetime] }
    const path = ['trip', 'expenses']
    expect(fieldsOf(errors)).toEqual([{ path, code: 'BAD_USER_INPUT', fields }])
  })

  it('is reported with those of the other arguments', async () => {
    const { olga, trip } = await cast()
    const asked = `query ($id: Int!) {
      trip(id: $id) { timeline(from: "2031-02-30", to: 5) { count } }
    }`
    const { errors } = await as(olga).graphql(asked, { id: trip.id })
    const fields = { from: [messages.date], to: [messages.date] }
    expect(errors.map((error) => error.extensions.fields)).toEqual([fields])
  })

  it('is not reported to a caller without the right', async () => {
    const { stan, trip } = await cast()
    const asked = 'query ($id: Int!) { documents(tripId: $id, updatedSince: "soon") { count } }'
    const { errors } = await as(stan).graphql(asked, { id: trip.id })
    expect(errors.map(({ extensions }) => extensions)).toEqual([{ code: 'FORBIDDEN' }])
  })
})

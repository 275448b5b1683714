import { beforeEach, describe, expect, test } from 'vitest'
import { as } from '../client.ts'
import { statementsOf } from '../rest-facade/statements.ts'
import { insertEmail } from '../sync.ts'
import { type Cast, cast, db, type Person, trip } from '../world.ts'

interface Page {
  count: number
  results: Record<string, unknown>[]
}

let people: Cast
beforeEach(async () => {
  people = await cast()
})

/** Adds an item of olga's. */
async function add(many: string, body: object, tripId = people.trip.id): Promise<number> {
  const answer = await as(people.olga).post(`/v1/trip/${tripId}/${many}`, body)
  expect(answer.status, answer.text).toBe(201)
  return answer.json.id
}

const ask = (person: Person, args: string, selection: string) =>
  as(person).graphql(`{ trip(id: ${people.trip.id}) { timeline${args} { ${selection} } } }`)

async function timeline(): Promise<Page> {
  const { data, errors } = await ask(people.olga, '', 'count results { name }')
  expect(errors).toEqual([])
  return (data as { trip: { timeline: Page } }).trip.timeline
}

describe('17 timeline: what is on it', () => {
  const money = { price: 62.4, currency: 'EUR' }
  const selection = `results { price currency name emails { subject }
    owner { name } ... on Hosting { roomType } }`

  test('prices and emails are hidden as they are on the items', async () => {
    const id = await add('hostings', { name: 'Casa', room_type: 'Double', ...money })
    await insertEmail(people.olga, { hosting_id: id })
    const own = { owner: { name: people.olga.name }, name: 'Casa', roomType: 'Double' }
    expect(await ask(people.ed, '', selection)).toMatchObject({
      ...{ errors: [] },
      data: {
        trip: {
          timeline: { results: [{ ...own, ...money, emails: [{ subject: 'Your rail ticket' }] }] },
        },
      },
    })
    const vera = await ask(people.vera, '', selection)
    expect(vera.data).toEqual({
      trip: { timeline: { results: [{ ...own, price: null, currency: null, emails: [] }] } },
    })
    expect(vera.errors.map(({ extensions, path }) => [extensions.code, path?.at(-1)])).toEqual([
      ['FORBIDDEN', 'currency'],
      ['FORBIDDEN', 'price'],
    ])
  })

  test('deleted items, and those of other trips, are not listed', async () => {
    const id = await add('activities', { name: 'gone' })
    const other = await trip(people.olga, { name: 'Other' })
    await add('activities', { name: 'elsewhere' }, other.id)
    await as(people.olga).delete(`/v1/trip/${people.trip.id}/activity/${id}`)
    expect((await timeline()).count).toBe(0)
  })
})

describe('17 timeline: what it costs', () => {
  test('the timelines of all trips are one statement, whatever they list', async () => {
    await add('hostings', { name: 'one' })
    const query = `{ trips { results { timeline(first: 9) { results { name owner { id } } } } } }`
    const few = await statementsOf(() => as(people.olga).graphql(query))
    const other = await trip(people.olga, { name: 'Other' })
    for (const tripId of [people.trip.id, other.id]) {
      await add('activities', { name: 'two' }, tripId)
      await add('transportations', { transportation_type: 'bus', name: 'three' }, tripId)
    }
    const { answer, statements } = await statementsOf(() => as(people.olga).graphql(query))
    const trips = (answer.data as { trips: { results: { timeline: Page }[] } }).trips.results
    expect(trips.map(({ timeline: { results } }) => results.length)).toEqual([3, 2])
    expect(statements.length).toBe(few.statements.length)
    expect(statements.filter((text) => text.includes('local_time'))).toHaveLength(1)
  })

  test('pages whose texts are too heavy together are TOO_COMPLEX', async () => {
    const text = 'x'.repeat(30_000)
    const values = [people.trip.id, people.olga.id, text]
    await db.query({
      text: `insert into activity (trip_id, owner_id, activity_type, description, notes, address)
        select $1, $2, 'tour', $3, $3, $3 from generate_series(1, 100)`,
      values,
    })
    const { data, errors } = await ask(people.olga, '', 'results { name notes description }')
    expect(errors).toEqual([])
    expect(JSON.stringify(data).length).toBeGreaterThan(4_000_000)
    const ways = Array.from(
      { length: 4 },
      (_, index) => `a${index}: timeline { results { notes
      description ... on Activity { address } } }`,
    )
    const all = await as(people.olga).graphql(
      `{ trip(id: ${people.trip.id}) { ${ways.join(' ')} } }`,
    )
    expect(all.errors[0]?.extensions.code).toBe('TOO_COMPLEX')
    expect(all.errors[0]?.message).not.toContain('cost')
  })

  test('each timeline of a document costs 1,000, however short: a fifth is TOO_COMPLEX', async () => {
    await add('hostings', { name: 'Casa' })
    const asking = (count: number) => {
      const numbers = Array.from({ length: count }, (_, index) => index)
      const each = numbers.map((n) => `a${n}: timeline(first: ${n + 1}) { count }`)
      return as(people.olga).graphql(`{ trip(id: ${people.trip.id}) { ${each.join(' ')} } }`)
    }
    const { data, errors } = await asking(4)
    expect(errors).toEqual([])
    expect(data).toMatchObject({ trip: { a0: { count: 1 }, a3: { count: 1 } } })
    const refused = await asking(5)
    expect(refused.errors[0]?.extensions.code).toBe('TOO_COMPLEX')
    expect(refused.errors[0]?.message).toContain('cost 5006, at most 5000')
  })

  test('a zone is tried once for all trips that one request lists', async () => {
    const other = await trip(people.olga, { name: 'Other', timezone: 'Asia/Tokyo' })
    const day = { starts_at: '2031-04-18T20:00:00Z' }
    for (const tripId of [people.trip.id, other.id]) {
      for (const timezone of ['Utopia/Planitia', 'Pacific/Honolulu', '', 'UTC']) {
        await add('hostings', { name: timezone || 'none', timezone, ...day }, tripId)
      }
    }
    const trips = `{ trips { results { timeline(first: 9, from: "2031-04-19") {
      results { name } } } } }`
    const { answer, statements } = await statementsOf(() => as(people.olga).graphql(trips))
    const lists = (answer.data as { trips: { results: { timeline: Page }[] } }).trips.results
    const names = lists.map(({ timeline: { results } }) => results.map(({ name }) => name))
    // Tokyo's clock is the one of items in no known zone: there it is the next day.
    expect(names).toEqual([[], ['Utopia/Planitia', 'none']])
    const [text = ''] = statements.filter((one) => one.includes('local_time'))
    expect(text.match(/local_time/g)).toHaveLength(1)
  })
})

test('the zones of one trip do not crowd out those of another in one request', async () => {
  const { olga, trip: crowded } = people
  const zones = `insert into hosting (trip_id, owner_id, name, timezone)
    select $1, $2, 'Casa', lpad(n::text, 4, '0') from generate_series(1, 1001) n`
  await db.query({ text: zones, values: [crowded.id, olga.id] })
  const other = await trip(olga)
  const early = { name: 'evening of the 19th', timezone: 'America/Los_Angeles' }
  const late = { name: 'morning of the 20th', timezone: 'Pacific/Auckland' }
  await add('activities', { ...late, starts_at: '2031-04-19T23:00:00Z' }, other.id)
  await add('activities', { ...early, starts_at: '2031-04-20T01:00:00Z' }, other.id)
  const query = '{ trips { results { id timeline(first: 2) { results { name } } } } }'
  const { data, errors } = await as(olga).graphql(query)
  expect(errors).toEqual([])
  const { results } = (data as { trips: { results: { id: number; timeline: Page }[] } }).trips
  const found = results.find(({ id }) => Number(id) === other.id)
  expect(found?.timeline.results.map(({ name }) => name)).toEqual([early.name, late.name])
})

import { beforeEach, describe, expect, test } from 'vitest'
import { as } from '../client.ts'
import { type Cast, cast, type Person, trip } from '../world.ts'
import { messages } from './answers.ts'

interface Page {
  count: number
  results: Record<string, unknown>[]
  endCursor: string | null
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

const ask = (person: Person, args: string, selection: string, tripId = people.trip.id) =>
  as(person).graphql(`{ trip(id: ${tripId}) { timeline${args} { ${selection} } } }`)

async function timeline(args = '', selection = 'name', tripId?: number): Promise<Page> {
  const fields = `count endCursor results { ${selection} }`
  const { data, errors } = await ask(people.olga, args, fields, tripId)
  expect(errors).toEqual([])
  return (data as { trip: { timeline: Page } }).trip.timeline
}
const names = ({ results }: Page) => results.map(({ name }) => name)

const flight = (name: string, departure: string[], arrival: string[]) => ({
  ...{ transportation_type: 'airplane', name },
  ...{ departure_at: departure[0], departure_timezone: departure[1] },
  ...{ arrival_at: arrival[0], arrival_timezone: arrival[1] },
})

describe('17 timeline', () => {
  test('hostings, activities and transportations are one list, by local time', async () => {
    await add('activities', { name: 'Lunch', starts_at: '2031-04-19T12:00:00Z' })
    await add('hostings', { name: 'Casa', starts_at: '2031-04-18T14:00:00Z' })
    await add('transportations', flight('Out', ['2031-04-18T06:00:00Z', 'Europe/Berlin'], []))
    await add('activities', { name: 'Breakfast', starts_at: '2031-04-18T07:30:00Z' })
    const page = await timeline('', '__typename name')
    expect(page).toEqual({
      ...{ count: 4, endCursor: null },
      results: [
        { __typename: 'Transportation', name: 'Out' },
        { __typename: 'Activity', name: 'Breakfast' },
        { __typename: 'Hosting', name: 'Casa' },
        { __typename: 'Activity', name: 'Lunch' },
      ],
    })
  })

  test('items are ordered by the clock of their place, not by UTC', async () => {
    // 20:00 in Auckland; 10:00 in Honolulu is fourteen hours later, on the day before.
    await add('activities', {
      ...{ name: 'Dinner', starts_at: '2031-04-18T08:00:00Z', timezone: 'Pacific/Auckland' },
    })
    await add('activities', {
      ...{ name: 'Brunch', starts_at: '2031-04-18T22:00:00Z', timezone: 'Pacific/Honolulu' },
    })
    // 13:15 in Kathmandu.
    await add('activities', {
      ...{ name: 'Temple', starts_at: '2031-04-18T07:30:00Z', timezone: 'Asia/Kathmandu' },
    })
    expect(names(await timeline())).toEqual(['Brunch', 'Temple', 'Dinner'])
  })

  test('the later of two items may come first in the hour that the clocks repeat', async () => {
    // The clocks of Lisbon go back from 02:00 to 01:00 on 26 October, at 01:00 UTC.
    await add('activities', { name: 'second 01:10', starts_at: '2031-10-26T01:10:00Z' })
    await add('activities', { name: 'first 01:40', starts_at: '2031-10-26T00:40:00Z' })
    expect(names(await timeline())).toEqual(['second 01:10', 'first 01:40'])
  })

  test('items of the same time are listed by kind and ID; those without a start by their end', async () => {
    const at = { starts_at: '2031-04-19T12:00:00Z' }
    await add('transportations', flight('transportation', ['2031-04-19T12:00:00Z'], []))
    await add('activities', { name: 'activity 1', ...at })
    await add('activities', { name: 'activity 2', ends_at: at.starts_at })
    await add('hostings', { name: 'hosting', ...at })
    await add('hostings', { name: 'no time' })
    await add('hostings', { name: 'earlier', starts_at: '2031-04-19T11:00:00Z' })
    expect(names(await timeline())).toEqual([
      ...['earlier', 'hosting', 'activity 1', 'activity 2', 'transportation', 'no time'],
    ])
  })

  test('an unknown time zone counts as that of the trip, and if that is unknown too as UTC', async () => {
    const { id } = await trip(people.olga, { name: 'Mars', timezone: 'Olympus/Mons' })
    const late = { starts_at: '2031-04-18T23:30:00Z' }
    await add('activities', { name: 'there', ...late, timezone: 'Utopia/Planitia' }, id)
    expect(names(await timeline('(from: "2031-04-18", to: "2031-04-18")', 'name', id))).toEqual([
      'there',
    ])
    await add('activities', { name: 'here', ...late, timezone: "'; drop table trip; --" })
    // 00:30 in Lisbon.
    expect(names(await timeline('(from: "2031-04-19")'))).toEqual(['here'])
    expect(names(await timeline('(to: "2031-04-18")'))).toEqual([])
  })
})

describe('17 timeline: days', () => {
  test('a day lists what begins, lasts or ends on it, and nothing without a time', async () => {
    await add('hostings', {
      ...{ name: 'Casa', starts_at: '2031-04-18T14:00:00Z', ends_at: '2031-04-21T10:00:00Z' },
    })
    await add('activities', { name: 'Lunch', starts_at: '2031-04-20T12:00:00Z' })
    await add('activities', { name: 'some day' })
    const day = async (date: string) => names(await timeline(`(from: "${date}", to: "${date}")`))
    expect(await day('2031-04-17')).toEqual([])
    expect(await day('2031-04-18')).toEqual(['Casa'])
    expect(await day('2031-04-20')).toEqual(['Casa', 'Lunch'])
    expect(await day('2031-04-21')).toEqual(['Casa'])
    expect(await day('2031-04-22')).toEqual([])
    expect((await timeline('(from: "2031-04-20")')).count).toBe(2)
    expect((await timeline('(to: "2031-04-18")')).count).toBe(1)
  })

  test('a flight over the date line is on the days of both ends', async () => {
    // 19 April 23:00 in Auckland; 19 April 08:00 in Honolulu, nine hours later.
    const departure = ['2031-04-19T11:00:00Z', 'Pacific/Auckland']
    await add(
      'transportations',
      flight('Back in time', departure, ['2031-04-18T20:00:00Z', 'Pacific/Honolulu']),
    )
    const days = ['2031-04-17', '2031-04-18', '2031-04-19', '2031-04-20']
    const found = days.map(
      async (date) => (await timeline(`(from: "${date}", to: "${date}")`)).count,
    )
    expect(await Promise.all(found)).toEqual([0, 1, 1, 0])
  })

  test('an invalid day is refused', async () => {
    const { errors } = await ask(people.olga, '(from: "2031-02-30")', 'count')
    const fields = { from: [messages.date] }
    expect(errors[0]?.extensions).toEqual({ code: 'BAD_USER_INPUT', fields })
  })
})

describe('17 timeline: pages', () => {
  test('endCursor leads through the whole list, also while it changes', async () => {
    for (const hour of [12, 11, 11, 10]) {
      await add('activities', { name: `at ${hour}`, starts_at: `2031-04-19T${hour}:00:00Z` })
    }
    await add('hostings', { name: 'no time' })
    const first = await timeline('(first: 2)')
    expect([names(first), first.count]).toEqual([['at 10', 'at 11'], 5])
    await add('hostings', { name: 'new', starts_at: '2031-04-19T01:00:00Z' })
    const second = await timeline(`(first: 2, after: "${first.endCursor}")`)
    expect([names(second), second.count]).toEqual([['at 11', 'at 12'], 6])
    const third = await timeline(`(first: 2, after: "${second.endCursor}")`)
    expect(third).toEqual({ count: 6, results: [{ name: 'no time' }], endCursor: null })
  })

  test('an empty timeline is one empty page; a page that is just full is the last', async () => {
    expect(await timeline()).toEqual({ count: 0, results: [], endCursor: null })
    await add('hostings', {})
    expect((await timeline('(first: 1)')).endCursor).toBe(null)
  })

  test.each([
    ...['', 'x', 'WyIxIiwwLDFd!', btoa('["1",3,1]')],
    ...[btoa('["9999999999999999999",0,1]'), btoa('["-9999999999999999999",0,1]')],
  ])('the cursor "%s" is invalid', async (after) => {
    const { status, errors } = await ask(people.olga, `(after: "${after}")`, 'count')
    expect(status).toBe(200)
    expect(errors.map(({ extensions }) => extensions)).toEqual([
      { code: 'BAD_USER_INPUT', fields: { after: ['Invalid cursor.'] } },
    ])
  })

  test.each([0, 101])('the argument first: %i is refused', async (first) => {
    const { errors } = await ask(people.olga, `(first: ${first})`, 'count')
    expect(errors[0]?.extensions.code).toBe('BAD_USER_INPUT')
  })

  test('its objects count towards the cost of a document', async () => {
    const each = 'timeline(first: 100) { results { owner { id } } }'
    const trips = await as(people.olga).graphql(`{ trips(first: 100) { results { ${each} } } }`)
    expect(trips.errors[0]?.extensions.code).toBe('TOO_COMPLEX')
  })
})

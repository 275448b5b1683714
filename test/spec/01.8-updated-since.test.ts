import { describe, expect, test } from 'vitest'
import { as } from '../client.ts'
import { age, cast, type Person } from '../world.ts'
import { invalid, messages } from './answers.ts'
import { kindsWithEmails } from './kinds.ts'

/** The ids that a list answers with this query. */
async function ids(person: Person, path: string, query: Record<string, string>): Promise<number[]> {
  const answer = await as(person).get(`${path}?${new URLSearchParams(query)}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.json.results.map((result) => result.id)
}

const tripLists = [['/v1/trips'], ['/v2/trips']]

describe('1.8 updatedSince: its value', () => {
  test.each([['yesterday'], ['2031-13-01T00:00:00Z'], ['2031-02-29'], ['1934200800'], ['%00']])(
    '1. An unparsable value is 400: %s',
    async (value) => {
      const { olga, trip } = await cast()
      const lists = ['/v1/trips', '/v2/trips', `/v1/trip/${trip.id}/expenses`].concat(
        kindsWithEmails.flatMap(({ many }) =>
          ['v1', 'v2'].map((v) => `/${v}/trip/${trip.id}/${many}`),
        ),
      )
      for (const path of lists) {
        const answer = await as(olga).get(`${path}?updatedSince=${value}`)
        expect(answer, path).toMatchObject(invalid('updatedSince', messages.datetime))
      }
    },
  )

  test.each([
    ['2020-01-01T00:00:00Z'],
    ['2020-01-01T00:00:00.123456Z'],
    ['2020-01-01T00:00'],
    ['2020-01-01T00:00:00%2B02:00'],
    ['2020-01-01T00:00:00+02:00'],
    ['2020-01-01T00:00:00 02:00'],
    ['2020-01-01T00:00:00-05:00'],
    ['2020-01-01'],
    [''],
  ])('1. ISO-8601, a bare date, a blank for + or nothing is accepted: %j', async (value) => {
    const { olga, trip } = await cast()
    for (const [path] of tripLists) {
      const answer = await as(olga).get(`${path}?updatedSince=${value}`)
      expect(answer).toMatchObject({ status: 200, json: { results: [{ id: trip.id }] } })
    }
    const list = `/v2/trip/${trip.id}/activities?updatedSince=${value}`
    expect((await as(olga).get(list)).status).toBe(200)
  })

  test('1. The UTC offset of the value counts', async () => {
    const { olga, trip } = await cast()
    const { json } = await as(olga).post(`/v1/trip/${trip.id}/hostings`, {})
    await age('hosting', json.id, '2030-06-01T12:00:00Z')
    const list = `/v2/trip/${trip.id}/hostings`
    expect(await ids(olga, list, { updatedSince: '2030-06-01T14:00:00+02:00' })).toEqual([json.id])
    expect(await ids(olga, list, { updatedSince: '2030-06-01T12:00:00-01:00' })).toEqual([])
    expect(await ids(olga, list, { updatedSince: '2030-06-01' })).toEqual([json.id])
    expect(await ids(olga, list, { updatedSince: '2030-06-02' })).toEqual([])
  })
})

import { describe, expect, test } from 'vitest'
import { type AnswerBody, as } from '../client.ts'
import { cast, trip as makeTrip, type Person } from '../world.ts'
import { empty200, invalid, messages } from './answers.ts'

async function results(person: Person, path: string): Promise<AnswerBody[]> {
  return (await as(person).get(path)).json.results
}

describe('1.10 Duplicate internal_identifier of trips', () => {
  test('1. Longer than 5 characters and on another trip of the owner: POST returns an empty 200', async () => {
    const { stan } = await cast()
    const made = await makeTrip(stan, { internal_identifier: 'lx-203', name: 'first' })
    const again = await as(stan).post('/v1/trips', {
      internal_identifier: 'lx-203',
      name: 'second',
    })
    expect(again).toMatchObject(empty200)
    expect(await results(stan, '/v1/trips')).toEqual([made])
    expect(
      await as(stan).post('/v1/trips?fields=id', { internal_identifier: ' lx-203 ' }),
    ).toMatchObject(empty200)
  })

  test.each([[''], ['12345'], ['üüüüü'], ['🏝🏝🏝']])(
    '2. An identifier of five characters or fewer never suppresses a create: %j',
    async (internal_identifier) => {
      const { stan } = await cast()
      await makeTrip(stan, { internal_identifier })
      expect((await as(stan).post('/v1/trips', { internal_identifier })).status).toBe(201)
      expect(await results(stan, '/v1/trips')).toHaveLength(2)
    },
  )

  test('1. Deleted trips count: an identifier is never released', async () => {
    const { stan } = await cast()
    const made = await makeTrip(stan, { internal_identifier: 'lx-2031' })
    await as(stan).delete(`/v1/trips/${made.id}`)
    const again = await as(stan).post('/v1/trips', { internal_identifier: 'lx-2031' })
    expect(again).toMatchObject(empty200)
    expect(await results(stan, '/v1/trips')).toEqual([])
  })

  test("1. Another owner's trip does not count, not even where the caller is a member", async () => {
    const { olga, ed, trip } = await cast()
    await as(olga).patch(`/v1/trips/${trip.id}`, { internal_identifier: 'lx-2031' })
    expect((await as(ed).post('/v1/trips', { internal_identifier: 'lx-2031' })).status).toBe(201)
  })

  test('1. An identifier in another letter case is another identifier', async () => {
    const { stan } = await cast()
    await makeTrip(stan, { internal_identifier: 'lx-2031' })
    expect((await as(stan).post('/v1/trips', { internal_identifier: 'LX-2031' })).status).toBe(201)
  })

  test('6. Updates never check for duplicates, but the identifiers they set count for creates', async () => {
    const { stan } = await cast()
    await makeTrip(stan, { internal_identifier: 'lx-2031' })
    const other = await makeTrip(stan)
    for (const internal_identifier of ['lx-2031', 'lx-2032']) {
      const answer = await as(stan).patch(`/v1/trips/${other.id}`, { internal_identifier })
      expect(answer).toMatchObject({ status: 200, json: { internal_identifier } })
      expect(await as(stan).post('/v1/trips', { internal_identifier })).toMatchObject(empty200)
    }
  })

  test('5. Validation runs first: an invalid body is 400 even if its identifier is a duplicate', async () => {
    const { stan } = await cast()
    await makeTrip(stan, { internal_identifier: 'lx-2031' })
    const answer = await as(stan).post('/v1/trips', { internal_identifier: 'lx-2031', hidden: 'x' })
    expect(answer).toMatchObject(invalid('hidden', messages.boolean))
  })

  test('8. Parallel equal creates make one trip', async () => {
    const { stan } = await cast()
    const body = { internal_identifier: 'lx-2031' }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => as(stan).post('/v1/trips', body)),
    )
    const statuses = answers.map((answer) => answer.status).sort()
    expect(statuses).toEqual([...Array<number>(19).fill(200), 201])
    expect(answers.filter((answer) => answer.text === '')).toHaveLength(19)
    expect(await results(stan, '/v1/trips')).toHaveLength(1)
  })
})

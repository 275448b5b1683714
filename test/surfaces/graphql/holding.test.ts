/** An answer is held by its own weight until it is sent, however small its rows were. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { appWith, nothingInHand } from '../../rest-facade/long-answers.ts'
import { one } from '../../spec/persons.ts'
import { insert, insertEmail } from '../../sync.ts'
import { db, type Person } from '../../world.ts'

const measured = appWith({})
afterAll(async () => (await measured).close())

let olga: Person
let trip: number
beforeAll(async () => {
  olga = await one('olga')
  const [id] = await insert('trip', { owner_id: olga.id }, 1)
  trip = id as number
  // A quote is two bytes in JSON.
  await insert('activity', { trip_id: trip, owner_id: olga.id, notes: '"'.repeat(20_000) }, 10)
})

/** The weights with which the operation entered the turnstile. */
async function weightsOf(query: string): Promise<{ weights: number[]; code: string }> {
  const { graphql, large } = await measured
  const enter = vi.spyOn(large, 'enter')
  const { errors } = await graphql(olga, query)
  await nothingInHand(large)
  const weights = enter.mock.calls.map(([, weight]) => weight as number)
  enter.mockRestore()
  return { weights, code: errors?.[0]?.extensions.code ?? 'OK' }
}

describe('17 a large answer of small rows', () => {
  it('its weight counts aliases and escapes, and is released', async () => {
    const names = Array.from({ length: 10 }, (_, at) => `a${at}: notes`)
    const query = `{ trip(id: ${trip}) { activities { results { ${names} } } } }`
    const { weights, code } = await weightsOf(query)
    expect(code).toBe('OK')
    expect(weights).toHaveLength(1)
    expect(weights[0]).toBeGreaterThan(10 * 10 * 2 * 20_000)
    expect(weights[0]).toBeLessThan(10 * 10 * 2 * 20_000 + 20_000)
  })

  it('a small answer reserves nothing', async () => {
    const query = `{ trip(id: ${trip}) { activities { results { notes } } } }`
    expect(await weightsOf(query)).toEqual({ weights: [], code: 'OK' })
  })
})

describe('17 an email whose HTML is only white space', () => {
  it('it has the weight of its original, which is read instead', async () => {
    const id = await insertEmail(olga, {}, { html: ' \n', parsed_successfully: false })
    const text = `update email set text = '', raw = convert_to(repeat('x', 3000000), 'UTF8')
      where id = $1`
    await db.query({ text, values: [id] })
    const { weights, code } = await weightsOf('{ inbox { results { content } } }')
    expect(code).toBe('OK')
    // It exceeded the size of answers that need no turn.
    expect(weights).toHaveLength(1)
  })
})

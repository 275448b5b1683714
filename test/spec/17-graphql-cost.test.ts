/** 17: what one request to /graphql may cost, counted by its results (schema/graphql.md). */
import { getIntrospectionQuery } from 'graphql'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { sizeOf } from '../../src/surfaces/graphql/answer-size.ts'
import { as } from '../client.ts'
import { insert, insertEmail } from '../sync.ts'
import { cast, db, join, type Person } from '../world.ts'
import { childrenOf } from './emails.ts'

const over = (what: string) => ({
  status: 200,
  data: null,
  errors: [
    {
      message: `The operation exceeds a limit: ${what}.`,
      extensions: { code: 'TOO_COMPLEX' },
    },
  ],
})
const tooManyObjects = over('cost, at most 5000')

const times = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => text(index)).join(' ')

/** `count` emails with one parent, inserted without triggers. */
async function emails(owner: Person, parent: Record<string, number>, count: number) {
  const first = await insertEmail(owner, parent)
  const [column] = Object.keys(parent)
  const kept = `date, subject, body_preview, html, text, parsed_successfully, ${column}`
  await db.transaction(async (tx) => {
    await tx.query({ text: 'set local session_replication_role = replica' })
    const text = `insert into email (owner_id, unique_parser_identifier, message_key, ${kept})
      select owner_id, unique_parser_identifier || '.' || n, message_key || '.' || n, ${kept}
      from email, generate_series(2, $2::int) n where id = $1`
    await tx.query({ text, values: [first, count] })
  })
}

describe('17 a list without `first` costs what it returns', () => {
  test('300 emails of a trip under 16 names are within the limits', async () => {
    const { olga, trip } = await cast()
    await emails(olga, { trip_id: trip.id }, 300)
    const asked = (count: number) =>
      `{ trip(id: ${trip.id}) { emails { id } ${times(count, (i) => `a${i}: emails { id }`)} } }`
    const answer = await as(olga).graphql(asked(15))
    expect(answer.errors).toEqual([])
    expect(answer.data).toMatchObject({ trip: { a14: { length: 300 } } })
    const more = asked(15).replaceAll('id }', 'id hostings { id } }')
    expect((await as(olga).graphql(more)).errors).toEqual([])
  })

  test('a path from a hosting to its emails and back is TOO_COMPLEX beyond 5,000 objects', async () => {
    const all = await cast()
    const { olga, trip } = all
    const { hosting } = await childrenOf(trip, olga)
    await emails(olga, { hosting_id: hosting }, 100)
    const query = `{trip(id:${trip.id}){hosting(id:${hosting}){emails{hostings{emails{id}}}}}}`
    expect(query.length).toBeLessThanOrEqual(68)
    expect(await as(olga).graphql(query)).toEqual(tooManyObjects)
    expect(await as(olga).graphql(query)).toEqual(tooManyObjects)
    expect(await as(olga).graphql(query)).toEqual(tooManyObjects)
    const once = query.replace('emails{hostings{emails{id}}}', 'emails{hostings{id}}')
    expect((await as(olga).graphql(once)).errors).toEqual([])
  })

  test('a list that is too long is read only up to one row above the limit; REST returns all', async () => {
    const { olga, trip } = await cast()
    await emails(olga, { trip_id: trip.id }, 5_100)
    const find = vi.spyOn(db.prisma.email, 'findMany')
    onTestFinished(() => find.mockRestore())
    const read = async () => {
      const results = await Promise.all(find.mock.results.map(({ value }) => value))
      return Math.max(...results.map((rows) => (rows as unknown[]).length))
    }
    expect(await as(olga).graphql(`{ trip(id: ${trip.id}) { emails { id } } }`)).toEqual(
      tooManyObjects,
    )
    expect(await read()).toBe(5_001)
    const { json } = await as(olga).get(`/v1/trips/${trip.id}?fields=emails`)
    expect(json.emails).toHaveLength(5_100)
  })

  test('introspection of the schema is answered, however large', async () => {
    const { olga } = await cast()
    expect((await as(olga).graphql(getIntrospectionQuery())).errors).toEqual([])
    const types = 'types { fields { name args { name } type { name ofType { name } } } }'
    const query = `{ ${times(9, (i) => `s${i}: __schema { ${types} }`)} }`
    const { data, errors } = await as(olga).graphql(query)
    expect(errors).toEqual([])
    expect(sizeOf(data).objects).toBeGreaterThan(5_000)
  })
})

describe('17 an answer lists a hundred errors', () => {
  test('2,000 hidden prices list 100 errors; 8,000 end the operation', async () => {
    const { olga, vera } = await cast()
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      const row = { name, owner_id: olga.id, timezone: 'UTC' }
      const [id] = (await insert('trip', row)) as [number]
      await join(id, vera)
      await insert('hosting', { trip_id: id, owner_id: olga.id, name: 'Inn', price: 9 }, 100)
    }
    const asking = (names: number) => {
      const prices = `price ${times(names - 1, (i) => `a${i}: price`)}`
      const hostingsAsked = `hostings(first: 100) { results { name ${prices} } }`
      return as(vera).graphql(`{ trips(first: 10) { results { ${hostingsAsked} } } }`)
    }
    const { status, data, errors } = await asking(4)
    expect(status).toBe(200)
    const trips = data?.trips as { results: { hostings: { results: unknown[] } }[] } | undefined
    const hostings = (trips?.results ?? []).flatMap((trip) => trip.hostings.results)
    expect(hostings).toHaveLength(500)
    const row = { name: 'Inn', price: null, ...Object.fromEntries(nulls(3)) }
    for (const hosting of hostings) expect(hosting).toEqual(row)
    expect(errors).toHaveLength(101)
    expect(errors.slice(0, 100).every(({ extensions }) => extensions.code === 'FORBIDDEN')).toBe(
      true,
    )
    expect(errors[100]).toEqual({
      message: 'Too many errors: only the first 100 are listed.',
      extensions: { code: 'TOO_COMPLEX' },
    })
    const ended = await asking(16)
    expect(ended.data).toBeNull()
    expect(ended.errors).toMatchObject([{ extensions: { code: 'TOO_COMPLEX' } }])
    expect(ended.errors[0]?.message).toContain('failures, at most 2000')
  })
})

const nulls = (count: number) =>
  Array.from({ length: count }, (_, i): [string, null] => [`a${i}`, null])

describe('17 an answer has at most 32 MiB', () => {
  test('one email under several names counts once for each', async () => {
    const { olga, trip } = await cast()
    const id = await insertEmail(olga, { trip_id: trip.id }, { html: 'x'.repeat(3_000_000) })
    const contents = (count: number) =>
      `{ email(tripId: ${trip.id}, id: ${id}) { ${times(count, (i) => `a${i}: content`)} } }`
    expect((await as(olga).graphql(contents(11))).errors).toEqual([])
    expect(await as(olga).graphql(contents(12))).toEqual(over('answerBytes, at most 33554432'))
  })
})

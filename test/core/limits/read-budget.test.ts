/** What an operation may read is weighed before it is read (17; schema/graphql.md). */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { maxOperationBytes } from '../../../src/core/limits/read-budget.ts'
import { longTexts } from '../../../src/core/store/weights.ts'
import { as } from '../../client.ts'
import { appWith, nothingInHand } from '../../rest-facade/long-answers.ts'
import { one } from '../../spec/persons.ts'
import { insert, insertEmail } from '../../sync.ts'
import { db, type Person, premium } from '../../world.ts'

/** Bytes that the database has returned. */
let read = 0
const measured = appWith(
  { operation: 100_000, small: 10_000 },
  {
    after(rows) {
      read += JSON.stringify(rows).length
    },
  },
)
afterAll(async () => (await measured).close())

let olga: Person
let trip: number
beforeAll(async () => {
  olga = await one('olga')
  await premium(olga, true)
  const trips = await insert('trip', { owner_id: olga.id, description: 'd'.repeat(20_000) }, 6)
  trip = trips[0] as number
  const long = { description: 'd'.repeat(20_000), notes: 'n'.repeat(20_000) }
  await insert('activity', { trip_id: trip, owner_id: olga.id, ...long }, 4)
  await insert(
    'document',
    { trip_id: trip, owner_id: olga.id, description: 'd'.repeat(20_000), url: 'x' },
    6,
  )
  for (let made = 0; made < 5; made += 1) {
    const parent = made < 3 ? { trip_id: trip } : {}
    const id = await insertEmail(olga, parent, {
      html: 'h'.repeat(40_000),
      parsed_successfully: made < 3,
    })
    await db.query({
      text: `insert into email_attachment
          (email_id, filename, payload, content_id, mail_content_type)
        values ($1, 'f', convert_to(repeat('x', 40000), 'UTF8'), 'c', 'image/png')`,
      values: [id],
    })
  }
})

/** The code of the refusal, or OK; `read` is what the database returned for it. */
async function codeOf(query: string): Promise<string> {
  read = 0
  const { graphql, large } = await measured
  const { errors } = await graphql(olga, query)
  await nothingInHand(large)
  return errors?.[0]?.extensions.code ?? 'OK'
}

const list = (fields: string) => `results { ${fields} }`
const heavy: [string, () => string][] = [
  ['the texts of a list of trips', () => `{ trips { ${list('description')} } }`],
  [
    'two lists together',
    () => `{ trip(id: ${trip}) { a: activities { ${list('description')} }
    b: activities { ${list('notes')} } } }`,
  ],
  ['the contents of emails', () => `{ trip(id: ${trip}) { emails { content } } }`],
  ['their safe form, with images', () => `{ trip(id: ${trip}) { emails { safeContent } } }`],
  ['attachments', () => `{ inbox { ${list('attachments { payload }')} } }`],
  ['the emails of a trip', () => `{ emails(tripId: ${trip}) { ${list('content')} } }`],
  ['documents', () => `{ documents(tripId: ${trip}) { ${list('description')} } }`],
]
const light: [string, () => string][] = [
  [
    'the same lists without long texts',
    () => `{ trips { ${list('name')} }
    emails(tripId: ${trip}) { ${list('subject attachments { filename }')} } }`,
  ],
  ['part of it', () => `{ trips(first: 4) { ${list('description')} } }`],
  ['one email', () => `{ inbox(first: 1) { ${list('content')} } }`],
]

describe('the weight of an operation', () => {
  const model = readFileSync(new URL('../../../prisma/schema.prisma', import.meta.url), 'utf8')
  it.each(['trip', 'hosting', 'activity', 'transportation', 'expense', 'document'])(
    'counts every long text of %s',
    (noun) => {
      const sdl = readFileSync(new URL(`../../../schema/${noun}.graphql`, import.meta.url), 'utf8')
      const limits = [...sdl.matchAll(/(\w+): String @[^\n]*max: (\d+)/g)]
      const isStored = (field: string) => new RegExp(`\\n  ${field} +String`).test(model)
      const long = limits.filter(([, , max]) => Number(max) > 255).map(([, field = '']) => field)
      const stored = long.filter(isStored)
      expect(stored.filter((field) => !longTexts.has(field))).toEqual([])
    },
  )
})

describe('an operation reads at most 32 MiB', () => {
  it('the service is set to 32 MiB', () => {
    expect(maxOperationBytes).toBe(32 * 1024 * 1024)
  })

  it.each(heavy)('%s: TOO_COMPLEX, before they are read', async (_, query) => {
    expect(await codeOf(query())).toBe('TOO_COMPLEX')
    expect(read).toBeLessThan(100_000)
  })

  it.each(light)('%s: answered', async (_, query) => {
    expect(await codeOf(query())).toBe('OK')
  })

  it('a write whose answer would exceed it has no effect', async () => {
    const [{ id } = { id: 0 }] = await db.query<{ id: number }>({
      text: `select min(id) as id from email where owner_id = $1 and trip_id is not null`,
      values: [olga.id],
    })
    await db.query({
      text: `update email set html = repeat('h', 200000), subject = 'before' where id = $1`,
      values: [id],
    })
    const query = `mutation { updateEmail(id: ${id}, input: { subject: "after" }) { content } }`
    expect(await codeOf(query)).toBe('TOO_COMPLEX')
    const text = 'select subject from email where id = $1'
    expect(await db.query({ text, values: [id] })).toEqual([{ subject: 'before' }])
  })

  it('a write whose answer must wait takes effect once, and is answered in full', async () => {
    const id = await insertEmail(olga, { trip_id: trip }, { html: 'h'.repeat(40_000) })
    const changed = 'select updated_at as at from email where id = $1'
    const query = `mutation { updateEmail(id: ${id}, input: { subject: "after" }) {
      subject content updatedAt } }`
    const { graphql, large } = await measured
    const { data } = await graphql(olga, query)
    const [row] = await db.query<{ at: string }>({ text: changed, values: [id] })
    const [email] = Object.values(data as Record<string, { content: string }>)
    expect(email).toMatchObject({ subject: 'after', updatedAt: row?.at.slice(0, 19).concat('Z') })
    expect(email?.content).toHaveLength(40_000)
    await nothingInHand(large)
  })

  it('36 emails of 1 MiB are refused, two of them are answered', async () => {
    const nina = await one('nina')
    const html = 'h'.repeat(1024 * 1024)
    for (let made = 0; made < 36; made += 1) {
      await insertEmail(nina, {}, { html, parsed_successfully: false })
    }
    const query = (first: number) => `{ inbox(first: ${first}) { results { content } } }`
    const { errors } = await as(nina).graphql(query(36))
    expect(errors[0]?.extensions.code).toBe('TOO_COMPLEX')
    const { data } = await as(nina).graphql(query(2))
    expect(JSON.stringify(data).length).toBeGreaterThan(2 * 1024 * 1024)
  })
})

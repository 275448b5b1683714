/** The detail of an email with large attachments is made in slices (test/spec/01.3, 02.9). */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sliceBytes } from '../../src/core/domain/emails/payload-reads.ts'
import { one } from '../spec/persons.ts'
import { insertEmail } from '../sync.ts'
import { db, type Person } from '../world.ts'
import { appWith } from './long-answers.ts'

const mebi = 1024 * 1024
const pdf = randomBytes(9 * mebi + 1)
const text = Buffer.concat([Buffer.from('“Gleis” 5\n'.repeat(90_000)), Buffer.from([0xff, 0])])
const small = Buffer.from('Sitz 21')

let olga: Person
let email: number
/** Bytes of each payload, or slice of one, that a statement has returned. */
const answered: number[] = []
let parts: Awaited<ReturnType<typeof appWith>>

beforeAll(async () => {
  parts = await appWith(
    {},
    {
      after: (rows) => {
        for (const row of rows as { slice?: Uint8Array | null }[]) {
          if (row.slice) answered.push(row.slice.length)
        }
      },
    },
  )
  olga = await one('olga')
  email = await insertEmail(olga, {}, { parsed_successfully: false, html: '<p>“Sitz”</p>' })
  await db.query({
    text: `insert into email_attachment (email_id, filename, payload, "binary")
      values ($1, 'a.pdf', $2, true), ($1, 'b.txt', $3, false), ($1, 'c', $4, true),
        ($1, 'd', null, true)`,
    values: [email, pdf, text, small],
  })
})
afterAll(() => parts.close())

const detail = () => parts.send(olga, { url: `/v1/automation/emails/${email}` })

describe('2.9 Automation email: the detail of one with large attachments', () => {
  it('it is byte for byte the whole answer, and states its length', async () => {
    const { text: body, headers } = await detail()
    expect(headers['content-length']).toBe(String(Buffer.byteLength(body)))
    const { attachments, ...rest } = JSON.parse(body) as { attachments: { payload: unknown }[] }
    expect(JSON.stringify({ ...rest, attachments }) === body).toBe(true)
    expect(rest).toMatchObject({ id: email, content: '<p>“Sitz”</p>' })
    const payloads = attachments.map(({ payload }) => payload)
    const expected = [pdf.toString('base64'), text.toString(), small.toString('base64'), null]
    expect(payloads.map((payload, at) => payload === expected[at])).toEqual([
      true,
      true,
      true,
      true,
    ])
  })

  it('it is read from the database in slices', async () => {
    answered.length = 0
    await detail()
    expect(Math.max(...answered)).toBeLessThanOrEqual(sliceBytes)
    expect(answered.reduce((sum, bytes) => sum + bytes)).toBe(pdf.length + text.length)
  })
})

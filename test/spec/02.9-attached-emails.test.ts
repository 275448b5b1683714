import { describe, expect, test } from 'vitest'
import { as } from '../client.ts'
import { statementsOf } from '../rest-facade/statements.ts'
import { insertEmail } from '../sync.ts'
import { cast, db } from '../world.ts'

async function attach(emailId: number, payload: Buffer | null, binary: boolean): Promise<void> {
  await db.query({
    text: `insert into email_attachment (email_id, filename, payload, "binary", mail_content_type)
      values ($1, 'ticket', $2, $3, 'text/plain')`,
    values: [emailId, payload, binary],
  })
}

interface Mail {
  attachments: { payload: string | null }[]
}

describe('2.9 Automation email: emails on v1 objects', () => {
  test('a payload is base64 of the bytes when binary, else the text itself, or null', async () => {
    const { olga, trip } = await cast()
    const id = await insertEmail(olga, { trip_id: trip.id })
    await attach(id, Buffer.from([0, 255, 10]), true)
    await attach(id, Buffer.from('Seat 21, “window”'), false)
    await attach(id, null, true)
    const { json } = await as(olga).get(`/v1/trips/${trip.id}`)
    const [mail] = json.emails as Mail[]
    expect(mail?.attachments.map(({ payload }) => payload)).toEqual([
      'AP8K',
      'Seat 21, “window”',
      null,
    ])
  })

  test.each([
    ['no UTF-8', Buffer.from([83, 0xe9]), 'S\ufffd'],
    ['a NUL', Buffer.from('a\0b'), 'a\0b'],
  ])('text that holds %s is returned, invalid bytes as U+FFFD', async (_, bytes, text) => {
    const { olga, trip } = await cast()
    await attach(await insertEmail(olga, { trip_id: trip.id }), bytes, false)
    const { status, json } = await as(olga).get('/v1/trips')
    expect(status).toBe(200)
    const [mail] = (json.results[0] as { emails: Mail[] } | undefined)?.emails ?? []
    expect(mail?.attachments).toMatchObject([{ payload: text }])
  })

  test('emails that fields leaves out are not read', async () => {
    const { olga, trip } = await cast()
    await insertEmail(olga, { trip_id: trip.id })
    const reads = async (query: string) => {
      const { statements } = await statementsOf(() => as(olga).get(`/v1/trips${query}`))
      return statements.filter((text) => /from ("public"\.)?"?email\b/i.test(text)).length
    }
    expect(await reads('')).toBeGreaterThan(0)
    expect(await reads('?fields!=documents,emails')).toBe(0)
    expect(await reads('?fields=id,name')).toBe(0)
    expect(await reads('?fields=id,emails')).toBeGreaterThan(0)
  })
})

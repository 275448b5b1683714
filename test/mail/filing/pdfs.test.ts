/** The PDFs of a filed message as documents of its object. */
import { describe, expect, it } from 'vitest'
import { keepPdfs } from '../../../src/mail/filing/pdfs.ts'
import { as } from '../../client.ts'
import { type Delivered, deliver, delivered } from '../../spec/inbound.ts'
import { cast, db, premium } from '../../world.ts'
import { attachment, file, flight } from '../parsed-messages.ts'
import { flightHtml } from '../raw-mails.ts'

const pdf = Buffer.from('%PDF-1.7 a ticket')
const attachments = [
  attachment('ticket.pdf', pdf, 'application/pdf'),
  attachment('terms.pdf', Buffer.from('%PDF-1.4 terms'), 'application/octet-stream'),
  attachment('liar.pdf', Buffer.from('<script>'), 'application/pdf'),
  attachment('logo.png', Buffer.from('%PDF- not at all'), 'image/png'),
]

function memory() {
  const held = new Map<string, { bytes: Uint8Array; type: string }>()
  const put = async (key: string, bytes: Uint8Array, type: string) => {
    held.set(key, { bytes, type })
  }
  return { held, put }
}

const documentsOf = (objectId: number) =>
  db.query<Record<string, unknown>>({
    text: `select owner_id, title, file_type, url from document
      where transportation_id = $1 and deleted_at is null order by id`,
    values: [objectId],
  })

describe('17 Inbound mail: PDFs', () => {
  it('become documents of the object, once', async () => {
    const { olga } = await cast()
    const stored = await file(olga, [flight()], { attachments })
    const store = memory()
    await keepPdfs({ db }, stored, store)
    await keepPdfs({ db }, stored, store)
    const documents = await documentsOf(stored.object?.id as number)
    expect(documents.map(({ title }) => title)).toEqual(['ticket.pdf', 'terms.pdf'])
    expect(store.held.size).toBe(2)
    for (const { owner_id, file_type, url } of documents) {
      expect(owner_id).toBe(olga.id)
      expect(file_type).toBe('application/pdf')
      expect(url).toMatch(/^documents\/private\/[0-9a-f]{32}\.pdf$/)
    }
    const first = store.held.get(documents[0]?.url as string)
    expect(first?.type).toBe('application/pdf')
    expect(Buffer.from(first?.bytes ?? []).toString()).toBe(pdf.toString())
  })

  it('do not come back after they were deleted', async () => {
    const { olga } = await cast()
    const stored = await file(olga, [flight()], { attachments })
    await keepPdfs({ db }, stored, memory())
    await db.query({
      text: 'update document set deleted_at = now() where transportation_id = $1',
      values: [stored.object?.id],
    })
    await keepPdfs({ db }, stored, memory())
    expect(await documentsOf(stored.object?.id as number)).toEqual([])
  })

  it('stay attachments without the right to add documents, and in the inbox', async () => {
    const { olga, stan } = await cast()
    const stored = await file(olga, [flight()], { attachments })
    await premium(olga, false)
    await keepPdfs({ db }, stored, memory())
    expect(await documentsOf(stored.object?.id as number)).toEqual([])
    const waiting = await file(stan, [flight()], { attachments })
    const store = memory()
    await keepPdfs({ db }, waiting, store)
    expect(store.held.size).toBe(0)
  })

  it('of a delivered message are attached to the flight; its attachments are unchanged', async () => {
    const { olga, trip } = await cast()
    const logo = Buffer.from([0, 255, 13, 10, 37])
    const part = (type: string, name: string, bytes: Buffer) =>
      `--b\r\nContent-Type: ${type}\r\nContent-Disposition: attachment; filename=${name}\r\n` +
      `Content-Transfer-Encoding: base64\r\n\r\n${bytes.toString('base64')}\r\n`
    const raw = [
      'From: booking@air.example\r\nMIME-Version: 1.0\r\n',
      'Content-Type: multipart/mixed; boundary=b\r\n\r\n',
      `--b\r\nContent-Type: text/html\r\n\r\n${flightHtml()}\r\n`,
      ...[part('image/png', 'logo.png', logo), part('text/plain', 'none.txt', Buffer.alloc(0))],
      ...[part('application/pdf', 'ticket.pdf', pdf), '--b--\r\n'],
    ].join('')
    const answer = delivered(await deliver(Buffer.from(raw), { owner: olga.email })) as Delivered
    expect(answer.attachments).toEqual([
      { filename: 'logo.png', payload: logo.toString('base64') },
      { filename: 'none.txt', payload: '' },
      { filename: 'ticket.pdf', payload: pdf.toString('base64') },
    ])
    const [leg] = answer.transportations
    const path = `/v2/trip/${trip.id}/transportation/${leg?.id}/documents`
    const { json } = await as(olga).get(path)
    expect(json.results).toMatchObject([{ title: 'ticket.pdf', file_type: 'application/pdf' }])
  })
})

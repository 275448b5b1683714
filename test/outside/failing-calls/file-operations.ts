/** Operations on files and booking emails. */
import { as } from '../../client.ts'
import { attachFile, attaching, placeAt, prepare, put } from '../../documents.ts'
import { planner } from '../../mail/calendar-exports.ts'
import { waiting } from '../../spec/emails.ts'
import { operator } from '../../spec/inbound.ts'
import { trip } from '../../world.ts'
import { pdf, png } from '../objects/samples.ts'
import { bookingWithPdf } from './booking.ts'
import { graphql, operation, without } from './operation.ts'

/** The PUT of a prepared upload. */
function sending({ upload_url, headers }: Awaited<ReturnType<typeof prepare>>, bytes: Buffer) {
  const { pathname, search } = new URL(upload_url)
  return { method: 'PUT', path: pathname + search, headers, bytes, by: null } as const
}

const file = { takesKey: false, isUpload: true }
const photo = { purpose: 'profile_photo', filename: 'a.png', content_type: 'image/png' }

export const ofFiles = [
  operation(
    'upload, prepared',
    (_, id) => {
      const body = {
        ...{ purpose: 'document', filename: 'a.pdf', content_type: 'application/pdf' },
        ...{ content_length: pdf.length, parent_type: 'trip', parent_id: id },
      }
      return { method: 'POST', path: '/v1/storage/uploads', body }
    },
    file,
  ),
  operation(
    'document, sent',
    async (olga, id) => sending(await prepare(olga, { word: 'trip', id }), pdf),
    file,
  ),
  operation(
    'photo, sent',
    async (olga) => {
      const { json } = await as(olga).post('/v1/storage/uploads', photo)
      return sending(json as never, png)
    },
    file,
  ),
  operation('document, attached', async (olga, id) => {
    const upload = await prepare(olga, { word: 'trip', id })
    await put(upload)
    const path = `/v1/trip/${id}/documents`
    return { method: 'POST', path, body: attaching(upload) }
  }),
  operation('document, deleted', async (olga, id) => {
    const place = placeAt(id, 'trip', id)
    const { id: document } = await attachFile(olga, place)
    return { method: 'DELETE', path: place.v1(document) }
  }),
]

export const ofMails = [
  operation(
    'booking with a PDF, filed',
    async (olga) => {
      await trip(olga, { starts_at: '2031-04-18', ends_at: '2031-04-21', has_dates: true })
      const query = `mutation ($raw: String!, $owner: String) {
        deliverEmail(raw: $raw, owner: $owner) { id parsedSuccessfully } }`
      const variables = { raw: bookingWithPdf().toString('base64'), owner: olga.email }
      const body = { query, variables }
      return { method: 'POST', path: '/graphql', body, headers: operator, by: null }
    },
    // The message first, then its PDFs.
    { ...without, isInParts: true },
  ),
  operation('email of the inbox, filed', async (olga, id) => {
    const path = `/v1/automation/emails/${await waiting(olga)}`
    return { method: 'PATCH', path, body: { trip_id: id } }
  }),
  operation(
    'calendar, imported',
    () =>
      graphql(
        `mutation ($input: CalendarInput!) {
          importCalendar(input: $input) { filed waiting emails { subject } } }`,
        { content: planner },
      ),
    // Without a key, event by event.
    { isInParts: true },
  ),
]

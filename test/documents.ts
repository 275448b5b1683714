/** Documents as tests make them: the four places they can lie at, rows past all routes, files. */
import { as } from './client.ts'
import { rowOf } from './core/permissions/stage.ts'
import { pdf } from './outside/objects/samples.ts'
import { kindsWithEmails, type TestKind } from './spec/kinds.ts'
import { insert } from './sync.ts'
import { app, type Cast, type Person } from './world.ts'

export type Word = 'trip' | Exclude<TestKind['one'], 'expense'>

/** A place that documents are attached to. */
export interface DocumentParent {
  word: Word
  id: number
  tripId: number
  /** Its column in the table. */
  parent: Record<string, number>
  /** The paths of its documents: of all, or of one. */
  v1: (id?: number | string) => string
  v2: (id?: number | string) => string
  /** The arguments of a GraphQL field: `tripId: 7, hostingId: 9`. */
  args: string
}

export const words = ['trip', 'hosting', 'activity', 'transportation'] as const

export function placeAt(tripId: number, word: Word, id: number): DocumentParent {
  const child = word === 'trip' ? '' : `/${word}/${id}`
  const path = (version: string) => (document?: number | string) =>
    `/${version}/trip/${tripId}${child}/documents${document === undefined ? '' : `/${document}`}`
  const args = `tripId: ${tripId}${child && `, ${word}Id: ${id}`}`
  const parent = { [`${word}_id`]: id }
  return { word, id, tripId, parent, v1: path('v1'), v2: path('v2'), args }
}

export type Places = Record<Word, DocumentParent>

/** The trip of the cast, and a new child of each kind in it. */
export async function placesOf({ trip, olga }: Pick<Cast, 'trip' | 'olga'>): Promise<Places> {
  const places: Partial<Places> = { trip: placeAt(trip.id, 'trip', trip.id) }
  for (const kind of kindsWithEmails) {
    const word = kind.one as Word
    places[word] = placeAt(trip.id, word, await rowOf(kind, trip.id, olga, { price: 7 }))
  }
  return places as Places
}

export const link = { url: 'https://example.org/voucher?a=1#b', title: 'Voucher' }

/** A document of that owner, past all routes; `{}` attaches it to nothing. */
export async function insertDocument(
  owner: Person,
  parent: Record<string, unknown>,
  more: Record<string, unknown> = {},
): Promise<number> {
  const [id] = await insert('document', { owner_id: owner.id, ...link, ...parent, ...more })
  return id as number
}

/** What `POST /v1/storage/uploads` answers, of which the tests use this much. */
export interface UploadAnswer {
  upload_url: string
  headers: Record<string, string>
  object_key: string
  upload_token: string
}

/** Prepares the upload of a PDF for a place. */
export async function prepare(
  person: Person,
  { word, id }: Pick<DocumentParent, 'word' | 'id'>,
  more: Record<string, unknown> = {},
): Promise<UploadAnswer> {
  const answer = await as(person).post('/v1/storage/uploads', {
    purpose: 'document',
    filename: 'Voucher.pdf',
    content_type: 'application/pdf',
    content_length: pdf.length,
    parent_type: word,
    parent_id: id,
    ...more,
  })
  if (answer.status !== 200) throw new Error(`prepare: ${answer.status} ${answer.text}`)
  return answer.json as unknown as UploadAnswer
}

/** The body that attaches a prepared file. */
export function attaching(upload: UploadAnswer, more: Record<string, unknown> = {}) {
  const { object_key: url, upload_token } = upload
  return { url, file_type: 'application/pdf', title: 'Voucher.pdf', upload_token, ...more }
}

/** Sends the bytes as a client does. */
export async function put(upload: UploadAnswer, bytes: Buffer = pdf): Promise<void> {
  const { pathname, search } = new URL(upload.upload_url)
  const { headers } = upload
  const url = pathname + search
  const answer = await app.inject({ method: 'PUT', url, headers, payload: bytes })
  if (answer.statusCode >= 300) throw new Error(`PUT: ${answer.statusCode} ${answer.payload}`)
}

/** A file attached by a person, with its bytes in the store; answers its metadata. */
export async function attachFile(person: Person, place: DocumentParent) {
  const upload = await prepare(person, place)
  await put(upload)
  const answer = await as(person).post(place.v1(), attaching(upload))
  if (answer.status !== 201) throw new Error(`attach: ${answer.status} ${answer.text}`)
  return answer.json
}

/** Fetches a signed URL without credentials. */
export async function fetched(address: string) {
  const { pathname, search } = new URL(address)
  const answer = await app.inject({ method: 'GET', url: pathname + search })
  return { status: answer.statusCode, bytes: answer.rawPayload }
}

export const metadataKeys = [
  ...['id', 'created_at', 'title', 'description', 'owner', 'file_type', 'url'],
  ...['thumb_url', 'favicon_url'],
]
export const tripItemKeys = [
  ...['id', 'title', 'owner', 'created_at', 'file_type', 'temp_read_url'],
  ...['activities', 'hostings', 'transportations'],
]

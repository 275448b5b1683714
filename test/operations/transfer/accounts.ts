/** A rich account, and a second service for it to go to. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Outside } from '../../../src/operations/transfer/export.ts'
import { type DiskStore, diskStore } from '../../../src/outside/objects/disk.ts'
import { as } from '../../client.ts'
import { openService, type TwinService } from '../../core/permissions/twins.ts'
import { attachFile, insertDocument, link, placesOf } from '../../documents.ts'
import { planner, web } from '../../mail/calendar-exports.ts'
import { rawMail } from '../../mail/raw-mails.ts'
import { deliver } from '../../spec/inbound.ts'
import { type Cast, cast, dataDir, db, type Person, secret, sha256 } from '../../world.ts'

const storeIn = (directory: string): DiskStore =>
  diskStore({
    ...{ directory: join(directory, 'objects'), secret, clock: () => new Date() },
    baseUrl: 'http://127.0.0.1:3000',
  })

/** The service of the tests. */
export const here: Outside = { db, objects: storeIn(dataDir) }

export interface Elsewhere extends TwinService {
  outside: Outside
}

/** A second service, in which ids are others. */
export async function elsewhere(): Promise<Elsewhere> {
  const service = await openService()
  await addPeople(service, ['filler.1', 'filler.2', 'filler.3'])
  return { ...service, outside: { db: service.db, objects: storeIn(service.dataDir) } }
}

/** Accounts with these names, or with the names and addresses of these people. */
export async function addPeople({ db }: TwinService, people: (string | Person)[]): Promise<void> {
  for (const person of people) {
    const { username, email } =
      typeof person === 'string'
        ? { username: person, email: `${person}@mail.example` }
        : { username: person.username, email: person.email }
    await db.query({
      text: `insert into account (username, email, name, password_hash, calendar_identifier,
        anonymous_email_identifier) values ($1, $2, $3, 'x', $4, $5)`,
      values: [
        ...[username, email, typeof person === 'string' ? '' : person.name],
        ...[randomBytes(8).toString('hex'), randomBytes(8).toString('hex')],
      ],
    })
  }
}

/** A key of an account of that service. */
export async function keyIn({ db }: TwinService, username: string): Promise<string> {
  const key = randomBytes(20).toString('hex')
  await db.query({
    text: 'insert into api_key (user_id, hash) select id, $2 from account where username = $1',
    values: [username, sha256(key)],
  })
  return key
}

/** One GET with a key. */
export async function get(app: FastifyInstance, key: string, url: string) {
  const headers = { authorization: `Token ${key}` }
  return (await app.inject({ url, headers })).json()
}

async function fill({ olga, ed, vera, stan, trip }: Cast): Promise<void> {
  await as(olga).patch('/v1/me', {
    ...{ name: 'Olga "Ö" Prado', language: 'pt', calendar_emojis: true, timezone: 'Asia/Tokyo' },
    calendar_hidden_categories: { work: ['a', 1] },
  })
  await as(olga).patch('/auth/user', { first_name: 'Olga', last_name: 'Prado' })
  const categories = ['Surfing', 'Museums']
  for (const name of categories) await as(olga).post('/v1/categories', { name })
  await db.query({
    text: `insert into alternative_email (user_id, email, verified, hash)
      values ($1, $2, true, $2), ($1, $3, false, $3)`,
    values: [olga.id, `one.${olga.email}`, `two.${olga.email}`],
  })
  await db.query({
    text: `insert into favorite (user_id, email, favorite_user_id, pending) values
      ($1, $2, $3, false), ($3, $4, $1, false), ($1, 'who@mail.example', null, true),
      ($1, $5, $6, true)`,
    values: [olga.id, ed.email, ed.id, olga.email, stan.email, stan.id],
  })
  const places = await placesOf({ trip, olga })
  for (const place of Object.values(places)) {
    await as(olga).post(place.v1(), { ...link, title: `Link at ${place.word}` })
  }
  await attachFile(olga, places.hosting)
  await attachFile(ed, places.trip)
  await insertDocument(olga, places.trip.parent, { title: 'Gone', deleted_at: new Date() })
  await as(ed).post(`/v1/trip/${trip.id}/activities`, {
    ...{ name: 'Tram 28', activity_type: 'surfing', assigned_users: [vera.id, olga.id, ed.id] },
    ...{ starts_at: '2031-04-19T10:00:00+01:00', price: 3.1, currency: 'EUR', notes: 'a\nb' },
    internal_identifier: 'tram-28',
  })
  await as(olga).post(`/v1/trip/${trip.id}/expenses`, { title: 'Pastéis', price: 12.5 })
  const gone = await as(olga).post(`/v1/trip/${trip.id}/hostings`, { name: 'Cancelled' })
  await as(olga).delete(`/v1/trip/${trip.id}/hosting/${gone.json.id}`)
  await as(olga).patch(`/v1/trip/${trip.id}/collaborator/${olga.id}/permissions`, {
    is_travelling: false,
  })
  const other = await as(olga).post('/v1/trips', { name: 'Second', internal_identifier: 'second' })
  const deleted = await as(olga).post('/v1/trips', { name: 'Deleted' })
  await as(olga).delete(`/v1/trips/${deleted.json.id}`)
  // Changes may repeat an identifier.
  for (const name of ['a', 'b']) {
    const path = `/v1/trip/${other.json.id}/hostings`
    const { json } = await as(olga).post(path, { name, internal_identifier: name })
    await as(olga).patch(`/v1/trip/${other.json.id}/hosting/${json.id}`, {
      internal_identifier: 'same',
    })
  }
  const input = { content: planner }
  const importing = 'mutation ($input: CalendarInput!) { importCalendar(input: $input) { filed } }'
  await as(olga).graphql(importing, { input })
  await as(olga).graphql(importing, { input: { content: web } })
  await deliver(rawMail({ html: '<p>Hello <b>Olga</b></p>' }), { owner: olga.email })
}

/** olga with all that an account can have, and the others of her trip. */
export async function richCast(): Promise<Cast> {
  const all = await cast()
  await fill(all)
  return all
}

/** A path below a new directory. */
export const newPath = async (name: string) =>
  join(await mkdtemp(join(tmpdir(), 'trips-transfer-')), name)

/** The files of an export by their names. */
export async function contentOf(folder: string): Promise<Record<string, string>> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = names.filter((one) => one.isFile())
  const read = files.map(async ({ parentPath, name }) => {
    const path = join(parentPath, name)
    return [path.slice(folder.length), (await readFile(path)).toString('latin1')] as const
  })
  return Object.fromEntries(
    (await Promise.all(read)).sort(([one], [other]) => (one < other ? -1 : 1)),
  )
}

/** B3: whatever an answer depends on, its tag depends on as well. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { as } from '../client.ts'
import { insertDocument, link } from '../documents.ts'
import { insertEmail } from '../sync.ts'
import { type OperationStage, stage } from '../tools/operation-requests.ts'
import { cast, db, join, type Person, people, premium, trip as tripOf } from '../world.ts'
import { befriend, remove } from './favorites.ts'

const sql = (text: string, ...values: unknown[]) => db.query<{ id: number }>({ text, values })

/** A stage, and gus, who has left the trip, and the reservation that he had made. */
interface Scene extends OperationStage {
  gus: Person
  hosting: string
}

async function sceneOf(): Promise<Scene> {
  const staged = await stage()
  const { olga, trip, ids } = staged
  const [gus] = (await people('gus')) as [Person]
  await join(trip.id, gus, { can_edit: true })
  await as(gus).post(`/v1/trip/${trip.id}/hostings`, { name: 'Hostel', price: 9 })
  await as(olga).delete(`/v1/trip/${trip.id}/collaborator/${gus.id}`)
  return { ...staged, gus, hosting: `/v1/trip/${trip.id}/hosting/${ids.hosting}` }
}

const urlsOf = ({ trip, ids }: OperationStage) => [
  ...['/v2/trips', '/v2/trips?fields=id,name', `/v2/trips/${trip.id}`, `/v1/trips/${trip.id}`],
  ...['/v2/trips?updatedSince=2020-01-01', `/v2/trip/${trip.id}/hostings`],
  ...[`/v1/trip/${trip.id}/hostings`, `/v1/trip/${trip.id}/hosting/${ids.hosting}`],
  ...[`/v2/trip/${trip.id}/hosting/${ids.hosting}`, `/v1/trip/${trip.id}/expenses`],
  ...[`/v2/trip/${trip.id}/emails`, `/v1/trip/${trip.id}/collaborators`],
  '/v1/categories',
]

/** What one reader has got at one URL: the text of each tag, and the last one. */
class Copies {
  readonly texts = new Map<string, string>()
  last = ''

  /** Asks with all tags; a 304 must stand for a body that is the same to the byte. */
  async ask(reader: Person, url: string): Promise<'changed' | 'spared' | 'refused'> {
    const condition = [...this.texts.keys()].join(', ') || '"none"'
    const answer = await as(reader).get(url, { 'if-none-match': condition })
    const plain = answer.status === 200 ? answer : await as(reader).get(url)
    if (answer.status === 304) {
      const { etag = '' } = answer.headers
      expect(plain.text, `${url} for ${reader.name}: ${etag}`).toBe(this.texts.get(etag))
      expect(plain.headers.etag, url).toBe(etag)
    }
    if (plain.status === 200) this.texts.set(plain.headers.etag ?? '', plain.text)
    const isNew = plain.text !== this.last
    this.last = plain.text
    if (answer.status === 304) return isNew ? 'changed' : 'spared'
    return answer.status === 200 && !isNew ? 'spared' : isNew ? 'changed' : 'refused'
  }
}

const tripName = (name: string) => (scene: Scene) =>
  as(scene.olga).patch(`/v1/trips/${scene.trip.id}`, { name })
const right = (name: string, on: boolean) => (scene: Scene) =>
  as(scene.olga).patch(`/v1/trip/${scene.trip.id}/collaborator/${scene.ed.id}/permissions`, {
    [name]: on,
  })
let elsewhere = 0
let next = 0

/** Everything that a body may depend on, changed one after the other. */
const changes: [string, (scene: Scene) => Promise<unknown>][] = [
  ['the trip', tripName('Porto')],
  ['an item', ({ olga, hosting }) => as(olga).patch(hosting, { name: 'Casa' })],
  ['a price', ({ olga, hosting }) => as(olga).patch(hosting, { price: 11 })],
  ['the right to see prices', right('can_see_expenses', false)],
  ['that right again', right('can_see_expenses', true)],
  ['Pro of the owner', ({ olga }) => premium(olga, false)],
  ['Pro of the owner again', ({ olga }) => premium(olga, true)],
  [
    'the day on which Pro ends',
    ({ olga }) =>
      sql(`update account set premium_expiration_date = '2020-01-01' where id = $1`, olga.id),
  ],
  [
    'that day again',
    ({ olga }) => sql('update account set premium_expiration_date = null where id = $1', olga.id),
  ],
  ['the right to see documents', right('can_see_documents', false)],
  ['that right again, too', right('can_see_documents', true)],
  ['a name', ({ ed }) => as(ed).patch('/v1/me', { name: `Edward ${ed.id}` })],
  ['a photo', ({ ed }) => as(ed).patch('/v1/me', { photo_url: 'https://example.org/ed.png' })],
  ['the name of somebody who has left', ({ gus }) => as(gus).patch('/v1/me', { name: 'Gustav' })],
  ['a favorite who has left', ({ ed, gus }) => befriend(ed, gus)],
  [
    'no favorite any more',
    async ({ ed, gus }) => {
      const [row] = await sql(
        'select id from favorite where user_id = $1 and favorite_user_id = $2',
        ...[ed.id, gus.id],
      )
      return remove(ed, row?.id ?? 0)
    },
  ],
  [
    'another trip that is shared with somebody who has left',
    async ({ stan, ed, gus }) => {
      elsewhere = (await tripOf(stan, { name: 'Elsewhere' })).id
      await join(elsewhere, gus)
      await join(elsewhere, ed)
    },
  ],
  [
    'that trip without him',
    ({ stan, gus }) => as(stan).delete(`/v1/trip/${elsewhere}/collaborator/${gus.id}`),
  ],
  ['a favorite who is invited', ({ ed, pia }) => befriend(ed, pia)],
  ['an email', ({ olga, ids }) => insertEmail(olga, { hosting_id: ids.hosting })],
  [
    'what an email says',
    ({ ids }) => sql(`update email set subject = 'New' where hosting_id = $1`, ids.hosting),
  ],
  ['an email that is gone', ({ ids }) => sql(deleteEmails, ids.hosting)],
  ['a category of somebody else', ({ ed }) => as(ed).post('/v1/categories', { name: 'Dives' })],
  ['a new item', ({ ed, trip }) => as(ed).post(`/v1/trip/${trip.id}/hostings`, { name: 'Inn' })],
  [
    'an item that moves',
    async ({ olga, trip }) => {
      next = (await tripOf(olga, { name: 'Next' })).id
      const { json } = await as(olga).get(`/v2/trip/${trip.id}/hostings?page=last`)
      const [item] = json.results.slice(-1)
      return as(olga).patch(`/v1/trip/${trip.id}/hosting/${item?.id}`, { update_trip: next })
    },
  ],
  ['a deleted item', ({ olga, hosting }) => as(olga).delete(hosting)],
  ['an invitee', ({ trip, stan }) => join(trip.id, stan, { joined: false })],
  ['a new member', ({ trip, stan }) => join(trip.id, stan)],
  [
    'one member fewer',
    ({ olga, trip, vera }) => as(olga).delete(`/v1/trip/${trip.id}/collaborator/${vera.id}`),
  ],
  ['a deleted trip', ({ olga }) => as(olga).delete(`/v1/trips/${next}`)],
]
const deleteEmails = 'update email set deleted_at = clock_timestamp() where hosting_id = $1'

describe('B3 a 304 stands for the same bytes after', () => {
  let scene: Scene
  let copies: { reader: Person; url: string; copy: Copies }[]
  const look = async () => {
    const found = { changed: 0, spared: 0, refused: 0 }
    for (const { reader, url, copy } of copies) found[await copy.ask(reader, url)] += 1
    return found
  }
  beforeAll(async () => {
    scene = await sceneOf()
    const urls = urlsOf(scene)
    const { olga, ed, vera } = scene
    const seen = [olga, ed].flatMap((reader) => urls.map((url) => ({ reader, url })))
    const lists = urls.filter((url) => url.endsWith('/hostings'))
    const all = [...seen, ...lists.map((url) => ({ reader: vera, url }))]
    copies = all.map((one) => ({ ...one, copy: new Copies() }))
    await look()
  })

  it('no change at all', async () => {
    expect(await look()).toMatchObject({ changed: 0, spared: copies.length })
  })

  // One after the other; a change that no answer shows would prove nothing.
  it.each(changes)('%s', async (_, change) => {
    await change(scene)
    const { changed, spared } = await look()
    expect(changed).toBeGreaterThan(0)
    expect(spared).toBeGreaterThan(0)
  })
})

describe('B3 tags of other answers', () => {
  it('the tag of one address is that of no other', async () => {
    const scene = await sceneOf()
    const answers = []
    for (const url of urlsOf(scene)) answers.push({ url, ...(await as(scene.olga).get(url)) })
    for (const one of answers) {
      for (const other of answers) {
        const condition = { 'if-none-match': one.headers.etag ?? '' }
        const { status } = await as(scene.olga).get(other.url, condition)
        const isSame = one.url === other.url
        expect(status, `${one.url} at ${other.url}`).toBe(isSame || status === 304 ? 304 : 200)
        if (status === 304) expect(one.text).toBe(other.text)
      }
    }
  })

  it('documents change no tag but those of documents', async () => {
    const { olga, trip } = await cast()
    const url = `/v2/trip/${trip.id}/documents`
    const { etag = '' } = (await as(olga).get(url)).headers
    await insertDocument(olga, { trip_id: trip.id }, link)
    expect((await as(olga).get(url, { 'if-none-match': etag })).status).toBe(200)
  })

  it('versions of another history of the database stand for nothing', async () => {
    const { olga, trip } = await cast()
    const { etag = '' } = (await as(olga).get(`/v2/trips/${trip.id}`)).headers
    const condition = { 'if-none-match': etag }
    expect((await as(olga).get(`/v2/trips/${trip.id}`, condition)).status).toBe(304)
    await sql('update history set id = $1', randomUUID())
    expect((await as(olga).get(`/v2/trips/${trip.id}`, condition)).status).toBe(200)
  })
})

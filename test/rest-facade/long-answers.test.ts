/**
 * Answers too large to be made at once are sent in parts; joined, these are byte for byte the
 * answer that the same data gives in one part (test/spec/01.3, 01.6, 01.7).
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rowOf } from '../core/permissions/stage.ts'
import { allKinds, kindsWithEmails, type TestKind } from '../spec/kinds.ts'
import { one } from '../spec/persons.ts'
import { insert, insertEmail } from '../sync.ts'
import { app, type Cast, cast, db, join, type Person, premium } from '../world.ts'
import { appWith, nothingInHand } from './long-answers.ts'

/** One row or email at a time, and a few. */
const partSizes = [1, 20_000]
/** Long lists take too long one at a time. */
const most = { ofOne: 12 }

interface Body {
  results: { id: number }[]
}
type Parts = Awaited<ReturnType<typeof appWith>>

let scene: Cast & { few: number; tom: Person; ids: Map<TestKind, number>; email: number }
let inParts: [number, Parts][]

async function attach(emailId: number, bytes: number): Promise<void> {
  const text = `insert into email_attachment (email_id, filename, payload, content_id)
    values ($1, 'ticket.pdf', $2, null), ($1, 'Fahrplan “neu”.txt', $3, 'x'), ($1, '', null, null)`
  await db.query({ text, values: [emailId, Buffer.alloc(bytes, 7), Buffer.from('Gleis 5\0')] })
}

/** Emails of several sizes and dates on an object. */
async function fill(owner: Person, parent: Record<string, unknown>, count: number): Promise<void> {
  for (let made = 0; made < count; made += 1) {
    const date = `2031-03-0${1 + (made % 5)}T07:45:00.${made}Z`
    const html = made % 3 === 0 ? '' : `<p>“${made}” \u2028 ${'é'.repeat(made * 700)}</p>`
    const id = await insertEmail(owner, parent, { date, html, text: `Sitz "${made}"\n` })
    if (made % 2 === 0) await attach(id, made * 900)
  }
}

/** A trip with that many objects of each kind, each with emails, and with emails of its own. */
async function tripOf(owner: Person, size: number): Promise<number> {
  const [trip] = await insert('trip', { owner_id: owner.id })
  for (const kind of allKinds) {
    const ids = await insert(
      kind.one,
      { ...kind.least, price: 3, trip_id: trip, owner_id: owner.id },
      size,
    )
    if (kind.one === 'expense') continue
    for (const id of ids.slice(1)) await fill(owner, { [`${kind.one}_id`]: id }, 3)
  }
  await fill(owner, { trip_id: trip }, 3)
  return trip as number
}

beforeAll(async () => {
  const all = await cast()
  const { olga, ed, trip } = all
  const ids = new Map<TestKind, number>()
  for (const kind of allKinds) {
    const money = kind.one === 'expense' ? { date: '2031-04-19T19:30:00Z', currency: 'EUR' } : {}
    const row = { ...kind.least, ...money, price: 3, trip_id: trip.id, owner_id: olga.id }
    await insert(kind.one, row, 104)
    ids.set(kind, await rowOf(kind, trip.id, olga))
  }
  await db.query({
    text: `update activity set description = repeat('Tüll "', id % 400), notes = repeat('n', 90)
      where trip_id = $1`,
    values: [trip.id],
  })
  await db.query({
    text: 'update activity set deleted_at = now() where trip_id = $1 and id % 10 = 3 and id <> $2',
    values: [trip.id, ids.get(kindsWithEmails[1] as TestKind)],
  })
  await fill(olga, { trip_id: trip.id }, 7)
  for (const kind of kindsWithEmails) await fill(olga, { [`${kind.one}_id`]: ids.get(kind) }, 4)
  await db.query({
    text: `insert into document (owner_id, trip_id, title, description, url, created_at)
      select $1, $2, 'D' || n, repeat('d', n * 50), 'https://x.example',
        now() - n % 9 * interval '1 s'
      from generate_series(1, 103) n`,
    values: [olga.id, trip.id],
  })
  const few = await tripOf(olga, 3)
  const tom = await one('tom')
  await premium(tom, true)
  const trips = await insert('trip', { owner_id: tom.id, description: 'Weg "' }, 103)
  for (const id of trips.slice(0, 3)) await join(id, ed)
  for (const id of trips.slice(50, 53)) await fill(tom, { trip_id: id }, 3)
  await fill(tom, {}, 5)
  await db.query({
    text: 'update email set parsed_successfully = false where owner_id = $1',
    values: [tom.id],
  })
  const [email] = await db.query<{ id: number }>({
    text: 'select max(id) as id from email where trip_id = $1',
    values: [trip.id],
  })
  scene = { ...all, few, tom, ids, email: email?.id as number }
  inParts = await Promise.all(
    partSizes.map(async (part): Promise<[number, Parts]> => {
      return [part, await appWith({ small: 0, part })]
    }),
  )
})
afterAll(() => Promise.all(inParts.map(([, { close }]) => close())))

const withoutLength = ({ 'content-length': _, ...headers }: Record<string, unknown>) => headers

/** Where two texts differ, in a short excerpt. */
function firstDifference(one: string, other: string): string {
  if (one === other) return ''
  let at = 0
  while (one[at] === other[at]) at += 1
  return `at ${at}: ${one.slice(at - 40, at + 40)} | ${other.slice(at - 40, at + 40)}`
}

async function expectSame(person: Person, path: string): Promise<string> {
  const headers = { authorization: `Token ${person.key}` }
  const whole = await app.inject({ url: path, headers })
  const { results = [] } = whole.statusCode === 200 ? whole.json() : {}
  for (const [size, { send, large }] of inParts) {
    if (size === 1 && results.length > most.ofOne) continue
    const answer = await send(person, { url: path })
    expect(answer.status, `${path} by ${size}`).toBe(whole.statusCode)
    expect(firstDifference(answer.text, whole.payload), `${path} by ${size}`).toBe('')
    expect(withoutLength(answer.headers)).toMatchObject(contentHeaders(whole.headers))
    await nothingInHand(large)
  }
  return whole.payload
}

const contentHeaders = ({
  'content-type': type,
  'cache-control': cache,
}: Record<string, unknown>) => ({
  'content-type': type,
  'cache-control': cache,
})

describe('1.3 an answer in parts equals the whole answer, byte for byte:', () => {
  const queries = [
    ...['', '?page=2', '?page=last', '?fields=id,name', '?fields=description,notes,emails'],
    ...['?fields!=emails', '?fields=emails', '?updatedSince=2020-01-01', '?page=9'],
  ]
  it.each(queries)('GET /v1/trips%s and /v2/trips', async (query) => {
    await expectSame(scene.tom, `/v1/trips${query}`)
    await expectSame(scene.tom, `/v2/trips${query}`)
    await expectSame(scene.ed, `/v1/trips${query}`)
    await expectSame(scene.olga, `/v1/trips${query}`)
  })

  it.each(allKinds.flatMap((kind) => queries.map((query) => [kind.many, query] as const)))(
    'GET …/%s%s',
    async (many, query) => {
      await expectSame(scene.olga, `/v1/trip/${scene.trip.id}/${many}${query}`)
    },
  )

  it.each(allKinds.flatMap((kind) => queries.map((query) => [kind.many, query] as const)))(
    'GET …/%s%s of a few, also one at a time',
    async (many, query) => {
      await expectSame(scene.olga, `/v1/trip/${scene.few}/${many}${query}`)
    },
  )

  it.each(kindsWithEmails)(
    '$many without fields that the viewer may not see, and v2',
    async ({ many }) => {
      const text = await expectSame(scene.vera, `/v1/trip/${scene.trip.id}/${many}`)
      expect(text).not.toContain('price')
      await expectSame(scene.vera, `/v2/trip/${scene.trip.id}/${many}?fields!=owner&page=2`)
      await expectSame(scene.olga, `/v2/trip/${scene.trip.id}/${many}?deleted=true`)
    },
  )

  it.each(['emails', 'documents'])('lists of %s of a trip and of a child', async (noun) => {
    const trip = `/v2/trip/${scene.trip.id}`
    await expectSame(scene.olga, `${trip}/${noun}`)
    await expectSame(scene.olga, `/v2/trip/${scene.few}/${noun}`)
    await expectSame(scene.ed, `${trip}/${noun}?page=last&updatedSince=2020-01-01`)
    await expectSame(scene.vera, `${trip}/${noun}`)
    for (const kind of kindsWithEmails) {
      await expectSame(scene.olga, `${trip}/${kind.one}/${scene.ids.get(kind)}/${noun}`)
    }
  })

  it('one object with all its emails, one email, the inbox', async () => {
    const { olga, tom, trip, ids, email } = scene
    await expectSame(olga, `/v1/trips/${trip.id}`)
    await expectSame(olga, `/v1/trips/${trip.id}?fields=name,emails`)
    for (const kind of kindsWithEmails) {
      await expectSame(olga, `/v1/trip/${trip.id}/${kind.one}/${ids.get(kind)}`)
    }
    await expectSame(olga, `/v2/trip/${trip.id}/emails/${email}`)
    await expectSame(tom, '/v1/automation/emails')
    await expectSame(olga, `/v2/trip/${trip.id}/emails/2147483647`)
  })

  it('a list with more rows than one statement reads, which is complete', async () => {
    const tess = await one('tess')
    await premium(tess, true)
    const ids = await insert('trip', { owner_id: tess.id }, 1_200)
    const { results } = JSON.parse(await expectSame(tess, '/v1/trips?fields=id')) as Body
    expect(results.map(({ id }) => id)).toEqual(ids)
    expect(results).toHaveLength(1_200)
  })

  it('its links keep all other keys of the query', async () => {
    const text = await expectSame(scene.tom, '/v2/trips?fields%21=guests&page=2')
    expect(JSON.parse(text)).toMatchObject({ count: 103, next: null })
    expect(JSON.parse(text).previous).toMatch(/\/v2\/trips\?fields%21=guests$/)
  })

  it('a write whose answer has many emails returns them all, and runs once', async () => {
    const { olga, trip } = scene
    for (const [size, { send }] of inParts) {
      const payload = { name: `Lisbon by ${size}` }
      const url = `/v1/trips/${trip.id}`
      const written = await send(olga, { method: 'PUT', url, payload })
      const headers = { authorization: `Token ${olga.key}` }
      const { payload: read } = await app.inject({ url, headers })
      expect(written.status).toBe(200)
      expect(firstDifference(written.text, read)).toBe('')
      expect(JSON.parse(read)).toMatchObject({ name: `Lisbon by ${size}` })
    }
  })
})

describe('1.1 HEAD of an answer in parts', () => {
  it('it has the status and headers of GET and no body, and holds nothing afterwards', async () => {
    for (const [, { send, large }] of inParts) {
      const url = `/v1/trips`
      const [get, head] = [
        await send(scene.tom, { url }),
        await send(scene.tom, { method: 'HEAD', url }),
      ]
      expect(head).toMatchObject({ status: 200, text: '' })
      expect(contentHeaders(head.headers)).toEqual(contentHeaders(get.headers))
      expect(head.headers['content-length']).toBe(get.headers['content-length'])
      await nothingInHand(large)
    }
  })
})

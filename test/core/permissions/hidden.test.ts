/**
 * What the caller may not see is in no answer (target Z5): a canary price, currency and mail are
 * searched for in every answer that could hold them, and in the log.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { as, type ClientAnswer } from '../../client.ts'
import { allKinds, kindsWithEmails, type TestKind } from '../../spec/kinds.ts'
import { member } from '../../spec/persons.ts'
import { insertEmail } from '../../sync.ts'
import { type Cast, cast, db, logged, trip as newTrip, type Person, premium } from '../../world.ts'
import { hasCanary, price } from './canary.ts'
import { rowOf } from './stage.ts'

const currency = 'CANARY-XQZ'
const priced = { price, currency }

type Seer = 'blind' | 'sees'
interface Scene extends Cast {
  /** People who do not see expenses, and people who do: an onlooker and an editor each. */
  people: Record<Seer, Person[]>
  ids: Map<TestKind, number>
}

let scene: Scene
beforeAll(async () => {
  const all = await cast()
  const { trip, olga, ed, vera } = all
  const nina = await member(trip.id, { can_edit: true, can_see_documents: true })
  const sam = await member(trip.id, { can_see_expenses: true })
  const ida = await member(trip.id, { can_edit: true, can_see_expenses: true })
  const ids = new Map<TestKind, number>()
  for (const kind of allKinds) ids.set(kind, await rowOf(kind, trip.id, olga, priced))
  scene = { ...all, ids, people: { blind: [vera, nina], sees: [sam, ida, ed, olga] } }
})

const at = (version: string, { one }: TestKind, id: number | undefined) =>
  `/${version}/trip/${scene.trip.id}/${one}/${id}`
const listAt = (version: string, { many }: TestKind) => `/${version}/trip/${scene.trip.id}/${many}`

/** The item of an answer: the body itself, or the first of its results. */
const itemOf = ({ json }: ClientAnswer) => json.results?.[0] ?? json

const filters = ['', '?fields=price,currency', '?fields=id,price,notes', '?fields!=name']
const reads = ['v1', 'v2'].flatMap((version) =>
  filters.flatMap((query) => [
    [`GET ${version} list${query}`, (kind: TestKind) => listAt(version, kind) + query] as const,
    [
      `GET ${version} detail${query}`,
      (kind: TestKind) => at(version, kind, scene.ids.get(kind)) + query,
    ] as const,
  ]),
)

describe.each(kindsWithEmails.map((kind) => [kind.many, kind] as const))(
  'Z5 prices of %s',
  (_, kind) => {
    it.each(reads)('%s: prices require the right to expenses', async (_name, pathOf) => {
      const path = pathOf(kind)
      for (const person of scene.people.blind) {
        const answer = await as(person).get(path)
        expect(answer.status).toBe(200)
        expect(hasCanary(answer.text)).toBe(false)
        expect(answer.text).not.toMatch(/"(price|currency)"/)
      }
      for (const person of scene.people.sees) {
        expect(itemOf(await as(person).get(path))).toHaveProperty('price', price)
      }
    })

    it('POST, PUT and PATCH neither return nor change prices without the rights', async () => {
      const { olga, trip, people } = scene
      const [, nina] = people.blind as [Person, Person]
      for (const query of ['', '?fields=id,price,currency']) {
        const id = await rowOf(kind, trip.id, olga, priced)
        const sent = { ...kind.least, ...kind.change, price: 1, currency: 'EUR' }
        const answers = [
          await as(nina).post(listAt('v1', kind) + query, { ...sent }),
          await as(nina).put(at('v1', kind, id) + query, sent),
          await as(nina).patch(at('v1', kind, id) + query, { price: null, currency: null }),
        ]
        expect(answers.map(({ status }) => status)).toEqual([201, 200, 200])
        for (const { text } of answers) expect(text).not.toMatch(/price|currency/)
        for (const { text } of answers) expect(hasCanary(text)).toBe(false)
        expect((await as(olga).get(at('v1', kind, id))).json).toMatchObject(priced)
        const made = await as(olga).get(at('v1', kind, answers[0]?.json.id))
        expect(made.json).toMatchObject({ price: null, currency: '' })
      }
    })

    it('a member who sees but may not edit expenses gets the price, and cannot change it', async () => {
      const { olga, trip, people } = scene
      const [, ida] = people.sees as [Person, Person]
      const id = await rowOf(kind, trip.id, olga, priced)
      const patched = await as(ida).patch(at('v1', kind, id), {
        price: 1,
        currency: 'EUR',
        name: 'x',
      })
      expect(patched.json).toMatchObject({ ...priced, name: 'x' })
      const made = await as(ida).post(listAt('v1', kind), { ...kind.least, ...priced })
      expect(made.json).toMatchObject({ price: null, currency: '' })
    })

    const { one, many } = kind
    const money = '{ id cost: price c: currency }'
    it.each([
      ['aliased', () => `{ t: trip(id: ${scene.trip.id}) { x: ${many} { results ${money} } } }`],
      [
        'one',
        () => `{ trip(id: ${scene.trip.id}) { ${one}(id: ${scene.ids.get(kind)}) ${money} } }`,
      ],
      [
        'nested',
        () => `{ trips(first: 9) { results { ${many}(first: 9) { results ${money} } } } }`,
      ],
      [
        'in fragments',
        () => `{ trip(id: ${scene.trip.id}) { ...T } }
        fragment T on Trip { ${many} { results { ... { ...M } } } }
        fragment M on ${one.charAt(0).toUpperCase()}${one.slice(1)} ${money}`,
      ],
    ] as const)('GraphQL, %s: hidden prices are null and FORBIDDEN', async (_name, queryOf) => {
      for (const person of scene.people.blind) {
        const { data, errors } = await as(person).graphql(queryOf())
        expect(hasCanary(JSON.stringify({ data, errors }))).toBe(false)
        expect(JSON.stringify(data)).toContain('"cost":null,"c":null')
        expect([...new Set(errors.map(({ extensions }) => extensions.code))]).toEqual(['FORBIDDEN'])
      }
      for (const person of scene.people.sees) {
        const { data, errors } = await as(person).graphql(queryOf())
        expect(JSON.stringify(data)).toContain(`"cost":${price},"c":"${currency}"`)
        expect(errors).toEqual([])
      }
    })

    it('GraphQL: a document over two trips gets the verdict of each (Z3)', async () => {
      const [vera] = scene.people.blind as [Person]
      const own = await newTrip(vera)
      await rowOf(kind, own.id, vera, { price: 5, currency: 'EUR' })
      const ask = (id: number) => `trip(id: ${id}) { ${many} { results { price } } }`
      const orders = [
        [own.id, scene.trip.id],
        [scene.trip.id, own.id],
      ] as const
      for (const [first, second] of orders) {
        const { data, errors } = await as(vera).graphql(`{ a: ${ask(first)} b: ${ask(second)} }`)
        const shown = first === own.id ? 'a' : 'b'
        const text = JSON.stringify(data?.[shown])
        expect(text).toContain('"price":5')
        expect(hasCanary(JSON.stringify(data))).toBe(false)
        expect(errors.every(({ path }) => path?.[0] !== shown)).toBe(true)
      }
    })
  },
)

describe('Z5 expenses', () => {
  it('expenses appear in no answer to callers who may not see them, for any request', async () => {
    const { people, trip } = scene
    const expense = allKinds.at(-1) as TestKind
    const id = scene.ids.get(expense)
    for (const person of people.blind) {
      const own = [listAt('v1', expense), at('v1', expense, id), '/v1/trips', '/v2/trips']
      for (const path of own) {
        for (const query of ['', '?fields=price,expenses,currency', '?updatedSince=2020-01-01']) {
          expect(hasCanary((await as(person).get(path + query)).text)).toBe(false)
        }
      }
      const { data, errors } = await as(person).graphql(
        `{ trip(id: ${trip.id}) { a: expenses { count results { price } } b: expense(id: ${id}) {
          title } } }`,
      )
      expect(data).toEqual({ trip: { a: null, b: null } })
      expect(errors.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN', 'FORBIDDEN'])
    }
  })
})

describe('Z5 emails', () => {
  const secret = 'CANARY-MAIL'
  const mails = { subject: secret, body_preview: secret, html: `<p>${secret}</p>`, text: secret }

  it('attached emails require the right to documents, and a Pro owner', async () => {
    const { trip, olga, ed, vera } = await cast()
    const parents: [string, string, number][] = [['trip_id', `/v1/trips/${trip.id}`, trip.id]]
    for (const kind of kindsWithEmails) {
      const id = await rowOf(kind, trip.id, olga)
      parents.push([`${kind.one}_id`, `/v1/trip/${trip.id}/${kind.one}/${id}`, id])
    }
    for (const [column, , id] of parents) await insertEmail(olga, { [column]: id }, mails)
    const lists = ['/v1/trips', ...kindsWithEmails.map(({ many }) => `/v1/trip/${trip.id}/${many}`)]
    const paths = [...parents.map(([, path]) => path), ...lists]
    const document = `{ trip(id: ${trip.id}) { emails { subject content }
      ${kindsWithEmails.map(({ many }) => `${many} { results { emails { bodyPreview } } }`)} } }`

    const shows = async (person: Person) => {
      const texts = []
      for (const path of paths) texts.push((await as(person).get(path)).text)
      texts.push(JSON.stringify((await as(person).graphql(document)).data))
      return texts.map((text) => text.includes(secret))
    }
    const all = (shown: boolean) => [...paths, document].map(() => shown)
    expect(await shows(ed)).toEqual(all(true))
    expect(await shows(vera)).toEqual(all(false))
    await premium(olga, false)
    await premium(ed, true)
    expect(await shows(ed), "a member's own subscription counts for nothing").toEqual(all(false))
    expect(await shows(olga)).toEqual(all(false))
  })
})

describe('Z5 the log', () => {
  it('it contains no price, email, key or password', async () => {
    const hashes = await db.query<{ hash: string }>({
      text: 'select password_hash as hash from account where id = $1',
      values: [scene.olga.id],
    })
    const text = logged.join('')
    expect(text.length).toBeGreaterThan(0)
    const people = [scene.olga, ...scene.people.blind, ...scene.people.sees]
    const secrets = [...people.map(({ key }) => key), scene.olga.password, hashes[0]?.hash ?? '']
    expect(hasCanary(text), 'a canary is logged').toBe(false)
    for (const secret of secrets) expect(text.includes(secret), 'a secret is logged').toBe(false)
  })
})

/** `changes` (B2): objects within the objects of a page, which clients may also select. */
import { describe, expect, test } from 'vitest'
import { as } from '../client.ts'
import { insertEmail } from '../sync.ts'
import { db, type Person } from '../world.ts'
import { furnished, sent } from './versions.ts'

type Shown = { __typename: string; id: number; [field: string]: unknown }

/** The objects of a first page with this selection, which must be answered without errors. */
async function changed(person: Person, selection: string): Promise<Shown[]> {
  const query = `{ changes(first: 50) { changed { __typename ${selection} } } }`
  const { data, errors } = await as(person).graphql(query)
  expect(errors).toEqual([])
  return (data as { changes: { changed: Shown[] } }).changes.changed
}

const ofType = (objects: Shown[], type: string) =>
  objects.filter(({ __typename }) => __typename === type)

/** The values of a field in all objects within these ones. */
const valuesOf = (objects: Shown[], field: string) =>
  [...JSON.stringify(objects).matchAll(new RegExp(`"${field}":("[^"]*"|[^,}]*)`, 'g'))].map(
    ([, value]) => value,
  )

const money = 'price currency'
const withinTrips = `... on Trip { id stays: hostings(first: 3) { results { ${money} } }
  timeline(first: 3) { results { ... on Hosting { ${money} } } }
  expenses(first: 3) { results { id } } }`
const withinDocuments = `... on Document { id hostings { ${money} } }`
const withinEmails = `... on Email { id hostings { ${money} } }`

describe('B2 objects within those of a page', () => {
  test('a member without the right gets null for prices and expenses, without an error', async () => {
    const { olga, ed, vera, ids, trip } = await furnished()
    await sent(as(olga).patch(`/v1/trip/${trip.id}/hosting/${ids.hosting}`, { price: 12 }))
    const one = `... on Trip { one: expense(id: ${ids.expense}) { id } }`
    const [hidden] = ofType(await changed(vera, `${withinTrips} ${one}`), 'Trip')
    const none = { price: null, currency: null }
    expect(hidden).toMatchObject({
      ...{ stays: { results: [none] }, expenses: null, one: null },
    })
    await sent(
      as(olga).patch(`/v1/trip/${trip.id}/collaborator/${ed.id}/permissions`, {
        ...{ can_see_expenses: false, can_edit_expenses: false },
      }),
    )
    const all = `${withinTrips} ${withinDocuments} ${withinEmails}`
    const seen = await changed(ed, all)
    for (const type of ['Trip', 'Document', 'Email']) {
      const prices = valuesOf(ofType(seen, type), 'price')
      expect(prices.length, type).toBeGreaterThan(0)
      expect(new Set(prices), type).toEqual(new Set(['null']))
    }
    expect(valuesOf(await changed(olga, all), 'price')).toContain('12')
  })

  test('a member gets no payload of an attachment', async () => {
    const { olga, ids } = await furnished()
    const id = await insertEmail(olga, { hosting_id: ids.hosting })
    const text = `insert into email_attachment (email_id, filename, payload, "binary",
      mail_content_type) values ($1, 'a.txt', $2, true, 'text/plain')`
    await db.query({ text, values: [id, Buffer.from('Seat 21')] })
    const emails = 'emails { id attachments { payload } }'
    const objects = await changed(
      olga,
      `... on Hosting { id ${emails} } ... on Document { id hostings { ${emails} } }
      ... on Email { id hostings { ${emails} } }
      ... on Trip { id stays: hostings(first: 3) { results { ${emails} } } }`,
    )
    for (const type of ['Hosting', 'Document', 'Email', 'Trip']) {
      const payloads = valuesOf(ofType(objects, type), 'payload')
      expect(payloads.length, type).toBeGreaterThan(0)
      expect(new Set(payloads), type).toEqual(new Set(['null']))
    }
  })
})

/** `changes`: a copy that converges (B2). */
import { describe, expect, test } from 'vitest'
import { as } from '../client.ts'
import { insertDocument } from '../documents.ts'
import { cast, trip as newTrip, operatorKey } from '../world.ts'
import { setPermissions } from './collaborators.ts'
import { Copy, newCopy, page } from './copies.ts'
import { waiting } from './emails.ts'
import { furnished, sent } from './versions.ts'

const names = (copy: Copy) =>
  [...copy.objects.values()].map(({ __typename, id }) => `${__typename} ${id}`).sort()

describe('B2 a first copy', () => {
  test('a member without a position gets everything, from resetAll on, in pages', async () => {
    const { olga, ids, trip, documents, mails } = await furnished()
    const copy = new Copy(olga)
    const pages = await copy.follow(3)
    expect(pages.map(({ resetAll }) => resetAll)).toEqual(pages.map((_, at) => at === 0))
    expect(pages.every(({ changed }) => changed.length <= 3)).toBe(true)
    expect(names(copy)).toEqual(
      expect.arrayContaining([
        `User ${olga.id}`,
        `Trip ${trip.id}`,
        `Hosting ${ids.hosting}`,
        `Expense ${ids.expense}`,
        `Document ${documents.hosting}`,
        `Email ${mails.activity}`,
        `Collaborator ${olga.id}`,
      ]),
    )
    expect(names(await newCopy(olga))).toEqual(names(copy))
    expect((await newCopy(olga)).position).toBe(copy.position)
  })

  test('a member without a right gets null for prices, and nothing that is hidden', async () => {
    const { olga, vera, ids, trip } = await furnished()
    await sent(as(olga).patch(`/v1/trip/${trip.id}/hosting/${ids.hosting}`, { price: 12 }))
    const copy = await newCopy(vera)
    expect(copy.all('Hosting')).toMatchObject([{ price: null, currency: null }])
    expect([...copy.all('Expense'), ...copy.all('Document'), ...copy.all('Email')]).toEqual([])
    // The invitee is for those who may add guests.
    expect(copy.all('Collaborator').every(({ joined }) => joined)).toBe(true)
    expect((await newCopy(olga)).all('Hosting')).toMatchObject([{ price: 12 }])
  })

  test('an anonymous caller is refused', async () => {
    const { errors } = await as({ key: null }).graphql('{ changes { position } }')
    expect(errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }])
  })
})

describe('B2 later pages', () => {
  test('a member with nothing new gets an empty page of the same position', async () => {
    const { olga } = await furnished()
    const { position } = await newCopy(olga)
    expect(await page(olga, position)).toEqual({
      ...{ position, hasMore: false, resetAll: false, reset: [], destroyed: [], changed: [] },
    })
  })

  test('a member hears of what changed alone, the trip first', async () => {
    const { olga, ed, ids, trip } = await furnished()
    const copy = await newCopy(ed)
    await sent(as(olga).patch(`/v1/trip/${trip.id}/hosting/${ids.hosting}`, { name: 'x' }))
    const { changed, reset, resetAll, destroyed } = await page(ed, copy.position)
    expect(changed).toMatchObject([
      { __typename: 'Trip', id: trip.id },
      { __typename: 'Hosting', id: ids.hosting, name: 'x' },
    ])
    expect({ reset, resetAll, destroyed }).toEqual({ reset: [], resetAll: false, destroyed: [] })
  })

  test('a member hears of what was deleted, and of nothing that came and went', async () => {
    const { olga, ed, ids, trip } = await furnished()
    const copy = await newCopy(ed)
    await sent(as(olga).delete(`/v1/trip/${trip.id}/activity/${ids.activity}`))
    const { json } = await as(olga).post(`/v1/trip/${trip.id}/hostings`, { name: 'gone' })
    await sent(as(olga).delete(`/v1/trip/${trip.id}/hosting/${json.id}`))
    const pages = await copy.follow()
    const gone = pages.flatMap(({ destroyed }) => destroyed)
    expect(gone).toContainEqual({ kind: 'ACTIVITY', id: ids.activity, tripId: trip.id })
    expect(gone.filter(({ kind }) => kind === 'HOSTING')).toEqual([])
    expect(names(copy)).toEqual(names(await newCopy(ed)))
  })

  test('a member whose right changes gets the trip anew, as seen now', async () => {
    const { olga, vera, ids, trip } = await furnished()
    await sent(as(olga).patch(`/v1/trip/${trip.id}/hosting/${ids.hosting}`, { price: 12 }))
    const copy = await newCopy(vera)
    await setPermissions(olga, trip, vera, { can_see_expenses: true })
    const pages = await copy.follow()
    expect(pages.flatMap(({ reset }) => reset)).toEqual([trip.id])
    expect(copy.all('Hosting')).toMatchObject([{ price: 12 }])
    expect(copy.all('Expense')).toHaveLength(1)
    await setPermissions(olga, trip, vera, { can_see_expenses: false })
    await copy.follow()
    expect(copy.all('Hosting')).toMatchObject([{ price: null }])
    expect(copy.all('Expense')).toEqual([])
  })

  test('a member who is removed forgets the trip, and gets it back on joining again', async () => {
    const { olga, ed, trip } = await furnished()
    const copy = await newCopy(ed)
    await sent(as(olga).delete(`/v1/trip/${trip.id}/collaborator/${ed.id}`))
    const pages = await copy.follow()
    expect(pages.flatMap(({ destroyed }) => destroyed)).toContainEqual({
      ...{ kind: 'TRIP', id: trip.id, tripId: null },
    })
    expect(copy.all('Trip')).toEqual([])
    expect(copy.all('Hosting')).toEqual([])
  })

  test('a member keeps an item that moved, and a document that came with it', async () => {
    const { olga, ids, trip, documents } = await furnished()
    const other = await newTrip(olga)
    const copy = await newCopy(olga)
    const path = `/v1/trip/${trip.id}/hosting/${ids.hosting}`
    await sent(as(olga).patch(path, { update_trip: other.id }))
    await copy.follow(1)
    expect(copy.objects.get(`HOSTING ${ids.hosting}`)).toMatchObject({ tripId: other.id })
    expect(copy.objects.get(`DOCUMENT ${documents.hosting}`)).toMatchObject({ inTrip: other.id })
    expect(names(copy)).toEqual(names(await newCopy(olga)))
  })

  test('a user hears of a person who was renamed, in everything of theirs', async () => {
    const { olga, ed, trip } = await furnished()
    const { json } = await as(ed).post(`/v1/trip/${trip.id}/hostings`, { name: "ed's" })
    const copy = await newCopy(olga)
    await as(ed).graphql('mutation { updateMe(input: { name: "Edward" }) { id } }')
    await copy.follow(2)
    expect(copy.objects.get(`HOSTING ${json.id}`)).toMatchObject({ owner: { name: 'Edward' } })
    expect(copy.objects.get(`COLLABORATOR ${trip.id} ${ed.id}`)).toMatchObject({ name: 'Edward' })
  })

  test('a user hears of a person whose document moved to another trip before the rename', async () => {
    const { olga, ed, trip, ids } = await furnished()
    const document = await insertDocument(ed, { hosting_id: ids.hosting })
    const other = await newTrip(olga)
    const path = `/v1/trip/${trip.id}/hosting/${ids.hosting}`
    await sent(as(olga).patch(path, { update_trip: other.id }))
    const copy = await newCopy(olga)
    await as(ed).graphql('mutation { updateMe(input: { name: "Edward" }) { id } }')
    await copy.follow(2)
    expect(copy.objects.get(`DOCUMENT ${document}`)).toMatchObject({
      ...{ inTrip: other.id, owner: { name: 'Edward' } },
    })
  })

  test('a user hears of the inbox, and of categories, their own and those of others', async () => {
    const { olga, ed, trip } = await cast()
    const copy = await newCopy(olga)
    const own = await as(olga).post('/v1/categories', { name: 'Own' })
    const theirs = await as(ed).post('/v1/categories', { name: 'Theirs' })
    const email = await waiting(olga)
    await copy.follow(1)
    expect(names(copy)).toEqual(
      expect.arrayContaining([
        `Category ${own.json.id}`,
        `Category ${theirs.json.id}`,
        `Email ${email}`,
      ]),
    )
    await sent(as(olga).delete(`/v1/trip/${trip.id}/collaborator/${ed.id}`))
    const gone = (await copy.follow(1)).flatMap(({ destroyed }) => destroyed)
    expect(gone).toContainEqual({ kind: 'CATEGORY', id: theirs.json.id, tripId: null })
    expect(names(copy)).toEqual(names(await newCopy(olga)))
  })
})

describe('B2 positions', () => {
  test("a user with a position of another's, or none of the service's, begins anew", async () => {
    const { olga, ed } = await furnished()
    const { position } = await newCopy(ed)
    const own = (await newCopy(olga)).position as string
    const altered = `${own.slice(0, -2)}${own.endsWith('AA') ? 'BB' : 'AA'}`
    for (const since of [position, altered, `${own}!`, `${own}=`, 'x', '%', '']) {
      expect(await page(olga, since)).toMatchObject({ resetAll: true })
    }
  })

  test('a user begins anew once an operator has reset all copies', async () => {
    const { olga } = await furnished()
    const { position } = await newCopy(olga)
    const operator = { authorization: `Operator ${operatorKey}` }
    const reset = as({ key: null }).graphql('mutation { resetCopies }', {}, operator)
    expect(await reset).toMatchObject({ data: { resetCopies: true } })
    expect(await page(olga, position)).toMatchObject({ resetAll: true })
    expect((await page(olga, (await newCopy(olga)).position)).resetAll).toBe(false)
  })

  test('a page has 1 to 500 objects', async () => {
    const { olga } = await cast()
    for (const first of [0, 501]) {
      const { errors } = await as(olga).graphql(`{ changes(first: ${first}) { position } }`)
      expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }])
    }
    expect(await page(olga, null, 500)).toMatchObject({ hasMore: false })
  })
})

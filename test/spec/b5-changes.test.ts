/** Copies that are kept through keys with less (B5): positions belong to what a key sees. */
import { describe, expect, it } from 'vitest'
import { as } from '../client.ts'
import { insert } from '../sync.ts'
import { db, join, trip as newTrip, sha256 } from '../world.ts'
import { type Copy, newCopy, page } from './copies.ts'
import { narrowed } from './keys.ts'
import { one } from './persons.ts'
import { furnished, sent } from './versions.ts'

const types = (copy: Copy) =>
  [...new Set([...copy.objects.values()].map(({ __typename }) => __typename))].sort()

const category = async (owner: { id: number }, slug: string) =>
  (await insert('category', { owner_id: owner.id, slug, name: slug }))[0] as number

describe('B5 a copy through a key for some trips', () => {
  it('its holder gets those trips, the categories of their people, and who it is', async () => {
    const { olga, ed, trip } = await furnished()
    const other = await newTrip(olga)
    const mia = await one()
    await join(other.id, mia)
    const seen = [await category(olga, 'o'), await category(ed, 'e')]
    await category(mia, 'm')
    const copy = await newCopy(await narrowed(olga, { trips: [trip.id] }))
    expect(copy.all('Trip').map(({ id }) => id)).toEqual([trip.id])
    expect(copy.all('Category').map(({ id }) => id)).toEqual(seen)
    const { id, name } = olga
    expect(copy.all('User')).toMatchObject([{ id, name, email: '', version: 0 }])
    expect(types(copy)).not.toContain('Favorite')
    expect(copy.all('Email').every(({ inTrip }) => inTrip === trip.id)).toBe(true)
  })

  it('its holder gets nothing of what happens elsewhere in the account', async () => {
    const { olga, ed, trip } = await furnished()
    const other = await newTrip(olga)
    const key = await narrowed(olga, { trips: [trip.id] })
    const { position } = await newCopy(key)
    await sent(as(olga).patch(`/v1/trips/${other.id}`, { name: 'Porto' }))
    await sent(as(olga).patch('/v1/me', { asa_campaign_name: 'x' }))
    const asking = `mutation { requestFavorite(email: "${ed.email}") { id } }`
    expect((await as(olga).graphql(asking)).errors).toEqual([])
    expect(await page(key, position)).toMatchObject({ position, changed: [], destroyed: [] })
    await sent(as(olga).patch('/v1/me', { language: 'pt' }))
    const { changed, resetAll } = await page(key, position)
    expect([changed.map(({ __typename }) => __typename), resetAll]).toEqual([['User'], false])
  })

  it('its holder forgets a trip that the account leaves', async () => {
    const { ed, trip } = await furnished()
    const copy = await newCopy(await narrowed(ed, { trips: [trip.id] }))
    await sent(as(ed).delete(`/v1/trip/${trip.id}/collaborator/${ed.id}`))
    await copy.follow()
    expect(types(copy)).toEqual(['User'])
  })
})

describe('B5 a copy through a key without a right', () => {
  it('its holder gets neither prices nor expenses, or neither documents nor emails', async () => {
    const { olga, ids, trip } = await furnished()
    await sent(as(olga).patch(`/v1/trip/${trip.id}/hosting/${ids.hosting}`, { price: 12 }))
    const poor = await newCopy(await narrowed(olga, { withheld: ['CAN_SEE_EXPENSES'] }))
    expect(poor.all('Hosting')).toMatchObject([{ price: null, currency: null }])
    expect(types(poor)).not.toContain('Expense')
    expect(types(poor)).toContain('Document')
    const blind = await newCopy(await narrowed(olga, { withheld: ['CAN_SEE_DOCUMENTS'] }))
    expect(blind.all('Hosting')).toMatchObject([{ price: 12 }])
    expect([...blind.all('Document'), ...blind.all('Email')]).toEqual([])
    expect(blind.all('Trip')).toMatchObject([{ viewerCan: { seeDocuments: false } }])
  })
})

describe('B5 positions belong to what a key sees', () => {
  it('a holder of another key begins anew, unless it sees as much', async () => {
    const { olga, trip } = await furnished()
    const full = await newCopy(olga)
    const keys = [
      { trips: [trip.id] },
      { withheld: ['CAN_SEE_EXPENSES'] },
      { trips: [trip.id], withheld: ['CAN_SEE_EXPENSES'] },
    ]
    const positions = [full.position]
    for (const input of keys) {
      const key = await narrowed(olga, input)
      for (const since of positions) expect((await page(key, since)).resetAll).toBe(true)
      const copy = await newCopy(key)
      const same = await narrowed(olga, input)
      expect((await page(same, copy.position)).position).toBe(copy.position)
      positions.push(copy.position)
    }
    expect((await page(await narrowed(olga, { readOnly: true }), full.position)).resetAll).toBe(
      false,
    )
  })

  it('the holder of a key that is narrowed meanwhile begins anew', async () => {
    const { olga } = await furnished()
    const key = await narrowed(olga, { withheld: ['CAN_SEE_EXPENSES'] })
    const copy = await newCopy(key)
    const text = "update api_key set withheld = withheld || '{can_see_documents}' where hash = $1"
    await db.query({ text, values: [sha256(key.key)] })
    const [first] = await copy.follow()
    expect(first?.resetAll).toBe(true)
    expect(types(copy)).not.toContain('Document')
  })
})

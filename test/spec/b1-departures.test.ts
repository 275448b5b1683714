/** What has left a trip or an account is kept, so that copies can forget it (B1, B2). */
import { describe, expect, test } from 'vitest'
import { as } from '../client.ts'
import { cast, trip as newTrip } from '../world.ts'
import { waiting } from './emails.ts'
import { befriend, remove } from './favorites.ts'
import { allKinds, kindsWithEmails } from './kinds.ts'
import { create, restore } from './restored.ts'
import {
  accountVersion,
  type Departure,
  departures,
  furnished,
  seenIn,
  sent,
  versionOf,
} from './versions.ts'

/** The kinds and ids of departures. */
const left = (rows: readonly Departure[]) => rows.map(({ kind, object_id }) => [kind, object_id])

/** Expects that all of them left at this version, and were there before. */
function expectAt(version: number, rows: readonly Departure[]) {
  for (const row of rows) {
    expect(row.version).toBe(version)
    expect(row.entered).toBeLessThanOrEqual(row.changed)
    expect(row.changed).toBeLessThan(row.version)
  }
}

describe('B1 departures from a trip', () => {
  test.each(allKinds.map((kind) => [kind.one, kind] as const))(
    'a member who deletes one %s leaves one, with the versions of its time in the trip',
    async (one, kind) => {
      const { olga, trip } = await cast()
      const id = await create(olga, trip.id, kind)
      const entered = await versionOf(olga, trip)
      const path = `/v1/trip/${trip.id}/${one}/${id}`
      await sent(as(olga).patch(path, kind.change))
      const changed = await versionOf(olga, trip)
      await sent(as(olga).delete(path))
      const version = await versionOf(olga, trip)
      const departure = { kind: one, object_id: id, entered, changed, version }
      expect(await departures('trip', trip)).toEqual([departure])
    },
  )

  test.each(kindsWithEmails.map((kind) => [kind.one, kind] as const))(
    'a member who deletes, restores and deletes one %s leaves two, one after the other',
    async (one, kind) => {
      const { olga, trip } = await cast()
      const id = await create(olga, trip.id, kind)
      const path = `/v1/trip/${trip.id}/${one}/${id}`
      await sent(as(olga).delete(path))
      expect(await restore(olga, one, id)).toBe(true)
      await sent(as(olga).delete(path))
      const [first, second, ...others] = await departures('trip', trip)
      expect(others).toEqual([])
      expect(second?.entered).toBeGreaterThan(first?.version as number)
    },
  )

  test('a member who deletes a hosting leaves its document and email as well', async () => {
    const { olga, trip, ids, documents, mails } = await furnished()
    await sent(as(olga).delete(`/v1/trip/${trip.id}/hosting/${ids.hosting}`))
    const rows = await departures('trip', trip)
    expect(left(rows)).toEqual([
      ['document', documents.hosting],
      ['email', mails.hosting],
      ['hosting', ids.hosting],
    ])
    expectAt(await versionOf(olga, trip), rows)
  })

  test('a member who moves a hosting leaves it in its old trip, with what it carries', async () => {
    const { olga, trip, ids, documents, mails } = await furnished()
    const other = await newTrip(olga)
    const before = await versionOf(olga, other)
    const path = `/v1/trip/${trip.id}/hosting/${ids.hosting}`
    await sent(as(olga).patch(path, { update_trip: other.id }))
    const rows = await departures('trip', trip)
    expect(left(rows)).toEqual([
      ['document', documents.hosting],
      ['email', mails.hosting],
      ['hosting', ids.hosting],
    ])
    expectAt(await versionOf(olga, trip), rows)
    expect(await departures('trip', other)).toEqual([])
    const { objects } = await seenIn(olga, other)
    expect(objects.filter(({ version }) => version > before)).toHaveLength(3)
  })

  test('a member who moves a document or an email between trips leaves it in the first', async () => {
    const { olga, trip, documents, mails } = await furnished()
    const other = await newTrip(olga)
    const target = { trip_id: other.id }
    await sent(as(olga).patch(`/v1/documents/${documents.trip}`, target))
    const first = await departures('trip', trip)
    expect(left(first)).toEqual([['document', documents.trip]])
    expectAt(await versionOf(olga, trip), first)
    await sent(as(olga).patch(`/v1/automation/emails/${mails.trip}`, target))
    expect(left(await departures('trip', trip))).toEqual([
      ['document', documents.trip],
      ['email', mails.trip],
    ])
  })

  test('a member who moves a document within the trip leaves nothing', async () => {
    const { olga, trip, documents, ids } = await furnished()
    const target = { activity_id: ids.activity }
    await sent(as(olga).patch(`/v1/documents/${documents.trip}`, target))
    expect(await departures('trip', trip)).toEqual([])
  })

  test('a member who removes a document and an email leaves both', async () => {
    const { olga, trip, documents, mails } = await furnished()
    await sent(as(olga).delete(`/v1/trip/${trip.id}/documents/${documents.trip}`))
    await sent(as(olga).delete(`/v1/automation/emails/${mails.activity}`))
    expect(left(await departures('trip', trip))).toEqual([
      ['document', documents.trip],
      ['email', mails.activity],
    ])
  })

  test('a member or an invitee who is removed, or leaves, is one', async () => {
    const { olga, ed, vera, pia, trip } = await cast()
    const at = (id: number) => `/v1/trip/${trip.id}/collaborator/${id}`
    await sent(as(olga).delete(at(ed.id)))
    expectAt(await versionOf(olga, trip), await departures('trip', trip))
    await sent(as(vera).delete(at(vera.id)))
    await sent(as(olga).delete(at(pia.id)))
    expect(left(await departures('trip', trip))).toEqual([
      ['invitee', pia.id],
      ['member', ed.id],
      ['member', vera.id],
    ])
  })

  test('a member who only reads, changes or is refused leaves nothing', async () => {
    const { olga, vera, trip, ids, documents } = await furnished()
    const before = await departures('account', olga)
    await seenIn(olga, trip)
    const path = `/v1/trip/${trip.id}/hosting/${ids.hosting}`
    await sent(as(olga).patch(path, { name: 'x' }))
    await sent(as(olga).patch(`/v1/documents/${documents.hosting}`, { title: 'x' }))
    expect((await as(vera).delete(path)).status).toBe(403)
    expect(await departures('trip', trip)).toEqual([])
    expect(await departures('account', olga)).toEqual(before)
  })
})

describe('B1 departures from an account', () => {
  test('a user who files an email leaves it in the inbox, and it enters the trip', async () => {
    const { olga, trip } = await cast()
    const id = await waiting(olga)
    await sent(as(olga).patch(`/v1/automation/emails/${id}`, { trip_id: trip.id }))
    const rows = await departures('account', olga)
    expect(left(rows)).toEqual([['email', id]])
    expectAt(await accountVersion(olga), rows)
    expect(await departures('trip', trip)).toEqual([])
    const version = await versionOf(olga, trip)
    expect((await seenIn(olga, trip)).objects).toContainEqual(
      ...[{ kind: 'emails', id, version, tripId: trip.id }],
    )
  })

  test('a user who deletes an email in the inbox leaves it', async () => {
    const { olga } = await cast()
    const id = await waiting(olga)
    await sent(as(olga).delete(`/v1/automation/emails/${id}`))
    expect(left(await departures('account', olga))).toEqual([['email', id]])
  })

  test('a user who deletes a category leaves it, once more after it was restored', async () => {
    const { olga } = await cast()
    const { id } = (await as(olga).post('/v1/categories', { name: 'Golf' })).json
    const entered = await accountVersion(olga)
    await sent(as(olga).delete(`/v1/categories/${id}`))
    const version = await accountVersion(olga)
    const first = { kind: 'category', object_id: id, entered, changed: entered, version }
    expect(await departures('account', olga)).toEqual([first])
    expect(await restore(olga, 'category', id)).toBe(true)
    expect(await departures('account', olga)).toEqual([first])
    await sent(as(olga).delete(`/v1/categories/${id}`))
    expect(await departures('account', olga)).toHaveLength(2)
  })

  test('a user who ends a favorite leaves it in both accounts', async () => {
    const { olga, stan } = await cast()
    const [own, theirs] = await befriend(olga, stan)
    await remove(olga, own.id)
    for (const [person, { id }] of [
      [olga, own],
      [stan, theirs],
    ] as const) {
      const rows = await departures('account', person)
      expect(left(rows)).toEqual([['favorite', id]])
      expectAt(await accountVersion(person), rows)
    }
  })
})

/** What `updatedSince` and `deleted=true` cannot show, as rest-facade/rest.md says (1.8, B2). */
import { describe, expect, it } from 'vitest'
import { as } from '../client.ts'
import { setPermissions } from '../spec/collaborators.ts'
import { restore } from '../spec/restored.ts'
import { furnished, sent } from '../spec/versions.ts'
import { moment } from '../sync.ts'
import { trip as newTrip, type Person } from '../world.ts'

/** The IDs that a list shows of what was changed, and of what was deleted, since a moment. */
async function shownSince(reader: Person, path: string, since: string) {
  const shown = async (more: string) => {
    const { status, json } = await as(reader).get(`${path}?updatedSince=${since}${more}`)
    expect(status).toBe(200)
    return json.results.map(({ id }) => id)
  }
  return { changed: await shown(''), deleted: await shown('&deleted=true') }
}

const nothing = { changed: [], deleted: [] }

describe('a client that requests changes and deletions since a moment', () => {
  it('does not receive an item that was moved to a trip that it cannot see', async () => {
    const { olga, ed, trip, ids } = await furnished()
    const { id: own } = await newTrip(olga)
    const since = await moment()
    const path = `/v1/trip/${trip.id}/activity/${ids.activity}`
    await sent(as(olga).patch(path, { update_trip: own }))
    expect(await shownSince(ed, `/v2/trip/${trip.id}/activities`, since)).toEqual(nothing)
    const { json } = await as(ed).get(`/v2/trip/${trip.id}/activities?fields=id`)
    expect(json.results).toEqual([])
  })

  it('does not receive prices that a new permission reveals', async () => {
    const { olga, vera, trip, ids } = await furnished()
    const since = await moment()
    await setPermissions(olga, trip, vera, { can_see_expenses: true })
    expect(await shownSince(vera, `/v2/trip/${trip.id}/activities`, since)).toEqual(nothing)
    const { json } = await as(vera).get(`/v2/trip/${trip.id}/activity/${ids.activity}`)
    expect(json).toMatchObject({ price: 9 })
  })

  it('does not receive the items of a trip that was deleted and restored', async () => {
    const { olga, ed, trip } = await furnished()
    const since = await moment()
    await sent(as(olga).delete(`/v1/trips/${trip.id}`))
    expect((await as(ed).get(`/v2/trip/${trip.id}/activities?deleted=true`)).status).toBe(404)
    expect(await restore(olga, 'trip', trip.id)).toBe(true)
    expect(await shownSince(ed, `/v2/trip/${trip.id}/activities`, since)).toEqual(nothing)
  })

  it('does not receive the documents of an item that was deleted and restored', async () => {
    const { olga, ed, trip, ids, documents } = await furnished()
    const path = `/v2/trip/${trip.id}/documents`
    const since = await moment()
    await sent(as(olga).delete(`/v1/trip/${trip.id}/hosting/${ids.hosting}`))
    const listed = async () => (await as(ed).get(path)).json.results.map(({ id }) => id)
    expect(await listed()).toEqual([documents.trip])
    expect(await shownSince(ed, path, since)).toEqual(nothing)
    expect(await restore(olga, 'hosting', ids.hosting)).toBe(true)
    expect(await listed()).toContain(documents.hosting)
    expect(await shownSince(ed, path, since)).toEqual(nothing)
  })
})

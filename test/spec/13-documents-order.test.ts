/**
 * The order of checks of the routes of documents (test/spec/01.1, 01.5); who sees and changes them:
 * test/core/permissions/matrix.
 */
import { describe, expect, it } from 'vitest'
import { as } from '../client.ts'
import { placesOf } from '../documents.ts'
import { cast } from '../world.ts'
import { forbidden } from './answers.ts'

describe('13 Documents: order of checks', () => {
  it('a member without the right gets 403, before the document, the body and the query are checked', async () => {
    const world = await cast()
    const { vera } = world
    const places = await placesOf(world)
    const { v1, v2 } = places.activity
    expect(await as(vera).post(v1(), { url: 5 })).toMatchObject(forbidden)
    expect(await as(vera).patch(v1(1), {})).toMatchObject(forbidden)
    expect(await as(vera).patch('/v1/documents/1', { trip_id: 'x' })).toMatchObject(forbidden)
    expect(await as(vera).get(`${v2()}?page=x&updatedSince=x`)).toMatchObject(forbidden)
  })
})

import { describe, expect, test } from 'vitest'
import { anonymous, as } from '../client.ts'
import { cast } from '../world.ts'
import { notFound } from './answers.ts'

const endless = '9'.repeat(400)

describe('1.1 Ids beyond a signed 32-bit integer', () => {
  test('ids in paths are answered like any unknown id, however long', async () => {
    const { olga, trip } = await cast()
    for (const id of ['2147483648', '9'.repeat(20), endless]) {
      for (const path of [
        `/v1/trips/${id}`,
        `/v1/trip/${id}/hostings`,
        `/v1/trip/${trip.id}/hosting/${id}`,
        `/v2/trip/${id}/hosting/1`,
      ]) {
        expect(await as(olga).get(path), path).toMatchObject(notFound)
        expect((await as(anonymous).get(path)).status, path).toBe(401)
      }
      expect(await as(olga).delete(`/v1/trips/${id}`)).toMatchObject(notFound)
      expect(await as(olga).post(`/v1/trip/${id}/hostings`, {})).toMatchObject(notFound)
    }
  })

  test('ids in bodies are answered as unknown or too large, whichever the field declares', async () => {
    const { olga, trip } = await cast()
    const path = `/v1/trip/${trip.id}/hostings`
    const { json } = await as(olga).post(path, { assigned_users: [olga.id, endless] })
    const shown = `/v1/trip/${trip.id}/hosting/${json.id}`
    const { json: assigned } = await as(olga).get(`${shown}?fields=assigned_users`)
    expect(assigned).toEqual({ assigned_users: [olga.id] })
    expect(await as(olga).patch(shown, { update_trip: endless })).toMatchObject({
      status: 400,
      json: { update_trip: [`Invalid pk "${endless}" - object does not exist.`] },
    })
    expect(await as(olga).patch(shown, { sort_order: endless })).toMatchObject({
      status: 400,
      json: { sort_order: ['Ensure this value is less than or equal to 2147483647.'] },
    })
  })
})

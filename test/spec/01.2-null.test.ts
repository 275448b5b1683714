import { describe, expect, test } from 'vitest'
import { as } from '../client.ts'
import { cast } from '../world.ts'
import { invalid, messages } from './answers.ts'
import { kindsWithEmails, transportation } from './kinds.ts'

describe('1.2 Null', () => {
  test('8. null on an optional string field clears it', async () => {
    const { olga, trip } = await cast()
    const path = `/v1/trips/${trip.id}`
    const full = { name: 'x', description: 'x', internal_identifier: 'x' }
    await as(olga).patch(path, { ...full, cover_image_url: 'https://images.example/1.jpg' })
    const cleared = { name: null, description: null, internal_identifier: null }
    const answer = await as(olga).patch(path, { ...cleared, cover_image_url: null })
    expect(answer).toMatchObject({
      status: 200,
      json: { name: '', description: '', internal_identifier: '', cover_image_url: null },
    })
  })

  test('8. null on dates, datetimes and numbers clears them', async () => {
    const { olga, trip } = await cast()
    const dates = { starts_at: null, ends_at: null }
    expect(await as(olga).patch(`/v1/trips/${trip.id}`, dates)).toMatchObject({ json: dates })
    const full = { starts_at: '2031-04-18T14:00:00Z', longitude: 1, latitude: 2, price: 3 }
    const { json } = await as(olga).post(`/v1/trip/${trip.id}/hostings`, full)
    expect(json).toMatchObject(full)
    const cleared = { starts_at: null, longitude: null, latitude: null, price: null }
    const answer = await as(olga).patch(`/v1/trip/${trip.id}/hosting/${json.id}`, cleared)
    expect(answer).toMatchObject({ status: 200, json: cleared })
  })

  test('8. null on integers with a default restores the default', async () => {
    const { olga } = await cast()
    const set = { cover_gradient: 4, number_of_days: 3 }
    const { json } = await as(olga).post('/v1/trips', set)
    const cleared = { cover_gradient: null, number_of_days: null }
    const answer = await as(olga).patch(`/v1/trips/${json.id}`, cleared)
    expect(answer.json).toMatchObject({ cover_gradient: 0, number_of_days: 0 })
    expect((await as(olga).post('/v1/trips', cleared)).json).toMatchObject({
      cover_gradient: 0,
      number_of_days: 0,
    })
  })

  test('8. null on a boolean is a validation error', async () => {
    const { olga, trip } = await cast()
    for (const field of ['hidden', 'has_dates']) {
      const refused = invalid(field, messages.null)
      const answer = await as(olga).patch(`/v1/trips/${trip.id}`, { [field]: null })
      expect(answer).toMatchObject(refused)
      expect(await as(olga).post('/v1/trips', { [field]: null })).toMatchObject(refused)
    }
    for (const { many, least } of kindsWithEmails) {
      const answer = await as(olga).post(`/v1/trip/${trip.id}/${many}`, { ...least, hidden: null })
      expect(answer).toMatchObject(invalid('hidden', messages.null))
    }
  })

  test('8. null or blank on a required field is a validation error, on update too', async () => {
    const { olga, trip } = await cast()
    const base = `/v1/trip/${trip.id}`
    const { json: ride } = await as(olga).post(`${base}/transportations`, transportation.least)
    const { json: cost } = await as(olga).post(`${base}/expenses`, { title: 'x', price: 1 })
    for (const [path, field, value, message] of [
      [`${base}/transportation/${ride.id}`, 'transportation_type', null, messages.null],
      [`${base}/transportation/${ride.id}`, 'transportation_type', '', messages.blank],
      [`${base}/transportation/${ride.id}`, 'transportation_type', '  ', messages.blank],
      [`${base}/expense/${cost.id}`, 'title', null, messages.null],
      [`${base}/expense/${cost.id}`, 'title', ' ', messages.blank],
      [`${base}/expense/${cost.id}`, 'price', null, messages.null],
    ] as const) {
      const answer = await as(olga).patch(path, { [field]: value })
      expect(answer, `${field} ${value}`).toMatchObject(invalid(field, message))
    }
  })

  test('8. null or blank activity_type becomes general', async () => {
    const { olga, trip } = await cast()
    const base = `/v1/trip/${trip.id}`
    const { json } = await as(olga).post(`${base}/activities`, { activity_type: 'museum' })
    for (const activity_type of [null, '', '  ']) {
      const created = await as(olga).post(`${base}/activities`, { activity_type })
      expect(created).toMatchObject({ status: 201, json: { activity_type: 'general' } })
      await as(olga).patch(`${base}/activity/${json.id}`, { activity_type: 'museum' })
      const updated = await as(olga).patch(`${base}/activity/${json.id}`, { activity_type })
      expect(updated).toMatchObject({ status: 200, json: { activity_type: 'general' } })
    }
  })

  test('8. null is stored as blank, or as null where a string may be null', async () => {
    const { olga, trip } = await cast()
    const base = `/v1/trip/${trip.id}`
    const { json } = await as(olga).post(`${base}/hostings`, { notes: null, phone: '' })
    expect(json).toMatchObject({ notes: '', phone: '' })
    const { json: act } = await as(olga).post(`${base}/activities`, { period: 'morning' })
    expect(act.period).toBe('morning')
    const cleared = await as(olga).patch(`${base}/activity/${act.id}`, { period: null })
    expect(cleared.json.period).toBeNull()
  })
})

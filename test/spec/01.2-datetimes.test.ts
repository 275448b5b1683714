import { describe, expect, test } from 'vitest'
import { as } from '../client.ts'
import { cast, trip as makeTrip } from '../world.ts'
import { invalid, messages } from './answers.ts'

describe('1.2 Datetimes and dates (target H12)', () => {
  test.each([
    ['2031-04-18T14:00:00Z', '2031-04-18T14:00:00Z'],
    ['2026-12-01T10:00:00+02:00', '2026-12-01T08:00:00Z'],
    ['2026-12-01T10:00:00.123456Z', '2026-12-01T10:00:00Z'],
    ['2026-12-01T10:00:00.999999Z', '2026-12-01T10:00:00Z'],
    ['2026-12-01T10:00:00.5+00:30', '2026-12-01T09:30:00Z'],
    ['2031-04-18T14:00Z', '2031-04-18T14:00:00Z'],
    ['2031-04-18T14:00', '2031-04-18T14:00:00Z'],
    ['2031-04-18T14:00:07', '2031-04-18T14:00:07Z'],
    ['2031-12-31T20:00:00-05:30', '2032-01-01T01:30:00Z'],
    ['2031-01-01T05:00:00+14:00', '2030-12-31T15:00:00Z'],
    ['2032-02-29T23:59:59Z', '2032-02-29T23:59:59Z'],
    ['2031-03-30T02:30:00Z', '2031-03-30T02:30:00Z'],
    ['1969-07-20T20:17:40Z', '1969-07-20T20:17:40Z'],
    ['1900-01-01T00:00:00Z', '1900-01-01T00:00:00Z'],
    ['0999-03-01T12:00:00Z', '0999-03-01T12:00:00Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59Z'],
    [' 2031-04-18T14:00:00Z ', '2031-04-18T14:00:00Z'],
  ])('7. datetime: %j is returned as %j', async (sent, kept) => {
    const { olga, trip } = await cast()
    const base = `/v1/trip/${trip.id}`
    const stay = await as(olga).post(`${base}/hostings`, { starts_at: sent, ends_at: sent })
    expect(stay).toMatchObject({ status: 201, json: { starts_at: kept, ends_at: kept } })
    const path = `/v2/trip/${trip.id}/hosting/${stay.json.id}`
    expect((await as(olga).get(path)).json).toMatchObject({ starts_at: kept, ends_at: kept })
    const echo = await as(olga).patch(`${base}/hosting/${stay.json.id}`, { starts_at: kept })
    expect(echo.json, 'what was answered is taken back equal').toMatchObject({ starts_at: kept })
    const cost = await as(olga).post(`${base}/expenses`, { title: 'x', price: 1, date: sent })
    expect(cost).toMatchObject({ status: 201, json: { date: kept } })
  })

  test.each([
    ['2031-04-18'],
    ['2031-04-18 14:00:00Z'],
    ['2031-02-29T10:00:00Z'],
    ['2031-04-31T10:00:00Z'],
    ['2031-13-01T10:00:00Z'],
    ['2031-00-10T10:00:00Z'],
    ['2031-04-18T25:00:00Z'],
    ['2031-04-18T24:00:00Z'],
    ['2031-04-18T10:60:00Z'],
    ['2031-04-18T10:00:60Z'],
    ['2031-4-18T10:00:00Z'],
    ['31-04-18T10:00:00Z'],
    ['+012031-04-18T10:00:00Z'],
    ['2031-04-18T10:00:00+25:00'],
    ['2031-04-18T10:00:00+02:60'],
    ['2031-04-18T10:00:00 +02:00'],
    ['2031-04-18T10:00:00Zulu'],
    ['2031-04-18T'],
    ['Fri, 18 Apr 2031 10:00:00 GMT'],
    ['tomorrow'],
    ['1934200800'],
    [''],
    [1934200800],
    [true],
    [[]],
    [{}],
  ])('7. datetime: %j is refused', async (sent) => {
    const { olga, trip } = await cast()
    const base = `/v1/trip/${trip.id}`
    const answer = await as(olga).post(`${base}/hostings`, { starts_at: sent })
    expect(answer).toMatchObject(invalid('starts_at', messages.datetime))
    const cost = await as(olga).post(`${base}/expenses`, { title: 'x', price: 1, date: sent })
    expect(cost).toMatchObject(invalid('date', messages.datetime))
  })

  test.each([
    ['9999-12-31T23:59:59-05:00'],
    ['0001-01-01T00:00:00+05:00'],
    ['0000-01-01T00:00:00Z'],
  ])('7. datetime: %j, whose year in UTC does not have four digits, is refused', async (sent) => {
    const { olga, trip } = await cast()
    const answer = await as(olga).post(`/v1/trip/${trip.id}/hostings`, { starts_at: sent })
    expect(answer).toMatchObject(invalid('starts_at', messages.datetime))
  })

  test.each([
    ['2031-04-18'],
    ['2032-02-29'],
    ['2000-02-29'],
    ['1582-10-10'],
    ['0999-03-01'],
    ['9999-12-31'],
  ])('7. date: %j is returned as sent', async (date) => {
    const { olga } = await cast()
    const made = await makeTrip(olga, { starts_at: date, ends_at: date })
    expect(made).toMatchObject({ starts_at: date, ends_at: date, has_dates: true })
    for (const path of [`/v1/trips/${made.id}`, `/v2/trips/${made.id}`]) {
      expect((await as(olga).get(path)).json).toMatchObject({ starts_at: date, ends_at: date })
    }
  })

  test.each([
    ['2031-04-18T00:00:00Z'],
    ['2031-02-29'],
    ['1900-02-29'],
    ['2031-04-31'],
    ['2031-13-01'],
    ['2031-00-01'],
    ['2031-01-00'],
    ['0000-01-01'],
    ['2031-4-18'],
    ['31-04-18'],
    ['20310418'],
    ['2031/04/18'],
    ['18.04.2031'],
    ['+012031-04-18'],
    ['today'],
    ['2031-04-18Z'],
    [20310418],
    [true],
    [[]],
    [{}],
  ])('7. date: %j, not in the form YYYY-MM-DD, is refused', async (sent) => {
    const { olga, trip } = await cast()
    const answer = await as(olga).patch(`/v1/trips/${trip.id}`, { starts_at: sent })
    expect(answer).toMatchObject(invalid('starts_at', messages.date))
  })
})

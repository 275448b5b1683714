import { describe, expect, test } from 'vitest'
import { as } from '../client.ts'
import { cast } from '../world.ts'
import { invalid, messages } from './answers.ts'

/** Rows of a table of inputs and what is kept of them, each under its JSON text. */
const pairs = (...rows: [sent: unknown, kept: unknown][]) =>
  rows.map(([sent, kept]) => [JSON.stringify(sent), sent, kept] as const)

/** Rows of a table of inputs, each under its JSON text. */
const values = (...rows: unknown[]) => rows.map((sent) => [JSON.stringify(sent), sent] as const)

describe('1.2 Coercions', () => {
  test.each(
    pairs(
      [5, 5],
      ['5', 5],
      [0, 0],
      ['0', 0],
      [-3, -3],
      ['-3', -3],
      ['007', 7],
      [2147483647, 2147483647],
    ),
  )('7. integer: a JSON integer or a string of digits is accepted: %s', async (_, sent, kept) => {
    const { olga, trip } = await cast()
    const answer = await as(olga).patch(`/v1/trips/${trip.id}`, { cover_gradient: sent })
    expect(answer).toMatchObject({ status: 200, json: { cover_gradient: kept } })
  })

  test.each(values(1.5, '1.5', 'x', '5x', '', true, [], [5], {}, '٣', '0x10', '1e3'))(
    '7. integer: %s is refused',
    async (_, sent) => {
      const { olga, trip } = await cast()
      const answer = await as(olga).patch(`/v1/trips/${trip.id}`, { cover_gradient: sent })
      expect(answer).toMatchObject(invalid('cover_gradient', messages.integer))
    },
  )

  test.each(values(2147483648, -2147483649, '99999999999999999999', 1e300))(
    '7. integer: %s is out of range and returns 400',
    async (_, sent) => {
      const { olga, trip } = await cast()
      for (const field of ['cover_gradient', 'number_of_days']) {
        const answer = await as(olga).patch(`/v1/trips/${trip.id}`, { [field]: sent })
        expect(answer.status).toBe(400)
        expect(Object.keys(answer.json)).toEqual([field])
      }
    },
  )

  test.each(
    pairs(
      [1, 1],
      [1.5, 1.5],
      ['1.5', 1.5],
      ['-9.14', -9.14],
      ['12', 12],
      [0, 0],
      [-0.25, -0.25],
      ['1e2', 100],
    ),
  )('7. number: a JSON number or a numeric string is accepted: %s', async (_, sent, kept) => {
    const { olga, trip } = await cast()
    const body = { price: sent, longitude: sent }
    const answer = await as(olga).post(`/v1/trip/${trip.id}/hostings`, body)
    expect(answer).toMatchObject({ status: 201, json: { price: kept, longitude: kept } })
  })

  test.each(values('x', '1,5', '', true, [], {}, 'NaN', 'Infinity', '0x10', '1.5 EUR'))(
    '7. number: %s is refused',
    async (_, sent) => {
      const { olga, trip } = await cast()
      for (const field of ['price', 'latitude']) {
        const answer = await as(olga).post(`/v1/trip/${trip.id}/hostings`, { [field]: sent })
        expect(answer).toMatchObject(invalid(field, messages.number))
      }
    },
  )

  test('7. number: a number too large for a double is refused', async () => {
    const { olga, trip } = await cast()
    const path = `/v1/trip/${trip.id}/hostings`
    expect(await as(olga).post(path, '{"price":1e999}')).toMatchObject({ status: 400 })
    expect(await as(olga).post(path, '{"price":"1e999"}')).toMatchObject({ status: 400 })
  })

  test.each(
    values(
      true,
      1,
      '1',
      'true',
      'True',
      'TRUE',
      't',
      'T',
      'y',
      'Y',
      'yes',
      'Yes',
      'YES',
      'on',
      'On',
      'ON',
    ),
  )('7. boolean: %s is true', async (_, sent) => {
    const { olga } = await cast()
    const answer = await as(olga).post('/v1/trips', { hidden: sent })
    expect(answer).toMatchObject({ status: 201, json: { hidden: true } })
  })

  test.each(
    values(
      false,
      0,
      '0',
      'false',
      'False',
      'FALSE',
      'f',
      'F',
      'n',
      'N',
      'no',
      'No',
      'NO',
      'off',
      'Off',
      'OFF',
    ),
  )('7. boolean: %s is false', async (_, sent) => {
    const { olga } = await cast()
    const answer = await as(olga).post('/v1/trips', { has_dates: sent, starts_at: '2031-04-18' })
    expect(answer).toMatchObject({ status: 201, json: { has_dates: false } })
  })

  test.each(values('x', '', 2, -1, 0.5, '2', 'tRUE', [], {}, [true]))(
    '7. boolean: %s is refused',
    async (_, sent) => {
      const { olga, trip } = await cast()
      const answer = await as(olga).patch(`/v1/trips/${trip.id}`, { hidden: sent })
      expect(answer).toMatchObject(invalid('hidden', messages.boolean))
    },
  )

  test.each(
    pairs(
      ['abc', 'abc'],
      [5, '5'],
      [1.5, '1.5'],
      [-2, '-2'],
      ['  a b\t\n', 'a b'],
      ['   ', ''],
      ['', ''],
      ['true', 'true'],
    ),
  )(
    '7. string: a string, or a number as its text, is stored without surrounding white space: %s',
    async (_, sent, kept) => {
      const { olga, trip } = await cast()
      const answer = await as(olga).patch(`/v1/trips/${trip.id}`, { name: sent })
      expect(answer).toMatchObject({ status: 200, json: { name: kept } })
    },
  )

  test.each(values(true, false, [], ['a'], {}))(
    '7. string: booleans, arrays and objects are refused: %s',
    async (_, sent) => {
      const { olga, trip } = await cast()
      for (const field of ['name', 'internal_identifier', 'timezone', 'cover_image_url']) {
        const answer = await as(olga).patch(`/v1/trips/${trip.id}`, { [field]: sent })
        expect(answer).toMatchObject(invalid(field, messages.string))
      }
    },
  )
})

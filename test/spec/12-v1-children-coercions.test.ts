/** Which values text, number, boolean and datetime fields of children accept (test/spec/01.2). */
import { describe, expect, it } from 'vitest'
import { as } from '../client.ts'
import { byList, type KindCase, named, path } from '../itinerary.cases.ts'
import { cast, type Rights } from '../world.ts'
import { member } from './persons.ts'

const wrongDatetime =
  'Datetime has wrong format. Use one of these formats instead: ' +
  'YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].'

/** A trip with one object of the kind, and a member with the given rights. */
async function stage(kind: KindCase, body: object = {}, rights: Rights = {}) {
  const world = await cast()
  const nina = await member(world.trip.id, rights)
  const list = path('v1', kind, world.trip.id)
  const made = await as(world.ed).post(list, { ...kind.least, ...body })
  return { ...world, nina, list, made, one: path('v1', kind, world.trip.id, made.json.id) }
}

/** A body with the same value in every named field. */
function every(names: readonly string[], value: unknown): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, value]))
}

describe.each(byList)('1.2 coercions in bodies of %s', (_, kind) => {
  it('strings are trimmed, and numbers stored as their text', async () => {
    const { ed, one } = await stage(kind)
    for (const [sent, stored] of [
      ['  Tiles \n', 'Tiles'],
      [' ', ''],
      [42, '42'],
      [1.5, '1.5'],
      [-3, '-3'],
    ]) {
      const answer = await as(ed).patch(one, { name: sent })
      expect([answer.status, answer.json.name]).toEqual([200, stored])
    }
  })

  it.each([true, [], {}, ['x']])('strings: %j is refused', async (value) => {
    const { ed, one } = await stage(kind)
    const answer = await as(ed).patch(one, { name: value, currency: value })
    expect([answer.status, answer.json]).toEqual([
      400,
      { name: ['Not a valid string.'], currency: ['Not a valid string.'] },
    ])
  })

  it('integers must be a JSON integer or a string of digits', async () => {
    const { ed, one } = await stage(kind)
    for (const [sent, stored] of [
      [12, 12],
      ['12', 12],
      [-12, -12],
      [0, 0],
    ]) {
      const answer = await as(ed).patch(`${one}?fields=sort_order`, { sort_order: sent })
      expect([answer.status, answer.json]).toEqual([200, { sort_order: stored }])
    }
    for (const sent of [1.5, 'x', '1.5', true, [], {}]) {
      const answer = await as(ed).patch(one, { sort_order: sent })
      expect([sent, answer.status, answer.json]).toEqual([
        sent,
        400,
        { sort_order: ['A valid integer is required.'] },
      ])
    }
  })

  it('numbers must be a JSON number or a numeric string, and are returned as JSON numbers', async () => {
    const { ed, one } = await stage(kind)
    for (const [sent, stored] of [
      [31, 31],
      ['410.55', 410.55],
      ['-0.5', -0.5],
      [1e-7, 1e-7],
    ]) {
      const answer = await as(ed).patch(one, { price: sent })
      expect([answer.status, answer.json.price]).toEqual([200, stored])
    }
    for (const sent of ['x', true, [], {}, 'NaN', 'Infinity', '1,5', '0x10']) {
      const answer = await as(ed).patch(one, { price: sent })
      expect([sent, answer.status, answer.json]).toEqual([
        sent,
        400,
        { price: ['A valid number is required.'] },
      ])
    }
  })

  it('booleans must be true/false, 1/0 or their words', async () => {
    const { ed, one } = await stage(kind)
    const words = (text: string) =>
      text
        .split(' ')
        .flatMap((word) => [word, word.toUpperCase(), word.charAt(0).toUpperCase() + word.slice(1)])
    for (const [sent, stored] of [
      ...[true, 1, ...words('true t yes y on 1')].map((value) => [value, true]),
      ...[false, 0, ...words('false f no n off 0')].map((value) => [value, false]),
    ]) {
      await as(ed).patch(one, { hidden: !stored })
      const answer = await as(ed).patch(one, { hidden: sent })
      expect([sent, answer.status, answer.json.hidden]).toEqual([sent, 200, stored])
    }
    for (const sent of ['perhaps', 2, -1, 0.5, [], {}]) {
      const answer = await as(ed).patch(one, { hidden: sent })
      expect([sent, answer.status, answer.json]).toEqual([
        sent,
        400,
        { hidden: ['Must be a valid boolean.'] },
      ])
    }
  })

  it.each([
    ['2026-12-01T10:00:00Z', '2026-12-01T10:00:00Z'],
    ['2026-12-01T10:00:00+02:00', '2026-12-01T08:00:00Z'],
    ['2026-12-01T01:30-03:30', '2026-12-01T05:00:00Z'],
    ['2026-12-01T10:00:00.123456Z', '2026-12-01T10:00:00Z'],
    ['2026-12-01T10:00:59.999999Z', '2026-12-01T10:00:59Z'],
    ['2026-12-01T10:00', '2026-12-01T10:00:00Z'],
    ['2026-12-01T10:00:07', '2026-12-01T10:00:07Z'],
    ['2028-02-29T23:59:59-00:01', '2028-03-01T00:00:59Z'],
    ['1969-12-31T23:59:59.5Z', '1969-12-31T23:59:59Z'],
  ])('datetimes: %s is returned as %s (1.3)', async (sent, stored) => {
    const { ed, one } = await stage(kind)
    const names = named(kind, 'datetime')
    const answer = await as(ed).patch(one, every(names, sent))
    expect(answer.status).toBe(200)
    expect(answer.json).toMatchObject(every(names, stored))
  })

  it.each([
    '2026-12-01',
    'soon',
    '2026-02-30T00:00:00Z',
    '2027-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-12-01T24:01:00Z',
    '2026-12-01T10:60:00Z',
    '2026-12-01T10:00:00+25:00',
    1796119200,
    true,
    '01.12.2026T10:00',
    '2026-12-01T',
    '26-12-01T10:00:00Z',
    {},
    [],
  ])('datetimes: %j is refused', async (sent) => {
    const { ed, one } = await stage(kind)
    const names = named(kind, 'datetime')
    const answer = await as(ed).patch(one, every(names, sent))
    expect([answer.status, answer.json]).toEqual([400, every(names, [wrongDatetime])])
  })

  it('several field errors are reported together, one array per field', async () => {
    const { ed, list } = await stage(kind)
    const bad = { ...kind.least, name: [], hidden: 'perhaps', sort_order: 'x', price: 'x' }
    const answer = await as(ed).post(list, bad)
    expect([answer.status, answer.json]).toEqual([
      400,
      {
        name: ['Not a valid string.'],
        hidden: ['Must be a valid boolean.'],
        sort_order: ['A valid integer is required.'],
        price: ['A valid number is required.'],
      },
    ])
  })

  it.each([
    '{"name":"a\\u0000b"}',
    '{"name":"\\ud800"}',
    '{"price":1e400}',
    '{"sort_order":2147483648}',
    '{"sort_order":-99999999999999999999}',
    '{"longitude":1e308,"departure_longitude":1e308}',
    '{"starts_at":"9999-12-31T23:59:59-14:00","arrival_at":"9999-12-31T23:59:59-14:00"}',
    '{"ends_at":"0000-01-01T00:00:00Z","arrival_at":"0000-01-01T00:00:00Z"}',
    '{"__proto__":{"hidden":true},"constructor":1}',
    '{"assigned_users":[99999999999999999999]}',
  ])('no body causes a 5xx or an unreadable object: %s', async (body) => {
    const { ed, list, one } = await stage(kind)
    expect((await as(ed).patch(one, body)).status).toBeLessThan(500)
    expect((await as(ed).post(list, body)).status).toBeLessThan(500)
    for (const route of [one, list]) {
      const answer = await as(ed).get(route)
      expect(answer.status).toBe(200)
      expect(answer.text).not.toMatch(/"[a-z]+_at":"(?!\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")/)
    }
  })
})

/** Numbers, truths, moments and JSON in an input (test/spec/01.2). */
import { describe, expect, it } from 'vitest'
import { messages } from '../../spec/answers.ts'
import { refused, taken } from './given.ts'

const most = 2 ** 31 - 1
const tooSmall = (min: number) => refused(`Ensure this value is greater than or equal to ${min}.`)
const tooLarge = refused(`Ensure this value is less than or equal to ${most}.`)
const noInteger = refused(messages.integer)
const noNumber = refused(messages.number)

type Rows = [type: string, sent: unknown[], kept: unknown[]][]

describe('a number in an input', () => {
  it.each<Rows[0]>([
    ['Int', [5, ' -5 ', 0, null, most, -most - 1], [5, -5, 0, null, most, -most - 1]],
    ['Int', [1.5, 'x', '', true, [], {}], Array(6).fill(noInteger)],
    ['Int', [most + 1, -most - 2, Infinity], [tooLarge, tooSmall(-most - 1), tooLarge]],
    ['Int @number(min: 1)', [1, 0, null], [1, tooSmall(1), null]],
    ['Int @number(default: 3)', [1, null], [1, 3]],
    ['Int @number(min: -2, clamp: true)', [-3, 0, most + 1], [-2, 0, most]],
    ['Int @id', [7, '7', most, most + 1, 0, -1, 'x'], [7, 7, most, 0, 0, 0, noInteger]],
    ['Int @id', [null], [undefined]],
    ['Int @tripId', [7, null, 'x'], [7, null, noInteger]],
    [
      'Int @tripId',
      [' 0 ', most + 1],
      [
        refused('Invalid pk "0" - object does not exist.'),
        refused(`Invalid pk "${most + 1}" - object does not exist.`),
      ],
    ],
    [
      'Float',
      [1.5, ' -1.5 ', '+2', '3.', '.25', '1e2', '12E+10', '4e-20', '10.55', null],
      [1.5, -1.5, 2, 3, 0.25, 100, 12e10, 4e-20, 10.55, null],
    ],
    ['Float', ['x', '', '.', '1,5', '0x10', true, [], {}, '1e', 'e1'], Array(10).fill(noNumber)],
    ['Float', [Infinity, '1e999', '1.5 EUR', 'x1', '1e+', '--1'], Array(6).fill(noNumber)],
  ])('a field of type %s: %j are kept, or refused, as %j', (type, sent, kept) => {
    expect(sent.map((one) => taken(type, one))).toEqual(kept)
  })
})

describe('a truth in an input', () => {
  const yes = ['true', 'True', 'TRUE', 't', 'T', 'yes', 'Yes', 'YES', 'y', 'Y', 'on', 'On', 'ON']
  const no = ['false', 'False', 'FALSE', 'f', 'F', 'no', 'No', 'NO', 'n', 'N', 'off', 'Off', 'OFF']

  it.each<Rows[0]>([
    ['true', [true, 1, '1', ...yes], Array(3 + yes.length).fill(true)],
    ['false', [false, 0, '0', ...no], Array(3 + no.length).fill(false)],
    ['refused', ['', 2, -1, 'tRUE', [], {}], Array(6).fill(refused(messages.boolean))],
    ['refused as null', [null], [refused(messages.null)]],
  ])('%s: %j', (_, sent, kept) => {
    expect(sent.map((one) => taken('Boolean', one))).toEqual(kept)
  })
})

describe('a moment or a day in an input', () => {
  const noMoment = refused(messages.datetime)
  it.each([
    ['2031-01-02T09:00Z', '2031-01-02T09:00:00Z'],
    ['  2031-01-02T09:00:01 ', '2031-01-02T09:00:01Z'],
    ['2031-01-02T23:59:59.1234567+02:30', '2031-01-02T21:29:59.123456Z'],
    ['2031-01-02T09:00:00.123456789012', '2031-01-02T09:00:00.123456Z'],
    ['2031-01-02T09:00:00.5-0130', '2031-01-02T10:30:00.5Z'],
    ['2031-01-02T09:00:00+02', '2031-01-02T07:00:00Z'],
    ['2031-01-02T09:00:00-23:59', '2031-01-03T08:59:00Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59Z'],
    [null, null],
  ])('the moment %j is kept as %j', (sent, kept) => {
    expect(taken('DateTime', sent)).toBe(kept)
  })

  it.each([
    ...['2031-01-02', '2031-02-30T09:00Z', '2031-01-02 09:00', '2031-01-02T24:00', ''],
    ...['2031-01-02T09:60', '2031-01-02T09:00:60', '2031-01-02T09:00+24:00', 'x2031-01-02T09:00'],
    ...['2031-01-02T09:00+01:60', '2031-01-02T09:00Zx', '2031-01-02T09:00:00.', 7, true],
    ...['0001-01-01T00:00+01:00', '9999-12-31T23:59:59-01:00'],
    ...['2031-01-02T9:00', '2031-01-02T09:0', '2031-01-02T09:00:0', '2031-01-02T09:00+1'],
  ])('the moment %j is refused', (sent) => {
    expect(taken('DateTime', sent)).toEqual(noMoment)
  })

  it('a day is kept if it exists, and refused otherwise', () => {
    const sent = [' 2031-02-28 ', '2031-02-29', '2031-02-28T09:00', null]
    const noDay = refused(messages.date)
    expect(sent.map((one) => taken('Date', one))).toEqual(['2031-02-28', noDay, noDay, null])
  })
})

describe('JSON in an input', () => {
  const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1), null, 'a'])
  const noJson = refused('Value must be valid JSON.')

  it.each([null, 1, 'a', [], {}, { a: [1, { b: null }] }, nested(20), '\\u0000', 'é𝄞\n'])(
    '%j is kept',
    (sent) => {
      expect(taken('JSON', sent)).toEqual(sent)
    },
  )

  it.each([[nested(21)], [{ a: nested(20) }], ['\0'], ['\ud800'], ['a\\\0'], [{ '\udc00': 1 }]])(
    '%j is refused, as PostgreSQL cannot store it or it is nested too deeply',
    (sent) => {
      expect(taken('JSON', sent)).toEqual(noJson)
    },
  )

  it('20,000 characters are kept, and one more is refused', () => {
    expect(taken('JSON', 'a'.repeat(19_998))).toHaveLength(19_998)
    const tooLong = refused('Ensure this field has no more than 20000 characters.')
    expect(taken('JSON', 'a'.repeat(19_999))).toEqual(tooLong)
  })
})

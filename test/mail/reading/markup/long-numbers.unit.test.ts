/** Inbound mail: long numbers are read digit by digit, or not at all. */
import { describe, expect, it } from 'vitest'
import { parseLenient } from '../../../../src/mail/reading/markup/lenient-json.ts'
import { textOfValue } from '../../../../src/mail/reading/markup/markup-values.ts'
import { parseMail } from '../../../../src/mail/reading/parse.ts'
import { flightHtml, rawMail } from '../../raw-mails.ts'

const long = '12345678901234567891'

describe('17 Inbound mail: a number in JSON', () => {
  it.each([
    [`{"a":${long}}`, { a: long }],
    [`{"a": [ ${long} , 7]}`, { a: [long, 7] }],
    [`{"a":"x \\" ${long}, ","b":${long}}`, { a: `x " ${long}, `, b: long }],
    [`{"a":0.${long},"b":1}`, { a: Number(`0.${long}`), b: 1 }],
    [`{'a':${long},}`, { a: long }],
    ['{"a":123456789012345}', { a: 123_456_789_012_345 }],
  ])('is exact: %s', (json, value) => {
    expect(parseLenient(json)).toEqual(value)
  })

  it('may be the number of a reservation', async () => {
    const html = flightHtml({ reservationNumber: 'N' }).replace('"N"', long)
    expect((await parseMail(rawMail({ html }))).reservations).toMatchObject([{ code: long }])
  })

  it.each([
    [1e20, ''],
    [2 ** 53, ''],
    [20_310_418, '20310418'],
    [12.5, '12.5'],
  ])('%j is the text %j', (number, text) => {
    expect(textOfValue(number)).toBe(text)
  })
})

/** Mail: the Date of a message. */
import { describe, expect, test } from 'vitest'
import { parseMail } from '../../../../src/mail/reading/parse.ts'
import { rawMail } from '../../raw-mails.ts'

const dateOf = async (date: string) => (await parseMail(rawMail({ date }))).date

describe('mail: the Date of a message', () => {
  test.each([
    ['Sat, 01 Mar 2031 08:45:00 +0100', '2031-03-01T07:45:00.000Z'],
    ['1 Mar 2031 08:45:00 +1400', '2031-02-28T18:45:00.000Z'],
    ['Thu, 29 Feb 2032 12:00:00 GMT', '2032-02-29T12:00:00.000Z'],
  ])('%s is a moment', async (header, date) => {
    expect(await dateOf(header)).toBe(date)
  })

  test.each([
    ['a day that does not exist', 'Sun, 30 Feb 2031 08:45:00 +0100'],
    ['29 February of an ordinary year', '29 Feb 2031 08:45:00 +0000'],
    ['the year 0', '01 Mar 0000 08:45:00 +0000'],
    ['an offset of no zone', '01 Mar 2031 08:45:00 +1500'],
    ['words', 'the first of March'],
  ])('%s is left out', async (_, header) => {
    expect(await dateOf(header)).toBeUndefined()
  })
})

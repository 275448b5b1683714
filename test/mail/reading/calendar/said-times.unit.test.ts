/** Inbound mail: dates, times of day and nights in the words of an event. */
import { describe, expect, test } from 'vitest'
import { saidTimes } from '../../../../src/mail/reading/calendar/said-times.ts'
import { nightsSaid } from '../../../../src/mail/reading/calendar/said-values.ts'

describe('17 Inbound mail: dates and times of day in words', () => {
  test.each([
    [
      '04/05/2031',
      [
        [5, 4],
        [4, 5],
      ],
    ],
    ['2031/05/04', [[5, 4]]],
    ['4.5.2031', [[5, 4]]],
    ['4th of May', [[5, 4]]],
    ['1er mai 2031', [[5, 1]]],
    ['4 März', [[3, 4]]],
    ['May 4, 2031', [[5, 4]]],
    ['4-Dez-2031', [[12, 4]]],
    ['4 gennaio', [[1, 4]]],
    ['Terminal 4', []],
    ['12 Maple Street', []],
    ['99/99/2031', []],
  ] as const)('the date %s', (text, expected) => {
    const days = saidTimes(text).flatMap((one) => one.days)
    expect(days.map(({ month, day }) => [month, day])).toEqual(expected)
  })

  test.each([
    ['14:25', [865]],
    ['2:25 p. m.', [865]],
    ['12:10 am', [10]],
    ['14h25', [865]],
    ['14 Uhr 25', [865]],
    ['3 pm', [900]],
    ['15 Uhr', [900]],
    ['24:00', [1440]],
    ['2h 25m', []],
    ['2h25min', []],
    ['25:10', []],
    ['14.25 EUR', []],
    ['10:30:15.5 km', [630]],
    ['14:25 EST', []],
  ] as const)('the time of day %s', (text, expected) => {
    expect(saidTimes(text).flatMap(({ clock }) => clock?.minutes ?? [])).toEqual(expected)
  })

  test.each([
    ['3 nights', [3]],
    ['Stay: 3 nights', [3]],
    ['Superior room - 3 nights', [3]],
    ['Number of nights: 3', [3]],
    ['3 noches (2 adultos)', [3]],
    ['1 notte', [1]],
    ['first 3 nights free', []],
    ['3 nights of jazz', []],
    ['Night 2 of 3', []],
  ] as const)('the nights of: %s', (description, expected) => {
    const said = nightsSaid({ summary: '', location: '', description })
    expect(said.map(({ nights }) => nights)).toEqual(expected)
  })
})

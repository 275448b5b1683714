/** Inbound mail: which names are of one passenger. */
import { describe, expect, test } from 'vitest'
import { isSamePerson } from '../../src/mail/reading/bookings/person-names.ts'

describe('17 Inbound mail: the names of passengers', () => {
  test.each([
    ['Ann Reis', 'ann reis'],
    ['Ann Reis', 'REIS/ANN MRS'],
    ['Ann Reis', 'REIS/ANNMRS'],
    ['Mr. Tomás Núñez', 'NUNEZ/TOMAS'],
    ['Jürgen Groß', 'GROSS/JUERGEN MR'],
    ['Søren Kjær', 'KJAER/SOEREN'],
    ['Ann Maria Reis', 'Ann Reis'],
    ['Ann Maria Reis', 'REIS/ANNMARIA'],
    ['Ann Reis', 'A. Reis'],
    ['Ann Maria Reis', 'Reis, Ann M.'],
    ['Leo Costa', 'COSTA/LEO CHD'],
    ['山田 太郎', '山田 太郎'],
  ])('%s is %s', (one, other) => {
    expect(isSamePerson(one, other)).toBe(true)
    expect(isSamePerson(other, one)).toBe(true)
  })

  test.each([
    ['Ann Reis', 'Bob Reis'],
    ['Ann Reis', 'Ann Costa'],
    ['Ann Reis', 'B. Reis'],
    ['Ann Reis', 'Bob Costa'],
    ['REIS/ANN MRS', 'COSTA/BOB MR'],
    ['山田 太郎', '山田 花子'],
  ])('%s is not %s', (one, other) => {
    expect(isSamePerson(one, other)).toBe(false)
    expect(isSamePerson(other, one)).toBe(false)
  })

  test.each([
    ['Ann Reis', 'Reis'],
    ['Ann Reis', 'Ann'],
    ['Ann Reis', 'Anna Reis'],
    ['Ann Maria Reis', 'REIS/ANNMAR'],
    ['山田 太郎', 'YAMADA/TARO MR'],
  ])('%s may be %s', (one, other) => {
    expect(isSamePerson(one, other)).toBeUndefined()
    expect(isSamePerson(other, one)).toBeUndefined()
  })
})

/** Inbound mail: which names are of one passenger. */
import { describe, expect, test } from 'vitest'
import {
  hasSameWords,
  isSameName,
  isSamePerson,
} from '../../../../src/mail/reading/bookings/person-names.ts'

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
    ['Dr. Ann Reis', 'REIS/ANN MRS'],
    ['Miss Ann Reis', 'REIS/ANN CHD'],
    ['Mr and Mrs A Reis', 'Mrs A Reis'],
    ['MR JOHN ADAMS SMITH', 'SMITH/JOHN ADAMS'],
    ['Mr William Williams', 'WILLIAMS/WILLIAM MR'],
    ['Mr Williams Reis', 'REIS/WILLIAMS'],
    ['Ann Reis', 'REIS/ANNMS'],
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
    ['Mr A Reis', 'Mrs A Reis'],
    ['Herr Reis', 'Frau Reis'],
    ['REIS/TOMASMR', 'REIS/TOMASMRS'],
    ['REIS/TOMAS MSTR', 'REIS/BOB MR'],
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
    ['REIS/TOMAS MSTR', 'REIS/TOMAS MR'],
    ['REIS/TOMASMR', 'REIS/TOMAS CHD'],
    ['REIS/ANN MRS', 'REIS/ANN INF'],
  ])('%s may be %s', (one, other) => {
    expect(isSamePerson(one, other)).toBeUndefined()
    expect(isSamePerson(other, one)).toBeUndefined()
  })

  test.each([
    ['Ann Reis', 'REIS/ANN MRS', true],
    ['Ann Maria Reis', 'REIS/ANNMARIA', true],
    ['Ana Reis', 'Ana Maria Reis', false],
    ['A. Reis', 'Ann Reis', false],
    ['REIS/TOMAS', 'REIS/TOMAS CHD', false],
    ['REIS/TOMAS MR', 'REIS/TOMAS CHD', false],
    ['MR JOHN ADAMS SMITH', 'SMITH/JOHN ADAMS', true],
  ])('%s and %s have the same words: %j', (one, other, expected) => {
    expect(hasSameWords(one, other)).toBe(expected)
    expect(hasSameWords(other, one)).toBe(expected)
  })

  test('a name is the same in any case, but not with another title', () => {
    expect(isSameName('Ann Reis', 'ANN REIS')).toBe(true)
    expect(isSameName('Mr A. Reis', 'Mrs A. Reis')).toBe(false)
  })
})

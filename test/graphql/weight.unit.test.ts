import { expect, test } from 'vitest'
import { bytesOf, sizeOf } from '../../src/graphql/weight.ts'

const values: [string, unknown][] = [
  ['an empty object', {}],
  ['an empty list', []],
  ['a text', 'Seat 21'],
  ['a text that is quoted', '"\\/\n\t'],
  ['control characters', '\u0000\u001f\u007f'],
  ['letters of several bytes', 'žlutý kůň 東京 😀'],
  ['halves of characters', '\ud83d \ude00'],
  ['numbers', [0, -1.5, 1e300, -1.2345678901234e-300, Number.MAX_SAFE_INTEGER]],
  ['null and booleans', [null, true, false]],
  [
    'rows',
    {
      trips: {
        results: [
          { id: 1, guests: [] },
          { id: 2, 'ž"': [{ a: {} }, [[]]] },
        ],
      },
    },
  ],
]

test.each(values)('%s: the bytes are those of its JSON, and the bound is not below', (_, value) => {
  const bytes = Buffer.byteLength(JSON.stringify(value))
  expect(bytesOf(value, bytes)).toBe(bytes)
  expect(bytesOf(value, bytes - 1)).toBe(Number.POSITIVE_INFINITY)
  expect(bytesOf(value, 0)).toBe(Number.POSITIVE_INFINITY)
  expect(sizeOf(value).bytes).toBeGreaterThanOrEqual(bytes)
})

test('objects are counted wherever they lie; lists are none', () => {
  expect(sizeOf({ a: [{}, { b: {} }, null, [[{}]]], c: 'x' }).objects).toBe(5)
})

test('what is too heavy is looked at no further', () => {
  let looks = 0
  const text = {
    toJSON() {
      looks += 1
      return 'x'
    },
  }
  expect(bytesOf(['x'.repeat(100), text, text], 50)).toBe(Number.POSITIVE_INFINITY)
  expect(looks).toBe(0)
})

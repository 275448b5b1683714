import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { jsonBytesOf, sizeOf } from '../../../src/surfaces/graphql/answer-size.ts'
import { jsonPieces, pieceSize } from '../../../src/surfaces/http/json-pieces.ts'

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

test.each(values)(
  '%s: the bytes are those of its JSON, and the estimate is not below',
  async (_, value) => {
    const bytes = Buffer.byteLength(JSON.stringify(value))
    expect(await jsonBytesOf(value, bytes, nextTurn)).toBe(bytes)
    expect(await jsonBytesOf(value, bytes - 1, nextTurn)).toBe(Number.POSITIVE_INFINITY)
    expect(await jsonBytesOf(value, 0, nextTurn)).toBe(Number.POSITIVE_INFINITY)
    expect(sizeOf(value).bytes).toBeGreaterThanOrEqual(bytes)
  },
)

test('objects are counted at any depth, and lists are not', () => {
  expect(sizeOf({ a: [{}, { b: {} }, null, [[{}]]], c: 'x' }).objects).toBe(5)
})

test('a value that is too heavy is not measured to its end', async () => {
  let turns = 0
  const giveWay = async () => {
    turns += 1
  }
  const texts = Array.from({ length: 100 }, () => 'x'.repeat(2 ** 19))
  expect(await jsonBytesOf(texts, 2 ** 20, giveWay)).toBe(Number.POSITIVE_INFINITY)
  expect(turns).toBeLessThan(10)
})

const deep = (value: unknown, levels: number): unknown =>
  levels === 0 ? value : { a: [deep(value, levels - 1)], b: null }

test.each<[string, unknown]>([
  ['long texts', { a: 'x'.repeat(2 ** 20), b: ['😀'.repeat(2 ** 19), ''] }],
  ['text that is escaped', ['"\\\n'.repeat(2 ** 18)]],
  ['a list of many rows', Array.from({ length: 50_000 }, (_, id) => ({ id, name: `ž${id}` }))],
  ['a long text far below', deep('Seat 21 '.repeat(2 ** 17), 8)],
  ['empty lists and objects beside a long text', { a: [], b: {}, c: 'x'.repeat(2 ** 20) }],
  ...values,
])('%s: the joined pieces are its JSON, and each is short', (_, value) => {
  const pieces = [...jsonPieces(value)]
  expect(pieces.join('') === JSON.stringify(value)).toBe(true)
  for (const { length } of pieces) expect(length).toBeLessThan(8 * pieceSize)
})

/** B2: what a position says, and to whom. */
import { describe, expect, it } from 'vitest'
import {
  type Begun,
  nothingHeld,
  openPosition,
  type Position,
  sealPosition,
} from '../../../../src/core/domain/changes/position.ts'

const most = 2 ** 31 - 1
const binding = { accountId: 7, sight: '', history: 'one' }
const begun: Begun = {
  ...{ kind: 'trip', id: 128, base: 5, after: [6, 7, most], version: 9 },
  ...{ departed: [10, most], rights: 127 },
}
const full: Position = {
  account: 16_384,
  categories: new Map([
    [most, 1],
    [3, 127],
    [200, 128],
  ]),
  trips: new Map([
    [40, { version: 16_383, rights: 127 }],
    [39, { version: most, rights: 0 }],
  ]),
  begun,
}
const seal = (position: Position) => sealPosition('secret', binding, position)
const open = (text: string, more = {}, secret = 'secret') =>
  openPosition(secret, { ...binding, ...more }, text)

describe('B2 a position', () => {
  it.each<Position>([
    nothingHeld(),
    full,
    { ...nothingHeld(), begun },
    ...(['account', 'categories', 'lostCategories', 'profile'] as const).map((kind) => ({
      ...full,
      begun: { ...begun, kind },
    })),
  ])('is opened as it was sealed: %j', (position) => {
    expect(open(seal(position))).toEqual(position)
  })

  it('is the text that earlier versions of the program have sent', () => {
    const texts = [seal(full), sealPosition('secret', { ...binding, sight: 'a part' }, full)]
    expect(texts).toEqual([
      'gzSUkD6R4okT56kJzpxj28FAgGZusn_JX3TJc1Vb2Pd-j2QOetUKvjslFlo7gIHTTT9Vkyw4kA900YmLHc2lrQ',
      '7nmxYsR40eU7l3FqOC--QMZj9nFqBepmS9A5_na8cn2L_yhnK8_kCFhclSC1EeyLBc3xOzC6-wdBgyiQRxiY9w',
    ])
  })

  it('is the same text for equal positions, in whatever order, and another for others', () => {
    const reversed = { ...full, categories: new Map([...full.categories].reverse()) }
    expect(seal(reversed)).toBe(seal(full))
    const texts = [full, nothingHeld(), { ...full, account: 1 }].map(seal)
    expect(new Set(texts.map((text) => text.slice(0, 20))).size).toBe(3)
  })

  it('is valid for one account, sight, history and secret', () => {
    const text = seal(full)
    const others = [{ accountId: 8 }, { sight: 'x' }, { history: 'two' }]
    expect(others.map((other) => open(text, other))).toEqual([undefined, undefined, undefined])
    expect(open(text, {}, 'another secret')).toBeUndefined()
    const seen = { ...binding, sight: 'x' }
    expect(open(sealPosition('secret', seen, full), { sight: 'x' })).toEqual(full)
  })

  it('is undefined for a text that was altered anywhere, or cut, or made up', () => {
    const text = seal({ ...nothingHeld(), account: 5 })
    const bytes = Buffer.from(text, 'base64url')
    const altered = [...bytes.keys()].map((at) => {
      const copy = Buffer.from(bytes)
      copy[at] = (copy[at] as number) ^ 1
      return copy.toString('base64url')
    })
    const cut = [...bytes.keys()].map((length) => bytes.subarray(0, length).toString('base64url'))
    for (const other of [...altered, ...cut, `${text}=`, `${text}!`, ` ${text}`, '%', 'x']) {
      expect(open(other), other).toBeUndefined()
    }
  })

  it('says nothing in clear, and takes a few bytes for each trip', () => {
    const trips = Array.from({ length: 100 }, (_, nth) => [nth * 60 + 1_000_000, nth] as const)
    const position = {
      ...nothingHeld(),
      trips: new Map(trips.map(([id, nth]) => [id, { version: 100 + nth, rights: 127 }])),
    }
    const bytes = Buffer.from(seal(position), 'base64url')
    expect(bytes.length).toBeLessThan(450)
    expect(bytes.includes(Buffer.from([127, 60, 101]))).toBe(false)
    expect(open(bytes.toString('base64url'))).toEqual(position)
  })
})

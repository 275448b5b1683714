/** Long texts of an answer are written in pieces; joined, these are the bytes of the whole. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { longAnswer } from '../../rest-facade/long-answer.ts'
import { payloadText } from '../../src/core/domain/emails/payload-reads.ts'
import { sizes } from '../../src/core/limits/read-budget.ts'
import { TimeShares } from '../../src/process/time-shares.ts'
import { Turnstile } from '../../src/process/turnstile.ts'
import { jsonPieces, merged, pieceSize } from '../../src/surfaces/http/json-pieces.ts'

const written = (value: unknown) => [...merged(jsonPieces(value))]

describe('01.3 Long answers: long texts', () => {
  it.each([true, false])('a payload is the text of all its bytes, binary: %s', async (binary) => {
    // Characters of all lengths, cut in two at the ends of slices, and invalid UTF-8.
    const odd = fc.constantFrom('é', '“', '😀', '\ufeff', '"', '\0', '\u2028')
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 9 }),
      odd.map((sign) => Uint8Array.from(Buffer.from(sign))),
      odd.map((sign) => Uint8Array.from(Buffer.from(sign)).subarray(0, 2)),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(bytes), async (chunks) => {
        const payload = Buffer.concat(chunks)
        const slices = Array.from({ length: Math.ceil(payload.length / 3) }, (_, at) =>
          payload.subarray(3 * at, 3 * at + 3),
        )
        const whole = payload.toString(binary ? 'base64' : 'utf8')
        expect(await payloadText(slices, binary)).toBe(whole)
      }),
    )
  })

  it('a text is not cut within a pair of surrogates, and a lone one is kept', () => {
    for (const text of [
      `${'x'.repeat(pieceSize - 1)}😀`,
      '😀'.repeat(pieceSize),
      `${'x'.repeat(pieceSize)}\ud800`,
    ]) {
      expect(written({ text }).join('') === JSON.stringify({ text })).toBe(true)
    }
  })

  it('no piece much exceeds its maximum of characters, each escaped as at most six', () => {
    const value = ['\0'.repeat(5 * pieceSize), { text: 'y'.repeat(10 * pieceSize) }]
    const pieces = written(value)
    expect(pieces.join('') === JSON.stringify(value)).toBe(true)
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(7 * pieceSize)
    expect(pieces.length).toBeGreaterThan(10)
  })
})

describe('01.3 Long answers: their pieces', () => {
  /** The stream of an answer with one long text. */
  async function streamOf(payload: string) {
    const { stream, headers } = await longAnswer({
      ...{
        slices: [{ rows: [1], bytes: 0 }],
        frame: null,
        sizes,
        key: 'a',
        turnstile: new Turnstile({ name: 'test', max: 1 }),
        watch: () => () => {},
        shares: new TimeShares(),
      },
      run: async () => ({ answer: { status: 200, body: { id: 1, payload } }, ids: [1] }),
    })
    if (!stream) throw new Error('the answer is no stream')
    return { stream, headers }
  }

  it('they are written in separate turns of the event loop, and their length is known', async () => {
    const payload = Buffer.alloc(6 * pieceSize, 'x').toString('base64')
    const { stream, headers } = await streamOf(payload)
    let turns = 0
    const turn = () => {
      turns += 1
      next = setImmediate(turn)
    }
    let next = setImmediate(turn)
    const [pieces, before]: [string[], number[]] = [[], []]
    for await (const piece of stream) {
      pieces.push(String(piece))
      before.push(turns)
    }
    clearImmediate(next)
    const whole = JSON.stringify({ id: 1, payload })
    expect(pieces.join('') === whole).toBe(true)
    expect(headers).toEqual({ 'content-length': String(whole.length) })
    expect(pieces.length).toBeGreaterThan(5)
    expect(new Set(before).size).toBe(pieces.length)
  })
})

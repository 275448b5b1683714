/** Long texts of an answer are written in pieces that join to the bytes of the whole. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { longAnswer } from '../../rest-facade/long-answer.ts'
import { LongTexts, pieceSize } from '../../src/core/limits/long-texts.ts'
import { sizes } from '../../src/core/limits/reading.ts'
import { TimeShares } from '../../src/process/time-shares.ts'
import { Turnstile } from '../../src/process/turnstile.ts'

const written = (texts: LongTexts, json: string) => [...texts.write(json)].join('')

describe('01.3 Long answers: long texts', () => {
  it.each(['base64', 'utf8'] as const)('bytes as %s, however they are cut', (encoding) => {
    const chunk = fc.uint8Array({ maxLength: 9 })
    // Parts of characters, characters of all lengths, and what is no UTF-8 at all.
    const odd = fc.constantFrom('é', '“', '😀', '\ufeff', '"', '\\', '\0', '\u2028')
    const bytes = fc.array(
      fc.oneof(
        chunk,
        odd.map((sign) => Uint8Array.from(Buffer.from(sign)).subarray(0, 2)),
        odd.map((sign) => Uint8Array.from(Buffer.from(sign))),
      ),
    )
    fc.assert(
      fc.property(bytes, (chunks) => {
        const texts = new LongTexts()
        const payload = texts.markFor({ bytes: chunks, encoding })
        const whole = { a: 1, payload: Buffer.concat(chunks).toString(encoding), z: [] }
        expect(written(texts, JSON.stringify({ ...whole, payload }))).toBe(JSON.stringify(whole))
      }),
    )
  })

  it('a text is not cut within a pair of surrogates, and a lone one stays alone', () => {
    for (const text of [
      `${'x'.repeat(pieceSize - 1)}😀`,
      '😀'.repeat(pieceSize),
      '\ud800'.repeat(3),
    ]) {
      const texts = new LongTexts()
      const same =
        written(texts, JSON.stringify({ text: texts.markFor(text) })) === JSON.stringify({ text })
      expect(same).toBe(true)
    }
  })

  it('several texts stand in their places, in any order, also the empty one', async () => {
    const texts = new LongTexts()
    const [one, two, none] = ['one “1”', 'two\n', ''].map((text) => texts.markFor(text))
    const json = JSON.stringify([two, { one }, none, two])
    const whole = JSON.stringify(['two\n', { one: 'one “1”' }, '', 'two\n'])
    expect(written(texts, json)).toBe(whole)
  })

  it('what only looks like a mark is left as it is', () => {
    const json = '["00000000-0000-4000-8000-000000000000"]'
    expect(written(new LongTexts(), json)).toBe(json)
  })

  it('no piece is much larger than that many characters, each escaped as six at most', () => {
    const texts = new LongTexts()
    const bytes = [Buffer.alloc(5 * pieceSize, 1), Buffer.alloc(5 * pieceSize + 1, 'x')]
    const ofBytes = (['base64', 'utf8'] as const).map((encoding) =>
      texts.markFor({ bytes, encoding }),
    )
    const marks = [...ofBytes, texts.markFor('\0'.repeat(5 * pieceSize))]
    const json = JSON.stringify([...marks, 'y'.repeat(10 * pieceSize)])
    const pieces = [...texts.write(json)].map(({ length }) => length)
    expect(Math.max(...pieces)).toBeLessThanOrEqual(7 * pieceSize)
    expect(pieces.length).toBeGreaterThan(30)
  })
})

describe('01.3 Long answers: the pieces of one', () => {
  /** The stream of an answer with one long text. */
  async function streamOf(bytes: Buffer) {
    const { stream, headers } = await longAnswer({
      ...{
        sizes,
        key: 'a',
        turnstile: new Turnstile({ name: 'test', max: 1 }),
        watch: () => () => {},
        shares: new TimeShares(),
      },
      run: async ({ part }) => {
        const payload = part?.texts.markFor({ bytes: [bytes], encoding: 'base64' })
        const body = { id: 1, payload }
        return { answer: { status: 200, body }, rows: [body], isTooLarge: false }
      },
    })
    if (!stream) throw new Error('the answer is no stream')
    return { stream, headers }
  }

  it('leave the process a turn between each other, and their length is known', async () => {
    const bytes = Buffer.alloc(6 * pieceSize, 'x')
    const { stream, headers } = await streamOf(bytes)
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
    const whole = JSON.stringify({ id: 1, payload: bytes.toString('base64') })
    expect(pieces.join('') === whole).toBe(true)
    expect(headers).toEqual({ 'content-length': String(whole.length) })
    expect(pieces.length).toBeGreaterThan(5)
    expect(new Set(before).size).toBe(pieces.length)
  })
})

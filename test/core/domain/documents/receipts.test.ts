/**
 * Receipts (test/spec/13-documents-attach, 14): bound to caller, exact parent, key, media type and
 * expiry.
 */
import { describe, expect, it } from 'vitest'
import {
  openReceipt,
  type ReceiptFacts,
  sealReceipt,
} from '../../../../src/core/domain/documents/receipt.ts'
import { sha256 } from '../../../world.ts'

const secret = 's'.repeat(32)
const now = new Date('2031-02-11T12:00:00Z')
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const facts: ReceiptFacts = {
  userId: 2_045_546_372,
  parent: { kind: 'hosting', id: 7 },
  key: `documents/private/${'a'.repeat(32)}.pdf`,
  contentType: 'application/pdf',
}
const receipt = sealReceipt(secret, facts, now)
const open = (token = receipt, changed: Partial<ReceiptFacts> = {}, moment = at(1)) =>
  openReceipt(secret, token, { ...facts, ...changed }, moment)

describe('14 a receipt', () => {
  it('is valid for exactly its upload, repeatedly', () => {
    expect(open()).toEqual({ hash: sha256(receipt) })
    expect(open()).toEqual(open())
  })

  it('is opaque: it reveals neither account nor object', () => {
    expect(receipt).toMatch(/^[\w-]{64}$/)
    const bytes = Buffer.from(receipt, 'base64url').toString('latin1')
    // Long enough that no random bytes say them.
    const words = ['hosting', 'application/pdf', 'documents', '2045546372']
    for (const word of words) expect(bytes).not.toContain(word)
  })

  it('differs each time', () => {
    expect(sealReceipt(secret, facts, now)).not.toBe(receipt)
  })

  it.each<[string, Partial<ReceiptFacts>]>([
    ['caller', { userId: 2_045_546_373 }],
    ['parent', { parent: { kind: 'hosting', id: 8 } }],
    ['kind of parent', { parent: { kind: 'activity', id: 7 } }],
    ['parent, its trip', { parent: { kind: 'trip', id: 7 } }],
    ['key', { key: facts.key.replace('a.pdf', 'b.pdf') }],
    ['media type', { contentType: 'application/PDF' }],
  ])('is invalid for another %s', (_, changed) => {
    expect(open(receipt, changed)).toBeUndefined()
  })

  it('is invalid with any one character altered, omitted, doubled or added', () => {
    for (let index = 0; index < receipt.length; index += 1) {
      const [before, after] = [receipt.slice(0, index), receipt.slice(index + 1)]
      const mark = receipt[index] ?? ''
      const other = mark === 'A' ? 'B' : 'A'
      for (const token of [before + other + after, before + after, before + mark + mark + after]) {
        if (token !== receipt) expect(open(token), token).toBeUndefined()
      }
    }
    for (const token of [
      '',
      ' ',
      `${receipt} `,
      `${receipt}=`,
      receipt.repeat(2),
      'x'.repeat(64),
    ]) {
      expect(open(token)).toBeUndefined()
    }
  })

  it('is invalid with another secret', () => {
    expect(openReceipt('t'.repeat(32), receipt, facts, at(1))).toBeUndefined()
  })

  it('is invalid after 15 minutes, and its expiry cannot be changed', () => {
    expect(open(receipt, {}, at(899))).toBeDefined()
    expect(open(receipt, {}, at(900))).toBeUndefined()
    const bytes = Buffer.from(receipt, 'base64url')
    bytes.writeUIntBE(bytes.readUIntBE(0, 6) + 3600, 0, 6)
    expect(open(bytes.toString('base64url'), {}, at(1))).toBeUndefined()
  })
})

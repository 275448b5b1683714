import { describe, expect, test } from 'vitest'
import { sha256 } from '../../../../src/base/hashes.ts'
import {
  dummyHash,
  hashPassword,
  newApiKey,
  newToken,
  verifyPassword,
} from '../../../../src/core/domain/accounts/secrets.ts'

const client = '192.0.2.1'

describe('N6 keys and tokens', () => {
  test('an API key is 40 lower-case hexadecimal characters', () => {
    const keys = new Set(Array.from({ length: 100 }, newApiKey))
    expect(keys.size).toBe(100)
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{40}$/)
  })

  test.each([128, 160, 131])('a token has at least %i bits and fits a path', (bits) => {
    const token = newToken(bits)
    expect(token).toMatch(/^[\w-]+$/)
    expect(Buffer.from(token, 'base64url').length * 8).toBeGreaterThanOrEqual(bits)
    expect(newToken(bits)).not.toBe(token)
  })

  test('are stored as their SHA-256 only', () => {
    expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  })
})

describe('N1 passwords', () => {
  test('a hash uses argon2id with 19 MiB, two passes, one lane', async () => {
    const stored = await hashPassword('correct horse 9', client)
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await hashPassword('correct horse 9', client)).not.toBe(stored)
    expect(await verifyPassword(stored, 'correct horse 9', client)).toBe(true)
    expect(await verifyPassword(stored, ' correct horse 9', client)).toBe(false)
    expect(await verifyPassword(stored, '', client)).toBe(false)
  })

  test.each([
    ['an empty one', ''],
    ['spaces', '        '],
    ['letters of all kinds', 'пароль🔑密码é'],
    ['1,024 bytes', 'x'.repeat(1_024)],
    ['1 MiB', 'x'.repeat(1_048_576)],
  ])('%s differs from its neighbours', async (_what, password) => {
    const stored = await hashPassword(password, client)
    expect(await verifyPassword(stored, password, client)).toBe(true)
    expect(await verifyPassword(stored, `${password}x`, client)).toBe(false)
  })

  test('of an unknown account are all wrong, even the dummy’s', async () => {
    expect(await verifyPassword(undefined, 'anything', client)).toBe(false)
    expect(await verifyPassword(undefined, dummyHash, client)).toBe(false)
  })

  test('N3 the dummy requires the same work as a real hash', async () => {
    const parameters = (stored: string) => stored.split('$').slice(0, 4).join('$')
    const sizes = (stored: string) => stored.split('$').map(({ length }) => length)
    const stored = await hashPassword('correct horse 9', client)
    expect(parameters(dummyHash)).toBe(parameters(stored))
    expect(sizes(dummyHash)).toEqual(sizes(stored))
  })
})

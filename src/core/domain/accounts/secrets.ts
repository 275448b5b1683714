/** Keys, tokens and passwords: how they are made and stored (test/spec/01.4, 10). */
import { createHash, randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { clientOf } from '../../../process/networks.ts'
import { Turnstile } from '../../../process/turnstile.ts'

/** A new API key: 160 random bits as 40 lower-case hexadecimal characters (test/spec/01.4). */
export function newApiKey(): string {
  return randomBytes(20).toString('hex')
}

/** A new token of at least `bits` random bits, in base64url. */
export function newToken(bits: number): string {
  return randomBytes(Math.ceil(bits / 8)).toString('base64url')
}

/** argon2id (2) with 19 MiB per password; a hash carries its own parameters. */
const argon2id = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/**
 * The hash of an unused password, with the parameters above: verifying against it takes as long as
 * against a real one.
 */
export const dummyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$MxueuA+eP2FTS1qCuBOqxA$K5AoPKPiO5EIgUqfQEN4YZ71t894zbpHOInXli0wjdk'

// Hashing runs on Node's four worker threads, which file and name lookups need as well. Three at a
// time also bound the memory of concurrent logins. Each client has its share of the slots.
const hashing = new Turnstile({
  name: 'passwordHashing',
  max: Math.min(3, availableParallelism()),
})

/**
 * The argon2id hash to store for `password`, made in a slot of the client with IP address `client`.
 * Throws SERVICE_UNAVAILABLE if too many are waiting.
 */
export function hashPassword(password: string, client: string): Promise<string> {
  return hashing.pass(clientOf(client), () => hash(bounded(password), argon2id))
}

/**
 * Whether `password` matches the hash `stored`. Without an account (`stored` undefined), false
 * after the same work, so that timing does not reveal which accounts exist (test/spec/10-login).
 */
export async function verifyPassword(
  stored: string | undefined,
  password: string,
  client: string,
): Promise<boolean> {
  const right = await hashing.pass(clientOf(client), () =>
    verify(stored ?? dummyHash, bounded(password)),
  )
  return right && stored !== undefined
}

/** Maximum bytes of a password that is hashed directly. */
const maxBytes = 1_024

// The specification limits only new_password1 and 2. Hashing the digest of a long password accepts
// any length at the same cost.
function bounded(password: string): string {
  if (Buffer.byteLength(password) <= maxBytes) return password
  return `sha512 ${createHash('sha512').update(password).digest('base64')}`
}

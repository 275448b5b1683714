/** One hash for all: what is stored of keys and tokens, and what names or checks other texts. */
import { hash } from 'node:crypto'

/**
 * SHA-256 as 64 hexadecimal characters. As the stored form of a secret, it is safe for at least 128
 * random bits, never for passwords.
 */
export const sha256 = (text: string | Uint8Array) => hash('sha256', text)

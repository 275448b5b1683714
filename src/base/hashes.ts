/** The stored form of a key or token. */
import { hash } from 'node:crypto'

/**
 * SHA-256 as 64 hexadecimal characters. Safe for secrets of at least 128 random bits, never for
 * passwords.
 */
export const sha256 = (text: string | Uint8Array) => hash('sha256', text)

/** Form bodies of the pages: `application/x-www-form-urlencoded` in UTF-8. */
import type { FastifyRequest } from 'fastify'

/** The fields of a form; the last of a repeated field counts. */
export type FormFields = ReadonlyMap<string, string>

/**
 * Maximum bytes. Two passwords of 128 characters need at most 3 KiB; longer ones get their
 * validation error.
 */
export const maxFormBytes = 16 * 1024

export const noFields: FormFields = new Map()

class WrongForm extends Error {
  readonly statusCode = 400
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const decoded = (text: string) => decodeURIComponent(text.replaceAll('+', ' '))

/**
 * Fastify's parser. URLSearchParams would replace invalid UTF-8, and so set a password that cannot
 * be typed.
 */
export async function readForm(_request: FastifyRequest, bytes: Buffer): Promise<FormFields> {
  try {
    const pairs = utf8.decode(bytes).split('&')
    return new Map(
      pairs.map((pair) => {
        const [name = '', value = ''] = pair.split(/=(.*)/s)
        return [decoded(name), decoded(value)]
      }),
    )
  } catch {
    throw new WrongForm('the form is not valid UTF-8')
  }
}

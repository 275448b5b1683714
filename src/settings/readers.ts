/**
 * How the text of a setting is read (config.ts): each reader returns the value, or throws the
 * sentence that says what the text must be.
 */
import { isIP } from 'node:net'
import { resolve } from 'node:path'

/** Returns the value of a text, or throws the sentence that says what it must be. */
export type Reader<T> = (text: string) => T

export class Expected extends Error {}
const expected = (what: string): never => {
  throw new Expected(`must be ${what}`)
}

export const whole =
  (least: number, most: number): Reader<number> =>
  (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    return value >= least && value <= most ? value : expected(`an integer from ${least} to ${most}`)
  }

/** `on` or `off`. */
export const onOff: Reader<boolean> = (text) => oneOf('on', 'off')(text) === 'on'

export const oneOf =
  <T extends string>(...choices: T[]): Reader<T> =>
  (text) =>
    choices.find((choice) => choice === text) ?? expected(`one of ${choices.join(', ')}`)

export const matching =
  (what: string, test: (text: string) => boolean): Reader<string> =>
  (text) =>
    test(text) ? text : expected(what)

/** `make` applied to the value that was read. */
export const mapped =
  <From, To>(read: Reader<From>, make: (value: From) => To): Reader<To> =>
  (text) =>
    make(read(text))

const listOf =
  (what: string, test: (item: string) => boolean): Reader<readonly string[]> =>
  (text) => {
    const items = text.split(',').map((item) => item.trim())
    const present = items.filter((item) => item !== '')
    return present.every(test) ? Object.freeze(present) : expected(what)
  }

export const urlOf = (text: string, ...schemes: string[]): URL | undefined => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url && schemes.includes(url.protocol.slice(0, -1)) && url.hostname !== '' ? url : undefined
}

const isPlainHttpUrl = (text: string) => {
  const url = urlOf(text, 'http', 'https')
  return url !== undefined && !/[?#]/.test(text) && url.username === '' && url.password === ''
}

/** An address, or a range in CIDR form. A range of everything would trust every stranger. */
const isAddressRange = (item: string) => {
  const [, address = '', bits] = /^([^/]+?)(?:\/(\d{1,3}))?$/.exec(item) ?? []
  const most = { 4: 32, 6: 128 }[isIP(address)]
  return most !== undefined && (bits === undefined || (Number(bits) >= 1 && Number(bits) <= most))
}

const isHost = (text: string) => isIP(text) !== 0 || /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(text)
export const isMailbox = (text: string) =>
  /^(?:[^\s<>@]+@[^\s<>@]+|[^<>\r\n]+ <[^\s<>@]+@[^\s<>@]+>)$/.test(text)

/** Plain http only where no one listens in between. */
export const isIssuer = (text: string) => {
  const url = isPlainHttpUrl(text) ? new URL(text) : undefined
  return (
    url?.protocol === 'https:' || /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url?.hostname ?? '')
  )
}

/** A URL to which paths are added: without a slash at its end. */
export const httpUrl = (example: string): Reader<string> =>
  mapped(
    matching(
      `an http(s) URL such as ${example}, without credentials, query or fragment`,
      isPlainHttpUrl,
    ),
    (text) => text.replace(/\/+$/, ''),
  )

/** 0: any free one. */
export const portNumber = whole(0, 65_535)
export const host = matching('an IP address or host name', isHost)
export const printable = matching('printable ASCII characters without spaces', (text) =>
  /^[!-~]+$/.test(text),
)
/** A secret that is long enough not to be guessed. */
export const secret = (least: number) =>
  matching(
    `at least ${least} printable ASCII characters without spaces`,
    (text) => text.length >= least && /^[!-~]+$/.test(text),
  )

/** A maximum number. */
export const limit = whole(0, 1_000_000)
export const origins = listOf(
  'comma-separated origins such as https://app.example, without path or trailing slash',
  (item) => urlOf(item, 'http', 'https')?.origin === item,
)
export const addresses = listOf(
  'comma-separated IP addresses or CIDR ranges such as 10.0.0.0/8',
  isAddressRange,
)
/** Absolute. */
export const paths = mapped(
  listOf('comma-separated paths', () => true),
  (given) => Object.freeze(given.map((path) => resolve(path))),
)

export const postgresUrl = matching(
  'a URL such as postgresql://user:password@host:5432/database',
  (text) => URL.canParse(text) && /^postgres(ql)?:\/\/./.test(text),
)

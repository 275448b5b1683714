/** Readers for the values of settings (config.ts). */
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { mapped, matching, parsing, whole } from '../base/values.ts'

const listOf = (sentence: string, test: (item: string) => boolean) =>
  parsing(sentence, (text): readonly string[] | undefined => {
    const items = text.split(',').map((item) => item.trim())
    const present = items.filter((item) => item !== '')
    return present.every(test) ? Object.freeze(present) : undefined
  })

export const urlOf = (text: string, ...schemes: string[]): URL | undefined => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url && schemes.includes(url.protocol.slice(0, -1)) && url.hostname !== '' ? url : undefined
}

const isPlainHttpUrl = (text: string) => {
  const url = urlOf(text, 'http', 'https')
  return url !== undefined && !/[?#]/.test(text) && url.username === '' && url.password === ''
}

/** An address, or a range in CIDR form. A range of all addresses would trust everybody. */
const isAddressRange = (item: string) => {
  const [, address = '', bits] = /^([^/]+?)(?:\/(\d{1,3}))?$/.exec(item) ?? []
  const most = { 4: 32, 6: 128 }[isIP(address)]
  return most !== undefined && (bits === undefined || (Number(bits) >= 1 && Number(bits) <= most))
}

const isHost = (text: string) => isIP(text) !== 0 || /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(text)
export const isMailbox = (text: string) =>
  /^(?:[^\s<>@]+@[^\s<>@]+|[^<>\r\n]+ <[^\s<>@]+@[^\s<>@]+>)$/.test(text)

/** Plain http only on this machine, where requests cannot be intercepted. */
export const isIssuer = (text: string) => {
  const url = isPlainHttpUrl(text) ? new URL(text) : undefined
  return (
    url?.protocol === 'https:' || /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url?.hostname ?? '')
  )
}

/** A base URL for paths, without a trailing slash. */
export const httpUrl = (example: string) =>
  mapped(
    matching(
      `must be an http(s) URL such as ${example}, without credentials, query or fragment`,
      isPlainHttpUrl,
    ),
    (text) => text.replace(/\/+$/, ''),
  )

/** 0: any free port. */
export const portNumber = whole(0, 65_535)
export const host = matching('must be an IP address or host name', isHost)
export const printable = matching('must be printable ASCII characters without spaces', /^[!-~]+$/)
/** A secret of at least `least` characters. */
export const secret = (least: number) =>
  matching(
    `must be at least ${least} printable ASCII characters without spaces`,
    new RegExp(`^[!-~]{${least},}$`),
  )

/** A maximum number. */
export const limit = whole(0, 1_000_000)
export const origins = listOf(
  'must be comma-separated origins such as https://app.example, without path or trailing slash',
  (item) => urlOf(item, 'http', 'https')?.origin === item,
)
export const addresses = listOf(
  'must be comma-separated IP addresses or CIDR ranges such as 10.0.0.0/8',
  isAddressRange,
)
/** Absolute. */
export const paths = mapped(
  listOf('must be comma-separated paths', () => true),
  (given) => Object.freeze(given.map((path) => resolve(path))),
)

export const postgresUrl = matching(
  'must be a URL such as postgresql://user:password@host:5432/database',
  (text) => URL.canParse(text) && /^postgres(ql)?:\/\/./.test(text),
)

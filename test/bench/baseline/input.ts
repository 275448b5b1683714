/** The fields of an activity as they are sent (test/spec/01.2, 01.5, 12), checked by hand. */
import type { FastifyRequest } from 'fastify'
import { refusals, type WireAnswer } from './wire.ts'

export const invalidMoment =
  'Datetime has wrong format. Use one of these formats instead: ' +
  'YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].'

const isoMoment =
  /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(Z|[+ -]\d\d:\d\d)?)?$/

/** The moment as PostgreSQL reads it, undefined if invalid; `loose` is the form of filters. */
export function readMoment(sent: unknown, loose = false): string | undefined {
  const parts = typeof sent === 'string' ? isoMoment.exec(sent.trim()) : null
  if (!parts) return undefined
  const [, year, month, day, hour, minute = '0', second = '0', offset = 'Z'] = parts
  if (!loose && (hour === undefined || offset.startsWith(' '))) return undefined
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  if (date.getUTCDate() !== Number(day) || date.getUTCMonth() !== Number(month) - 1)
    return undefined
  if (Number(hour ?? 0) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  const time = `${hour ?? '00'}:${minute.padStart(2, '0')}:${second.padStart(2, '0')}`
  return `${year}-${month}-${day}T${time}${offset.replace(' ', '+')}`
}

type Read = (sent: unknown) => { value: unknown } | { validationError: string }

const words =
  (max: number, fallback: string | null = ''): Read =>
  (sent) => {
    if (sent === null || sent === undefined) return { value: fallback }
    if (typeof sent !== 'string' && typeof sent !== 'number') {
      return { validationError: 'Not a valid string.' }
    }
    const value = String(sent).trim()
    if (value.length > max && [...value].length > max) {
      return { validationError: `Ensure this field has no more than ${max} characters.` }
    }
    return { value: value === '' ? fallback : value }
  }

const flags = new Map<unknown, boolean>()
for (const word of ['true', 't', 'yes', 'y', 'on', '1', true, 1]) allForms(word, true)
for (const word of ['false', 'f', 'no', 'n', 'off', '0', false, 0]) allForms(word, false)
function allForms(word: unknown, meaning: boolean): void {
  flags.set(word, meaning)
  if (typeof word !== 'string') return
  flags.set(word.toUpperCase(), meaning)
  flags.set(word.charAt(0).toUpperCase() + word.slice(1), meaning)
}

const flag: Read = (sent) => {
  if (sent === undefined) return { value: false }
  if (sent === null) return { validationError: 'This field may not be null.' }
  const value = flags.get(sent)
  return value === undefined ? { validationError: 'Must be a valid boolean.' } : { value }
}

const number: Read = (sent) => {
  if (sent === null || sent === undefined) return { value: null }
  const isNumber = typeof sent === 'number' || (typeof sent === 'string' && sent.trim() !== '')
  const value = isNumber ? Number(sent) : Number.NaN
  return Number.isFinite(value) ? { value } : { validationError: 'A valid number is required.' }
}

const moment: Read = (sent) => {
  if (sent === null || sent === undefined) return { value: null }
  const value = readMoment(sent)
  return value === undefined ? { validationError: invalidMoment } : { value }
}

const isInteger = (sent: unknown) =>
  Number.isInteger(sent) || (typeof sent === 'string' && /^\s*-?\d+\s*$/.test(sent))

const integer: Read = (sent) => {
  if (sent === null || sent === undefined) return { value: 0 }
  return isInteger(sent)
    ? { value: Number(sent) }
    : { validationError: 'A valid integer is required.' }
}

const userIds: Read = (sent) => {
  if (sent === null || sent === undefined) return { value: [] }
  if (!Array.isArray(sent))
    return { validationError: 'Expected a list of items but got type "str".' }
  if (!sent.every(isInteger)) return { validationError: 'A valid integer is required.' }
  return { value: sent.map(Number) }
}

/** Every writable column, in the order of the insert. */
export const fields: [name: string, read: Read, type: string][] = [
  ['internal_identifier', words(255), 'text'],
  ['hidden', flag, 'boolean'],
  ['activity_type', words(255, 'general'), 'text'],
  ['period', words(255, null), 'text'],
  ['starts_at', moment, 'timestamptz'],
  ['ends_at', moment, 'timestamptz'],
  ['all_day', flag, 'boolean'],
  ['name', words(255), 'text'],
  ['description', words(20_000), 'text'],
  ['phone', words(255), 'text'],
  ['website', words(2048), 'text'],
  ['checked', flag, 'boolean'],
  ['address', words(20_000), 'text'],
  ['longitude', number, 'float8'],
  ['latitude', number, 'float8'],
  ['notes', words(20_000), 'text'],
  ['apple_maps_id', words(255), 'text'],
  ['timezone', words(64, null), 'text'],
  ['provider_location_url', words(2048), 'text'],
  ['provider_reservation_code', words(255), 'text'],
  ['provider_reservation_description', words(20_000), 'text'],
  ['provider_document', words(2048), 'text'],
  ['google_places_id', words(255), 'text'],
  ['price', number, 'float8'],
  ['currency', words(10), 'text'],
  ['assigned_users', userIds, 'int[]'],
  ['sort_order', integer, 'int'],
]

/** The values of `fields`, or the refusal, which waits until access is known. */
export function readBody(request: FastifyRequest): unknown[] | WireAnswer {
  const { refusal, sent } = parse(request)
  if (refusal) return refusal
  const values: unknown[] = []
  const validationErrors: Record<string, string[]> = {}
  for (const [name, read] of fields) {
    const result = read(sent[name])
    if ('value' in result) values.push(result.value)
    else validationErrors[name] = [result.validationError]
  }
  return Object.keys(validationErrors).length > 0 ? refusals.invalid(validationErrors) : values
}

type Parsed =
  | { refusal: WireAnswer; sent?: never }
  | { refusal?: never; sent: Record<string, unknown> }

function parse(request: FastifyRequest): Parsed {
  if (!request.body) return { sent: {} }
  const type = request.headers['content-type'] ?? ''
  if (!/^application\/json\s*(;|$)/i.test(type)) return { refusal: refusals.mediaType(type) }
  try {
    const value: unknown = JSON.parse(request.body as string)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return { sent: value as Record<string, unknown> }
    }
    if (value === null) return { refusal: invalid('No data provided') }
    return { refusal: invalid(`Invalid data. Expected a dictionary, but got ${kindOf(value)}.`) }
  } catch (error) {
    return { refusal: refusals.parseError((error as Error).message) }
  }
}

const invalid = (sentence: string) => refusals.invalid({ non_field_errors: [sentence] })

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'float'
  return typeof value === 'string' ? 'str' : 'bool'
}

/**
 * The kinds of itinerary objects as the specification describes them, one case per
 * kind. It is written from the specification and imports nothing of the code: what the suites of
 * test/spec/03 and 12 say about one kind they say about each. A new kind is a new case here.
 */

/** What a field takes; the limits are those of test/spec/12. */
export type Form =
  | 'short'
  | 'long'
  | 'zone'
  | 'currency'
  | 'url'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'datetime'
  | 'users'

/** A writable field: a value other than its default must come back; what null makes of it. */
export interface FieldCase {
  name: string
  form: Form
  sample: unknown
  /** Its value after a create that does not name it; `trip.timezone` stands for the trip's zone. */
  initial: unknown
  /** What null stores; `refused` where null is an error. */
  cleared: unknown
}

export const fromTrip = 'trip.timezone'
export const refused = 'refused'

/** Characters at most, by form (test/spec/12). */
export const limits: Partial<Record<Form, number>> = {
  short: 255,
  long: 20_000,
  zone: 64,
  currency: 10,
  url: 2048,
}

export interface KindCase {
  /** The word of the detail path, also the name of its table. */
  one: 'hosting' | 'activity' | 'transportation'
  /** The word of the list path. */
  many: 'hostings' | 'activities' | 'transportations'
  /** The least body a create takes, and the columns an SQL insert must name. */
  least: Record<string, unknown>
  /** The keys of the v1 answer in their order. */
  v1: readonly string[]
  /** The keys of the v2 answer; the ones `v1` knows come in its order. */
  v2: readonly string[]
  fields: readonly FieldCase[]
  /** The query key of the exact-match filter and the field it looks at; hostings have none. */
  filter: { key: string; field: string } | null
}

const keys = (text: string) => text.trim().split(/\s+/)

/** One field per word, all of the same form; the sample is made from the name. */
function fields(form: Form, words: string, changes: Partial<FieldCase> = {}): FieldCase[] {
  return keys(words).map((name) => ({ ...basic(form, name), ...changes, name, form }))
}

function basic(form: Form, name: string): Omit<FieldCase, 'name' | 'form'> {
  switch (form) {
    case 'short':
      return { sample: `${name} Žluťoučký 9`, initial: '', cleared: '' }
    case 'long':
      return {
        sample: `First line of ${name}\nsecond "line" <b>&amp; 🚆`,
        initial: '',
        cleared: '',
      }
    case 'zone':
      return { sample: 'GMT+05:45', initial: '', cleared: '' }
    case 'currency':
      return { sample: 'eur', initial: '', cleared: '' }
    case 'url':
      return { sample: `https://example.org/${name}?a=1&b=%20#c`, initial: '', cleared: '' }
    case 'integer':
      return { sample: -7, initial: 0, cleared: 0 }
    case 'number':
      return { sample: -9.1425, initial: null, cleared: null }
    case 'boolean':
      return { sample: true, initial: false, cleared: refused }
    case 'datetime':
      return { sample: '2031-04-18T14:00:05Z', initial: null, cleared: null }
    case 'users':
      return { sample: [], initial: [], cleared: [] }
  }
}

const priced = [...fields('number', 'price', { sample: 410.55 }), ...fields('currency', 'currency')]
const extras = [...fields('users', 'assigned_users'), ...fields('integer', 'sort_order')]
const unsetIsNull = { initial: null, cleared: null }

const hosting: KindCase = {
  one: 'hosting',
  many: 'hostings',
  least: {},
  v1: keys(`id owner internal_identifier trip hidden starts_at ends_at timezone name description
    address longitude latitude phone room_type room_number website notes provider_reservation_code
    emails price currency created_at updated_at`),
  v2: keys(`id owner internal_identifier trip hidden starts_at ends_at timezone name description
    address longitude latitude phone room_type room_number website notes provider_reservation_code
    price currency created_at updated_at`),
  fields: [
    ...fields(
      'short',
      `internal_identifier name phone apple_maps_id room_type room_number
      provider_reservation_code google_places_id`,
    ),
    ...fields('long', 'description address notes provider_reservation_description'),
    ...fields('url', 'website provider_location_url provider_document'),
    ...fields('zone', 'timezone', { initial: fromTrip }),
    ...fields('datetime', 'starts_at ends_at'),
    ...fields('number', 'longitude latitude'),
    ...fields('boolean', 'hidden'),
    ...priced,
    ...extras,
  ],
  filter: null,
}

const activity: KindCase = {
  one: 'activity',
  many: 'activities',
  least: {},
  v1: keys(`id owner internal_identifier trip hidden activity_type period starts_at ends_at all_day
    name description checked address longitude latitude timezone emails price currency created_at
    updated_at`),
  v2: keys(`id owner internal_identifier trip hidden activity_type period starts_at ends_at all_day
    name description checked address longitude latitude timezone price currency created_at
    updated_at`),
  fields: [
    ...fields(
      'short',
      `internal_identifier name phone apple_maps_id provider_reservation_code
      google_places_id`,
    ),
    ...fields('short', 'activity_type', {
      sample: 'sightseeing',
      initial: 'general',
      cleared: 'general',
    }),
    ...fields('short', 'period', unsetIsNull),
    ...fields('long', 'description address notes provider_reservation_description'),
    ...fields('url', 'website provider_location_url provider_document'),
    ...fields('zone', 'timezone', { initial: fromTrip }),
    ...fields('datetime', 'starts_at ends_at'),
    ...fields('number', 'longitude latitude'),
    ...fields('boolean', 'hidden all_day checked'),
    ...priced,
    ...extras,
  ],
  filter: { key: 'activityType', field: 'activity_type' },
}

const transportation: KindCase = {
  one: 'transportation',
  many: 'transportations',
  least: { transportation_type: 'train' },
  v1: keys(`id owner internal_identifier trip hidden name transportation_type departure_description
    departure_at departure_timezone arrival_description arrival_at arrival_timezone company
    seat_number seat_class transport_number departure_terminal departure_gate arrival_terminal
    emails price currency created_at updated_at`),
  v2: keys(`id owner internal_identifier trip hidden name transportation_type departure_description
    departure_at departure_timezone arrival_description arrival_at arrival_timezone company
    seat_number seat_class transport_number departure_terminal departure_gate arrival_terminal
    price currency created_at updated_at
    departure_apple_maps_id arrival_apple_maps_id actual_transport_number`),
  fields: [
    ...fields(
      'short',
      `internal_identifier name phone company seat_number seat_class
      transport_number coach_number departure_terminal departure_gate arrival_terminal arrival_gate
      arrival_bags flight_aware_identifier provider_reservation_code departure_location_type
      arrival_location_type`,
    ),
    ...fields('short', 'transportation_type', {
      sample: 'hovercraft',
      initial: 'train',
      cleared: refused,
    }),
    ...fields(
      'short',
      'actual_transport_number departure_apple_maps_id arrival_apple_maps_id',
      unsetIsNull,
    ),
    ...fields(
      'long',
      `description notes departure_description arrival_description
      departure_address arrival_address vehicle_description provider_reservation_description`,
    ),
    ...fields('url', 'website provider_url provider_document'),
    ...fields('zone', 'departure_timezone arrival_timezone'),
    ...fields('datetime', 'departure_at arrival_at'),
    ...fields(
      'number',
      `departure_longitude departure_latitude arrival_longitude
      arrival_latitude`,
    ),
    ...fields('integer', 'distance_meters', { sample: 313_000, ...unsetIsNull }),
    ...fields('boolean', 'hidden automatic_updates'),
    ...priced,
    ...extras,
  ],
  filter: { key: 'transportationType', field: 'transportation_type' },
}

/** The three kinds with an identifier, emails and moves; expenses have a suite of their own. */
export const kinds: readonly KindCase[] = [hosting, activity, transportation]

/** All writable fields with their samples: a create or update body. */
export function samples({ fields }: KindCase): Record<string, unknown> {
  return Object.fromEntries(fields.map(({ name, sample }) => [name, sample]))
}

/** The names of one form, e.g. all datetimes of a kind. */
export function named({ fields }: KindCase, form: Form): string[] {
  return fields.filter((field) => field.form === form).map(({ name }) => name)
}

/** The keys of an answer to somebody who may not see expenses (test/core/permissions). */
export function unpriced(all: readonly string[]): string[] {
  return all.filter((key) => key !== 'price' && key !== 'currency')
}

/** `/v1/trip/7/hostings` or, with an id, `/v1/trip/7/hosting/9`. */
export function path(version: 'v1' | 'v2', kind: Words, trip: number, id?: number | string) {
  const tail = id === undefined ? kind.many : `${kind.one}/${id}`
  return `/${version}/trip/${trip}/${tail}`
}

interface Words {
  one: string
  many: string
}

/** A kind of objects in another collection than `kind`. */
export function another(kind: KindCase): KindCase {
  return kind === hosting ? activity : hosting
}

/** Rows for `each`, with the words that stand in the title before the case. */
export const byList = kinds.map((kind) => [kind.many, kind] as const)
export const byWord = kinds.map((kind) => [kind.one, kind] as const)
export const byPaths = kinds.map((kind) => [kind.many, kind.one, kind] as const)

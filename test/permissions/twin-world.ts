/**
 * A world for one reader, in two versions that differ only in what the reader may not see (contract
 * 1.9, 8, 11; target Z6): other words and figures, rows that are only there, rows that are only
 * here. What is seen is decided by decisions.ts; ids, times and everything else are the same.
 */
import { createHash } from 'node:crypto'
import { allKinds } from '../spec/kinds.ts'
import { onTrip, type TripRight } from './decisions.ts'
import {
  areMates,
  everything,
  type Place,
  type Principal,
  rightsOf,
  standing,
} from './principals.ts'

export type Twin = 'a' | 'b'
type Values = Record<string, unknown>
export interface Fact {
  table: string
  row: Values
}

export const moment = '2031-01-02T09:00:00Z'
const later = '2031-03-03T03:03:03Z'

/** The trips by their ids; `another` is not in this world. */
export const trips: Partial<Record<Place, number>> = {
  active: 1,
  unpaid: 2,
  deleted: 3,
  strange: 4,
}
const tripOwners: Partial<Record<Place, string>> = {
  ...{ active: 'olga', unpaid: 'olaf', deleted: 'olga', strange: 'stan' },
}
const readers = ['olga', 'olaf', 'vera', 'sam', 'nina', 'may eg', 'ed', 'pia', 'rhea', 'stan']
/** All people by their ids; the last three are met in favorites, or not at all. */
const people = [...readers, 'nora', 'otto', 'zoe']
export const idOf = (name: string) => people.indexOf(name) + 1
const members = ['vera', 'sam', 'nina', 'may eg', 'ed'] as const

/** The API key of a person. */
export const keyOf = (name: string) => createHash('sha1').update(name).digest('hex')
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Words and figures that are the same in both versions if they are seen. */
function told(twin: Twin, isSeen: boolean) {
  const same = isSeen || twin === 'a'
  return {
    text: (word: string) => (same ? word : `other ${word}`),
    plain: (word: string) => (same ? word : `other.${word}`),
    number: (figure: number) => (same ? figure : figure + 1_000),
    flag: (is: boolean) => (same ? is : !is),
    time: () => (same ? moment : later),
    /** What is only here, where it is not seen. */
    onlyIn: (version: Twin, facts: Fact[]) => (isSeen || twin !== version ? [] : facts),
  }
}

const fact = (table: string, row: Values): Fact => ({ table, row })

/** The makers of one version for one reader. */
export function world(reader: Principal, twin: Twin): Fact[] {
  const may = (right: TripRight, place: Place) => onTrip(right, reader, place) === 'ok'
  const known = (name: string) =>
    areMates(reader, name as Principal) || (idOf(reader) > 0 && /^(nora|otto)$/.test(name))
  const scene: Scene = { reader, twin, may, known }
  return [
    ...people.flatMap((name) => account(scene, name)),
    ...Object.keys(trips).flatMap((place) => tripFacts(scene, place as Place)),
    ...people.flatMap((name) => ownFacts(scene, name)),
    ...favorites(scene),
    ...hiddenFromAll(scene),
  ]
}

interface Scene {
  reader: Principal
  twin: Twin
  may: (right: TripRight, place: Place) => boolean
  known: (name: string) => boolean
}

function account({ reader, twin, known }: Scene, name: string): Fact[] {
  const [id, own] = [idOf(name), told(twin, name === reader)]
  const seen = told(twin, known(name))
  const word = name.replace(' ', '.')
  // Whoever may see documents learns from them whether the owner is Pro.
  const place = name === 'olga' ? 'active' : 'unpaid'
  const stands = standing(reader, place)
  const isTold = 'rights' in stands && stands.rights.includes('d')
  const pays = told(twin, name === reader || (isTold && tripOwners[place] === name))
  return [
    fact('account', {
      ...{ id, username: own.plain(word), password_hash: own.plain('hash') },
      ...{ email: seen.plain(`${word}@mail.example`), name: seen.text(name) },
      ...{ photo_url: seen.text(`https://pages.example/${word}.jpg`) },
      ...{ first_name: own.text(name), last_name: own.text('Prado'), language: own.text('en') },
      ...{ timezone: own.text('UTC'), default_currency: own.text('EUR') },
      ...{ calendar_identifier: own.plain(`c${id}`), oauth_subject: own.plain(`s${id}`) },
      ...{ anonymous_email_identifier: own.plain(`a${id}`), asa_campaign_name: own.text('x') },
      ...{ is_premium: pays.flag(name === 'olga'), last_activity_date: own.time() },
    }),
    fact('api_key', { id, user_id: id, hash: sha256(own.plain(keyOf(name))) }),
  ]
}

function tripFacts(scene: Scene, place: Place): Fact[] {
  const { twin, may, reader } = scene
  const trip = trips[place] as number
  const owner = idOf(tripOwners[place] ?? '')
  const isLive = place !== 'deleted'
  const seen = told(twin, isLive && may('access', place))
  const texts = { name: seen.text(place), description: seen.text('Four days') }
  const days = { number_of_days: seen.number(4), hidden: seen.flag(false) }
  const gone = isLive ? {} : { deleted_at: moment }
  const row = { id: trip, owner_id: owner, internal_identifier: seen.text('lx-2031') }
  const mine = 'rights' in standing(reader, place)
  return [
    fact('trip', { ...row, ...texts, ...days, ...gone }),
    fact('member', { trip_id: trip, user_id: owner, is_owner: true, joined: true, ...rights() }),
    ...(place === 'strange' ? [] : memberFacts(scene, place, mine)),
    ...itinerary(scene, place),
    ...attached(scene, place),
  ]
}

const rights = (of: string = everything): Values => rightsOf(of)

function memberFacts({ twin, may, reader }: Scene, place: Place, mine: boolean): Fact[] {
  const trip_id = trips[place] as number
  const roster = told(twin, mine)
  const joined = members.map((name) => {
    const stands = standing(name, place)
    const own = 'rights' in stands ? stands.rights : ''
    // A stranger is not told what members may do; that they are members is theirs to know.
    const shown = roster.text(own) === own ? own : everything
    const choices = { receive_notifications: roster.flag(true), created_at: roster.time() }
    return fact('member', {
      trip_id,
      user_id: idOf(name),
      joined: true,
      ...rights(shown),
      ...choices,
    })
  })
  const isHers = reader === 'pia'
  const invitees = told(twin, isHers || may('addGuests', place))
  const pending = { joined: false, ...rights(invitees.text('') === '' ? everything : '') }
  const hash = told(twin, false).text(`invitation ${place}`)
  const pia = { trip_id, user_id: idOf('pia'), invitation_hash: hash, created_at: moment }
  const zoe = { trip_id, user_id: idOf('zoe') }
  return [
    ...joined,
    fact('member', { ...pia, ...pending }),
    ...invitees.onlyIn('b', [fact('member', { ...zoe, joined: false })]),
  ]
}

/** Children that live and that are deleted, and those nobody may know of. */
function itinerary({ twin, may }: Scene, place: Place): Fact[] {
  const trip_id = trips[place] as number
  const owner_id = idOf(tripOwners[place] ?? '')
  const isLive = place !== 'deleted'
  const [seen, money] = [
    told(twin, isLive && may('access', place)),
    told(twin, isLive && may('seeExpenses', place)),
  ]
  return allKinds.flatMap(({ one, least }) => {
    const isMoney = one === 'expense'
    const of = isMoney ? money : seen
    const name = isMoney ? 'title' : 'name'
    const child = (id: number, told: typeof of, prices: typeof of, more: Values = {}) => {
      const amounts = { price: prices.number(50), currency: prices.text('EUR') }
      const texts = { [name]: told.text('Largo'), ...(!isMoney && { notes: told.text('x') }) }
      return fact(one, { ...least, trip_id, owner_id, id, ...amounts, ...texts, ...more })
    }
    const id = trip_id * 10
    const never = told(twin, false)
    return [
      child(id + 1, of, money),
      child(id + 2, never, never, { deleted_at: moment }),
      ...of.onlyIn('a', [child(id + 3, of, money)]),
      ...of.onlyIn('b', [child(id + 4, of, money)]),
    ]
  })
}

/** Emails and documents on the trip and on a hosting. */
function attached({ twin, may }: Scene, place: Place): Fact[] {
  const seen = told(twin, place !== 'deleted' && may('seeDocuments', place))
  const trip = trips[place] as number
  const owner_id = idOf(tripOwners[place] ?? '')
  const parents = [{ trip_id: trip }, { hosting_id: trip * 10 + 1 }]
  return parents.flatMap((parent, at) => {
    const of = { owner_id, ...parent }
    const email = (id: number) => [
      fact('email', {
        ...{ id, ...of, unique_parser_identifier: `imap:${id}`, message_key: `${id}` },
        ...{ subject: seen.text('Ticket'), html: seen.text('<p>Seat</p>') },
        ...{ body_preview: seen.text('Seat'), parsed_successfully: true },
      }),
      fact('email_attachment', { id, email_id: id, filename: seen.text('a.pdf') }),
      fact('document', {
        ...{ id, ...of, title: seen.text('Voucher'), url: seen.text('https://pages.example') },
      }),
    ]
    const id = trip * 100 + at * 10
    return [...email(id), ...seen.onlyIn('a', email(id + 1)), ...seen.onlyIn('b', email(id + 2))]
  })
}

/** What belongs to one person: categories, addresses, the inbox. */
function ownFacts({ reader, twin, known }: Scene, name: string): Fact[] {
  const id = idOf(name)
  const isMate = name !== 'nora' && name !== 'otto' && known(name)
  const [seen, own] = [told(twin, isMate), told(twin, name === reader)]
  const category = (at: number, told: typeof seen, more: Values = {}) =>
    fact('category', { id: at, owner_id: id, slug: `s${at}`, name: told.text('Tiles'), ...more })
  const mail = { owner_id: id, unique_parser_identifier: `imap:${id}`, message_key: `${id}` }
  const address = { user_id: id, email: own.plain(`${id}@work.example`), hash: `h${id}` }
  return [
    category(id, seen),
    category(20 + id, told(twin, false), { deleted_at: moment }),
    ...seen.onlyIn('b', [category(40 + id, seen)]),
    fact('email', { id, ...mail, subject: own.text('Your ticket') }),
    fact('alternative_email', { id, ...address }),
  ]
}

/** The reader's favorites and requests, and those of others. */
function favorites({ reader, twin }: Scene): Fact[] {
  const self = idOf(reader)
  const [nora, otto, zoe] = [idOf('nora'), idOf('otto'), idOf('zoe')]
  const typed = 'typed@mail.example'
  const record = (id: number, user: number, of: number | null, email: string, pending = true) =>
    fact('favorite', { id, user_id: user, favorite_user_id: of, email, pending })
  const own = [
    record(1, self, nora, 'nora@mail.example', false),
    record(2, nora, self, 'reader@mail.example', false),
    // Whether an account has the address is nobody's to know (11.1).
    record(3, self, twin === 'a' ? null : zoe, typed),
    record(4, otto, self, 'reader@mail.example'),
  ]
  const others = [record(5, zoe, otto, 'otto@mail.example', false), record(6, nora, zoe, typed)]
  return [...(self > 0 ? own : []), ...(twin === 'b' ? others : [])]
}

/** What no reader sees. */
function hiddenFromAll({ twin, reader }: Scene): Fact[] {
  if (twin === 'a') return []
  const letter = { recipient: 'zoe@mail.example', subject: 'Reset', text: 'canary' }
  const mail = reader === 'operator' ? [] : [fact('outgoing_mail', { id: 1, ...letter })]
  const user_id = idOf('zoe')
  return [
    ...mail,
    fact('password_reset', { id: 1, user_id, hash: 'canary', expires_at: later }),
    fact('trip', { id: 5, owner_id: user_id, name: 'Nobody knows' }),
    fact('member', { trip_id: 5, user_id, is_owner: true, joined: true, ...rights() }),
  ]
}

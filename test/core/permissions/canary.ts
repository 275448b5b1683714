/**
 * Canaries: texts in places that not everybody may see, each of which names its kind and its place,
 * e.g. `canary.7.money.active`. So a test that finds one in an answer knows whether the caller
 * may have it (target Z5); a log never holds one. Stage 0 is a vault whose people send no requests:
 * none of its data is ever in an answer.
 */
import { kindsWithEmails } from '../../spec/kinds.ts'
import { insert } from '../../sync.ts'
import { db, type Person } from '../../world.ts'
import { ofCaller, onTrip } from './decisions.ts'
import { isPartOfAccount, keyOf } from './narrowings.ts'
import {
  type Acquaintance,
  areMates,
  owners,
  type Principal,
  places,
  type TripPlace,
} from './principals.ts'

/** The kinds of canaries. */
type What = 'money' | 'mail' | 'document' | 'trip' | 'category' | 'person' | 'inbox' | 'address'

let stages = 0

export const canary = (stage: number, what: What, where: string) =>
  `canary.${stage}.${what}.${where}`

/**
 * A price is a number, and so is its canary: fifteen digits around a point, which no clock, id or
 * duration shows. JSON, SQL and logs all write them alike.
 */
export const price = 918273.645546372
/** A color has six digits; with its letters it is not a number. */
export const color = '#fab1e5'
const pattern = /canary\.(\d+)\.(\w+)\.(\w+)/g

/** Whether a text holds any canary. */
export const hasCanary = (text: string): boolean =>
  /canary[.-]\w/i.test(text) || text.includes(String(price)) || text.toLowerCase().includes(color)

/** Whether an answer to the principal may hold it. */
function mayHold(principal: Principal, what: string, where: string): boolean {
  if (ofCaller('user', principal) !== 'ok') return false
  if (['person', 'inbox', 'address'].includes(what)) {
    return where === keyOf(principal).base && (what === 'person' || !isPartOfAccount(principal))
  }
  if (what === 'category') return areMates(principal, where as Acquaintance)
  const place = places.find((known) => known === where)
  if (!place || place === 'deleted') return false
  const right = ({ money: 'seeExpenses', trip: 'access' } as const)[what] ?? 'seeDocuments'
  return onTrip(right, principal, place) === 'ok'
}

/** The canaries in an answer that its reader may not see. */
export function leaksIn(text: string, principal: Principal, stage: number): string[] {
  const held = [...text.matchAll(pattern)].filter(([, number, what, where]) => {
    return Number(number) !== stage || !mayHold(principal, what ?? '', where ?? '')
  })
  const seesNoMoney = places.every((place) => !mayHold(principal, 'money', place))
  const prices = seesNoMoney && text.includes(String(price)) ? [String(price)] : []
  return [...held.map(([found]) => found), ...prices]
}

/** The canaries that the principal may, and therefore should, find somewhere below a trip. */
export function holdable(principal: Principal, stage: number, place: TripPlace): string[] {
  const whats = ['money', 'mail', 'document', 'trip'] as const
  return whats
    .filter((what) => mayHold(principal, what, place))
    .map((what) => canary(stage, what, place))
}

type Texts = Record<string, unknown>

let messages = 0

/** An email full of canaries, with an attachment. */
export async function plantEmail(owner: Person, parent: Texts, text: string): Promise<number> {
  messages += 1
  const key = `${text}.${process.pid}.${messages}`
  const keys = { owner_id: owner.id, unique_parser_identifier: key, message_key: key }
  const texts = { subject: text, body_preview: text, html: `<p>${text}</p>`, text, raw: text }
  const row = { ...keys, ...texts, reason: text, parsed_successfully: true, ...parent }
  const [id = 0] = await insert('email', row)
  // A keyword of SQL needs quotes.
  const attached = { filename: text, payload: text, content_id: text, '"binary"': false }
  await insert('email_attachment', { email_id: id, ...attached })
  return id
}

/** A link full of canaries. */
export async function plantDocument(owner: Person, parent: Texts, text: string): Promise<number> {
  const url = `https://${text}.example`
  const texts = { title: text, description: text, url, thumb_url: url, favicon_url: url }
  return (await insert('document', { owner_id: owner.id, ...texts, ...parent }))[0] as number
}

/** Puts a canary into each place of the trips; returns the stage's number. */
export async function furnish(
  trips: Record<TripPlace, number>,
  person: (name: Acquaintance) => Person,
): Promise<number> {
  stages += 1
  for (const place of places) {
    const [trip, owner] = [trips[place], person(owners[place])]
    const values = [trip, canary(stages, 'trip', place)]
    await db.query({ text: 'update trip set name = $2, description = $2 where id = $1', values })
    const of = { trip_id: trip, owner_id: owner.id }
    const currency = canary(stages, 'money', place)
    const mail = canary(stages, 'mail', place)
    const document = canary(stages, 'document', place)
    for (const { one, least } of kindsWithEmails) {
      const [id] = await insert(one, { ...of, ...least, price, currency })
      await plantEmail(owner, { [`${one}_id`]: id }, mail)
      await plantDocument(owner, { [`${one}_id`]: id }, document)
    }
    await insert('expense', { ...of, title: currency, price, currency })
    await plantEmail(owner, { trip_id: trip }, mail)
    await plantDocument(owner, { trip_id: trip }, document)
  }
  return stages
}

/** Gives a person whom no other may know a canary as name and address. */
export async function hide(stage: number, name: Acquaintance, person: Person): Promise<void> {
  const text = canary(stage, 'person', name)
  person.name = text
  person.email = `${text}@mail.example`
  await db.query({
    text: 'update account set name = $2, email = $3 where id = $1',
    values: [person.id, person.name, person.email],
  })
}

/** What the tests of invitations share (test/spec/06.2, 11.2, 17-invitations). */
import { as, type ClientAnswer } from '../client.ts'
import { mailsTo } from '../mailbox.ts'
import { insert } from '../sync.ts'
import { type Cast, cast, db, join, type Person, trip } from '../world.ts'
import { exactly } from './answers.ts'
import { one } from './persons.ts'

export const invited = exactly(200, { success: true })

export function invite(inviter: Person, body: unknown): Promise<ClientAnswer> {
  return as(inviter).post('/v1/guests/invite', body)
}

/** Invites a person by their address alone. */
export const inviteTo = (tripId: number, inviter: Person, { email }: Person, permissions = {}) =>
  invite(inviter, { trip_id: tripId, invited_user_email: email, permissions })

/** Makes the person a favorite of `owner`, on this side. */
export async function favorite(owner: Person, person: Person, pending = false): Promise<void> {
  const row = { user_id: owner.id, email: person.email, favorite_user_id: person.id, pending }
  await insert('favorite', row)
}

/** Makes a trip that both have joined; returns its id. */
export async function companions(one: Person, other: Person): Promise<number> {
  const { id } = await trip(one)
  await join(id, other)
  return id
}

/** The cast, and fay, a confirmed favorite of olga's, and cleo, who is on another trip with her. */
export async function acquaintances(): Promise<Cast & { fay: Person; cleo: Person }> {
  const all = await cast()
  const [fay, cleo] = [await one('fay'), await one('cleo')]
  await favorite(all.olga, fay)
  await companions(all.olga, cleo)
  return { ...all, fay, cleo }
}

/** A person's membership of a trip as stored, or undefined. */
export async function membership(tripId: number, { id }: Person) {
  const [row] = await db.query<Record<string, unknown>>({
    text: 'select * from member where trip_id = $1 and user_id = $2',
    values: [tripId, id],
  })
  return row
}

/** All members of a trip as stored, to prove that nothing has changed. */
export async function members(tripId: number): Promise<string> {
  const text = `select m.*, t.changed_at from member m join trip t on t.id = m.trip_id
    where m.trip_id = $1 order by m.user_id`
  return JSON.stringify(await db.query({ text, values: [tripId] }))
}

/** The path of the page in the newest mail to the person, and its token. */
export async function linkTo({ email }: Person): Promise<{ path: string; token: string }> {
  const [mail] = await mailsTo(email)
  const [, path, token] = mail?.text.match(/^https?:\/\/[^/\s]+(\/invitation\/(\S+))$/m) ?? []
  if (!path || !token) throw new Error(`no link in: ${mail?.text}`)
  return { path, token }
}

/** A person with an open invitation to olga's trip, and the link of the mail. */
export async function waiting() {
  const { olga, cleo, trip, ...all } = await acquaintances()
  const answer = await inviteTo(trip.id, olga, cleo)
  if (answer.text !== invited.text) throw new Error(`not invited: ${answer.text}`)
  return { ...all, olga, cleo, trip, ...(await linkTo(cleo)) }
}

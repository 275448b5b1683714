/** Calendar feeds as programs read them, with another library than the one that writes them. */

import ical, { type DateWithTimeZone, type VEvent } from 'node-ical'
import { expect } from 'vitest'
import { anonymous, as } from '../../client.ts'
import { db, type Person } from '../../world.ts'

/** The path of a person's feed. */
export async function pathOf(person: Person): Promise<string> {
  const { data } = await as(person).graphql('{ me { calendarUrl } }')
  return new URL((data as { me: { calendarUrl: string } }).me.calendarUrl).pathname
}

/** The feed as it is sent. */
export async function feedOf(person: Person): Promise<string> {
  const answer = await as(anonymous).get(await pathOf(person))
  expect(answer.status, answer.text).toBe(200)
  return answer.text
}

export const eventsIn = (feed: string): VEvent[] =>
  Object.values(ical.sync.parseICS(feed)).filter((one): one is VEvent => one?.type === 'VEVENT')

/** The events of a person's feed, but those of whole trips. */
export async function eventsOf(person: Person): Promise<VEvent[]> {
  const events = eventsIn(await feedOf(person))
  return events.filter(({ uid }) => !uid.startsWith('trip-'))
}

/** The only event of the feed, trips aside. */
export async function eventOf(person: Person): Promise<VEvent> {
  const [event, ...others] = await eventsOf(person)
  expect(others).toEqual([])
  if (!event) throw new Error('the feed has no event')
  return event
}

/** A moment and the zone it is written in. */
export const momentAndZone = (date: DateWithTimeZone | undefined) => [date?.toISOString(), date?.tz]

/** Lines of a feed that begin so, unfolded. */
export const lines = (feed: string, start: string) =>
  feed
    .replaceAll('\r\n ', '')
    .split('\r\n')
    .filter((line) => line.startsWith(start))

/** Adds an item of the person's. */
export async function add(
  person: Person,
  tripId: number,
  many: string,
  body: object,
): Promise<number> {
  const answer = await as(person).post(`/v1/trip/${tripId}/${many}`, body)
  expect(answer.status, answer.text).toBe(201)
  return answer.json.id
}

/** Changes the profile, past all routes. */
export async function setProfile(person: Person, column: string, value: unknown): Promise<void> {
  await db.query({
    text: `update account set ${column} = $2 where id = $1`,
    values: [person.id, value],
  })
}

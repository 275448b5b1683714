/** What every client does with a fresh account, and what it must have got when it is done. */
import { fresh } from '../../spec/persons.ts'
import { password } from '../../world.ts'

/** What a program that drives a client prints, as JSON. */
export const story = {
  'signed up': true,
  refused: ['username'],
  trip: ['Lisbon', '2031-04-18'],
  duplicate: null,
  activity: ['Tile museum', true],
  later: [],
  listed: ['Tile museum'],
  trips: ['Lisbon'],
  changed: ['Azulejos', true],
  moved: [200, ''],
  activities: ['Azulejos'],
  fields: [{ name: 'Lisbon' }, { name: 'Porto' }],
  deleted: 'Not found.',
  tombstones: true,
}

/** The service and an account that it does not have yet, as the programs read them. */
export function environment(url: string): Record<string, string> {
  const username = `${fresh('client')}@mail.example`
  return { TRIPS_URL: url, TRIPS_USERNAME: username, TRIPS_PASSWORD: password }
}

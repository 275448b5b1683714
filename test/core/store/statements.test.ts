/** The page of hot statements equals the statements that requests send, but for whitespace. */
import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { kinds } from '../../../src/core/store/kinds.ts'
import { as } from '../../client.ts'
import { statementsOf } from '../../rest-facade/statements.ts'
import { allKinds, type TestKind as SpecKind } from '../../spec/kinds.ts'
import { type Cast, cast } from '../../world.ts'
import { rowOf } from '../permissions/stage.ts'

const page = new URL('../../../src/core/store/statements.sql', import.meta.url)
const plain = (sql: string) => sql.replaceAll(/\s|;/g, '')

/** The statements by their headings. */
const listed = new Map(
  readFileSync(page, 'utf8')
    .split(/^-- (?=.*\n\w)/m)
    .map((part) => [part.slice(0, part.indexOf('\n')), plain(part.slice(part.indexOf('\n')))]),
)

let world: Cast
beforeAll(async () => {
  world = await cast()
})

async function expectSent(heading: string, path: string, method: 'get' | 'delete' = 'get') {
  const { statements } = await statementsOf(() => as(world.olga)[method](path))
  expect(statements.map(plain)).toContain(listed.get(heading))
}

const specified = (name: string) => allKinds.find(({ one }) => one === name) as SpecKind

const changed = 'updatedSince=2030-01-01T00:00:00Z'

test('statements.sql has the lists of trips, one trip and the viewer', async () => {
  await expectSent('TripsV2', '/v2/trips')
  await expectSent('TripsV2, updatedSince', `/v2/trips?${changed}`)
  await expectSent('DeletedTrips', '/v2/trips?deleted=true')
  await expectSent('TripV2', `/v2/trips/${world.trip.id}`)
  const who = 'Who asks, by key, and what they may do on the trip that the path names'
  await expectSent(who, `/v2/trips/${world.trip.id}`)
})

test.each(kinds)('statements.sql has the reads and deletes of $plural', async (kind) => {
  const { name, type, plural } = kind
  const id = await rowOf(specified(name), world.trip.id, world.olga, {})
  const version = name === 'expense' ? 'V1' : 'V2'
  const trip = `/${version.toLowerCase()}/trip/${world.trip.id}`
  const all = plural.charAt(0).toUpperCase() + plural.slice(1)
  await expectSent(all + version, `${trip}/${plural}`)
  await expectSent(`${all}${version}, updatedSince`, `${trip}/${plural}?${changed}`)
  await expectSent(type + version, `${trip}/${name}/${id}`)
  if (name !== 'expense') await expectSent(`Deleted${all}`, `${trip}/${plural}?deleted=true`)
  await expectSent(`Delete${type}`, `/v1/trip/${world.trip.id}/${name}/${id}`, 'delete')
})

test('statements.sql has the delete of a trip', async () => {
  await expectSent('DeleteTrip', `/v1/trips/${world.trip.id}`, 'delete')
})

/** Contract 11.2: an unknown address and an unrelated user are told alike, in time too. */
import { expect, test } from 'vitest'
import { sharesTrip } from '../../src/permissions/access.ts'
import { cast, db, join, trip as newTrip } from '../world.ts'
import { one } from './persons.ts'

interface Node {
  'Actual Rows': number
  'Actual Loops': number
  Plans?: Node[]
}

const looked = (node: Node): number =>
  (node['Actual Rows'] + 1) * node['Actual Loops'] +
  (node.Plans ?? []).reduce((sum, plan) => sum + looked(plan), 0)

/** Steps that the database takes to find that `asker` and `other` share no trip. */
async function stepsFor(asker: number, other: number): Promise<number> {
  const shared = sharesTrip(`${asker}`, `${other}`)
  const text = `explain (analyze, timing off, format json) select ${shared}`
  const [row] = await db.query<{ 'QUERY PLAN': [{ Plan: Node }] }>({ text })
  return looked((row as NonNullable<typeof row>)['QUERY PLAN'][0].Plan)
}

test('a stranger on many trips takes as many steps as one on none, and as nobody', async () => {
  const { olga, stan } = await cast()
  const busy = await one('bea')
  for (let trips = 0; trips < 40; trips += 1) await newTrip(busy)
  for (let trips = 0; trips < 10; trips += 1) await join((await newTrip(olga)).id, await one('ann'))
  const steps = await stepsFor(olga.id, 0)
  expect(steps).toBeGreaterThan(10)
  expect(await stepsFor(olga.id, stan.id)).toBe(steps)
  expect(await stepsFor(olga.id, busy.id)).toBe(steps)
})

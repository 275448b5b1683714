/**
 * What calendar feeds show to whom (target Z5): exactly the trips that the decision table shows
 * each member, and of these no money, no mail and no document, whatever the right.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { lines, pathOf } from '../../surfaces/calendar/feeds.ts'
import { db } from '../../world.ts'
import { canary, price } from './canary.ts'
import { onTrip } from './decisions.ts'
import { membersByRights, places, principals, withoutAccount } from './principals.ts'
import { type MatrixStage, setStage } from './stage.ts'

let stage: MatrixStage
beforeAll(async () => {
  stage = await setStage({ everyRight: true })
  const values = [Object.values(stage.trips)]
  const dated = `has_dates = true, starts_at = '2031-04-18', ends_at = '2031-04-21'`
  await db.query({ text: `update trip set ${dated} where id = any ($1::int[])`, values })
  for (const [table, column] of [
    ...[['hosting', 'starts_at'] as const, ['activity', 'starts_at'] as const],
    ['transportation', 'departure_at'] as const,
  ]) {
    const set = `${column} = '2031-04-19T09:00:00Z'`
    await db.query({ text: `update ${table} set ${set} where trip_id = any ($1::int[])`, values })
  }
})

describe('Z5 calendar feeds', () => {
  it.each([...principals.slice(withoutAccount.length), ...membersByRights])(
    '%s',
    async (principal) => {
      const path = await pathOf(stage.person(principal))
      const { status, text } = await stage.client(principal).get(path)
      expect(status).toBe(200)
      const names = lines(text, 'SUMMARY').map((line) => line.replace('SUMMARY:', ''))
      const isSeen = (place: (typeof places)[number]) =>
        place !== 'deleted' && onTrip('access', principal, place) === 'ok'
      const expected = places.filter(isSeen).map((place) => canary(stage.number, 'trip', place))
      expect(names.filter((name) => name.includes('.trip.')).sort()).toEqual(expected.sort())
      expect(names.length > expected.length).toBe(expected.length > 0)
      expect(text).not.toMatch(/canary\.\d+\.(money|mail|document)/)
      expect(text).not.toContain(String(price))
    },
  )
})

/**
 * A stored message is at every moment in exactly one of: inbox, attached, deleted. Histories of
 * everything that can happen to messages, looked at after every step.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { as } from '../../client.ts'
import { type Cast, cast, db } from '../../world.ts'
import { cancelled, file, flight, objectsIn, stay, table } from '../parsed-messages.ts'

type Step =
  | { does: 'file' | 'cancel'; what: number; again: number }
  | { does: 'move'; mail: number; to: number }
  | { does: 'deleteMail' | 'restoreMail'; mail: number; to?: never }
  | { does: 'deleteObject' | 'deleteTrip'; at: number }
  | { does: 'restoreTrip' }

const bookings = [flight(), stay(), table(), flight({ start: { local: '2033-01-01' } })]
const small = fc.nat({ max: 7 })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constantFrom('file' as const, 'cancel' as const),
      what: fc.nat({ max: 3 }),
      again: fc.nat({ max: 5 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('move' as const), mail: small, to: small }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constantFrom('deleteMail' as const, 'restoreMail' as const),
      mail: small,
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('deleteObject' as const), at: small }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('deleteTrip' as const), at: small }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('restoreTrip' as const) }) },
)

const mailsOf = (ownerId: number) =>
  db.query<{ id: number; state: string[] }>({
    text: `select id,
        array_remove(array[
          case when deleted_at is null and not parsed_successfully
            and num_nonnulls(trip_id, hosting_id, activity_id, transportation_id) = 0
            then 'inbox' end,
          case when deleted_at is null
            and num_nonnulls(trip_id, hosting_id, activity_id, transportation_id) = 1
            then 'attached' end,
          case when deleted_at is not null then 'deleted' end], null) as state
      from email where owner_id = $1 order by id`,
    values: [ownerId],
  })

async function objectsOf({ trip }: Cast) {
  const hostings = (await objectsIn(trip.id, 'hosting')).map(({ id }) => ({ kind: 'hosting', id }))
  const legs = await objectsIn(trip.id, 'transportation')
  const others = legs.map(({ id }) => ({ kind: 'transportation', id }))
  return [{ kind: 'trip', id: trip.id }, ...hostings, ...others]
}

async function take(people: Cast, history: string, step: Step): Promise<void> {
  const { olga, trip } = people
  if (step.does === 'file' || step.does === 'cancel') {
    const booking = bookings[step.what] ?? flight()
    const reservation = step.does === 'file' ? booking : cancelled(booking)
    // Some of the messages come several times.
    await file(olga, [reservation], { messageKey: `<${history}.${step.does}.${step.again}>` })
    return
  }
  const mails = await mailsOf(olga.id)
  if (step.does === 'move' || step.does === 'deleteMail' || step.does === 'restoreMail') {
    const mail = mails[step.mail % Math.max(1, mails.length)]
    if (!mail) return
    const path = `/v1/automation/emails/${mail.id}`
    if (step.does === 'restoreMail') {
      await as(olga).graphql(`mutation { restore(kind: EMAIL, id: ${mail.id}) }`)
    } else if (step.does === 'deleteMail') {
      expect([200, 403]).toContain((await as(olga).delete(path)).status)
    } else {
      const places = await objectsOf(people)
      const place = places[(step.to ?? 0) % places.length]
      const body = { [`${place?.kind}_id`]: place?.id }
      expect([200, 403]).toContain((await as(olga).patch(path, body)).status)
    }
    return
  }
  if (step.does === 'deleteObject') {
    const [leg] = await objectsIn(trip.id, 'transportation')
    if (leg) await as(olga).delete(`/v1/trip/${trip.id}/transportation/${leg.id}`)
    return
  }
  const deleted = step.does === 'deleteTrip' ? 'now()' : 'null'
  await db.query({
    text: `update trip set deleted_at = ${deleted} where id = $1`,
    values: [trip.id],
  })
}

describe('17 Inbound mail: states', () => {
  it('each stored message is in exactly one of inbox, attached, deleted after every step', async () => {
    let histories = 0
    const history = fc.array(step, { minLength: 4, maxLength: 14 })
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const people = await cast()
        histories += 1
        let stored = 0
        for (const one of steps) {
          await take(people, `history.${histories}`, one)
          const mails = await mailsOf(people.olga.id)
          for (const { state } of mails) expect(state).toHaveLength(1)
          // Nothing that was stored is ever gone.
          expect(mails.length).toBeGreaterThanOrEqual(stored)
          stored = mails.length
        }
      }),
      { numRuns: 40, endOnFailure: true },
    )
  })
})

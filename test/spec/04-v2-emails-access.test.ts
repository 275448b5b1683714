/** Who reads attached emails; a trip or child that is not there is no other answer. */
import { describe, expect, test } from 'vitest'
import { anonymous, as } from '../client.ts'
import { insert } from '../sync.ts'
import { trip as newTrip, type Person, premium } from '../world.ts'
import { forbidden, unauthenticated } from './answers.ts'
import { listsOf, type Scene, scene, softDelete } from './emails.ts'

describe('4 v2 emails: who reads', () => {
  const pathsOf = (all: Scene) =>
    listsOf(all).flatMap((list) => [list, `${list}?deleted=true`, `${list}/${all.mails.trip}`])

  test('olga and ed do; pending, strange and blind ones get 403; without credentials 401', async () => {
    const all = await scene()
    for (const path of pathsOf(all)) {
      for (const person of [all.vera, all.pia, all.stan]) {
        expect(await as(person).get(path)).toMatchObject(forbidden)
      }
      expect(await as(anonymous).get(path)).toMatchObject(unauthenticated)
    }
    for (const list of listsOf(all)) {
      for (const person of [all.olga, all.ed]) {
        expect((await as(person).get(list)).status).toBe(200)
      }
    }
  })

  test('trip or child unknown, deleted or of another trip: 403', async () => {
    const { olga, trip, ids } = await scene()
    const other = await newTrip(olga)
    const gone = await insert('hosting', { trip_id: trip.id, owner_id: olga.id })
    await softDelete('hosting', gone[0] as number)
    const paths = [
      '/v2/trip/2000000000/emails',
      `/v2/trip/${2 ** 40}/emails`,
      `/v2/trip/${other.id}/hosting/${ids.hosting}/emails`,
      `/v2/trip/${trip.id}/hosting/${gone[0]}/emails`,
      `/v2/trip/${trip.id}/activity/0/emails`,
      `/v2/trip/${trip.id}/transportation/2000000000/emails/1`,
    ]
    for (const path of paths) expect(await as(olga).get(path), path).toMatchObject(forbidden)
    await softDelete('trip', trip.id)
    expect(await as(olga).get(`/v2/trip/${trip.id}/emails`)).toMatchObject(forbidden)
  })

  test('the owner must be Pro, whoever asks; the caller need not be', async () => {
    const all = await scene()
    const check = async (person: Person, status: number) => {
      for (const list of listsOf(all)) {
        expect((await as(person).get(list)).status).toBe(status)
      }
    }
    await check(all.ed, 200)
    await premium(all.olga, false)
    await premium(all.ed, true)
    await check(all.ed, 403)
    await check(all.olga, 403)
  })
})

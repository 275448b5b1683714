/** Inbound mail: new dates of one of several stays or visits under one number. */
import { describe, expect, it } from 'vitest'
import { reasons } from '../../../src/mail/reading/reasons.ts'
import { cast } from '../../world.ts'
import { file, objectsIn, stay, table, waitingFor, whereIs } from '../parsed-messages.ts'

const night = (first: string, last: string) =>
  stay({
    start: { local: `2031-04-${first}T14:00:00` },
    end: { local: `2031-04-${last}T10:00:00` },
  })
const evening = (day: string) =>
  table({ start: { local: `2031-04-${day}T19:30:00`, zone: 'Europe/Lisbon' } })
const unclear = (about: string) => waitingFor(reasons.unclearChange, about)

const startsIn = async (tripId: number, kind: 'hosting' | 'activity') =>
  (await objectsIn(tripId, kind)).map(({ starts_at: at }) => String(at).slice(8, 10))

describe('17 Inbound mail: new dates of one of several stays under one number', () => {
  it('a change that may be of either waits, and changes none', async () => {
    const { olga, trip } = await cast()
    await file(olga, [night('18', '19'), night('20', '21')])
    const { id } = await file(olga, [night('19', '20')])
    expect(await whereIs(id)).toEqual(unclear('Casa do Largo, 2031-04-19'))
    expect(await startsIn(trip.id, 'hosting')).toEqual(['18', '20'])
  })

  it('a change that extends both waits', async () => {
    const { olga, trip } = await cast()
    await file(olga, [night('18', '19'), night('20', '21')])
    const { id } = await file(
      olga,
      [night('18', '21')].map((one) => ({
        ...one,
        start: { local: '2031-04-18T15:00:00' },
      })),
    )
    expect(await whereIs(id)).toEqual(unclear('Casa do Largo, 2031-04-18'))
    expect(await startsIn(trip.id, 'hosting')).toEqual(['18', '20'])
  })

  it('a change is of the one with which it has a night in common', async () => {
    const { olga, trip } = await cast()
    await file(olga, [night('18', '19'), night('20', '21')])
    await file(olga, [night('19', '21')])
    expect(await startsIn(trip.id, 'hosting')).toEqual(['18', '19'])
  })

  it('a change is of the one that the message does not repeat', async () => {
    const { olga, trip } = await cast()
    await file(olga, [night('18', '19'), night('20', '21')])
    await file(olga, [night('18', '19'), night('19', '20')])
    expect(await startsIn(trip.id, 'hosting')).toEqual(['18', '19'])
  })

  it('changes of all are filed', async () => {
    const { olga, trip } = await cast()
    await file(olga, [night('17', '18'), night('19', '20')])
    await file(olga, [night('18', '19'), night('20', '21')])
    expect(await startsIn(trip.id, 'hosting')).toEqual(['18', '20'])
  })
})

describe('17 Inbound mail: new dates of one of several visits under one number', () => {
  it('a change that may be of either waits; one on the day of one is of that', async () => {
    const { olga, trip } = await cast()
    await file(olga, [evening('18'), evening('20')])
    const { id } = await file(olga, [evening('19')])
    expect(await whereIs(id)).toEqual(unclear('Tasca, 2031-04-19'))
    const start = { local: '2031-04-20T21:00:00', zone: 'Europe/Lisbon' }
    await file(olga, [table({ start })])
    expect(await startsIn(trip.id, 'activity')).toEqual(['18', '20'])
  })
})

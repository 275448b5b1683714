/** Messages of one account in the queue; embedded, all share one connection. */
import { describe, expect, it } from 'vitest'
import { openIntake } from '../../../src/mail/ingest.ts'
import { flight, parsed } from '../../mail/parsed-messages.ts'
import { cast, db, inboundDomain } from '../../world.ts'

describe('17 Inbound mail: whose message is filed next', () => {
  it('messages of one account wait without a database connection', async () => {
    const { olga, stan } = await cast()
    const options = {
      ...{ db, clock: () => new Date(), log: { warn: () => {} } },
      shared: undefined,
    }
    let read = 0
    const parser = {
      parse: async () => {
        read += 1
        return parsed([flight()])
      },
      splitCalendar: async () => undefined,
    }
    const { ingest } = openIntake({ ...options, domain: inboundDomain, parser })
    let go = () => {}
    const isHeld = new Promise<void>((resolve) => {
      go = resolve
    })
    const holding = db.transaction(async (tx) => {
      const text = 'select id from account where id = $1 for no key update'
      await tx.query({ text, values: [olga.id] })
      await isHeld
    })
    // More than there are connections.
    const taken = Array.from({ length: 30 }, (_, at) =>
      ingest({ bytes: Buffer.from(`${at}`), source: 'test', owner: olga.email, proven: 'any' }),
    )
    await expect.poll(() => read).toBe(30)
    const others = { bytes: Buffer.from('30'), source: 'test', owner: stan.email } as const
    await expect(ingest({ ...others, proven: 'any' })).resolves.toMatchObject({ isNew: true })
    go()
    await holding
    await expect(Promise.all(taken)).resolves.toHaveLength(30)
  })
})

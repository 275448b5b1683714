/** Whether kitinerary-extractor is asked, and what is filed with it and without it. */
import { describe, expect, it } from 'vitest'
import { buildApp } from '../../../../src/app.ts'
import { reasons } from '../../../../src/mail/reading/reasons.ts'
import { openLog } from '../../../../src/process/log.ts'
import { readConfig } from '../../../../src/settings/config.ts'
import { app, cast, db, operatorKey, secret } from '../../../world.ts'
import { filedAt, objectsIn, waitingFor, whereIs } from '../../parsed-messages.ts'
import { rawMail } from '../../raw-mails.ts'
import { extractedFlight, fakeProgram, saying } from './extractor.ts'

describe('17 Inbound mail: KITINERARY_EXTRACTOR', () => {
  it('the setting names a program or is off; by default the installed one is used', () => {
    const named = (KITINERARY_EXTRACTOR: string) =>
      readConfig({ KITINERARY_EXTRACTOR }).inbound.kitinerary
    expect(readConfig({}).inbound.kitinerary).toBeUndefined()
    expect([named('off'), named('/opt/extractor')]).toEqual(['off', '/opt/extractor'])
    expect(() => named('kitinerary-extractor')).toThrow(
      'KITINERARY_EXTRACTOR: must be off, or the absolute path of a program',
    )
  })

  it('with the program, a message without markup is filed once; without it, it waits', async () => {
    const { olga, ed, trip } = await cast()
    const { path, notes, remove } = fakeProgram(saying([extractedFlight]))
    const bytes = rawMail()
    const config = readConfig({ KITINERARY_EXTRACTOR: path })
    const log = openLog(config, { write: () => {} })
    const asking = await buildApp({ config, db, log, operatorKey, secret })
    const mail = { bytes, source: 'test', owner: olga.email, proven: 'any' as const }
    const { id } = await asking.intake.ingest(mail)
    const again = await asking.intake.ingest({ ...mail, bytes: Buffer.from(bytes) })
    await asking.close()
    expect(again).toMatchObject({ id, isNew: false })
    const made = await objectsIn(trip.id, 'transportation')
    expect(made).toMatchObject([
      { departure_at: '2031-04-18T07:10:00Z', departure_timezone: 'Europe/Lisbon' },
    ])
    expect(await whereIs(id)).toEqual(filedAt({ transportationId: made[0]?.id as number }))
    const before = notes().length
    const waiting = await app.intake.ingest({ ...mail, owner: ed.email })
    expect(await whereIs(waiting.id)).toEqual(waitingFor(reasons.nothingFound))
    expect(notes()).toHaveLength(before)
    remove()
  })
})

/** Outgoing mail: what becomes of mails that were sent. */
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../../src/outside/database/database.ts'
import { cleanMails, startMailCleaning } from '../../../src/outside/mail/cleaning.ts'
import { eventually, freshDatabase } from '../../fresh-database.ts'

let db: Database
let remove: () => Promise<void>
beforeAll(async () => {
  ;({ db, remove } = await freshDatabase())
})
afterAll(() => remove())

let directory: string
beforeEach(async () => {
  await db.query({ text: 'delete from outgoing_mail' })
  directory = await mkdtemp(join(tmpdir(), 'trips-cleaning-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

const clock = () => new Date()
const log = { info() {}, warn() {} }
const clean = (change: object = {}) =>
  cleanMails({ db, directory, days: 30, clock, log, ...change })

/** Mails of the state, sent (where they are) and written so many days ago. */
async function mails(count: number, state: string, days: number): Promise<void> {
  const sent = state === 'SENT' ? `now() - make_interval(days => ${days})` : 'null'
  const text = `insert into outgoing_mail (recipient, subject, text, state, created_at, sent_at)
    select $1, '', '', $2::mail_state, now() - make_interval(days => ${days}), ${sent}
    from generate_series(1, ${count})`
  await db.query({ text, values: [`${state}${days}`, state] })
}

const left = async () => {
  const text = 'select recipient, count(*)::int as n from outgoing_mail group by 1 order by 1'
  const rows = await db.query<{ recipient: string; n: number }>({ text })
  return Object.fromEntries(rows.map(({ recipient, n }) => [recipient, n]))
}

async function file(name: string, days: number): Promise<void> {
  await writeFile(join(directory, name), 'a mail')
  const moment = new Date(Date.now() - days * 86_400_000)
  await utimes(join(directory, name), moment, moment)
}

describe('17 outgoing mail is kept for 30 days', () => {
  it('sent and failed ones are removed then, however many; waiting ones stay', async () => {
    await mails(1_203, 'SENT', 31)
    await mails(2, 'SENT', 29)
    await mails(2, 'FAILED', 31)
    await mails(2, 'FAILED', 29)
    await mails(2, 'PENDING', 31)
    expect(await clean()).toMatchObject({ mails: 1_205 })
    expect(await left()).toEqual({ SENT29: 2, FAILED29: 2, PENDING31: 2 })
    expect(await clean({ days: 10 })).toMatchObject({ mails: 4 })
    expect(await left()).toEqual({ PENDING31: 2 })
  })

  it('their files and drafts left by a crash are removed too; other files stay', async () => {
    await file('1-ines@mail.example.eml', 31)
    await file('2-ines@mail.example.eml', 29)
    await file(`.${'0a'.repeat(8)}.tmp`, 31)
    await file('notes.txt', 31)
    await file('kept.eml', 31)
    expect(await clean()).toMatchObject({ files: 2 })
    expect((await readdir(directory)).sort()).toEqual([
      '2-ines@mail.example.eml',
      'kept.eml',
      'notes.txt',
    ])
    expect(await clean({ directory: join(directory, 'not-there') })).toMatchObject({ files: 0 })
  })

  it('the job runs at once and repeatedly, until it is stopped', async () => {
    await mails(1, 'SENT', 31)
    const job = startMailCleaning({ db, directory, days: 30, clock, log, interval: 20 })
    try {
      await eventually(async () => Object.keys(await left()).length === 0)
      await mails(1, 'SENT', 31)
      await eventually(async () => Object.keys(await left()).length === 0)
    } finally {
      await job.stop()
    }
  })

  it('statements remove 500 rows at most', async () => {
    await mails(1_203, 'SENT', 31)
    const sizes: number[] = []
    const prisma = db.prisma.$extends({
      query: {
        async $executeRaw({ args, query }) {
          const size = await query(args)
          sizes.push(size)
          return size
        },
      },
    })
    await clean({ db: { prisma } })
    const [resets, redated] = [0, 0]
    expect(sizes).toEqual([resets, redated, 500, 500, 203])
  })
})

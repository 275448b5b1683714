/** Outgoing mail: what is urgent goes first, and no account holds up another. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../../src/outside/database/database.ts'
import type { MailDraft } from '../../../src/outside/mail/outgoing.ts'
import { outgoingMails, writeMails } from '../../../src/outside/mail/outgoing.ts'
import { freshDatabase } from '../../fresh-database.ts'

let db: Database
let remove: () => Promise<void>
beforeAll(async () => {
  ;({ db, remove } = await freshDatabase())
})
afterAll(() => remove())
beforeEach(() => db.query({ text: 'delete from outgoing_mail' }))

const unlimited = { account: { max: 0, seconds: 3_600 }, recipient: { max: 0, seconds: 86_400 } }
const limits = { ...unlimited, account: { max: 60, seconds: 3_600 } }

const drafts = (count: number, word: string, change: Partial<MailDraft> = {}): MailDraft[] =>
  Array.from({ length: count }, (_, at) => {
    const recipient = `${word}${at}@mail.example`
    return { recipient, subject: 'Come along', text: 'Hello', html: '', ...change }
  })

const write = (mails: MailDraft[], by?: number, limited = limits) =>
  db.transaction((tx) => writeMails(tx, mails, by === undefined ? by : { by, limits: limited }))

/** The recipients of all mails that are due, in the order in which they are taken. */
async function order(): Promise<string[]> {
  const rows = outgoingMails(db, () => new Date())
  const taken: string[] = []
  for (;;) {
    const [row] = await rows.claim(1)
    if (!row) return taken
    taken.push(row.recipient)
  }
}

describe('17 outgoing mail: the order', () => {
  test('resets and verifications are sent before a thousand earlier invitations', async () => {
    await write(drafts(1_000, 'guest'), 1, unlimited)
    await write(drafts(1, 'verify', { isUrgent: true }), 1, unlimited)
    await write(drafts(2, 'reset', { isUrgent: true }))
    const taken = await order()
    expect(new Set(taken.slice(0, 3))).toEqual(
      new Set(['reset0@mail.example', 'reset1@mail.example', 'verify0@mail.example']),
    )
    expect(taken).toHaveLength(1_003)
  })

  test('the first mails of other accounts are sent between those of one that sends many', async () => {
    await write(drafts(50, 'many'), 1)
    await write(drafts(1, 'one'), 2)
    await write(drafts(3, 'few'), 3)
    const taken = (await order()).map((recipient) => recipient.replace(/@.*/, ''))
    expect(taken.slice(0, 3).sort()).toEqual(['few0', 'many0', 'one0'])
    expect(taken.indexOf('few2')).toBeLessThan(taken.indexOf('many4'))
    expect(taken.filter((one) => one.startsWith('many'))).toEqual(
      drafts(50, 'many').map(({ recipient }) => recipient.replace(/@.*/, '')),
    )
  })

  test('a thousand mails of one account, if permitted, do not delay another account', async () => {
    await write(drafts(1_000, 'many'), 1, unlimited)
    await write(drafts(1, 'one'), 2, unlimited)
    expect((await order()).indexOf('one0@mail.example')).toBeLessThanOrEqual(1)
  })

  test('all are due at once, however many there are', async () => {
    await write(drafts(200, 'many'), 1, unlimited)
    const text = 'select id from outgoing_mail where next_attempt_at > now()'
    expect(await db.query({ text })).toEqual([])
  })
})

describe('1.3 the write of mails', () => {
  test('returns how many fit the limits: the first ones per recipient', async () => {
    const few = { account: { max: 3, seconds: 60 }, recipient: { max: 1, seconds: 60 } }
    expect(await write(drafts(1, 'p'), 1, few)).toBe(1)
    expect(await write(drafts(5, 'p'), 2, few)).toBe(3)
    expect(await write(drafts(5, 'q'), 2, few)).toBe(0)
    expect((await order()).sort()).toEqual(
      ['p0', 'p1', 'p2', 'p3'].map((name) => `${name}@mail.example`),
    )
  })

  test('to 10,000 recipients does not take a lock for each', async () => {
    const locks = await db.transaction(async (tx) => {
      await writeMails(tx, drafts(10_000, 'p'), { by: 1, limits: unlimited })
      const text = `select count(*)::int as count from pg_locks
        where locktype = 'advisory' and pid = pg_backend_pid()`
      return tx.query<{ count: number }>({ text })
    })
    expect(locks[0]?.count).toBeGreaterThan(0)
    expect(locks[0]?.count).toBeLessThanOrEqual(256)
  })
})

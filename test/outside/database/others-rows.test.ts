/** Rows of other accounts, and those kept for long, make no statement slower. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { holdFilingTrips } from '../../../src/core/queries/filing-trips.ts'
import { holdReserved } from '../../../src/core/queries/reserved-items.ts'
import { lookAgain } from '../../../src/core/queries/watchers.ts'
import { removeExpired } from '../../../src/core/store/idempotency-keys.ts'
import { transportation } from '../../../src/core/store/kinds.ts'
import { removeDoneMails } from '../../../src/outside/database/locks/mails.ts'
import { holdPerson } from '../../../src/outside/database/locks/people.ts'
import { firstUnsettled, holdUnusedUpload } from '../../../src/outside/database/locks/uploads.ts'
import { freshDatabase } from '../../fresh-database.ts'
import { rowsReadBy } from '../../rows-read.ts'

const count = 5000
/** Rows that a statement may read, far below those that there are. */
const few = 2000
/** The first account. */
const accountId = 1

let opened: Awaited<ReturnType<typeof freshDatabase>>
afterAll(() => opened?.remove())

beforeAll(async () => {
  opened = await freshDatabase()
  const texts = [
    `insert into account (username, email, password_hash, calendar_identifier,
        anonymous_email_identifier)
      select name, name, '!', name, name
      from generate_series(1, ${count}) n, concat('other.', n, '@mail.example') name`,
    `with trips as (
        insert into trip (owner_id, name, timezone)
        select id, 'Far', 'Europe/Lisbon' from account, generate_series(1, 5) where id <= 1000
        returning id, owner_id)
      insert into transportation (trip_id, owner_id, transportation_type, departure_timezone)
      select id, owner_id, 'airplane', 'Europe/Lisbon' from trips, generate_series(1, 50)
      where trips.id % 50 = 0`,
    `insert into category (owner_id, slug, name)
      select id, 'diving', 'Diving' from account where username like 'other.%'`,
    'alter table category disable trigger user',
    `update category set changed_at = now() - interval '1 hour'`,
    'alter table category enable trigger user',
    `insert into upload (id, key, visibility, created_at, settled)
      select md5(n::text), md5(n::text) || '.pdf', 'private',
        now() - interval '9 days' + interval '1 second' * n, true
      from generate_series(1, ${count}) n`,
    `insert into document (owner_id, file_type, url)
      select ${accountId}, 'application/pdf', 'https://files.example/' || id from upload`,
    `insert into outgoing_mail (recipient, subject, text, state, sent_at)
      select 'a@mail.example', '', '', 'SENT', now() from generate_series(1, ${count})`,
    `insert into outgoing_mail (recipient, subject, text, state, sent_at)
      values ('a@mail.example', '', '', 'SENT', now() - interval '90 days')`,
    `insert into idempotency_key (account_id, key, part, fingerprint, created_at)
      select ${accountId}, n::text, '', '', now() - interval '1 day' * (n / ${4 * count} * 2)
      from generate_series(1, ${4 * count}) n`,
    'analyze',
  ]
  for (const text of texts) await opened.db.query({ text, values: [] })
}, 60_000)

const day = 24 * 3_600_000
const start = { created: '-infinity', id: '' }

const [names, days] = [['K9X2QP'], ['2031-04-18']]
const most = { rows: 500, bytes: 1_000_000 }

it.each([
  [
    'the trips that a message may belong to are found',
    (tx) => holdFilingTrips(tx, { userId: accountId, days, names, most: 500 }),
  ],
  [
    'the objects that it may describe are found',
    (tx) => holdReserved(tx, transportation, { tripIds: [1], names, days, most }, false),
  ],
  ['a change of a name locks its people', ({ prisma }) => holdPerson(prisma, accountId)],
  ['a look of the event streams', (tx) => lookAgain(tx, [], { since: '1:1:' })],
  ['the first unsettled upload is found', ({ prisma }) => firstUnsettled(prisma, new Date(), [])],
  [
    'an unused upload is looked for',
    ({ prisma }) => holdUnusedUpload(prisma, new Date(Date.now() - day), start),
  ],
  [
    'old mails are removed',
    ({ prisma }) => removeDoneMails(prisma, new Date(Date.now() - 30 * day), 500),
  ],
  ['expired idempotency keys are removed', (tx) => removeExpired(tx, 500)],
] satisfies [string, Parameters<typeof rowsReadBy>[1]][])(
  '%s: few rows are read of many',
  async (_, work) => {
    expect(await rowsReadBy(opened.db, work)).toBeLessThan(few)
  },
)

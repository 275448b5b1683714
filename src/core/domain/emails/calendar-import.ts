/** Users import calendars from other programs (test/mail/calendar-imports). */
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { GraphQLResolveInfo } from 'graphql'
import { failAfterEffect, refuse } from '../../../base/errors.ts'
import { mebi } from '../../../base/values.ts'
import type { MutationImportCalendarArgs } from '../../../generated/types.ts'
import { Turnstile } from '../../../process/turnstile.ts'
import type { Context, HeldContext } from '../../context.ts'
import type { StoredMail } from '../../intake.ts'
import { byPerson } from '../../limits/throttle.ts'
import { account } from '../../store/viewer.ts'
import { askedOfEmails } from './email.ts'
import { readEmails } from './email-rows.ts'

/** Maximum bytes of a decompressed calendar. */
const maxBytes = 2 * mebi

/**
 * One calendar at a time per account, because it takes as long as hundreds of messages; a limited
 * number in total, because each may hold 8 MB of messages (mail/reading/calendar/split.ts).
 */
const imports = new Turnstile({
  name: 'calendarImports',
  max: 20,
  maxPerKey: 1,
  maxWaitingPerKey: 1,
  maxWait: 60_000,
})

/** Unzips gzip data in base64; refuses `content` that is invalid or over the limit. */
async function unpacked(content: string): Promise<string> {
  try {
    const bytes = await promisify(gunzip)(Buffer.from(content, 'base64'), {
      maxOutputLength: maxBytes,
    })
    return bytes.toString()
  } catch (error) {
    const isTooLong = error instanceof RangeError
    return refuse(
      'content',
      isTooLong ? 'Ensure this calendar has no more than 2 MiB.' : 'Enter gzip data in base64.',
    )
  }
}

/** The imported emails as their owner sees them, except those removed by another request. */
async function readImported(context: Context, ids: number[], info: GraphQLResolveInfo) {
  const where = { id: { in: ids }, ownerId: account(context).id, deletedAt: null }
  return (await readEmails(context, where, askedOfEmails(info, 'emails'))).results
}

/** Stores the events of a calendar: each by itself, or in a transaction, all or none. */
async function storedFrom(text: string, context: Context | HeldContext): Promise<StoredMail[]> {
  const { intake } = context
  const owner = account(context)
  const inTurn = <T>(work: () => Promise<T>) => imports.pass(String(owner.id), work)
  if (!('tx' in context)) return inTurn(() => intake.ingestCalendar(text, owner))
  const read = () => inTurn(() => intake.readCalendar(text, owner))
  const file = await context.outside('calendar', read)
  const { stored, afterwards } = await file(context.db)
  context.afterCommit(afterwards)
  return stored
}

async function importCalendar(
  _: unknown,
  { input: { content, compressed } }: MutationImportCalendarArgs,
  context: Context,
  info: GraphQLResolveInfo,
) {
  const owner = account(context)
  await context.throttle.count(byPerson('calendarImport', `#${owner.id}`))
  const text = compressed ? await unpacked(content) : content
  const stored = await storedFrom(text, context)
  const answer = imported(stored, context, info)
  return 'tx' in context ? answer : answer.catch(failAfterEffect)
}

/** What was imported, for the answer. */
async function imported(stored: readonly StoredMail[], context: Context, info: GraphQLResolveInfo) {
  const ids = stored.flatMap(({ id, isNew }) => (isNew ? [id] : []))
  const emails = await context.db.prisma.email.findMany({
    where: { id: { in: ids } },
    select: { parsedSuccessfully: true, atTrip: true },
  })
  const waiting = emails.filter((email) => !email.parsedSuccessfully).length
  for (const { atTrip } of emails) if (atTrip !== null) context.concerned?.add(atTrip)
  const known = stored.length - ids.length
  const filed = ids.length - waiting
  return { filed, waiting, known, emails: await readImported(context, ids, info) }
}

export const calendarResolvers = { Mutation: { importCalendar } }

/**
 * What Prisma cannot say: locks, and writes that are one with a lock. Each function has a name for
 * what it holds, and takes the transaction that holds it until its end. No other file outside the
 * hot path writes SQL.
 */
import { Prisma } from '../../generated/prisma/client.ts'
import type { ParentItem } from '../../permissions/parent-kinds.ts'
import { sqlState } from './failures.ts'

type Tx = Prisma.TransactionClient

/**
 * Lets one transaction at a time go on, of those that name the same thing: `favorites 7`. Of
 * several names the locks are taken in their order, which must be the same everywhere.
 */
export async function holdNames(tx: Tx, ...names: string[]): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(name, 0))
    from unnest(${names}::text[]) as name`
}

/**
 * Holds an account and answers what is stored of it now; null without one. To be the first
 * statement wherever its keys, resets or address are changed: who comes second then sees all that
 * the first has done, and no one waits crosswise.
 */
export async function holdAccount(tx: Tx, id: number) {
  const [row] = await tx.$queryRaw<{ email: string; passwordHash: string }[]>`
    select email, password_hash as "passwordHash" from account where id = ${id} for no key update`
  return row ?? null
}

/**
 * The moment by the clock of the database. Whoever asks for what has changed since then compares
 * all rows, so none is dated by another clock (test/spec/01.8).
 */
export async function momentIn(tx: Tx): Promise<Date> {
  const [row] = await tx.$queryRaw<[{ moment: Date }]>`select clock_timestamp() as moment`
  return row.moment
}

// People.

/**
 * Holds the memberships of these users on a trip, and answers those that there are while the trip
 * is active. They are locked as for writing and in the order of the users: two who change each
 * other wait for each other, and never both. Whoever assigns something to one of them is not kept
 * waiting meanwhile, as that holds what a removal will then change.
 */
export async function holdMembers(tx: Tx, tripId: number, userIds: number[]) {
  await tx.$executeRaw`select from member
    where trip_id = ${tripId} and user_id = any (${userIds}::int[]) order by user_id for no key update`
  return tx.member.findMany({
    where: { tripId, userId: { in: userIds }, trip: { deletedAt: null } },
    omit: { invitationHash: true },
  })
}

/**
 * Holds all favorites of two people; `other` may be unknown. A lock for each, not for the two: a
 * request to an address may become one to a person at any time.
 */
export async function holdFavorites(tx: Tx, one: number, other: number | null): Promise<void> {
  const ids = [one, other ?? one].sort((a, b) => a - b)
  await holdNames(tx, ...ids.map((id) => `favorites ${id}`))
}

/**
 * Those of `others` who have joined an active trip that `asker` has joined too. It walks the trips
 * of the one who asks, and takes as long for a stranger with many as for no one (test/spec/11.2):
 * Prisma's joins leave that to the planner.
 */
export async function companionsAmong(tx: Tx, asker: number, others: number[]): Promise<number[]> {
  const rows = await tx.$queryRaw<{ id: number }[]>`
    select other.id from unnest(${others}::int[]) as other (id) where exists (
      select from member x join trip z on z.id = x.trip_id and z.deleted_at is null
      where x.user_id = ${asker} and x.joined
        and (select true from member y
          where y.trip_id = x.trip_id and y.user_id = other.id and y.joined))`
  return rows.map(({ id }) => id)
}

// Documents, their parents, and uploads

/**
 * Holds a document and answers whose it is and where it lies; null without an active one. One that
 * is being moved is waited for. It comes before its parents, wherever both are held.
 */
export async function holdDocument(tx: Tx, id: number) {
  type Key = 'tripId' | 'activityId' | 'hostingId' | 'transportationId'
  const [row] = await tx.$queryRaw<({ ownerId: number } & Record<Key, number | null>)[]>`
    select owner_id as "ownerId", trip_id as "tripId", activity_id as "activityId",
      hosting_id as "hostingId", transportation_id as "transportationId"
    from document where id = ${id} and deleted_at is null for update`
  return row ?? null
}

// Emails, and their parents

/** Holds an email, deleted or not. It comes before its parents, wherever both are held. */
export async function holdEmail(tx: Tx, id: number): Promise<void> {
  await tx.$queryRaw`select from email where id = ${id} for update`
}

const items: Record<ParentItem, Prisma.Sql> = {
  activity: Prisma.sql`activity`,
  hosting: Prisma.sql`hosting`,
  transportation: Prisma.sql`transportation`,
}

/**
 * Holds an active item in its trip, which is answered; null without one, and for who is not on that
 * trip. Only moves wait: they must know what they take along (test/races/carried). One that is
 * deleted meanwhile was deleted afterwards.
 */
export async function holdItem(
  tx: Tx,
  kind: ParentItem,
  id: number,
  userId: number,
): Promise<number | null> {
  const [row] = await tx.$queryRaw<{ tripId: number }[]>`
    select c.trip_id as "tripId" from ${items[kind]} c
    where c.id = ${id} and c.deleted_at is null and exists (select from member m
      where m.trip_id = c.trip_id and m.user_id = ${userId} and m.joined)
    for key share of c`
  return row?.tripId ?? null
}

/** MiB of what a subject has prepared since and is used by nothing, and the oldest of it. */
export async function unusedUploads(tx: Tx, subject: string, since: Date) {
  const [found] = await tx.$queryRaw<{ mib: number; oldest: Date | null }[]>`
    select coalesce(sum(mib), 0)::int as mib, min(created_at) as oldest from upload
    where subject = ${subject} and created_at > ${since} and not object_is_referenced(id)`
  return found ?? { mib: 0, oldest: null }
}

/** Where a walk over the uploads has come to: the moment in all its digits. */
export interface UploadMark {
  id: string
  created: string
}

/**
 * Holds the first unused upload after the mark that is older than `before`. Nothing can begin to
 * refer to it then. Passed over is what somebody else holds: it is about to be referred to, or
 * being removed by another process.
 */
export async function holdUnusedUpload(tx: Tx, before: Date, { id, created }: UploadMark) {
  const [row] = await tx.$queryRaw<(UploadMark & { key: string; visibility: string })[]>`
    select id, key, visibility, created_at::text as created from upload
    where created_at < ${before} and (created_at, id) > (${created}::timestamptz, ${id})
      and not object_is_referenced(id)
    order by created_at, id limit 1 for update skip locked`
  return row ?? null
}

/** Whether something refers to an object, by what is committed now. */
export async function isReferenced(tx: Tx, id: string): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ yes: boolean }[]>`select object_is_referenced(${id}) as yes`
  return row?.yes ?? true
}

// Accounts, their categories and their mails.

/** Holds a category that is there and belongs to that account; whether there is one. */
export async function holdCategory(tx: Tx, id: number, ownerId: number): Promise<boolean> {
  const held = await tx.$queryRaw<unknown[]>`select from category
    where id = ${id} and owner_id = ${ownerId} and deleted_at is null for no key update`
  return held.length > 0
}

/**
 * Opens a password reset for the account with that address, and holds the account, so that a change
 * of its address or its password voids this reset too. Answers the account; without one it is the
 * same statement, and nothing is opened.
 */
export async function openReset(tx: Tx, reset: { email: string; hash: string; expiresAt: Date }) {
  const [account] = await tx.$queryRaw<{ id: number; name: string }[]>`
    with held as materialized (select id, name from account where email = ${reset.email} for share),
      opened as (insert into password_reset (user_id, hash, expires_at)
        select id, ${reset.hash}, ${reset.expiresAt}::timestamptz from held)
    select id, name from held`
  return account
}

/** How many mails in how many seconds, by an account and to a recipient; 0: no limit. */
export type MailLimits = Record<'account' | 'recipient', { most: number; seconds: number }>

/**
 * Writes those of the mails, in JSON, that fit the limits on what the account `by` causes and on
 * what each recipient gets; how many. It takes locks in an order that the migration `floods` tells,
 * so it is to be the last statement of its transaction.
 */
export async function writeFitting(
  tx: Tx,
  mails: string,
  by: number | null,
  { account, recipient }: MailLimits,
): Promise<number> {
  const [row] = await tx.$queryRaw<{ written: number }[]>`select write_mails(${mails}::json,
    ${by}::int, ${account.most}::int, ${account.seconds}::int,
    ${recipient.most}::int, ${recipient.seconds}::int) as written`
  return row?.written ?? 0
}

/**
 * Holds mails that are due until that moment, but for those that another worker holds; their ids.
 * What is urgent goes first, then who has waited longest: rows that are due may be dated back, so
 * that the many mails of one account go between those of others (`write_mails`).
 */
export async function holdDueMails(tx: Tx, until: Date, most: number): Promise<number[]> {
  const due = await tx.$queryRaw<{ id: number }[]>`select id from outgoing_mail
    where state = 'PENDING' and next_attempt_at <= ${until}::timestamptz
    order by is_urgent desc, next_attempt_at, id limit ${most} for update skip locked`
  return due.map(({ id }) => id)
}

// Materialized: a plan that ran it again would lock the next rows, and remove them as well.

/** Removes mails that were sent or have failed by then, but for those that somebody holds. */
export function removeDoneMails(db: Tx, by: Date, most: number): Promise<number> {
  return db.$executeRaw`with old as materialized (
    select id from outgoing_mail
    where state <> 'PENDING' and coalesce(sent_at, created_at) <= ${by}::timestamptz
    order by coalesce(sent_at, created_at) limit ${most} for update skip locked)
    delete from outgoing_mail using old where outgoing_mail.id = old.id`
}

/** Removes resets that have expired by then, but for those that somebody holds. */
export function removeExpiredResets(db: Tx, by: Date, most: number): Promise<number> {
  return db.$executeRaw`with old as materialized (
    select id from password_reset where expires_at <= ${by}::timestamptz
    order by expires_at limit ${most} for update skip locked)
    delete from password_reset using old where password_reset.id = old.id`
}

// What is restored

/** Holds what a member may do: it is neither taken nor changed meanwhile. */
export async function holdMembership(tx: Tx, tripId: number, userId: number): Promise<void> {
  await tx.$executeRaw`
    select from member where trip_id = ${tripId} and user_id = ${userId} for share`
}

const restorables = {
  ...items,
  trip: Prisma.sql`trip`,
  expense: Prisma.sql`expense`,
  category: Prisma.sql`category`,
  document: Prisma.sql`document`,
  email: Prisma.sql`email`,
}
export type RestorableTable = keyof typeof restorables

/** Holds what may be deleted: one that is moved or restored meanwhile is waited for. */
export async function holdRestorable(tx: Tx, table: RestorableTable, id: number): Promise<void> {
  await tx.$executeRaw`select from ${restorables[table]} where id = ${id} for no key update`
}

// Filing

/**
 * Runs a part of a transaction. Where PostgreSQL refuses a value of it, the part is undone, and what
 * `refused` makes of that is the answer.
 */
export async function attempt<T>(
  tx: Tx,
  part: () => Promise<T>,
  refused: (error: Error) => T,
): Promise<T> {
  await tx.$executeRaw`savepoint attempt`
  try {
    return await part()
  } catch (error) {
    if (!(error instanceof Error) || !/^2[23]/.test(sqlState(error) ?? '')) throw error
    await tx.$executeRaw`rollback to savepoint attempt`
    return refused(error)
  }
}

/**
 * Holds the live objects of a kind in these trips that have one of the reservation numbers, and
 * answers their ids. Of several kinds hostings come first, then activities, as in the triggers.
 */
export async function holdReserved(
  tx: Tx,
  kind: ParentItem,
  tripIds: readonly number[],
  codes: readonly string[],
): Promise<number[]> {
  const rows = await tx.$queryRaw<{ id: number }[]>`
    select id from ${items[kind]}
    where trip_id = any (${tripIds}::int[]) and deleted_at is null
      and reservation_codes && ${codes}::text[]
    order by id for no key update`
  return rows.map(({ id }) => id)
}

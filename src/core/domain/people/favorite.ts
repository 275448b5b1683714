/** Favorites: lists, requests, answers, and changes by operators (test/spec/11.1, 17-favorites). */

import { fail, refuse } from '../../../base/errors.ts'
import type { PageArgs } from '../../../base/pages.ts'
import { readOr } from '../../../base/values.ts'
import type { MutationSetFavoriteArgs } from '../../../generated/types.ts'
import { holdFavorites } from '../../../outside/database/locks/people.ts'
import { writeMails } from '../../../outside/mail/outgoing.ts'
import type { Context, HeldContext } from '../../context.ts'
import { textReader } from '../../input/values.ts'
import { account } from '../../store/viewer.ts'
import { serviceIn } from '../accounts/mail-text.ts'
import { causeIn } from '../accounts/outgoing-mail.ts'
import { prismaPage } from '../pages.ts'
import { person } from '../person.ts'
import { peopleById } from './acquaintance.ts'
import { favoriteMail } from './favorite-mail.ts'
import * as rows from './favorite-rows.ts'

const newestFirst = [{ createdAt: 'desc' }, { id: 'desc' }] as const

/** Favorites with the people they show. */
async function shownFavorites({ db }: Context, found: readonly rows.FavoriteRow[]) {
  const confirmed = found.filter(({ pending }) => !pending)
  const ids = confirmed.flatMap(({ favoriteUserId }) => favoriteUserId ?? [])
  const people = await peopleById(db.prisma, ids)
  return found.map((row) => rows.shownFavorite(row, people.get(row.favoriteUserId ?? 0)))
}

const own = (context: Context) => ({ userId: account(context).id })

/** The caller's confirmed favorites and outgoing requests, newest first. */
async function favorites(_: unknown, args: PageArgs, context: Context) {
  const page = await prismaPage(args, context.db.prisma.favorite, {
    where: own(context),
    orderBy: [...newestFirst],
    select: rows.favoriteFields,
  })
  return { ...page, results: await shownFavorites(context, page.results) }
}

/** The caller's favorites with these ids. */
export async function readFavorites(context: Context, ids: readonly number[]) {
  const where = { ...own(context), id: { in: [...ids] } }
  const select = rows.favoriteFields
  const found = await context.db.prisma.favorite.findMany({ where, select })
  return shownFavorites(context, found)
}

/** Requests awaiting the caller's answer, each with its requester. */
async function favoriteRequests(_: unknown, args: PageArgs, context: Context) {
  const page = await prismaPage(args, context.db.prisma.favorite, {
    where: { favoriteUserId: account(context).id, pending: true },
    orderBy: [...newestFirst],
    select: { id: true, createdAt: true, user: { select: person } },
  })
  return { ...page, results: page.results.map(({ user, ...row }) => ({ ...row, inviter: user })) }
}

const readEmail = textReader({ format: 'EMAIL' }, true)

/** A typed address in lower case; throws a validation error. */
const addressIn = (typed: string) =>
  readOr(
    () => readEmail(typed) as string,
    ({ message }) => refuse('email', message),
  )

/**
 * Sends a request to an address. Known and unknown addresses run the same statements and get the
 * same answer, so a request does not reveal which have an account (test/spec/11.1).
 */
async function requestFavorite(_: unknown, args: { email: string }, context: Context) {
  const viewer = account(context)
  const email = addressIn(args.email)
  const favorite = await context.db.transaction(async (tx) => {
    const { user, favorite } = tx.prisma
    const found = await user.findUnique({ where: { email }, select: person })
    if (found?.id === viewer.id) refuse('email', 'You cannot be your own favorite.')
    const favoriteUserId = found?.id ?? null
    await holdFavorites(tx.prisma, viewer.id, favoriteUserId)
    const own = { userId: viewer.id, email, pending: true }
    const there = await favorite.findMany({
      where: { OR: [own, rows.goes(found ?? { id: 0 }, viewer)] },
      select: { ...rows.favoriteFields, userId: true },
    })
    if (found && there.some(({ userId }) => userId === found.id)) {
      return rows.pairUp(tx.prisma, viewer, found)
    }
    const known = there.find(({ userId }) => userId === viewer.id)
    const row = await rows.ask(tx.prisma, { userId: viewer.id, email, favoriteUserId }, known)
    const isNews = row.favoriteUserId !== null && !known?.favoriteUserId
    const mails = isNews
      ? [favoriteMail({ to: email, inviter: viewer, ...serviceIn(context.config) })]
      : []
    await writeMails(tx, mails, causeIn(context))
    return row
  })
  context.mailWaits()
  return favorite
}

async function confirmFavorite(_: unknown, { id }: { id: number }, context: HeldContext) {
  const { tx } = context
  const select = { user: { select: person } }
  const { user } = await tx.favorite.findUniqueOrThrow({ where: { id }, select })
  return rows.pairUp(tx, account(context), user)
}

/** Deletes a favorite on both sides; of requests, only the one named. */
async function removeFavorite(_: unknown, { id }: { id: number }, { tx }: HeldContext) {
  const { pending, userId, favoriteUserId } = await tx.favorite.findUniqueOrThrow({
    where: { id },
    select: { pending: true, userId: true, favoriteUserId: true },
  })
  if (pending || favoriteUserId === null) await rows.removeFavorites(tx, { id })
  else await rows.unpair(tx, userId, favoriteUserId)
  return true
}

async function setFavorite(_: unknown, args: MutationSetFavoriteArgs, { db }: Context) {
  const addresses = [args.email, args.favorite].map((typed) => typed.trim().toLowerCase())
  if (addresses[0] === addresses[1]) refuse('favorite', 'A user cannot be their own favorite.')
  return db.transaction(async ({ prisma }) => {
    const where = { email: { in: addresses } }
    const found = await prisma.user.findMany({ where, select: person })
    const [one, other] = addresses.map((address) => found.find(({ email }) => email === address))
    if (!one || !other) fail('NOT_FOUND')
    await holdFavorites(prisma, one.id, other.id)
    return args.pending ? rows.makePending(prisma, one, other) : rows.pairUp(prisma, one, other)
  })
}

export const favoriteResolvers = {
  Query: { favorites, favoriteRequests },
  Mutation: { requestFavorite, confirmFavorite, removeFavorite, setFavorite },
}

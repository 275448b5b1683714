/** Accounts: signup, the profile, the names (test/spec/09). */
import { randomBytes } from 'node:crypto'
import { fail, refuse } from '../../../base/errors.ts'
import { Prisma, type User } from '../../../generated/prisma/client.ts'
import type {
  MutationSignUpArgs,
  MutationUpdateAuthUserArgs,
  MutationUpdateMeArgs,
} from '../../../generated/types.ts'
import { isUniqueViolation } from '../../../outside/database/failures.ts'
import { holdAccount } from '../../../outside/database/locks/accounts.ts'
import { holdPerson } from '../../../outside/database/locks/people.ts'
import type { Context } from '../../context.ts'
import { byAddress } from '../../limits/throttle.ts'
import { account } from '../../store/viewer.ts'
import { revokeKeys, voidResets } from './credentials.ts'
import { pageUrl } from './mail-text.ts'
import { hashPassword } from './secrets.ts'

/** Whether another account has the username; distinguishes the two uniqueness errors. */
async function usernameIsTaken({ db }: Context, username: string, id?: number): Promise<boolean> {
  const found = await db.prisma.user.findUnique({ where: { username }, select: { id: true } })
  return found !== null && found.id !== id
}

/** The secret of a calendar feed: 128 random bits. */
const newCalendarIdentifier = () => randomBytes(16).toString('hex')

/** The unguessable identifiers of an account: of its calendar, and of its secret address. */
const newIdentifiers = () => ({
  calendarIdentifier: newCalendarIdentifier(),
  anonymousEmailIdentifier: `anon_${randomBytes(10).toString('hex')}`,
})

/**
 * In an enclosing transaction only this is undone, so the username can be looked up after a
 * failure.
 */
const part = { isPart: true } as const

async function signUp(_: unknown, { input }: MutationSignUpArgs, context: Context): Promise<User> {
  const { password, ...rest } = input
  await context.throttle.count(byAddress('signup', context.address))
  const data = {
    ...rest,
    passwordHash: await hashPassword(password, context.address),
    ...newIdentifiers(),
  }
  try {
    return await context.db.transaction(({ prisma: tx }) => tx.user.create({ data }), part)
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    if (await usernameIsTaken(context, input.username)) {
      refuse('username', 'A user with this username already exists.')
    }
    return refuse('nonFieldErrors', 'Unable to create account.')
  }
}

/** Creates an account for an import (src/operations/transfer), with new secrets; returns its id. */
export async function addAccount(
  tx: Prisma.TransactionClient,
  data: Omit<Prisma.UserCreateInput, 'calendarIdentifier' | 'anonymousEmailIdentifier'>,
): Promise<number> {
  const { id } = await tx.user.create({
    data: { ...data, ...newIdentifiers() },
    select: { id: true },
  })
  return id
}

type Profile = Prisma.UserUpdateInput & { username?: string; email?: string }

/** The fields of an account that others see. */
const shown = ['name', 'email', 'photoUrl'] as const

/** Updates the caller's row; `taken` is the message for a username that is already in use. */
async function update(context: Context, data: Profile, taken: string): Promise<User> {
  const caller = account(context)
  const { id } = caller
  const isSeen = shown.some((field) => data[field] !== undefined && data[field] !== caller[field])
  try {
    return await context.db.transaction(async ({ prisma: tx }) => {
      if (isSeen) await holdPerson(tx, id)
      const before = (await holdAccount(tx, id)) ?? fail('UNAUTHENTICATED')
      // A mailed token becomes void when its address is no longer the account's (test/spec/10).
      if (data.email !== undefined && data.email !== before.email) {
        await voidResets(tx, { userId: id })
      }
      return tx.user.update({ where: { id }, data })
    }, part)
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    if (data.username !== undefined && (await usernameIsTaken(context, data.username, id))) {
      refuse('username', taken)
    }
    return refuse('email', 'This email address is already in use.')
  }
}

/** Sets the password, voids all open resets, and revokes all keys except `kept` (a hash). */
export async function setPassword(
  tx: Prisma.TransactionClient,
  id: number,
  passwordHash: string,
  kept: string | null,
): Promise<void> {
  await tx.user.update({ where: { id }, data: { passwordHash }, select: { id: true } })
  await voidResets(tx, { userId: id })
  await revokeKeys(tx, { userId: id, ...(kept !== null && { hash: { not: kept } }) })
}

/** Updates the account with that address, ignoring case; throws NOT_FOUND for an unknown one. */
export async function updateNamed(
  { db }: Context,
  email: string,
  data: Prisma.UserUncheckedUpdateManyInput,
): Promise<User> {
  const where = { email: email.trim().toLowerCase() }
  const [user] = await db.prisma.user.updateManyAndReturn({ where, data })
  return user ?? fail('NOT_FOUND')
}

const blankLeavesIt = ['username', 'asaCampaignName', 'asaKeywordName', 'asaStoreCountry']

async function updateMe(_: unknown, { input }: MutationUpdateMeArgs, context: Context) {
  const sent = Object.entries(input).filter(
    ([field, value]) => value !== '' || !blankLeavesIt.includes(field),
  )
  const data = Object.fromEntries(sent)
  if (data.calendarHiddenCategories === null) data.calendarHiddenCategories = Prisma.DbNull
  return update(
    context,
    { ...data, lastActivityDate: context.clock() },
    'A user with this username already exists.',
  )
}

function updateNames(_: unknown, { input }: MutationUpdateAuthUserArgs, context: Context) {
  return update(context, input, 'A user with that username already exists.')
}

function renewCalendarIdentifier(_: unknown, _args: unknown, { db, ...context }: Context) {
  const where = { id: account(context).id }
  const data = { calendarIdentifier: newCalendarIdentifier() }
  return db.prisma.user.update({ where, data })
}

type Identified = Pick<User, 'calendarIdentifier'>
const calendarUrl = ({ calendarIdentifier }: Identified, _: unknown, { config }: Context) =>
  pageUrl(config.publicUrl, 'calendar', `${calendarIdentifier}.ics`)

function me(_: unknown, _args: unknown, context: Context): Promise<User> {
  return context.db.prisma.user.findUniqueOrThrow({ where: { id: account(context).id } })
}

export const accountResolvers = {
  Query: { me },
  Mutation: {
    signUp,
    updateMe,
    renewCalendarIdentifier,
    updateAuthUser: updateNames,
    replaceAuthUser: updateNames,
  },
  User: { business: () => [], calendarUrl },
}

/** Login and logout (test/spec/01.4, 10). */

import { refuse } from '../../../base/errors.ts'
import type { MutationCreateApiKeyArgs, MutationLogInArgs } from '../../../generated/types.ts'
import type { Store } from '../../../outside/database/database.ts'
import { holdAccount } from '../../../outside/database/locks/accounts.ts'
import { clientOf } from '../../../process/networks.ts'
import { Turnstile } from '../../../process/turnstile.ts'
import type { Context } from '../../context.ts'
import { newKeyOf, revokeKeys } from './credentials.ts'
import { verifyPassword } from './secrets.ts'

interface Credentials {
  id: number
  passwordHash: string
}

/**
 * The account with a login name, ignoring case: with `@` by primary email first, then by username.
 */
async function accountNamed({ db }: Context, name: string): Promise<Credentials | null> {
  const lower = name.toLowerCase()
  const select = { id: true, passwordHash: true }
  const byEmail = lower.includes('@')
    ? await db.prisma.user.findUnique({ where: { email: lower }, select })
    : null
  return byEmail ?? db.prisma.user.findUnique({ where: { username: lower }, select })
}

/** The throttle counts failures by these keys; the prefixes keep a name from equalling an id. */
export const asAccount = (id: number) => `account ${id}`
const asName = (name: string) => `name ${name}`

// A client that tries hundreds of names must leave most connections to others.
const lookingUp = new Turnstile({ name: 'accountLookups', max: 4, maxPerKey: 2 })

/** A new key if the password is correct; takes as long without an account. */
async function issueKey(
  { db, throttle, address }: Context,
  { name, password }: { name: string; password: string },
  find: () => Promise<Credentials | null>,
) {
  throttle.recall(name, address)
  const found = await lookingUp.pass(clientOf(address), async () => {
    throttle.recall(name, address)
    return find()
  })
  const login = { account: found ? asAccount(found.id) : asName(name), name, ip: address }
  const proven = await throttle.login(login, async () =>
    (await verifyPassword(found?.passwordHash, password, address)) && found ? found : undefined,
  )
  // Last: if the throttle failed after it, the key would exist without having been answered.
  const key = proven && (await newKeyOf(db, proven))
  return key ? { key } : refuse('nonFieldErrors', 'Unable to log in with provided credentials.')
}

async function createApiKey(
  _: unknown,
  { input: { username, password } }: MutationCreateApiKeyArgs,
  context: Context,
) {
  const find = () => accountNamed(context, username)
  return issueKey(context, { name: username, password }, find)
}

async function logIn(_: unknown, { input }: MutationLogInArgs, context: Context) {
  const { username, email, password } = input
  if (email) {
    const select = { id: true, passwordHash: true }
    const find = () => context.db.prisma.user.findUnique({ where: { email }, select })
    return issueKey(context, { name: email, password }, find)
  }
  if (username) return createApiKey(_, { input: { username, password } }, context)
  return refuse('nonFieldErrors', 'Must include either "username" or "email" and "password".')
}

async function logOut(_: unknown, _args: unknown, { db, viewer }: Context) {
  if (viewer.kind === 'user' && viewer.keyHash !== null) {
    const { keyHash: hash, user } = viewer
    const work = async ({ prisma: tx }: Store) => {
      await holdAccount(tx, user.id)
      await revokeKeys(tx, { hash })
    }
    await db.transaction(work, { usesReserve: true })
  }
  return { detail: 'Successfully logged out.' }
}

export const loginResolvers = { Mutation: { createApiKey, logIn, logOut } }

/** API keys and passwords: login, logout, reset, change (test/spec/01.4, 10). */
import type { Context } from '../../context.ts'
import { fail, refuse } from '../../errors.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import type {
  MutationChangePasswordArgs,
  MutationConfirmPasswordResetArgs,
  MutationCreateApiKeyArgs,
  MutationLogInArgs,
  MutationRequestPasswordResetArgs,
  PasswordChangeInput,
} from '../../generated/types.ts'
import { tooShort } from '../../input/values.ts'
import { clientOf } from '../../limits/networks.ts'
import { byAddress, byPerson } from '../../limits/throttle.ts'
import { Turnstile } from '../../limits/turnstile.ts'
import { holdAccount } from '../../outside/database/locks.ts'
import { prepared } from '../hot-path/sql.ts'
import { account } from '../hot-path/viewer.ts'
import { resetMail } from './account-mails.ts'
import { writeMails } from './outgoing-mail.ts'
import { hashPassword, newApiKey, newToken, sha256, verifyPassword } from './secrets.ts'

interface Credentials {
  id: number
  passwordHash: string
}

const resetMinutes = 60

/** The account of a login name: with `@` by primary email first, then by username; any case. */
async function accountNamed({ db }: Context, name: string): Promise<Credentials | null> {
  const lower = name.toLowerCase()
  const select = { id: true, passwordHash: true }
  const byEmail = lower.includes('@')
    ? await db.prisma.user.findUnique({ where: { email: lower }, select })
    : null
  return byEmail ?? db.prisma.user.findUnique({ where: { username: lower }, select })
}

/** Whose failures the throttle counts: a name no one has is never taken for an account's id. */
const asAccount = (id: number) => `account ${id}`
const asName = (name: string) => `name ${name}`

// The password may have been changed since it was read and while it was verified. A change waits
// for a key that is being made and then revokes it; a key waits for a change and then is not made.
const insertKey = `
  insert into api_key (user_id, hash)
  select id, $3 from account where id = $1 and password_hash = $2 for share
  returning id`

/** Stores a new key of the account unless its password is another by now; the key, if stored. */
async function newKeyOf(db: Context['db'], { id, passwordHash }: Credentials) {
  const key = newApiKey()
  const [stored] = await db.query(prepared(insertKey, [id, passwordHash, sha256(key)]))
  return stored && key
}

// Whoever tries names by the hundred leaves most connections to others.
const lookingUp = new Turnstile({ max: 4, maxPerKey: 2 })

/** A new key for the account, if the password is its own; takes as long where there is none. */
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
  const key = await throttle.login(login, async () =>
    (await verifyPassword(found?.passwordHash, password, address)) && found
      ? newKeyOf(db, found)
      : undefined,
  )
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
    await db.prisma.apiKey.deleteMany({ where: { hash: viewer.keyHash } })
  }
  return { detail: 'Successfully logged out.' }
}

const insertReset = `insert into password_reset (user_id, hash, expires_at)
  select id, $2, $3::timestamptz from account where id = $1`

/**
 * Known and unknown addresses take the same statements, and the same kind of work by them, so that
 * time does not tell who has an account (target N3): without an account a mail to no one is
 * written, and removed again before anybody can see it.
 */
async function requestPasswordReset(
  _: unknown,
  { input: { email } }: MutationRequestPasswordResetArgs,
  context: Context,
) {
  const { db, clock, config, throttle, address } = context
  await throttle.count(byAddress('resetAddress', address), byPerson('resetAccount', email))
  const token = newToken(160)
  const hash = sha256(token)
  const expiresAt = new Date(clock().valueOf() + resetMinutes * 60_000)
  // Held until the end, so that a change of the address or the password voids this token too.
  const select = 'select id, name from account where email = $1 for share'
  const remove = `delete from outgoing_mail where token_hash = $1 and recipient = ''`
  await db.transaction(async (tx) => {
    const [user] = await tx.query<{ id: number; name: string }>(prepared(select, [email]))
    const { id, name } = user ?? { id: 0, name: '' }
    const to = user ? email : ''
    const mail = resetMail({ to, name, uid: uidOf(id), token, baseUrl: config.publicUrl })
    await tx.query(prepared(insertReset, [id, hash, expiresAt.toISOString()]))
    await writeMails(tx, [mail])
    await tx.query(prepared(remove, [hash]))
  })
  context.mailWaits()
  return { detail: 'Password reset e-mail has been sent.' }
}

/** The id as it stands in a reset link. */
const uidOf = (id: number) => id.toString(36)

function idOf(uid: string): number {
  const id = /^[0-9a-z]{1,6}$/.test(uid) ? Number.parseInt(uid, 36) : 0
  return id <= 2_147_483_647 ? id : 0
}

type NewPassword = Pick<PasswordChangeInput, 'newPassword1' | 'newPassword2'>

function checkNewPassword({ newPassword1, newPassword2 }: NewPassword): void {
  if (newPassword1 !== newPassword2) {
    refuse('newPassword2', 'The two password fields didn’t match.')
  }
  const problem = tooShort(newPassword1)
  if (problem !== undefined) refuse('newPassword2', problem)
}

/** Sets the password; every open reset is void and every key but `keptKey` is revoked. */
async function setPassword(
  tx: Prisma.TransactionClient,
  { userId, passwordHash, keptKey }: { userId: number; passwordHash: string; keptKey?: string },
): Promise<void> {
  await tx.user.update({ where: { id: userId }, data: { passwordHash } })
  await tx.passwordReset.deleteMany({ where: { userId } })
  const others = keptKey === undefined ? {} : { hash: { not: keptKey } }
  await tx.apiKey.deleteMany({ where: { userId, ...others } })
}

async function confirmPasswordReset(
  _: unknown,
  { input }: MutationConfirmPasswordResetArgs,
  { db, clock, throttle, address }: Context,
) {
  const user = await db.prisma.user.findUnique({ where: { id: idOf(input.uid) } })
  if (!user) refuse('uid', 'Invalid value')
  const open = { userId: user.id, hash: sha256(input.token), expiresAt: { gt: clock() } }
  if (!(await db.prisma.passwordReset.findFirst({ where: open }))) refuse('token', 'Invalid value')
  checkNewPassword(input)
  // Whoever has the mail may also log in from where they are, whatever strangers tried elsewhere.
  await throttle.recognise({ account: asAccount(user.id), ip: address })
  const passwordHash = await hashPassword(input.newPassword1, address)
  await db.transaction(async ({ prisma: tx }) => {
    await holdAccount(tx, user.id)
    // Whoever deletes the row has used the token; of parallel confirms that is one.
    const { count } = await tx.passwordReset.deleteMany({ where: open })
    if (count === 0) refuse('token', 'Invalid value')
    await setPassword(tx, { userId: user.id, passwordHash })
  })
  return { detail: 'Password has been reset with the new password.' }
}

const wrongOld = 'Your old password was entered incorrectly. Please enter it again.'

/** The hash that `oldPassword` has been found right against; undefined where none was sent. */
async function verifiedHash(oldPassword: string | undefined, context: Context) {
  if (oldPassword === undefined) return undefined
  const { db, throttle, address } = context
  const { id } = account(context)
  const { passwordHash } = await db.prisma.user.findUniqueOrThrow({ where: { id } })
  const login = { account: asAccount(id), ip: address, isProved: true }
  const right = await throttle.login(login, async () =>
    (await verifyPassword(passwordHash, oldPassword, address)) ? true : undefined,
  )
  return right ? passwordHash : refuse('oldPassword', wrongOld)
}

async function changePassword(_: unknown, { input }: MutationChangePasswordArgs, context: Context) {
  const { db, viewer } = context
  const { id } = account(context)
  const verified = await verifiedHash(input.oldPassword, context)
  checkNewPassword(input)
  const passwordHash = await hashPassword(input.newPassword1, context.address)
  const keptKey = viewer.kind === 'user' ? viewer.keyHash : null
  await db.transaction(async ({ prisma: tx }) => {
    // What let the caller in may have gone while passwords were verified and hashed.
    const now = (await holdAccount(tx, id)) ?? fail('UNAUTHENTICATED')
    if (keptKey !== null && (await tx.apiKey.count({ where: { hash: keptKey } })) === 0) {
      fail('UNAUTHENTICATED', { message: 'Invalid token.' })
    }
    if (verified !== undefined && verified !== now.passwordHash) refuse('oldPassword', wrongOld)
    await setPassword(tx, { userId: id, passwordHash, ...(keptKey !== null && { keptKey }) })
  })
  return { detail: 'New password has been saved.' }
}

export const loginResolvers = {
  Mutation: {
    createApiKey,
    logIn,
    logOut,
    requestPasswordReset,
    confirmPasswordReset,
    changePassword,
  },
}

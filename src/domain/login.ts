/** API keys and passwords: login, logout, reset, change (contract 1.4, 10). */
import type { Context } from '../context.ts'
import { refuse } from '../errors.ts'
import type { Prisma } from '../generated/prisma/client.ts'
import type {
  MutationChangePasswordArgs,
  MutationConfirmPasswordResetArgs,
  MutationCreateApiKeyArgs,
  MutationLogInArgs,
  MutationRequestPasswordResetArgs,
  PasswordChangeInput,
} from '../generated/types.ts'
import { isTooShort, tooShort } from './account.ts'
import { resetMail } from './account-mails.ts'
import { hashPassword, newApiKey, newToken, sha256, verifyPassword } from './secrets.ts'
import { byAddress, byPerson } from './throttle.ts'
import { account } from './viewer.ts'

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

/** A new key for the account, if the password is its own; takes as long where there is none. */
async function issueKey(
  context: Context,
  { name, password, found }: { name: string; password: string; found: Credentials | null },
) {
  const login = { account: found ? `#${found.id}` : name, ip: context.address }
  const userId = await context.throttle.login(login, async () =>
    (await verifyPassword(found?.passwordHash, password)) ? found?.id : undefined,
  )
  if (userId === undefined) {
    refuse('nonFieldErrors', 'Unable to log in with provided credentials.')
  }
  const key = newApiKey()
  await context.db.prisma.apiKey.create({ data: { userId, hash: sha256(key) } })
  return { key }
}

async function createApiKey(
  _: unknown,
  { input: { username, password } }: MutationCreateApiKeyArgs,
  context: Context,
) {
  const found = await accountNamed(context, username)
  return issueKey(context, { name: username, password, found })
}

async function logIn(_: unknown, { input }: MutationLogInArgs, context: Context) {
  const { username, email, password } = input
  if (email) {
    const select = { id: true, passwordHash: true }
    const found = await context.db.prisma.user.findUnique({ where: { email }, select })
    return issueKey(context, { name: email, password, found })
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

async function requestPasswordReset(
  _: unknown,
  { input: { email } }: MutationRequestPasswordResetArgs,
  context: Context,
) {
  const { db, clock, config, throttle, address } = context
  await throttle.count(byAddress('resetAddress', address), byPerson('resetAccount', email))
  const user = await db.prisma.user.findUnique({ where: { email } })
  if (user) {
    const token = newToken(160)
    const mail = resetMail({
      to: email,
      name: user.name,
      uid: uidOf(user.id),
      token,
      baseUrl: config.publicUrl,
    })
    const expiresAt = new Date(clock().valueOf() + resetMinutes * 60_000)
    await db.prismaTransaction(async (tx) => {
      await tx.passwordReset.create({ data: { userId: user.id, hash: sha256(token), expiresAt } })
      await tx.outgoingMail.create({ data: mail })
    })
    context.mailWaits()
  }
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
  if (isTooShort(newPassword1)) refuse('newPassword2', tooShort)
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
  { db, clock }: Context,
) {
  const user = await db.prisma.user.findUnique({ where: { id: idOf(input.uid) } })
  if (!user) refuse('uid', 'Invalid value')
  const open = { userId: user.id, hash: sha256(input.token), expiresAt: { gt: clock() } }
  if (!(await db.prisma.passwordReset.findFirst({ where: open }))) refuse('token', 'Invalid value')
  checkNewPassword(input)
  const passwordHash = await hashPassword(input.newPassword1)
  await db.prismaTransaction(async (tx) => {
    // Whoever deletes the row has used the token; of parallel confirms that is one.
    const { count } = await tx.passwordReset.deleteMany({ where: open })
    if (count === 0) refuse('token', 'Invalid value')
    await setPassword(tx, { userId: user.id, passwordHash })
  })
  return { detail: 'Password has been reset with the new password.' }
}

async function changePassword(_: unknown, { input }: MutationChangePasswordArgs, context: Context) {
  const { db, viewer, throttle, address } = context
  const { id } = account(context)
  if (input.oldPassword !== undefined) {
    const { oldPassword } = input
    const { passwordHash } = await db.prisma.user.findUniqueOrThrow({ where: { id } })
    const right = await throttle.login({ account: `#${id}`, ip: address }, async () =>
      (await verifyPassword(passwordHash, oldPassword)) ? true : undefined,
    )
    if (!right) {
      refuse('oldPassword', 'Your old password was entered incorrectly. Please enter it again.')
    }
  }
  checkNewPassword(input)
  const passwordHash = await hashPassword(input.newPassword1)
  const keptKey = viewer.kind === 'user' ? viewer.keyHash : null
  await db.prismaTransaction((tx) =>
    setPassword(tx, { userId: id, passwordHash, ...(keptKey !== null && { keptKey }) }),
  )
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

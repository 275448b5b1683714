/** Passwords: reset and change (test/spec/10). */

import { fail, refuse } from '../../../base/errors.ts'
import { sha256 } from '../../../base/hashes.ts'
import { maxInt } from '../../../base/values.ts'
import type {
  MutationChangePasswordArgs,
  MutationConfirmPasswordResetArgs,
  MutationRequestPasswordResetArgs,
  PasswordChangeInput,
  QueryIsResetLinkValidArgs,
} from '../../../generated/types.ts'
import { holdAccount, openReset } from '../../../outside/database/locks/accounts.ts'
import { removeUnaddressed, writeMails } from '../../../outside/mail/outgoing.ts'
import type { Context } from '../../context.ts'
import { tooShort } from '../../input/values.ts'
import { byAddress, byPerson } from '../../limits/throttle.ts'
import { account } from '../../store/viewer.ts'
import { setPassword } from './account.ts'
import { resetMail } from './account-mails.ts'
import { voidResets } from './credentials.ts'
import { asAccount } from './login.ts'
import { serviceIn } from './mail-text.ts'
import { hashPassword, newToken, verifyPassword } from './secrets.ts'

const resetMinutes = 60

/**
 * Known and unknown addresses run the same statements, so that timing does not reveal which have an
 * account (test/spec/10-password-reset-alike): for an unknown one, a mail without a recipient is
 * written, and removed before it becomes visible.
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
  await db.transaction(async (tx) => {
    const user = await openReset(tx.prisma, { email, hash, expiresAt })
    const { id, name } = user ?? { id: 0, name: '' }
    const to = user ? email : ''
    const mail = resetMail({ to, name, uid: uidOf(id), token, ...serviceIn(config) })
    await writeMails(tx, [mail])
    await removeUnaddressed(tx, hash)
  })
  context.mailWaits()
  return { detail: 'Password reset e-mail has been sent.' }
}

/** The id in a reset link, in base 36. */
const uidOf = (id: number) => id.toString(36)

function idOf(uid: string): number {
  const id = /^[0-9a-z]{1,6}$/.test(uid) ? Number.parseInt(uid, 36) : 0
  return id <= maxInt ? id : 0
}

type NewPassword = Pick<PasswordChangeInput, 'newPassword1' | 'newPassword2'>

function checkNewPassword({ newPassword1, newPassword2 }: NewPassword): void {
  if (newPassword1 !== newPassword2) {
    refuse('newPassword2', 'The two password fields didn’t match.')
  }
  const problem = tooShort(newPassword1)
  if (problem !== undefined) refuse('newPassword2', problem)
}

/** Prisma: the unexpired reset of a link. */
function openBy({ uid, token }: QueryIsResetLinkValidArgs, { clock }: Pick<Context, 'clock'>) {
  return { userId: idOf(uid), hash: sha256(token), expiresAt: { gt: clock() } }
}

/** Lets the page check its link before a password is typed; the mutation checks again. */
async function isResetLinkValid(_: unknown, link: QueryIsResetLinkValidArgs, context: Context) {
  return (await context.db.prisma.passwordReset.count({ where: openBy(link, context) })) > 0
}

async function confirmPasswordReset(
  _: unknown,
  { input }: MutationConfirmPasswordResetArgs,
  context: Context,
) {
  const { db, throttle, address } = context
  const open = openBy(input, context)
  const { userId } = open
  const isAccount = await db.prisma.user.count({ where: { id: userId } })
  if (!isAccount) refuse('uid', 'Invalid value')
  if (!(await db.prisma.passwordReset.count({ where: open }))) refuse('token', 'Invalid value')
  checkNewPassword(input)
  // The recipient of the mail may log in from here, even after failed attempts by strangers.
  await throttle.recognise({ account: asAccount(userId), ip: address })
  const passwordHash = await hashPassword(input.newPassword1, address)
  await db.transaction(async ({ prisma: tx }) => {
    await holdAccount(tx, userId)
    if ((await voidResets(tx, open)) === 0) refuse('token', 'Invalid value')
    await setPassword(tx, userId, passwordHash, null)
  })
  return { detail: 'Password has been reset with the new password.' }
}

const wrongOld = 'Your old password was entered incorrectly. Please enter it again.'

/** The hash that `oldPassword` matches; undefined if none is given. Refuses a wrong password. */
async function verifiedHash(oldPassword: string | undefined, context: Context) {
  if (oldPassword === undefined) return undefined
  const { db, throttle, address } = context
  const { id } = account(context)
  const select = { passwordHash: true }
  const { passwordHash } = await db.prisma.user.findUniqueOrThrow({ where: { id }, select })
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
    // The caller's credentials may have been revoked during verification and hashing.
    const now = (await holdAccount(tx, id)) ?? fail('UNAUTHENTICATED')
    if (keptKey !== null && (await tx.apiKey.count({ where: { hash: keptKey } })) === 0) {
      fail('UNAUTHENTICATED', { message: 'Invalid token.' })
    }
    if (verified !== undefined && verified !== now.passwordHash) refuse('oldPassword', wrongOld)
    await setPassword(tx, id, passwordHash, keptKey)
  })
  return { detail: 'New password has been saved.' }
}

export const passwordResolvers = {
  Query: { isResetLinkValid },
  Mutation: { requestPasswordReset, confirmPasswordReset, changePassword },
}

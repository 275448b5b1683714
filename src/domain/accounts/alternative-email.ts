/** Further addresses of an account, which a mailed link verifies (test/spec/07). */
import type { Context } from '../../context.ts'
import { fail, refuse } from '../../errors.ts'
import type {
  MutationAddAlternativeEmailArgs,
  MutationRemoveAlternativeEmailArgs,
  MutationVerifyAlternativeEmailArgs,
  QueryAlternativeEmailsArgs,
} from '../../generated/types.ts'
import { byPerson } from '../../limits/throttle.ts'
import { throttled } from '../../limits/tries.ts'
import { parameters, readPage } from '../hot-path/page.ts'
import { columns, isUniqueViolation, prepared } from '../hot-path/sql.ts'
import { account } from '../hot-path/viewer.ts'
import { verificationMail } from './account-mails.ts'
import { causeIn, secondsUntilMailed, writeMails } from './outgoing-mail.ts'
import { newToken, sha256 } from './secrets.ts'

const fields = columns('c', ['id', 'email', 'verified'])

function alternativeEmails(_: unknown, args: QueryAlternativeEmailsArgs, context: Context) {
  const { values, bind } = parameters()
  const where = `c.user_id = ${bind(account(context).id)}`
  const listing = { columns: fields, from: 'alternative_email c', where, order: 'c.id', values }
  return readPage(context, 0, listing, args)
}

async function addAlternativeEmail(
  _: unknown,
  { input: { email } }: MutationAddAlternativeEmailArgs,
  context: Context,
) {
  const { id, name } = account(context)
  const { db, config, throttle } = context
  await throttle.count(byPerson('alternativeEmail', `#${id}`))
  const hash = newToken(160)
  const mail = verificationMail({ to: email, name, hash, baseUrl: config.publicUrl })
  const cause = causeIn(context)
  // The triggers and the unique index of the table look, for all writers of the address, one after
  // the other.
  const text = 'insert into alternative_email (user_id, email, hash) values ($1, $2, $3)'
  try {
    await db.transaction(async (tx) => {
      await tx.query(prepared(text, [id, email, sha256(hash)]))
      // An address that is stored without a mail could never be verified.
      const isMailed = (await writeMails(tx, [mail], cause)) > 0
      if (!isMailed) throttled(await secondsUntilMailed(tx, email, cause))
    })
  } catch (error) {
    // Somebody, the caller included, has the address.
    if (isUniqueViolation(error)) fail('ALREADY_REGISTERED')
    throw error
  }
  context.mailWaits()
  return { success: true }
}

async function removeAlternativeEmail(
  _: unknown,
  { id }: MutationRemoveAlternativeEmailArgs,
  context: Context,
) {
  const text = 'delete from alternative_email where id = $1 and user_id = $2'
  await context.db.query(prepared(text, [id, account(context).id]))
  return { success: true }
}

/** Whoever has the link may verify, as often as they like; a link is void with its address. */
async function verifyAlternativeEmail(
  _: unknown,
  { hash }: MutationVerifyAlternativeEmailArgs,
  { db, changesNothing }: Context,
) {
  const text = changesNothing
    ? `select ${fields} from alternative_email c where c.hash = $1`
    : `update alternative_email c set verified = true where c.hash = $1 returning ${fields}`
  const [row] = await db.query(prepared(text, [sha256(hash)]))
  return row ?? refuse('hash', 'Invalid value')
}

export const alternativeEmailResolvers = {
  Query: { alternativeEmails },
  Mutation: { addAlternativeEmail, removeAlternativeEmail, verifyAlternativeEmail },
}

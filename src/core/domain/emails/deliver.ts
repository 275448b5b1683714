/** Operators submit booking emails (test/spec/17-inbound-mail). */
import type { GraphQLResolveInfo } from 'graphql'
import { failAfterEffect, refuse } from '../../../base/errors.ts'
import type { MutationDeliverEmailArgs } from '../../../generated/types.ts'
import type { Context } from '../../context.ts'
import { selected } from '../../input/selection.ts'
import { blankText } from '../../input/values.ts'
import { parentItemKinds } from '../../store/kinds.ts'
import { itemsWith } from '../documents/attached-to.ts'
import { askedOfEmails } from './email.ts'
import { readRows } from './email-rows.ts'
import { heads, weigh } from './email-weights.ts'

/** The bytes of standard base64: padded, without spaces. */
function bytesOf(raw: string): Uint8Array {
  const bytes = Buffer.from(raw, 'base64')
  if (raw === '') refuse('raw', blankText)
  if (bytes.toString('base64') !== raw) refuse('raw', 'Enter valid base64.')
  return bytes
}

/** An email with its parent, for an operator, who is not a member of its trip. */
async function storedEmail(context: Context, id: number, info: GraphQLResolveInfo) {
  const selection = askedOfEmails(info)
  const where = { where: { id }, select: heads.select }
  const head = await context.db.prisma.email.findUniqueOrThrow(where)
  const weighed = await weigh(context, [head], selection)
  const [row] = await readRows(context, {}, weighed, selection)
  const lists = parentItemKinds.map(async (kind) => {
    const shown = selected(info, kind.plural)
    const parent = shown.size > 0 ? head[`${kind.name}Id`] : null
    return [kind.plural, parent ? await itemsWith(context, kind, shown, [parent], {}) : []]
  })
  return { ...row, ...Object.fromEntries(await Promise.all(lists)) }
}

async function deliverEmail(
  _: unknown,
  { raw, recipient, owner }: MutationDeliverEmailArgs,
  context: Context,
  info: GraphQLResolveInfo,
) {
  const bytes = bytesOf(raw)
  const mail = { bytes, source: 'operator', recipient, owner, proven: 'any' as const }
  const { id } = await context.intake.ingest(mail)
  return storedEmail(context, id, info).catch(failAfterEffect)
}

export const deliverResolvers = { Mutation: { deliverEmail } }

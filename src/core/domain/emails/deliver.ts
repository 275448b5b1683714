/** Operators hand in booking mail (test/spec/17-inbound-mail). */
import type { GraphQLResolveInfo } from 'graphql'
import { refuse } from '../../../base/errors.ts'
import type { MutationDeliverEmailArgs } from '../../../generated/types.ts'
import type { Context } from '../../context.ts'
import { selected } from '../../input/selection.ts'
import { parentItemKinds } from '../../store/kinds.ts'
import { itemsWith } from '../documents/attached-to.ts'
import { askedOfEmails } from './email.ts'
import { readRows } from './email-rows.ts'
import { heads, weigh } from './email-weights.ts'

/** The bytes behind base64 as the standard writes it: no blanks, no other alphabet, padded. */
function bytesOf(raw: string): Uint8Array {
  const bytes = Buffer.from(raw, 'base64')
  if (raw === '') refuse('raw', 'This field may not be blank.')
  if (bytes.toString('base64') !== raw) refuse('raw', 'Enter valid base64.')
  return bytes
}

/** An email for an operator, who is no member of any trip, with what it is attached to. */
async function storedEmail(context: Context, id: number, info: GraphQLResolveInfo) {
  const asked = askedOfEmails(info)
  const where = { where: { id }, select: heads.select }
  const head = await context.db.prisma.email.findUniqueOrThrow(where)
  const weighed = await weigh(context, [head], asked)
  const [row] = await readRows(context, {}, weighed, asked)
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
  return storedEmail(context, id, info)
}

export const deliverResolvers = { Mutation: { deliverEmail } }

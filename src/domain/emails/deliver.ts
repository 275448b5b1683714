/** Operators hand in booking mail (test/spec/17-inbound-mail). */
import type { GraphQLResolveInfo } from 'graphql'
import type { Context } from '../../context.ts'
import { refuse } from '../../errors.ts'
import type { MutationDeliverEmailArgs } from '../../generated/types.ts'
import { type Holder, parentKeys } from '../documents/attached-to.ts'
import { type Kind, parentItemKinds } from '../hot-path/kinds.ts'
import { columns, prepared } from '../hot-path/sql.ts'
import { askedOfEmails, emailColumns } from './email.ts'

/** The bytes behind base64 as the standard writes it: no blanks, no other alphabet, padded. */
function bytesOf(raw: string): Uint8Array {
  const bytes = Buffer.from(raw, 'base64')
  if (raw === '') refuse('raw', 'This field may not be blank.')
  if (bytes.toString('base64') !== raw) refuse('raw', 'Enter valid base64.')
  return bytes
}

/** The object an email is attached to, with its owner, as operators may see it. */
async function objectOf({ db }: Context, kind: Kind, id: number): Promise<unknown[]> {
  const text = `select ${columns('c', kind.fields)}, o.name as "ownerName",
      o.email as "ownerEmail", o.photo_url as "ownerPhotoUrl"
    from ${kind.name} c join account o on o.id = c.owner_id
    where c.id = $1 and c.deleted_at is null`
  return db.query(prepared(text, [id]))
}

/** An email for an operator, who is no member of any trip. */
async function storedEmail(context: Context, id: number, asked: ReadonlySet<string>) {
  const text = `select ${emailColumns(asked)}, ${columns('e', parentKeys)}
    from email e where e.id = $1`
  const [row] = await context.db.query<Holder>(prepared(text, [id]))
  if (!row) throw new Error('a stored email is gone')
  for (const kind of parentItemKinds) {
    const parent = row[`${kind.name}Id`]
    row[kind.plural] = parent && asked.has(kind.plural) ? await objectOf(context, kind, parent) : []
  }
  return row
}

async function deliverEmail(
  _: unknown,
  { raw, recipient, owner }: MutationDeliverEmailArgs,
  context: Context,
  info: GraphQLResolveInfo,
) {
  const bytes = bytesOf(raw)
  const mail = { bytes, source: 'operator', recipient, owner, proven: 'any' as const }
  const { id } = await context.intake.takeIn(mail)
  return storedEmail(context, id, askedOfEmails(info))
}

export const deliverResolvers = { Mutation: { deliverEmail } }

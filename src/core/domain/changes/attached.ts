/**
 * What the objects of a page show of others: their emails, or the items that they are attached to,
 * and so on, as the client selects them (B2). Who sees them may change at any time, so they are
 * read with the page.
 */
import type { GraphQLResolveInfo } from 'graphql'
import type { Context } from '../../context.ts'
import { selected } from '../../input/selection.ts'
import { isParentItem, type ParentKind } from '../../parent-kinds.ts'
import { parentItemKinds } from '../../store/kinds.ts'
import { type AttachedRow, readParents } from '../documents/attached-to.ts'
import { askedOfEmails, withoutPayloads } from '../emails/email.ts'
import { readEmailLists } from '../emails/emails-of.ts'

interface Attaching {
  context: Context
  info: GraphQLResolveInfo
  /** The bytes of emails that may still be read. */
  left: number
}

/** Objects of one kind, selected below a path. */
interface Holders {
  kind: string
  rows: readonly object[]
  path: readonly string[]
}

const holdsEmails = (kind: string): kind is ParentKind => kind === 'trip' || isParentItem(kind)

/** Sets the selected emails of trips or items. */
async function addEmails(to: Attaching, parent: ParentKind, { rows, path }: Holders) {
  const { context, info } = to
  const below = [...path, 'emails']
  if (selected(info, ...below).size === 0) return true
  const holders = rows as { id: number; emails?: object[] }[]
  const selection = withoutPayloads(askedOfEmails(info, ...below))
  const asked = { parent, ids: holders.map(({ id }) => id), selection }
  const { value: lists, bytes } = await readEmailLists(context, asked, to.left)
  if (!lists) return false
  to.left -= bytes
  for (const [nth, holder] of holders.entries()) holder.emails = lists[nth] ?? []
  return addAttached(to, { kind: 'email', rows: lists.flat(), path: below })
}

/** Sets the selected items that documents or emails are attached to. */
async function addParents(to: Attaching, { rows, path }: Holders) {
  const holders = rows as AttachedRow[]
  for (const kind of parentItemKinds) {
    const below = [...path, kind.plural]
    const selection = selected(to.info, ...below)
    if (selection.size === 0) continue
    const key = `${kind.name}Id` as const
    const ids = [...new Set(holders.flatMap((holder) => holder[key] ?? []))]
    const lists = ids.length > 0 ? await readParents(to.context, kind, selection, ids) : []
    const found = new Map(ids.map((id, nth) => [id, lists[nth]]))
    for (const holder of holders) holder[kind.plural] = found.get(holder[key] ?? 0) ?? []
    const items = { kind: kind.name, rows: lists.flat(), path: below }
    if (!(await addAttached(to, items))) return false
  }
  return true
}

/** Sets what these objects show of others; false if it is too much to be read. */
export async function addAttached(to: Attaching, holders: Holders): Promise<boolean> {
  const { kind, rows } = holders
  if (rows.length === 0) return true
  if (holdsEmails(kind)) return addEmails(to, kind, holders)
  return kind === 'document' || kind === 'email' ? addParents(to, holders) : true
}

/** The inbox: what waits for review, and what becomes of it (test/spec/07). */
import type { GraphQLResolveInfo } from 'graphql'
import type { Context } from '../../context.ts'
import { fail } from '../../errors.ts'
import type {
  MutationDeleteEmailArgs,
  MutationUpdateEmailArgs,
  QueryInboxArgs,
  QueryInboxEmailArgs,
} from '../../generated/types.ts'
import { granted, grantedOn } from '../../permissions/access.ts'
import { isAttached } from '../../permissions/attached-emails.ts'
import {
  heldParent,
  parentsCount,
  parentsNamed,
  setParent,
  withParent,
} from '../../permissions/parents.ts'
import { parameters } from '../hot-path/page.ts'
import { binder, prepared } from '../hot-path/sql.ts'
import { account } from '../hot-path/viewer.ts'
import { askedOfEmails, emailColumns, readEmail, weightOfEmail } from './email.ts'
import { readEmailPage } from './email-reads.ts'

function inbox(_: unknown, args: QueryInboxArgs, context: Context, info: GraphQLResolveInfo) {
  const { values, bind } = parameters()
  const listing = {
    columns: 'c.id, c.date',
    from: 'email c',
    where: `c.owner_id = ${bind(account(context).id)} and c.deleted_at is null
      and not c.parsed_successfully and ${parentsCount('c')} = 0`,
    order: 'c.date desc, c.id desc',
    values,
  }
  return readEmailPage(context, listing, args, info)
}

function inboxEmail(
  _: unknown,
  { id }: QueryInboxEmailArgs,
  context: Context,
  info: GraphQLResolveInfo,
) {
  const from = `${withParent('email')} join email e on e.id = d.id
    where d.id = $1 and d.owner_id = $2 and d.deleted_at is null
      and (not ${isAttached} or ${grantedOn('parent.trip_id', '$2', 'canSeeDocuments')})`
  return readEmail(context, { from, values: [id, account(context).id] }, info)
}

/**
 * SQL: the email, locked, so that one that is being moved has the parent it is moved to; and the
 * memberships that let the viewer change what lies in its trip, or in `destination`, held until the
 * statement is done.
 */
function permittedOn(id: string, viewer: string, destination = ''): string {
  const { from, where } = granted(viewer, 'canEditDocuments')
  return `locked as (
      select * from email where id = ${id} and deleted_at is null for update),
    source as (
      select d.id, d.owner_id = ${viewer} as own, ${isAttached} as attached, parent.trip_id
      from ${withParent('locked')}),
    ${destination && `destination as (${destination}),`}
    permitted as (
      select m.trip_id from ${from}
      where m.trip_id in (select trip_id from source
        ${destination && 'union all select trip_id from destination'})
        and ${where} for share of m)`
}

const sourceIsOpen = `case when s.attached then s.trip_id in (select trip_id from permitted)
  else s.own end`
const destinationIsOpen = `exists (select from destination join permitted using (trip_id)
  where s.own or destination.trip_id = s.trip_id)`

interface Written {
  /** Whether the email is there, deleted or not, and the viewer's. */
  own: boolean | null
  /** Whether it was there to be written to. */
  found: boolean
  /** Null if it was not written to. */
  id: number | null
}

const outcome = (id: string, viewer: string) => `
  (select owner_id = ${viewer} from email where id = ${id}) as own,
  exists (select from source) as found`

/**
 * Throws TOO_COMPLEX before anything is written where what is asked of the email is heavier than
 * may be read.
 */
async function weigh(context: Context, id: number, info: GraphQLResolveInfo): Promise<void> {
  const asked = askedOfEmails(info)
  if (!['content', 'safeContent', 'payload'].some((field) => asked.has(field))) return
  const text = `select (${weightOfEmail(info)})::float8 as bytes from email e where e.id = $1`
  await context.reading.take(async (left) => {
    const [row] = await context.db.query<{ bytes: number }>(prepared(text, [id]))
    const bytes = row?.bytes ?? 0
    return { value: undefined, bytes, isCut: bytes > left, isEmpty: true }
  })
}

async function updateEmail(
  _: unknown,
  { id, input }: MutationUpdateEmailArgs,
  context: Context,
  info: GraphQLResolveInfo,
) {
  await weigh(context, id, info)
  const [target] = parentsNamed(input)
  const { values, bind } = binder()
  const [email, viewer] = [bind(id), bind(account(context).id)]
  const at = target && bind(target.id)
  const sets = [
    ...(input.subject === undefined ? [] : [`subject = ${bind(input.subject)}`]),
    ...(target && at ? [...setParent(target, at), "reason = ''"] : []),
  ]
  const written =
    sets.length > 0
      ? `update email e set ${sets.join(', ')} from allowed where e.id = allowed.id returning e.*`
      : 'select e.* from email e join allowed using (id)'
  const text = `with ${permittedOn(email, viewer, target && at && heldParent(target.kind, at))},
    allowed as (
      select s.id from source s where ${sourceIsOpen} ${target ? `and ${destinationIsOpen}` : ''}),
    written as (${written})
    select ${outcome(email, viewer)}, ${emailColumns(askedOfEmails(info))}
    from (select) as one left join written e on true`
  const [row] = await context.db.query<Written>(prepared(text, values))
  if (row && row.id !== null) return row
  // Open a moment ago: the email, its parent or a right has gone since.
  return fail(row?.found || row?.own ? 'FORBIDDEN' : 'NOT_FOUND')
}

async function deleteEmail(_: unknown, { id }: MutationDeleteEmailArgs, context: Context) {
  const text = `with ${permittedOn('$1', '$2')}, written as (
      update email e set deleted_at = clock_timestamp() from source s
      where e.id = s.id and s.own and ${sourceIsOpen} returning e.id)
    select ${outcome('$1', '$2')}, written.id from (select) as one left join written on true`
  const [row] = await context.db.query<Written>(prepared(text, [id, account(context).id]))
  if (row?.found && row.own && row.id === null) fail('FORBIDDEN')
  return { success: true }
}

export const inboxResolvers = {
  Query: { inbox, inboxEmail },
  Mutation: { updateEmail, deleteEmail },
}

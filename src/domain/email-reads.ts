/** The emails attached to a trip with its active itinerary, or to one child (test/spec/04). */
import type { GraphQLResolveInfo } from 'graphql'
import type { Context } from '../context.ts'
import type { QueryDeletedEmailsArgs, QueryEmailArgs, QueryEmailsArgs } from '../generated/types.ts'
import { grantedOn } from '../permissions/parents.ts'
import { askedOfEmails, emailColumns, readEmail, weightOfEmail } from './email.ts'
import { payloadBudget } from './email-payloads.ts'
import { type Listing, type PageArgs, parameters, readPage, scopeOf } from './page.ts'
import { binder } from './sql.ts'
import { account } from './viewer.ts'

type Scope = Pick<QueryEmailsArgs, 'tripId' | 'hostingId' | 'activityId' | 'transportationId'>
type Bind = (value: unknown) => string

const children = ['hosting', 'activity', 'transportation'] as const

const fields = 'e.id, e.date, e.updated_at, e.deleted_at'

/**
 * SQL: the emails of a scope, deleted ones too, for a viewer who may see them: the second lock. A
 * trip's are its own and those of its live children; a child's its own, if it lives in the trip.
 */
function attachedIn(scope: Scope, viewer: string, bind: Bind): string {
  const trip = bind(scope.tripId)
  const asked = children.filter((kind) => typeof scope[`${kind}Id`] === 'number')
  const own = `select ${fields} from email e where e.trip_id = ${trip}`
  const parts = (asked.length > 0 ? asked : children).map((kind) => {
    const id = scope[`${kind}Id`]
    return `select ${fields} from ${kind} k join email e on e.${kind}_id = k.id
      where k.trip_id = ${trip} and k.deleted_at is null
        ${typeof id === 'number' ? `and k.id = ${bind(id)}` : ''}`
  })
  return `attached as (
    select * from (${[...(asked.length > 0 ? [] : [own]), ...parts].join(' union all ')}) e
    where ${grantedOn(trip, viewer, 'see')})`
}

/** Newest first, by what is asked of the emails `c.id`; payloads within the answer's budget. */
export async function readEmailPage(
  context: Context,
  listing: Listing,
  args: PageArgs,
  info: GraphQLResolveInfo,
) {
  const asked = askedOfEmails(info, 'results')
  const values = [...listing.values]
  const bind = (value: unknown) => `$${values.push(value) + 2}`
  const budget = await payloadBudget(context, asked, scopeOf(0, listing, args), bind)
  const weighed = {
    ...listing,
    values,
    weight: `(select ${weightOfEmail(info, budget, 'results')} from email e where e.id = c.id)`,
    after: (id: string) => `(c.date, c.id) < (select x.date, x.id from email x where x.id = ${id})`,
    late: { columns: emailColumns(asked, budget), join: 'left join email e on e.id = c.id' },
  }
  return readPage(context, 0, weighed, args)
}

function emails(_: unknown, args: QueryEmailsArgs, context: Context, info: GraphQLResolveInfo) {
  const { values, bind } = parameters()
  const listing = {
    with: attachedIn(args, bind(account(context).id), bind),
    columns: 'c.id, c.date',
    from: 'attached c',
    where: `c.deleted_at is null${
      args.updatedSince ? ` and c.updated_at >= ${bind(args.updatedSince)}::timestamptz` : ''
    }`,
    order: 'c.date desc, c.id desc',
    values,
  }
  return readEmailPage(context, listing, args, info)
}

function deletedEmails(_: unknown, args: QueryDeletedEmailsArgs, context: Context) {
  const { values, bind } = parameters()
  const since = args.since ?? args.updatedSince
  const listing = {
    with: attachedIn(args, bind(account(context).id), bind),
    columns: 'c.id, c.deleted_at as "deletedAt"',
    from: 'attached c',
    where: `c.deleted_at is not null${
      since ? ` and c.deleted_at >= ${bind(since)}::timestamptz` : ''
    }`,
    order: 'c.id',
    values,
  }
  return readPage(context, 0, listing, args)
}

function email(_: unknown, args: QueryEmailArgs, context: Context, info: GraphQLResolveInfo) {
  const { values, bind } = binder()
  const found = {
    with: attachedIn(args, bind(account(context).id), bind),
    from: `attached p join email e on e.id = p.id
      where p.id = ${bind(args.id)} and e.deleted_at is null`,
    values,
  }
  return readEmail(context, found, info)
}

export const emailReadResolvers = { Query: { emails, email, deletedEmails } }

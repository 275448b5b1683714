/** The emails attached to a trip with its active itinerary, or to one child (test/spec/04). */
import type { GraphQLResolveInfo } from 'graphql'
import type { Context } from '../../context.ts'
import type {
  QueryDeletedEmailsArgs,
  QueryEmailArgs,
  QueryEmailsArgs,
} from '../../generated/types.ts'
import { grantedOn } from '../../permissions/access.ts'
import { attachedIn, type InTripArgs } from '../../permissions/parents.ts'
import { type Listing, type PageArgs, parameters, readPage, scopeOf } from '../hot-path/page.ts'
import { binder } from '../hot-path/sql.ts'
import { account } from '../hot-path/viewer.ts'
import { askedOfEmails, emailColumns, readEmail, weightOfEmail } from './email.ts'
import { payloadBudget } from './email-payloads.ts'

/** SQL: the emails of a place, deleted ones too, for a viewer who may see them: the second lock. */
function attached(place: InTripArgs, viewer: string, bind: (value: unknown) => string): string {
  const trip = bind(place.tripId)
  const columns = 'd.id, d.date, d.updated_at, d.deleted_at'
  return `attached as (select * from ${attachedIn('email', place, trip, bind, columns)} e
    where ${grantedOn(trip, viewer, 'canSeeDocuments')})`
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
    with: attached(args, bind(account(context).id), bind),
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
    with: attached(args, bind(account(context).id), bind),
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
    with: attached(args, bind(account(context).id), bind),
    from: `attached p join email e on e.id = p.id
      where p.id = ${bind(args.id)} and e.deleted_at is null`,
    values,
  }
  return readEmail(context, found, info)
}

export const emailReadResolvers = { Query: { emails, email, deletedEmails } }

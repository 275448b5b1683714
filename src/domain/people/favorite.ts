/**
 * Favorites: lists, requests and their answers, and the operators' way in (test/spec/11.1,
 * 17-favorites).
 */
import type { Context } from '../../context.ts'
import { fail, refuse } from '../../errors.ts'
import type { MutationSetFavoriteArgs } from '../../generated/types.ts'
import { textReader, ValidationError } from '../../input/values.ts'
import type { Queryable } from '../../outside/database/database.ts'
import { causeIn, writeMails } from '../accounts/outgoing-mail.ts'
import { type PageArgs, parameters, readPage } from '../hot-path/page.ts'
import { prepared } from '../hot-path/sql.ts'
import { account } from '../hot-path/viewer.ts'
import { favoriteMail } from './favorite-mail.ts'
import { ask, type Favorite, lock, makePending, pairUp, shown, wants } from './favorite-rows.ts'

type Row = Record<string, unknown>

/** The caller's confirmed favorites and outgoing requests, newest first. */
function favorites(_: unknown, args: PageArgs, context: Context) {
  const { values, bind } = parameters()
  const listing = {
    columns: shown.columns,
    from: `favorite f ${shown.join}`,
    where: `f.user_id = ${bind(account(context).id)}`,
    order: '"createdAt" desc, id desc',
    values,
  }
  return readPage<Row>(context, 0, listing, args)
}

/** Requests of others that wait for the caller: who asks is shown, so that they can be answered. */
function favoriteRequests(_: unknown, args: PageArgs, context: Context) {
  const { values, bind } = parameters()
  const listing = {
    columns: `f.id, f.created_at as "createdAt", json_build_object('id', a.id, 'name', a.name,
      'email', a.email, 'photoUrl', a.photo_url) as inviter`,
    from: 'favorite f join account a on a.id = f.user_id',
    where: `f.favorite_user_id = ${bind(account(context).id)} and f.pending`,
    order: '"createdAt" desc, id desc',
    values,
  }
  return readPage<Row>(context, 0, listing, args)
}

const readEmail = textReader({ format: 'EMAIL' }, true)

/** A typed address in lower case, or the validation error about it. */
function addressIn(typed: string): string {
  try {
    return readEmail(typed) as string
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    return refuse('email', error.message)
  }
}

/** The account of a primary address, if there is one; takes the locks. */
async function findAndLock(tx: Queryable, viewer: number, email: string): Promise<number | null> {
  const text = `select a.id, ${lock('$1::int', 'a.id')}
    from (select (select id from account where email = $2) as id) a`
  const [row] = await tx.query<{ id: number | null }>(prepared(text, [viewer, email]))
  return row?.id ?? null
}

/**
 * Asks whoever has the address. Known and unknown addresses take the same statements, and the
 * answer is the same, so no one finds out by it who has an account (test/spec/11.1).
 */
async function requestFavorite(_: unknown, args: { email: string }, context: Context) {
  const viewer = account(context)
  const email = addressIn(args.email)
  const mail = favoriteMail({ to: email, inviter: viewer })
  const favorite = await context.db.transaction(async (tx) => {
    const found = await findAndLock(tx, viewer.id, email)
    if (found === viewer.id) refuse('email', 'You cannot be your own favorite.')
    const mutual = await pairUp(tx, [viewer.id, found], wants)
    if (mutual) return mutual
    const asked = await ask(tx, { by: viewer.id, email, found })
    await writeMails(tx, asked.isNews ? [mail] : [], causeIn(context))
    return asked
  })
  context.mailWaits()
  return favorite
}

/** Locks the people of a record that the viewer is one of; answers the other one. */
async function lockPeopleOf(tx: Queryable, id: number, viewer: number): Promise<number | null> {
  const text = `select case when user_id = $2 then favorite_user_id else user_id end as other,
      ${lock('user_id', 'favorite_user_id')}
    from favorite where id = $1 and $2 in (user_id, favorite_user_id)`
  const [row] = await tx.query<{ other: number | null }>(prepared(text, [id, viewer]))
  return row ? row.other : fail('NOT_FOUND')
}

/** Confirmed once more, it answers the same. */
async function confirmFavorite(_: unknown, { id }: { id: number }, context: Context) {
  const viewer = account(context).id
  const request = `exists (select from favorite r
    where r.id = $3 and r.user_id = $2 and r.favorite_user_id = $1)`
  const favorite = await context.db.transaction(async (tx) =>
    pairUp(tx, [viewer, await lockPeopleOf(tx, id, viewer)], request, id),
  )
  return favorite ?? fail('NOT_FOUND')
}

/** Ends a favorite on both sides; of a request, only the one that is named. */
async function removeFavorite(_: unknown, { id }: { id: number }, context: Context) {
  const viewer = account(context).id
  const text = `with named as (
      select user_id, favorite_user_id, pending from favorite
      where id = $1 and $2 in (user_id, favorite_user_id))
    delete from favorite f using named n where f.id = $1 or not n.pending
      and (f.user_id, f.favorite_user_id)
        in ((n.user_id, n.favorite_user_id), (n.favorite_user_id, n.user_id))
    returning f.id`
  const gone = await context.db.transaction(async (tx) => {
    await lockPeopleOf(tx, id, viewer)
    return tx.query(prepared(text, [id, viewer]))
  })
  if (gone.length === 0) fail('NOT_FOUND')
  return true
}

async function setFavorite(_: unknown, args: MutationSetFavoriteArgs, { db }: Context) {
  const [email, favorite] = [args.email, args.favorite].map((typed) => typed.trim().toLowerCase())
  if (email === favorite) refuse('favorite', 'A user cannot be their own favorite.')
  const text = `select a.id as one, b.id as other, ${lock('a.id', 'b.id')}
    from account a, account b where a.email = $1 and b.email = $2`
  return db.transaction(async (tx): Promise<Favorite | undefined> => {
    const values = [email, favorite]
    const [found] = await tx.query<{ one: number; other: number }>(prepared(text, values))
    if (!found) fail('NOT_FOUND')
    const people: [number, number] = [found.one, found.other]
    return args.pending ? makePending(tx, people) : pairUp(tx, people, 'true')
  })
}

export const favoriteResolvers = {
  Query: { favorites, favoriteRequests },
  Mutation: { requestFavorite, confirmFavorite, removeFavorite, setFavorite },
}

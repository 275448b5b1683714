/** Custom categories of activities (test/spec/08). */
import type { Context } from '../../context.ts'
import { fail, refuse } from '../../errors.ts'
import type { CategoryInput } from '../../generated/types.ts'
import { snakeCase } from '../../names.ts'
import { sharesTrip } from '../../permissions/access.ts'
import { columns, prepared, snakeKeys, upTo } from '../hot-path/sql.ts'
import { account } from '../hot-path/viewer.ts'

interface Category {
  id: number
}

const fields = columns('c', ['id', 'ownerId', 'slug', 'name', 'iconName', 'color', 'createdAt'])
const longestSlug = 255

/** The active categories of the caller, and of whoever is on an active trip with the caller. */
async function categories(_: unknown, _args: unknown, context: Context) {
  const text = `with owners as materialized (
      select $1::int as id
      union
      select y.user_id from member x join member y on y.trip_id = x.trip_id
        join trip z on z.id = x.trip_id and z.deleted_at is null
      where x.user_id = $1 and x.joined and y.joined)
    select ${fields} from owners join category c on c.owner_id = owners.id
    where c.deleted_at is null order by c.id ${upTo(context.maxObjects)}`
  return { results: await context.db.query<Category>(prepared(text, [account(context).id])) }
}

async function category(_: unknown, { id }: { id: number }, context: Context): Promise<Category> {
  const text = `select ${fields} from category c where c.id = $1 and c.deleted_at is null
    and (c.owner_id = $2 or ${sharesTrip('$2', 'c.owner_id')})`
  const [row] = await context.db.query<Category>(prepared(text, [id, account(context).id]))
  return row ?? fail('NOT_FOUND')
}

/**
 * The name in lower case, without accents, everything but letters and digits as `-` (test/spec/08).
 */
export function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const words = plain.replace(/[^a-z0-9]+/g, '-').replace(/^-/, '')
  return words.slice(0, longestSlug).replace(/-$/, '') || 'category'
}

/** SQL: the first of the slug `$3`, `$3-2`, `$3-3`, … that the caller `$1` does not have. */
const firstFree = `select s.slug from (
    select n, case n when 1 then $3 else left($3, ${longestSlug - 1} - length(n::text)) || '-' || n
      end as slug
    from generate_series(1,
      (select count(*) + 1 from category where owner_id = $1 and deleted_at is null)) n) s
  where not exists (select from category c
    where c.owner_id = $1 and c.slug = s.slug and c.deleted_at is null)
  order by s.n limit 1`

/** One statement; nothing is inserted if the caller has the slug, by now or for long. */
async function insert(context: Context, input: CategoryInput, slug: string, chosen: string) {
  const { slug: _, ...rest } = input
  const names = Object.keys(rest).map(snakeCase)
  const text = `insert into category as c (owner_id, slug, ${names})
    select $1, chosen.slug, ${names.map((name) => `r.${name}`)}
    from json_populate_record(null::category, $2) r, (${chosen}) chosen
    on conflict (owner_id, slug) where deleted_at is null do nothing
    returning ${fields}`
  const values = [account(context).id, snakeKeys(rest), slug]
  const [row] = await context.db.query<Category>(prepared(text, values))
  return row ?? null
}

async function createCategory(_: unknown, { input }: { input: CategoryInput }, context: Context) {
  if (input.slug) return insert(context, input, input.slug, 'select $3 as slug')
  const slug = slugOf(input.name ?? '')
  // A free slug is lost only to another create that has taken it: somebody gets on every time.
  for (;;) {
    const row = await insert(context, input, slug, firstFree)
    if (row) return row
  }
}

/** Whether a write failed because the caller has another active category with the slug. */
export function isTaken(error: unknown): boolean {
  return (
    error instanceof Error && 'constraint' in error && error.constraint === 'category_active_slug'
  )
}

async function updateCategory(
  _: unknown,
  { id, input }: { id: number; input: CategoryInput },
  context: Context,
) {
  const sent = Object.entries(input).filter(([name, value]) => name !== 'slug' || value !== '')
  if (sent.length === 0) return category(_, { id }, context)
  const sets = sent.map(([name]) => `${snakeCase(name)} = r.${snakeCase(name)}`)
  const text = `update category c set ${sets}
    from json_populate_record(null::category, $3) r
    where c.id = $1 and c.owner_id = $2 and c.deleted_at is null
    returning ${fields}`
  const values = [id, account(context).id, snakeKeys(Object.fromEntries(sent))]
  try {
    const [row] = await context.db.query<Category>(prepared(text, values))
    return row ?? fail('NOT_FOUND')
  } catch (error) {
    if (!isTaken(error)) throw error
    return refuse('slug', 'You already have a category with this slug.')
  }
}

async function deleteCategory(_: unknown, { id }: { id: number }, context: Context) {
  const text = `update category c set deleted_at = clock_timestamp()
    where c.id = $1 and c.owner_id = $2 and c.deleted_at is null returning c.id`
  const [row] = await context.db.query(prepared(text, [id, account(context).id]))
  if (!row) fail('NOT_FOUND')
  return true
}

export const categoryResolvers = {
  Query: { categories, category },
  Mutation: { createCategory, updateCategory, deleteCategory },
}

/**
 * Compares the functions and triggers that the migrations create with those of functions.sql: moves
 * the former aside, creates those of the page, and compares PostgreSQL's definitions of both.
 * Quoted bodies must be identical, comments included; elsewhere spelling does not matter. For a
 * database in memory, which is unusable afterwards.
 */

const functionsText = `
  select 'function ' || oid::regprocedure as name, pg_get_functiondef(oid) as text
  from pg_proc where pronamespace = 'public'::regnamespace and prokind in ('f', 'p')`
const triggersText = `select format('trigger %s on %s', tgname, tgrelid::regclass) as name,
    pg_get_triggerdef(oid) as text
  from pg_trigger where not tgisinternal`
/** Columns and indexes may depend on a function: it can be moved, not dropped. */
const aside = `create schema aside;
do $$
declare one record;
begin
  for one in select tgname, tgrelid::regclass as relation from pg_trigger where not tgisinternal
  loop execute format('drop trigger %I on %s', one.tgname, one.relation); end loop;
  for one in select oid::regprocedure as name from pg_proc
    where pronamespace = 'public'::regnamespace
  loop execute format('alter routine %s set schema aside', one.name); end loop;
end $$;`

/** The definitions of all functions and triggers, by their names. */
async function definitionsOf(database) {
  const { rows } = await database.query(`${functionsText} union all ${triggersText} order by 1`)
  return new Map(rows.map(({ name, text }) => [name, text]))
}

/**
 * The differences between the functions and triggers of `database`, a migrated PGlite, and those
 * that the SQL of `page` creates: a sentence each.
 */
export async function compareFunctions(database, page) {
  const migrated = await definitionsOf(database)
  await database.exec(aside)
  await database.exec(page)
  const written = await definitionsOf(database)
  const differences = [...migrated].flatMap(([name, text]) => {
    if (!written.has(name)) return [`${name} is missing from functions.sql`]
    const other = written.get(name)
    return other === text ? [] : [`${name} differs; the migrations:\n${text}\nthe page:\n${other}`]
  })
  const extra = [...written.keys()].filter((name) => !migrated.has(name))
  return [...differences, ...extra.map((name) => `${name} is missing from the migrations`)]
}

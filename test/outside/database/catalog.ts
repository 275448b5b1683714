/** The schema of a database by its own catalogue, a line for each part, to be compared. */
import type { ClientBase } from 'pg'

/** Columns without their positions: those that were added later come last. */
const schemaQuery = `
  select format('column %s.%s %s%s%s%s', attrelid::regclass, attname,
      format_type(atttypid, atttypmod), case when attnotnull then ' not null' end,
      case attgenerated when 's' then ' generated' end,
      ' default ' || pg_get_expr(adbin, adrelid)) as line
    from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
    join pg_class on pg_class.oid = attrelid
    where relkind = 'r' and relnamespace = current_schema()::regnamespace
      and attnum > 0 and not attisdropped
  union all select 'index ' || indexdef from pg_indexes where schemaname = current_schema()
  union all select format('constraint %s on %s %s', conname, conrelid::regclass,
      pg_get_constraintdef(oid)) from pg_constraint
    where connamespace = current_schema()::regnamespace
  union all select pg_get_functiondef(oid) from pg_proc
    where pronamespace = current_schema()::regnamespace and prokind = 'f'
  union all select format('%s (%s)', pg_get_triggerdef(pg_trigger.oid), tgenabled)
    from pg_trigger where not tgisinternal
  union all select format('sequence %s of %s.%s', pg_class.oid::regclass, refobjid::regclass,
      attname)
    from pg_class join pg_depend on objid = pg_class.oid and deptype = 'a'
    join pg_attribute on attrelid = refobjid and attnum = refobjsubid
    where relkind = 'S' and relnamespace = current_schema()::regnamespace
  union all select format('enum %s %s', enumtypid::regtype, enumlabel) from pg_enum
  order by 1`

export async function schemaOf(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(schemaQuery)
  return rows.map(({ line }) => line)
}

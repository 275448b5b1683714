/** Facts about a database, read by `npm run admin -- doctor`. */
import { connect, type DatabaseOptions } from './database.ts'
import { migrationsFolder } from './empty.ts'
import { waitingIn } from './migrate.ts'
import { silent } from './pool.ts'

interface NamedKeys {
  named: number
  /** Keys that never expire. */
  endless: number
}

export interface Inspection {
  /** For example 150004 for 15.4. */
  version: number
  encoding: string
  role: string
  isSuperuser: boolean
  /** Whether the role may create tables, as migrations require. */
  mayCreate: boolean
  /** Tables of the schema that another role owns. */
  foreignTables: number
  maxConnections: number
  /** Connections of other applications. */
  otherConnections: number
  fsync: string
  synchronousCommit: string
  /** Milliseconds by which its clock is ahead of this one. */
  clockAhead: number
  /** Whether the service has never used it. */
  isNew: boolean
  /** Names of migrations that the next start applies. */
  waiting: string[]
  /** Why the service cannot start with these migrations. */
  refused: string | undefined
  /** Named keys; undefined until the tables are up to date. */
  keys: NamedKeys | undefined
}

const keysQuery = `select count(*)::int as named,
  count(*) filter (where expires_at is null)::int as endless from api_key where name is not null`

const factsQuery = `select current_setting('server_version_num')::int as version,
  pg_encoding_to_char(encoding) as encoding,
  to_regclass('_prisma_migrations') is null as "isNew",
  current_user as role, rolsuper as "isSuperuser",
  coalesce(has_schema_privilege(current_schema(), 'create'), false) as "mayCreate",
  (select count(*)::int from pg_class where relkind = 'r'
     and relnamespace = to_regnamespace(current_schema()::text)
     and not pg_has_role(relowner, 'usage')) as "foreignTables",
  current_setting('max_connections')::int
    - current_setting('superuser_reserved_connections')::int as "maxConnections",
  (select count(*)::int from pg_stat_activity
     where backend_type = 'client backend' and pid <> pg_backend_pid()
     and application_name <> 'trips') as "otherConnections",
  current_setting('fsync') as fsync, current_setting('synchronous_commit') as "synchronousCommit"
  from pg_database, pg_roles where datname = current_database() and rolname = current_user`

type Place = Pick<DatabaseOptions, 'url' | 'directUrl' | 'dataDir'>

/** Reads the facts; throws like `connect`, or the server's error. */
export async function inspect(place: Place): Promise<Inspection> {
  const { pool, withMigrationClient, close } = await connect({ ...place, poolSize: 1, log: silent })
  try {
    const { rows } = await pool.query<Inspection>(factsQuery)
    const begun = Date.now()
    const clock = await pool.query<{ now: Date }>('select clock_timestamp() as now')
    const clockAhead = (clock.rows[0]?.now.getTime() ?? 0) - (begun + Date.now()) / 2
    const level = await withMigrationClient((client) => waitingIn(client, migrationsFolder)).then(
      (waiting) => ({ waiting, refused: undefined }),
      (error: Error) => ({ waiting: [], refused: error.message }),
    )
    const facts = rows[0] as Inspection
    const isUpToDate = !facts.isNew && level.waiting.length === 0 && level.refused === undefined
    const keys = isUpToDate ? (await pool.query<NamedKeys>(keysQuery)).rows[0] : undefined
    return { ...facts, clockAhead, ...level, keys }
  } finally {
    await close()
  }
}

/** Warnings about a connection like the service's, through the pooler. Throws like `connect`. */
export async function warningsOfPooler(place: Place): Promise<string[]> {
  const warnings: string[] = []
  const log = { ...silent, warn: (_: object, message: string) => void warnings.push(message) }
  const { close } = await connect({ ...place, poolSize: 1, log })
  await close()
  return warnings
}

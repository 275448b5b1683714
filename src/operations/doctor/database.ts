/** The database: whether it is reachable, has the required version and privileges, is migrated. */
import { isNewDatabase } from '../../outside/data-directory.ts'
import { type Inspection, inspect, warningsOfPooler } from '../../outside/database/inspection.ts'
import { DataDirectoryInUse } from '../../outside/database/lock.ts'
import type { Config } from '../../settings/config.ts'
import {
  asSentence,
  type Check,
  type CheckResult,
  counted,
  failed,
  ok,
  type Patient,
  sentenceOf,
  warning,
} from './checks.ts'

export const database: Check = {
  name: 'database',
  run: (patient) => (patient.config.databaseUrl ? onServer(patient) : embedded(patient)),
}

async function onServer({ config, clocks }: Patient): Promise<CheckResult[]> {
  const { databaseUrl, databaseDirectUrl: url = databaseUrl, dataDir } = config
  let seen: Inspection
  try {
    seen = await inspect({ url, dataDir })
  } catch (error) {
    const setting = config.databaseDirectUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL'
    return [failed(`${sentenceOf(error)} Check ${setting}, the server and its pg_hba.conf.`)]
  }
  clocks.set('the database', seen.clockAhead)
  const { version, encoding, role } = seen
  const name = `PostgreSQL ${Math.floor(version / 10_000)}.${version % 10_000}`
  const found = [
    version < 150_000 && failed(`${name} is too old; use version 15 or newer.`),
    encoding !== 'UTF8' &&
      failed(`The database is encoded in ${encoding}; create one with encoding UTF8.`),
    ...rightsOf(seen),
    connectionsOf(seen, config),
    ...durabilityOf(seen),
    levelOf(seen),
    keysOf(seen),
  ].filter((one) => one !== false)
  return [ok(`${name} answers, encoded in ${encoding}, to the role ${role}.`), ...found]
}

/** The pooler through which the service reaches the database, if any. */
export const pooler: Check = {
  name: 'connection pooler',
  async run({ config: { databaseUrl: url, databaseDirectUrl: directUrl, dataDir } }) {
    if (url === undefined || directUrl === undefined) return undefined
    try {
      const warnings = await warningsOfPooler({ url, directUrl, dataDir })
      if (warnings.length === 0) return ok('The connection pooler answers.')
      return warnings.map((one) => warning(asSentence(one)))
    } catch (error) {
      return failed(`${sentenceOf(error)} Check DATABASE_URL and the connection pooler.`)
    }
  },
}

function rightsOf({ role, isSuperuser, mayCreate, foreignTables }: Inspection): CheckResult[] {
  return [
    isSuperuser &&
      warning(`The role ${role} is a superuser; use one that only owns this database.`),
    foreignTables > 0 &&
      failed(`${counted(foreignTables, 'table')} of other roles found; make ${role} the owner.`),
    !mayCreate && failed(`The role ${role} cannot create tables; grant it CREATE on the schema.`),
  ].filter((one) => one !== false)
}

function connectionsOf(seen: Inspection, { databasePoolSize: pool }: Config): CheckResult {
  const left = seen.maxConnections - seen.otherConnections
  const found = `Of ${seen.maxConnections} connections, other clients use ${seen.otherConnections}`
  if (pool > left)
    return warning(
      `${found}; this service may open ${pool}. Lower DATABASE_POOL_SIZE, or raise max_connections.`,
    )
  return ok(`${found}; this service may open ${pool}.`)
}

function durabilityOf({ fsync, synchronousCommit }: Inspection): CheckResult[] {
  if (fsync === 'off')
    return [warning('The server runs with fsync = off: losing power can destroy the database.')]
  if (synchronousCommit === 'off')
    return [warning('The server runs with synchronous_commit = off: a crash loses recent writes.')]
  return []
}

function levelOf({ isNew, waiting, refused }: Inspection): CheckResult {
  if (isNew) return ok('The database is new; the first start creates its tables.')
  if (refused !== undefined) return failed(`The service cannot start: ${refused}.`)
  if (waiting.length === 0) return ok('All migrations are applied.')
  return warning(
    `The next start applies ${counted(waiting.length, 'migration')}; make a backup first.`,
  )
}

/** Keys often outlive their users; reports their number, as more is unknown here. */
function keysOf({ keys }: Inspection): CheckResult | false {
  if (!keys || keys.named === 0) return false
  const found = `Of ${counted(keys.named, 'key')} with a name, ${keys.endless} never expire`
  return ok(keys.endless > 0 ? `${found}; list them with the admin command keys.` : `${found}.`)
}

async function embedded({ config: { dataDir }, service }: Patient): Promise<CheckResult[]> {
  try {
    const isNew = await isNewDatabase(dataDir)
    if (isNew) return [ok('The first start creates an embedded database.')]
    const seen = await inspect({ url: undefined, dataDir })
    const found = levelOf(seen)
    if (found.state !== 'ok') return [found]
    const all = ok('The embedded database can be opened, and all migrations are applied.')
    return [all, keysOf(seen)].filter((one) => one !== false)
  } catch (error) {
    if (!(error instanceof DataDirectoryInUse)) return [failed(sentenceOf(error))]
    const { pid, host } = error.holder
    if (service === 'ready')
      return [ok('The running service uses the embedded database and is ready.')]
    const sentence =
      `Process ${pid} on ${host} uses the embedded database, but does not answer as ready on ` +
      'HOST and PORT; run doctor with the settings of that process, or see its log.'
    return [warning(sentence)]
  }
}

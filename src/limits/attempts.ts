/** The statements of the throttle on `attempt`. */

import type { Database } from '../outside/database/database.ts'
import type { Config } from '../settings/config.ts'
import { clientsOfSite } from './networks.ts'

export type Limits = Config['limits']
export type LimitName = keyof Limits

/** A limit and who uses it; `subject` is stored as it is, so it must not be a person's address. */
export interface Use {
  limit: LimitName
  subject: string
  /** What `subject` is a part of, for which the limit holds `clientsOfSite` times as wide. */
  site?: string | undefined
}

/** Where an account was logged in to; both as they are stored. */
export interface Home {
  account: string
  network: string
}

/**
 * The ids of the counted tries; or `full` with the seconds until one is free again, undefined where
 * only tries that are still pending are in the way, and which limit on whom it is.
 */
export type Verdict = { ids: string[] } | Full

interface Full {
  full: number | undefined
  of: string
}

/** What a limit on somebody is called. */
export const keyOf = (limit: string, subject: string) => `${limit} ${subject}`

type Tx = Pick<Database, 'query'>

interface Counted extends Omit<Use, 'site'> {
  most: number
}

// A pending try has the limit's name with this at its end.
const pending = ' pending'

/** Seconds after which a pending try counts as a failure: its process has died meanwhile. */
const pendingLife = 60

/** Seconds a row is kept beyond the longest window. */
const purgeGrace = 60

const lock = `select pg_advisory_xact_lock(hashtextextended('attempt ' || $1, 0))`

// $1 limit, $2 its pending name, $3 subject, $4 start of the window, $5 oldest living pending try
const inWindow = `from attempt where "limit" in ($1, $2) and subject = $3 and at > $4::timestamptz
  and ("limit" = $1 or at <= $5::timestamptz)`

const tally = `
select (select count(*) ${inWindow})::int as failed,
  (select count(*) from attempt
    where "limit" = $2 and subject = $3 and at > $5::timestamptz)::int as pending`

const nthNewest = `select extract(epoch from at)::float8 as at ${inWindow}
order by at desc offset $6 limit 1`

const insert = `
insert into attempt ("limit", subject, at)
select name, subject, $3::timestamptz from unnest($1::text[], $2::text[]) as given (name, subject)
returning id::text as id`

const fail = `
update attempt set "limit" = left("limit", -${pending.length})
where id = any($1::bigint[]) and right("limit", ${pending.length}) = '${pending}'`

const release = `
delete from attempt
where id = any($1::bigint[]) or ("limit" = $2 and subject = any($3::text[]))`

// A thousand at a time: what an attack left behind must not hold up the request that cleans.
const purge = `
delete from attempt where id in (
  select old.id from unnest($1::text[], $2::timestamptz[]) as of ("limit", start)
  cross join lateral (select id from attempt
    where "limit" = of."limit" and at < of.start order by at limit 1000) old)`

/** Seconds for which a login makes its network one of the account's: 30 days. */
const homeLife = 30 * 24 * 3600

const knows = `
select from login_network where account = $1 and network = $2 and at > $3::timestamptz`

// Once a day is enough, so that parallel logins do not queue for the row.
const remember = `
insert into login_network as known (account, network, at) values ($1, $2, $3::timestamptz)
on conflict (account, network) do update set at = excluded.at
where known.at < excluded.at - interval '1 day'`

const purgeHomes = `
delete from login_network where (account, network) in (
  select account, network from login_network where at < $1::timestamptz order by at limit 1000)`

export function attempts(
  db: Pick<Database, 'query' | 'transaction'>,
  limits: Limits,
  clock: () => Date,
) {
  const before = (seconds: number) => new Date(clock().getTime() - seconds * 1000).toISOString()

  /** Each subject that is counted for the uses: those of clients, and those of their sites. */
  const countedOf = (uses: Use[]): Counted[] =>
    uses.flatMap(({ limit, subject, site }) => {
      const { most } = limits[limit]
      const wide = site && { limit, subject: site, most: most * clientsOfSite }
      return [{ limit, subject, most }, ...(wide ? [wide] : [])]
    })

  /** None: it is under the limit. */
  async function full(tx: Tx, { limit, subject, most }: Counted): Promise<Full[]> {
    const { seconds } = limits[limit]
    const values = [limit, limit + pending, subject, before(seconds), before(pendingLife)]
    const [found] = await tx.query<{ failed: number; pending: number }>({ text: tally, values })
    if (!found || found.failed + found.pending < most) return []
    const of = keyOf(limit, subject)
    if (found.failed < most) return [{ full: undefined, of }]
    const [row] = await tx.query<{ at: number }>({
      text: nthNewest,
      values: [...values, most - 1],
    })
    return [{ full: (row?.at ?? 0) + seconds - clock().getTime() / 1000, of }]
  }

  return {
    /** Checks all `uses` and counts them, or none. */
    take(uses: Use[], as: 'counted' | 'pending'): Promise<Verdict> {
      if (uses.length === 0) return Promise.resolve({ ids: [] })
      return db.transaction(async (tx): Promise<Verdict> => {
        // Always in the same order, so that two tries never wait for each other.
        const counted = countedOf(uses)
        const keys = counted.map(({ limit, subject }) => keyOf(limit, subject)).sort()
        for (const key of keys) await tx.query({ text: lock, values: [key] })
        const refusals: Full[] = []
        for (const use of counted) refusals.push(...(await full(tx, use)))
        const [longest] = refusals.sort((a, b) => (b.full ?? 0) - (a.full ?? 0))
        if (longest) return longest
        const names = counted.map(({ limit }) => (as === 'pending' ? limit + pending : limit))
        const rows = await tx.query<{ id: string }>({
          text: insert,
          values: [names, counted.map(({ subject }) => subject), before(0)],
        })
        return { ids: rows.map(({ id }) => id) }
      })
    },
    /** Turns pending tries into failures. */
    async fail(ids: string[]): Promise<void> {
      if (ids.length > 0) await db.query({ text: fail, values: [ids] })
    },
    /** Forgets pending tries, and with `also` the failures counted there. */
    async release(ids: string[], also?: Use): Promise<void> {
      const values = [ids, also?.limit ?? '', also ? [also.subject, also.site ?? ''] : []]
      if (ids.length > 0) await db.query({ text: release, values })
    },
    /** Whether the account has lately been logged in to from there. */
    async knows({ account, network }: Home): Promise<boolean> {
      const values = [account, network, before(homeLife)]
      return (await db.query({ text: knows, values })).length > 0
    },
    /** Has been logged in to from there just now. */
    async remember({ account, network }: Home): Promise<void> {
      await db.query({ text: remember, values: [account, network, before(0)] })
    },
    /** Deletes rows that no limit looks at any more. */
    async purge(): Promise<void> {
      const all = Object.entries(limits).flatMap(([name, { seconds }]) =>
        [name, name + pending].map((limit) => ({ limit, start: before(seconds + purgeGrace) })),
      )
      const values = [all.map(({ limit }) => limit), all.map(({ start }) => start)]
      await db.query({ text: purge, values })
      await db.query({ text: purgeHomes, values: [before(homeLife + purgeGrace)] })
    },
  }
}

/** Attempts, counted as rows of `attempt`, and the networks from which users log in. */
import type { Database, Tx } from '../../outside/database/database.ts'
import { holdNames } from '../../outside/database/locks/names.ts'
import { clientsOfSite } from '../../process/networks.ts'
import type { Config } from '../../settings/config.ts'

export type Limits = Config['limits']
export type LimitName = keyof Limits

/** A limit and its subject, which is stored unhashed and so must not be a person's address. */
export interface Use {
  limit: LimitName
  subject: string
  /** The site that contains `subject`; its limit is `clientsOfSite` times as high. */
  site?: string | undefined
}

/** A network from which the account has logged in; both as stored. */
export interface Home {
  account: string
  network: string
}

/**
 * The ids of the counted attempts; or `full`, with the seconds until another is possible, undefined
 * if only pending attempts block it, and with the limit and its subject.
 */
export type AttemptVerdict = { ids: bigint[] } | Full

interface Full {
  full: number | undefined
  of: string
}

/** The key of a limit on a subject. */
export const attemptKeyOf = (limit: string, subject: string) => `${limit} ${subject}`

interface Counted extends Omit<Use, 'site'> {
  max: number
}

/** Seconds after which a pending attempt counts as a failure, as its process has died. */
const pendingLife = 60

/** Seconds that rows are kept beyond the longest window. */
const purgeGrace = 60

/** Seconds by which the clocks of processes may differ. */
const redateGrace = 60

/** Maximum rows per purge, so that rows of an attack do not delay the request that purges. */
const purged = 1_000

const day = 24 * 3600

/** Seconds for which a network counts as the account's after a login: 30 days. */
const homeLife = 30 * day

type Transaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
/** The moment `seconds` ago. */
type Before = (seconds: number) => Date

/** Attempts dated in the future, from before the clock was set back, count as of now. */
async function redate(tx: Tx, before: Before, whose: { limit: string; subject?: string }) {
  const where = { ...whose, at: { gt: before(-redateGrace) } }
  await tx.attempt.updateMany({ where, data: { at: before(0) } })
}

/** Empty if the use is below its limit, counted over the last `seconds`. */
async function full(tx: Tx, before: Before, use: Counted & { seconds: number }): Promise<Full[]> {
  const { limit, subject, max, seconds } = use
  const inWindow = { at: { gt: before(seconds) } }
  const living = { isPending: true, at: { gt: before(pendingLife) } }
  const whose = { limit, subject }
  if ((await tx.attempt.count({ where: { ...whose, OR: [inWindow, living] } })) < max) return []
  await redate(tx, before, whose)
  const nthNewest = await tx.attempt.findFirst({
    where: { ...whose, ...inWindow, NOT: living },
    orderBy: { at: 'desc' },
    skip: max - 1,
    select: { at: true },
  })
  const free = nthNewest && (nthNewest.at.getTime() - before(seconds).getTime()) / 1000
  return [{ full: free ?? undefined, of: attemptKeyOf(limit, subject) }]
}

export function attempts(
  db: Pick<Database, 'prisma' | 'transaction'>,
  limits: Limits,
  clock: () => Date,
) {
  /** Also works on a full disk, so that attempts to log in are always counted. */
  const transaction: Transaction = (work) =>
    db.transaction(({ prisma }) => work(prisma), { usesReserve: true })
  const before: Before = (seconds) => new Date(clock().getTime() - seconds * 1000)

  /** The subjects to count for the uses: clients and their sites. */
  const countedOf = (uses: Use[]): Counted[] =>
    uses.flatMap(({ limit, subject, site }) => {
      const { max } = limits[limit]
      const wide = site && { limit, subject: site, max: max * clientsOfSite }
      return [{ limit, subject, max }, ...(wide ? [wide] : [])]
    })

  return {
    /** Checks all `uses` and counts them, or none. */
    take(uses: Use[], as: 'counted' | 'pending'): Promise<AttemptVerdict> {
      return transaction(async (tx): Promise<AttemptVerdict> => {
        // In a fixed order, to avoid deadlocks.
        const counted = countedOf(uses)
        const names = counted.map(({ limit, subject }) => `attempt ${attemptKeyOf(limit, subject)}`)
        await holdNames(tx, ...names.sort())
        const refusals: Full[] = []
        for (const use of counted) {
          const { seconds } = limits[use.limit]
          refusals.push(...(await full(tx, before, { ...use, seconds })))
        }
        const [longest] = refusals.sort((a, b) => (b.full ?? 0) - (a.full ?? 0))
        if (longest) return longest
        const row = { isPending: as === 'pending', at: before(0) }
        const data = counted.map(({ limit, subject }) => ({ limit, subject, ...row }))
        const rows = await tx.attempt.createManyAndReturn({ data, select: { id: true } })
        return { ids: rows.map(({ id }) => id) }
      })
    },
    /** Turns pending attempts into failures. */
    async fail(ids: bigint[]): Promise<void> {
      if (ids.length === 0) return
      const failed = { where: { id: { in: ids } }, data: { isPending: false } }
      await transaction((tx) => tx.attempt.updateMany(failed))
    },
    /** Deletes pending attempts, and the failures counted for `also`. */
    async release(ids: bigint[], also?: Use): Promise<void> {
      if (ids.length === 0) return
      const { limit = '', subject = '', site = subject } = also ?? {}
      const failures = { limit, subject: { in: [subject, site] }, isPending: false }
      const where = { OR: [{ id: { in: ids } }, failures] }
      await transaction((tx) => tx.attempt.deleteMany({ where }))
    },
    /** Whether the account has recently logged in from this network. */
    async knows(home: Home): Promise<boolean> {
      const where = { ...home, at: { gt: before(homeLife) } }
      return (await db.prisma.loginNetwork.count({ where })) > 0
    },
    /** Records a login from this network, at most once a day, so that most logins only read. */
    async remember(home: Home): Promise<void> {
      const where = { account_network: home }
      const known = await db.prisma.loginNetwork.findUnique({ where, select: { at: true } })
      if (known && known.at > before(day)) return
      const at = before(0)
      const row = { where, create: { ...home, at }, update: { at } }
      await transaction((tx) => tx.loginNetwork.upsert(row))
    },
    /** Deletes rows older than every limit's window. */
    purge: () => purge(transaction, limits, before),
  }
}

async function purge(transaction: Transaction, limits: Limits, before: Before): Promise<void> {
  for (const [limit, { seconds }] of Object.entries(limits)) {
    const where = { limit, at: { lt: before(seconds + purgeGrace) } }
    await transaction(async (tx) => {
      await redate(tx, before, { limit })
      const [orderBy, select] = [{ at: 'asc' }, { id: true }] as const
      // Found first: for a limit in a subquery, PostgreSQL would read the whole table.
      const old = await tx.attempt.findMany({ where, orderBy, take: purged, select })
      if (old.length === 0) return
      await tx.attempt.deleteMany({ where: { id: { in: old.map(({ id }) => id) } } })
    })
  }
  const where = { at: { lt: before(homeLife + purgeGrace) } }
  await transaction((tx) => tx.loginNetwork.deleteMany({ where, limit: purged }))
}

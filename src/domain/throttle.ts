/**
 * The limits of contract 1.3. Tries are rows of `attempt`, so that a limit holds over restarts and
 * for all processes on one database.
 *
 * Parallel tries cannot slip past a limit. Each use of one is checked and counted in one
 * transaction under an advisory lock on limit and subject. A login is counted as pending *before*
 * its password is verified, and then becomes a failure or vanishes. What pending tries might still
 * fill is waited for, not refused, so right logins, however many at once, are never throttled by
 * each other.
 *
 * The failures of one account are also counted slowly over all networks (`loginDay`), since many
 * machines, each within its own limit, could otherwise guess for ever. An attacker elsewhere could
 * use this limit up and so lock the owner out (N4), therefore it holds only in networks from which
 * the account has not lately been logged in to. The owner who is under attack *and* in a new
 * network gets in by a password reset: the mail proves them, and makes the network theirs.
 */
import { fail } from '../errors.ts'
import { addressOf, networkOf, siteOf } from '../networks.ts'
import type { Database } from '../outside/database/database.ts'
import { Turnstile } from '../turnstile.ts'
import { attempts, type Home, type LimitName, type Limits, type Use } from './attempts.ts'
import { sha256 } from './secrets.ts'

export interface ThrottleOptions {
  db: Pick<Database, 'query' | 'transaction'>
  limits: Limits
  clock: () => Date
  /** Milliseconds a login waits for others of its account or address that are being verified. */
  patience?: number
}

export interface Login {
  /**
   * Whose password is tried: something fixed per account where there is one (its id, so that
   * username and email share a limit), else the name as typed, told apart from every id. Stored as
   * a hash only.
   */
  account: string
  ip: string
  /** They hold a key of the account: the slow limit, which is for strangers, is not for them. */
  isProved?: boolean
}

/** One per process; see `createThrottle`. */
export interface Throttle {
  /** Counts one try under each of `uses`, or throws THROTTLED and counts none. */
  count(...uses: Use[]): Promise<void>
  /**
   * Runs `verify` under the login limits. `undefined` from it is a failed login and stays counted;
   * anything else clears the failures of this account in this network; an error counts for nothing.
   * THROTTLED, without running `verify`, once the failures of the account in this client network,
   * or of the client's address, are used up; or, in a network that is new to the account, its
   * failures of a day everywhere. An attacker elsewhere so never locks the owner out (target N4).
   */
  login<T>(login: Login, verify: () => Promise<T | undefined>): Promise<T | undefined>
  /** They have proved in another way whose account it is: their network becomes one of its own. */
  recognise(login: Login): Promise<void>
}

/** A use of `limit` by the client at `ip`. */
export function byAddress<Name extends LimitName>(limit: Name, ip: string): Use & { limit: Name } {
  return { limit, subject: addressOf(ip), site: siteOf(ip) }
}

/** A use of `limit` by a person: a user's id as text, or an address as typed; stored as a hash. */
export function byPerson(limit: LimitName, person: string): Use {
  return { limit, subject: sha256(person.trim().toLowerCase()) }
}

/** Throws THROTTLED in the contract's words; `seconds` until another try makes sense. */
export function throttled(seconds: number): never {
  const retryAfter = Math.max(1, Math.ceil(seconds))
  const message = `Request was throttled. Expected available in ${retryAfter} seconds.`
  fail('THROTTLED', { message, retryAfter })
}

const homeOf = ({ account, ip }: Login): Home => ({
  account: sha256(account.trim().toLowerCase()),
  network: networkOf(ip),
})

/** Milliseconds between two deletions of old rows. */
const purgePause = 600_000

/** The throttle of a process: share one, since it also queues the logins of the process. */
export function createThrottle(options: ThrottleOptions): Throttle {
  const { db, limits, clock, patience = 10_000 } = options
  const counted = attempts(db, limits, clock)
  // As many passwords of one account or address are verified at once as may still fail.
  const turnstileOf = (limit: 'loginAccount' | 'loginAddress') =>
    new Turnstile({ max: Infinity, maxPerKey: limits[limit].most, maxWait: patience })
  const turnstiles = {
    loginAccount: turnstileOf('loginAccount'),
    loginAddress: turnstileOf('loginAddress'),
  }
  let purged = 0

  const limiting = <U extends Use>(uses: U[]) => uses.filter(({ limit }) => limits[limit].most > 0)

  async function purge(): Promise<void> {
    const now = clock().getTime()
    if (now - purged < purgePause) return
    purged = now
    await counted.purge()
  }

  async function reserve(uses: Use[]): Promise<string[]> {
    const until = performance.now() + patience
    for (let pause = 20; ; pause = Math.min(pause * 2, 500)) {
      const verdict = await counted.take(uses, 'pending')
      if ('ids' in verdict) return verdict.ids
      if (verdict.full !== undefined) throttled(verdict.full)
      if (performance.now() + pause > until) throttled(1)
      await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random())))
    }
  }

  return {
    async count(...uses) {
      const verdict = await counted.take(limiting(uses), 'counted')
      if ('full' in verdict) throttled(verdict.full ?? 1)
      await purge()
    },

    async login<T>(login: Login, verify: () => Promise<T | undefined>) {
      const home = homeOf(login)
      const site = siteOf(login.ip)
      const own = {
        limit: 'loginAccount',
        subject: `${home.account} ${home.network}`,
        site: site && `${home.account} ${site}`,
      } as const
      const uses = limiting([own, byAddress('loginAddress', login.ip)])
      const slow = login.isProved ? [] : limiting([{ limit: 'loginDay', subject: home.account }])
      const guarded = async () => {
        const isKnown = slow.length === 0 || (await counted.knows(home))
        const ids = await reserve(isKnown ? uses : [...uses, ...slow])
        const outcome = await verify().catch(async (error) => {
          await counted.release(ids).catch(() => {})
          throw error
        })
        if (outcome === undefined) await counted.fail(ids)
        else {
          await counted.release(ids, own)
          await counted.remember(home)
        }
        await purge()
        return outcome
      }
      const queued = uses.reduceRight<() => Promise<T | undefined>>((work, { limit, subject }) => {
        return () => turnstiles[limit].pass(subject, work)
      }, guarded)
      return await queued()
    },

    recognise: (login) => counted.remember(homeOf(login)),
  }
}

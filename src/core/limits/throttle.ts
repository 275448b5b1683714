/**
 * The limits of test/spec/01.3. Tries are rows of `attempt`, so that a limit holds over restarts
 * and for all processes on one database.
 *
 * Parallel tries cannot slip past a limit. Each use of one is checked and counted in one
 * transaction under an advisory lock on limit and subject. A login is counted as pending *before*
 * its password is verified, and then becomes a failure or vanishes. What pending tries might still
 * fill is waited for, not refused, so right logins, however many at once, are never throttled by
 * each other.
 *
 * The failures of one account are also counted slowly over all networks (`loginDay`), since many
 * machines, each within its own limit, could otherwise guess for ever. An attacker elsewhere could
 * use this limit up and so lock the owner out, therefore it holds only in networks from which
 * the account has not lately been logged in to. The owner who is under attack *and* in a new
 * network gets in by a password reset: the mail proves them, and makes the network theirs.
 */

import { Refusal } from '../../base/errors.ts'
import { sha256 } from '../../base/hashes.ts'
import { clientOf, networkOf, siteOf } from '../../process/networks.ts'
import { Turnstile } from '../../process/turnstile.ts'
import { attemptKeyOf, type Home, type LimitName, type Use } from './attempt-rows.ts'
import { attemptKeysOf, limitOf, type TriesOptions, throttled, tries } from './rate-limits.ts'

export type ThrottleOptions = Omit<TriesOptions, 'patience'> & { patience?: number }

export interface Login {
  /**
   * Whose password is tried: something fixed per account where there is one (its id, so that
   * username and email share a limit), else the name as typed, distinct from every id. Stored as a
   * hash only.
   */
  account: string
  /** The name as it was typed, where one was. */
  name?: string
  ip: string
  /** By a key of the account; then `loginDay`, a limit on strangers, does not apply. */
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
   * failures of a day everywhere. An attacker elsewhere so never locks the owner out.
   */
  login<T>(login: Login, verify: () => Promise<T | undefined>): Promise<T | undefined>
  /**
   * Throws THROTTLED if logins by this name, or from this client, were refused within a second:
   * then the name need not be looked up.
   */
  recall(name: string, ip: string): void
  /** Records the network as the account's, after a proof other than a login. */
  recognise(login: Login): Promise<void>
}

/** A use of `limit` by the client at `ip`. */
export function byAddress<Name extends LimitName>(limit: Name, ip: string): Use & { limit: Name } {
  return { limit, subject: clientOf(ip), site: siteOf(ip) }
}

/** A use of `limit` by a person: a user's id as text, or an address as typed; stored as a hash. */
export function byPerson(limit: LimitName, person: string): Use {
  return { limit, subject: sha256(person.trim().toLowerCase()) }
}

/** The key of a name in the client's network; for memory only. */
const nameKey = (name: string, ip: string) =>
  attemptKeyOf('loginName', `${sha256(name.trim().toLowerCase())} ${networkOf(ip)}`)

const homeOf = ({ account, ip }: Login): Home => ({
  account: sha256(account.trim().toLowerCase()),
  network: networkOf(ip),
})

/** The uses of a login that are always counted: the account's in its network, and the client's. */
function usesOf(login: Login) {
  const { account, network } = homeOf(login)
  const site = siteOf(login.ip)
  const own = {
    limit: 'loginAccount',
    subject: `${account} ${network}`,
    site: site && `${account} ${site}`,
  } as const
  return [own, byAddress('loginAddress', login.ip)]
}

/** The throttle of a process: share one, since it also queues the logins of the process. */
export function createThrottle(options: ThrottleOptions): Throttle {
  const { db, limits, clock, patience = 10_000 } = options
  const { counted, refused, ...asking } = tries({ db, limits, clock, patience })
  // As many passwords of one account or address are verified at once as may still fail.
  const turnstileOf = (limit: 'loginAccount' | 'loginAddress') =>
    new Turnstile({ name: limit, max: Infinity, maxPerKey: limits[limit].most, maxWait: patience })
  const turnstiles = {
    loginAccount: turnstileOf('loginAccount'),
    loginAddress: turnstileOf('loginAddress'),
  }
  const limiting = <U extends Use>(uses: U[]) => uses.filter(({ limit }) => limits[limit].most > 0)

  async function counting<T>(
    login: Login,
    uses: Use[],
    verify: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    asking.checkRefused(attemptKeysOf(uses))
    const home = homeOf(login)
    const slow = login.isProved ? [] : limiting([{ limit: 'loginDay', subject: home.account }])
    const isKnown = slow.length === 0 || (await counted.knows(home))
    const ids = await asking.reserve(clientOf(login.ip), isKnown ? uses : [...uses, ...slow])
    const outcome = await verify().catch(async (error) => {
      await counted.release(ids).catch(() => {})
      throw error
    })
    if (outcome === undefined) await counted.fail(ids)
    else {
      await counted.release(
        ids,
        uses.find(({ limit }) => limit === 'loginAccount'),
      )
      await counted.remember(home)
    }
    await asking.purge()
    return outcome
  }

  return {
    async count(...uses) {
      const verdict = await asking.take(uses[0]?.subject ?? '', limiting(uses), 'counted')
      if ('full' in verdict) throttled(verdict.full ?? 1, limitOf(verdict.of))
      await asking.purge()
    },

    async login<T>(login: Login, verify: () => Promise<T | undefined>) {
      const uses = limiting(usesOf(login))
      const names = login.name === undefined ? [] : [nameKey(login.name, login.ip)]
      const queued = uses.reduceRight<() => Promise<T | undefined>>(
        (work, { limit, subject }) =>
          () =>
            turnstiles[limit].pass(subject, work),
        () => counting(login, uses, verify),
      )
      try {
        asking.checkRefused(attemptKeysOf(uses))
        const outcome = await queued()
        if (outcome !== undefined) refused.forget([...attemptKeysOf(uses.slice(0, 1)), ...names])
        return outcome
      } catch (error) {
        if (error instanceof Refusal && error.code === 'THROTTLED') {
          for (const key of names) refused.remember(key, Number(error.extensions.retryAfter))
        }
        throw error
      }
    },

    recall(name, ip) {
      asking.checkRefused([
        nameKey(name, ip),
        ...attemptKeysOf(limiting([byAddress('loginAddress', ip)])),
      ])
    },

    async recognise(login) {
      await counted.remember(homeOf(login))
      // By whatever name they were refused there.
      refused.forgetAll(` ${networkOf(login.ip)}`)
    },
  }
}

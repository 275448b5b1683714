/**
 * The rate limits of test/spec/01.3. Attempts are rows of `attempt`, so limits survive restarts and
 * apply to all processes on a database.
 *
 * Concurrent attempts cannot bypass a limit. Each use is checked and counted in one transaction
 * under an advisory lock on limit and subject. A login is counted as pending *before* its password
 * is verified, and then becomes a failure or is deleted. A login that only pending attempts block
 * waits instead of being refused, so concurrent correct logins never throttle each other.
 *
 * The failures of an account are also counted per day over all networks (`loginDay`), since many
 * machines, each within its limit, could otherwise guess for ever. An attacker could use up this
 * limit to lock the owner out, so it does not apply in networks from which the account has recently
 * logged in. An owner under attack *and* in a new network can log in after a password reset: the
 * mail proves their identity, and makes the network theirs.
 */

import { Refusal } from '../../base/errors.ts'
import { sha256 } from '../../base/hashes.ts'
import { clientOf, networkOf, siteOf } from '../../process/networks.ts'
import { Turnstile } from '../../process/turnstile.ts'
import { attemptKeyOf, type Home, type LimitName, type Use } from './attempt-rows.ts'
import {
  type AttemptCounterOptions,
  attemptCounter,
  attemptKeysOf,
  limitOf,
  throttled,
} from './rate-limits.ts'

export type ThrottleOptions = Omit<AttemptCounterOptions, 'patience'> & { patience?: number }

interface Login {
  /**
   * Identifies the account: its id if it exists, so that username and email share a limit, else the
   * name as typed, distinct from every id. Stored as a hash only.
   */
  account: string
  /** The name as typed, if any. */
  name?: string
  ip: string
  /**
   * Whether a key of the account proves the caller; then `loginDay`, a limit on strangers, does not
   * apply.
   */
  isProved?: boolean
}

/** One per process; see `createThrottle`. */
export interface Throttle {
  /** Counts one attempt for each of `uses`, or throws THROTTLED and counts none. */
  count(...uses: Use[]): Promise<void>
  /**
   * Runs `verify` under the login limits. If it returns undefined, the login has failed and stays
   * counted; any other result clears the failures of this account in this network; an error is not
   * counted. Throws THROTTLED without running `verify` once the limit of the account in this
   * network or of the client's address is reached, or, in a network that is new to the account, its
   * daily limit over all networks. So attackers elsewhere never lock the owner out.
   */
  login<T>(login: Login, verify: () => Promise<T | undefined>): Promise<T | undefined>
  /**
   * Throws THROTTLED if logins by this name or from this client were refused within the last
   * second, which saves looking up the name.
   */
  recall(name: string, ip: string): void
  /** Records the network as one of the account's, after a proof of identity other than a login. */
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

/** The key of a name in the client's network; kept in memory only. */
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

/** Creates the throttle of a process. Use one per process, since it also queues logins. */
export function createThrottle(options: ThrottleOptions): Throttle {
  const { db, limits, clock, patience = 10_000 } = options
  const { counted, refused, ...asking } = attemptCounter({ db, limits, clock, patience })
  // Verifies at most as many passwords of an account or address at once as may fail.
  const turnstileOf = (limit: 'loginAccount' | 'loginAddress') =>
    new Turnstile({ name: limit, max: Infinity, maxPerKey: limits[limit].max, maxWait: patience })
  const turnstiles = {
    loginAccount: turnstileOf('loginAccount'),
    loginAddress: turnstileOf('loginAddress'),
  }
  const limiting = <U extends Use>(uses: U[]) => uses.filter(({ limit }) => limits[limit].max > 0)

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
      // Whichever name the refused logins used there.
      refused.forgetAll(` ${networkOf(login.ip)}`)
    },
  }
}

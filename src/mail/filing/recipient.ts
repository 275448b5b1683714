/** The owner of a message (test/spec/17-inbound-mail). */

import type { Proven } from '../../core/intake.ts'
import { accountsNamed } from '../../core/queries/recipients.ts'
import type { Queryable, Store } from '../../outside/database/database.ts'

/** Names per query; a header may have tens of thousands. */
const maxNames = 1_000

/** An address in the form that is compared. */
const plain = (address: string) => address.trim().toLowerCase()

/** The account with this primary address; undefined if there is none. */
export async function accountOf(db: Store, address: string): Promise<number | undefined> {
  const where = { email: plain(address) }
  return (await db.prisma.user.findUnique({ where, select: { id: true } }))?.id
}

type Named = readonly [name: string, id: number]

/** The owner of the first of these names that has one; `find` looks up some of them. */
async function firstOf(
  names: readonly string[],
  find: (some: string[]) => Promise<readonly Named[]>,
): Promise<number | undefined> {
  const [some, others] = [names.slice(0, maxNames), names.slice(maxNames)]
  if (some.length === 0) return undefined
  const ids = new Map(await find(some))
  const found = some.find((name) => ids.has(name))
  return found === undefined ? firstOf(others, find) : ids.get(found)
}

/** The owner of the first of these addresses that is a secret address. */
export function ownerOfSecret(
  db: Queryable,
  addresses: readonly string[],
  domain: string | undefined,
): Promise<number | undefined> {
  const ending = `@${domain}`
  const identifiers = addresses
    .map(plain)
    .filter((address) => domain !== undefined && address.endsWith(ending))
    .map((address) => address.slice(0, -ending.length))
  return firstOf(identifiers, (some) => accountsNamed(db, some))
}

/** The account of the first sender with one, by primary or verified alternative address. */
export function ownerOfSender({ prisma }: Store, addresses: readonly string[]) {
  return firstOf(addresses.map(plain), async (some) => {
    const email = { in: some }
    const [users, others] = await Promise.all([
      prisma.user.findMany({ where: { email }, select: { id: true, email: true } }),
      prisma.alternativeEmail.findMany({
        where: { email, verified: true },
        select: { userId: true, email: true },
      }),
    ])
    return [
      ...others.map((other): Named => [other.email, other.userId]),
      ...users.map((user): Named => [user.email, user.id]),
    ]
  })
}

interface Headers {
  from: readonly string[]
  recipients: readonly string[]
}

/**
 * The owner by the headers: a secret address among the recipients, else a sender, as far as
 * `proven` allows. A forged From reaches no one.
 */
export async function ownerByHeaders(
  db: Store,
  { from, recipients }: Headers,
  domain: string | undefined,
  proven: Proven,
): Promise<number | undefined> {
  const owner = await ownerOfSecret(db, recipients, domain)
  if (owner !== undefined) return owner
  const senders =
    proven === 'any' ? from : from.filter((address) => proven.includes(plain(address)))
  return ownerOfSender(db, senders)
}

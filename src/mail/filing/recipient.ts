/** Whose message it is (test/spec/17-inbound-mail). */
import { prepared } from '../../domain/hot-path/sql.ts'
import type { Queryable } from '../../outside/database/database.ts'

/** An address as it is compared. */
const plain = (address: string) => address.trim().toLowerCase()

/** The account with this primary address; undefined if there is none. */
export async function accountOf(db: Queryable, address: string): Promise<number | undefined> {
  const text = 'select id from account where email = $1'
  const [found] = await db.query<{ id: number }>(prepared(text, [plain(address)]))
  return found?.id
}

/** The identifiers in the addresses of the form `<identifier>@<domain>`, in order. */
function identifiersIn(addresses: readonly string[], domain: string | undefined): string[] {
  const ending = `@${domain}`
  return addresses
    .map(plain)
    .filter((address) => domain !== undefined && address.endsWith(ending))
    .map((address) => address.slice(0, -ending.length))
}

const byIdentifier = `select a.id
  from unnest($1::text[]) with ordinality as given (identifier, nth)
  join account a on a.anonymous_email_identifier = given.identifier
  order by given.nth limit 1`

/** Whose secret address is the first of these that is anybody's. */
export async function ownerOfSecret(
  db: Queryable,
  addresses: readonly string[],
  domain: string | undefined,
): Promise<number | undefined> {
  const identifiers = identifiersIn(addresses, domain)
  if (identifiers.length === 0) return undefined
  const [found] = await db.query<{ id: number }>(prepared(byIdentifier, [identifiers]))
  return found?.id
}

const bySender = `select id from (
    select a.id, given.nth from unnest($1::text[]) with ordinality as given (address, nth)
      join account a on a.email = given.address
    union all
    select e.user_id, given.nth from unnest($1::text[]) with ordinality as given (address, nth)
      join alternative_email e on e.email = given.address and e.verified) as found
  order by nth limit 1`

/** Whose primary or verified alternative address is the first of these that is anybody's. */
async function ownerOfSender(
  db: Queryable,
  addresses: readonly string[],
): Promise<number | undefined> {
  if (addresses.length === 0) return undefined
  const [found] = await db.query<{ id: number }>(prepared(bySender, [addresses.map(plain)]))
  return found?.id
}

export interface Headers {
  from: readonly string[]
  recipients: readonly string[]
}

/**
 * The owner by the headers: a secret address among the recipients, else a sender, as far as
 * `proven` goes. A forged From reaches no one.
 */
export async function ownerByHeaders(
  db: Queryable,
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

/** The senders that are proved: any, handed in by an operator; else these, in lower case. */
export type Proven = 'any' | readonly string[]

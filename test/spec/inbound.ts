/** What the tests of inbound mail share. */
import { anonymous, as, type ClientHeaders, type GraphQLAnswer } from '../client.ts'
import { db, inboundDomain, operatorKey, type Person } from '../world.ts'

export const operator: ClientHeaders = { authorization: `Operator ${operatorKey}` }

const document = `mutation ($raw: String!, $recipient: String, $owner: String) {
  deliverEmail(raw: $raw, recipient: $recipient, owner: $owner) {
    id uniqueParserIdentifier date subject bodyPreview content parsedSuccessfully reason
    attachmentsCount attachments { filename payload }
    hostings { id name } activities { id name } transportations { id departureAt owner { email } }
  }
}`

export interface Delivered {
  id: number
  parsedSuccessfully: boolean
  reason: string
  transportations: { id: number }[]
  [key: string]: unknown
}

export type To = { recipient?: string | null; owner?: string | null }

/** One `deliverEmail`. */
export function deliver(raw: Buffer | string, to: To = {}, headers = operator) {
  const text = typeof raw === 'string' ? raw : raw.toString('base64')
  return as(anonymous).graphql(document, { raw: text, ...to }, headers)
}

/** The stored email, or the code of the refusal. */
export function delivered({ data, errors }: GraphQLAnswer): Delivered | string {
  const [error] = errors
  return error ? error.extensions.code : (data?.deliverEmail as Delivered)
}

export async function secretAddress(person: Person): Promise<string> {
  const { json } = await as(person).get('/v1/me')
  return `${json.anonymous_email_identifier}@${inboundDomain}`
}

/** The ids in a person's inbox. */
export async function inbox(person: Person): Promise<number[]> {
  const { json } = await as(person).get('/v1/automation/emails')
  return json.results.map(({ id }) => id)
}

/** An alternative address of a person. */
export async function alternative(person: Person, verified: boolean): Promise<string> {
  const email = `other.${person.username}@work.example`
  await db.query({
    text: 'insert into alternative_email (user_id, email, verified, hash) values ($1, $2, $3, $2)',
    values: [person.id, email, verified],
  })
  return email
}

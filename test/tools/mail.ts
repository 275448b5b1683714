/** What the operations on emails and alternative addresses are asked with. */
import { as } from '../client.ts'
import { mailsTo } from '../mailbox.ts'
import { fresh } from '../spec/persons.ts'
import { insertEmail } from '../sync.ts'
import type { Cast } from '../world.ts'

type Ids = Record<string, number>
const children = ['hosting', 'activity', 'transportation']

/**
 * An email in olga's inbox, one on the trip and on each child, one of each that is deleted, and an
 * alternative address; their ids are added under the words of `filledWithMail`.
 */
export async function addMail({ olga, trip }: Cast, ids: Ids): Promise<{ hash: string }> {
  const waiting = { parsed_successfully: false }
  ids['automation email'] = await insertEmail(olga, {}, waiting)
  for (const word of ['trip', ...children]) {
    const parent = { [`${word}_id`]: word === 'trip' ? trip.id : ids[word] }
    ids[`${word} email`] = await insertEmail(olga, parent)
    await insertEmail(olga, parent, { deleted_at: '2031-01-01T00:00:00Z' })
  }
  const email = `${fresh('ada')}@mail.example`
  await as(olga).post('/v1/emails/add', { email })
  const [address] = (await as(olga).get('/v1/emails')).json.results
  ids['alternative email'] = address?.id ?? 0
  const [mail] = await mailsTo(email)
  return { hash: mail?.text.match(/\/emails\/([\w-]+)\/verify/)?.[1] ?? '' }
}

/** The path with the id of an email, if it names one; the ids of its parents stay open. */
export function filledWithMail(path: string, ids: Ids, hash: string): string {
  const parent = path.match(/(\w+)\/\{\w+\}\/emails\//)?.[1]
  const word = parent ?? (path.includes('automation') ? 'automation' : 'alternative')
  return path
    .replace('{hash}', hash)
    .replace(/(?<=\/emails\/)\{id\}/, () => String(ids[`${word} email`]))
    .replace(/\{(hosting|activity|transportation)_id\}/, (_, kind) => String(ids[kind]))
}

/** The body of an operation on them; undefined for all others. */
export function mailBody(operation: string): object | undefined {
  if (operation === 'AddAlternativeEmail') return { email: `${fresh('ada')}@mail.example` }
  return operation === 'UpdateEmail' ? { subject: 'Seat 21', hosting_id: null } : undefined
}

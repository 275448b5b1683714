/** What the operations of the document are asked with: a full stage, addresses and bodies. */
import { anonymous, as } from '../client.ts'
import { link, placeAt, words } from '../documents.ts'
import { resetValues } from '../mailbox.ts'
import { befriend, request } from '../spec/favorites.ts'
import { type Cast, cast, password } from '../world.ts'
import type { Described } from './document.ts'
import { addMail, filledWithMail, mailBody } from './mail.ts'
import { operationBehind } from './recording.ts'
import { children } from './samples.ts'

export interface OperationStage extends Cast {
  /** The id of an object by the word before it: `hosting`; of its document: `hosting document`. */
  ids: Record<string, number>
  /** The hash of a verification link. */
  hash: string
}

/**
 * A cast whose trip has a child of each kind, and one of each that is deleted; the same of
 * documents on the trip and on each child; olga has a category and favorites.
 */
export async function stage(): Promise<OperationStage> {
  const people = await cast()
  const { olga, ed, trip } = people
  const ids: Record<string, number> = {}
  ids.categories = (await as(olga).post('/v1/categories', { name: 'Walks' })).json.id
  await befriend(olga, ed)
  await request(olga, 'nobody@mail.example')
  for (const { one, many, body } of children) {
    const list = `/v1/trip/${trip.id}/${many}`
    ids[one] = (await as(olga).post(list, body)).json.id
    const extra = { ...body, internal_identifier: 'another' }
    const { id } = (await as(olga).post(list, extra)).json
    await as(olga).delete(`/v1/trip/${trip.id}/${one}/${id}`)
  }
  for (const word of words) {
    const { v1 } = placeAt(trip.id, word, ids[word] ?? trip.id)
    ids[`${word} document`] = (await as(olga).post(v1(), link)).json.id
    await as(olga).delete(v1((await as(olga).post(v1(), link)).json.id))
  }
  return { ...people, ids, ...(await addMail(people, ids)) }
}

const lastWord = (path: string) => path.match(/(\w+)\/\{id\}$/)?.[1] ?? ''

export function filledIn(path: string, { trip, vera, ids, hash }: OperationStage): string {
  const parent = path.match(/(\w+)\/\{\w+\}\/documents/)?.[1] ?? 'trip'
  const word = path.includes('/documents/') ? `${parent} document` : lastWord(path)
  return filledWithMail(path, ids, hash)
    .replace('{trip_id}', String(trip.id))
    .replace('{user_id}', String(vera.id))
    .replace(/\{(hosting|activity|transportation)_id\}/, (_, kind) => String(ids[kind]))
    .replace('{id}', String(word === 'trips' ? trip.id : ids[word]))
}

let fresh = 0

/** The account that README and the IDE sign up as well: their examples and these log in to it. */
const newcomer = (number: number) => ({
  username: `ada.${number}@mail.example`,
  password: 'correct horse',
})

/** More than any route takes. */
export const large = JSON.stringify({ name: 'x'.repeat(1024 * 1024) })

/** A body that each operation takes. */
export async function bodyFor(described: Described, { olga, trip, ed }: Cast): Promise<unknown> {
  if (!described.requestBody) return undefined
  const twice = { new_password1: 'another horse 8', new_password2: 'another horse 8' }
  const operation = operationBehind(described)
  const kind = children.find(({ one }) => operation.toLowerCase().endsWith(one))
  if (kind) return kind.body
  fresh += 1
  const ofMail = mailBody(operation)
  if (ofMail) return ofMail
  switch (operation) {
    case 'AttachDocument':
      return { ...link, description: 'Two nights' }
    case 'RenameDocument':
      return { title: 'Voucher of the hotel' }
    case 'UpdateDocument':
      return { title: 'Voucher of the hotel', description: 'Two nights' }
    case 'UpdateTrip':
      return { name: 'Porto', starts_at: '2031-05-01', ends_at: '2031-05-04' }
    case 'CreateTrip':
      return {
        ...{ name: 'Porto', starts_at: '2031-05-01', ends_at: '2031-05-04' },
        ...{ timezone: 'Europe/Lisbon', internal_identifier: `porto-${fresh}` },
        guest_invites: [{ user_id: ed.id, permissions: { can_edit: false } }],
      }
    case 'CreateCategory':
    case 'UpdateCategory':
      return { name: 'Tiles', slug: 'tiles', icon_name: 'golf', color: '2E8B57' }
    case 'SignUp':
      return newcomer(fresh)
    case 'UpdateMe':
      return { name: 'Olga', calendar_hidden_categories: ['food'], photo_url: null }
    case 'ReplaceAuthUser':
    case 'UpdateAuthUser':
      return { username: olga.username, first_name: 'Olga' }
    case 'PrepareUpload':
      return {
        ...{ purpose: 'document', filename: 'a.pdf', content_type: 'application/pdf' },
        ...{ content_length: 9, parent_type: 'trip', parent_id: trip.id },
      }
    case 'Invite':
      return { trip_id: trip.id, invited_user_email: ed.email, permissions: { read_only: true } }
    case 'SetPermissions':
      return { can_see_expenses: true, is_travelling: false }
    case 'CreateApiKey':
    case 'LogIn':
      await as(anonymous).post('/v1/signup', newcomer(fresh))
      return newcomer(fresh)
    case 'RequestPasswordReset':
      return { email: olga.email }
    case 'ConfirmPasswordReset':
      await as(anonymous).post('/auth/password/reset', { email: olga.email })
      return { ...(await resetValues(olga.email)), ...twice }
    case 'ChangePassword':
      return { ...twice, old_password: password }
    default:
      throw new Error(`no body for ${operation}: add one here`)
  }
}

/** Documents, emails and addresses of the matrix in every state that a path may name. */
import { fresh, one } from '../../spec/persons.ts'
import { insert } from '../../sync.ts'
import { type Person, sha256 } from '../../world.ts'
import { canary, plantDocument, plantEmail } from './canary.ts'
import { type Where, whereIn } from './decisions-of-mail.ts'
import { child, gone, type MadeObject, type ObjectScene, placeOf } from './objects.ts'
import { type Principal, places, type TripPlace, withoutAccount } from './principals.ts'
import { ownerIn } from './states.ts'

type Parent = Record<string, unknown>

/** A hosting in the trip, made for its attachment. */
const hostingOf = (scene: ObjectScene, found: MadeObject, state: 'live' | 'gone') =>
  child(scene, { ...found, name: 'hosting', state })

/** The parent, and the trip of that. */
async function parentOf(scene: ObjectScene, found: MadeObject): Promise<[Parent, trip: number]> {
  const { state, parent, trip } = found
  const named = placeOf(scene, found)
  if (state.includes('alone')) return [{}, 0]
  if (state === 'of a child') return [{ hosting_id: await hostingOf(scene, found, 'live') }, named]
  if (state === 'of a deleted child') {
    return [{ hosting_id: await hostingOf(scene, found, 'gone') }, named]
  }
  if (!parent || !/^(live|gone|of another child)$/.test(state)) return [{ trip_id: named }, named]
  const { kind, id } = parent
  const sibling = async () => child(scene, { ...found, name: kind, state: 'live' })
  if (state === 'of another child') return [{ [`${kind}_id`]: await sibling() }, named]
  return [{ [`${kind}_id`]: id }, placeOf(scene, { state: parent.state, trip })]
}

/** The place that a canary of the trip names. */
const wordOf = ({ trips }: ObjectScene, trip: number) =>
  places.find((known) => trips[known] === trip) ?? 'active'

/** A document or an email, attached as asked, full of canaries of its place. */
export async function attached(scene: ObjectScene, found: MadeObject): Promise<number> {
  const [parent, trip] = await parentOf(scene, found)
  const place = wordOf(scene, trip)
  const { name, state } = found
  if (name === 'email') {
    const text = canary(scene.number, 'mail', place)
    return plantEmail(scene.person('olga'), { ...parent, ...gone(state) }, text)
  }
  const owner = scene.person(state.includes('alone') ? ownerIn(state) : 'olga')
  const text = state.includes('alone') ? 'Voucher' : canary(scene.number, 'document', place)
  return plantDocument(owner, { ...parent, ...gone(state) }, text)
}

const placeIn: Partial<Record<Where, TripPlace>> = {
  unpaid: 'unpaid',
  'on a strange trip': 'strange',
  'on a deleted trip': 'deleted',
}

/** The asker, or a person with the rights of ed who never asks here. */
function ownerOf(scene: ObjectScene, { state, asker }: MadeObject): Promise<Person> | Person {
  const isAnonymous = withoutAccount.some((name) => name === asker)
  if (state.startsWith('own') && !isAnonymous) return scene.person(asker as Principal)
  return one('otto')
}

/** An email of the asker, or of somebody else, in the inbox or out of it. */
export async function message(scene: ObjectScene, found: MadeObject): Promise<number> {
  const where = whereIn(found.state)
  const owner = await ownerOf(scene, found)
  const place = placeIn[where] ?? 'active'
  const hosting = (state: 'live' | 'gone') => hostingOf(scene, { ...found, trip: '' }, state)
  const loose = where === 'waiting' || where === 'thrown'
  const parents: Partial<Record<Where, () => Promise<Parent>>> = {
    'on a child': async () => ({ hosting_id: await hosting('live') }),
    'on a deleted child': async () => ({ hosting_id: await hosting('gone') }),
  }
  const parent = (await parents[where]?.()) ?? (loose ? {} : { trip_id: scene.trips[place] })
  const isDeleted = where === 'thrown' || where === 'deleted there'
  const text = loose
    ? canary(scene.number, 'inbox', found.state.startsWith('own') ? found.asker : 'anonymous')
    : canary(scene.number, 'mail', place)
  const more = { ...(isDeleted && gone('gone')), ...(loose && { parsed_successfully: false }) }
  return plantEmail(owner, { ...parent, ...more }, text)
}

/** An alternative address of the asker, or of somebody else. */
export async function address(scene: ObjectScene, found: MadeObject): Promise<number> {
  const owner = await ownerOf(scene, found)
  const who = found.state.startsWith('own') ? found.asker : 'anonymous'
  const email = `${canary(scene.number, 'address', who)}.${fresh('work')}@mail.example`
  const row = { user_id: owner.id, email, hash: sha256(email) }
  const verified = found.state.endsWith('verified')
  return (await insert('alternative_email', { ...row, verified }))[0] as number
}

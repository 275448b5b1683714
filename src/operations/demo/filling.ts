/** Fills an empty service through its own interfaces (test/operations/demo). */
import { randomBytes } from 'node:crypto'
import { attach, type Client, type DemoPerson, demoClient, send, upload } from './api.ts'
import { type Days, daysFrom } from './days.ts'
import { demoEmails } from './emails.ts'
import { pdfOf, pngOf } from './files.ts'
import { categories, type DemoTrip, type TripName, tripsOf } from './trips.ts'

/** The content of the demo, as `npm run demo` prints and stores it. */
export interface Demo {
  /** The owner, who has Pro, an editor, a viewer and an invitee. */
  people: Record<'ines' | 'tom' | 'vera' | 'pia', DemoPerson>
  trips: Record<TripName, number>
}

interface Place {
  base: string
  operatorKey: string
  /** The day that all dates count from, as `2031-04-18`. */
  today: string
}

/** Random, because HOST may make the service reachable by others. */
const password = randomBytes(12).toString('base64url')

/** Creates the people and their trips. Throws an Error for the first refused request. */
export async function fill({ base, operatorKey, today }: Place): Promise<Demo> {
  const operator = demoClient(base, `Operator ${operatorKey}`)
  const days = daysFrom(today)
  const ines = await signUp(base, 'Ines Prado', 'ines@demo.example')
  const tom = await signUp(base, 'Tom Weber', 'tom@demo.example')
  const vera = await signUp(base, 'Vera Lind', 'vera@demo.example')
  const pia = await signUp(base, 'Pia Rossi', 'pia@demo.example')
  const people = { ines, tom, vera, pia }
  await operator.graphql(
    'mutation ($email: String!) { setPremium(email: $email, isPremium: true) { email } }',
    { email: ines.username },
  )
  const owner = demoClient(base, `Token ${ines.key}`)
  await profile(owner)
  for (const category of categories) await owner.post('/v1/categories', category)
  const trips = {} as Record<TripName, number>
  const guests = guestsOf(people)
  for (const [name, content] of Object.entries(tripsOf(days)) as [TripName, DemoTrip][]) {
    trips[name] = await plan(owner, content, guests[name])
    // After sharing a trip with its owner, people join later trips at once.
    if (name === 'underWay') await acceptInvitations(base, { people, trips })
  }
  await makeFavorites(operator, people)
  await attachFiles(owner, trips, days)
  for await (const raw of demoEmails(days, ines.username)) {
    await operator.graphql(
      `mutation ($raw: String!, $owner: String!) {
        deliverEmail(raw: $raw, owner: $owner) { id }
      }`,
      { raw: raw.toString('base64'), owner: ines.username },
    )
  }
  return { people, trips }
}

async function signUp(base: string, name: string, username: string): Promise<DemoPerson> {
  const body = { username, password, name }
  const { id } = await send(`${base}/v1/signup`, 'POST', { body })
  const login = { email: username, password }
  const { key } = await send(`${base}/auth/login`, 'POST', { body: login })
  return { id, name, username, password, key: `${key}` }
}

async function profile(owner: Client): Promise<void> {
  const photo = await upload(
    owner,
    { purpose: 'profile_photo', filename: 'ines.png', content_type: 'image/png' },
    pngOf(96, 96, [250, 176, 5], [214, 51, 108]),
  )
  await owner.patch('/v1/me', {
    timezone: 'Europe/Lisbon',
    default_currency: 'EUR',
    photo_url: photo.public_url,
  })
}

/** Creates a trip with its itinerary items; returns its id. */
async function plan(owner: Client, content: DemoTrip, guests?: object[]): Promise<number> {
  const { id } = await owner.post('/v1/trips', { ...content.trip, guest_invites: guests })
  const { hostings = [], activities = [], transportations = [], expenses = [] } = content
  for (const [path, items] of Object.entries({ hostings, activities, transportations, expenses })) {
    for (const item of items) await owner.post(`/v1/trip/${id}/${path}`, item)
  }
  return id
}

const everything = {
  can_edit: true,
  can_see_expenses: true,
  can_edit_expenses: true,
  can_see_documents: true,
  can_edit_documents: true,
}
const nothing = Object.fromEntries(Object.keys(everything).map((right) => [right, false]))

/** The guests of each trip: Tom edits, Vera only views. */
const guestsOf = ({ tom, vera, pia }: Demo['people']): Partial<Record<TripName, object[]>> => ({
  underWay: [
    { user_id: tom.id, permissions: everything },
    { user_id: vera.id, permissions: nothing },
  ],
  toCome: [
    { user_id: tom.id, permissions: everything },
    { user_id: pia.id, permissions: everything },
  ],
})

/** Tom and Vera accept; Pia has not answered yet. */
async function acceptInvitations(base: string, { people, trips }: Demo): Promise<void> {
  const { tom, vera } = people
  for (const person of [tom, vera]) {
    await demoClient(base, `Token ${person.key}`).graphql(
      'mutation ($tripId: Int!) { acceptInvitation(tripId: $tripId) { id } }',
      { tripId: trips.underWay },
    )
  }
}

async function makeFavorites(operator: Client, { ines, tom, pia }: Demo['people']): Promise<void> {
  const mutation = `mutation ($email: String!, $favorite: String!, $pending: Boolean!) {
    setFavorite(email: $email, favorite: $favorite, pending: $pending) { id }
  }`
  const pair = (one: DemoPerson, other: DemoPerson, pending: boolean) =>
    operator.graphql(mutation, { email: one.username, favorite: other.username, pending })
  await pair(ines, tom, false)
  await pair(pia, ines, true)
}

async function attachFiles(owner: Client, trips: Demo['trips'], days: Days): Promise<void> {
  const { underWay, toCome } = trips
  const cover = await upload(
    owner,
    { purpose: 'trip_cover', filename: 'japan.png', content_type: 'image/png' },
    pngOf(320, 180, [255, 214, 222], [134, 142, 196]),
  )
  await owner.patch(`/v1/trips/${toCome}`, { cover_image_url: cover.public_url })
  const { results } = await owner.get(`/v2/trip/${underWay}/transportations`)
  const [first] = results as { id: number }[]
  const pdf = { filename: 'ticket.pdf', contentType: 'application/pdf' }
  await attach(
    owner,
    { tripId: underWay, kind: 'transportation', id: first?.id ?? 0 },
    {
      ...pdf,
      title: 'Ticket to Berlin',
      bytes: pdfOf('Lisbon - Berlin', ['TP 532', `${days.on(-2)}   seat 14A`]),
    },
  )
  await attach(
    owner,
    { tripId: underWay },
    {
      filename: 'map.png',
      contentType: 'image/png',
      title: 'Map of the canal',
      bytes: pngOf(256, 256, [211, 233, 222], [64, 145, 178]),
    },
  )
  await attach(
    owner,
    { tripId: toCome },
    { ...pdf, title: 'Rail pass', bytes: pdfOf('Rail pass', ['14 days', 'Ines Prado']) },
  )
  await owner.post(`/v1/trip/${toCome}/documents`, {
    url: 'https://example.com/japan-guide',
    title: 'Guide to Japan',
  })
}

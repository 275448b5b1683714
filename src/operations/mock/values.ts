/** Values of mocked objects: trips to real cities, all in two weeks' time. */

const cities = [
  { name: 'Lisbon', timezone: 'Europe/Lisbon', airport: 'LIS', stay: 'Casa do Jardim' },
  { name: 'Kyoto', timezone: 'Asia/Tokyo', airport: 'KIX', stay: 'Ryokan Hanamizuki' },
  { name: 'Oslo', timezone: 'Europe/Oslo', airport: 'OSL', stay: 'Fjord Hotel' },
  { name: 'Montreal', timezone: 'America/Toronto', airport: 'YUL', stay: 'Auberge du Port' },
] as const

const sights = ['Old town walk', 'Museum of Modern Art', 'Dinner by the river', 'Day hike']
const people = ['Ada Moreno', 'Ben Okafor', 'Chiara Rossi', 'Daniel Kim']

const dayMs = 86_400_000
const today = Math.floor(Date.now() / dayMs) * dayMs

/** The day `days` from today, as `YYYY-MM-DD`. */
const day = (days: number) => new Date(today + days * dayMs).toISOString().slice(0, 10)

/** A moment in the service's format. */
const written = (moment: number) => `${new Date(moment).toISOString().slice(0, 19)}Z`

/** A time on such a day, in UTC. */
const time = (days: number, hour: number) => written(today + days * dayMs + hour * 3_600_000)

export const now = () => written(Date.now())

/**
 * A function that returns the next element at each call, in rotation, with the number of earlier
 * calls.
 */
function inTurn<Element>(elements: readonly Element[]) {
  let calls = 0
  return () => {
    const nth = calls++
    return { nth, one: elements[nth % elements.length] as Element }
  }
}

const nextTrip = inTurn(cities)
const nextStay = inTurn(cities)
const nextSight = inTurn(sights)
const nextLeg = inTurn(cities)
const nextPerson = inTurn(people)

let lastId = 1_000
/** The next ID; larger than those that clients are likely to make up. */
export const newId = () => ++lastId

/** All trips have the same days, so that every item fits into any trip. */
const [firstDay, lastDay] = [14, 20]

function person() {
  const { one } = nextPerson()
  const [firstName = '', lastName = ''] = one.split(' ')
  const email = `${firstName.toLowerCase()}@mail.example`
  return { id: newId(), name: one, firstName, lastName, username: email, email, photoUrl: null }
}

/** By type, a function that returns consistent fields of one object. */
export const objects: Record<string, () => Record<string, unknown>> = {
  Trip() {
    const { nth, one } = nextTrip()
    return {
      id: newId(),
      name: one.name,
      timezone: one.timezone,
      hidden: false,
      hasDates: true,
      startsAt: day(firstDay),
      endsAt: day(lastDay),
      numberOfDays: 7,
      coverGradient: nth % 8,
      collaboratorsCount: 3,
      coverImageUrl: null,
    }
  },
  Hosting() {
    const { one } = nextStay()
    const [startsAt, endsAt] = [time(firstDay, 14), time(lastDay, 10)]
    const place = { name: one.stay, address: `${one.name}, main street 7`, timezone: one.timezone }
    return { id: newId(), ...place, startsAt, endsAt, price: 420, currency: 'EUR' }
  },
  Activity() {
    const { nth, one } = nextSight()
    const on = firstDay + 1 + (nth % 5)
    const [startsAt, endsAt] = [time(on, 10), time(on, 12)]
    const kind = { name: one, activityType: 'museum', allDay: false, checked: false }
    return { id: newId(), ...kind, startsAt, endsAt, price: 18, currency: 'EUR' }
  },
  Transportation() {
    const { nth, one } = nextLeg()
    return {
      id: newId(),
      transportationType: 'airplane',
      company: 'Example Air',
      transportNumber: `EX ${100 + nth}`,
      departureDescription: 'Frankfurt (FRA)',
      arrivalDescription: `${one.name} (${one.airport})`,
      price: 160,
      currency: 'EUR',
      departureAt: time(firstDay, 7),
      arrivalAt: time(firstDay, 10),
      departureTimezone: 'Europe/Berlin',
      arrivalTimezone: one.timezone,
    }
  },
  Expense: () => ({
    id: newId(),
    title: 'Groceries',
    price: 36.4,
    currency: 'EUR',
    date: time(firstDay, 12),
  }),
  User: () => ({ ...person(), timezone: 'Europe/Lisbon', defaultCurrency: 'EUR', language: 'en' }),
  Person: person,
  Collaborator: person,
  FavoriteUser: person,
  Category: () => ({ id: newId(), name: 'Coffee', slug: 'coffee' }),
  Document: () => ({ id: newId(), title: 'Boarding pass.pdf', fileType: 'application/pdf' }),
  Email: () => ({ id: newId(), subject: 'Your booking is confirmed', reason: '' }),
}

/** Default values of scalars: texts are empty, as in a new account. */
export const scalarValues: Record<string, () => unknown> = {
  String: () => '',
  Int: newId,
  Float: () => null,
  Boolean: () => true,
  Date: () => day(0),
  DateTime: () => time(0, 9),
  JSON: () => null,
  Password: () => null,
}

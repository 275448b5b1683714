/**
 * A world for one reader, in two versions that differ only in what the reader may not see
 * (test/spec/08, 11; target Z6): other words and figures, rows that only the first has, rows that
 * only the second has. decisions.ts says what is seen; ids, times and everything else are the same.
 */
import { allKinds } from '../../spec/kinds.ts'
import { onTrip, type TripRight } from './decisions.ts'
import { isPartOfAccount } from './narrowings.ts'
import { areMates, everything, type Principal, standing, type TripPlace } from './principals.ts'
import { attached } from './twin-mail.ts'
import { account, favorites, hiddenFromAll, ownFacts } from './twin-people.ts'
import {
  type Fact,
  fact,
  idOf,
  members,
  moment,
  people,
  rights,
  type Twin,
  type TwinScene,
  type TwinValues,
  tripOwners,
  trips,
  wordsFor,
} from './twin-rows.ts'

/** The makers of one version for one reader. */
export function world(reader: Principal, twin: Twin): Fact[] {
  const may = (right: TripRight, place: TripPlace) => onTrip(right, reader, place) === 'ok'
  const hasFavorites = idOf(reader) > 0 && !isPartOfAccount(reader)
  const known = (name: string) =>
    areMates(reader, name as Principal) || (hasFavorites && /^(nora|otto)$/.test(name))
  const scene: TwinScene = { reader, twin, may, known }
  return [
    ...people.flatMap((name) => account(scene, name)),
    ...Object.keys(trips).flatMap((place) => tripFacts(scene, place as TripPlace)),
    ...people.flatMap((name) => ownFacts(scene, name)),
    ...favorites(scene),
    ...hiddenFromAll(scene),
  ]
}

function tripFacts(scene: TwinScene, place: TripPlace): Fact[] {
  const { twin, may, reader } = scene
  const trip = trips[place] as number
  const owner = idOf(tripOwners[place] ?? '')
  const isLive = place !== 'deleted'
  const seen = wordsFor(twin, isLive && may('access', place))
  const texts = { name: seen.text(place), description: seen.text('Four days') }
  const days = { number_of_days: seen.number(4), hidden: seen.flag(false) }
  const gone = isLive ? {} : { deleted_at: moment }
  const row = { id: trip, owner_id: owner, internal_identifier: seen.text('lx-2031') }
  const mine = 'rights' in standing(reader, place)
  return [
    fact('trip', { ...row, ...texts, ...days, ...gone }),
    fact('member', { trip_id: trip, user_id: owner, is_owner: true, joined: true, ...rights() }),
    ...(place === 'strange' ? [] : memberFacts(scene, place, mine)),
    ...itinerary(scene, place),
    ...attached(scene, place),
  ]
}

function memberFacts({ twin, may, reader }: TwinScene, place: TripPlace, mine: boolean): Fact[] {
  const trip_id = trips[place] as number
  const roster = wordsFor(twin, mine)
  const joined = members.map((name) => {
    const stands = standing(name, place)
    const own = 'rights' in stands ? stands.rights : ''
    // A stranger does not see the rights of members, but sees that they are members.
    const shown = roster.text(own) === own ? own : everything
    const choices = { receive_notifications: roster.flag(true), created_at: roster.time() }
    return fact('member', {
      trip_id,
      user_id: idOf(name),
      joined: true,
      ...rights(shown),
      ...choices,
    })
  })
  const isHers = reader === 'pia'
  const invitees = wordsFor(twin, isHers || may('addGuests', place))
  const pending = { joined: false, ...rights(invitees.text('') === '' ? everything : '') }
  const hash = wordsFor(twin, false).text(`invitation ${place}`)
  const pia = { trip_id, user_id: idOf('pia'), invitation_hash: hash, created_at: moment }
  const zoe = { trip_id, user_id: idOf('zoe') }
  return [
    ...joined,
    fact('member', { ...pia, ...pending }),
    ...invitees.onlyIn('b', [fact('member', { ...zoe, joined: false })]),
  ]
}

/** Children that live and that are deleted, and those that no one may know of. */
function itinerary({ twin, may }: TwinScene, place: TripPlace): Fact[] {
  const trip_id = trips[place] as number
  const owner_id = idOf(tripOwners[place] ?? '')
  const isLive = place !== 'deleted'
  const [seen, money] = [
    wordsFor(twin, isLive && may('access', place)),
    wordsFor(twin, isLive && may('seeExpenses', place)),
  ]
  return allKinds.flatMap(({ one, least }) => {
    const isMoney = one === 'expense'
    const of = isMoney ? money : seen
    const name = isMoney ? 'title' : 'name'
    const child = (id: number, words: typeof of, prices: typeof of, more: TwinValues = {}) => {
      const amounts = { price: prices.number(50), currency: prices.text('EUR') }
      const texts = { [name]: words.text('Largo'), ...(!isMoney && { notes: words.text('x') }) }
      return fact(one, { ...least, trip_id, owner_id, id, ...amounts, ...texts, ...more })
    }
    const id = trip_id * 10
    const never = wordsFor(twin, false)
    return [
      child(id + 1, of, money),
      child(id + 2, never, never, { deleted_at: moment }),
      ...of.onlyIn('a', [child(id + 3, of, money)]),
      ...of.onlyIn('b', [child(id + 4, of, money)]),
    ]
  })
}

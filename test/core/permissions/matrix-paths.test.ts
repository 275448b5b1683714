/**
 * Every field of every type through every path to it (target Z3): only what the decision
 * table guards is refused, and that on all paths. The client searches every answer for canaries;
 * those that a caller may see must have been found somewhere.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import type { GraphQLAnswer } from '../../client.ts'
import { allKinds, kindsWithEmails } from '../../spec/kinds.ts'
import { insert } from '../../sync.ts'
import { db } from '../../world.ts'
import { canary, holdable, plantEmail } from './canary.ts'
import { type Expected, onTrip, type TripRight } from './decisions.ts'
import { branchOf, leaves, leavesAt, namesIn, pathsBelow, selectionOf, type Way } from './paths.ts'
import { type Principal, places, principals, standing, type TripPlace } from './principals.ts'
import { literal, upper } from './rows.ts'
import { type MatrixStage, setStage } from './stage.ts'
import { seen } from './watched.ts'

/** Fields with a right of their own; all others are open. */
const guarded = new Set([
  ...['Trip.expense', 'Trip.expenses'],
  ...['Hosting', 'Activity', 'Transportation'].flatMap((type) => [
    `${type}.price`,
    `${type}.currency`,
  ]),
])

let stage: MatrixStage
const ids = new Map<TripPlace, Record<string, string>>()
beforeAll(async () => {
  stage = await setStage()
  for (const place of places) {
    const at: Record<string, string> = {}
    for (const { one } of allKinds) {
      const trip = String(stage.trips[place])
      const wanted = { name: one, state: 'live', trip, asker: 'olga', anew: false } as const
      at[one] = await stage.object(wanted)
      if (one === 'expense') continue
      // So that it is among the first of the timeline.
      const starts = one === 'transportation' ? 'departure_at' : 'starts_at'
      const text = `update ${one} set ${starts} = '2031-04-18T09:00:00Z' where id = $1`
      await db.query({ text, values: [at[one]] })
      const parent = { [`${one}_id`]: Number(at[one]) }
      const hidden = (what: 'mail' | 'document') => canary(stage.number, what, place)
      await plantEmail(stage.person('olga'), parent, hidden('mail'))
      const of = { owner_id: stage.person('olga').id, ...parent }
      // Newer than what is attached here later, so that it is on the first page.
      const document = { ...of, title: hidden('document'), created_at: '2031-01-01T00:00:00Z' }
      await insert('document', { ...document, url: 'https://pages.example' })
    }
    ids.set(place, at)
  }
})

/** An entry: the text around the fields of a type, and the right it needs. */
interface Root {
  name: string
  type: string
  place: TripPlace
  right: TripRight
  around: (inner: string) => string
}

const ofTrips = (place: TripPlace): Root[] => {
  const t = () => stage.trips[place]
  return [
    {
      ...{ name: `trip, ${place}`, type: 'Trip', place, right: 'access' },
      around: (inner) => `{ trip(id: ${t()}) { id ${inner} } }`,
    },
    {
      ...{ name: `updateTrip, ${place}`, type: 'Trip', place, right: 'edit' },
      around: (inner) => `mutation { updateTrip(id: ${t()}, input: {}) { id ${inner} } }`,
    },
    {
      ...{ name: `acceptInvitation, ${place}`, type: 'Trip', place, right: 'access' },
      around: (inner) => `mutation { acceptInvitation(tripId: ${t()}) { id ${inner} } }`,
    },
  ]
}

const ofChildren = (place: TripPlace): Root[] =>
  allKinds.flatMap(({ one, least }) => {
    const type = upper(one)
    const right = one === 'expense' ? 'editExpenses' : 'edit'
    const t = () => `tripId: ${stage.trips[place]}`
    const common = { type, place, right } as const
    return [
      {
        ...{ name: `create${type}, ${place}`, ...common },
        around: (inner) =>
          `mutation { create${type}(${t()}, input: ${literal(least)}) { id ${inner} } }`,
      },
      {
        ...{ name: `update${type}, ${place}`, ...common },
        around: (inner) =>
          `mutation { update${type}(${t()}, id: ${ids.get(place)?.[one]}, input: {}) {
            id ${inner} } }`,
      },
    ]
  })

/** Documents and emails of a trip, and what changes one of its hostings' documents. */
const ofAttached = (place: TripPlace): Root[] => {
  const t = () => `tripId: ${stage.trips[place]}`
  const h = () => `${t()}, hostingId: ${ids.get(place)?.hosting}`
  const see = { place, right: 'seeDocuments' } as const
  const list = (name: string, type: string): Root => ({
    ...{ name: `${name}, ${place}`, type, ...see },
    around: (inner) => `{ ${name}(${t()}, first: 3) { count ${inner} } }`,
  })
  return [
    list('documents', 'DocumentPage'),
    list('emails', 'EmailPage'),
    {
      ...{ name: `attachDocument, ${place}`, type: 'Document', place, right: 'changeDocuments' },
      around: (inner) =>
        `mutation { attachDocument(${h()}, input: {url: "https://pages.example"}) { id ${inner} } }`,
    },
  ]
}

const shown: TripPlace[] = ['active', 'unpaid']
const roots: Root[] = [
  ...shown.flatMap(ofAttached),
  ...shown.flatMap(ofTrips),
  ...ofChildren('active'),
  {
    ...{ name: 'trips', type: 'Trip', place: 'active', right: 'access' },
    around: (inner) =>
      `{ trips(first: 3) { results { id ...T } } } fragment T on Trip { ${inner} }`,
  },
]

const here = (type: string): Way => ({ fields: [], conditions: [], coordinates: [], type })
const isList = ({ name }: Root) => name === 'trips'

/** The verdict on access; the list of trips has none, and those on no trip find nothing. */
function accessVerdict({ right, place, name }: Root, principal: Principal): Expected | 'nothing' {
  const verdict = onTrip(right, principal, place)
  if (!isList({ name } as Root) || verdict === '401') return verdict
  return principal === 'pia' || principal === 'rhea' ? 'nothing' : 'ok'
}

/**
 * Whether there is anything: attachments of a child name that child and nothing else, those of
 * the trip name none, and a new object has none yet.
 */
function isThere({ coordinates }: Way, { name }: Root): boolean {
  const at = coordinates.findIndex((one) => one.endsWith('.emails'))
  const [holder, parent] = [coordinates[at]?.split('.')[0], coordinates[at + 1]?.split('.')[1]]
  const made = name.match(/^create(\w+)/)?.[1]
  if (made && holder === made) return false
  if (at >= 0) return parent === plurals[holder as 'Hosting']
  const own = coordinates.find((one) => one.startsWith('Document.'))
  return !own || !name.startsWith('attachDocument') || /\.(hostings|owner)$/.test(own)
}
const plurals = Object.fromEntries(kindsWithEmails.map(({ one, many }) => [upper(one), many]))

/** The refused fields of the path for the principal: a guarded field on the way, or at its end. */
function refusals(root: Root, principal: Principal, path: Way): Set<string> {
  const place = places.find((place) => onTrip('access', principal, place) === 'ok') ?? root.place
  const may = (right: TripRight) =>
    onTrip(right, principal, isList(root) ? place : root.place) === 'ok'
  if (may('seeExpenses')) return new Set()
  const onTheWay = path.coordinates.findIndex((at) => guarded.has(at))
  if (onTheWay >= 0) return new Set([path.fields.slice(0, onTheWay + 1).join('.')])
  const mails = path.coordinates.some((at) => at.endsWith('.emails'))
  if ((mails && !may('seeDocuments')) || !isThere(path, root)) return new Set()
  const ends = leavesAt(path).filter((at) => guarded.has(at))
  return new Set(ends.map((at) => [...path.fields, at.split('.')[1]].join('.')))
}

/** The faults of an answer. */
function problem(answer: GraphQLAnswer, root: Root, principal: Principal, ways: Way[]): string {
  const access = accessVerdict(root, principal)
  const got = answer.errors.map((error) => `${error.extensions.code} ${namesIn(error.path)}`)
  const field = root.name.replace(/, .*/, '')
  const codes = { '401': 'UNAUTHENTICATED', '403': 'FORBIDDEN', '404': 'NOT_FOUND' } as const
  if (access === 'nothing') return got.join()
  if (access in codes) {
    const only = `${codes[access as '401']} ${field}`
    return got.join() === only ? '' : `${got}, not ${only}`
  }
  const inside = isList(root) ? `${field}.results.` : `${field}.`
  const refused = new Set(ways.flatMap((path) => [...refusals(root, principal, path)]))
  const expected = [...refused].map((at) => `FORBIDDEN ${inside}${at}`)
  const found = [...new Set(got)].sort().join()
  return found === expected.sort().join() ? '' : `${found || 'no refusal'}, not ${expected}`
}

/** A read would make her join; what she then sees is in the other matrices. */
const isInvited = (root: Root, principal: Principal) =>
  root.name.startsWith('acceptInvitation') && principal === 'pia'

/** Whether the principal gets data; for those who do not, two paths a root are enough. */
const getsData = (root: Root, principal: Principal) =>
  ['ok', 'nothing'].includes(accessVerdict(root, principal))

/** A query, and the paths that it walks. */
type Branch = [name: string, inner: (at: TripPlace) => string, ways: Way[]]

/** The root's own values; then all paths by the field they begin with, or each alone. */
function branchesOf(root: Root): Branch[] {
  const { type } = root
  // In a list of trips only one of them has the child of that id.
  const isOne = (name = '') => isList(root) && allKinds.some(({ one }) => one === name)
  const ways = pathsBelow(type).filter(({ fields }) => !isOne(fields[0]))
  // Emails of many things: all at once they are more than a document may ask for.
  const isLarge = (name = '') => type.startsWith('Document') || (isList(root) && name === 'emails')
  const large = ways.filter(({ fields }) => isLarge(fields[0]))
  const names = new Set(ways.map(({ fields }) => fields[0] ?? ''))
  const small = [...names].filter((name) => !isLarge(name))
  return [
    ['', () => leaves(type).join(' '), [here(type)]],
    ...large.map((way): Branch => [way.fields.join(), () => selectionOf(way), [way]]),
    ...small.map((name): Branch => {
      const inner = (at: TripPlace) => branchOf(type, name, ids.get(at) ?? {})
      return [name, inner, ways.filter(({ fields }) => fields[0] === name)]
    }),
  ]
}

describe('Z3 every path to every type', () => {
  const texts = new Map<Principal, string>()

  it.each(principals)('%s gets every field that they may see', async (principal) => {
    const found: string[] = []
    for (const root of roots.filter((root) => !isInvited(root, principal))) {
      const at =
        isList(root) && standing(principal, 'strange').as === 'owner' ? 'strange' : root.place
      const branches = branchesOf(root)
      const asked = getsData(root, principal) ? branches : branches.slice(0, 2)
      const answers = asked.map(async ([name, inner, ways]) => {
        const answer = await stage.client(principal).graphql(root.around(inner(at)))
        const wrong = problem(answer, root, principal, ways)
        if (wrong) found.push(`${root.name} > ${name}: ${wrong}`)
        texts.set(principal, (texts.get(principal) ?? '') + JSON.stringify(answer.data))
      })
      await Promise.all(answers)
    }
    expect(found).toEqual([])
    const owed = shown.flatMap((place) => holdable(principal, stage.number, place))
    expect(owed.filter((text) => !texts.get(principal)?.includes(text))).toEqual([])
  })

  it('many paths were tried', () => {
    expect(seen()).toBeGreaterThan(900)
  })
})

/**
 * Moves of documents and emails: every source, every destination, every caller, on both surfaces
 * (test/spec/07, 13-documents-move; target Z1). A refusal is the same for every destination.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { type Expected, onTrip } from './decisions.ts'
import { onEmail } from './decisions-of-mail.ts'
import { inGroups } from './groups.ts'
import { codeOf } from './matrix-requests.ts'
import { type Principal, principals, type TripPlace } from './principals.ts'
import { literal } from './rows.ts'
import { type MatrixStage, setStage } from './stage.ts'
import { isNowhere } from './states.ts'

let stage: MatrixStage
beforeAll(async () => {
  stage = await setStage()
})

/** A destination: its kind, its state, and its live trip if there is one. */
interface Destination {
  kind: 'trip' | 'hosting' | 'activity' | 'transportation'
  state: string
  place?: TripPlace
}

const destinations: Destination[] = [
  { kind: 'trip', state: 'active', place: 'active' },
  { kind: 'trip', state: 'another', place: 'another' },
  { kind: 'trip', state: 'unpaid', place: 'unpaid' },
  { kind: 'trip', state: 'strange', place: 'strange' },
  { kind: 'trip', state: 'deleted' },
  { kind: 'trip', state: 'unknown' },
  { kind: 'trip', state: 'beyond' },
  { kind: 'hosting', state: 'live', place: 'active' },
  { kind: 'activity', state: 'of another trip', place: 'another' },
  { kind: 'transportation', state: 'of a strange trip', place: 'strange' },
  { kind: 'hosting', state: 'of a deleted trip' },
  { kind: 'activity', state: 'gone' },
  { kind: 'transportation', state: 'unknown' },
]

/** What is moved, and from where. */
interface Source {
  name: 'document' | 'message'
  state: string
  place?: TripPlace
}

const sources: Source[] = [
  { name: 'document', state: 'live', place: 'active' },
  { name: 'document', state: 'of a child', place: 'active' },
  { name: 'document', state: 'of an unpaid trip', place: 'unpaid' },
  { name: 'document', state: 'of a strange trip', place: 'strange' },
  { name: 'document', state: 'gone' },
  { name: 'document', state: 'unknown' },
  { name: 'message', state: 'own, waiting' },
  { name: 'message', state: 'foreign, waiting' },
  { name: 'message', state: 'own, on a trip', place: 'active' },
  { name: 'message', state: 'own, on a child', place: 'active' },
  { name: 'message', state: 'foreign, on a trip', place: 'active' },
  { name: 'message', state: 'foreign, on a child', place: 'active' },
  { name: 'message', state: 'own, unpaid', place: 'unpaid' },
  { name: 'message', state: 'own, on a strange trip', place: 'strange' },
  { name: 'message', state: 'foreign, on a strange trip', place: 'strange' },
  { name: 'message', state: 'own, thrown' },
]

const changes = (principal: Principal, place: TripPlace | undefined) =>
  place !== undefined && onTrip('changeDocuments', principal, place) === 'ok'

/** The right at the source, then at the destination; somebody else's email stays in its trip. */
function verdictOn(principal: Principal, source: Source, to: Destination): Expected {
  const { name, state, place } = source
  const isMail = name === 'message'
  const atSource = isMail
    ? onEmail('moveEmail', principal, state)
    : onTrip('changeDocuments', principal, place ?? 'strange')
  const isKnown = isMail || place !== undefined || atSource === '401'
  if (atSource !== 'ok' || !isKnown) return isKnown ? atSource : '403'
  const stays = isMail && state.startsWith('foreign')
  return changes(principal, to.place) && (!stays || to.place === place) ? 'ok' : '403'
}

const codes = { ok: 'OK', '401': 'UNAUTHENTICATED', '403': 'FORBIDDEN', '404': 'NOT_FOUND' }

async function idOf({ kind, state }: Destination, asker: Principal): Promise<string> {
  if (kind === 'trip') return stage.trip(state as 'active')
  return stage.object({ name: kind, state, trip: stage.trip('active'), asker, anew: false })
}

type Surface = 'REST' | 'GraphQL'

/** The faults of one move. */
async function mismatch(
  surface: Surface,
  principal: Principal,
  source: Source,
  to: Destination,
): Promise<string[]> {
  const verdict = verdictOn(principal, source, to)
  const { name, state } = source
  const found = { name, state, trip: stage.trip('active'), asker: principal }
  const id = await stage.object({ ...found, anew: verdict === 'ok' })
  const input = { [`${to.kind}_id`]: Number(await idOf(to, principal)) }
  const label = `${principal}: ${name} ${state} to ${to.kind} ${to.state}`
  const client = stage.client(principal)
  if (surface === 'REST') {
    const path = name === 'document' ? '/v1/documents' : '/v1/automation/emails'
    const { status, text } = await client.send('PATCH', `${path}/${id}`, input)
    const expected = verdict === 'ok' ? '200 ' : verdict
    const got = `${status} ${verdict === 'ok' ? text : ''}`
    return got.startsWith(expected) && got.trim().length === 3 ? [] : [`${label}: ${got}`]
  }
  const field = name === 'document' ? 'updateDocument' : 'updateEmail'
  const query = `mutation { ${field}(id: ${id}, input: ${literal(input)}) { id } }`
  const code = codeOf(await client.graphql(query))
  return code === codes[verdict as 'ok'] ? [] : [`${label}: ${code}, not ${verdict}`]
}

const surfaces: Surface[] = ['REST', 'GraphQL']

describe.each(surfaces)('Z1 moves, %s', (surface) => {
  const sayable = destinations.filter(({ state }) => surface === 'REST' || state !== 'beyond')

  it.each(sources)('$name, $state', async (source) => {
    const cells = principals.flatMap((principal) => sayable.map((to) => [principal, to] as const))
    const isOk = ([principal, to]: (typeof cells)[number]) =>
      verdictOn(principal, source, to) === 'ok'
    // Made first, so that nothing new appears during the refusals.
    await inGroups(cells, ([principal, to]) => idOf(to, principal))
    const refused = cells.filter((cell) => !isOk(cell))
    const own = { name: source.name, state: source.state, trip: stage.trip('active'), anew: false }
    await inGroups(principals, (asker) => stage.object({ ...own, asker }))
    const before = await stage.snapshot()
    const ask = ([principal, to]: (typeof cells)[number]) =>
      mismatch(surface, principal, source, to)
    const wrong = (await inGroups(refused, ask)).flat()
    expect(await stage.snapshot(), 'a refusal changed something').toBe(before)
    wrong.push(...(await inGroups(cells.filter(isOk), ask)).flat())
    expect(wrong).toEqual([])
    if (!isNowhere(source.state)) expect(refused.length).toBeGreaterThan(50)
  })
})

/**
 * Who may change and remove whom: every combination of rights against every target and every
 * body (test/spec/11.4, 11.5; target Z1), with what is stored afterwards.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { one } from '../../spec/persons.ts'
import { db, join, type Person } from '../../world.ts'
import {
  type ChangeOutcome,
  callers,
  contents,
  ofChange,
  ofRemoval,
  othersRights,
  rightsAfter,
  rightsBefore,
  rightsHeld,
  type TargetName,
  targets,
} from './collaborators.ts'
import { codeOf } from './matrix-requests.ts'
import { columns, everything, letters, type Principal, rightsOf } from './principals.ts'
import { literal } from './rows.ts'
import { type MatrixStage, setStage } from './stage.ts'

let stage: MatrixStage
let other: Person
let rests: string
beforeAll(async () => {
  stage = await setStage({ everyRight: true })
  other = await one('otto')
  await join(stage.trips.active, other, rightsOf(othersRights))
  rests = await members()
})

/** The members of the trip, as text; a member restored by a test joins again later. */
async function members(): Promise<string> {
  const text = `select string_agg((to_jsonb(m) - '{created_at,version,entered}'::text[])::text, $2
      order by user_id) as all
    from member m where trip_id = $1`
  const [row] = await db.query<{ all: string }>({ text, values: [stage.trips.active, '\n'] })
  return row?.all ?? ''
}

function idOf(caller: Principal, target: TargetName): number {
  const people = { owner: 'olga', self: caller, pending: 'pia', removed: 'rhea' } as const
  if (target === 'other') return other.id
  if (target === 'unknown') return 2147483647
  return stage.person(people[target])?.id ?? 7
}

/** Restores what a success has changed. */
async function restore(caller: Principal, target: TargetName): Promise<void> {
  const self = stage.person(caller)
  const choices = { is_travelling: true, receive_notifications: true }
  const tripId = stage.trips.active
  if (target === 'other') await join(tripId, other, { ...rightsOf(othersRights), ...choices })
  if (target === 'pending') {
    await join(tripId, stage.person('pia'), { ...rightsOf(everything), joined: false })
  }
  if (target === 'self' || target === 'owner') {
    const rights = rightsOf(rightsHeld(caller) ?? '')
    await join(tripId, self, { ...rights, ...choices })
  }
}

const codes: Record<ChangeOutcome, string> = {
  ok: 'OK',
  '400': 'BAD_USER_INPUT',
  '401': 'UNAUTHENTICATED',
  '403': 'FORBIDDEN',
  '404': 'NOT_FOUND',
}

type Permissions = Record<string, boolean>
const lettersOf = (permissions: Permissions | undefined) =>
  letters.filter((letter) => permissions?.[columns[letter]]).join('')

const pairs = callers.flatMap((caller) => targets.map((target) => ({ caller, target })))
/** A missing target is missing for every single right. */
const near: TargetName[] = ['owner', 'self', 'other']
const cells = pairs.flatMap((pair) =>
  Object.keys(contents)
    .filter((content) => near.includes(pair.target) || !content.startsWith('give'))
    .map((content) => ({ ...pair, content })),
)
const names: Record<string, Principal[]> = {
  'those without rights': callers.filter((caller) => rightsHeld(caller) === undefined),
  'members without can_add_guests': callers.filter(
    (one) => rightsHeld(one)?.includes('g') === false,
  ),
  'members with can_add_guests': callers.filter((one) => rightsHeld(one)?.includes('g')),
}

type Asked = (typeof cells)[number]

/** The faults of the answer to one change. */
async function mismatch({ caller, target, content }: Asked): Promise<string[]> {
  const sent = contents[content] ?? {}
  const expected = ofChange(caller, target, sent)
  const path = `/v1/trip/${stage.trips.active}/collaborator/${idOf(caller, target)}/permissions`
  const { status, text, json } = await stage.client(caller).send('PATCH', path, sent)
  const label = `${caller} to ${target}`
  if (String(status) !== expected.replace('ok', '200')) {
    return [`${label}: ${status} ${text}, not ${expected}`]
  }
  if (expected !== 'ok') return []
  const after = rightsAfter(rightsBefore(caller, target), sent)
  const got = lettersOf(json.permissions)
  await restore(caller, target)
  return got === after ? [] : [`${label}: ${got} afterwards, not ${after}`]
}

describe.each(Object.entries(names))('Z1 PATCH .../permissions by %s', (_, group) => {
  const own = cells.filter(({ caller }) => group.includes(caller))

  it.each(Object.keys(contents))('%s', async (content) => {
    const asked = own.filter((cell) => cell.content === content)
    const isOk = ({ caller, target }: Asked) =>
      ofChange(caller, target, contents[content] ?? {}) === 'ok'
    // Refusals change nothing, and so may run together.
    const refused = asked.filter((cell) => !isOk(cell))
    const found = (await Promise.all(refused.map(mismatch))).flat()
    expect(await members(), 'a refusal changed a member').toBe(rests)
    for (const cell of asked.filter(isOk)) found.push(...(await mismatch(cell)))
    expect(found).toEqual([])
    expect(await members()).toBe(rests)
  })
})

/** Those who stand for all others on the second surface. */
const sample: Principal[] = ['anonymous', 'operator', 'stan', 'pia', 'rhea', 'olga']
sample.push('may ', 'may egx', 'may egxXdD', 'may exXdD')

const isSayable = (sent: Record<string, unknown>) =>
  Object.entries(sent).every(
    ([key, value]) => typeof value === 'boolean' && !/^(is_owner|read_only|joined)$/.test(key),
  )

describe('Z1 GraphQL setPermissions', () => {
  const sayable = Object.keys(contents).filter((content) => isSayable(contents[content] ?? {}))

  it.each(sayable)('%s', async (content) => {
    const sent = contents[content] ?? {}
    const found: string[] = []
    const asked = cells.filter((cell) => cell.content === content && sample.includes(cell.caller))
    for (const { caller, target } of asked) {
      const expected = ofChange(caller, target, sent)
      const ids = `tripId: ${stage.trips.active}, userId: ${idOf(caller, target)}`
      const query = `mutation { setPermissions(${ids}, input: ${literal(sent)}) { id } }`
      const code = codeOf(await stage.client(caller).graphql(query))
      if (code !== codes[expected]) found.push(`${caller} to ${target}: ${code}, not ${expected}`)
      if (expected === 'ok') await restore(caller, target)
    }
    expect(found).toEqual([])
    expect(await members(), 'a refusal changed a member').toBe(rests)
  })
})

describe('Z1 removal of a collaborator', () => {
  it.each(targets)(
    'DELETE of %s answers every caller as the decision table says',
    async (target) => {
      const found: string[] = []
      for (const caller of callers) {
        const expected = ofRemoval(caller, target)
        const path = `/v1/trip/${stage.trips.active}/collaborator/${idOf(caller, target)}`
        const { status, text } = await stage.client(caller).send('DELETE', path)
        const isRight = String(status) === expected.replace('ok', '200')
        const body = expected === 'ok' && text !== '{}' ? ' without {}' : ''
        if (!isRight || body) found.push(`${caller}: ${status}${body} ${text}, not ${expected}`)
        if (expected === 'ok') await restore(caller, target)
      }
      expect(found).toEqual([])
      expect(await members()).toBe(rests)
    },
  )

  it.each(targets)(
    'removeCollaborator of %s answers every caller as the decision table says',
    async (target) => {
      const found: string[] = []
      for (const caller of sample) {
        const expected = ofRemoval(caller, target)
        const ids = `tripId: ${stage.trips.active}, userId: ${idOf(caller, target)}`
        const query = `mutation { removeCollaborator(${ids}) { userId } }`
        const code = codeOf(await stage.client(caller).graphql(query))
        if (code !== codes[expected]) found.push(`${caller}: ${code}, not ${expected}`)
        if (expected === 'ok') await restore(caller, target)
      }
      expect(found).toEqual([])
      expect(await members()).toBe(rests)
    },
  )
})

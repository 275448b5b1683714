/**
 * `src/core/store/statements.sql`: the complete text of every statement of the hot path, so that
 * reviews show changes to joins. The functions that send them run with a database that only
 * records.
 */
import { type FieldNode, type GraphQLSchema, isInputObjectType, Kind, visit } from 'graphql'
import { readOperations } from '../../../rest-facade/operations.ts'
import { hasMark } from '../../../rest-facade/programs.ts'
import { withoutCovered, withStates } from '../../../rest-facade/version-tags.ts'
import { capitalized } from '../../base/names.ts'
import type { Access } from '../../core/access.ts'
import { selected } from '../../core/input/selection.ts'
import { maxOperationBytes, Reading } from '../../core/limits/read-budget.ts'
import { rights } from '../../core/rights.ts'
import { isChild, loadAccess } from '../../core/store/access.ts'
import { answered } from '../../core/store/answers.ts'
import { holdFiling, insertEmail } from '../../core/store/emails.ts'
import {
  claim,
  isReused,
  keepAnswer,
  redate,
  removeExpired,
  secondsUntilRoom,
} from '../../core/store/idempotency-keys.ts'
import { kinds, type Kind as OneKind, type RowKind, trip } from '../../core/store/kinds.ts'
import type { Reader } from '../../core/store/reader.ts'
import { listItems, listTrips, readItem, readTrip } from '../../core/store/reads.ts'
import { viewerFinder } from '../../core/store/viewer.ts'
import { createItem, createTrip, deleteRow, updateRow } from '../../core/store/writes.ts'
import type { Queryable } from '../../outside/database/database.ts'
import { formattedSql } from './sql.ts'

class Sent extends Error {
  readonly text: string

  constructor(text: string) {
    super('a statement is not run here')
    this.text = text
  }
}

const db: Queryable = { query: ({ text }) => Promise.reject(new Sent(text)) }

/** The text of the first statement that `run` sends. */
async function sentBy(run: () => Promise<unknown>): Promise<string> {
  try {
    await run()
  } catch (error) {
    if (error instanceof Sent) return error.text
    throw error
  }
  throw new Error('no statement was sent')
}

const everyRight = Object.fromEntries(rights.map(({ name }) => [name, true]))
const account = { username: '', email: '', name: '', photoUrl: null }
/** A viewer with all rights on every trip. */
const reader: Reader = {
  viewer: {
    kind: 'user',
    user: { id: 0, ...account, timezone: '', defaultCurrency: '', history: '' },
    keyHash: null,
  },
  db,
  reading: new Reading(maxOperationBytes),
  access: async (tripId) => ({ ...everyRight, tripId }) as Access,
  shared: (_, make) => make(),
}

/** The fields of an operation: all that it selects, or those of its entity tag. */
type Part = 'all' | 'tag'

/**
 * The fields that the REST operation selects by default from each row, without those that need
 * `fields`.
 */
function askedBy(schema: GraphQLSchema, name: string, part: Part = 'all'): ReadonlySet<string> {
  const asked = visit(readOperations(), {
    FragmentSpread: (node) => (hasMark(node) ? null : undefined),
  })
  const isWrite = /^(Create|Update)/.test(name)
  const whole = isWrite ? asked : withStates(asked, schema)
  const { definitions } = part === 'tag' ? withoutCovered(whole, schema) : whole
  const fragments = Object.fromEntries(
    definitions.flatMap((node) =>
      node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [],
    ),
  )
  const fieldNodes: FieldNode[] = []
  for (const node of definitions) {
    if (node.kind !== Kind.OPERATION_DEFINITION || node.name?.value !== name) continue
    const Field = (field: FieldNode) => {
      if (field.alias?.value === 'body') fieldNodes.push(field)
    }
    visit(node, { Field })
  }
  if (fieldNodes.length === 0) throw new Error(`rest-facade/operations: there is no ${name}`)
  const info = { fieldNodes, fragments, schema }
  const own = selected(info)
  return own.has('results') ? selected(info, 'results') : own
}

type Page = (heading: string, run: () => Promise<unknown>) => Promise<void>

/** A part of a request with an idempotency key. */
const claimed = {
  ...{ accountId: 0, key: '', holder: '', narrowing: '', fingerprint: '' },
  ...{ part: '', most: null, size: 0, isKept: false },
}

/** Writes without and with an idempotency key. */
const keyed = [
  ['', undefined],
  [', with a key', claimed],
] as const

const first = { first: 1, page: 1 }
const since = { updatedSince: '2031-01-02T09:00:00Z' }
const place = { actor: { id: 0 }, tripId: 0 }
const row = { ...place, id: 0 }

async function ofViewers(write: Page): Promise<void> {
  for (const by of ['key', 'subject', 'email'] as const) {
    await write(`Who asks, by ${by}, and what they may do on the trip that the path names`, () =>
      viewerFinder(db)({ by, name: '', tripId: 0 }),
    )
  }
  await write('What a user may do on trips', () => loadAccess(db, 0, []))
  await write('The same, held until the transaction ends', () => loadAccess(db, 0, [], true))
}

/** A value for each stored field of the input. */
function everyField(schema: GraphQLSchema, type: string): Record<string, unknown> {
  const input = schema.getType(`${type}Input`)
  if (!isInputObjectType(input)) throw new Error(`the schema has no ${type}Input`)
  const names = Object.keys(input.getFields())
  return Object.fromEntries(names.map((name) => [name, name === 'assignedUsers' ? [] : '']))
}

async function ofTrips(write: Page, schema: GraphQLSchema): Promise<void> {
  const [asked, gone] = [askedBy(schema, 'TripsV2'), askedBy(schema, 'DeletedTrips')]
  const tag = askedBy(schema, 'TripsV2', 'tag')
  await write('TripsV2', () => listTrips(reader, first, asked))
  await write('TripsV2, for If-None-Match', () => listTrips(reader, first, tag))
  await write('TripsV2, updatedSince', () => listTrips(reader, { ...first, ...since }, asked))
  await write('DeletedTrips', () => listTrips(reader, first, gone, 'deleted_at'))
  await write('DeletedTrips, updatedSince', () =>
    listTrips(reader, { ...first, ...since }, gone, 'deleted_at'),
  )
  await write('TripV2', () => readTrip(reader, 0, askedBy(schema, 'TripV2')))
  const fields = everyField(schema, 'Trip')
  const made = askedBy(schema, 'CreateTrip')
  const changed = answered(trip, askedBy(schema, 'UpdateTrip'))
  for (const [also, keeping] of keyed) {
    const create = () => createTrip(db, { ...fields, ownerId: 0 }, made, keeping)
    await write(`CreateTrip${also}`, create)
    const update = () => updateRow(db, trip, row, fields, changed, keeping)
    await write(`UpdateTrip${also}`, update)
    await write(`DeleteTrip${also}`, () => deleteRow(db, trip, row, keeping))
  }
}

async function ofItems(write: Page, schema: GraphQLSchema, kind: OneKind): Promise<void> {
  const { name, type, plural, subtype, isMoney } = kind
  const plurals = capitalized(plural)
  // Expenses have no route in version 2, whose lists can include deleted rows.
  const version = isMoney ? 'V1' : 'V2'
  const list = (more: object, asked: ReadonlySet<string>, state?: 'deleted_at') => () =>
    listItems(reader, kind, 0, { ...first, ...more }, asked, state)
  const asked = askedBy(schema, plurals + version)
  await write(plurals + version, list({}, asked))
  const tag = askedBy(schema, plurals + version, 'tag')
  await write(`${plurals}${version}, for If-None-Match`, list({}, tag))
  await write(`${plurals}${version}, updatedSince`, list(since, asked))
  if (subtype) await write(`${plurals}${version}, ${subtype}`, list({ [subtype]: 'x' }, asked))
  if (!isMoney) {
    const gone = askedBy(schema, `Deleted${plurals}`)
    await write(`Deleted${plurals}`, list({}, gone, 'deleted_at'))
    await write(`Deleted${plurals}, updatedSince`, list(since, gone, 'deleted_at'))
    const moved = { withMoved: true }
    await write(`Trip.deleted${plurals}, withMoved`, list(moved, gone, 'deleted_at'))
    if (subtype) {
      const ofType = { ...moved, [subtype]: 'x' }
      await write(`Trip.deleted${plurals}, withMoved, ${subtype}`, list(ofType, gone, 'deleted_at'))
    }
  }
  const one = askedBy(schema, type + version)
  await write(type + version, () => readItem(reader, kind, row, one))
  await write(`Whether ${name} and trip belong together`, () => isChild(db, { ...row, kind: name }))
  const answer = (operation: string) => answered(kind, askedBy(schema, operation))
  const fields = everyField(schema, type)
  const [made, changed] = [answer(`Create${type}`), answer(`Update${type}`)]
  for (const [also, keeping] of keyed) {
    await write(`Create${type}${also}`, () => createItem(db, kind, place, fields, made, keeping))
    await write(`Update${type}${also}`, () =>
      updateRow<RowKind['name']>(db, kind, row, fields, changed, keeping),
    )
    await write(`Delete${type}${also}`, () => deleteRow(db, kind, row, keeping))
  }
}

async function ofKeys(write: Page): Promise<void> {
  await write('A part of a request with an idempotency key is claimed', () => claim(db, claimed))
  const answer = { rights: '', answer: '' }
  await write('Its answer is kept', () => keepAnswer(db, claimed, answer))
  await write('Whether a key belongs to another request', () => isReused(db, claimed))
  await write('When an account has room for another key', () => secondsUntilRoom(db, 0))
  await write('Keys older than a day are removed', () => removeExpired(db, 1))
  await write('Keys dated in the future get the time of now', () => redate(db, 1))
}

async function ofEmails(write: Page): Promise<void> {
  await write('A booking email: the filing of its account is held', () => holdFiling(db, 0, ''))
  const email = { ...{ ownerId: 0, messageKey: '', uniqueParserIdentifier: '' }, date: '' }
  await write('It is stored', () => insertEmail(db, email))
}

const head = `-- Generated from src/core/store/ by \`npm run generate\`; do not edit.
--
-- The hot statements as they are sent, but for white space, under the name of the REST operation
-- that sends them, with the fields that it asks for by default; writes with all fields of their
-- input. One statement serves every page of a list: \`$2\` is the page, \`$3\` its size. Those of
-- idempotency keys and of arriving emails come last.
`

/** The text of the page. */
export async function hotStatements(schema: GraphQLSchema): Promise<string> {
  const parts = [head]
  const write: Page = async (heading, run) => {
    parts.push(`-- ${heading}\n${formattedSql(await sentBy(run))};\n`)
  }
  await ofViewers(write)
  await ofTrips(write, schema)
  for (const kind of kinds) await ofItems(write, schema, kind)
  await ofKeys(write)
  await ofEmails(write)
  return parts.join('\n')
}

/**
 * The records of an export: the fields of each kind, checked against the rules of the mutations
 * that set them (test/operations/transfer).
 */
import { makeExecutableSchema } from '@graphql-tools/schema'
import type { GraphQLArgument } from 'graphql'
import { isRecord, oneOf, orNull, type ValueReader, wrong } from '../../base/values.ts'
import { inputReader, type ReadInput } from '../../core/input/input.ts'
import { dateTime } from '../../core/input/scalars.ts'
import { type ItemName, parentKinds } from '../../core/parent-kinds.ts'
import { capabilities, ownChoices } from '../../core/rights.ts'
import { readTypeDefs } from '../../core/schema.ts'
import { type Kind, kinds } from '../../core/store/kinds.ts'
import type { FileRef } from './folder.ts'
import { choice, file, list, number, past, readFields, record, text } from './values.ts'

/** The input whose fields a record may have, and its other fields. */
interface Shape {
  mutations?: readonly string[]
  /** Fields of the input that records do not have. */
  without?: readonly string[]
  own: Record<string, ValueReader<unknown>>
}

const times = { createdAt: past, deletedAt: orNull(past) }
const item = ({ type, isMoney }: Kind): Shape => ({
  mutations: [`create${type}`],
  without: ['updateTrip', 'assignedUsers'],
  own: {
    id: number,
    trip: number,
    owner: orNull(number),
    updatedAt: past,
    ...times,
    ...(!isMoney && { assigned: list(orNull(number), 100) }),
  },
})
const items = Object.fromEntries(kinds.map((kind) => [kind.name, item(kind)])) as Record<
  ItemName,
  Shape
>
/** The parent of an email or a document: kind and number of another record. */
const at = orNull(record({ kind: oneOf(...parentKinds), id: number }))

/** The fields of a membership, except ownership. */
export const memberRights = [...capabilities, ...ownChoices].map(({ name }) => name)

const shapes = {
  account: {
    mutations: ['updateMe', 'updateAuthUser'],
    own: {
      isPremium: choice,
      isTripitConnected: choice,
      isNewsletterSubscriber: choice,
      premiumExpirationDate: orNull(dateTime),
      lastActivityDate: past,
      createdAt: past,
    },
  },
  address: { mutations: ['addAlternativeEmail'], own: { verified: choice, createdAt: past } },
  category: { mutations: ['createCategory'], own: times },
  person: { own: { id: number, email: text(254) } },
  favorite: {
    own: {
      email: text(254),
      person: orNull(number),
      pending: choice,
      automaticSuggestOnNewTrips: choice,
      createdAt: past,
      updatedAt: past,
    },
  },
  trip: { mutations: ['createTrip'], without: ['guestInvites'], own: { id: number, ...times } },
  member: {
    own: {
      trip: number,
      person: orNull(number),
      joined: choice,
      ...Object.fromEntries(memberRights.map((right) => [right, choice])),
    },
  },
  ...items,
  document: {
    mutations: ['attachDocument'],
    without: ['uploadToken'],
    own: { at, owner: orNull(number), file: file, updatedAt: past, ...times },
  },
  email: {
    own: {
      at,
      owner: orNull(number),
      uniqueParserIdentifier: text(255),
      messageKey: text(1_000),
      date: dateTime,
      subject: text(998),
      bodyPreview: text(1_000),
      parsedSuccessfully: choice,
      reason: text(1_000),
      updatedAt: past,
      ...times,
      html: file,
      text: file,
      raw: file,
      attachments: list(
        record({
          filename: text(255),
          mailContentType: text(255),
          binary: choice,
          contentId: orNull(text(255)),
          contentDisposition: text(255),
          charset: orNull(text(255)),
          contentTransferEncoding: orNull(text(255)),
          payload: file,
        }),
        1_000,
      ),
    },
  },
} satisfies Record<string, Shape>
export type RecordKind = keyof typeof shapes
export const itemKinds = kinds.map(({ name }) => name)

interface Reader {
  own: Record<string, ValueReader<unknown>>
  inputs: { read: ReadInput; names: string[] }[]
  names: Set<string>
}

/** A reader for each kind, built from the SDL and the shapes above. */
function readersOf(): Map<string, Reader> {
  const schema = makeExecutableSchema({ typeDefs: readTypeDefs() })
  const mutations = schema.getMutationType()?.getFields() ?? {}
  const argumentOf = (name: string) =>
    mutations[name]?.args.find((one) => one.name === 'input') as GraphQLArgument
  return new Map(
    Object.entries<Shape>(shapes).map(([kind, { mutations: used = [], without = [], own }]) => {
      const inputs = used.map((mutation) => {
        const argument = argumentOf(mutation)
        const type = schema.getType(String(argument.type).replace('!', ''))
        const all = type && 'getFields' in type ? Object.keys(type.getFields()) : []
        const names = all.filter((name) => !without.includes(name))
        return { read: inputReader(argument), names }
      })
      const names = new Set([...Object.keys(own), ...inputs.flatMap((input) => input.names)])
      return [kind, { own, inputs, names }]
    }),
  )
}

let readers: Map<string, Reader> | undefined

/** The fields of a kind that come from its mutation's input. */
export function inputFieldsOf(kind: RecordKind): string[] {
  readers ??= readersOf()
  return readers.get(kind)?.inputs.flatMap(({ names }) => names) ?? []
}

export interface ReadRecord {
  kind: RecordKind
  fields: Record<string, unknown>
}

/** A valid record. Throws WrongValue for one that violates a rule. */
export function readRecord(raw: unknown): ReadRecord {
  readers ??= readersOf()
  if (!isRecord(raw)) wrong('must be a JSON object')
  const { kind, ...sent } = raw
  const reader = readers.get(String(kind)) ?? wrong('the kind of the record is unknown')
  for (const name of reader.names) if (!Object.hasOwn(sent, name)) wrong(`${name} is missing`)
  const unknown = Object.keys(sent).find((name) => !reader.names.has(name))
  if (unknown !== undefined)
    wrong(`${JSON.stringify(unknown.slice(0, 40))} is not a field of this kind of record (${kind})`)
  const fields = readFields(sent, reader.own)
  for (const { read, names } of reader.inputs) {
    const given = Object.fromEntries(names.map((name) => [name, sent[name]]))
    const { value, validationErrors } = read(given)
    for (const [name, sentences] of Object.entries(validationErrors ?? {})) {
      wrong(`${name}: ${[sentences].flat().map(String).join(' ')}`)
    }
    Object.assign(fields, value)
  }
  return { kind: kind as RecordKind, fields }
}

/** All files of a record. */
export function filesOf({ kind, fields }: ReadRecord): FileRef[] {
  const refs =
    kind === 'email'
      ? [
          fields.html,
          fields.text,
          fields.raw,
          ...(fields.attachments as { payload: unknown }[]).map(({ payload }) => payload),
        ]
      : [fields.file]
  return refs.filter((ref): ref is FileRef => typeof ref === 'object' && ref !== null)
}

/** What is compared of every object: all its values, by fragments that the schema itself yields. */
import {
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isLeafType,
  isObjectType,
} from 'graphql'
import { schema } from './stage.ts'

/** The members of the union `Changed`, by the list of `destroyed` that names them. */
export const types = {
  ...{ USER: 'User', TRIP: 'Trip', COLLABORATOR: 'Collaborator', HOSTING: 'Hosting' },
  ...{ ACTIVITY: 'Activity', TRANSPORTATION: 'Transportation', EXPENSE: 'Expense' },
  ...{ DOCUMENT: 'Document', EMAIL: 'Email', CATEGORY: 'Category', FAVORITE: 'Favorite' },
} as const
export type CopyKind = keyof typeof types
export const kinds = Object.keys(types) as CopyKind[]

/** Signed addresses differ in every answer; `safeContent` is made of `content`. */
const leftOut = new Set(['Document.tempReadUrl', 'Email.safeContent', 'EmailAttachment.payload'])

const person = 'id name email photoUrl'
/** What of the objects within an object is compared. */
const within: Record<string, string> = {
  ...{ owner: person, favoriteUser: person, emails: 'id subject', viewerCan: '*' },
  ...{
    permissions: '*',
    attachments: '*',
    hostings: 'id',
    activities: 'id',
    transportations: 'id',
  },
  guests: `${person} joined permissions { isOwner canEdit }`,
}
/** The lists of a trip's items, which are read one by one. */
const lists = new Set(['Trip.hostings', 'Trip.activities', 'Trip.transportations'])

const object = (name: string) => schema.getType(name) as GraphQLObjectType

function selectionOf(type: GraphQLObjectType, alias: (field: string) => string): string {
  const shown = (field: GraphQLField<unknown, unknown>): string[] => {
    const named = getNamedType(field.type)
    const place = `${type.name}.${field.name}`
    if (leftOut.has(place) || lists.has(place)) return []
    const name = alias(field.name)
    if (isLeafType(named)) return [name]
    const inner = within[field.name]
    if (!inner || !isObjectType(named)) return []
    return [`${name} { ${inner === '*' ? selectionOf(named, (one) => one) : inner} }`]
  }
  return Object.values(type.getFields()).flatMap(shown).join(' ')
}

/** The types of a field among the members of the union; where they differ, it needs an alias. */
function typesOf(field: string): Set<string> {
  const found = Object.values(types).map((name) => object(name).getFields()[field])
  return new Set(found.flatMap((one) => (one ? [String(one.type)] : [])))
}

const fragmentOf = (name: string) => {
  const alias = (field: string) => (typesOf(field).size > 1 ? `${name}_${field}: ${field}` : field)
  return `fragment ${name}All on ${name} { __typename ${selectionOf(object(name), alias)} }`
}

const fragments = Object.fromEntries(
  Object.values(types).map((name) => [name, fragmentOf(name)]),
) as Record<(typeof types)[CopyKind], string>

/** The fragments of these types, for the end of a document. */
export const fragmentsOf = (...names: (typeof types)[CopyKind][]) =>
  names.map((name) => fragments[name]).join('\n')

/** The query for a page of changes. */
export const changesQuery = () => `query ($since: String, $first: Int!) {
  changes(since: $since, first: $first) {
    position hasMore resetAll reset destroyed { kind id tripId }
    changed { ${Object.values(types)
      .map((name) => `...${name}All`)
      .join(' ')} }
  }
}
${fragmentsOf(...Object.values(types))}`

/** An object as selected, with the names that its fields have in the schema. */
export function plain<One extends { __typename: string }>(one: One): One {
  const prefix = `${one.__typename}_`
  const fields = Object.entries(one).map(([name, value]) => [
    name.startsWith(prefix) ? name.slice(prefix.length) : name,
    value,
  ])
  return Object.fromEntries(fields)
}

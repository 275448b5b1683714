/**
 * The routes, and the GraphQL fields behind them, each with the right it needs, as data. Written
 * from the specification; nothing of the code is imported. The rows are
 * in the files beside this one; a new noun is a file of rows, and a new right a line in
 * decisions.ts.
 */
import { fresh } from '../../spec/persons.ts'
import type { DecidedRight } from './decisions.ts'

export type RequestBody = Record<string, unknown>

/** What `{id}` and `$id` name; stage.ts makes one of each in every state. */
export type ObjectName =
  | ('hosting' | 'activity' | 'transportation' | 'expense')
  | ('category' | 'favorite' | 'email' | 'document')
  // An email by its id alone, the caller's or not, and an alternative address.
  | ('message' | 'address')

/** The ids in paths as `{t}`, in fields as `$t`. */
export interface PathIds {
  /** The trip. */
  t: string
  /** The object. */
  id: string
  /** The parent of the object, below the trip. */
  c: string
  /** The caller. */
  u: string
  /** The owner of the trip. */
  o: string
  /** The caller's address. */
  self: string
  /** The hash in a link that verifies an address; an unknown one. */
  hash: string
}

export interface MatrixRow {
  /** `METHOD /path/{t}/{id}`; some fields of GraphQL have no route. */
  rest?: string
  right: DecidedRight
  /** The status of success. */
  status: number
  body?: (ids: PathIds) => RequestBody
  /** The root field behind it, with `$t` and `$id`. */
  field: string
  /** Its selection, and on which type. */
  selection: string
  on: string
  /** The kind of `{id}`. */
  names?: ObjectName
  /** Its parent, `{c}` and `$c`; nothing where it is the trip itself. */
  under?: 'hosting' | 'activity' | 'transportation'
  /** The refusal for an object that does not exist; default: 404. */
  missing?: '403'
  /** The field is not null: a refusal takes the whole answer with it. */
  alone?: true
  /** The code in place of success, where the input fails after the right was checked. */
  code?: string
  /** The code for operators, unless it is the common one. */
  operator?: string
  /** It uses up what it names, which is therefore made anew each time. */
  consumes?: true
  /** A deleted object counts as a live one. */
  revives?: true
  /** Attachments of a live child of the trip count as the trip's. */
  deep?: true
  /** An id in a body, validated before the right: 0 is invalid. */
  positive?: true
}

export type More = Partial<MatrixRow>

export const upper = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
const camel = (name: string) => name.replaceAll(/_(\w)/g, (_, letter) => letter.toUpperCase())

/** An object as a literal of GraphQL, its keys in camelCase. */
export function literal(input: object): string {
  return JSON.stringify(input).replaceAll(/"(\w+)":/g, (_, key) => `${camel(key)}: `)
}

/** A read of what is in a trip. */
export function below(path: string, selection: string, more: More = {}): MatrixRow {
  const rest = path && { rest: `GET ${path}` }
  const reads = { right: 'access', status: 200 } as const
  return { ...rest, ...reads, field: 'trip(id: $t)', selection, on: 'Trip', ...more }
}

/** For a field that returns no object. */
export const bare = { selection: '', on: '', alone: true } as const

/** A row about the caller, or about nothing; `sent` is the body in snake_case. */
export function own(
  right: DecidedRight,
  rest: string,
  name: string,
  of: string,
  sent?: RequestBody,
  more: More = {},
): MatrixRow {
  const [on = '', ...selection] = of.split(' ')
  return {
    ...(rest && { rest }),
    right,
    status: 200,
    field: sent ? `${name}(input: ${literal(sent)})` : name,
    selection: of && `{ ${selection.join(' ')} }`,
    on,
    alone: true,
    ...(sent && { body: () => JSON.parse(filled(JSON.stringify(sent))) }),
    ...more,
  }
}

/** `$fresh` in a body or a field is a new name. */
export function filled(text: string): string {
  return text.replaceAll('$fresh', () => fresh('mia'))
}

/** The root fields of Query; all others belong to Mutation. */
const queries = new Set([
  ...['trip', 'trips', 'deletedTrips', 'me', 'outbox', 'categories', 'category', 'favorites'],
  ...['favoriteRequests', 'invitations', 'documents', 'document', 'deletedDocuments'],
  ...['documentDownload', 'emails', 'email', 'deletedEmails', 'inbox', 'inboxEmail'],
  'alternativeEmails',
  ...['isResetLinkValid', 'changes', 'keys', 'keysOf'],
  'mailedInvitation',
])
export const isRead = ({ field }: MatrixRow) => queries.has(field.match(/^\w+/)?.[0] ?? '')

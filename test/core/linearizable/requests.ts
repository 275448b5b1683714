/** The requests of a history, over REST or GraphQL, and what their answers say. */
import type { LoadAnswer } from '../../operations/scale/client.ts'
import type { HistoryBody, ShownItem } from './bodies.ts'
import type {
  AnsweredRequest,
  AnsweredStatus,
  OperationRequest,
  ShownRight,
  View,
} from './operation.ts'
import type { HistoryScene } from './scene.ts'

export interface HistoryRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  body?: object
  headers?: Record<string, string>
}

/** An operation as a request; `read` is what a successful answer says beside its status. */
export interface Prepared {
  asked: OperationRequest
  request: HistoryRequest
  read?: (body: HistoryBody) => Omit<AnsweredRequest, 'status'>
}

const byCode: Record<string, AnsweredStatus> = {
  ...{ NOT_FOUND: 'missing', FORBIDDEN: 'forbidden', BAD_USER_INPUT: 'forbidden' },
  ...{ CONFLICT: 'conflict', SERVICE_UNAVAILABLE: 'unknown', INTERNAL_SERVER_ERROR: 'unknown' },
}
const byStatus: Record<number, AnsweredStatus> = {
  ...{ 200: 'ok', 201: 'ok', 204: 'ok', 400: 'forbidden', 403: 'forbidden' },
  ...{ 404: 'missing', 409: 'unknown', 412: 'conflict' },
}

export const bodyOf = (answer: LoadAnswer) => answer.json as unknown as HistoryBody

/** Throws where an answer has no place in a history. */
export function statusOf(answer: LoadAnswer, { method, path }: HistoryRequest): AnsweredStatus {
  if (answer.status >= 500) return 'unknown'
  const [error] = path === '/graphql' ? (bodyOf(answer).errors ?? []) : []
  const isRunning = /Idempotency-Key is running/.test(error?.message ?? '')
  const found = isRunning
    ? 'unknown'
    : error
      ? byCode[error.extensions.code]
      : byStatus[answer.status]
  if (!found) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
  return found
}

const graphql = (query: string, variables: object = {}): HistoryRequest => ({
  method: 'POST',
  path: '/graphql',
  body: { query, variables },
})

const shown = 'id internalIdentifier name version'

/** A label that is in a list twice is in its view under another one as well: not explained. */
export function eachOnce<T>(of: readonly [string, T][]): Record<string, T> {
  const found: Record<string, T> = {}
  for (const [label, one] of of) found[label in found ? `${label}, twice` : label] = one
  return found
}

type ShownItems = NonNullable<View['items']>

/** A list of items as a view shows it. */
export const itemsIn = (items: readonly ShownItem[]): ShownItems =>
  eachOnce(
    items.map(({ internalIdentifier, name, version }) => [internalIdentifier, { name, version }]),
  )

const rightOf = (canEdit: boolean): ShownRight => (canEdit ? 'e' : 'v')

/** What the operations need to know of the trip and the item that they are about. */
export function requestsOn(scene: HistoryScene) {
  const trip = ({ trip: number }: OperationRequest) => scene.trips[number] as number
  const id = ({ item = '' }: OperationRequest) => scene.ids.get(item) ?? 0
  const list = (asked: OperationRequest) => `/v1/trip/${trip(asked)}/activities`
  const one = (asked: OperationRequest) => `/v1/trip/${trip(asked)}/activity/${id(asked)}`
  const learn = ({ item = '' }: OperationRequest, found: number) => void scene.ids.set(item, found)

  return {
    create: (asked: OperationRequest): Prepared => ({
      asked,
      request: {
        method: 'POST',
        path: list(asked),
        body: { name: asked.name, internal_identifier: asked.item },
      },
      read: (body) => {
        learn(asked, body.id)
        return {}
      },
    }),
    createByGraphQL: (asked: OperationRequest): Prepared => ({
      asked,
      request: graphql(
        `mutation ($t: Int!, $input: ActivityInput!) {
          createActivity(tripId: $t, input: $input) { ${shown} } }`,
        { t: trip(asked), input: { name: asked.name, internalIdentifier: asked.item } },
      ),
      read: ({ data }) => {
        learn(asked, data.createActivity.id)
        return { version: data.createActivity.version }
      },
    }),
    write: (asked: OperationRequest, tag?: string): Prepared => ({
      asked,
      request: {
        method: 'PATCH',
        path: one(asked),
        body: { name: asked.name },
        ...(tag !== undefined && { headers: { 'if-match': tag } }),
      },
    }),
    writeByGraphQL: (asked: OperationRequest): Prepared => ({
      asked,
      request: graphql(
        `mutation ($t: Int!, $id: Int!, $input: ActivityInput!, $if: Int) {
          updateActivity(tripId: $t, id: $id, input: $input, ifVersion: $if) { ${shown} } }`,
        { t: trip(asked), id: id(asked), input: { name: asked.name }, if: asked.ifVersion },
      ),
      read: ({ data }) => ({ version: data.updateActivity.version }),
    }),
    delete: (asked: OperationRequest): Prepared => ({
      asked,
      request: { method: 'DELETE', path: one(asked) },
    }),
    restore: (asked: OperationRequest): Prepared => ({
      asked,
      request: graphql('mutation ($id: Int!) { restore(kind: ACTIVITY, id: $id) }', {
        id: id(asked),
      }),
    }),
    move: (asked: OperationRequest): Prepared => ({
      asked,
      request: {
        method: 'PATCH',
        path: one(asked),
        body: { name: asked.name, update_trip: scene.trips[asked.to ?? 0] },
      },
    }),
    moveByGraphQL: (asked: OperationRequest): Prepared => ({
      asked,
      request: graphql(
        `mutation ($t: Int!, $id: Int!, $input: ActivityInput!, $if: Int) {
          updateActivity(tripId: $t, id: $id, input: $input, ifVersion: $if) { id } }`,
        {
          ...{ t: trip(asked), id: id(asked), if: asked.ifVersion },
          input: { name: asked.name, updateTrip: scene.trips[asked.to ?? 0] },
        },
      ),
    }),
    rename: (asked: OperationRequest): Prepared => ({
      asked,
      request: {
        method: 'PATCH',
        path: `/v1/trips/${trip(asked)}`,
        body: { name: asked.name },
      },
    }),
    rights: (asked: OperationRequest): Prepared => ({
      asked,
      request: {
        method: 'PATCH',
        path: `/v1/trip/${trip(asked)}/collaborator/${scene.idOf(asked)}/permissions`,
        body: { can_edit: asked.right === 'e' },
      },
    }),
    remove: (asked: OperationRequest): Prepared => ({
      asked,
      request: {
        method: 'DELETE',
        path: `/v1/trip/${trip(asked)}/collaborator/${scene.idOf(asked)}`,
      },
    }),
    invite: (asked: OperationRequest): Prepared => ({
      asked,
      request: {
        method: 'POST',
        path: '/v1/guests/invite',
        body: {
          trip_id: trip(asked),
          invited_user_email: scene.people[asked.target ?? 'ed'].email,
          permissions: { read_only: asked.right === 'v' },
        },
      },
    }),
    /** One item, with its tag. */
    get: (asked: OperationRequest): Prepared => ({
      asked,
      request: { method: 'GET', path: one(asked) },
      read: ({ internal_identifier, name }) => ({
        view: { items: { [internal_identifier]: { name } } },
      }),
    }),
    list: (asked: OperationRequest): Prepared => ({
      asked,
      request: { method: 'GET', path: list(asked) },
      read: ({ results }) => ({
        view: {
          items: eachOnce(results.map((one) => [one.internal_identifier, { name: one.name }])),
        },
      }),
    }),
    listByGraphQL: (asked: OperationRequest): Prepared => ({
      asked,
      request: graphql(
        `query ($t: Int!) { trip(id: $t) { activities(first: 100) { results { ${shown} } } } }`,
        { t: trip(asked) },
      ),
      read: ({ data }) => ({ view: { items: itemsIn(data.trip.activities.results) } }),
    }),
    members: (asked: OperationRequest): Prepared => ({
      asked,
      request: { method: 'GET', path: `/v1/trip/${trip(asked)}/collaborators` },
      read: ({ results }) => ({
        view: {
          members: Object.fromEntries(
            results
              .filter(({ permissions }) => !permissions.is_owner)
              .map((of) => [scene.nameOf(of.id), rightOf(of.permissions.can_edit)]),
          ),
        },
      }),
    }),
    /** Not recorded: the model does not know it. */
    deleted: (asked: OperationRequest): HistoryRequest =>
      graphql(
        `query ($t: Int!) { trip(id: $t) {
          deletedActivities(withMoved: false, first: 100) { results { id } } } }`,
        { t: trip(asked) },
      ),
    trip: (asked: OperationRequest): Prepared => ({
      asked,
      request: graphql('query ($t: Int!) { trip(id: $t) { name version } }', { t: trip(asked) }),
      read: ({ data }) => ({ view: { title: data.trip.name, version: data.trip.version } }),
    }),
  }
}

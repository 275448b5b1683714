/** The operations of a history, as `checker/model.go` reads them. */

/** The owner of all trips, and two who are members of them at times. */
export const users = ['olga', 'ed', 'vera'] as const
export type UserName = (typeof users)[number]

export const tripNumbers = [0, 1, 2] as const
export type TripNumber = (typeof tripNumbers)[number]

/** `e` may edit the trip, `v` may only see it. */
export type ShownRight = 'e' | 'v'

/** What a reader was shown of a trip; a list is complete. */
export interface View {
  version?: number
  title?: string
  /** By label: the labels of items are chosen before their ids are known. */
  items?: Record<string, { name: string; version?: number }>
  members?: Record<string, ShownRight>
}

/** What is asked for; every name that is written is a new one. */
export interface OperationRequest {
  kind:
    | ('create' | 'write' | 'delete' | 'restore' | 'move' | 'rename')
    | ('rights' | 'invite' | 'remove' | 'read' | 'repeat' | 'quiet' | 'promotion')
  user: UserName
  trip: TripNumber
  /** Of a move. */
  to?: TripNumber
  /** The label of the item. */
  item?: string
  name?: string
  /** The member, and what the member may do from now on. */
  target?: UserName
  right?: ShownRight
  /** The version, or the name, that the item must have: the condition of the request. */
  ifVersion?: number
  ifName?: string
}

/**
 * What the answer says: `missing` is 404, `forbidden` 403 (and 400 for where nothing can be moved
 * to), `conflict` 412. An `unknown` operation takes effect at any moment until all is quiet, or
 * never. A repeated request is `replayed`, or takes effect `again`, which it must not.
 */
export type AnsweredStatus =
  | ('ok' | 'missing' | 'forbidden' | 'conflict' | 'unknown')
  | ('replayed' | 'again')

export interface AnsweredRequest {
  status: AnsweredStatus
  /** The version that a write has given to the item, where its answer shows it. */
  version?: number
  view?: View
}

/** When something began and ended: microseconds of one monotonic clock. */
export interface Moments {
  call: number
  ret: number
}

export interface HistoryOperation extends OperationRequest, AnsweredRequest, Moments {
  client: number
  /** How it was sent, for people. */
  by?: string
}

/** Microseconds. */
export const now = (): number => Math.round(performance.now() * 1000)

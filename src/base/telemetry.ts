/**
 * Events for metrics (src/surfaces/metrics/) and traces (src/process/tracing/), which subscribe if
 * settings switch them on. Without subscribers, publishing an event costs one comparison.
 */
import { channel } from 'node:diagnostics_channel'

/** A channel for events of one type within the process. */
function topic<Event>(name: string) {
  const events = channel(`trips.${name}`)
  return {
    get hasSubscribers(): boolean {
      return events.hasSubscribers
    },
    publish: (event: Event): void => events.publish(event),
    /**
     * Calls `listener`, which must not throw, for every event. Returns a function that
     * unsubscribes.
     */
    subscribe(listener: (event: Event) => void): () => void {
      const subscriber = (event: unknown) => listener(event as Event)
      events.subscribe(subscriber)
      return () => void events.unsubscribe(subscriber)
    },
  }
}

/** A statement has succeeded or failed. Times are milliseconds of `performance.now`. */
export const statementEnded = topic<{
  text: string
  startedAt: number
  ms: number
  /** Set if it failed. */
  error?: unknown
}>('statement.ended')

/** A transaction or statement is retried after a conflict with another. */
export const workRepeated = topic<object>('work.repeated')

/** The source of an operation's document: the facade, a client's trusted documents, any other. */
type OperationKind = 'own' | 'trusted' | 'other'

export interface Operation {
  kind: OperationKind
  /** Set for the facade and trusted documents only: elsewhere clients choose it. */
  name?: string | undefined
  type?: string | undefined
}

export const operationStarted = topic<{ operation: Operation; startedAt: number }>(
  'operation.started',
)

/** `code` is `OK` or an error code that clients may see. */
export const operationEnded = topic<{ operation: Operation; code: string; ms: number }>(
  'operation.ended',
)

/** A running operation, whose fields may be set until its end. */
export interface StartedOperation {
  operation: Operation
  /** Publishes the end; undefined without subscribers. */
  end: ((code: string) => void) | undefined
}

/** Publishes the start of an operation. */
export function startedOperation(operation: Operation): StartedOperation {
  if (!operationStarted.hasSubscribers && !operationEnded.hasSubscribers) {
    return { operation, end: undefined }
  }
  const startedAt = performance.now()
  operationStarted.publish({ operation, startedAt })
  const end = (code: string) =>
    operationEnded.publish({ operation, code, ms: performance.now() - startedAt })
  return { operation, end }
}

/** A request was refused by the rate limit or turnstile of this name. */
export const limitReached = topic<{ limit: string }>('limit.reached')

/** A booking email was filed, kept in the inbox, recognised as a duplicate, or refused. */
export const mailArrived = topic<{
  outcome: 'filed' | 'inbox' | 'known' | 'refused'
  /** A short name for the reason. */
  reason: string
}>('mail.arrived')

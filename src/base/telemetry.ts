/**
 * Events for metrics (src/surfaces/metrics/) and traces (src/process/tracing/), which subscribe if
 * settings switch them on. Without subscribers, publishing an event costs one comparison.
 */
import { channel } from 'node:diagnostics_channel'

/** A channel of the process, whose events have one type. */
function topic<Event>(name: string) {
  const events = channel(`trips.${name}`)
  return {
    get hasSubscribers(): boolean {
      return events.hasSubscribers
    },
    publish: (event: Event): void => events.publish(event),
    /** Calls `listener`, which must not throw, for every event; returns what unsubscribes it. */
    subscribe(listener: (event: Event) => void): () => void {
      const subscriber = (event: unknown) => listener(event as Event)
      events.subscribe(subscriber)
      return () => void events.unsubscribe(subscriber)
    },
  }
}

/** A statement has succeeded or failed. Times are those of `performance.now`. */
export const statementEnded = topic<{
  text: string
  startedAt: number
  ms: number
  /** What it failed with. */
  error?: unknown
}>('statement.ended')

/** A transaction, or a single statement, conflicted with another and is run again. */
export const workRepeated = topic<object>('work.repeated')

/** Whose document an operation comes from: the facade's, a trusted one of a client, any other. */
type OperationKind = 'own' | 'trusted' | 'other'

export interface Operation {
  kind: OperationKind
  /** Of the facade and of trusted documents; that of any other is its client's own. */
  name?: string | undefined
  type?: string | undefined
}

export const operationStarted = topic<{ operation: Operation; startedAt: number }>(
  'operation.started',
)

/** `code` is `OK`, or one that clients may see. */
export const operationEnded = topic<{ operation: Operation; code: string; ms: number }>(
  'operation.ended',
)

/**
 * Publishes that an operation starts; returns what publishes its end; undefined if no one
 * subscribes. Fields of `operation` may be set until then.
 */
function startOperation(operation: Operation): ((code: string) => void) | undefined {
  if (!operationStarted.hasSubscribers && !operationEnded.hasSubscribers) return undefined
  const startedAt = performance.now()
  operationStarted.publish({ operation, startedAt })
  return (code) => operationEnded.publish({ operation, code, ms: performance.now() - startedAt })
}

/** An operation that is under way, and what publishes its end. */
export interface StartedOperation {
  operation: Operation
  end: ((code: string) => void) | undefined
}

/** `startOperation` with the operation itself, for those who set its fields. */
export const startedOperation = (operation: Operation): StartedOperation => ({
  operation,
  end: startOperation(operation),
})

/** A request was refused by a rate limit, or by the turnstile of that name. */
export const limitReached = topic<{ limit: string }>('limit.reached')

/** A booking email was filed, waits in the inbox, had been received before, or was refused. */
export const mailArrived = topic<{
  outcome: 'filed' | 'inbox' | 'known' | 'refused'
  /** A short name of the reason. */
  reason: string
}>('mail.arrived')

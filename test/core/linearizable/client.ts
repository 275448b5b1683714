/** A client of a history: it sends one request after the other, and records what becomes of it. */
import http from 'node:http'
import { pause } from '../../fresh-database.ts'
import { type LoadAnswer, send } from '../../operations/scale/client.ts'
import { type Knowledge, RandomChoice } from './choosing.ts'
import { ReadingCopy } from './copies.ts'
import {
  type AnsweredRequest,
  type HistoryOperation,
  now,
  type OperationRequest,
  tripNumbers,
  type UserName,
} from './operation.ts'
import { bodyOf, type HistoryRequest, type Prepared, requestsOn, statusOf } from './requests.ts'
import type { HistoryScene } from './scene.ts'

/** How a request is sent: its answer, or undefined where what became of it is not known. */
export type Sending = (
  request: HistoryRequest,
  user: UserName,
  agent: http.Agent,
) => Promise<LoadAnswer | undefined>

/** Sends to one of those that listen, chosen anew each time; waits where none does. */
export function sendingTo(
  scene: HistoryScene,
  urls: () => string[],
  random: () => number,
): Sending {
  return async ({ method, path, body, headers = {} }, user, agent) => {
    for (;;) {
      const all = urls()
      const url = all[random() % Math.max(all.length, 1)]
      const sender = { token: scene.people[user].token, agent, headers }
      try {
        if (url) return await send(url + path, method, body, sender)
      } catch (error) {
        // It has not been sent.
        if ((error as NodeJS.ErrnoException).code !== 'ECONNREFUSED') return undefined
      }
      await pause(20)
    }
  }
}

/** A request with a key, as it was answered. */
interface Done {
  prepared: Prepared
  status: number
  text: string
}

interface Options {
  scene: HistoryScene
  user: UserName
  number: number
  knowledge: Knowledge
  random: () => number
  sending: Sending
  record: (operation: HistoryOperation) => void
}

/** How often a request with a key is sent until it is answered. */
const tries = 6

export class HistoryClient {
  readonly #options: Options
  readonly #choice: RandomChoice
  readonly #copy: ReadingCopy
  readonly #agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  /** What can be repeated. */
  readonly #done: Done[] = []
  #keys = 0

  constructor(options: Options) {
    const { scene, user, knowledge, random } = options
    this.#options = options
    this.#choice = new RandomChoice(scene, user, knowledge, random)
    this.#copy = new ReadingCopy(scene)
  }

  async step(): Promise<void> {
    const kind = this.#options.random() % 100
    if (kind < 11) return this.#catchUp()
    if (kind < 15 && this.#done.length > 0) return this.#repeat(this.#choice.one(this.#done))
    const prepared = this.#choice.next()
    if (prepared.asked.kind === 'read' || this.#choice.isOneOf(50)) return this.ask(prepared)
    const key = `${this.#options.number}-${++this.#keys}`
    const headers = { ...prepared.request.headers, 'idempotency-key': key }
    return this.ask({ ...prepared, request: { ...prepared.request, headers } }, tries)
  }

  close(): void {
    this.#agent.destroy()
  }

  /** The labels of the items that are deleted in a trip, as its owner sees them. */
  async deleted(asked: OperationRequest): Promise<string[]> {
    const { scene } = this.#options
    const answer = await this.#send(requestsOn(scene).deleted(asked))
    const found = answer ? bodyOf(answer).data.trip.deletedActivities.results : []
    return [...scene.ids]
      .filter(([, id]) => found.some((one) => one.id === id))
      .map(([label]) => label)
  }

  #send(request: HistoryRequest) {
    return this.#options.sending(request, this.#options.user, this.#agent)
  }

  #record(operation: Omit<HistoryOperation, 'client'>): void {
    this.#options.record({ client: this.#options.number, ...operation })
  }

  /** Sends it, again while there is no answer, up to so many times; records it once. */
  async ask(prepared: Prepared, most = 1): Promise<void> {
    const { asked, request } = prepared
    const call = now()
    let answer: LoadAnswer | undefined
    let isUnsure = false
    let status: AnsweredRequest['status'] = 'unknown'
    for (let times = 0; times < most && status === 'unknown'; times += 1) {
      isUnsure ||= times > 0
      if (times > 0) await pause(50 * 2 ** times)
      answer = await this.#send(request)
      status = answer ? statusOf(answer, request) : 'unknown'
    }
    const ret = now()
    // Refused now: whether it took effect before is not known.
    if (isUnsure && status !== 'ok') status = 'unknown'
    if (asked.kind === 'read' && status === 'unknown') return pause(100)
    const by = `${request.method} ${request.path}`
    if (status !== 'ok' || !answer) {
      this.#record({ ...asked, status, call, ret, by })
      return status === 'unknown' ? pause(100) : undefined
    }
    const answered = prepared.read?.(bodyOf(answer)) ?? {}
    this.#record({ ...asked, status, ...answered, call, ret, by })
    this.#learn(prepared, answered, answer)
    if (request.headers?.['idempotency-key']) {
      this.#done.push({ prepared, status: answer.status, text: answer.text })
    }
  }

  #learn(
    { asked }: Prepared,
    { version, view }: Omit<AnsweredRequest, 'status'>,
    answer: LoadAnswer,
  ): void {
    const { knowledge, user } = this.#options
    if (asked.kind !== 'read') knowledge.learn(asked, version)
    for (const [label, shown] of Object.entries(view?.items ?? {})) {
      if (shown.version) knowledge.shown(label, asked.trip, shown.version)
      const known = knowledge.items.get(label)
      const value = answer.headers.etag
      if (known && asked.item === label && value) {
        known.tags = { ...known.tags, [user]: { trip: asked.trip, value, name: shown.name } }
      }
    }
  }

  async #repeat({ prepared: { asked, request }, status, text }: Done): Promise<void> {
    const call = now()
    const answer = await this.#send(request)
    const found = answer ? statusOf(answer, request) : 'unknown'
    if (!answer || found === 'unknown') return pause(100)
    const isSame = answer.status === status && answer.text === text
    const isReplayed = answer.headers['idempotency-replayed'] === 'true'
    const answered = found === 'ok' ? (isSame && isReplayed ? 'replayed' : 'again') : found
    const by = `${request.method} ${request.path} ${request.headers?.['idempotency-key']}`
    const both = answered === 'again' ? ` was ${text}, is ${answer.text}` : ''
    this.#record({ ...asked, kind: 'repeat', status: answered, call, ret: now(), by: by + both })
  }

  /** Brings the copy up to date, which then shows all trips. */
  async #catchUp(): Promise<void> {
    const call = now()
    for (let hasMore = true; hasMore; ) {
      const request = this.#copy.request()
      const answer = await this.#send(request)
      if (!answer || statusOf(answer, request) !== 'ok') return pause(100)
      hasMore = this.#copy.apply(bodyOf(answer))
    }
    const ret = now()
    const { user } = this.#options
    for (const trip of tripNumbers) {
      this.#record({ kind: 'read', user, trip, ...this.#copy.of(trip), call, ret, by: 'changes' })
    }
  }
}

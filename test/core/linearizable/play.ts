/** Plays a history: clients write and read at once while something happens to what serves them. */

import { eventually } from '../../fresh-database.ts'
import { numbersOf } from '../../random-numbers.ts'
import { Knowledge } from './choosing.ts'
import { HistoryClient, type Sending, sendingTo } from './client.ts'
import { type Happening, type HappeningName, happenings } from './happenings.ts'
import { type ItemState, statesIn } from './item-states.ts'
import { type HistoryOperation, now, tripNumbers, users } from './operation.ts'
import { withPromotions } from './promotions.ts'
import { requestsOn } from './requests.ts'
import { type HistoryScene, sceneIn } from './scene.ts'
import type { Surroundings } from './surroundings.ts'

export interface PlayOptions {
  number: number
  operations: number
  /** What happens, in this order; in each part of the history one. */
  happening: readonly HappeningName[]
  /** Lets a test plant a fault between clients and service. */
  altered?: (sending: Sending) => Sending
}

export interface PlayedHistory {
  operations: HistoryOperation[]
  /** The states of the items, as the database has recorded them. */
  states: ItemState[]
  happened: readonly HappeningName[]
  /** What is wrong with where items are, at a moment when nothing else happens. */
  misplaced: string[]
}

const clients = 8

/** All that can happen, in an order that follows from the number. */
export function shuffled(number: number): HappeningName[] {
  const random = numbersOf(number)
  const all = (Object.keys(happenings) as HappeningName[]).map((name) => [random(), name] as const)
  return all.sort(([one], [other]) => one - other).map(([, name]) => name)
}

export async function play(around: Surroundings, options: PlayOptions): Promise<PlayedHistory> {
  const { number: history, happening, altered = (sending) => sending } = options
  const scene = await sceneIn(around, history)
  const operations: HistoryOperation[] = []
  const promotionsBefore = around.promotions.length
  const misplaced: string[] = []
  const record = (operation: HistoryOperation) => void operations.push(operation)
  const knowledge = new Knowledge()
  const urls = () => around.processes.flatMap(({ url }) => url ?? [])
  const all = Array.from({ length: clients }, (_, number) => {
    const random = numbersOf(history * 1_000 + number)
    const sending = altered(sendingTo(scene, urls, random))
    const user = users[Math.max(number - 2, 0) % users.length] ?? 'olga'
    return new HistoryClient({ scene, user, number, knowledge, random, sending, record })
  })
  const random = numbersOf(history * 1_000 + 999)
  try {
    for (const [part, name] of happening.entries()) {
      const until = Math.round((options.operations * (part + 1)) / happening.length)
      const from = operations.length
      const begun = from + Math.floor((until - from) * (0.1 + (random() % 30) / 100))
      await Promise.all([
        happen(happenings[name], () => operations.length >= begun),
        ...all.map(async (client) => {
          while (operations.length < until) await client.step()
        }),
      ])
      await around.settle()
      const call = now()
      record({
        client: clients,
        kind: 'quiet',
        user: 'olga',
        trip: 0,
        status: 'ok',
        call,
        ret: now(),
      })
      misplaced.push(...(await look(all[0] as HistoryClient, scene, operations)))
    }
  } finally {
    for (const client of all) client.close()
  }
  const states = await statesIn(around.database, scene)
  const promotions = around.promotions.slice(promotionsBefore)
  return {
    operations: withPromotions(operations, promotions),
    states,
    happened: happening,
    misplaced,
  }

  async function happen(what: Happening, isTime: () => boolean): Promise<void> {
    await eventually(isTime, 600_000)
    await what(around, random)
  }
}

/**
 * Reads all trips, as operations of the history, and says which items are in more than one place,
 * or in none: every one that was made, and is live or deleted somewhere.
 */
async function look(
  client: HistoryClient,
  scene: HistoryScene,
  operations: HistoryOperation[],
): Promise<string[]> {
  const on = requestsOn(scene)
  const places = new Map([...scene.ids.keys()].map((label) => [label, [] as string[]]))
  for (const trip of tripNumbers) {
    const asked = { kind: 'read', user: 'olga', trip } as const
    for (const prepared of [on.listByGraphQL(asked), on.members(asked), on.trip(asked)]) {
      await client.ask(prepared)
      const items = Object.keys(operations.at(-1)?.view?.items ?? {})
      for (const label of items) places.get(label)?.push(`live in trip ${trip}`)
    }
    for (const label of await client.deleted(asked)) places.get(label)?.push(`deleted in ${trip}`)
  }
  return [...places]
    .filter(([, found]) => found.length !== 1)
    .map(([label, found]) => `${label} is ${found.join(', ') || 'nowhere'}`)
}

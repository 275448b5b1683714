/** What a client asks for next: chosen by random numbers, from what all clients have learnt. */
import {
  type OperationRequest,
  type ShownRight,
  type TripNumber,
  tripNumbers,
  type UserName,
} from './operation.ts'
import { type Prepared, requestsOn } from './requests.ts'
import type { HistoryScene } from './scene.ts'

/** What clients know of an item, which may be outdated. */
interface Known {
  trip: TripNumber
  isDeleted: boolean
  /** Shown in that trip. */
  version?: number
  /** The last tag that each user was given, with the name that the item had. */
  tags?: Partial<Record<UserName, { trip: TripNumber; value: string; name: string }>>
}

/** The number of items that are used at the same time. */
const most = 14

/** Of 100 operations. */
const shares = {
  ...{ create: 9, write: 18, writeIfVersion: 7, writeIfTag: 6, delete: 6, restore: 5, move: 11 },
  ...{ rights: 4, remove: 5, invite: 7, rename: 2, get: 7, list: 6, members: 3, trip: 4 },
} as const
type Share = keyof typeof shares
const lots = (Object.keys(shares) as Share[]).flatMap((name) =>
  Array.from({ length: shares[name] }, () => name),
)

/** Items that clients know, shared by all of them, and new names. */
export class Knowledge {
  readonly items = new Map<string, Known>()
  #names = 0

  fresh = (letter: string) => `${letter}${++this.#names}`

  /** Learns from an operation that was answered. */
  learn(asked: OperationRequest, version?: number): void {
    const { kind, item = '' } = asked
    const known = this.items.get(item)
    if (kind === 'create') this.#add(item, { trip: asked.trip, isDeleted: false })
    if (!known) return
    if (kind === 'delete' || kind === 'restore') known.isDeleted = kind === 'delete'
    if (kind === 'move') this.items.set(item, { trip: asked.to ?? 0, isDeleted: false })
    if (version) this.shown(item, asked.trip, version)
  }

  shown(item: string, trip: TripNumber, version: number): void {
    const known = this.items.get(item)
    if (known?.trip === trip) known.version = version
  }

  /** In the place of one that is deleted, once there are enough. */
  #add(item: string, known: Known): void {
    const deleted = [...this.items].filter(([, { isDeleted }]) => isDeleted)
    if (this.items.size >= most && deleted[0]) this.items.delete(deleted[0][0])
    this.items.set(item, known)
  }
}

export class RandomChoice {
  readonly #random: () => number
  readonly #user: UserName
  readonly #knowledge: Knowledge
  readonly #on: ReturnType<typeof requestsOn>

  constructor(scene: HistoryScene, user: UserName, knowledge: Knowledge, random: () => number) {
    this.#on = requestsOn(scene)
    this.#user = user
    this.#knowledge = knowledge
    this.#random = random
  }

  one<T>(of: readonly T[]): T {
    return of[this.#random() % of.length] as T
  }

  /** Whether the next of so many in a hundred. */
  isOneOf(hundred: number): boolean {
    return this.#random() % 100 < hundred
  }

  #any(): OperationRequest & { item: string; known: Known } {
    const [item, known] = this.one([...this.#knowledge.items])
    // Now and then a trip that it is not in.
    const trip = this.isOneOf(4) ? this.one(tripNumbers) : known.trip
    return { kind: 'write', user: this.#user, trip, item, known }
  }

  next(): Prepared {
    const { items } = this.#knowledge
    const share = this.one(lots)
    const isFull = share === 'create' && items.size >= most
    const isOwners = share === 'rights' || share === 'remove' || share === 'invite'
    if (items.size === 0) return this.#make('create')
    if (isFull) return this.#make(this.isOneOf(50) ? 'delete' : 'create')
    return this.#make(isOwners && this.#user !== 'olga' ? 'list' : share)
  }

  #make(share: Share): Prepared {
    const on = this.#on
    const user = this.#user
    const name = this.#knowledge.fresh
    const trip = this.one(tripNumbers)
    const byGraphQL = this.isOneOf(50)
    if (share === 'create') {
      const asked: OperationRequest = {
        kind: 'create',
        user,
        trip,
        item: name('i'),
        name: name('n'),
      }
      return byGraphQL ? on.createByGraphQL(asked) : on.create(asked)
    }
    if (share === 'rename') return on.rename({ kind: 'rename', user, trip, name: name('t') })
    if (share === 'rights' || share === 'remove' || share === 'invite') {
      const target = this.one(['ed', 'vera'] as const)
      const right: ShownRight = this.isOneOf(60) ? 'e' : 'v'
      const asked = { kind: share, user, trip, target } as const
      return share === 'remove' ? on.remove(asked) : on[share]({ ...asked, right })
    }
    if (share === 'members' || share === 'trip') return on[share]({ kind: 'read', user, trip })
    if (share === 'list') {
      return (byGraphQL ? on.listByGraphQL : on.list)({ kind: 'read', user, trip })
    }
    return this.#onItem(share, byGraphQL)
  }

  #onItem(share: Share, byGraphQL: boolean): Prepared {
    const on = this.#on
    const name = this.#knowledge.fresh('n')
    const { known, ...of } = this.#any()
    if (share === 'get') return on.get({ ...of, kind: 'read' })
    if (share === 'delete' || share === 'restore') return on[share]({ ...of, kind: share })
    const condition = known.version && of.trip === known.trip ? { ifVersion: known.version } : {}
    if (share === 'move') {
      const to = this.one(tripNumbers.filter((trip) => trip !== of.trip))
      const asked: OperationRequest = { ...of, kind: 'move', to, name }
      return byGraphQL ? on.moveByGraphQL({ ...asked, ...condition }) : on.move(asked)
    }
    const write: OperationRequest = { ...of, kind: 'write', name }
    if (share === 'writeIfTag') return this.#ifTag(write)
    if (share === 'writeIfVersion') return on.writeByGraphQL({ ...write, ...condition })
    return byGraphQL ? on.writeByGraphQL(write) : on.write(write)
  }

  /** A write of any item whose tag the user knows; without one, what asks for a tag. */
  #ifTag(write: OperationRequest): Prepared {
    const tagged = [...this.#knowledge.items].flatMap(([item, { tags }]) => {
      const tag = tags?.[this.#user]
      return tag ? [{ item, ...tag }] : []
    })
    if (tagged.length === 0) return this.#on.get({ ...write, kind: 'read' })
    const { item, trip, name, value } = this.one(tagged)
    return this.#on.write({ ...write, item, trip, ifName: name }, value)
  }
}

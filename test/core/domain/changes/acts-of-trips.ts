/** Writers of trips and of what is in them. */
import type { Choice, Made, PersonName, Scene } from './scene.ts'
import { names } from './scene.ts'

/** Something that a writer may do; `weight` says how often it is chosen. */
export interface WriterAct {
  weight: number
  run(scene: Scene, choice: Choice): Promise<unknown>
}

/** Mostly somebody who may do it. */
export const writer = (choice: Choice): PersonName =>
  choice.of(['olga', 'olga', 'olga', 'ed', 'ed', 'lena', ...names]) as PersonName

export const itemKinds = ['HOSTING', 'ACTIVITY', 'TRANSPORTATION', 'EXPENSE'] as const
export const typeOf = (kind: string) => `${kind[0]}${kind.slice(1).toLowerCase()}`

/** One of those kinds that was made, or none. */
export const someOf = (scene: Scene, choice: Choice, kinds: readonly string[]) =>
  choice.of(scene.made.filter(({ kind }) => kinds.includes(kind)))

function inputOf(kind: string, scene: Scene, choice: Choice): Record<string, unknown> {
  const text = scene.text()
  const price = choice.below(3) ? { price: choice.below(90), currency: 'EUR' } : {}
  if (kind === 'EXPENSE') return { title: text, price: choice.below(90) }
  return { name: text, notes: 'n'.repeat(choice.below(5)), ...price }
}

async function create(scene: Scene, choice: Choice) {
  const kind = choice.of(itemKinds) as Made['kind']
  const tripId = choice.of(scene.trips)
  if (tripId === undefined) return
  const type = typeOf(kind)
  const needed = kind === 'TRANSPORTATION' ? { transportationType: 'train' } : {}
  const assigned = kind !== 'EXPENSE' && choice.oneIn(3)
  const input = {
    ...{ ...needed, ...inputOf(kind, scene, choice) },
    ...(assigned && { assignedUsers: [...scene.accounts.values()].map(({ id }) => id) }),
  }
  const text = `mutation ($t: Int!, $i: ${type}Input!) {
    made: create${type}(tripId: $t, input: $i) { id }
  }`
  const { made } = await scene.mutate(writer(choice), text, { t: tripId, i: input })
  if (made) scene.made.push({ kind, id: made.id, tripId })
}

const updateText = (type: string) =>
  `mutation ($t: Int!, $id: Int!, $i: ${type}Input!) {
    update${type}(tripId: $t, id: $id, input: $i) { id tripId }
  }`

async function update(scene: Scene, choice: Choice) {
  const item = someOf(scene, choice, itemKinds)
  if (!item) return
  const i = inputOf(item.kind, scene, choice)
  const variables = { t: item.tripId, id: item.id, i }
  await scene.mutate(writer(choice), updateText(typeOf(item.kind)), variables)
}

async function move(scene: Scene, choice: Choice) {
  const item = someOf(scene, choice, itemKinds.slice(0, 3))
  const to = choice.of(scene.trips)
  if (!item || to === undefined) return
  const variables = { t: item.tripId, id: item.id, i: { updateTrip: to } }
  const text = updateText(typeOf(item.kind))
  await scene.mutate(writer(choice), text, variables)
  const table = item.kind.toLowerCase()
  const [row] = await scene.stage.db.query<{ at: number }>({
    text: `select trip_id as at from ${table} where id = $1`,
    values: [item.id],
  })
  if (row) item.tripId = row.at
}

async function remove(scene: Scene, choice: Choice) {
  const item = someOf(scene, choice, itemKinds)
  if (!item) return
  const type = typeOf(item.kind)
  const text = `mutation ($t: Int!, $id: Int!) { delete${type}(tripId: $t, id: $id) }`
  await scene.mutate(writer(choice), text, { t: item.tripId, id: item.id })
}

/** Moves an item, and then moves or removes it before anybody looks. */
async function bounce(scene: Scene, choice: Choice) {
  const item = someOf(scene, choice, itemKinds.slice(0, 3))
  if (!item) return
  const text = updateText(typeOf(item.kind))
  const moved = async (to: number | undefined) => {
    const i = { updateTrip: to ?? null }
    await scene.mutate('olga', text, { t: item.tripId, id: item.id, i })
    item.tripId = to ?? null
  }
  const from = item.tripId ?? undefined
  await moved(choice.of(scene.trips))
  if (choice.oneIn(2)) return moved(from)
  const gone = `mutation ($t: Int!, $id: Int!) { delete${typeOf(item.kind)}(tripId: $t, id: $id) }`
  return scene.mutate('olga', gone, { t: item.tripId, id: item.id })
}

export const restoreText = `mutation ($kind: RestorableKind!, $id: Int!) {
  restore(kind: $kind, id: $id)
}`

async function restore(scene: Scene, choice: Choice) {
  const item = someOf(scene, choice, itemKinds)
  if (!item) return
  await scene.mutate(writer(choice), restoreText, { kind: item.kind, id: item.id })
}

async function newTrip(scene: Scene, choice: Choice) {
  const guests = [...scene.accounts.values()].filter(() => choice.oneIn(3))
  const guestInvites = guests.map(({ id }) => ({
    ...{ userId: id, permissions: { readOnly: choice.oneIn(2), canSeeExpenses: choice.oneIn(2) } },
  }))
  const text = 'mutation ($i: TripInput!) { made: createTrip(input: $i) { id } }'
  const i = { name: scene.text(), guestInvites }
  const { made } = await scene.mutate(writer(choice), text, { i })
  if (made) scene.trips.push(made.id)
}

async function changeTrip(scene: Scene, choice: Choice) {
  const text = 'mutation ($id: Int!, $i: TripInput!) { updateTrip(id: $id, input: $i) { id } }'
  const i = { name: scene.text(), coverGradient: choice.below(4) }
  await scene.mutate(writer(choice), text, { id: choice.of(scene.trips), i })
}

async function deleteTrip(scene: Scene, choice: Choice) {
  const text = 'mutation ($id: Int!) { deleteTrip(id: $id) }'
  const by = choice.of(['olga', 'olga', 'lena', 'ed'] as const) as PersonName
  await scene.mutate(by, text, { id: choice.of(scene.trips) })
}

async function restoreTrip(scene: Scene, choice: Choice) {
  const by = choice.of(['olga', 'olga', 'lena', 'ed'] as const) as PersonName
  await scene.mutate(by, restoreText, { kind: 'TRIP', id: choice.of(scene.trips) })
}

export const actsOfTrips: Record<string, WriterAct> = {
  create: { weight: 14, run: create },
  update: { weight: 8, run: update },
  move: { weight: 6, run: move },
  bounce: { weight: 4, run: bounce },
  remove: { weight: 5, run: remove },
  restore: { weight: 5, run: restore },
  newTrip: { weight: 2, run: newTrip },
  changeTrip: { weight: 2, run: changeTrip },
  deleteTrip: { weight: 2, run: deleteTrip },
  restoreTrip: { weight: 3, run: restoreTrip },
}

/**
 * B2: access that changes right after a page was read, and is back before the next one, leaves no
 * trace in a copy: the position remembers the access with which the page was read.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database, Store } from '../../../../src/outside/database/database.ts'
import { restoreText } from './acts-of-trips.ts'
import { KeptCopy } from './copy.ts'
import { compare, fresh, realPeople } from './fresh.ts'
import { newScene, type Scene } from './scene.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

type Act = (scene: Scene) => Promise<unknown>

const setRights = `mutation ($trip: Int!, $user: Int!, $input: PermissionsInput!) {
  setPermissions(tripId: $trip, userId: $user, input: $input) { id }
}`
const give =
  (input: object): Act =>
  (scene) =>
    scene.mutate('olga', setRights, { trip: 1, user: scene.account('ed').id, input })

const setPro =
  (isPremium: boolean): Act =>
  (scene) =>
    scene.mutate(
      'operator',
      `mutation ($email: String!, $isPremium: Boolean!) {
        setPremium(email: $email, isPremium: $isPremium) { isPremium }
      }`,
      { email: scene.account('olga').email, isPremium },
    )

const deleteTrip: Act = (scene) => scene.mutate('olga', 'mutation { deleteTrip(id: 1) }')
const restoreTrip: Act = (scene) => scene.mutate('olga', restoreText, { kind: 'TRIP', id: 1 })

/** What takes access from ed, and what gives it back. */
const losses: [what: string, away: Act, back: Act][] = [
  ['may not see expenses', give({ canSeeExpenses: false }), give({ canSeeExpenses: true })],
  ['may not see documents', give({ canSeeDocuments: false }), give({ canSeeDocuments: true })],
  ['reads a trip that is deleted', deleteTrip, restoreTrip],
  ['reads a trip of an owner without Pro', setPro(false), setPro(true)],
]

/** A scene in which ed sees expenses and documents, and edits neither; the trip has an email. */
async function scened(): Promise<Scene> {
  const scene = await newScene(stage)
  await give({ canEditExpenses: false, canEditDocuments: false })(scene)
  const text = `insert into email (owner_id, trip_id, unique_parser_identifier, message_key,
    subject, text) select owner_id, id, 'trip', 'trip', 'trip', 'trip' from trip where id = 1`
  await stage.db.query({ text })
  return scene
}

/** The database, where something happens right after the first transaction. */
function interrupted(db: Database, happen: () => Promise<unknown>): Store {
  let isOver = false
  return {
    prisma: db.prisma,
    query: (statement) => db.query(statement),
    async transaction(work, options) {
      const result = await db.transaction(work, options)
      if (!isOver) await happen()
      isOver = true
      return result
    },
  }
}

/** Objects as shown within others. */
const nested = `{ changes(first: 500) { position changed { __typename
  ... on Document { id hostings { price currency emails { id hostings { id price } } } }
  ... on Email { id hostings { price emails { id } } }
  ... on Trip { id viewerCan { seeExpenses seeDocuments } emails { id attachments { id } } }
} } }`

describe('B2 access that is lost for a moment after a page was read', () => {
  test.each(losses)('a member who %s for a moment keeps an exact copy', async (_, away, back) => {
    const scene = await scened()
    const reader = scene.account('ed')
    const store = interrupted(stage.db, () => away(scene))
    const through: Stage = { ...stage, run: (by, text, sent) => stage.run(by, text, sent, store) }
    const copy = new KeptCopy(through, () => reader)
    await copy.page(500)
    await back(scene)
    await copy.catchUp(() => 500)
    compare(copy.held, await fresh(stage, reader), await realPeople(stage))
  })

  test.each(losses)('a member who %s then is shown the page as it was', async (_, away) => {
    const scene = await scened()
    const reader = scene.account('ed')
    const before = await stage.run(reader, nested)
    expect(before.errors).toEqual([])
    expect(JSON.stringify(before.data)).toContain('"price":90')
    const store = interrupted(stage.db, () => away(scene))
    expect(await stage.run(reader, nested, {}, store)).toEqual(before)
  })
})

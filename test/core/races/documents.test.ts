/** 13: the same receipt, moves, renames and removals of documents at the same time. */
import { describe, expect, it } from 'vitest'
import { as } from '../../client.ts'
import { attaching, insertDocument, placesOf, prepare, words } from '../../documents.ts'
import { cast, db, join, trip as newTrip } from '../../world.ts'
import { parallel, statuses } from './parallel.ts'

const many = 20

async function scene() {
  const world = await cast()
  return { ...world, places: await placesOf(world) }
}

describe('13 documents in parallel', () => {
  it.each(words)('one receipt sent 20 times to a %s: 201, one document', async (word) => {
    const { ed, places } = await scene()
    const upload = await prepare(ed, places[word])
    const answers = await parallel(many, () => as(ed).post(places[word].v1(), attaching(upload)))
    expect(statuses(answers)).toEqual({ 201: many })
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect((await as(ed).get(places[word].v2())).json.count).toBe(1)
  })

  it('20 moves of a document to all places: each gets 200, and it ends in one', async () => {
    const { ed, olga, places } = await scene()
    const id = await insertDocument(olga, places.trip.parent)
    const answers = await parallel(many, (index) => {
      const word = words[index % words.length] ?? 'trip'
      const body = { [`${word}_id`]: places[word].id, title: `From ${index}` }
      return as(index % 2 ? ed : olga).patch(`/v1/documents/${id}`, body)
    })
    expect(statuses(answers)).toEqual({ 200: many })
    const counts = await Promise.all(
      words.slice(1).map(async (word) => (await as(ed).get(places[word].v2())).json.count),
    )
    const { json } = await as(ed).get(places.trip.v2())
    expect(json.count).toBe(1)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(1)
  })

  it('opposite moves between two trips: no 5xx, each document ends in the other trip', async () => {
    const { olga, places } = await scene()
    const other = await newTrip(olga)
    const moves = await Promise.all(
      Array.from({ length: many }, async (_, index) => {
        const [from, to] = index % 2 ? [places.trip.id, other.id] : [other.id, places.trip.id]
        return { id: await insertDocument(olga, { trip_id: from }), to }
      }),
    )
    const answers = await parallel(many, (index) => {
      const { id, to } = moves[index] ?? { id: 0, to: 0 }
      return as(olga).patch(`/v1/documents/${id}`, { trip_id: to })
    })
    expect(statuses(answers)).toEqual({ 200: many })
    for (const { id, to } of moves) {
      expect((await as(olga).get(`/v2/trip/${to}/documents/${id}`)).status).toBe(200)
    }
  })

  it('removed 20 times: one gets 200, the rest 404', async () => {
    const { olga, places } = await scene()
    const id = await insertDocument(olga, places.activity.parent)
    const answers = await parallel(many, () => as(olga).delete(places.activity.v1(id)))
    expect(statuses(answers)).toEqual({ 200: 1, 404: many - 1 })
  })

  it('moved while renamed and removed: no 5xx, and no partial change', async () => {
    const { olga, places } = await scene()
    for (let round = 0; round < 5; round += 1) {
      const id = await insertDocument(olga, places.trip.parent)
      const answers = await parallel(many, (index) => {
        if (index === 7) return as(olga).delete(places.trip.v1(id))
        return index % 2
          ? as(olga).patch(`/v1/documents/${id}`, { hosting_id: places.hosting.id })
          : as(olga).patch(places.trip.v1(id), { title: `From ${index}` })
      })
      for (const { status } of answers) expect([200, 403, 404]).toContain(status)
      const removed = answers[7]?.status === 200
      const list = await as(olga).get(places.trip.v2())
      expect(list.json.results.some((item) => item.id === id)).toBe(!removed)
    }
  })

  it('right revoked among the writes: 200 or 403, then no write succeeds', async () => {
    const { ed, olga, trip, places } = await scene()
    const id = await insertDocument(olga, places.trip.parent)
    const answers = await parallel(many, async (index) => {
      if (index === 10) {
        await join(trip.id, ed, { can_edit_documents: false })
        return as(olga).get(places.trip.v2(id))
      }
      return as(ed).patch(`/v1/documents/${id}`, { title: `From ${index}` })
    })
    for (const { status } of answers) expect([200, 403]).toContain(status)
    const text = 'select title, updated_at::text from document where id = $1'
    const before = await db.query({ text, values: [id] })
    const late = await as(ed).patch(`/v1/documents/${id}`, { title: 'Late' })
    expect(late.status).toBe(403)
    expect(await db.query({ text, values: [id] })).toEqual(before)
  })
})

/** `fields` decides what is read, not only what is sent (test/spec/01.7). */
import { beforeAll, describe, expect, it } from 'vitest'
import { as } from '../client.ts'
import { rowOf } from '../core/permissions/stage.ts'
import { kindsWithEmails } from '../spec/kinds.ts'
import { type Cast, cast } from '../world.ts'
import { statementsOf } from './statements.ts'

let scene: Cast
beforeAll(async () => {
  scene = await cast()
})

/** The answer to olga, and all SQL for it. */
async function read(path: string) {
  const { answer, statements } = await statementsOf(() => as(scene.olga).get(path))
  expect(answer.status).toBe(200)
  return { body: answer.json as { results: object[] }, sql: statements.join('\n') }
}

describe('1.7 Field filtering: columns', () => {
  it.each(['/v1/trips', '/v2/trips'])('GET %s?fields=id reads no text', async (path) => {
    const { body, sql } = await read(`${path}?fields=id`)
    expect(Object.keys(body.results[0] ?? {})).toEqual(['id'])
    expect(sql).not.toMatch(/description|cover_image_url|account a|from email/)
    expect((await read(path)).sql).toContain('description')
  })

  it.each(kindsWithEmails)('GET …/$many?fields=name reads only the name', async (kind) => {
    const { olga, trip } = scene
    const id = await rowOf(kind, trip.id, olga)
    const path = `/v1/trip/${trip.id}/${kind.many}`
    const { body, sql } = await read(`${path}?fields=name`)
    expect(body.results).toEqual([{ name: expect.any(String) }])
    expect(sql).not.toMatch(/c\.description|c\.address|c\.price|ownerEmail|from email/)
    const one = await read(`/v1/trip/${trip.id}/${kind.one}/${id}?fields=name`)
    expect(one.sql).not.toMatch(/c\.description|c\.address|c\.price|ownerEmail|from email/)
  })

  it('GET /v1/trips?fields!=description reads everything else', async () => {
    const { body, sql } = await read('/v1/trips?fields!=description')
    expect(body.results[0]).not.toHaveProperty('description')
    expect(body.results[0]).toHaveProperty('name')
    expect(sql).not.toContain('description')
  })

  it('400 sets of keys, more than the cache of compiled ones, each return the right keys', async () => {
    const path = `/v1/trips/${scene.trip.id}`
    const keys = Object.keys((await as(scene.olga).get(path)).json as object)
    for (let set = 1; set <= 400; set += 1) {
      const kept = keys.filter((_, at) => set & (1 << at))
      const { json: body } = await as(scene.olga).get(`${path}?fields=${kept}`)
      expect(Object.keys(body as object)).toEqual(kept)
    }
  })
})

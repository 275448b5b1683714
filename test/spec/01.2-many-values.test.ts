/** What a body may make the service parse, before anything knows who sent it. */
import { expect, test } from 'vitest'
import { anonymous, as } from '../client.ts'
import { cast } from '../world.ts'

test('1.2 JSON with more than 20,000 values is 400, from anybody; texts are not counted', async () => {
  const { olga, trip } = await cast()
  const deep = '['.repeat(30_000)
  const wide = `[${'{},'.repeat(10_001)}1]`
  for (const value of [deep, wide]) {
    for (const answer of [
      await as(anonymous).post('/auth', `{"username":${value}}`),
      await as(olga).patch(`/v1/trips/${trip.id}`, `{"unknown":${value}}`),
    ]) {
      expect(answer.status).toBe(400)
      expect(answer.text).toMatch(/JSON/)
    }
  }
  const text = JSON.stringify({ unknown: `"${deep}\\"${'{,'.repeat(30_000)}` })
  expect((await as(olga).patch(`/v1/trips/${trip.id}`, text)).status).toBe(200)
})

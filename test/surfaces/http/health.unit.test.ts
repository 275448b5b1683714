/**
 * "`GET /healthz` answers 200 while the process lives, `GET /readyz` 200 once it can serve and 503
 * otherwise."
 */
import fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { addHealth } from '../../../src/surfaces/http/health.ts'

const answering = (ready: () => Promise<boolean>, isUp?: () => boolean) => {
  const app = fastify()
  addHealth(app, ready, isUp)
  const get = async (url: string) => {
    const begun = performance.now()
    const { statusCode, headers, payload } = await app.inject(url)
    return { status: statusCode, headers, text: payload, ms: performance.now() - begun }
  }
  return { app, get }
}
const never = () => new Promise<boolean>(() => {})

describe('17 The process', () => {
  it('answers /healthz without a query', async () => {
    let asked = 0
    const { get } = answering(async () => {
      asked += 1
      return false
    })
    const answer = await get('/healthz')
    expect(answer).toMatchObject({ status: 200, text: '{"status":"ok"}' })
    expect(answer.headers['content-type']).toBe('application/json')
    expect(asked).toBe(0)
  })

  it('answers /readyz 200 when the database can serve', async () => {
    const { get } = answering(async () => true)
    expect(await get('/readyz')).toMatchObject({ status: 200, text: '{"status":"ok"}' })
  })

  it.each([
    ['cannot serve', async () => false],
    ['throws', () => Promise.reject(new Error('gone'))],
    [
      'throws at once',
      () => {
        throw new Error('gone')
      },
    ],
  ])('answers /readyz 503 when the database %s', async (_, ready) => {
    const { get } = answering(ready)
    expect(await get('/readyz')).toMatchObject({ status: 503, text: '{"status":"unavailable"}' })
  })

  it('C13: answers both within 50 ms when the database hangs', async () => {
    const { get } = answering(never)
    const ms: number[] = []
    for (let round = 0; round < 5; round += 1) {
      const [alive, ready] = await Promise.all([get('/healthz'), get('/readyz')])
      expect([alive.status, ready.status]).toEqual([200, 503])
      ms.push(Math.max(alive.ms, ready.ms))
    }
    // The quickest: a busy machine delays some, a missing time limit would delay all.
    expect(Math.min(...ms)).toBeLessThan(50)
  })

  it('sends a hanging database one query, not one per request', async () => {
    let asked = 0
    const { get } = answering(() => {
      asked += 1
      return never()
    })
    await Promise.all(Array.from({ length: 10 }, () => get('/readyz')))
    expect(asked).toBe(1)
  })

  it('answers /readyz 503 while another listener is down, from the moment it fails', async () => {
    let isUp = false
    const { get } = answering(
      async () => true,
      () => isUp,
    )
    expect(await get('/readyz')).toMatchObject({ status: 503 })
    expect(await get('/healthz')).toMatchObject({ status: 200 })
    isUp = true
    expect(await get('/readyz')).toMatchObject({ status: 200 })
    isUp = false
    expect(await get('/readyz')).toMatchObject({ status: 503 })
  })

  it('is not ready while it stops, but alive', async () => {
    const { app, get } = answering(async () => true)
    expect(await get('/readyz')).toMatchObject({ status: 200 })
    app.announceStop()
    expect(await get('/readyz')).toMatchObject({ status: 503 })
    expect(await get('/healthz')).toMatchObject({ status: 200 })
  })
})

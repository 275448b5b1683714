/** B4: a write with a key whose answer is sent in parts. */
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appWith, nothingInHand } from '../../rest-facade/long-answers.ts'
import { insertEmail } from '../../sync.ts'
import { type Cast, cast, db, join } from '../../world.ts'
import { contentOf } from './content.ts'

let people: Cast
let parts: Awaited<ReturnType<typeof appWith>>
beforeAll(async () => {
  people = await cast()
  for (let day = 1; day < 10; day += 1) {
    const html = `<p>“${day}” ${'é'.repeat(day * 5_000)}</p>`
    await insertEmail(people.olga, { trip_id: people.trip.id }, { date: `2031-03-0${day}`, html })
  }
  parts = await appWith({ small: 0, part: 20_000 })
})
afterAll(() => parts.close())

const writeWith = (key: string) => ({
  ...({ method: 'PUT', url: `/v1/trips/${people.trip.id}` } as const),
  payload: { name: `Porto, ${key}` },
  headers: { 'idempotency-key': key },
})

/** Sends the request over a connection, which it closes after the first bytes of the answer. */
async function leaveHalfway({ url, method, payload, headers }: ReturnType<typeof writeWith>) {
  await parts.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = parts.app.server.address() as AddressInfo
  const authorization = `Token ${people.olga.key}`
  const json = { 'content-type': 'application/json' }
  const sent = { ...headers, ...json, authorization }
  await new Promise<void>((resolve) => {
    const request = http.request({ port, method, path: url, headers: sent, agent: false })
    request.once('response', (answer) => {
      answer.on('error', () => {})
      answer.once('data', () => request.destroy())
      answer.once('close', resolve)
    })
    request.end(JSON.stringify(payload))
  })
}

describe('B4 a write with an answer in parts', () => {
  it('repeated, it returns the same answer and has no other effect', async () => {
    const write = writeWith('whole')
    const first = await parts.send(people.olga, write)
    const content = await contentOf(db)
    const again = await parts.send(people.olga, write)
    expect(first).toMatchObject({ status: 200, headers: { 'transfer-encoding': 'chunked' } })
    expect(first.headers).not.toHaveProperty('idempotency-replayed')
    expect(again).toMatchObject({ status: 200, headers: { 'idempotency-replayed': 'true' } })
    expect(again.text === first.text).toBe(true)
    expect(await contentOf(db)).toEqual(content)
  })

  it('abandoned halfway through the answer, it takes effect once and is replayed', async () => {
    const write = writeWith('half')
    await leaveHalfway(write)
    await nothingInHand(parts.large)
    const content = await contentOf(db)
    const answers = await Promise.all([1, 2, 3].map(() => parts.send(people.olga, write)))
    const read = await parts.send(people.olga, { url: write.url })
    expect(JSON.parse(read.text)).toMatchObject({ name: 'Porto, half' })
    for (const { status, text, headers } of answers) {
      expect([status, headers['idempotency-replayed'], text === read.text]).toEqual([
        ...[200, 'true', true],
      ])
    }
    expect(await contentOf(db)).toEqual(content)
  })

  it('a member who may no longer write gets no part of the answer', async () => {
    const { ed, trip } = people
    const write = writeWith('ed')
    expect(await parts.send(ed, write)).toMatchObject({ status: 200 })
    await join(trip.id, ed, { can_edit: false })
    expect(await parts.send(ed, write)).toMatchObject({ status: 403, trailers: {} })
  })
})

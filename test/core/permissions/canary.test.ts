/** The search of answers and logs for canaries works (target Z5): it finds one that is there. */
import { describe, expect, it } from 'vitest'
import { as } from '../../client.ts'
import { cast, db, logged } from '../../world.ts'
import { canary, color, hasCanary, leaksIn, price } from './canary.ts'
import { questions } from './twin-questions.ts'
import { watched } from './watched.ts'
import { answersSeen } from './whole-run.ts'

describe('Z5 canaries', () => {
  it('a canary fails only in the answer to a caller without the right', async () => {
    const { olga, trip } = await cast()
    const money = canary(900, 'money', 'active')
    const values = [trip.id, money]
    await db.query({ text: 'update trip set name = $2 where id = $1', values })
    const read = (name: 'olga' | 'vera', stage: number) =>
      watched(as(olga), name, stage).get(`/v1/trips/${trip.id}`)
    await expect(read('vera', 900)).rejects.toThrow(money)
    expect((await read('olga', 900)).status).toBe(200)
    await expect(read('olga', 901), 'of another stage').rejects.toThrow(money)
    const priced = JSON.stringify({ price })
    expect(leaksIn(priced, 'vera', 1)).toEqual([String(price)])
    expect(leaksIn(priced, 'sam', 1)).toEqual([])
  })

  it('a clock, an id, a duration, a zone and a hash do not count as canaries', async () => {
    const [{ text = '' } = {}] = await db.query<{ text: string }>({
      text: 'select $1::float8::text as text',
      values: [price],
    })
    expect(text).toBe(String(price))
    const others = [
      '{"level":30,"time":1791827364554,"ms":918273.6,"reqId":"918273.64-55"}',
      '{"id":918273,"price":918273.5,"color":"#918273","hash":"fab1e5"}',
      '{"zone":"Atlantic/Canary","at":"2091-08-27T36:45:54.637Z"}',
    ]
    for (const other of others) {
      expect(hasCanary(other), other).toBe(false)
      expect(leaksIn(other, 'vera', 1), other).toEqual([])
    }
    const ours = [`${price}`, `x${color.toUpperCase()}`, canary(0, 'mail', 'active'), 'CANARY-XQZ']
    for (const one of ours) expect(hasCanary(one), one).toBe(true)
  })

  it('no answer to anybody contains a canary of the vault', async () => {
    const before = answersSeen()
    const { olga, stan } = await cast()
    const held = await db.query<{ id: number }>({
      text: "select id from trip where name like 'canary.0.%'",
    })
    expect(held).toHaveLength(1)
    for (const { method, url, payload } of questions.filter(({ url }) => !/\/[15]/.test(url))) {
      await as(olga).send(method, url, payload)
    }
    const id = held[0]?.id
    for (const path of [`/v1/trips/${id}`, `/v2/trip/${id}/hostings`, `/v1/trip/${id}/expenses`]) {
      expect((await as(stan).get(path)).status).toBe(404)
    }
    expect(answersSeen()).toBeGreaterThan(before + 20)
  })

  it('the log has lines, none of them with a canary', async () => {
    expect(logged.length).toBeGreaterThan(0)
    expect(logged.filter(hasCanary)).toEqual([])
  })
})

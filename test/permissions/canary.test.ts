/** The watch over answers and log is awake (target Z5): it finds a canary where there is one. */
import { describe, expect, it } from 'vitest'
import { as } from '../client.ts'
import { cast, db, logged } from '../world.ts'
import { canary, leaksIn } from './canary.ts'
import { questions } from './twin-questions.ts'
import { watched } from './watched.ts'
import { answersSeen } from './whole-run.ts'

describe('Z5 canaries', () => {
  it('are found in an answer to whoever may not hold them, and only there', async () => {
    const { olga, trip } = await cast()
    const money = canary(900, 'money', 'active')
    const values = [trip.id, money]
    await db.query({ text: 'update trip set name = $2 where id = $1', values })
    const read = (name: 'olga' | 'vera', stage: number) =>
      watched(as(olga), name, stage).get(`/v1/trips/${trip.id}`)
    await expect(read('vera', 900)).rejects.toThrow(money)
    expect((await read('olga', 900)).status).toBe(200)
    await expect(read('olga', 901), 'of another stage').rejects.toThrow(money)
    expect(leaksIn('{"price":918273.5}', 'vera', 1)).toEqual(['918273.5'])
    expect(leaksIn('{"price":918273.5}', 'sam', 1)).toEqual([])
  })

  it('of the vault are in no answer to anybody, whatever is read', async () => {
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

  it('are in no line of the log, which has some', async () => {
    expect(logged.length).toBeGreaterThan(0)
    expect(logged.filter((line) => /canary\.\d|918273\.5/i.test(line))).toEqual([])
  })
})

/** Both surfaces charge for their time, and give way while an answer is long (test/process). */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { TimeShares } from '../../../src/process/time-shares.ts'
import { appWith } from '../../rest-facade/long-answers.ts'
import { insert } from '../../sync.ts'
import { type Cast, cast, type Person } from '../../world.ts'

let scene: Cast
let made: Awaited<ReturnType<typeof appWith>>
const enter = vi.spyOn(TimeShares.prototype, 'enter')
const giveWay = vi.spyOn(TimeShares.prototype, 'giveWay')

beforeAll(async () => {
  scene = await cast()
  const { olga, trip } = scene
  const text = 'Kacheln, “blau”.\n'.repeat(1_000)
  await insert('activity', { owner_id: olga.id, trip_id: trip.id, description: text }, 100)
  made = await appWith({})
})
afterAll(async () => {
  await made.close()
  vi.restoreAllMocks()
})

/** The answer of `/graphql` to a person, as text. */
const answerTo = (person: Person, query: string) =>
  made.send(person, { method: 'POST', url: '/graphql', payload: { query } })

const aliased = (names: number) =>
  Array.from({ length: names }, (_, n) => `a${n}: description`).join(' ')
const asked = (names: number) => `{ trip(id: ${scene.trip.id}) {
  activities(first: 100) { results { ${aliased(names)} } } } }`

describe('01.3 Time shares', () => {
  it('an account has one share on both surfaces', async () => {
    const { olga } = scene
    enter.mockClear()
    await made.send(olga, { url: '/v2/trips' })
    await made.graphql(olga, '{ me { id } }')
    const [rest, graphql] = enter.mock.calls
    expect(rest?.[0]).toBe(`account ${olga.id}`)
    expect(graphql?.[0]).toBe(`account ${olga.id}`)
    expect([rest?.[1]?.alone, graphql?.[1]?.alone]).toEqual([false, false])
  })

  it('anonymous requests share by address, on /graphql one at a time', async () => {
    enter.mockClear()
    const payload = { query: '{ __typename }' }
    await made.app.inject({ method: 'POST', url: '/graphql', payload })
    const wrong = { username: 'nobody', password: 'wrong' }
    await made.app.inject({ method: 'POST', url: '/auth', payload: wrong })
    expect(enter.mock.calls.map(([key, options]) => [key, options?.alone])).toEqual([
      ['address 127.0.0.1', true],
      ['address 127.0.0.1', false],
    ])
  })

  it('anonymous requests from one IPv6 /64 have one share, on both surfaces', async () => {
    enter.mockClear()
    const graphql = {
      method: 'POST',
      url: '/graphql',
      payload: { query: '{ __typename }' },
    } as const
    const wrong = { username: 'nobody', password: 'wrong' }
    const auth = { method: 'POST', url: '/auth', payload: wrong } as const
    for (const remoteAddress of ['2001:db8:1:2::1', '2001:db8:1:2:3:4:5:6', '2001:db8:1:3::1']) {
      await made.app.inject({ ...graphql, remoteAddress })
      await made.app.inject({ ...auth, remoteAddress })
    }
    const [one, other] = ['address 2001:db8:1:2::/64', 'address 2001:db8:1:3::/64']
    expect(enter.mock.calls.map(([key]) => key)).toEqual([one, one, one, one, other, other])
  })

  it('a refused operation is also charged', async () => {
    enter.mockClear()
    const deep = `{ me { ${'id '.repeat(3_000)} } }`
    const answer = await answerTo(scene.olga, deep)
    expect(JSON.parse(answer.text)).toMatchObject({
      errors: [{ extensions: { code: 'TOO_COMPLEX' } }],
    })
    expect(enter.mock.calls.map(([key]) => key)).toEqual([`account ${scene.olga.id}`])
  })

  it('a long answer of /graphql is sent in pieces, byte for byte the whole text', async () => {
    giveWay.mockClear()
    const { text: body, headers } = await answerTo(scene.olga, asked(10))
    expect(headers['content-length']).toBe(String(Buffer.byteLength(body)))
    expect(`${JSON.stringify(JSON.parse(body))}\n` === body).toBe(true)
    expect(JSON.parse(body).data.trip.activities.results).toHaveLength(100)
    expect(giveWay.mock.calls.length).toBeGreaterThan(50)
  })

  it('a long answer with errors lists them first, like a short one', async () => {
    const { vera } = scene
    const query = asked(10).replace('a0: description', 'price a0: description')
    const { text: body } = await answerTo(vera, query)
    expect(body.startsWith('{"errors":[{"message":')).toBe(true)
    const { data, errors } = JSON.parse(body)
    expect(data.trip.activities.results[99].price).toBeNull()
    expect(errors).toHaveLength(100)
  })

  it('rows of many lists give way after every hundred', async () => {
    giveWay.mockClear()
    const lists = Array.from({ length: 12 }, (_, n) => `l${n}: activities { results { id } }`)
    const query = `{ trip(id: ${scene.trip.id}) { ${lists} } }`
    const { text: body } = await answerTo(scene.olga, query)
    expect(JSON.parse(body).data.trip.l11.results).toHaveLength(100)
    expect(giveWay.mock.calls.length).toBeGreaterThan(10)
  })
})

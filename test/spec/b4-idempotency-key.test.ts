/** B4: a request with an `Idempotency-Key` takes effect once. */
import { describe, expect, it } from 'vitest'
import { anonymous, as } from '../client.ts'
import { cast, db, type Person } from '../world.ts'
import { isReplayed, withKey } from './keyed.ts'
import { narrowed } from './keys.ts'
import { photo } from './uploads.ts'

const reused = {
  status: 422,
  text: '{"detail":"This Idempotency-Key belongs to another request."}',
}
const invalid = { status: 400, text: '{"detail":"Invalid Idempotency-Key."}' }
const replayed = { headers: { 'idempotency-replayed': 'true' } }

const activitiesOf = async (person: Person, trip: number) =>
  (await as(person).get(`/v2/trip/${trip}/activities`)).json.count

describe('B4 Idempotency-Key over REST', () => {
  it('ed sends a request again: the same status and body, and nothing is done twice', async () => {
    const { ed, trip } = await cast()
    const path = `/v1/trip/${trip.id}/activities`
    const key = withKey()
    const first = await as(ed).post(path, { name: 'Walk' }, key)
    expect(first.status).toBe(201)
    expect(first.headers).not.toHaveProperty('idempotency-replayed')
    const second = await as(ed).post(path, { name: 'Walk' }, key)
    expect(second).toMatchObject({ status: 201, text: first.text, ...replayed })
    expect(await activitiesOf(ed, trip.id)).toBe(1)
  })

  it('another body, path, query or method: 422, and nothing is done', async () => {
    const { ed, trip } = await cast()
    const path = `/v1/trip/${trip.id}/activities`
    const key = withKey()
    expect((await as(ed).post(path, { name: 'Walk' }, key)).status).toBe(201)
    for (const body of [{ name: 'Run' }, {}, '{"name": "Walk"}', '{"name":', '[]', 'null', '']) {
      expect(await as(ed).post(path, body, key), JSON.stringify(body)).toMatchObject(reused)
    }
    const plain = { ...key, 'content-type': 'text/plain' }
    expect(await as(ed).post(path, '{"name": "Walk"}', plain)).toMatchObject(reused)
    expect(await as(ed).post(`${path}?fields=id`, { name: 'Walk' }, key)).toMatchObject(reused)
    expect(await as(ed).post('/v1/categories', { name: 'Walk' }, key)).toMatchObject(reused)
    expect(await as(ed).patch(`/v1/trips/${trip.id}`, { name: 'Walk' }, key)).toMatchObject(reused)
    expect(await activitiesOf(ed, trip.id)).toBe(1)
  })

  it('a key is the account’s: olga’s request with it is her own', async () => {
    const { ed, olga, trip } = await cast()
    const path = `/v1/trip/${trip.id}/activities`
    const key = withKey()
    const own = await as(ed).post(path, { name: 'Walk' }, key)
    const hers = await as(olga).post(path, { name: 'Walk' }, key)
    expect(hers.status).toBe(201)
    expect(hers.json.id).not.toBe(own.json.id)
    expect(hers.headers).not.toHaveProperty('idempotency-replayed')
  })

  it('a refused request leaves no key: corrected, it may be sent with the same one', async () => {
    const { ed, vera, trip } = await cast()
    const path = `/v1/trip/${trip.id}/activities`
    const key = withKey()
    expect((await as(ed).post(path, { starts_at: 'soon' }, key)).status).toBe(400)
    expect((await as(ed).post(path, '{"name":', key)).status).toBe(400)
    expect((await as(ed).post(path, { name: 'Walk' }, key)).status).toBe(201)
    expect((await as(vera).post(path, { name: 'Walk' }, key)).status).toBe(403)
    expect(await db.prisma.idempotencyKey.count({ where: { accountId: vera.id } })).toBe(0)
    expect(await activitiesOf(ed, trip.id)).toBe(1)
  })

  it('a name that is taken is refused with a key as without one', async () => {
    const { ed, olga } = await cast()
    for (const body of [{ username: olga.username }, { email: olga.email }]) {
      const plain = await as(ed).patch('/v1/me', body)
      expect(plain.status).toBe(400)
      expect(await as(ed).patch('/v1/me', body, withKey())).toMatchObject({ text: plain.text })
    }
    const { olga: other } = await cast()
    const query = `mutation ($input: SignUpInput!) { signUp(input: $input) { id } }`
    const input = { username: other.username, email: 'x@mail.example', password: 'long enough 9' }
    const answer = await as(ed).graphql(query, { input }, withKey())
    expect(answer.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }])
    expect(answer.errors[0]?.extensions.fields).toHaveProperty('username')
  })

  it('tries are counted for failures too, and not for answers that are given again', async () => {
    const { ed, olga } = await cast()
    const attempts = () => db.prisma.attempt.count({ where: { limit: 'alternativeEmail' } })
    const add = (email: string, key: Record<string, string>) =>
      as(ed).post('/v1/emails/add', { email }, key)
    const before = await attempts()
    const key = withKey()
    expect((await add(olga.email, key)).status).toBe(401)
    expect(await attempts()).toBe(before + 1)
    const email = `alternative-${ed.username}@mail.example`
    for (let turn = 0; turn < 3; turn += 1) expect((await add(email, key)).status).toBe(201)
    expect(await attempts()).toBe(before + 2)
    expect(await db.prisma.outgoingMail.count({ where: { recipient: email } })).toBe(1)
  })

  it('a narrowed key has keys of its own, and shows no answer of the account’s', async () => {
    const { ed, trip } = await cast()
    const part = await narrowed(ed, { withheld: ['CAN_SEE_EXPENSES'] })
    const path = `/v1/trip/${trip.id}/activities`
    const key = withKey()
    const first = await as(ed).post(path, { name: 'Walk', price: 12.5 }, key)
    expect(first.json.price).toBe(12.5)
    const second = await as(part).post(path, { name: 'Walk', price: 12.5 }, key)
    expect(second.json).not.toHaveProperty('price')
    expect(second.json.id).not.toBe(first.json.id)
    expect(isReplayed(second)).toBe(false)
    expect(await as(part).post(path, { name: 'Walk', price: 12.5 }, key)).toMatchObject({
      text: second.text,
      ...replayed,
    })
  })

  it.each([
    ['of 255 characters', 'k'.repeat(255), 201],
    ['of one character', '!', 201],
    ['of 256 characters', 'k'.repeat(256), 400],
    ['that is empty', '', 400],
    ['with a blank', 'a b', 400],
    ['with a letter outside ASCII', 'é', 400],
    ['that is sent twice', 'a, a', 400],
  ])('ed sends a key %s', async (_what, key, status) => {
    const { ed, trip } = await cast()
    const answer = await as(ed).post(
      `/v1/trip/${trip.id}/activities`,
      { name: 'Walk' },
      withKey(key),
    )
    expect(answer.status).toBe(status)
    if (status === 400) expect(answer).toMatchObject(invalid)
  })

  it('the header is ignored for reads, without credentials, and where secrets are answered', async () => {
    const { ed, trip } = await cast()
    const wrong = withKey('not a key')
    expect((await as(ed).get(`/v1/trips/${trip.id}`, wrong)).status).toBe(200)
    const login = { username: ed.username, password: ed.password }
    const keyed = withKey()
    const first = await as(anonymous).post('/v1/auth/login', login, wrong)
    expect(first.status).not.toBe(500)
    for (const header of [keyed, keyed, wrong]) {
      const answer = await as(ed).post('/v1/storage/uploads', photo, header)
      expect(answer.status).toBeLessThan(300)
      expect(answer.headers).not.toHaveProperty('idempotency-replayed')
    }
    expect(await db.prisma.idempotencyKey.count({ where: { accountId: ed.id } })).toBe(0)
  })

  it('401 comes before the key is looked at', async () => {
    const { trip } = await cast()
    const path = `/v1/trip/${trip.id}/activities`
    expect((await as(anonymous).post(path, {}, withKey('not a key'))).status).toBe(401)
  })

  it('an expired key is like an unknown one', async () => {
    const { ed, trip } = await cast()
    const path = `/v1/trip/${trip.id}/activities`
    const key = withKey()
    const first = await as(ed).post(path, { name: 'Walk' }, key)
    const where = { accountId: ed.id }
    const days = (count: number) => new Date(Date.now() - count * 86_400_000)
    await db.prisma.idempotencyKey.updateMany({ where, data: { createdAt: days(0.999) } })
    expect(await as(ed).post(path, { name: 'Walk' }, key)).toMatchObject({ text: first.text })
    await db.prisma.idempotencyKey.updateMany({ where, data: { createdAt: days(1.001) } })
    const second = await as(ed).post(path, { name: 'Run' }, key)
    expect(second.status).toBe(201)
    expect(second.json.id).not.toBe(first.json.id)
    expect(await as(ed).post(path, { name: 'Run' }, key)).toMatchObject({ text: second.text })
  })
})

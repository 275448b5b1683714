/** B4: `Idempotency-Key` on `/graphql`, where each root field of a mutation is an effect. */
import { describe, expect, it } from 'vitest'
import { as } from '../client.ts'
import { cast, db, type Person } from '../world.ts'
import { withKey } from './keyed.ts'

const create = /* GraphQL */ `
  mutation Create($trip: Int!, $name: String!) {
    createActivity(tripId: $trip, input: { name: $name }) { id title: name price owner { id } }
  }
`

/** The answer as it came, with the header that says whether any part of it is a replay. */
async function send(person: Person, body: object, headers: Record<string, string>) {
  const { status, text, headers: got } = await as(person).post('/graphql', body, headers)
  return { status, ...JSON.parse(text), isReplayed: got['idempotency-replayed'] === 'true' }
}

const codeOf = (answer: { errors?: { extensions: { code: string } }[] }) =>
  answer.errors?.map(({ extensions: { code } }) => code)

const activitiesIn = (tripId: number) => db.prisma.activity.count({ where: { tripId } })

describe('B4 Idempotency-Key on /graphql', () => {
  it('ed sends a mutation again: the same data, and nothing is done twice', async () => {
    const { ed, trip } = await cast()
    const body = { query: create, variables: { trip: trip.id, name: 'Walk' } }
    const key = withKey()
    const { isReplayed, ...first } = await send(ed, body, key)
    expect(first).toMatchObject({ status: 200, data: { createActivity: { title: 'Walk' } } })
    expect(isReplayed).toBe(false)
    expect(await send(ed, body, key)).toEqual({ ...first, isReplayed: true })
    expect(await activitiesIn(trip.id)).toBe(1)
  })

  it('another document, variables or operation: IDEMPOTENCY_KEY_REUSED, 422', async () => {
    const { ed, trip } = await cast()
    const variables = { trip: trip.id, name: 'Walk' }
    const key = withKey()
    await send(ed, { query: create, variables }, key)
    const others = [
      { query: create, variables: { ...variables, name: 'Run' } },
      { query: create, variables: {} },
      { query: create.replace('title', 'label'), variables },
      { query: create, variables, operationName: 'Create' },
      { query: 'mutation { nothing }' },
      { query: 'mutation {' },
    ]
    for (const body of others) {
      const answer = await send(ed, body, key)
      expect(answer.status, JSON.stringify(body)).toBe(422)
      expect(codeOf(answer)).toEqual(['IDEMPOTENCY_KEY_REUSED'])
    }
    const path = `/v1/trip/${trip.id}/activities`
    expect((await as(ed).post(path, { name: 'Walk' }, key)).status).toBe(422)
    expect(await activitiesIn(trip.id)).toBe(1)
  })

  it.each([
    ['is not JSON', '{"query":', 400],
    ['is empty', '', 400],
    ['has no document', {}, 400],
    ['is too long', { query: create, variables: { name: 'x'.repeat(300_000) } }, 413],
  ])(
    'a body that %s, and may be a mutation: the key is compared first',
    async (_, body, status) => {
      const { ed, trip } = await cast()
      const key = withKey()
      await send(ed, { query: create, variables: { trip: trip.id, name: 'Walk' } }, key)
      const sendBody = (person: Person, header: Record<string, string>) =>
        as(person).post('/graphql', body, { 'content-type': 'application/json', ...header })
      const reused = await sendBody(ed, key)
      expect(reused.status).toBe(422)
      expect(reused.json.errors).toMatchObject([{ extensions: { code: 'IDEMPOTENCY_KEY_REUSED' } }])
      expect((await sendBody(ed, withKey())).status).toBe(status)
      expect((await sendBody({ ...ed, key: 'unknown' }, key)).status).toBe(status)
      expect((await sendBody((await cast()).ed, key)).status).toBe(status)
    },
  )

  it('a refused mutation with __typename, which does nothing, may be corrected', async () => {
    const { ed, trip } = await cast()
    const ask = (startsAt: string) => ({
      query: `mutation { __typename createActivity(tripId: ${trip.id}, input: {
        name: "Walk", startsAt: "${startsAt}" }) { id } }`,
    })
    const key = withKey()
    expect(codeOf(await send(ed, ask('soon'), key))).toEqual(['BAD_USER_INPUT'])
    const corrected = await send(ed, ask('2031-04-19T10:00:00Z'), key)
    expect(corrected).toMatchObject({ status: 200, data: { __typename: 'Mutation' } })
    expect(await activitiesIn(trip.id)).toBe(1)
  })

  it('queries ignore the header, and so do logins, whatever it says', async () => {
    const { ed, trip } = await cast()
    const key = withKey()
    await send(ed, { query: create, variables: { trip: trip.id, name: 'Walk' } }, key)
    for (const header of [key, withKey('not a key')]) {
      const read = await send(ed, { query: '{ me { id } }' }, header)
      expect(read).toMatchObject({ status: 200, data: { me: { id: ed.id } }, isReplayed: false })
      const query = `mutation($input: LogInInput!) { logIn(input: $input) { key } }`
      const input = { username: ed.username, password: ed.password }
      const logins = [
        await send(ed, { query, variables: { input } }, header),
        await send(ed, { query, variables: { input } }, header),
      ]
      expect(new Set(logins.map(({ data }) => data?.logIn.key)).size).toBe(2)
    }
  })

  it('a wrong key: BAD_REQUEST, and nothing is done', async () => {
    const { ed, trip } = await cast()
    const body = { query: create, variables: { trip: trip.id, name: 'Walk' } }
    for (const key of ['', 'a b', 'k'.repeat(256)]) {
      const answer = await send(ed, body, withKey(key))
      expect(answer.status).toBe(400)
      expect(answer.errors).toMatchObject([
        { message: 'Invalid Idempotency-Key.', extensions: { code: 'BAD_REQUEST' } },
      ])
    }
    expect(await activitiesIn(trip.id)).toBe(0)
  })

  it('each root field is an effect: one that failed is done by the same request later', async () => {
    const { ed, olga, trip } = await cast()
    const query = /* GraphQL */ `
      mutation ($trip: Int!, $mine: Boolean!) {
        ...One
        two: createCategory(input: { name: "Two", color: "#000000", iconName: "x" }) { id slug }
        never: deleteTrip(id: $trip) @include(if: $mine)
        gone: acceptInvitation(tripId: $trip) { id name }
      }
      fragment One on Mutation {
        one: createActivity(tripId: $trip, input: { name: "One" }) { id }
        one: createActivity(tripId: $trip, input: { name: "One" }) { name }
      }
    `
    const other = (await as(olga).post('/v1/trips', { name: 'Porto' })).json
    await as(olga).post('/v1/guests/invite', {
      ...{ trip_id: other.id, invited_user_email: ed.email },
    })
    const body = { query, variables: { trip: trip.id, mine: false } }
    const key = withKey()
    await db.prisma.member.update({
      where: { tripId_userId: { tripId: trip.id, userId: ed.id } },
      data: {
        canEdit: false,
        canAddGuests: false,
        canEditExpenses: false,
        canEditDocuments: false,
      },
    })
    const first = await send(ed, body, key)
    expect(codeOf(first)).toEqual(['FORBIDDEN'])
    expect(first.data).toMatchObject({ one: null, two: { slug: 'two' } })
    await db.prisma.member.update({
      where: { tripId_userId: { tripId: trip.id, userId: ed.id } },
      data: { canEdit: true },
    })
    const second = await send(ed, body, key)
    expect(second.data).toMatchObject({ one: { name: 'One' }, two: first.data.two })
    expect(second.isReplayed).toBe(true)
    expect((await send(ed, body, key)).data).toEqual(second.data)
    expect(await activitiesIn(trip.id)).toBe(1)
    expect(await db.prisma.category.count({ where: { ownerId: ed.id } })).toBe(1)
  })

  it('vera’s answer again lacks the price that she may not see, with the same errors', async () => {
    const { ed, trip } = await cast()
    const where = { tripId_userId: { tripId: trip.id, userId: ed.id } }
    await db.prisma.member.update({
      where,
      data: { canSeeExpenses: false, canEditExpenses: false },
    })
    const body = { query: create, variables: { trip: trip.id, name: 'Walk' } }
    const key = withKey()
    const { isReplayed: _, ...first } = await send(ed, body, key)
    expect(codeOf(first)).toEqual(['FORBIDDEN'])
    expect(await send(ed, body, key)).toEqual({ ...first, isReplayed: true })
  })
})

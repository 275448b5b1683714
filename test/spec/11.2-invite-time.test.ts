/** An unknown address and an unrelated user get the same answer, in the same time. */
import { expect, test } from 'vitest'
import { Prisma } from '../../src/generated/prisma/client.ts'
import { companionsAmong } from '../../src/outside/database/locks/people.ts'
import { as } from '../client.ts'
import { mailsTo } from '../mailbox.ts'
import { statementsOf } from '../rest-facade/statements.ts'
import { cast, db, join, trip as newTrip } from '../world.ts'
import { notFound } from './answers.ts'
import { companions, invited, inviteTo, members, membership } from './invitations.ts'
import { one } from './persons.ts'

interface Node {
  'Actual Rows': number
  'Actual Loops': number
  Plans?: Node[]
}

const looked = (node: Node): number =>
  (node['Actual Rows'] + 1) * node['Actual Loops'] +
  (node.Plans ?? []).reduce((sum, plan) => sum + looked(plan), 0)

/** Steps that the database takes to find that `asker` and `other` share no trip. */
async function stepsFor(asker: number, other: number): Promise<number> {
  let plan: { 'QUERY PLAN': [{ Plan: Node }] }[] = []
  const $queryRaw = async (text: TemplateStringsArray, ...values: number[]) => {
    const [first = '', ...rest] = text
    const explained = [`explain (analyze, timing off, format json) ${first}`, ...rest]
    plan = await db.prisma.$queryRaw(Prisma.sql(explained, ...values))
    return []
  }
  await companionsAmong({ $queryRaw } as never, { id: asker }, [other])
  const [row] = plan
  return looked((row as NonNullable<typeof row>)['QUERY PLAN'][0].Plan)
}

test('a stranger on many trips takes as many steps as one on none, and as an unknown id', async () => {
  const { olga, stan } = await cast()
  const busy = await one('bea')
  for (let trips = 0; trips < 40; trips += 1) await newTrip(busy)
  for (let trips = 0; trips < 10; trips += 1) await join((await newTrip(olga)).id, await one('ann'))
  const steps = await stepsFor(olga.id, 0)
  expect(steps).toBeGreaterThan(10)
  expect(await stepsFor(olga.id, stan.id)).toBe(steps)
  expect(await stepsFor(olga.id, busy.id)).toBe(steps)
})

test('a stranger invited by user id is 404 like an unknown address, on both surfaces', async () => {
  const { olga, stan } = await cast()
  const { id } = await newTrip(olga, { guest_invites: [{ user_id: stan.id }] })
  expect(await membership(id, stan)).toMatchObject({ joined: false })
  const before = [await members(id), await mailsTo(stan.email)]
  for (const email of [stan.email, 'nobody.at.all@mail.example']) {
    expect(await inviteTo(id, olga, { ...stan, email })).toMatchObject(notFound)
    const { data, errors } = await as(olga).graphql(
      'mutation ($input: InviteInput!) { invite(input: $input) { success } }',
      { input: { tripId: id, invitedUserEmail: email } },
    )
    expect([data, errors.map(({ extensions }) => extensions)]).toEqual([
      null,
      [{ code: 'NOT_FOUND' }],
    ])
  }
  expect([await members(id), await mailsTo(stan.email)]).toEqual(before)
  await companions(olga, stan)
  expect(await inviteTo(id, olga, stan)).toMatchObject(invited)
  expect(await membership(id, stan)).toMatchObject({ joined: false })
})

test('a stranger put on the trip by id takes the steps and statements of an unknown address', async () => {
  const { olga, trip } = await cast()
  const stranger = await one('sue')
  for (const { id } of [trip, await newTrip(olga)]) await join(id, stranger, { joined: false })
  expect(await stepsFor(olga.id, stranger.id)).toBe(await stepsFor(olga.id, 0))
  const asked = async (invited_user_email: string) => {
    const body = { trip_id: trip.id, invited_user_email }
    const { answer, statements } = await statementsOf(() =>
      as(olga).post('/v1/guests/invite', body),
    )
    expect(answer).toMatchObject(notFound)
    return statements
  }
  expect(await asked(stranger.email)).toEqual(await asked('nobody.at.all@mail.example'))
})

/**
 * Someone loses access to a trip after the rule has let a read through, and before it happens: it
 * is refused, as the next one is. A list would be empty, or show what came later.
 */
import { beforeEach, describe, expect, it } from 'vitest'
import { as } from '../../client.ts'
import { insertDocument } from '../../documents.ts'
import { meanwhile } from '../../meanwhile.ts'
import { allKinds } from '../../spec/kinds.ts'
import { insertEmail } from '../../sync.ts'
import { type Cast, cast, db } from '../../world.ts'

let world: Cast
beforeEach(async () => {
  world = await cast()
})

const leaves = { change: 'delete from member', status: 404 }
const sees = { change: 'update member set can_see_expenses = false', status: 403 }

/** Sends a request of ed, and changes his membership right before such a statement. */
const whileChanged = <T>(change: string, send: () => Promise<T>, before = /"listNumber"/) =>
  meanwhile(send, {
    before,
    change: {
      text: `${change} where trip_id = $1 and user_id = $2`,
      values: [world.trip.id, world.ed.id],
    },
  })

const losses = allKinds.flatMap((kind) =>
  [leaves, ...(kind.one === 'expense' ? [sees] : [])].map((loss) => ({ ...loss, kind })),
)

it.each(losses)(
  '$kind.many: a list is $status after `$change`',
  async ({ kind, change, status }) => {
    const { ed, trip } = world
    const version = kind.one === 'expense' ? 'v1' : 'v2'
    const path = `/${version}/trip/${trip.id}/${kind.many}`
    const first = await as(ed).get(path)
    expect(first.status).toBe(200)
    const tag = { 'if-none-match': first.headers.etag ?? '' }
    const answer = await whileChanged(change, () => as(ed).get(path, tag))
    expect(answer.status).toBe(status)
    expect(answer.text).toBe((await as(ed).get(path)).text)
  },
)

it.each(['', '?deleted=true', '?updatedSince=2020-01-01', '?page=last'])(
  'GET activities%s of a trip that was just left is 404',
  async (query) => {
    const path = `/v2/trip/${world.trip.id}/activities${query}`
    const answer = await whileChanged(leaves.change, () => as(world.ed).get(path))
    expect(answer.status).toBe(404)
  },
)

it('GET collaborators of a trip that was just left is 404', async () => {
  const { trip, ed } = world
  const path = `/v1/trip/${trip.id}/collaborators`
  const send = () => as(ed).get(path)
  const answer = await whileChanged(leaves.change, send, /from "public"."member"/i)
  expect(answer.status).toBe(404)
  expect(answer.text).toBe((await send()).text)
})

const attached = ['documents', 'emails'] as const
const reading = { documents: /from "public"."document"/i, emails: /from "public"."email"/i }
const ends = ['', '?deleted=true', '?page=2', '/ID']

describe('documents and emails, after a member has left or lost the right to see them', () => {
  const hides = 'update member set can_see_documents = false'
  const cases = attached.flatMap((many) =>
    ends.flatMap((end) => [leaves.change, hides].map((change) => ({ many, end, change }))),
  )
  it.each(cases)('GET $many $end of an activity after `$change` is 403', async (one) => {
    const { trip, olga, ed } = world
    const activity = (await as(olga).post(`/v1/trip/${trip.id}/activities`, {})).json.id
    const document = await insertDocument(olga, { activity_id: activity })
    const email = await insertEmail(olga, { activity_id: activity })
    const there = `/v2/trip/${trip.id}/activity/${activity}/${one.many}`
    const id = one.many === 'emails' ? email : document
    const send = () => as(ed).get(there + one.end.replace('ID', String(id)))
    const before = await send()
    expect(before.text).not.toContain('permission')
    const answer = await whileChanged(one.change, send, reading[one.many])
    expect(answer.status).toBe(403)
    expect(answer.text).toBe((await send()).text)
  })

  it.each(['emails', 'emails?deleted=true', 'documents?deleted=true'])(
    'GET %s of a trip that was left while it was looked up is 403',
    async (list) => {
      const { trip, olga, ed } = world
      const email = await insertEmail(olga, { trip_id: trip.id })
      const document = await insertDocument(olga, { trip_id: trip.id })
      const isDeleted = list.includes('deleted')
      if (isDeleted) {
        const data = { deletedAt: new Date() }
        await db.prisma.email.update({ where: { id: email }, data })
        await db.prisma.document.update({ where: { id: document }, data })
      }
      const send = () => as(ed).get(`/v2/trip/${trip.id}/${list}`)
      expect((await send()).json.results).toHaveLength(1)
      const many = list.startsWith('emails') ? 'emails' : 'documents'
      const answer = await whileChanged(leaves.change, send, reading[many])
      expect(answer.status).toBe(403)
      expect(answer.text).toBe((await send()).text)
    },
  )

  it('GET of one’s own email on an activity, after its trip was left, is 403', async () => {
    const { trip, olga, ed } = world
    const activity = (await as(olga).post(`/v1/trip/${trip.id}/activities`, {})).json.id
    const email = await insertEmail(ed, { activity_id: activity })
    const send = () => as(ed).get(`/v1/automation/emails/${email}`)
    expect((await send()).status).toBe(200)
    const answer = await whileChanged(leaves.change, send, reading.emails)
    expect(answer.status).toBe(403)
    expect(answer.text).toBe((await send()).text)
  })

  it.each(attached)('GET %s of a trip that was just left is 403', async (many) => {
    const { trip, ed } = world
    const send = () => as(ed).get(`/v2/trip/${trip.id}/${many}`)
    expect((await send()).status).toBe(200)
    const answer = await whileChanged(leaves.change, send, /from "public"."trip"/i)
    expect(answer.status).toBe(403)
    expect(answer.text).toBe((await send()).text)
  })
})

it('GET an expense is 403 to someone who has just lost the right to see it', async () => {
  const { trip, olga, ed } = world
  const body = { title: 'Taxi', price: 9 }
  const { id } = (await as(olga).post(`/v1/trip/${trip.id}/expenses`, body)).json
  const send = () => as(ed).get(`/v1/trip/${trip.id}/expense/${id}`)
  const answer = await whileChanged(sees.change, send, /from expense c/)
  expect(answer.status).toBe(403)
  expect(answer.text).toBe((await send()).text)
})

it('the timeline of a trip that was just left is NOT_FOUND', async () => {
  const query = `{ trip(id: ${world.trip.id}) { timeline { count } } }`
  const { data, errors } = await whileChanged(leaves.change, () => as(world.ed).graphql(query))
  expect(data).not.toHaveProperty('trip.timeline.count')
  expect(errors.map(({ extensions }) => extensions.code)).toEqual(['NOT_FOUND'])
})

it('a list in GraphQL of a trip that was just left is NOT_FOUND', async () => {
  const query = `{ trip(id: ${world.trip.id}) { activities { count } } }`
  const { data, errors } = await whileChanged(leaves.change, () => as(world.ed).graphql(query))
  expect(data).not.toHaveProperty('trip.activities.count')
  expect(errors.map(({ extensions }) => extensions.code)).toEqual(['NOT_FOUND'])
})

/**
 * Someone loses access to a trip after the rule has let a read through, and before it happens: it
 * is refused, as the next one is. A list would be empty, or show what came later.
 */
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { as } from '../../client.ts'
import { insertDocument } from '../../documents.ts'
import { allKinds } from '../../spec/kinds.ts'
import { insertEmail } from '../../sync.ts'
import { type Cast, cast, db } from '../../world.ts'

let world: Cast
beforeEach(async () => {
  world = await cast()
})

const leaves = { change: 'delete from member', status: 404 }
const sees = { change: 'update member set can_see_expenses = false', status: 403 }

/** Sends a request of ed, and changes his membership before it reads a list, or what is named. */
async function whileChanged<T>(
  change: string,
  send: () => Promise<T>,
  read = '"listNumber"',
): Promise<T> {
  const text = `${change} where trip_id = $1 and user_id = $2`
  const values = [world.trip.id, world.ed.id]
  const query = db.query.bind(db)
  let reads = 0
  const spy = vi.spyOn(db, 'query').mockImplementation(async (statement) => {
    const isRead = statement.text.includes(read)
    if (isRead) reads += 1
    if (isRead && reads === 1) await query({ text, values })
    return query(statement)
  })
  try {
    const answer = await send()
    expect(reads).toBeGreaterThan(0)
    return answer
  } finally {
    spy.mockRestore()
  }
}

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

/** Sends a request, and changes ed's membership before a method of Prisma is first called. */
async function beforeCall<T>(
  model: object,
  method: string,
  change: string,
  send: () => Promise<T>,
) {
  const asked = model as Record<string, (query: object) => Promise<unknown>>
  const call = asked[method]?.bind(model)
  const values = [world.trip.id, world.ed.id]
  const spy = vi.spyOn(asked, method).mockImplementationOnce(async (query) => {
    await db.query({ text: `${change} where trip_id = $1 and user_id = $2`, values })
    return call?.(query)
  })
  try {
    const answer = await send()
    expect(spy).toHaveBeenCalled()
    return answer
  } finally {
    spy.mockRestore()
  }
}

it('GET collaborators of a trip that was just left is 404', async () => {
  const { trip, ed } = world
  const path = `/v1/trip/${trip.id}/collaborators`
  const send = () => as(ed).get(path)
  const answer = await beforeCall(db.prisma.member, 'findMany', leaves.change, send)
  expect(answer.status).toBe(404)
  expect(answer.text).toBe((await send()).text)
})

const attached = ['documents', 'emails'] as const
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
    const { document: documents, email: emails } = db.prisma
    const model = one.many === 'emails' ? emails : documents
    const isOne = one.end === '/ID' && one.many === 'documents'
    const answer = await beforeCall(model, isOne ? 'findFirst' : 'findMany', one.change, send)
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
      const model = list.startsWith('emails') ? db.prisma.email : db.prisma.document
      const answer = await beforeCall(model, 'findMany', leaves.change, send)
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
    const answer = await beforeCall(db.prisma.email, 'findMany', leaves.change, send)
    expect(answer.status).toBe(403)
    expect(answer.text).toBe((await send()).text)
  })

  it.each(attached)('GET %s of a trip that was just left is 403', async (many) => {
    const { trip, ed } = world
    const send = () => as(ed).get(`/v2/trip/${trip.id}/${many}`)
    expect((await send()).status).toBe(200)
    const answer = await beforeCall(db.prisma.trip, 'findFirst', leaves.change, send)
    expect(answer.status).toBe(403)
    expect(answer.text).toBe((await send()).text)
  })
})

it('GET an expense is 403 to someone who has just lost the right to see it', async () => {
  const { trip, olga, ed } = world
  const body = { title: 'Taxi', price: 9 }
  const { id } = (await as(olga).post(`/v1/trip/${trip.id}/expenses`, body)).json
  const send = () => as(ed).get(`/v1/trip/${trip.id}/expense/${id}`)
  const answer = await whileChanged(sees.change, send, 'from expense c')
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

/**
 * Someone loses access to a trip after the rule has let a list through, and before the list is
 * read: the list is refused, as the next one is. It would be empty, or show what came later.
 */
import { beforeEach, expect, it, vi } from 'vitest'
import { as } from '../../client.ts'
import { allKinds } from '../../spec/kinds.ts'
import { type Cast, cast, db } from '../../world.ts'

let world: Cast
beforeEach(async () => {
  world = await cast()
})

const leaves = { change: 'delete from member', status: 404 }
const sees = { change: 'update member set can_see_expenses = false', status: 403 }

/** Sends a request of ed, and changes his membership before its list is read. */
async function whileChanged<T>(change: string, send: () => Promise<T>): Promise<T> {
  const text = `${change} where trip_id = $1 and user_id = $2`
  const values = [world.trip.id, world.ed.id]
  const query = db.query.bind(db)
  let lists = 0
  const spy = vi.spyOn(db, 'query').mockImplementation(async (statement) => {
    const isList = statement.text.includes('"listNumber"')
    if (isList) lists += 1
    if (isList && lists === 1) await query({ text, values })
    return query(statement)
  })
  try {
    const answer = await send()
    expect(lists).toBeGreaterThan(0)
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

it('GET collaborators of a trip that was just left is 404', async () => {
  const { trip, ed } = world
  const { member } = db.prisma
  const path = `/v1/trip/${trip.id}/collaborators`
  const find = member.findMany.bind(member)
  const leave = () => member.deleteMany({ where: { tripId: trip.id, userId: ed.id } })
  const spy = vi
    .spyOn(member, 'findMany')
    .mockImplementation(((asked: object) => leave().then(() => find(asked))) as never)
  const answer = await as(ed).get(path)
  expect(spy).toHaveBeenCalled()
  spy.mockRestore()
  expect(answer.status).toBe(404)
  expect(answer.text).toBe((await as(ed).get(path)).text)
})

it('a list in GraphQL of a trip that was just left is NOT_FOUND', async () => {
  const query = `{ trip(id: ${world.trip.id}) { activities { count } } }`
  const { data, errors } = await whileChanged(leaves.change, () => as(world.ed).graphql(query))
  expect(data).not.toHaveProperty('trip.activities.count')
  expect(errors.map(({ extensions }) => extensions.code)).toEqual(['NOT_FOUND'])
})

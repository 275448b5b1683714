/** 17 restore: the state after, and the answers to, parallel restores and removals. */
import { describe, expect, it } from 'vitest'
import { as } from '../../client.ts'
import { insertDocument } from '../../documents.ts'
import { meanwhile } from '../../meanwhile.ts'
import { statementsOf } from '../../rest-facade/statements.ts'
import { softDelete } from '../../spec/emails.ts'
import { insertEmail } from '../../sync.ts'
import { cast, db } from '../../world.ts'
import { parallel, statuses } from './parallel.ts'

const restoring = (kind: string, id: number) => ({
  query: `mutation { restore(kind: ${kind}, id: ${id}) }`,
})

describe('17 restore, 20 in parallel', () => {
  it('categories with one slug: one is restored, the others are refused', async () => {
    const { olga } = await cast()
    const text = `insert into category (owner_id, slug, name, deleted_at)
      select $1, 'surf', 'Surf', now() from generate_series(1, 20) returning id`
    const made = await db.query<{ id: number }>({ text, values: [olga.id] })
    const answers = await parallel(20, (index) =>
      as(olga).post('/graphql', restoring('CATEGORY', made[index]?.id ?? 0)),
    )
    const done = answers.filter(({ json }) => json.errors === undefined)
    expect(done).toHaveLength(1)
    const refused = answers.filter(({ text }) => text.includes('already have a category'))
    expect(refused).toHaveLength(19)
  })

  it('one trip: every answer is true', async () => {
    const { olga, trip } = await cast()
    for (let round = 0; round < 3; round += 1) {
      expect((await as(olga).delete(`/v1/trips/${trip.id}`)).status).toBe(204)
      const answers = await parallel(20, () =>
        as(olga).post('/graphql', restoring('TRIP', trip.id)),
      )
      expect(statuses(answers)).toEqual({ 200: 20 })
      for (const { json } of answers) expect(json).toEqual({ data: { restore: true } })
    }
  })

  it('by a member who is being removed: it succeeds before, or not at all', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { olga, ed, trip } = await cast()
      const { json } = await as(ed).post(`/v1/trip/${trip.id}/hostings`, {})
      await as(ed).delete(`/v1/trip/${trip.id}/hosting/${json.id}`)
      const remove = { text: 'delete from member where user_id = $1', values: [ed.id] }
      const [answers] = await Promise.all([
        parallel(2, () => as(ed).post('/graphql', restoring('HOSTING', json.id))),
        db.query(remove),
      ])
      const restored = answers.some((answer) => answer.json.errors === undefined)
      const { status } = await as(olga).get(`/v1/trip/${trip.id}/hosting/${json.id}`)
      expect(status).toBe(restored ? 200 : 404)
      const again = await as(ed).post('/graphql', restoring('HOSTING', json.id))
      expect(again.text).toContain('NOT_FOUND')
    }
  })
})

describe('17 restore while something else changes', () => {
  const deleted = async () => {
    const { ed, vera, trip } = await cast()
    const { json } = await as(ed).post(`/v1/trip/${trip.id}/hostings`, {})
    await as(ed).delete(`/v1/trip/${trip.id}/hosting/${json.id}`)
    const send = (who = ed) => as(who).post('/graphql', restoring('HOSTING', json.id))
    return { ed, vera, send }
  }

  it.each([
    ['after the rule has seen it', /^SELECT COUNT\(\*\) .*\."hosting"/, 2],
    ['before the membership is locked', /select from member .* for share/s, 1],
  ])('a member who is removed %s finds nothing', async (_when, before, nth) => {
    const { ed, send } = await deleted()
    const change = { text: 'delete from member where user_id = $1', values: [ed.id] }
    const removed = await meanwhile(send, { before, nth, change })
    expect(removed.text).toContain('NOT_FOUND')
    expect((await send()).text).toBe(removed.text)
  })

  /** Where these locks stand among the statements of a request. */
  const locksIn = async (send: () => Promise<unknown>, ...locks: RegExp[]) => {
    const { statements } = await statementsOf(send)
    return locks.map((lock) => statements.findIndex((text) => lock.test(text)))
  }
  const inOrder = (at: number[]) => at.every((one, nth) => one > (at[nth - 1] ?? -1))

  it.each(['hosting', 'document', 'email'] as const)(
    'the membership of the trip is locked, and then the %s',
    async (kind) => {
      const { ed, trip } = await cast()
      const { json } = await as(ed).post(`/v1/trip/${trip.id}/hostings`, {})
      const id = await {
        hosting: async () => json.id,
        document: () => insertDocument(ed, { hosting_id: json.id }),
        email: () => insertEmail(ed, { hosting_id: json.id }),
      }[kind]()
      await softDelete(kind, id)
      const locks = [
        /from member .* for share/s,
        ...(kind === 'hosting' ? [/hold_attached/] : []),
        new RegExp(`from ${kind} .* for no key update`, 's'),
      ]
      const send = () => as(ed).post('/graphql', restoring(kind.toUpperCase(), id))
      expect(await locksIn(send, ...locks)).toSatisfy(inOrder)
    },
  )

  it('the account is locked, and then a category of it', async () => {
    const { olga } = await cast()
    const { id } = (await as(olga).post('/v1/categories', { name: 'Surf' })).json
    await as(olga).delete(`/v1/categories/${id}`)
    const send = () => as(olga).post('/graphql', restoring('CATEGORY', id))
    const locks = [/from account .* for no key update/s, /from category .* for no key update/s]
    expect(await locksIn(send, ...locks)).toSatisfy(inOrder)
  })

  it('a caller who is refused locks nothing', async () => {
    const { vera, send } = await deleted()
    const { answer, statements } = await statementsOf(() => send(vera))
    expect(answer.text).toContain('FORBIDDEN')
    expect(statements.filter((text) => /for (no key )?(update|share)/.test(text))).toEqual([])
  })
})

/** `restore` of a category, and by operators. */
import { describe, expect, it } from 'vitest'
import { anonymous, as } from '../client.ts'
import { cast, db, type Person } from '../world.ts'
import { allKinds } from './kinds.ts'
import { deletedTrip, mutation, operator, restore } from './restored.ts'

describe('17 restore: a category', () => {
  async function category(owner: Person, slug: string): Promise<number> {
    const text = `insert into category (owner_id, slug, name) values ($1, $2, $2) returning id`
    const [made] = await db.query<{ id: number }>({ text, values: [owner.id, slug] })
    return made?.id as number
  }
  async function remove(id: number): Promise<void> {
    await db.query({ text: 'update category set deleted_at = now() where id = $1', values: [id] })
  }
  const isActive = async (id: number) => {
    const text = 'select deleted_at is null as active from category where id = $1'
    return (await db.query<{ active: boolean }>({ text, values: [id] }))[0]?.active
  }

  it('its owner may restore it; for others it is not found', async () => {
    const { olga, ed, pia, stan } = await cast()
    const id = await category(olga, 'surf')
    expect(await restore(ed, 'category', id)).toBe('FORBIDDEN')
    await remove(id)
    for (const person of [ed, pia, stan]) {
      expect(await restore(person, 'category', id)).toBe('NOT_FOUND')
    }
    expect(await isActive(id)).toBe(false)
    for (const _ of [1, 2]) expect(await restore(olga, 'category', id)).toBe(true)
    expect(await isActive(id)).toBe(true)
  })

  it('it is not restored while its slug is taken (8)', async () => {
    const { olga } = await cast()
    const id = await category(olga, 'surf')
    await remove(id)
    const newer = await category(olga, 'surf')
    const { errors } = await as(olga).graphql(mutation, { kind: 'CATEGORY', id })
    expect(errors[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { slug: ['You already have a category with this slug.'] },
    })
    expect(await isActive(id)).toBe(false)
    await remove(newer)
    expect(await restore(olga, 'category', id)).toBe(true)
  })
})

describe('17 restore: as', () => {
  it('an operator acts with the rights of the named account', async () => {
    const world = await cast()
    const { olga, ed, vera, stan } = world
    const id = await deletedTrip(world)
    const named = (email: string) => restore(operator, 'trip', id, { as: email })
    expect(await named(stan.email)).toBe('NOT_FOUND')
    for (const { email } of [ed, vera]) expect(await named(email)).toBe('FORBIDDEN')
    expect(await named('nobody.at.all@mail.example')).toBe('NOT_FOUND')
    expect(await named('')).toBe('NOT_FOUND')
    expect(await named(` ${olga.email.toUpperCase()} `)).toBe(true)
    expect((await as(ed).get(`/v1/trips/${id}`)).status).toBe(200)
  })

  it('an operator must name an account', async () => {
    const id = await deletedTrip(await cast())
    for (const more of [{}, { as: null }]) {
      const variables = { kind: 'TRIP', id, ...more }
      const { errors } = await as(anonymous).graphql(mutation, variables, operator)
      expect(errors[0]?.extensions).toMatchObject({
        code: 'BAD_USER_INPUT',
        fields: { as: ['This field is required.'] },
      })
    }
  })

  it('a user cannot name an account, not even their own', async () => {
    const world = await cast()
    const { olga, ed } = world
    const id = await deletedTrip(world)
    expect(await restore(ed, 'trip', id, { as: olga.email })).toBe('FORBIDDEN')
    expect(await restore(olga, 'trip', id, { as: olga.email })).toBe('FORBIDDEN')
    expect(await restore({}, 'trip', id, { as: olga.email })).toBe('UNAUTHENTICATED')
    expect(await restore(olga, 'trip', id, { as: null })).toBe(true)
  })

  it.each(['TRIP', 'CATEGORY', ...allKinds.map(({ one }) => one)])(
    '%s: unknown ids are not found',
    async (kind) => {
      const { olga } = await cast()
      for (const id of [0, -1, 2_147_483_647]) {
        expect(await restore(olga, kind, id)).toBe('NOT_FOUND')
        expect(await restore(operator, kind, id, { as: olga.email })).toBe('NOT_FOUND')
      }
    },
  )
})

/** B2: pages of changes, made without a database. */
import { describe, expect, it } from 'vitest'
import { complete, destroyed, quiet, SmallCopy, type SmallPage, sent } from './small-copy.ts'
import { allRights, furnished, type Place, withoutExpenses } from './small-world.ts'

async function copied() {
  const all = furnished()
  const copy = new SmallCopy(all.world)
  await complete(copy)
  return { ...all, copy }
}

describe('B2 a page for a new copy', () => {
  it('has the account, categories of others, and the trips, each with what is in it', async () => {
    const { world } = furnished()
    const page = await new SmallCopy(world).next()
    expect(page).toMatchObject({ resetAll: true, reset: [], destroyed: [], hasMore: false })
    expect(sent(page)).toEqual([
      ...['user 1', 'category 100', 'category 200'],
      ...['trip 11', 'collaborator 1', 'hosting 300', 'expense 400', 'trip 12', 'collaborator 1'],
    ])
    expect(page.changed.map(({ tripId }) => tripId)).toEqual([
      ...[null, null, null, null, 11, 11, 11, null, 12],
    ])
    expect(page.changed.map(({ rights }) => rights)).toEqual([
      ...[0, 0, 0],
      ...Array(6).fill(allRights),
    ])
    expect(page.bytes).toBe(9)
  })

  it.each([1, 2, 3, 4, 8])('has at most %i objects, and all of them come', async (most) => {
    const { world } = furnished()
    const pages = await complete(new SmallCopy(world), most)
    expect(pages.map(({ resetAll }) => resetAll)).toEqual(pages.map((_, at) => at === 0))
    const sizes = pages.map(({ changed }) => changed.length)
    expect(sizes.slice(0, -1)).toEqual(Array(sizes.length - 1).fill(most))
    expect(sizes.reduce((sum, size) => sum + size)).toBe(9)
  })

  it('leaves out what is not seen: expenses, documents, invitees', async () => {
    const { world, trip } = furnished()
    world.put(trip, 'document', 500)
    world.put(trip, 'email', 600)
    world.put(trip, 'invitee', 7)
    const seen = async (rights: number) => {
      trip.rights = rights
      const [page] = await complete(new SmallCopy(world))
      return sent(page as SmallPage).slice(4, -2)
    }
    const [all, hosting] = [['collaborator 1'], 'hosting 300']
    expect(await seen(allRights)).toEqual([
      ...[...all, hosting, 'expense 400', 'document 500', 'email 600', 'collaborator 7'],
    ])
    expect(await seen(withoutExpenses)).toEqual([
      ...[...all, hosting, 'document 500', 'email 600', 'collaborator 7'],
    ])
    expect(await seen(1)).toEqual([...all, hosting])
  })

  it('has at most so many bytes, but for an object that is heavier alone', async () => {
    const { world, trip } = furnished()
    world.put(trip, 'hosting', 300, 6)
    world.put(trip, 'activity', 301, 5)
    world.put(trip, 'activity', 302, 50)
    world.put(trip, 'activity', 303, 1)
    const pages = await complete(new SmallCopy(world), 500, 10)
    expect(pages.map(sent)).toEqual([
      ['user 1', 'category 100', 'category 200', 'trip 11', 'collaborator 1', 'expense 400'],
      ['hosting 300'],
      ['activity 301'],
      ['activity 302'],
      ['activity 303', 'trip 12', 'collaborator 1'],
    ])
    expect(pages.map(({ bytes }) => bytes)).toEqual([6, 6, 5, 50, 3])
  })

  it('has exactly as many bytes as it may', async () => {
    const { world } = furnished()
    expect(await complete(new SmallCopy(world), 500, 9)).toHaveLength(1)
    expect(await complete(new SmallCopy(world), 500, 8)).toHaveLength(2)
  })

  it('is not made if what it is made of cannot be read', async () => {
    const { world } = furnished()
    world.source.weigh = () => Promise.reject(new Error('no connection'))
    await expect(new SmallCopy(world).next()).rejects.toThrow('no connection')
  })
})

describe('B2 a page for a copy that holds something', () => {
  it('is empty if nothing has changed', async () => {
    const { copy } = await copied()
    const { position } = copy
    expect(await copy.next()).toMatchObject(quiet)
    expect(copy.position).toBe(position)
  })

  it('has what has changed alone, its trip first, and what has left', async () => {
    const { copy, world, trip, account } = await copied()
    world.put(trip, 'hosting', 300)
    world.put(trip, 'hosting', 301)
    const [, , expense] = trip.things as [unknown, unknown, Place['things'][0]]
    world.remove(trip, expense)
    const page = await copy.next()
    expect(sent(page)).toEqual(['trip 11', 'hosting 300', 'hosting 301'])
    expect(destroyed(page)).toEqual(['expense 400 11'])
    world.remove(account, account.things[0] as Place['things'][0])
    const later = await copy.next()
    expect([sent(later), destroyed(later)]).toEqual([['user 1'], ['category 100 null']])
  })

  it('does not mention what came and went, or what is not seen', async () => {
    const { copy, world, trip } = await copied()
    world.put(trip, 'hosting', 301)
    world.remove(trip, trip.things.at(-1) as Place['things'][0])
    expect(destroyed(await copy.next())).toEqual([])
    trip.rights = withoutExpenses
    await complete(copy)
    world.remove(trip, trip.things.find(({ kind }) => kind === 'expense') as Place['things'][0])
    expect(destroyed(await copy.next())).toEqual([])
  })

  it.each([
    ['collaborator', 'collaborator 7 11'],
    ['invitee', 'collaborator 7 11'],
    ['document', 'document 7 11'],
    ['email', 'email 7 11'],
    ['transportation', 'transportation 7 11'],
  ])('says that a %s has left as %s', async (kind, gone) => {
    const { copy, world, trip } = await copied()
    world.put(trip, kind, 7)
    await complete(copy)
    world.remove(trip, trip.things.at(-1) as Place['things'][0])
    expect(destroyed(await copy.next())).toEqual([gone])
    expect(copy.inOrder()).toEqual(copy.expected())
  })

  it('has what has left at one version, page by page', async () => {
    const { copy, world, trip } = await copied()
    for (const id of [500, 501, 502]) world.put(trip, 'hosting', id)
    await complete(copy)
    for (const thing of trip.things.slice(-3)) world.remove(trip, thing)
    for (const gone of trip.gone) gone.version = trip.version
    const pages = await complete(copy, 2)
    expect(pages.flatMap(destroyed)).toEqual(['hosting 500 11', 'hosting 501 11', 'hosting 502 11'])
  })

  it('mentions what was sent, and not what entered with it and left before it was', async () => {
    const { world, trip } = furnished()
    for (let id = 500; id < 510; id += 1) world.put(trip, 'hosting', id)
    const all = trip.things.slice(-10)
    for (const thing of all) Object.assign(thing, { version: 10, entered: 10 })
    const copy = new SmallCopy(world)
    while (!copy.held.has('hosting 501')) await copy.next({ objects: 3, bytes: 1_000 })
    const unsent = all.filter(({ id }) => !copy.held.has(`hosting ${id}`))
    expect(unsent.length).toBeGreaterThan(4)
    for (const thing of [...unsent, ...all.slice(0, 1)]) world.remove(trip, thing)
    const pages = await complete(copy, 3)
    expect(pages.flatMap(destroyed)).toEqual(['hosting 500 11'])
  })

  it('says nothing of people and mails that have left where they are not seen', async () => {
    const { copy, world, trip } = await copied()
    trip.rights = 1
    for (const kind of ['invitee', 'document', 'email', 'expense']) world.put(trip, kind, 7)
    await complete(copy)
    for (const thing of trip.things.filter(({ id }) => id === 7)) world.remove(trip, thing)
    expect(destroyed(await copy.next())).toEqual([])
  })

  it('has a trip anew whose rights have changed, or whose version went back', async () => {
    const { copy, trip } = await copied()
    trip.rights = withoutExpenses
    const [page] = await complete(copy)
    expect(page).toMatchObject({ reset: [11], resetAll: false, destroyed: [] })
    expect(sent(page as SmallPage)).toEqual(['trip 11', 'collaborator 1', 'hosting 300'])
    trip.version -= 1
    const [later] = await complete(copy)
    expect(later).toMatchObject({ reset: [11], resetAll: false })
  })

  it('names a trip that is no longer seen, and has it again with all that is in it', async () => {
    const { copy, trip } = await copied()
    trip.isSeen = false
    const [page] = await complete(copy)
    expect(page).toMatchObject({ ...quiet, destroyed: [{ kind: 'trip', id: 11, tripId: null }] })
    trip.isSeen = true
    const [again] = await complete(copy)
    expect(again).toMatchObject({ reset: [], resetAll: false })
    expect(sent(again as SmallPage)).toContain('expense 400')
  })

  it.each(['account', 'two'] as const)(
    'has everything anew if the version of %s went back, or the history is another',
    async (name) => {
      const all = await copied()
      all[name].version -= 1
      expect((await complete(all.copy))[0]).toMatchObject({ resetAll: true })
      all.world.history = 'another'
      expect((await complete(all.copy))[0]).toMatchObject({ resetAll: true })
    },
  )

  it('names the categories of a person whose trips are no longer shared, page by page', async () => {
    const { copy, world, two } = await copied()
    for (const id of [201, 202, 203]) world.put(two, 'category', id)
    await complete(copy)
    world.remove(two, two.things[1] as Place['things'][0])
    world.put(two, 'category', 204)
    two.isSeen = false
    const pages = await complete(copy, 2)
    expect(pages.map(destroyed)).toEqual([
      ['category 200 null', 'category 201 null'],
      ['category 202 null', 'category 203 null'],
    ])
    expect(pages.map(({ changed }) => changed)).toEqual([[], []])
    two.isSeen = true
    expect(sent((await complete(copy))[0] as SmallPage)).toEqual([
      ...['category 200', 'category 202', 'category 203', 'category 204'],
    ])
  })
})

describe('B2 a page for a part of an account', () => {
  it('has the profile instead of the account, and again if it is another', async () => {
    const { world, account } = furnished()
    world.isPart = true
    const copy = new SmallCopy(world)
    const page = await copy.next({ objects: 1, bytes: 9 })
    expect(page).toMatchObject({ resetAll: true, hasMore: true, bytes: 1 })
    expect(page.changed).toEqual([{ kind: 'user', id: 1, tripId: null, rights: 0 }])
    expect(sent(await copy.next()).slice(0, 2)).toEqual(['category 200', 'trip 11'])
    account.version -= 1
    const later = await copy.next()
    expect([sent(later), later.resetAll, later.hasMore]).toEqual([['user 1'], false, false])
  })
})

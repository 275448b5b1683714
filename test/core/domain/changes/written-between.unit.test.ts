/** B2: copies between whose pages others write, without a database. */
import { describe, expect, it } from 'vitest'
import { numbersOf } from '../../../random-numbers.ts'
import { complete, destroyed, quiet, SmallCopy, type SmallPage, sent } from './small-copy.ts'
import { allRights, furnished, type Place, withoutExpenses } from './small-world.ts'

describe('B2 a copy between whose pages others write', () => {
  it('hears of a change of what it was sent, and of what it was not', async () => {
    const { world, trip } = furnished()
    for (const id of [310, 311, 312]) world.put(trip, 'activity', id)
    const copy = new SmallCopy(world)
    const small = { objects: 6, bytes: 1_000_000 }
    expect(sent(await copy.next(small)).slice(-2)).toEqual(['collaborator 1', 'hosting 300'])
    world.put(trip, 'hosting', 300)
    world.remove(trip, trip.things.find(({ id }) => id === 310) as Place['things'][0])
    const pages = await complete(copy, 6)
    expect(pages.flatMap(destroyed)).toEqual([])
    expect(pages.flatMap(sent)).toEqual([
      ...['trip 11', 'expense 400', 'activity 311', 'activity 312', 'hosting 300'],
      ...['trip 12', 'collaborator 1'],
    ])
  })

  it('gets the rest of a begun trip first, and then what has changed before it', async () => {
    const { world, account } = furnished()
    const copy = new SmallCopy(world)
    await copy.next({ objects: 5, bytes: 1_000_000 })
    world.put(account, 'favorite', 700)
    const [page] = await complete(copy)
    expect(sent(page as SmallPage)).toEqual([
      ...['hosting 300', 'expense 400', 'trip 12', 'collaborator 1', 'user 1', 'favorite 700'],
    ])
  })

  it('begins anew if categories that it has begun went back', async () => {
    const { world, two } = furnished()
    for (const id of [201, 202]) world.put(two, 'category', id)
    const copy = new SmallCopy(world)
    expect(sent(await copy.next({ objects: 3, bytes: 99 })).at(-1)).toBe('category 200')
    two.version -= 1
    expect((await complete(copy))[0]).toMatchObject({ resetAll: true, reset: [] })
  })

  it('gets a begun trip anew from which left what may have been sent', async () => {
    const { world, trip } = furnished()
    const copy = new SmallCopy(world)
    const { changed } = await copy.next({ objects: 6, bytes: 99 })
    expect(changed.at(-1)).toMatchObject({ kind: 'hosting', id: 300 })
    world.put(trip, 'hosting', 300)
    world.remove(trip, trip.things.find(({ id }) => id === 300) as Place['things'][0])
    const [page] = await complete(copy)
    expect(page).toMatchObject({ reset: [11], resetAll: false, destroyed: [], bytes: 5 })
    expect(sent(page as SmallPage).slice(0, 3)).toEqual([
      ...['trip 11', 'collaborator 1', 'expense 400'],
    ])
  })

  it('does not mention what the change of a person has moved behind what was sent', async () => {
    const { world, trip } = furnished()
    world.rename(trip)
    const copy = new SmallCopy(world)
    expect(sent(await copy.next({ objects: 5, bytes: 99 })).at(-1)).toBe('collaborator 1')
    world.remove(trip, trip.things.find(({ id }) => id === 300) as Place['things'][0])
    expect((await complete(copy))[0]).toMatchObject({ reset: [11], destroyed: [] })
  })

  it('hears of what has left in pages', async () => {
    const { world, trip } = furnished()
    for (const id of [310, 311, 312, 313]) world.put(trip, 'activity', id)
    const copy = new SmallCopy(world)
    await complete(copy)
    for (const thing of trip.things.filter(({ kind }) => kind === 'activity'))
      world.remove(trip, thing)
    const pages = await complete(copy, 2)
    expect(pages.flatMap(({ reset }) => reset)).toEqual([])
    expect(pages.flatMap(destroyed)).toEqual([310, 311, 312, 313].map((id) => `activity ${id} 11`))
  })

  it('begins anew if what may have been sent left an account that it has begun', async () => {
    const { world, account } = furnished()
    world.put(account, 'category', 101)
    const copy = new SmallCopy(world)
    expect(sent(await copy.next({ objects: 2, bytes: 99 }))).toEqual(['user 1', 'category 100'])
    world.put(account, 'category', 100)
    world.remove(account, account.things[0] as Place['things'][0])
    expect((await complete(copy))[0]).toMatchObject({ resetAll: true, reset: [] })
  })

  it('forgets a begun trip that is no longer seen', async () => {
    const { world, trip } = furnished()
    const copy = new SmallCopy(world)
    await copy.next({ objects: 5, bytes: 1_000_000 })
    trip.isSeen = false
    expect((await complete(copy))[0]).toMatchObject({ destroyed: [{ kind: 'trip', id: 11 }] })
  })

  /** A number below `most`, and one of a list, by the next random number. */
  const choosing = (next: () => number) => ({
    below: (most: number) => next() % most,
    of: <One>(all: readonly One[]) => all[next() % all.length] as One,
  })

  it.each(Array.from({ length: 100 }, (_, number) => number))(
    'holds in the end what is seen, whatever was written: history %i',
    async (number) => {
      const { world } = furnished()
      const { below, of } = choosing(numbersOf(number))
      const copy = new SmallCopy(world)
      let lastId = 1_000
      const write = () => {
        const place = of(world.places)
        const kinds = {
          account: ['category', 'favorite', 'email'],
          categories: ['category'],
          trip: ['collaborator', 'invitee', 'hosting', 'activity', 'expense', 'document', 'email'],
        }[place.kind]
        const thing = place.things[below(Math.max(1, place.things.length))]
        const acts = [
          () => world.put(place, of(kinds), ++lastId, 1 + below(9)),
          () => thing && world.put(place, thing.kind, thing.id, 1 + below(9)),
          () => thing && world.remove(place, thing),
          () => thing && world.remove(place, thing),
          () => place.kind === 'trip' && world.rename(place),
          () => {
            if (place.kind === 'trip') place.rights = of([allRights, withoutExpenses, 1])
          },
          () => {
            if (place.kind !== 'account') place.isSeen = !place.isSeen
          },
        ]
        // Rights and memberships change less often than what is in a trip.
        of([...acts, ...acts.slice(0, 5), ...acts.slice(0, 5)])()
      }
      for (let round = 0; round < 5; round += 1) {
        for (let turn = 0; turn < 12; turn += 1) {
          for (let left = below(4); left > 0; left -= 1) write()
          const objects = 1 + below(4)
          const page = await copy.next({ objects, bytes: 12 })
          expect(page.changed.length + page.destroyed.length).toBeLessThanOrEqual(objects)
        }
        await complete(copy, 1 + below(6), 20)
        expect(await copy.next()).toMatchObject(quiet)
      }
    },
  )
})

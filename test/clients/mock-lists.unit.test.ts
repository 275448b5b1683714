/** The lists of the mocked schema: pages, timelines, and what mutations do to them. */
import { graphql } from 'graphql'
import { describe, expect, it } from 'vitest'
import { ask, mocked } from './mocked.ts'

interface Page {
  count: number
  results: { id: number }[]
}
const byId = (one: { id: number }, other: { id: number }) => one.id - other.id

describe('npm run mock: lists', () => {
  it('a page has the elements for `first` and `page`, and the pages together the whole list', async () => {
    const schema = mocked()
    const activities = async (of: string) => {
      const { trip } = await ask(
        schema,
        `{ trip(id: 7) { activities${of} { count results { id } } } }`,
      )
      return (trip as { activities: Page }).activities
    }
    const { count, results: all } = await activities('')
    expect([count, all.length]).toEqual([3, 3])
    const pages = [await activities('(first: 2)'), await activities('(first: 2, page: 2)')]
    expect(pages.map((page) => [page.count, page.results.length])).toEqual([
      [3, 2],
      [3, 1],
    ])
    expect(pages.flatMap(({ results }) => results)).toEqual(all)
    expect((await activities('(first: 2, page: -1)')).results).toEqual(all.slice(2))
    const beyond = '{ trip(id: 7) { activities(first: 2, page: 3) { count } } }'
    const { errors } = await graphql({ schema, source: beyond })
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['INVALID_PAGE'])
  })

  it('a timeline has the items of its trip by time, page by page', async () => {
    const schema = mocked()
    const items = 'activities { results { id } } hostings { results { id } }'
    const legs = 'transportations { results { id } }'
    const { trip } = await ask(schema, `{ trip(id: 7) { ${items} ${legs} } }`)
    const ids = Object.values(trip as Record<string, Page>).flatMap(({ results }) => results)
    const found: unknown[] = []
    let after: string | null = ''
    while (after !== null) {
      const times = '... on Activity { startsAt } ... on Hosting { startsAt }'
      const source = `query ($after: String) { trip(id: 7) { timeline(first: 4, after: $after) {
        count endCursor results { id ${times} ... on Transportation { startsAt: departureAt } }
      } } }`
      const { trip } = await ask(schema, source, { after: after || null })
      const { timeline } = trip as { timeline: Page & { endCursor: string | null } }
      expect(timeline.count).toBe(9)
      found.push(...timeline.results)
      after = timeline.endCursor
    }
    const byTime = found as { id: number; startsAt: string }[]
    expect(byTime.map(({ id }) => ({ id })).sort(byId)).toEqual([...ids].sort(byId))
    const times = byTime.map(({ startsAt }) => startsAt)
    expect(times).toEqual([...times].sort())
  })

  it('lists a timeline of all kinds', async () => {
    const schema = mocked()
    const kinds = 'id ... on Activity { startsAt } ... on Transportation { departureAt }'
    const source = `{ trip(id: 7) { timeline { results { __typename name ${kinds} } } } }`
    const { trip } = await ask(schema, source)
    const { results } = (trip as { timeline: { results: { __typename: string }[] } }).timeline
    const listed = new Set(results.map(({ __typename }) => __typename))
    expect([...listed].sort()).toEqual(['Activity', 'Hosting', 'Transportation'])
    expect(await ask(schema, source)).toEqual({ trip })
  })

  it('lists contain created objects, and no longer deleted ones', async () => {
    const schema = mocked()
    const listed = async () => {
      const source = `{
        trips { count results { name } }
        deletedTrips { results { id } }
        trip(id: 7) {
          expenses { results { title } }
          timeline { results { name } }
          deletedActivities { results { id } }
        }
        documents(tripId: 7) { results { title } }
        categories { results { name } }
      }`
      return JSON.stringify(await ask(schema, source))
    }
    expect(await listed()).toContain('"deletedTrips":{"results":[]}')
    const made = (await ask(
      schema,
      `mutation {
        createTrip(input: { name: "Faro" }) { id }
        createActivity(tripId: 7, input: { name: "Surfing" }) { id }
        createExpense(tripId: 7, input: { title: "Board", price: 20 }) { id }
        attachDocument(tripId: 7, input: { url: "https://surf.example", title: "Waves" }) { id }
        createCategory(input: { name: "Beach" }) { id }
      }`,
    )) as Record<string, { id: number }>
    const after = await listed()
    for (const name of ['Faro', 'Surfing', 'Board', 'Waves', 'Beach']) expect(after).toContain(name)
    expect(after).toContain('"trips":{"count":4')
    const [trip, activity] = [made.createTrip?.id, made.createActivity?.id]
    await ask(
      schema,
      `mutation { deleteTrip(id: ${trip}) deleteActivity(tripId: 7, id: ${activity}) }`,
    )
    const last = await listed()
    for (const name of ['Faro', 'Surfing']) expect(last).not.toContain(name)
    expect(last).toContain(`"deletedTrips":{"results":[{"id":${trip}}]}`)
    expect(last).toContain(`"deletedActivities":{"results":[{"id":${activity}}]}`)
    expect(await ask(schema, `{ trip(id: ${trip}) { id } }`)).toEqual({ trip: null })
    await ask(schema, `mutation { restore(kind: TRIP, id: ${trip}) }`)
    expect(await listed()).toContain('Faro')
    expect(await listed()).toContain('"deletedTrips":{"results":[]}')
  })
})

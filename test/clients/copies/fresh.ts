/** What a copy must be equal to: everything that its reader sees, by ordinary queries. */
import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { as } from '../../client.ts'
import type { Person } from '../../world.ts'
import type { Held } from './page.ts'

const text = (name: string) => readFile(new URL(name, import.meta.url), 'utf8')

export const document = await text('changes.graphql')
const fragments = document.slice(document.indexOf('\nfragment'))
const operations = (await text('fresh.graphql')).split(/^(?=query)/m).slice(1)

type List = { results: Held[] } | null

/** The data of an operation, of which a part may be refused. */
async function fresh<Data>(reader: Person, name: string, id?: number): Promise<Data | null> {
  const operation = operations.find((one) => one.startsWith(`query ${name}`)) ?? ''
  const { data, errors } = await as(reader).graphql(withFragments(operation), { id })
  const codes = errors.map(({ extensions }) => extensions.code)
  expect(codes.filter((code) => code !== 'FORBIDDEN')).toEqual([])
  return data as Data | null
}

/** An operation with the fragments that it uses. */
function withFragments(operation: string): string {
  const named = (used: string) =>
    fragments.split(/^(?=fragment)/m).filter((one) => {
      const [, name = ''] = /^fragment (\w+)/.exec(one) ?? []
      return new RegExp(`\\.\\.\\.${name}\\b`).test(used)
    })
  const first = named(operation)
  return [operation, ...new Set([...first, ...named(first.join())])].join('\n')
}

const listed = (...lists: (List | undefined)[]) => lists.flatMap((list) => list?.results ?? [])

/** All objects that a person sees. */
export async function everythingSeenBy(reader: Person): Promise<Held[]> {
  type Account = { me: Held; trips: { results: { id: number }[] } } & Record<string, List>
  const account = await fresh<Account>(reader, 'FreshAccount')
  if (!account) throw new Error('the account is not shown')
  const { me, trips, categories, favorites, inbox } = account
  const all = [me, ...listed(categories, favorites, inbox)]
  for (const { id } of trips.results) {
    const of = await fresh<{ trip: Held & Record<string, List> }>(reader, 'FreshTrip', id)
    if (!of) throw new Error('the trip is not shown')
    const { collaborators, hostings, activities, transportations, expenses, ...trip } = of.trip
    all.push(trip, ...listed(collaborators, hostings, activities, transportations, expenses))
    const attached = await fresh<Record<string, List>>(reader, 'FreshAttached', id)
    all.push(...listed(attached?.documents, attached?.emails))
  }
  return all
}

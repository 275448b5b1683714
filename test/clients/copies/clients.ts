/** The copies of schema/changes.md, each as an application would keep it, to the same ends. */
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { ApolloClient, HttpLink } from '@apollo/client'
import { parse } from 'graphql'
import * as apollo from './apollo.ts'
import { type HeldCopy, update } from './loop.ts'
import { asking, type CopyPage, type Held } from './page.ts'
import * as tanstack from './tanstack.ts'

const folder = process.env.RXDB ?? ''
export const isRxdbInstalled = existsSync(join(folder, 'rxdb', 'package.json'))
if (!isRxdbInstalled)
  console.info('copies: the tests of RxDB are skipped, they need its packages in RXDB')

interface Service {
  url: string
  key: string
  /** The document for `changes`. */
  query: string
}

export interface Copying {
  update(): Promise<void>
  held(): Promise<readonly Held[]>
}

function map({ url, key, query }: Service): Copying {
  const copy: HeldCopy = { held: new Map() }
  const ask = asking(url, key, query)
  return { update: () => update(copy, ask), held: async () => [...copy.held.values()] }
}

/** An object as it was asked for: Apollo Client also asks for the types of what it holds. */
function plain(one: Held): Held {
  const text = JSON.stringify(one, (name, value) => (name === '__typename' ? undefined : value))
  return { ...JSON.parse(text), __typename: one.__typename }
}

function apolloClient({ url, key, query }: Service): Copying {
  const link = new HttpLink({ uri: `${url}/graphql`, headers: { authorization: `Token ${key}` } })
  const client = new ApolloClient({ link, cache: apollo.newCache() })
  const document = parse(query)
  return {
    update: () => apollo.update(client, document),
    async held() {
      const copy = client.readQuery<{ changes: CopyPage }>({ query: document })
      return copy?.changes.changed.map(plain) ?? []
    },
  }
}

let databases = 0

async function rxdb({ url, key, query }: Service): Promise<Copying> {
  const load = createRequire(join(folder, '/'))
  const { createRxDatabase } = load('rxdb')
  const { getRxStorageMemory } = load('rxdb/plugins/storage-memory')
  const recipe = await import('./rxdb.ts')
  databases += 1
  const storage = getRxStorageMemory()
  const database = await createRxDatabase({ name: `copy${databases}`, storage })
  const headers = { authorization: `Token ${key}` }
  const { held, update } = await recipe.newCopy(database, `${url}/graphql`, headers, query)
  return { update, held: async () => (await held()).map(({ object }) => object) }
}

function tanstackDb({ url, key, query }: Service): Copying {
  const { collection, update } = tanstack.newCopy(asking(url, key, query))
  // Beside its own fields, a row has some of the store: `$key`, `$synced`, ...
  const isOwn = ([name]: [string, unknown]) => !name.startsWith('$')
  const own = (row: Held) =>
    Object.fromEntries(Object.entries(row).filter(isOwn)) as unknown as Held
  return { update, held: async () => collection.toArray.map(own) }
}

export const copies: Record<string, (service: Service) => Copying | Promise<Copying>> = {
  'a Map': map,
  'Apollo Client': apolloClient,
  RxDB: rxdb,
  'TanStack DB': tanstackDb,
}

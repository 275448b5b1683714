/** The clients as an application would use them, each with its cache, to the same ends. */
import { ApolloClient, HttpLink } from '@apollo/client'
import { Client, fetchExchange } from '@urql/core'
import { type DocumentNode, Kind, parse } from 'graphql'
import * as apollo from './apollo.ts'
import * as graphcache from './graphcache.ts'
import * as relay from './relay.ts'
import { artifacts, runtime } from './relay-compiled.ts'

/** The root fields of a query that these tests ask. */
export type Data = { trip: Record<string, unknown>; trips: unknown }

export interface CachedService {
  url: string
  key: string
  /** Where all requests go through. */
  fetch: typeof fetch
  /** The operations, of which each is sent by its name. */
  documents: string
}

export interface CachingClient {
  /** Answers from the cache what it has, and else asks the service. */
  query(name: string, variables: object): Promise<Data>
  mutate(name: string, variables: object): Promise<unknown>
  /** Deletes an activity, and forgets it as the page says. */
  deleteActivity(variables: { tripId: number; id: number }): Promise<unknown>
}

/** The operations of the text as documents of their own. */
function documentsIn(text: string): (name: string) => DocumentNode {
  const { definitions } = parse(text)
  return (name) => {
    const isNamed = (one: (typeof definitions)[number]) => 'name' in one && one.name?.value === name
    return { kind: Kind.DOCUMENT, definitions: definitions.filter(isNamed) }
  }
}

const headersOf = ({ key }: CachedService) => ({ authorization: `Token ${key}` })

function apolloClient(service: CachedService): CachingClient {
  const document = documentsIn(service.documents)
  const cache = apollo.newCache()
  const link = new HttpLink({
    uri: `${service.url}/graphql`,
    headers: headersOf(service),
    fetch: service.fetch,
  })
  const client = new ApolloClient({ link, cache })
  return {
    query: async (name, variables) =>
      (await client.query({ query: document(name), variables })).data as Data,
    mutate: (name, variables) => client.mutate({ mutation: document(name), variables }),
    deleteActivity: ({ tripId, id }) =>
      client.mutate({
        mutation: document('cachesDeleteMutation'),
        variables: { tripId, id },
        update: (cache) => {
          const lists = ['activities', 'deletedActivities', 'timeline']
          const trip = { __typename: 'Trip', id: tripId }
          apollo.forget(cache, { __typename: 'Activity', id }, trip, lists)
        },
      }),
  }
}

function urqlClient(service: CachedService): CachingClient {
  const document = documentsIn(service.documents)
  const client = new Client({
    url: `${service.url}/graphql`,
    exchanges: [graphcache.newCache(), fetchExchange],
    fetch: service.fetch,
    fetchOptions: { headers: headersOf(service) },
    preferGetMethod: false,
  })
  const mutate = async (name: string, variables: object) => {
    const { error } = await client.mutation(document(name), variables)
    if (error) throw error
  }
  return {
    async query(name, variables) {
      const { data, error } = await client.query(document(name), variables)
      if (error) throw error
      return data
    },
    mutate,
    deleteActivity: (variables) => mutate('cachesDeleteMutation', variables),
  }
}

async function relayClient(service: CachedService): Promise<CachingClient> {
  const { Environment, Network, RecordSource, Store, commitMutation, ...rest } = runtime()
  const { createOperationDescriptor, fetchQuery } = rest
  const document = await artifacts(service.documents)
  const network = Network.create(async ({ text }: { text: string }, variables: object) => {
    const answer = await service.fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { ...headersOf(service), 'content-type': 'application/json' },
      body: JSON.stringify({ query: text, variables }),
    })
    return answer.json()
  })
  const store = new Store(new RecordSource())
  const environment = new Environment({ network, store, getDataID: relay.getDataID })
  const mutate = (name: string, variables: object, updater?: unknown) =>
    new Promise((onCompleted, onError) => {
      commitMutation(environment, {
        mutation: document(name),
        ...{ variables, updater, onCompleted, onError },
      })
    })
  return {
    async query(name, variables) {
      const query = document(name)
      // A component on the screen would keep it.
      environment.retain(createOperationDescriptor(query, variables))
      const asked = { fetchPolicy: 'store-or-network' }
      return fetchQuery(environment, query, variables, asked).toPromise()
    },
    mutate,
    deleteActivity: ({ tripId, id }) =>
      mutate('cachesDeleteMutation', { tripId, id }, relay.forgetTrip(tripId)),
  }
}

export const clients: Record<
  string,
  (service: CachedService) => CachingClient | Promise<CachingClient>
> = {
  'Apollo Client': apolloClient,
  'urql with Graphcache': urqlClient,
  Relay: relayClient,
}

/** `npm run mock`: serves the mocked schema at http://127.0.0.1:$PORT/graphql, by default 3000. */
import { readFile } from 'node:fs/promises'
import { ApolloServer } from '@apollo/server'
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled'
import { fastifyApolloHandler } from '@as-integrations/fastify'
import fastify, { type RouteHandlerMethod } from 'fastify'
import { addAssets, ownAssets } from '../front/assets.ts'
import { ideAssets, idePage } from '../front/ide.ts'
import { root } from '../root.ts'
import { mockedSchema } from './schema.ts'

const schema = mockedSchema(await readFile(new URL('schema/public.graphql', root), 'utf8'))
const apollo = new ApolloServer({
  schema,
  introspection: true,
  includeStacktraceInErrorResponses: false,
  plugins: [ApolloServerPluginCacheControlDisabled(), ApolloServerPluginLandingPageDisabled()],
})
await apollo.start()

const app = fastify()
// A front end in development has an origin of its own; nothing here is secret.
app.addHook('onRequest', async (request, reply) => {
  reply.header('access-control-allow-origin', '*')
  reply.header('access-control-allow-headers', 'authorization, content-type')
  if (request.method === 'OPTIONS') await reply.code(204).send()
})
const assets = { own: ownAssets(), ide: ideAssets() }
addAssets(app, Object.values(assets))
const ide = idePage({
  ...{ base: '', introspection: true },
  urlOf: (kind, name) => `/assets/${assets[kind].folder}/${name}`,
})
app.route({
  method: ['GET', 'POST', 'OPTIONS'],
  url: '/graphql',
  preHandler: async (request, reply) => ide(request, reply),
  handler: fastifyApolloHandler(apollo) as RouteHandlerMethod,
})

const url = await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT ?? 3000) })
process.stdout.write(`GraphQL  ${url}/graphql (mocked data; in a browser, an IDE)\n`)

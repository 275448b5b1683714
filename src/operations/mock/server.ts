/** The mocked schema over HTTP, with the IDE of the service for browsers (test/clients/mock). */
import { ApolloServer } from '@apollo/server'
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled'
import { fastifyApolloHandler } from '@as-integrations/fastify'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { addAssets, ownAssets } from '../../surfaces/front/assets.ts'
import { ideAssets, idePage } from '../../surfaces/front/ide.ts'
import { addSdl } from '../../surfaces/front/sdl.ts'
import { readManifests } from '../../surfaces/graphql/trusted/manifest.ts'
import { callOf, unknownDocument } from '../../surfaces/graphql/trusted/requests-by-id.ts'
import { mockedSchema } from './schema.ts'

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/**
 * An application with `/graphql` and `/schema.graphql`, not listening yet. `trusted` are manifests
 * of documents to call by ID, or folders of manifests; throws WrongManifest for an unreadable one.
 */
export async function mockServer(
  sdl: string,
  trusted: readonly string[] = [],
): Promise<FastifyInstance> {
  const apollo = new ApolloServer({
    schema: mockedSchema(sdl),
    introspection: true,
    includeStacktraceInErrorResponses: false,
    plugins: [ApolloServerPluginCacheControlDisabled(), ApolloServerPluginLandingPageDisabled()],
  })
  await apollo.start()
  const app = fastify()
  // A front end in development has a different origin, and the mock has no secrets.
  app.addHook('onRequest', async (request, reply) => {
    reply.header('access-control-allow-origin', '*')
    reply.header('access-control-allow-headers', 'authorization, content-type')
    if (request.method === 'OPTIONS') await reply.code(204).send()
  })
  const ide = addIde(app)
  app.route({
    method: ['GET', 'POST', 'OPTIONS'],
    url: '/graphql',
    preHandler: async (request, reply) => ide(request, reply),
    handler: await handlerOf(apollo, trusted),
  })
  addSdl(app)
  return app
}

/** Apollo's handler, which receives the text of documents called by ID. */
async function handlerOf(apollo: ApolloServer, trusted: readonly string[]): Promise<Handler> {
  const run = fastifyApolloHandler(apollo) as Handler
  const refusing = (error: unknown) =>
    fastifyApolloHandler(apollo, { context: () => Promise.reject(error) }) as Handler
  const listed = await readManifests(trusted)
  const documents = new Map(listed.map(({ id, text }) => [id, text]))
  return async (request, reply) => {
    try {
      const call = callOf(request)
      if (!call) return run(request, reply)
      const text = documents.get(call.id)
      return text === undefined
        ? refusing(unknownDocument())(request, reply)
        : run(call.withText(text), reply)
    } catch (error) {
      return refusing(error)(request, reply)
    }
  }
}

/** Adds the routes of the IDE; returns the handler of its page. */
function addIde(app: FastifyInstance) {
  const assets = { own: ownAssets(), ide: ideAssets() }
  addAssets(app, Object.values(assets))
  app.get('/', (_request, reply) => reply.redirect('/graphql'))
  const urlOf = (kind: keyof typeof assets, name: string) =>
    `/assets/${assets[kind].folder}/${name}`
  return idePage({ base: '', introspection: true, urlOf })
}

/** The pages for people who open the service in a browser. */
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../settings/config.ts'
import { basePathOf } from '../http/base-url.ts'
import { type Assets, addAssets, ownAssets } from './assets.ts'
import { addDocs, docsAssets } from './docs.ts'
import { addHome, type FirstSteps } from './home.ts'
import { ideAssets, idePage } from './ide.ts'
import { addSdl } from './sdl.ts'

type Front = Pick<
  Config,
  'baseUrl' | 'publicUrl' | 'serviceName' | 'docs' | 'ide' | 'introspection' | 'sdl'
>

/**
 * Adds the enabled routes. Returns the handler of the IDE, which shares its path with the endpoint;
 * undefined if the IDE is disabled.
 */
export function addFront(app: FastifyInstance, config: Front, firstSteps: FirstSteps) {
  const { baseUrl, docs, ide, introspection, sdl } = config
  const base = basePathOf(baseUrl)
  const all: Partial<Record<'own' | 'docs' | 'ide', Assets>> = {
    own: ownAssets(),
    ...(docs && { docs: docsAssets() }),
    ...(ide && { ide: ideAssets() }),
  }
  const urlOf = (kind: keyof typeof all, name: string) =>
    `${base}/assets/${all[kind]?.folder}/${name}`

  addHome(app, { config, base, urlOf, firstSteps, has: { docs, ide, sdl } })
  if (sdl) addSdl(app)
  if (docs) addDocs(app, { base, urlOf })
  addAssets(app, Object.values(all))
  return ide ? idePage({ base, introspection, urlOf }) : undefined
}

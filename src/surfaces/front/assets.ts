/**
 * Scripts, styles and fonts of the pages: `/assets/{folder}/{name}` (test/surfaces/front/assets).
 * The name of a folder changes with its content, so that browsers can cache files for ever.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { send } from '@fastify/send'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { root } from '../../base/root.ts'
import { refuseOtherMethods } from '../http/methods.ts'

/** The files of one folder, without subfolders, that are served. */
export interface Assets {
  /** The folder's segment in the URL. */
  folder: string
  directory: string
  names: ReadonlySet<string>
}

/** Source maps are not served: they are three quarters of the bytes. */
const isAsset = (name: string) => /^[\w.-]+\.(js|css|ttf)$/.test(name)

const namesIn = (directory: string) => readdirSync(directory).filter(isAsset).sort()

/** The service's own files; the folder is a hash of their content. */
export function ownAssets(): Assets {
  const directory = fileURLToPath(new URL('src/surfaces/front/assets/', root))
  const names = namesIn(directory)
  const hash = createHash('sha256')
  for (const name of names) hash.update(name).update(readFileSync(join(directory, name)))
  const folder = `front-${hash.digest('hex').slice(0, 12)}`
  return { folder, directory, names: new Set(names) }
}

/**
 * Files of an installed package; the folder is its version. `entry` is a module of the package that
 * can be resolved, `path` the relative path from there to the package, `below` from the package to
 * the files.
 */
export function packageAssets(entry: string, path: string, below: string): Assets {
  const home = join(dirname(createRequire(import.meta.url).resolve(entry)), path)
  const { name, version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
  const directory = join(home, below)
  return { folder: `${name}-${version}`, directory, names: new Set(namesIn(directory)) }
}

/** Adds the route for all of them. */
export function addAssets(app: FastifyInstance, all: readonly Assets[]): void {
  const url = '/assets/:folder/:name'
  app.get(url, async (request, reply) => {
    const { folder, name } = request.params as { folder: string; name: string }
    const assets = all.find((one) => one.folder === folder)
    if (!assets?.names.has(name)) return notFound(reply)
    return give(request, reply, { root: assets.directory, name })
  })
  refuseOtherMethods(app, url)
}

function notFound(reply: FastifyReply): FastifyReply {
  reply.callNotFound()
  return reply
}

async function give(
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
  { root, name }: { root: string; name: string },
): Promise<FastifyReply> {
  // The only condition that matters, as files never change.
  const { 'if-none-match': known } = headers
  const asked = { method, headers: { ...(known && { 'if-none-match': known }) } }
  const options = { root, index: false, cacheControl: false, acceptRanges: false }
  const found = await send(asked as IncomingMessage, name, options)
  if (found.type !== 'file') return notFound(reply)
  return reply
    .code(found.statusCode)
    .headers({ ...found.headers, 'cache-control': 'public, max-age=31536000, immutable' })
    .send(found.stream)
}

/** A service as a process, with the content of the demo, and all that its people can read. */
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Demo, fill } from '../../../src/operations/demo/filling.ts'
import { type Config, readConfig } from '../../../src/settings/config.ts'
import { type DatabaseKind, emptyServerDatabase } from '../../outside/database/places.ts'
import { listening, type RunningProcess, run, stop } from '../../process/process.ts'

/** A data directory and a database that nothing has used. */
export interface ServiceHome {
  directory: string
  settings: Record<string, string>
  config: Config
  remove(): Promise<void>
}

export async function emptyHome(
  place: DatabaseKind,
  more: Record<string, string> = {},
): Promise<ServiceHome> {
  const directory = await mkdtemp(join(tmpdir(), 'trips-backup-'))
  const database = place === 'PostgreSQL' ? await emptyServerDatabase() : undefined
  const settings = {
    ...{ DATA_DIR: join(directory, 'data'), LOG_LEVEL: 'silent', ...more },
    ...(database && { DATABASE_URL: database.url }),
  }
  return {
    directory,
    settings,
    config: readConfig(settings),
    async remove() {
      await database?.drop()
      await rm(directory, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

export interface DemoService {
  url: string
  running: RunningProcess
  stop(): Promise<unknown>
}

export async function start({ directory, settings }: ServiceHome): Promise<DemoService> {
  const running = run(directory, settings)
  const url = await listening(running)
  return { url, running, stop: () => stop(running) }
}

/** Fills the service as `npm run demo` does. */
export async function fillHome({ config }: ServiceHome, { url }: DemoService): Promise<Demo> {
  const key = await readFile(join(config.dataDir, 'operator.key'), 'utf8')
  return fill({ base: url, operatorKey: key.trim(), today: '2031-04-18' })
}

const get = (url: string, key: string) => fetch(url, { headers: { authorization: `Token ${key}` } })

/** Addresses of a service and signatures differ, whatever it holds. */
const masked = (text: string) =>
  text
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'BASE')
    .replaceAll(/(objects\/private-docs\/[^"?]*)\?[^"]*/g, '$1')

const lists = ['hostings', 'activities', 'transportations', 'expenses']

/** Each list and each file that somebody can read, by its path: a text, or the hash of bytes. */
export async function allThatIsRead(url: string, demo: Demo): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const [who, { key }] of Object.entries(demo.people)) {
    const read = async (path: string) => {
      const answer = await get(url + path, key)
      const text = await answer.text()
      found[`${who} ${path}`] = `${answer.status} ${masked(text)}`
      return answer.ok ? JSON.parse(text) : { results: [] }
    }
    const own = ['/v1/me', '/v1/trips', '/v1/categories', '/v1/emails', '/v1/guests/favorites']
    for (const path of own) await read(path)
    const inbox = await read('/v1/automation/emails')
    for (const { id } of inbox.results) await read(`/v1/automation/emails/${id}`)
    for (const trip of Object.values(demo.trips)) {
      for (const list of lists) await read(`/v1/trip/${trip}/${list}`)
      await read(`/v1/trip/${trip}/collaborators`)
      const places = [`/v2/trip/${trip}`]
      for (const [list, one] of [
        ['hostings', 'hosting'],
        ['activities', 'activity'],
        ['transportations', 'transportation'],
      ]) {
        const { results } = await read(`/v2/trip/${trip}/${list}`)
        for (const { id } of results) places.push(`/v2/trip/${trip}/${one}/${id}`)
      }
      for (const place of places) {
        await read(`${place}/emails`)
        const { results } = await read(`${place}/documents`)
        for (const { id, file_type } of results) {
          if (file_type !== 'url') found[`${who} file ${id}`] = await fileOf(url, id, key)
        }
      }
    }
  }
  const me = await get(`${url}/v1/me`, demo.people.ines.key)
  const { photo_url } = (await me.json()) as { photo_url: string }
  found.photo = await hashAt(url + new URL(photo_url).pathname)
  return found
}

async function fileOf(url: string, id: number, key: string): Promise<string> {
  const answer = await get(`${url}/v1/documents/${id}/get`, key)
  const { download_url } = (await answer.json()) as { download_url: string }
  return hashAt(download_url)
}

async function hashAt(url: string): Promise<string> {
  const answer = await fetch(url)
  const bytes = Buffer.from(await answer.arrayBuffer())
  return `${answer.status} ${bytes.length} ${createHash('sha256').update(bytes).digest('hex')}`
}

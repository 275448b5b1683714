/** Before anything is measured: do the servers give the same answers? */
import { sample } from './data.ts'
import { type BenchPath, get, newActivity, paths, type Shot } from './paths.ts'
import { type Reply, send } from './send.ts'
import type { BenchServer } from './servers.ts'

const around = 120

/** Beside the measured paths: pages, refusals, and what a list looks like for others. */
const otherReads: Shot[] = [
  ...['/v2/trips?page=2', '/v2/trips?page=last', '/v2/trips?page=6', '/v2/trips?page=x'],
  ...['/v2/trips?updatedSince=yesterday', '/v2/trips?page=2&updatedSince=2025-01-01'],
  ...['/v2/trip/50/activities/?page=3', '/v2/trip/7/activities', '/v2/trip/2007/activities'],
  ...['/v2/trip/1/activities', '/v2/trip/50/activity/2401', '/v2/trip/100/activity/2400'],
]
  .map((path) => get(path)())
  .concat(get('/v2/trips', sample.smallKey)(), get('/v2/trips', '0'.repeat(40))())

const sent = (shot: Shot, body: object): Shot => ({ ...shot, body: JSON.stringify(body) })

/** Throws an Error that shows every request whose answers differ, and where. */
export async function verifyAnswers(service: BenchServer, other: BenchServer): Promise<void> {
  const differences: string[] = []
  const compare = async (shot: Shot, twin = shot, seen = (reply: Reply) => reply) => {
    // The other servers have no tags.
    const untagged = (reply: Reply) => seen({ ...reply, etag: undefined })
    const mine = untagged(await send(service.url, shot))
    const theirs = untagged(await send(other.url, twin))
    const same = JSON.stringify(mine) === JSON.stringify(theirs)
    if (!same) differences.push(difference(shot, mine, theirs))
    return mine.status
  }
  const reads = paths.filter(({ status, baselineShot }) => status === 200 && !baselineShot)
  for (const { shot } of reads) await compare(shot())
  for (const shot of otherReads) await compare(shot)
  const shot = newActivity(0)
  const creates = [shot, newActivity(0)] as const
  const statuses = [await compare(...creates, withoutWhatDiffers), await compare(...creates)]
  if (statuses.join() !== '201,200') differences.push(`creates: ${statuses}, not 201, 200`)
  const odd = sent(shot, { name: null, price: '7.50', checked: 'Yes', activity_type: ' ' })
  await compare(odd, odd, withoutWhatDiffers)
  const bad = { hidden: null, starts_at: '2030-02-30T10:00', name: true, price: 'much' }
  await compare(sent(shot, bad))
  await compare({ ...shot, path: '/v1/trip/1/activities' })
  if (differences.length > 0) throw new Error(differences.join('\n'))
}

/** The same list over GraphQL: its names are in camelCase, two are other words. */
export async function verifyGraphql(
  path: BenchPath,
  service: BenchServer,
  other: BenchServer,
): Promise<void> {
  if (!path.baselineShot) return
  const reply = await send(service.url, path.shot())
  const expected = await send(other.url, path.baselineShot())
  const trips = JSON.parse(reply.body).data?.trips
  if (!trips) throw new Error(`${path.name}: ${reply.status} ${reply.body}`)
  const { count, results } = JSON.parse(expected.body)
  const mine = { ...reply, body: JSON.stringify(sorted(toRest(trips))) }
  const theirs = { ...expected, body: JSON.stringify(sorted({ count, results })) }
  if (mine.body !== theirs.body) throw new Error(difference(path.shot(), mine, theirs))
}

const restWords: Record<string, string> = {
  ownerId: 'owner',
  collaboratorsCount: 'collaborators',
}

function toRest(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toRest)
  if (typeof value !== 'object' || value === null) return value
  const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const pairs = Object.entries(value)
  return Object.fromEntries(pairs.map(([name, v]) => [restWords[name] ?? snake(name), toRest(v)]))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const pairs = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(pairs.map(([name, inner]) => [name, sorted(inner)]))
}

/** Two creates have other ids, identifiers and times. */
function withoutWhatDiffers({ body, ...reply }: Reply): Reply {
  const differing = /("id":|"(?:internal_identifier|created_at|updated_at)":)(?:\d+|"[^"]*")/g
  const owner = /"owner":\{[^}]*\}/.exec(body)?.[0] ?? ''
  return { ...reply, body: body.replace(differing, '$1…') + owner }
}

function difference(shot: Shot, mine: Reply, theirs: Reply): string {
  let at = 0
  while (at < mine.body.length && mine.body[at] === theirs.body[at]) at += 1
  const show = ({ status, type, body }: Reply) =>
    `${status} ${type} …${body.slice(Math.max(0, at - around), at + around)}…`
  return `${shot.method} ${shot.path}: the responses differ at character ${at}
  service:   ${show(mine)}
  the other: ${show(theirs)}`
}

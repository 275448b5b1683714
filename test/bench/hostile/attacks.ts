/** The attacks, each what one or two ordinary accounts, or strangers, can do from one machine. */
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { attacksOnTime } from './attacks-on-time.ts'
import {
  type Attack,
  aliases,
  call,
  graphql,
  type HostileTarget,
  repeatedly,
  together,
} from './calls.ts'
import { ids, keys, secretOfMallory } from './data.ts'

const longRows = `{ trips(first: 49) { results { activities { results {
  description notes address providerReservationDescription } } } } }`
const manyMails = '{ inbox { results { content a:content b:content attachments { payload } } } }'
const backEdge = `{ trip(id: ${ids.backEdgeTrip}) { hostings { results {
  emails { hostings { emails { id subject } } } } } } }`
const denied = `{ trips(first: 49) { results { hostings { results {
  price ${aliases('price')} } } } } }`
const image = `{ inboxEmail(id: ${ids.imageEmail}) { safeContent } }`

/** A connection that says something and then never reads. */
function deaf(port: number, text: string): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(text, () => resolve(socket))
    })
    socket.pause().on('error', () => resolve(socket))
  })
}

const rawGet = (path: string, key: string) =>
  `GET ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Token ${key}\r\n\r\n`

/** Sends something on a new connection, reads what comes, and closes it when the time is over. */
async function talk(
  { until }: HostileTarget,
  port: number,
  text: string,
  from?: string,
): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1', ...(from && { localAddress: from }) })
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()))
  socket.on('error', () => {}).resume()
  socket.write(text)
  await Promise.race([closed, pause(Math.max(0, until - performance.now()), null, { ref: false })])
  socket.destroy()
}

/** Four senders that drip a large message each, and five addresses that hold connections open. */
const mailConnections: Attack = async (target) => {
  const { smtpPort, domain, until } = target
  const envelope = `EHLO a\r\nMAIL FROM:<a@b.example>\r\nRCPT TO:<${secretOfMallory}@${domain}>\r\n`
  const drip = async (n: number) => {
    const localAddress = `127.0.1.${n}`
    const socket = connect({ port: smtpPort, host: '127.0.0.1', localAddress })
    socket.on('error', () => {}).resume()
    await pause(300)
    socket.write(envelope)
    await pause(300)
    socket.write('DATA\r\n')
    await pause(300)
    socket.write(`${'x'.repeat(998)}\r\n`.repeat(38_000))
    while (performance.now() < until && !socket.destroyed) {
      socket.write('drip\r\n')
      await pause(500)
    }
    socket.destroy()
  }
  const idle = (n: number) => talk(target, smtpPort, '', `127.0.2.${1 + (n % 5)}`)
  await Promise.all([
    ...Array.from({ length: 4 }, (_, n) => drip(n + 1)),
    ...Array.from({ length: 100 }, (_, n) => idle(n)),
  ])
}

const trip = `/v1/trip/${ids.backEdgeTrip}`
const assigned = JSON.stringify({ assigned_users: Array<number>(400_000).fill(1) })

const manyKeys = Object.fromEntries(Array.from({ length: 80_000 }, (_, n) => [`k${n}`, 1]))

/** By name, in the order in which they are played; each name says what is done. */
export const attacks: Record<string, Attack> = {
  'nothing (honest clients alone)': ({ until }) => pause(Math.max(0, until - performance.now())),
  '8. GraphQL over 36 mails of 10 MB, two at once': repeatedly(2, graphql(manyMails, keys.mallory)),
  '8. GraphQL over 4,900 rows of 80 kB, two at once': repeatedly(
    2,
    graphql(longRows, keys.mallory),
  ),
  '8. GET /v1/trips with 12,000 long trips, two at once': repeatedly(2, {
    path: '/v1/trips',
    key: keys.mel,
  }),
  '9. emails of hostings of emails': repeatedly(2, graphql(backEdge, keys.mallory)),
  '9. a denied field 15 times on 4,900 rows': repeatedly(2, graphql(denied, keys.mel)),
  '10. sixteen large answers at once': repeatedly(
    16,
    { path: '/v1/trips', key: keys.mel },
    { path: `/v1/trip/${ids.longTrip}/activities`, key: keys.mallory },
    { path: '/v1/trips', key: keys.mallory },
    graphql(longRows, keys.mallory),
  ),
  '10. 300 failing logins at once': repeatedly(300, {
    path: '/auth/login/',
    body: { email: 'ines@mail.example', password: 'wrong' },
  }),
  '10. 385 MB of filed mail on one trip': repeatedly(
    4,
    { path: '/v1/trips', key: keys.mallory },
    { path: `/v1/trips/${ids.mailTrip}`, key: keys.mallory },
  ),
  '11. one image shown 500 times': repeatedly(4, graphql(image, keys.mallory)),
  '11. 400,000 repeats in assigned_users': (target) =>
    together(4, target, () =>
      call(target, {
        path: `${trip}/hostings?fields=assigned_users`,
        key: keys.mallory,
        body: JSON.parse(assigned),
      }),
    ),
  '11. a megabyte of keys without credentials, twenty at once': repeatedly(20, {
    path: '/auth/login',
    body: manyKeys,
  }),
  '12. thirty clients that never read': async (target) => {
    const text = rawGet('/v1/trips', keys.mel)
    const sockets = await Promise.all(Array.from({ length: 30 }, () => deaf(target.port, text)))
    await pause(Math.max(0, target.until - performance.now()))
    for (const socket of sockets) socket.destroy()
  },
  '12. fifty clients with 100 pipelined reads': (target) =>
    together(50, target, () =>
      talk(
        { ...target, until: Math.min(target.until, performance.now() + 2_000) },
        target.port,
        rawGet('/v2/trips', keys.mallory).repeat(100),
      ),
    ),
  '12. mail: four senders drip, 100 connections': mailConnections,
  '13. invitations and favorites to strangers': (target) =>
    together(8, target, (n) => {
      const email = `stranger${Math.random()}@mail.example`
      const request = `mutation { requestFavorite(email: "${email}") { detail } }`
      const invite = { name: 'x', guest_invites: [{ user_id: 3 }] }
      return call(
        target,
        n % 2 === 0
          ? graphql(request, keys.mallory)
          : { path: '/v1/trips?fields=id', key: keys.mallory, body: invite },
      )
    }),
  '14. statements that are never the same': (target) =>
    together(4, target, () => {
      const names = ['id', 'name', 'phone', 'notes', 'address', 'website', 'checked', 'period']
      const chosen = names.filter(() => Math.random() < 0.5)
      const query = `{ trips(first: ${1 + Math.floor(Math.random() * 40)}) { results {
        activities(first: ${1 + Math.floor(Math.random() * 5)}) {
          results { id ${chosen.filter((name) => name !== 'id').join(' ')} } } } } }`
      return call(target, graphql(query, keys.ines))
    }),
  ...attacksOnTime,
}

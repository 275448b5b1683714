/** The service for tests of `/changes/events`, and who listens there. */
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { expect, onTestFinished } from 'vitest'
import { type AppOptions, buildApp } from '../../../src/app.ts'
import { openLog } from '../../../src/process/log.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { dataDir, db, operatorKey, type Person, secret, trip } from '../../world.ts'
import { type News, newsIn, open, type Stream } from './client.ts'

/** Milliseconds from one look to the next, in these tests. */
const look = 50

interface Options extends Partial<AppOptions> {
  env?: Record<string, string>
}

/** An application that listens until the test has finished; its URL and what it has logged. */
export async function listening({ env = {}, eventTimes = {}, ...options }: Options = {}) {
  const config = readConfig({ DATA_DIR: dataDir, KITINERARY_EXTRACTOR: 'off', ...env })
  const lines: string[] = []
  const log = openLog(config, { write: (line) => void lines.push(line) })
  const times = { look, thorough: 2 * look, ...eventTimes }
  const own = { config, db, log, operatorKey, secret, ...options }
  const app = await buildApp({ ...own, eventTimes: times })
  onTestFinished(() => app.close())
  return { app, lines, base: await urlOf(app) }
}

export async function urlOf(app: FastifyInstance): Promise<string> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

/** Who listens, with a trip of their own whose change marks the end of what came before. */
export interface ListeningPerson extends Stream {
  /** All news of what has been committed since the last call. */
  news(): Promise<News>
}

/**
 * Opens a stream for a person. A new trip of theirs marks the end of the events that they receive,
 * as no earlier event can name it; if they cannot create one, changes of the trip `mark` do.
 */
export async function listens(
  base: string,
  person: Person,
  mark?: number,
): Promise<ListeningPerson> {
  const stream = await open(base, `Token ${person.key}`)
  expect(stream.status).toBe(200)
  const marks = new Set<number>()
  let taken = stream.text.length
  const fresh = () => newsIn(stream.text.slice(taken, stream.text.lastIndexOf('\n\n') + 2))
  async function news(): Promise<News> {
    // What is committed before comes before it, or with it.
    const id = mark ?? (await trip(person)).id
    if (id === mark) await touch(id)
    marks.add(id)
    await expect.poll(() => fresh().trips).toContain(id)
    const { trips, account } = fresh()
    taken = stream.text.lastIndexOf('\n\n') + 2
    return { trips: trips.filter((one) => !marks.has(one)), account }
  }
  return Object.assign(stream, { news })
}

/** Raises the version of a trip, and changes nothing. */
export const touch = (id: number) =>
  db.query({ text: 'update trip set name = name where id = $1', values: [id] })

export const nothing: News = { trips: [], account: false }
export const ofTrips = (...trips: number[]): News => ({ trips, account: false })
export const ofAccount: News = { trips: [], account: true }

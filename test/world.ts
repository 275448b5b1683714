/**
 * The world the tests live in: per vitest worker one database, one application and, for every test
 * that asks, a fresh cast of people around a fresh trip. Nothing is cleared between tests; names
 * are unique, so tests see only what is theirs.
 */
import { createHash, randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { hash } from '@node-rs/argon2'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { buildApp } from '../src/app.ts'
import { type Database, openDatabase } from '../src/outside/database/database.ts'
import { openLog } from '../src/process/log.ts'
import { readConfig } from '../src/settings/config.ts'
import { databasePrefix } from './databases.ts'

export interface Person {
  id: number
  username: string
  email: string
  password: string
  name: string
  /** A valid API key. */
  key: string
  /** A token to be used instead of the key, and the application that takes it. */
  bearer?: { token: string; of: FastifyInstance }
}

/**
 * Who a test may speak as. olga owns the trip and is Pro; ed has joined with every right; vera has
 * joined to look on, without expenses and documents; pia is invited and has not answered; stan has
 * nothing to do with any of them.
 */
export interface Cast {
  olga: Person
  ed: Person
  vera: Person
  pia: Person
  stan: Person
  /** olga's trip of these people: Lisbon, 2031-04-18 to 2031-04-21. */
  trip: { id: number }
}

/** Every right that a member can be given, by its column. */
export const allRights = {
  can_edit: true,
  can_add_guests: true,
  can_see_expenses: true,
  can_edit_expenses: true,
  can_see_documents: true,
  can_edit_documents: true,
}

/** Rights of a member; what is left out is false, but `is_travelling` true. */
export type Rights = {
  [Column in
    | keyof typeof allRights
    | 'joined'
    | 'is_travelling'
    | 'receive_notifications']?: boolean
}

/** The domain of the secret addresses. */
export const inboundDomain = 'in.trips.example'

export const operatorKey = 'operator-key-of-the-tests'

/** What receipts and addresses of stored files are signed with. */
export const secret = 'secret-key-of-the-tests-0123456789'

/** Everybody's password. */
export const password = 'correct horse 9'

const config = readConfig(await worldSettings())
/** Where this worker's application keeps files, and its database on a server. */
export const { dataDir, databaseUrl } = config

/** Every line the application has logged, for tests that look for what must not be there. */
export const logged: string[] = []
const log = openLog(config, { write: (line) => void logged.push(line) })

export const db: Database = await openDatabase({
  url: config.databaseUrl,
  dataDir: config.dataDir,
  poolSize: 10,
  isDurable: config.databaseDurable,
  log,
})
export const app = await buildApp({ config, db, log, operatorKey, secret })

const passwordHash = await hash(password)
let casts = 0

/** A fresh cast around a fresh trip of olga's: three statements, no route involved. */
export async function cast(): Promise<Cast> {
  const [olga, ed, vera, pia, stan] = await people('olga', 'ed', 'vera', 'pia', 'stan')
  if (!olga || !ed || !vera || !pia || !stan) throw new Error('the cast is incomplete')
  await premium(olga, true)
  const members = [
    { user_id: ed.id, joined: true, right: true },
    { user_id: vera.id, joined: true, right: false },
    { user_id: pia.id, joined: false, right: true },
  ]
  const [trip] = await db.query<{ id: number }>({
    text: `with made as (
        insert into trip (owner_id, name, timezone, starts_at, ends_at, has_dates)
        values ($1, 'Lisbon long weekend', 'Europe/Lisbon', '2031-04-18', '2031-04-21', true)
        returning id
      ), joined as (
        insert into member (trip_id, user_id, joined, ${Object.keys(allRights)})
        select made.id, user_id, joined, ${Object.keys(allRights).map(() => '"right"')}
        from made, jsonb_to_recordset($2) as m (user_id int, joined boolean, "right" boolean)
      )
      select id from made`,
    values: [olga.id, JSON.stringify(members)],
  })
  if (!trip) throw new Error('the trip of the cast was not inserted')
  return { olga, ed, vera, pia, stan, trip }
}

/** People with accounts and keys, one for each name; the names are made unique. */
export async function people(...names: string[]): Promise<Person[]> {
  casts += 1
  const fresh = names.map((name) => ({
    username: `${name}.${casts}`,
    email: `${name}.${casts}@mail.example`,
    name: `${name[0]?.toUpperCase()}${name.slice(1)} ${casts}`,
    key: randomBytes(20).toString('hex'),
  }))
  const rows = await db.query<{ id: number; username: string }>({
    text: `with person as (
        select * from jsonb_to_recordset($1) as p (username text, email text, name text, hash text)
      ), made as (
        insert into account (username, email, name, password_hash, calendar_identifier,
          anonymous_email_identifier)
        select username, email, name, $2::text, 'cal_' || hash, 'anon_' || hash from person
        returning id, username
      ), keyed as (
        insert into api_key (user_id, hash)
        select id, hash from made join person using (username)
      )
      select id, username from made`,
    values: [
      JSON.stringify(fresh.map((person) => ({ ...person, hash: sha256(person.key) }))),
      passwordHash,
    ],
  })
  const ids = new Map(rows.map((row) => [row.username, row.id]))
  return fresh.map((person) => ({ ...person, password, id: ids.get(person.username) as number }))
}

/** Switches a person's paid subscription, without an end (test/core/permissions). */
export async function premium(person: Person, on: boolean): Promise<void> {
  await db.query({
    text: 'update account set is_premium = $2 where id = $1',
    values: [person.id, on],
  })
}

/** A trip made through `POST /v1/trips`; answers its v1 form. */
export async function trip(
  owner: Person,
  body: Record<string, unknown> = {},
): Promise<{ id: number; [key: string]: unknown }> {
  const answer = await app.inject({
    method: 'POST',
    url: '/v1/trips',
    headers: { authorization: `Token ${owner.key}` },
    payload: body,
  })
  if (answer.statusCode !== 201) throw new Error(`POST /v1/trips: ${answer.statusCode}`)
  return answer.json()
}

/** Makes a person a member of a trip, or changes their rights; joined unless `rights` denies it. */
export async function join(tripId: number, person: Person, rights: Rights = {}): Promise<void> {
  const full = { joined: true, is_travelling: true, receive_notifications: true, ...rights }
  const columns = Object.keys(full)
  const places = columns.map((_, index) => `$${index + 3}`)
  await db.query({
    text: `insert into member (trip_id, user_id, ${columns}) values ($1, $2, ${places})
      on conflict (trip_id, user_id) do update set
        ${columns.map((column, index) => `${column} = ${places[index]}`)}`,
    values: [tripId, person.id, ...Object.values(full)],
  })
}

/** Lets the last change of a trip, or the one of a child and its trip, lie at a moment long ago. */
export async function age(
  table: 'trip' | 'hosting' | 'activity' | 'transportation' | 'expense',
  id: number,
  moment = '2020-01-01T00:00:00Z',
): Promise<void> {
  await db.transaction(async (tx) => {
    // Without its triggers, which would date this very change.
    await tx.query({ text: 'set local session_replication_role = replica' })
    const columns = table === 'trip' ? ['changed_at'] : ['changed_at', 'updated_at']
    const text = `update ${table} set ${columns.map((column) => `${column} = $2`)} where id = $1`
    await tx.query({ text, values: [id, moment] })
  })
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** The service's settings here: a database of this worker's own, and no limit on sign-ups. */
async function worldSettings(): Promise<Record<string, string>> {
  const run = process.env.TEST_RUN_DIR
  if (!run) throw new Error("vitest's config lacks globalSetup: ['test/databases.ts']")
  const directory = resolve(run, `worker-${process.pid}`)
  await mkdir(directory, { recursive: true })
  const settings: Record<string, string> = {
    DATA_DIR: directory,
    LIMIT_SIGNUP: '0',
    INBOUND_DOMAIN: inboundDomain,
    OPERATOR_KEY: operatorKey,
    DATABASE_DURABLE: process.env.DATABASE_DURABLE ?? '',
    // What is installed on a machine decides no test.
    KITINERARY_EXTRACTOR: 'off',
  }
  const server = process.env.TEST_DATABASE_URL
  if (server) settings.DATABASE_URL = await createDatabase(server, run)
  return settings
}

/** A new database on the server, for this worker alone; its URL. */
async function createDatabase(server: string, run: string): Promise<string> {
  const name = `${databasePrefix(run)}${process.pid}`
  const client = new pg.Client(server)
  await client.connect()
  await client.query(`create database "${name}"`)
  await client.end()
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

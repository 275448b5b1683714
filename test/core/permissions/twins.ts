/**
 * A service of its own over a database that is filled with one version after the other, and its
 * answers each time (target Z6): the rows have ids of their own.
 */
import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { buildApp } from '../../../src/app.ts'
import { type Database, openDatabase } from '../../../src/outside/database/database.ts'
import { openLog } from '../../../src/process/log.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { databasePrefix } from '../../databases.ts'
import { operatorKey } from '../../world.ts'
import { inGroups } from './groups.ts'
import type { Principal } from './principals.ts'
import { type Fact, keyOf, moment } from './twin-rows.ts'

export interface TwinService {
  app: FastifyInstance
  db: Database
  dataDir: string
  close: () => Promise<void>
}

/** A database of this name in the run's own place, which removes it. */
async function urlOf(name: string): Promise<string | undefined> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) return undefined
  const database = `${databasePrefix(process.env.TEST_RUN_DIR ?? '')}${name}`
  const client = new pg.Client(server)
  await client.connect()
  await client.query(`create database "${database}"`)
  await client.end()
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

let services = 0

export async function openService(): Promise<TwinService> {
  services += 1
  const name = `twins_${process.pid}_${services}`
  const dataDir = resolve(process.env.TEST_RUN_DIR ?? '', name)
  await mkdir(dataDir, { recursive: true })
  const config = readConfig({ DATA_DIR: dataDir, OPERATOR_KEY: operatorKey })
  const log = openLog(config, { write: () => {} })
  const db = await openDatabase({ url: await urlOf(name), dataDir, poolSize: 4, log })
  const clock = () => new Date(moment)
  const app = await buildApp({ config, db, log, operatorKey, clock })
  return {
    app,
    db,
    dataDir,
    async close() {
      await app.close()
      await db.close()
    },
  }
}

const tables = `select table_name as table, array_agg(column_name::text)
    filter (where data_type like 'timestamp%' and is_nullable = 'NO') as times
  from information_schema.columns
  where table_schema = 'public' and table_name !~ '^_' and table_name <> 'history'
  group by table_name`

/** The rows by their table and columns, in order, with the times that were not given. */
function grouped(facts: readonly Fact[], times: Map<string, string[]>): Map<string, object[]> {
  const groups = new Map<string, object[]>()
  for (const { table, row } of facts) {
    const alike = Object.fromEntries((times.get(table) ?? []).map((column) => [column, moment]))
    const values = { ...alike, ...row }
    const into = `${table} ${Object.keys(values)}`
    groups.set(into, [...(groups.get(into) ?? []), values])
  }
  return groups
}

/**
 * Empties the database, whose history stays one, and puts these rows there, past all triggers;
 * other times are equal.
 */
export async function fill({ db }: TwinService, facts: readonly Fact[]): Promise<void> {
  const known = await db.query<{ table: string; times: string[] | null }>({ text: tables })
  const times = new Map(known.map(({ table, times }) => [table, times ?? []]))
  await db.transaction(async (tx) => {
    await tx.query({ text: 'set local session_replication_role = replica' })
    // Faster than truncate, which recreates every table.
    for (const table of times.keys()) await tx.query({ text: `delete from ${table}` })
    for (const [into, rows] of grouped(facts, times)) {
      const [table = '', columns] = into.split(' ')
      const from = `select ${columns} from jsonb_populate_recordset(null::${table}, $1)`
      const text = `insert into ${table} (${columns}) ${from}`
      await tx.query({ text, values: [JSON.stringify(rows)] })
    }
  })
}

/** One question, by its name. */
export interface Question {
  name: string
  method: 'GET' | 'POST' | 'PATCH'
  url: string
  payload?: Record<string, string>
}

/** Headers of times and ids, which are not content. */
const changing = /^(date|x-request-id|request-id|keep-alive)$/

/** The answer to a question: status, headers and body as text. */
async function answer({ app }: TwinService, question: Question, authorization: string) {
  const { name: _, ...asked } = question
  const headers = authorization ? { authorization } : {}
  const { statusCode, headers: all, payload } = await app.inject({ ...asked, headers })
  const kept = Object.entries(all).filter(([name]) => !changing.test(name))
  return `${statusCode} ${JSON.stringify(kept.sort())}\n${payload}`
}

/** A document that reveals nothing about anybody: it is invalid. */
const isBroken = (text: string) => /TOO_COMPLEX|BAD_USER_INPUT|INTERNAL|^5/.test(text)

/** The answers to the questions, in order; throws for a question that cannot be parsed. */
export async function answers(
  service: TwinService,
  questions: readonly Question[],
  authorization: string,
): Promise<string[]> {
  const found = await inGroups(questions, (question) => answer(service, question, authorization))
  const broken = found.findIndex(isBroken)
  if (broken >= 0) throw new Error(`${questions[broken]?.name}: ${found[broken]}`)
  return found
}

export const isSuccess = (answer: string) => answer.startsWith('200') && !/"errors"/.test(answer)

export interface Difference {
  name: string
  a: string
  b: string
}

/** The questions with different answers. */
export function differences(
  questions: readonly Question[],
  one: readonly string[],
  other: readonly string[],
): Difference[] {
  return questions.flatMap(({ name }, at) => {
    const [a = '', b = ''] = [one[at], other[at]]
    return a === b ? [] : [{ name, a, b }]
  })
}

export function authorizationOf(reader: Principal): string {
  if (reader === 'anonymous') return ''
  return reader === 'operator' ? `Operator ${operatorKey}` : `Token ${keyOf(reader)}`
}

/** The first differing byte, with its surroundings. */
export function shown({ name, a, b }: Difference): string {
  const at = [...a].findIndex((letter, index) => letter !== b[index])
  const around = (text: string) => text.slice(Math.max(at - 80, 0), at + 40)
  return `${name}: …${around(a)}… against …${around(b)}…`
}

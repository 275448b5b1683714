/**
 * The vault (target Z5): people who never send a request, with a canary in every text that is
 * stored of them. Whatever the tests ask of the service, no answer ever has anything of the vault,
 * and no log has any canary. `watchRun()` checks the test file that calls it, and
 * every-file.ts all of them.
 */
import type { FastifyInstance, InjectOptions, LightMyRequestResponse as Response } from 'fastify'
import { afterAll, beforeAll, expect } from 'vitest'
import { app, db, logged } from '../../world.ts'
import { canary, color, hasCanary, plantEmail, price } from './canary.ts'

const vault = 0
const text = canary(vault, 'person', 'vault')
const held = /canary\.0\./i

interface Run {
  planted?: Promise<void>
  leaks: string[]
  answers: number
  /** Logs, and how many lines of each have been searched. */
  logs: { lines: string[]; read: number }[]
}

/** The findings, once for each worker; the first of each place is enough. */
const run: Run = { leaks: [], answers: 0, logs: [] }

/** Columns that must hold something else, and rows that the others depend on. */
const fixed: Record<string, Record<string, unknown>> = {
  account: { email: `${text}@mail.example`, is_premium: true },
  api_key: {},
  password_reset: { expires_at: '2031-01-01T00:00:00Z' },
  trip: {},
  hosting: { price },
  activity: { price },
  transportation: { price },
  expense: { price },
  category: { color },
  alternative_email: { email: `${text}@work.example` },
  document: {},
  favorite: {},
  // Only operators read it, and it is never sent.
  outgoing_mail: { state: 'SENT' },
}

const textColumns = `select column_name as name from information_schema.columns
  where table_schema = 'public' and table_name = $1 and data_type = 'text'`
const keys: Record<string, string> = { owner_id: 'account', user_id: 'account', trip_id: 'trip' }

/** Fills every text of every table with the canary, for one account and its trip. */
async function plant(): Promise<void> {
  const ids: Record<string, number> = {}
  for (const [table, more] of Object.entries(fixed)) {
    const columns = await db.query<{ name: string }>({ text: textColumns, values: [table] })
    const texts = Object.fromEntries(columns.map(({ name }) => [name, text]))
    const references = await db.query<{ name: string }>({
      text: `select column_name as name from information_schema.columns
        where table_schema = 'public' and table_name = $1 and column_name = any ($2)`,
      values: [table, Object.keys(keys)],
    })
    const of = references.map(({ name }) => [name, ids[keys[name] as string]])
    const row = { ...texts, ...more, ...Object.fromEntries(of) }
    const names = Object.keys(row).map((name) => `"${name}"`)
    const places = names.map((_, at) => `$${at + 1}`)
    const insert = `insert into "${table}" (${names}) values (${places}) returning id`
    const [made] = await db.query<{ id: number }>({ text: insert, values: Object.values(row) })
    ids[table] = made?.id as number
  }
  const owner = { id: ids.account } as Parameters<typeof plantEmail>[0]
  await plantEmail(owner, { trip_id: ids.trip }, text)
  await plantEmail(owner, { parsed_successfully: false }, text)
}

/** Searches each answer and each line of an application from now on. */
export function watchApp(watching: FastifyInstance, lines: string[]): void {
  const inject = watching.inject.bind(watching) as (
    asked: InjectOptions | string,
  ) => Promise<Response>
  const watched = async (asked: InjectOptions | string) => {
    const answer = await inject(asked)
    run.answers += 1
    const all = `${answer.payload}${JSON.stringify(answer.headers)}`
    const sent = typeof asked === 'string' ? {} : (asked.headers ?? {})
    const isOperator = String(sent.authorization ?? '').startsWith('Operator ')
    if (isOperator && all.includes('"outbox"')) return answer
    if (held.test(all)) run.leaks.push(`${JSON.stringify(asked)}: ${all.slice(0, 300)}`)
    return answer
  }
  Object.assign(watching, { inject: watched })
  run.logs.push({ lines, read: lines.length })
}

async function start(): Promise<void> {
  watchApp(app, logged)
  await plant()
}

/** Makes the vault, once for each worker, and searches for it after the tests of this file. */
export function watchRun(): void {
  beforeAll(async () => {
    run.planted ??= start()
    await run.planted
  })
  afterAll(() => {
    expect(run.leaks.splice(0), 'the vault is answered').toEqual([])
    const leaked = run.logs.flatMap((log) => {
      const lines = log.lines.slice(log.read)
      log.read = log.lines.length
      return lines.filter((line) => hasCanary(line))
    })
    expect(leaked, 'a canary is logged').toEqual([])
  })
}

/** Answers searched so far. */
export const answersSeen = () => run.answers

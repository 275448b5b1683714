/**
 * Where histories take place: a database of their own, and the schema of the service without the
 * requests around it, so that a thousand histories cost little.
 */
import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import {
  type DocumentNode,
  getVariableValues,
  type OperationDefinitionNode,
  parse,
  validate,
} from 'graphql'
import pg from 'pg'
import { compileOperation } from '../../../../src/core/compiled.ts'
import { type Context, makeContext } from '../../../../src/core/context.ts'
import type { Intake } from '../../../../src/core/intake.ts'
import { Reading } from '../../../../src/core/limits/read-budget.ts'
import { createThrottle } from '../../../../src/core/limits/throttle.ts'
import { buildSchema } from '../../../../src/core/schema.ts'
import { KeyCounts } from '../../../../src/core/store/key-counts.ts'
import type { Account, Viewer } from '../../../../src/core/store/viewer.ts'
import { openIntake } from '../../../../src/mail/ingest.ts'
import { MailParser } from '../../../../src/mail/reading/parsing.ts'
import {
  type Database,
  openDatabase,
  type Store,
} from '../../../../src/outside/database/database.ts'
import { openObjectStore } from '../../../../src/outside/objects/open-object-store.ts'
import { openLog } from '../../../../src/process/log.ts'
import { readConfig } from '../../../../src/settings/config.ts'
import { databasePrefix } from '../../../databases.ts'

export interface StageResult {
  data: Record<string, unknown>
  /** The codes of its errors, with the paths of those fields. */
  errors: { code: string; path: string; message: string }[]
}

export interface Stage {
  db: Database
  intake: Intake
  objects: Awaited<ReturnType<typeof openObjectStore>>
  /** The server and its standby, where there is one. */
  pair?: { part(): Promise<void>; promote(): Promise<void> }
  /** One operation by that account, or by an operator; `on` is another store for its statements. */
  run(
    by: Account | 'operator',
    text: string,
    variables?: Record<string, unknown>,
    on?: Store,
  ): Promise<StageResult>
  close(): Promise<void>
}

export const schema = buildSchema()
const secret = 'secret-of-the-histories-0123456789'
const silent = { write: () => {} }

let stages = 0

/** A new database, in the place of the run, which removes it. */
async function newDatabase(
  dataDir: string,
  name: string,
  server: string | undefined,
): Promise<Database> {
  const log = openLog(readConfig({}), silent)
  if (!server) return openDatabase({ dataDir, log })
  const database = `${databasePrefix(process.env.TEST_RUN_DIR ?? '')}${name}`
  const client = new pg.Client(server)
  await client.connect()
  await client.query(`create database "${database}"`)
  await client.end()
  const url = new URL(server)
  url.pathname = `/${database}`
  return openDatabase({ url: url.href, dataDir, poolSize: 6, log })
}

const documents = new Map<string, Operation>()
interface Operation {
  document: DocumentNode
  run: ReturnType<typeof compileOperation>
  definition: OperationDefinitionNode
}

/** An operation as code, which is made once. */
function operationOf(text: string): Operation {
  const found = documents.get(text)
  if (found) return found
  const document = parse(text)
  const [error] = validate(schema, document)
  if (error) throw error
  const definition = document.definitions.find(({ kind }) => kind === 'OperationDefinition')
  const made = {
    ...{ document, definition: definition as OperationDefinitionNode },
    run: compileOperation(schema, document),
  }
  documents.set(text, made)
  return made
}

function variablesOf({ definition }: Operation, sent: Record<string, unknown>) {
  const { coerced, errors } = getVariableValues(
    schema,
    definition.variableDefinitions ?? [],
    JSON.parse(JSON.stringify(sent)),
  )
  if (!coerced) throw new Error(`${errors?.[0]?.message}`)
  return coerced
}

/**
 * Opens a stage, on a PostgreSQL server if there is one; `around` is put between its operations and
 * its database.
 */
export async function openStage(
  around: (db: Database) => Store = (db) => db,
  server = process.env.TEST_DATABASE_URL,
): Promise<Stage> {
  stages += 1
  const name = `histories_${process.pid}_${stages}`
  const dataDir = resolve(process.env.TEST_RUN_DIR ?? '', name)
  await mkdir(dataDir, { recursive: true })
  const config = readConfig({ DATA_DIR: dataDir, INBOUND_DOMAIN: 'in.trips.example' })
  const log = openLog(config, silent)
  const db = await newDatabase(dataDir, name, server)
  const clock = () => new Date()
  const objects = await openObjectStore({ config, secret, clock })
  const parser = new MailParser()
  const { domain, shared } = config.inbound
  const intake = openIntake({ db, log, clock, domain, shared, parser })
  const throttle = createThrottle({ db, limits: config.limits, clock })
  const reached = around(db)

  function contextOf(viewer: Viewer, on: Store): Context {
    const context = makeContext({
      ...{
        viewer,
        db: on,
        config,
        clock,
        throttle,
        keyCounts: new KeyCounts(),
        secret,
        intake,
        objects,
        log,
      },
      ...{ reading: new Reading(32 * 1024 * 1024), address: '10.0.0.1', changesNothing: false },
      mailWaits: () => {},
      cleanHtml: async ({ html }) => html,
    })
    // What a part of an account may not see of it is empty, in a fresh read as in a copy.
    return Object.assign(context, { emptiesHidden: true })
  }
  return {
    ...{ db, intake, objects },
    async run(by, text, sent = {}, on = reached) {
      const viewer: Viewer =
        by === 'operator' ? { kind: by } : { kind: 'user', user: by, keyHash: null }
      const operation = operationOf(text)
      const result = await operation.run(contextOf(viewer, on), variablesOf(operation, sent))
      return {
        data: (result.data ?? {}) as Record<string, unknown>,
        errors: (result.errors ?? []).map(({ message, path, extensions }) => ({
          ...{ code: String(extensions.code), path: path?.join('.') ?? '', message },
        })),
      }
    },
    async close() {
      await parser.close()
      await db.close()
    },
  }
}

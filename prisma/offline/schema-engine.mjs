#!/usr/bin/env node
/**
 * Replaces the schema engine that the Prisma CLI would download. PRISMA_SCHEMA_ENGINE_BINARY names
 * it to the CLI, which starts it with the same arguments; it answers the same JSON-RPC, one message
 * per line, by the engine's WebAssembly build. Without a server (OFFLINE_DATABASE=memory, see
 * migrate.mjs), it answers for a new database in memory.
 */
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { databaseAt } from './adapter.mjs'
import { openEngine } from './engine.mjs'

const emptySchema = ['schema.prisma', 'datasource db {\n  provider = "postgresql"\n}\n']
const serverError = 4466
const changed = 2
/** Ends of a diff that need no live database. */
const filesOnly = new Set(['empty', 'schemaDatamodel', 'migrations'])

const { values: options, positionals } = parseArgs({
  strict: false,
  allowPositionals: true,
  options: {
    datasource: { type: 'string' },
    datamodels: { type: 'string', multiple: true },
    version: { type: 'boolean' },
  },
})
const datasourceUrl = options.datasource && JSON.parse(options.datasource).url
const liveUrl = process.env.OFFLINE_DATABASE === 'memory' ? undefined : datasourceUrl

/** Runs a command for which the CLI starts an engine of its own. */
async function runCommand(command) {
  if (liveUrl === undefined) return
  const url = new URL(liveUrl)
  const name = pg.escapeIdentifier(decodeURIComponent(url.pathname.slice(1)))
  try {
    if (command === 'can-connect-to-database') {
      await runOn(url, 'select 1')
    } else if (command === 'create-database' || command === 'drop-database') {
      url.pathname = '/postgres'
      await runOn(url, `${command.split('-')[0]} database ${name}`)
    } else {
      throw new Error(`unknown command ${command}`)
    }
  } catch (error) {
    const codes = { '3D000': 'P1003', ECONNREFUSED: 'P1001' }
    const fields = { message: error.message, error_code: codes[error.code] }
    const target = 'schema_engine::logger'
    const timestamp = new Date().toISOString()
    // The CLI skips the first line, where the native engine logs its start.
    console.error(JSON.stringify({ timestamp, level: 'INFO', fields: {}, target }))
    console.error(JSON.stringify({ timestamp, level: 'ERROR', fields, target }))
    process.exitCode = 1
  }
}

async function runOn(url, sql) {
  const client = new pg.Client(url.href)
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

async function answerRequests() {
  const files = options.datamodels?.map((file) => [file, readFileSync(file, 'utf8')])
  const engines = new Map()
  const engineOn = (url) => {
    if (!engines.has(url)) engines.set(url, openEngine(databaseAt(url), files ?? [emptySchema]))
    return engines.get(url)
  }
  for await (const line of createInterface({ input: process.stdin })) {
    const { id, method, params } = JSON.parse(line)
    if (method === undefined) continue // the answer to a message of ours
    try {
      const engine = await engineOn(needsNoDatabase(method, params) ? undefined : liveUrl)
      const answer = answers[method] ?? ((engine, params) => engine[method](params))
      const result = await answer(engine, params)
      send({ id, result: result ?? null })
    } catch (error) {
      send({ id, error: describe(error) })
    }
  }
  process.exit() // databases in memory keep the process alive
}

/** Methods for which the WebAssembly build answers differently from the native one, or fails. */
const answers = {
  async createMigration(engine, params) {
    const { isChange, sql } = await nextMigration(engine, params)
    const time = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
    return {
      connectorType: 'postgresql',
      generatedMigrationName: `${time}_${params.migrationName.replace(/[^a-zA-Z0-9]+/g, '_')}`,
      migrationScript: isChange || params.draft ? sql : null,
      extension: 'sql',
    }
  },
  /** Lists what the next migration drops; the native engine also counts the rows. */
  async evaluateDataLoss(engine, params) {
    const { isChange, sql } = await nextMigration(engine, params)
    const losses = sql.match(/^.*\bDROP (TABLE|COLUMN|TYPE)\b.*$/gm) ?? []
    return {
      migrationSteps: isChange ? 1 : 0,
      warnings: losses.map((line) => ({ message: `${line.trim()} loses data`, stepIndex: 0 })),
      unexecutableSteps: [],
    }
  },
  async diff(engine, params) {
    const { exitCode, stdout } = await engine.diff(params)
    if (stdout != null) send({ id: 'print', method: 'print', params: { content: stdout } })
    return { exitCode, stdout: null }
  },
  getDatabaseVersion: (engine, params) => engine.version(params ?? null),
}

async function nextMigration(engine, { migrationsList, schema, filters }) {
  const isFirst = migrationsList.migrationDirectories.length === 0
  const { exitCode, stdout } = await engine.diff({
    from: isFirst ? { tag: 'empty' } : { tag: 'migrations', ...migrationsList },
    to: { tag: 'schemaDatamodel', files: schema.files },
    script: true,
    exitCode: true,
    filters,
  })
  return { isChange: exitCode === changed, sql: stdout ?? '' }
}

function needsNoDatabase(method, params) {
  return method === 'diff' && filesOnly.has(params.from.tag) && filesOnly.has(params.to.tag)
}

function describe(error) {
  return {
    code: serverError,
    message: 'An error happened. Check the data field for details.',
    data: {
      is_panic: false,
      message: globalThis.PRISMA_WASM_PANIC_REGISTRY?.message || String(error?.message ?? error),
      error_code: error?.code ?? null,
      meta: null,
    },
  }
}

function send(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
}

if (options.version) {
  console.log('schema-engine-wasm')
} else if (positionals[0] === 'cli') {
  await runCommand(positionals[1])
} else {
  await answerRequests()
}

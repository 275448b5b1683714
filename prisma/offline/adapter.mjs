/**
 * A driver adapter for the schema engine. Unlike @prisma/adapter-pg, it supports PostgreSQL's
 * internal "char" type, which is common in the catalogue, and sends scripts whole instead of
 * cutting them at every semicolon, even within function bodies. The shadow database, where
 * migrations are replayed, is in memory and needs no server.
 */
import { PGlite } from '@electric-sql/pglite'
import { ColumnTypeEnum, DriverAdapterError } from '@prisma/driver-adapter-utils'
import pg from 'pg'

const asText = (text) => text
const listOf = (item) => (text) => pg.types.arrayParser.create(text, item).parse()
const isTrue = (text) => text === 't'

/** Types by OID: those of the catalogue and of the table of migrations. */
const typesByOid = new Map([
  [16, { type: ColumnTypeEnum.Boolean, parse: isTrue }],
  [18, { type: ColumnTypeEnum.Character, parse: asText }],
  [19, { type: ColumnTypeEnum.Text, parse: asText }], // name
  [20, { type: ColumnTypeEnum.Int64, parse: asText }],
  [21, { type: ColumnTypeEnum.Int32, parse: Number }],
  [23, { type: ColumnTypeEnum.Int32, parse: Number }],
  [25, { type: ColumnTypeEnum.Text, parse: asText }],
  [26, { type: ColumnTypeEnum.Int64, parse: asText }], // oid
  [1000, { type: ColumnTypeEnum.BooleanArray, parse: listOf(isTrue) }],
  [1002, { type: ColumnTypeEnum.CharacterArray, parse: listOf(asText) }],
  [1003, { type: ColumnTypeEnum.TextArray, parse: listOf(asText) }], // name[]
  [1005, { type: ColumnTypeEnum.Int32Array, parse: listOf(Number) }],
  [1007, { type: ColumnTypeEnum.Int32Array, parse: listOf(Number) }],
  [1009, { type: ColumnTypeEnum.TextArray, parse: listOf(asText) }],
  [1043, { type: ColumnTypeEnum.Text, parse: asText }], // varchar
  [1184, { type: ColumnTypeEnum.DateTime, parse: (text) => new Date(text).toISOString() }],
])
const other = { type: ColumnTypeEnum.Text, parse: asText }
const typeOf = (oid) => typesByOid.get(oid) ?? other
const parsers = Object.fromEntries([...typesByOid].map(([oid, { parse }]) => [oid, parse]))

/** A connection to the server at `url`, or, without it, to a new database in memory. */
async function connect(url) {
  if (!url) {
    const memory = await PGlite.create()
    return {
      query: (sql, args) => memory.query(sql, args, { rowMode: 'array', parsers }),
      script: (sql) => memory.exec(sql),
      close: () => memory.close(),
    }
  }
  const client = new pg.Client(url)
  client.on('error', () => {}) // the current statement, or the next one, fails
  await client.connect()
  const types = { getTypeParser: (oid) => typeOf(oid).parse }
  return {
    async query(text, values) {
      const result = await client.query({ text, values, rowMode: 'array', types })
      return { ...result, affectedRows: result.rowCount ?? 0 }
    },
    script: (sql) => client.query(sql),
    close: () => client.end(),
  }
}

/** An adapter factory for the database at `url`, or for one in memory. */
export function databaseAt(url) {
  const facts = { provider: 'postgres', adapterName: '@prisma/adapter-pg' }
  const open = async (place) => adapterOn(facts, await translating(() => connect(place)))
  return { ...facts, connect: () => open(url), connectToShadowDb: () => open(undefined) }
}

function adapterOn(facts, connection) {
  return {
    ...facts,
    async queryRaw({ sql, args }) {
      const { fields, rows } = await translating(() => connection.query(sql, args))
      return {
        columnNames: fields.map(({ name }) => name),
        columnTypes: fields.map(({ dataTypeID }) => typeOf(dataTypeID).type),
        rows,
      }
    },
    async executeRaw({ sql, args }) {
      return (await translating(() => connection.query(sql, args))).affectedRows ?? 0
    },
    async executeScript(script) {
      await translating(() => connection.script(script))
    },
    async startTransaction() {
      throw new Error('the schema engine does not open transactions through its adapter')
    },
    getConnectionInfo: () => ({ schemaName: 'public', supportsRelationJoins: true }),
    dispose: () => connection.close(),
  }
}

/** Translates PostgreSQL's errors for the engine. */
async function translating(work) {
  try {
    return await work()
  } catch (error) {
    if (typeof error?.code !== 'string') throw error
    throw new DriverAdapterError({
      originalCode: error.code,
      originalMessage: error.message,
      ...kindOf(error),
    })
  }
}

function kindOf({ code, message, severity, detail, column, hint, address, port }) {
  if (code === '42P01') return { kind: 'TableDoesNotExist', table: message.split('"')[1] }
  if (code === '3D000') return { kind: 'DatabaseDoesNotExist', db: message.split('"')[1] }
  if (code === 'ECONNREFUSED') return { kind: 'DatabaseNotReachable', host: address, port }
  return { kind: 'postgres', code, severity: severity ?? 'ERROR', message, detail, column, hint }
}

/** The settings of stored data: data directory, database and keys. */
import { resolve } from 'node:path'
import { mapped, onOff, whole } from '../base/values.ts'
import { postgresUrl, secret } from './readers.ts'
import { optionalRow, row } from './rows.ts'

/** Default maximum of connections to the PostgreSQL server. */
export const defaultPoolSize = 20

export const dataRows = {
  dataDir: row(
    'DATA_DIR',
    '.data',
    mapped(String, resolve),
    'Directory of the embedded database and generated keys, of outgoing mail unless SMTP_URL is ' +
      'set, and of uploaded files unless S3_* are set.',
  ),
  databaseUrl: optionalRow(
    'DATABASE_URL',
    postgresUrl,
    'PostgreSQL server (version 15 or newer), as postgresql://user:password@host:5432/database. ' +
      'Set it in production. Unset: an embedded database in DATA_DIR.',
  ),
  databaseDirectUrl: optionalRow(
    'DATABASE_DIRECT_URL',
    postgresUrl,
    'The PostgreSQL server itself, if DATABASE_URL is a connection pooler in transaction mode, ' +
      'such as PgBouncer. Migrations use it; everything else goes through the pooler, without ' +
      'prepared statements. Unset: DATABASE_URL is the server.',
  ),
  databasePoolSize: row(
    'DATABASE_POOL_SIZE',
    String(defaultPoolSize),
    whole(1, 500),
    'Maximum number of connections to the PostgreSQL server, for each process.',
  ),
  databaseDurable: row(
    'DATABASE_DURABLE',
    'on',
    onOff,
    'The embedded database answers a write once it is on the disk. off: writes are faster, but ' +
      'losing power can lose those of the last minute, or the whole database. Of no effect with ' +
      'DATABASE_URL.',
  ),
  operatorKey: optionalRow(
    'OPERATOR_KEY',
    secret(20),
    'Key with which operators authenticate, at least 20 characters. Unset: a random key, ' +
      'generated at the first start and stored in DATA_DIR/operator.key.',
  ),
  secretKey: optionalRow(
    'SECRET_KEY',
    secret(32),
    'Key that signs upload tokens and file URLs, at least 32 characters. Processes that share a ' +
      'database need the same one. Unset: a random key, stored in DATA_DIR/secret.key.',
  ),
}

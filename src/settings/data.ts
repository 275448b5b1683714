/** The settings of what the service keeps: its data directory, database and keys. */
import { isPostgresUrl, matching, whole } from './readers.ts'
import { optionalRow, row } from './rows.ts'

export const dataRows = {
  DATA_DIR: row(
    '.data',
    String,
    'Directory of the embedded database and generated keys, of outgoing mail unless SMTP_URL is ' +
      'set, and of uploaded files unless S3_* are set.',
  ),
  DATABASE_URL: optionalRow(
    matching('a URL such as postgresql://user:password@host:5432/database', isPostgresUrl),
    'PostgreSQL server (version 15 or newer), as postgresql://user:password@host:5432/database. ' +
      'Set it in production. Unset: an embedded database in DATA_DIR.',
  ),
  DATABASE_DIRECT_URL: optionalRow(
    matching('a URL such as postgresql://user:password@host:5432/database', isPostgresUrl),
    'The PostgreSQL server itself, if DATABASE_URL is a connection pooler in transaction mode, ' +
      'such as PgBouncer. Migrations use it; everything else goes through the pooler, without ' +
      'prepared statements. Unset: DATABASE_URL is the server.',
  ),
  DATABASE_POOL_SIZE: row(
    '20',
    whole(1, 500),
    'Maximum number of connections to the PostgreSQL server, for each process.',
  ),
  OPERATOR_KEY: optionalRow(
    matching('at least 20 printable ASCII characters without spaces', (key) =>
      /^[!-~]{20,}$/.test(key),
    ),
    'Key with which operators authenticate, at least 20 characters. Unset: a random key, ' +
      'generated at the first start and stored in DATA_DIR/operator.key.',
  ),
  SECRET_KEY: optionalRow(
    matching('at least 32 printable ASCII characters without spaces', (text) =>
      /^[!-~]{32,}$/.test(text),
    ),
    'Key that signs upload tokens and file URLs, at least 32 characters. Processes that share a ' +
      'database need the same one. Unset: a random key, stored in DATA_DIR/secret.key.',
  ),
}

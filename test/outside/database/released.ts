/** Databases as released versions left them, with a row in every table. */
import { readdirSync, readFileSync } from 'node:fs'

const folder = new URL('released/', import.meta.url)
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8')

/** The SQL that fills an empty database with such a one, by the version that left it. */
export const released: Record<string, string> = Object.fromEntries(
  readdirSync(folder)
    .filter((name) => /^\d.*\.sql$/.test(name))
    .map((name) => [name.replace(/\.sql$/, ''), read(name)]),
)

const record = read('before-1.0.sql')

/** The last version before 1.0. */
export const before1 = `${released['1.0']}${record}`

/** Its migrations, as a backup has them. */
export const migrationsBefore1 = [...record.matchAll(/'(\w+)',\s+'([0-9a-f]{64})'/g)].map(
  ([, name = '', checksum = '']) => ({ name, checksum }),
)

/** A key of the account that owns the trips in them. */
export const olgasKey = '0123456789abcdef0123456789abcdef01234567'

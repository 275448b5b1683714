/** 17 Operators: an export that somebody has altered is refused, and nothing of it is stored. */
import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportAccount } from '../../../src/operations/transfer/export.ts'
import { importAccount } from '../../../src/operations/transfer/import.ts'
import { as } from '../../client.ts'
import { attachFile, placeAt } from '../../documents.ts'
import { rawMail } from '../../mail/raw-mails.ts'
import { deliver } from '../../spec/inbound.ts'
import { type Cast, cast } from '../../world.ts'
import { type Elsewhere, elsewhere, here, newPath } from './accounts.ts'

let other: Elsewhere
let all: Cast
let original: string

beforeAll(async () => {
  other = await elsewhere()
  all = await cast()
  const { olga, trip } = all
  await as(olga).post(`/v1/trip/${trip.id}/hostings`, { name: 'Casa', price: 80 })
  await as(olga).post(`/v1/trip/${trip.id}/expenses`, { title: 'Tram', price: 3 })
  await as(olga).post('/v1/categories', { name: 'Surfing' })
  await attachFile(olga, placeAt(trip.id, 'trip', trip.id))
  await deliver(rawMail(), { owner: olga.email })
  original = await newPath('olga')
  await exportAccount(here, olga.username, original)
})
afterAll(() => other.close())

type Line = Record<string, unknown> & { kind: string }

/** Rows and objects of the second service. */
async function stored() {
  const count = (table: string) =>
    other.db.query({ text: `select count(*)::int as n from ${table}` })
  const tables = ['account', 'trip', 'member', 'email', 'document', 'upload']
  const rows = []
  for (const table of tables) rows.push(await count(table))
  const files = await readdir(join(other.dataDir, 'objects'), { recursive: true }).catch(() => [])
  return { rows, files: files.filter((name) => /\w{32}/.test(name)) }
}

/** A copy of the export with other lines, as its manifest describes them. */
async function altered(change: (lines: Line[]) => unknown[]): Promise<string> {
  const folder = await newPath('altered')
  await cp(original, folder, { recursive: true })
  const before = await readFile(join(folder, 'account.jsonl'), 'utf8')
  const lines = before
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
  const text = change(lines)
    .map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`)
    .join('')
  await described(folder, Buffer.from(text))
  return folder
}

async function described(folder: string, bytes: Buffer) {
  const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const records = bytes.toString().split('\n').length - 1
  await writeFile(join(folder, 'account.jsonl'), bytes)
  const sealed = { ...manifest, records, bytes: bytes.length, sha256 }
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(sealed))
}

/** Changes the first record of a kind. */
const changing = (kind: string, fields: Record<string, unknown>) => (lines: Line[]) => {
  const at = lines.findIndex((line) => line.kind === kind)
  return lines.map((line, index) => (index === at ? { ...line, ...fields } : line))
}
const file = { name: 'files/000001.html', bytes: 14, sha256: '0'.repeat(64) }
const later = '2999-01-01T00:00:00Z'
const deep = `{"kind":"person","id":1,"email":${'['.repeat(5000)}${']'.repeat(5000)}}`

const cases: [string, (lines: Line[]) => unknown[], RegExp][] = [
  ['a wrong price', changing('hosting', { price: 'many' }), /line \d+: price: A valid number/],
  [
    'a script as a link',
    changing('hosting', { website: 'javascript:1' }),
    /website: Enter a valid/,
  ],
  ['a text that is too long', changing('trip', { description: 'x'.repeat(20_001) }), /20000/],
  ['half a character', changing('trip', { name: '\ud800' }), /name: Not a valid string/],
  [
    'a moment in the future',
    changing('trip', { createdAt: later }),
    /createdAt must be neither in the future/,
  ],
  ['an unknown field', changing('account', { passwordHash: 'x' }), /"passwordHash" is not a field/],
  ['a missing field', changing('trip', { name: undefined }), /name is missing/],
  ['an unknown kind', changing('trip', { kind: 'api_key' }), /kind of the record is unknown/],
  ['the id of another trip', changing('hosting', { trip: 7 }), /there is no trip 7/],
  ['an id that is not counted', changing('hosting', { id: 3 }), /id must be 1/],
  ['an owner who is no one', changing('hosting', { owner: 99 }), /there is no person 99/],
  ['two accounts', (lines) => [...lines, lines[0]], /only account/],
  ['no account', (lines) => lines.slice(1), /first record must be the only account/],
  [
    'a member twice',
    (lines) => {
      const member = lines.find(({ kind }) => kind === 'member')
      return [...lines, member]
    },
    /member of the trip twice/,
  ],
  [
    'a category twice',
    (lines) => {
      const category = lines.findIndex(({ kind }) => kind === 'category')
      return lines.toSpliced(category, 0, lines[category] as Line)
    },
    /category already exists, or occurs twice/,
  ],
  [
    'an email twice',
    (lines) => {
      const email = lines.find(({ kind }) => kind === 'email') as Line
      return [...lines, { ...email, html: null }]
    },
    /email occurs twice/,
  ],
  [
    'a path out of the folder',
    changing('email', { html: { ...file, name: '../x' } }),
    /must be a name/,
  ],
  ['a file of others', changing('document', { url: 'documents/private/x' }), /name of the file/],
  [
    'a media type that breaks a header',
    changing('document', { fileType: 'a/b\r\nx: y' }),
    /media type/,
  ],
  [
    'a file that is too large',
    changing('email', { html: { ...file, bytes: 2e9 } }),
    /bytes must be an integer from 0 to 104857600/,
  ],
  ['a wrong checksum', changing('email', { html: file }), /does not match its record/],
  ['deep JSON', (lines) => [lines[0], deep], /email must be text/],
  ['no JSON', (lines) => [...lines, 'nonsense'], /is not valid JSON/],
  ['a line without end', (lines) => [...lines, 'x'.repeat(1_100_000)], /record is too long/],
]

describe('17 Operators: an altered export', () => {
  it.each(cases)('with %s is refused, and nothing is stored', async (_, change, sentence) => {
    const before = await stored()
    const folder = await altered(change)
    await expect(importAccount(other.outside, folder, true)).rejects.toThrow(sentence)
    expect(await stored()).toEqual(before)
    await rm(folder, { recursive: true })
  })

  it.each<[string, (folder: string) => Promise<unknown>, RegExp]>([
    [
      'whose lines are not those of its manifest',
      (folder) => truncate(join(folder, 'account.jsonl'), 900),
      /does not match the manifest|is not valid JSON/,
    ],
    [
      'of another version',
      (folder) =>
        writeFile(join(folder, 'manifest.json'), '{"format":"trips account","version":2}'),
      /manifest.json: version 1 is expected/,
    ],
    [
      'without a manifest',
      (folder) => rm(join(folder, 'manifest.json')),
      /manifest.json: is missing/,
    ],
    [
      'whose file is a link',
      async (folder) => {
        await rm(join(folder, 'files/000001.html'))
        await symlink('/etc/hostname', join(folder, 'files/000001.html'))
      },
      /files\/000001.html: cannot be read/,
    ],
    [
      'whose folder of files is a link',
      async (folder) => {
        await rm(join(folder, 'files'), { recursive: true })
        await symlink('/etc', join(folder, 'files'))
      },
      /files: is not a folder/,
    ],
  ])('%s is refused', async (_, change, sentence) => {
    const before = await stored()
    const folder = await newPath('altered')
    await cp(original, folder, { recursive: true })
    await change(folder)
    await expect(importAccount(other.outside, folder, true)).rejects.toThrow(sentence)
    expect(await stored()).toEqual(before)
  })

  it('that is interrupted leaves files that the service removes, and nothing else', async () => {
    const { objects } = other.outside
    const before = await stored()
    const remove = async () => {}
    // A process that is killed cleans nothing up.
    const killed = { ...other.outside, objects: { ...objects, remove } }
    const folder = await altered((lines) => {
      const category = lines.find(({ kind }) => kind === 'category') as Line
      return [...lines, category]
    })
    await expect(importAccount(killed, folder, true)).rejects.toThrow('occurs twice')
    const after = await stored()
    expect(after.rows.slice(0, 5)).toEqual(before.rows.slice(0, 5))
    expect(after.files.length).toBe(before.files.length + 1)
  })

  it('an export to a folder that exists is refused', async () => {
    const folder = await newPath('there')
    await mkdir(folder)
    await expect(exportAccount(here, all.olga.username, folder)).rejects.toThrow(
      `${folder} already exists; name a new folder.`,
    )
    await expect(exportAccount(here, 'unknown', `${folder}2`)).rejects.toThrow('No account')
    const below = exportAccount(here, all.olga.username, join(`${folder}2`, 'olga'))
    await expect(below).rejects.toThrow(`${folder}2 does not exist; create it first.`)
    expect(await readdir(join(folder, '..'))).toEqual(['there'])
  })
})

/** What cannot be backed up or restored is refused, or done again, and leaves nothing half. */
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { backup } from '../../../src/operations/backup/backup.ts'
import { restore } from '../../../src/operations/backup/restore.ts'
import { restoreMark } from '../../../src/outside/data-directory.ts'
import { openDatabase } from '../../../src/outside/database/database.ts'
import { openObjectStore } from '../../../src/outside/objects/open-object-store.ts'
import { makeUser, places, silent } from '../../outside/database/places.ts'
import { pdf, privateKey, publicKey } from '../../outside/objects/samples.ts'
import { run } from '../../process/process.ts'
import { emptyHome, type ServiceHome } from './homes.ts'

const open = ({ config }: ServiceHome) =>
  openDatabase({ url: config.databaseUrl, dataDir: config.dataDir, log: silent, poolSize: 2 })

const storeOf = ({ config }: ServiceHome) =>
  openObjectStore({ config, secret: '', clock: () => new Date() })

const sentence = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: Error) => error.message,
  )

describe.each(places)('a backup of %s that is', (place) => {
  let home: ServiceHome
  let folder: string
  const key = privateKey()

  /** One account with a document, and another whose file was lost before. */
  beforeAll(async () => {
    home = await emptyHome(place)
    folder = join(home.directory, 'backup')
    const db = await open(home)
    const { id: ownerId } = await makeUser(db)
    for (const [at, url] of [key, privateKey()].entries()) {
      const id = /[\da-f]{32}/.exec(url)?.[0] ?? ''
      await db.prisma.upload.create({ data: { id, key: url, visibility: 'private' } })
      await db.prisma.document.create({
        data: { ownerId, url, fileType: 'application/pdf', title: `No. ${at}` },
      })
    }
    await db.close()
    const order = { visibility: 'private', key, contentType: 'application/pdf' } as const
    await (await storeOf(home)).put(order, pdf)
    expect(await backup(home.config, folder)).toMatchObject({
      objects: { count: 1, bytes: pdf.length, missing: 1 },
    })
  })

  afterAll(() => home.remove())

  async function fresh(): Promise<ServiceHome> {
    const other = await emptyHome(place)
    onTestFinished(() => other.remove())
    return other
  }

  /** A copy of the backup, to be spoilt. */
  async function copied(): Promise<string> {
    const { directory } = await fresh()
    const copy = join(directory, 'copy')
    await cp(folder, copy, { recursive: true })
    return copy
  }

  const changeManifest = async (copy: string, change: (text: string) => string) => {
    const path = join(copy, 'manifest.json')
    await writeFile(path, change(await readFile(path, 'utf8')))
  }

  it.each([
    ['a table with a changed byte', 'tables/account.jsonl', 'has been changed (wrong SHA-256)'],
    ['an object with a changed byte', `objects/private/${key}`, 'has been changed (wrong SHA-256)'],
    ['a list of objects with a changed byte', 'objects.jsonl', 'has been changed (wrong SHA-256)'],
  ])('damaged is not restored: %s', async (_, path, what) => {
    const copy = await copied()
    const bytes = await readFile(join(copy, path))
    bytes[bytes.length - 3] = (bytes[bytes.length - 3] ?? 0) ^ 1
    await writeFile(join(copy, path), bytes)
    const target = await fresh()
    expect(await sentence(restore(target.config, copy))).toBe(
      `The backup is damaged: ${path} ${what}. Nothing was restored.`,
    )
    expect(await readdir(target.directory)).toEqual([])
  })

  it.each(['tables/trip.jsonl', `objects/private/${key}`, 'sequences.jsonl'])(
    'without %s is not restored',
    async (path) => {
      const copy = await copied()
      await rm(join(copy, path))
      const target = await fresh()
      expect(await sentence(restore(target.config, copy))).toBe(
        `The backup is damaged: ${path} is missing. Nothing was restored.`,
      )
      expect(await readdir(target.directory)).toEqual([])
    },
  )

  it('of a newer version, of another or no format is not restored', async () => {
    const target = await fresh()
    const refused = async (change: (text: string) => string) => {
      const copy = await copied()
      await changeManifest(copy, change)
      return sentence(restore(target.config, copy))
    }
    const newer = '"migrations": [{ "name": "29990101000000_later", "checksum": "0" },'
    expect(await refused((text) => text.replace('"migrations": [', newer))).toBe(
      'The backup was made by a newer version (unknown migration: 29990101000000_later). ' +
        'Restore it with that version.',
    )
    expect(await refused((text) => text.replace('"format": 1', '"format": 2'))).toMatch(
      /^The backup has format 2; this version reads format 1\./,
    )
    expect(await refused((text) => text.slice(0, -20))).toMatch(/^The backup is damaged: /)
    expect(await sentence(restore(target.config, target.directory))).toMatch(/is not a backup: /)
    expect(await readdir(target.directory)).toEqual([])
  })

  it('intact is not restored over existing rows or files', async () => {
    expect(await sentence(restore(home.config, folder))).toBe(
      'The database is not empty; restore into a new one. Nothing was changed.',
    )
    const target = await fresh()
    const order = { visibility: 'public', key: publicKey('pdf'), contentType: 'x' } as const
    const objects = join(target.config.dataDir, 'objects', 'public-images')
    await mkdir(objects, { recursive: true })
    await writeFile(join(objects, order.key), 'mine')
    expect(await sentence(restore(target.config, folder))).toMatch(
      /^The object store in \S+ is not empty; set another DATA_DIR\. Nothing was changed\.$/,
    )
    expect(await readFile(join(objects, order.key), 'utf8')).toBe('mine')
    await rm(join(target.config.dataDir, 'objects'), { recursive: true })
    expect(await sentence(restore(target.config, folder))).toBe('done')
  })

  it('half restored prevents a start and a backup, and can be restored again', async () => {
    const target = await fresh()
    const { dataDir } = target.config
    const objects = join(dataDir, 'objects', 'private-docs', 'documents', 'private')
    await mkdir(objects, { recursive: true })
    await writeFile(join(objects, 'left.pdf'), 'half')
    await writeFile(restoreMark(dataDir), '')
    const { code, stderr } = await run(target.directory, target.settings).ended
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^A restore into \S+ was interrupted\./),
    ])
    expect(await sentence(backup(target.config, join(target.directory, 'half')))).toMatch(
      place === 'PostgreSQL' ? /was interrupted/ : /^There is no database in/,
    )
    expect(await sentence(restore(target.config, folder))).toBe('done')
    expect(await readdir(objects)).toEqual([expect.stringMatching(/^[\da-f]{32}\.pdf$/)])
    // Cut short once more, after the rows were committed.
    await writeFile(restoreMark(dataDir), '')
    expect(await sentence(restore(target.config, folder))).toBe('done')
    expect(await readdir(dataDir)).not.toContain('restore.unfinished')
    const again = join(target.directory, 'again')
    await backup(target.config, again)
    const table = 'tables/document.jsonl'
    expect(await readFile(join(again, table), 'utf8')).toBe(
      await readFile(join(folder, table), 'utf8'),
    )
  })

  it('to be made in an existing folder is refused, and leaves no draft', async () => {
    expect(await sentence(backup(home.config, folder))).toBe(
      `No backup was made: ${folder} already exists; name a new folder.`,
    )
    const nowhere = join(home.directory, 'missing', 'backup')
    expect(await sentence(backup(home.config, nowhere))).toBe(
      `No backup was made: ${join(home.directory, 'missing')} does not exist; create it first.`,
    )
    expect((await readdir(home.directory)).sort()).toEqual(['backup', 'data'])
  })

  it('of a missing database is refused, and creates nothing', async () => {
    const nothing = await fresh()
    const { databaseUrl: _, ...config } = nothing.config
    const embedded = { ...config, databaseUrl: undefined }
    expect(await sentence(backup(embedded, join(nothing.directory, 'backup')))).toMatch(
      /^There is no database in /,
    )
    expect(await readdir(nothing.directory)).toEqual([])
  })
})

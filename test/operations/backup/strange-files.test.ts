/** 17 Operators: a backup with links, or with files that are not its own, is not restored. */
import { cp, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { backup } from '../../../src/operations/backup/backup.ts'
import { restore } from '../../../src/operations/backup/restore.ts'
import { openDatabase } from '../../../src/outside/database/database.ts'
import { openObjectStore } from '../../../src/outside/objects/open-object-store.ts'
import { makeUser, silent } from '../../outside/database/places.ts'
import { pdf, privateKey } from '../../outside/objects/samples.ts'
import { emptyHome, type ServiceHome } from './homes.ts'

let home: ServiceHome
let target: ServiceHome
let folder: string
const key = privateKey()
const object = `objects/private/${key}`

beforeAll(async () => {
  home = await emptyHome('embedded')
  target = await emptyHome('embedded')
  folder = join(home.directory, 'backup')
  const db = await openDatabase({ dataDir: home.config.dataDir, log: silent })
  const { id: ownerId } = await makeUser(db)
  const id = /[\da-f]{32}/.exec(key)?.[0] ?? ''
  await db.prisma.upload.create({ data: { id, key, visibility: 'private' } })
  await db.prisma.document.create({ data: { ownerId, url: key, fileType: 'application/pdf' } })
  await db.close()
  const { config } = home
  const store = await openObjectStore({ config, secret: '', clock: () => new Date() })
  await store.put({ visibility: 'private', key, contentType: 'application/pdf' }, pdf)
  await backup(config, folder)
})
afterAll(() => Promise.all([home.remove(), target.remove()]))

/** Replaces a file or folder of the backup by a link to what it was. */
const linked = (path: string) => async (copy: string) => {
  const place = join(home.directory, `elsewhere-${path.replaceAll('/', '-')}`)
  await rename(join(copy, path), place)
  await symlink(place, join(copy, path))
}
const added = (path: string) => async (copy: string) => {
  await mkdir(join(copy, path, '..'), { recursive: true })
  await writeFile(join(copy, path), 'x')
}
/** The table of accounts is to be read from another file. */
async function renamed(copy: string): Promise<void> {
  const path = join(copy, 'manifest.json')
  const manifest = JSON.parse(await readFile(path, 'utf8'))
  manifest.tables[0].name = '../../elsewhere'
  await writeFile(path, JSON.stringify(manifest))
}

const damaged = (what: string) => `The backup is damaged: ${what}. Nothing was restored.`
const notRegular = (path: string) => damaged(`${path} is not a regular file`)
const strange = (path: string) => damaged(`${path} does not belong to it`)

it.each<[string, (copy: string) => Promise<unknown>, string | RegExp]>([
  ['whose table is a link', linked('tables/account.jsonl'), notRegular('tables/account.jsonl')],
  ['whose folder of tables is a link', linked('tables'), notRegular('tables')],
  ['whose object is a link', linked(object), notRegular(object)],
  ['whose folder of objects is a link', linked('objects'), notRegular('objects')],
  [
    'whose manifest is a link',
    linked('manifest.json'),
    /is not a backup: manifest\.json is not a regular file\.$/,
  ],
  ['with another table', added('tables/api_keys.jsonl'), strange('tables/api_keys.jsonl')],
  ['with another file', added('notes.txt'), strange('notes.txt')],
  ['with another object', added('objects/public/0.png'), strange('objects/public/0.png')],
  ['whose table is outside of it', renamed, /manifest\.json cannot be read\.$/],
])('a backup %s is refused', async (_, change, sentence) => {
  const copy = join(home.directory, 'copy')
  await cp(folder, copy, { recursive: true })
  await change(copy)
  const refusal = await restore(target.config, copy).catch((error: Error) => error)
  await rm(copy, { recursive: true })
  expect(refusal).toMatchObject({ message: expect.stringMatching(sentence) })
  expect(await readdir(target.directory)).toEqual([])
})

it('a backup that is itself a link is refused', async () => {
  const link = join(home.directory, 'latest')
  await symlink(folder, link)
  await expect(restore(target.config, link)).rejects.toThrow(
    `${link} is not a backup: it is not a folder.`,
  )
  expect(await readdir(target.directory)).toEqual([])
})

it('the unchanged backup is restored', async () => {
  expect(await restore(target.config, folder)).toMatchObject({ objects: { count: 1 } })
})

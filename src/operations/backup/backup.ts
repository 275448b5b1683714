/**
 * `npm run admin -- backup <folder>`: saves the rows of the database, on one snapshot, and the
 * objects that they refer to (test/operations/backup). The service may be running, except on the
 * embedded database, which only one process can open.
 */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientBase } from 'pg'
import {
  atOneMoment,
  objectLines,
  rowLines,
  sequenceLines,
} from '../../outside/database/content/reading.ts'
import { appliedTo, tablesOf } from '../../outside/database/content/tables.ts'
import { withDraft } from '../../outside/folders/draft.ts'
import { type Seal, writeSealed } from '../../outside/folders/sealed-files.ts'
import type { ObjectStore } from '../../outside/objects/objects.ts'
import { type Report, unreported } from '../../process/progress.ts'
import type { Config } from '../../settings/config.ts'
import { explained } from './command-failure.ts'
import {
  fileOfTable,
  type Manifest,
  manifestFile,
  manifestFormat,
  objectsFile,
  sequencesFile,
} from './manifest.ts'
import { collected, copyAhead } from './object-files.ts'
import { openParts } from './open-stores.ts'

/** The output of the command. */
interface BackedUp {
  folder: string
  rows: number
  objects: Manifest['objects']
  bytes: number
}

/** Makes a backup in a new folder. Throws a ProgramFailure with a sentence. */
export async function backup(
  config: Config,
  folder: string,
  report = unreported,
): Promise<BackedUp> {
  const parts = await openParts(config, { mustExist: true })
  try {
    return await withDraft(folder, async (draft) => {
      const manifest = await parts.withClient((client) =>
        fill(client, { objects: parts.objects, draft, report }, config),
      )
      return summaryOf(folder, manifest)
    })
  } catch (error) {
    throw explained(error, 'No backup was made')
  } finally {
    await parts.close()
  }
}

async function fill(
  client: ClientBase,
  { objects, draft, report }: { objects: ObjectStore; draft: string; report: Report },
  config: Config,
): Promise<Manifest> {
  const work = join(draft, 'work')
  const ahead = join(work, 'ahead')
  await mkdir(work, { mode: 0o700 })
  const early = join(work, 'early.jsonl')
  await atOneMoment(client, () => writeSealed(early, objectLines(client)))
  await copyAhead(objects, { list: early, ahead }, report)
  const list = join(work, 'objects.jsonl')
  const content = await atOneMoment(client, async () => {
    await writeSealed(list, objectLines(client))
    return writeContent(client, draft, report)
  })
  const found = { count: 0, bytes: 0, missing: 0 }
  const index = await writeSealed(
    join(draft, objectsFile),
    collected(objects, { list, ahead, draft }, found),
  )
  await rm(work, { recursive: true })
  const manifest: Manifest = {
    format: manifestFormat,
    ...content,
    database: config.databaseUrl === undefined ? 'embedded' : 'postgresql',
    objectStore: config.s3 === undefined ? 'disk' : 's3',
    files: { ...content.files, [objectsFile]: index },
    objects: found,
  }
  await writeSealed(join(draft, manifestFile), [`${JSON.stringify(manifest, null, 2)}\n`])
  return manifest
}

/** Writes all rows and sequences to files. */
async function writeContent(client: ClientBase, draft: string, report: Report) {
  const createdAt = new Date().toISOString()
  const files: Record<string, Seal> = {}
  const tables: Manifest['tables'] = []
  let rows = 0
  for (const table of await tablesOf(client)) {
    const file = fileOfTable(table.name)
    const { name, columns } = table
    const entry = { name, columns, rows: 0, file }
    files[file] = await writeSealed(
      join(draft, file),
      counted(rowLines(client, table), () => {
        entry.rows += 1
        rows += 1
        report('Copied', rows, 'rows')
      }),
    )
    tables.push(entry)
  }
  files[sequencesFile] = await writeSealed(join(draft, sequencesFile), sequenceLines(client))
  return { createdAt, migrations: await appliedTo(client), tables, files }
}

async function* counted(lines: AsyncIterable<string>, onLine: () => void) {
  for await (const line of lines) {
    onLine()
    yield line
  }
}

function summaryOf(folder: string, { tables, files, objects }: Manifest): BackedUp {
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
  return {
    folder,
    rows: sum(tables.map(({ rows }) => rows)),
    objects,
    bytes: objects.bytes + sum(Object.values(files).map(({ bytes }) => bytes)),
  }
}

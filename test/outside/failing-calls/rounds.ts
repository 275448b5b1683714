/** Rounds of the cleaner of objects in which one request to their server goes wrong. */
import { randomBytes } from 'node:crypto'
import { clean } from '../../../src/outside/objects/cleaning.ts'
import type { Visibility } from '../../../src/outside/objects/objects.ts'
import { keptKey } from '../../../src/outside/objects/s3-copies.ts'
import { insertDocument } from '../../documents.ts'
import { one } from '../../spec/persons.ts'
import { db } from '../../world.ts'
import { s3Buckets } from '../objects/s3-place.ts'
import { gif, html, pdf, png, send } from '../objects/samples.ts'
import type { FailingApplication } from './application.ts'
import { type CallPlan, isMet, planned } from './calls.ts'
import { isAll, type Turns } from './turns.ts'

interface CleanedUpload {
  name: string
  visibility: Visibility
  bytes: Buffer
  /** Minutes since it was prepared. */
  age: number
  isUsed: boolean
  /** What the server has of it in the end: files of a document, the type of an image. */
  end: string[]
}

/** Minutes after which the cleaner settles an upload, or removes one that is not used. */
const ages = { settled: 61, removed: 25 * 60 }
const image = { visibility: 'public', age: ages.settled, isUsed: false } as const
const document = { visibility: 'private', bytes: pdf } as const

export const cleanedUploads: CleanedUpload[] = [
  { name: 'abandoned document', ...document, age: ages.removed, isUsed: false, end: [] },
  { name: 'document in use', ...document, age: ages.removed, isUsed: true, end: ['copy'] },
  { name: 'abandoned image', ...image, bytes: png, age: ages.removed, end: [] },
  { name: 'image', ...image, bytes: png, end: ['image/png'] },
  { name: 'image of another type', ...image, bytes: gif, end: ['image/gif'] },
  { name: 'page in place of an image', ...image, bytes: html, end: [] },
]

/** Stores it as a client does; a document is read once, and then sent again. */
async function stored({ store }: FailingApplication, upload: CleanedUpload): Promise<string> {
  const { visibility, bytes, age, isUsed } = upload
  const id = randomBytes(16).toString('hex')
  const isDocument = visibility === 'private'
  const key = isDocument ? `documents/private/${id}.pdf` : `${id}.png`
  const contentType = isDocument ? 'application/pdf' : 'image/png'
  const prepared = await store.prepare({ visibility, key, contentType })
  await send(prepared, bytes)
  if (isDocument) await store.keep(key)
  await send(prepared, bytes)
  await db.query({
    text: `insert into upload (id, key, visibility, created_at)
      values ($1, $2, $3, now() - $4 * interval '1 minute')`,
    values: [id, key, visibility, age],
  })
  const file = { url: key, file_type: contentType, title: 'a.pdf' }
  if (isUsed) await insertDocument(await one('olga'), {}, file)
  return key
}

/** Whether the cleaner is done with an upload, and what the server has of it. */
async function stateOf({ store, files }: FailingApplication, upload: CleanedUpload, key: string) {
  const { visibility, age, isUsed } = upload
  const rows = await db.query<{ settled: boolean }>({
    text: 'select settled from upload where key = $1',
    values: [key],
  })
  const isAbandoned = age === ages.removed && !isUsed
  const isDone = rows.every(({ settled }) => settled && !isAbandoned)
  if (visibility === 'public') {
    const { ok, headers } = await fetch(store.publicUrl(key))
    return { isDone, found: ok ? [String(headers.get('content-type'))] : [] }
  }
  const all = await files()
  const at = (path: string) => all.includes(`${s3Buckets.private}/${path}`)
  return {
    isDone,
    found: [...(at(key) ? ['original'] : []), ...(at(keptKey(key)) ? ['copy'] : [])],
  }
}

/** The problems of one upload in rounds in which each request goes wrong in turn. */
export async function problemsOfRounds(
  failing: FailingApplication,
  upload: CleanedUpload,
  turns: Turns,
  firstWay: number,
): Promise<string[]> {
  const log = { info() {}, warn() {} }
  const round = () => clean({ db, objects: failing.store, log, clock: () => new Date() })
  const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 30))
  await round()
  const problems: string[] = []
  for (let at = 1, isOver = false; !isOver; at += 1) {
    const tried = isAll ? turns.ways : [turns.ways[(firstWay + at) % turns.ways.length] as string]
    for (const way of tried) {
      const key = await stored(failing, upload)
      const plan: CallPlan = { kind: 'objects', at, way, made: [], pause }
      await planned(plan, round)
      const after = await stateOf(failing, upload, key)
      await round()
      const end = await stateOf(failing, upload, key)
      const isEnd = (found: string[]) => JSON.stringify(found) === JSON.stringify(upload.end)
      const wrong = [
        after.isDone && !isEnd(after.found) && `done too early: ${after.found}`,
        upload.end.length > 0 && after.found.length === 0 && 'lost',
        !(end.isDone && isEnd(end.found)) && `not made up for: ${end.isDone} ${end.found}`,
      ].filter((one) => one !== false)
      problems.push(...wrong.map((one) => `call ${at}, ${way}: ${plan.made[at - 1]}: ${one}`))
      turns.made += Number(isMet(plan))
      isOver = !isMet(plan)
    }
  }
  return problems
}

/**
 * The store on disk of the real process: what it keeps over a stop, a kill and a day
 * (test/spec/14).
 */
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../../../src/outside/database/database.ts'
import { emptyDirectory, listening, type RunningProcess, run, stop } from '../../process/process.ts'
import { png, send } from './samples.ts'

interface Prepared {
  object_key: string
  upload_url: string
  public_url: string
  headers: Record<string, string>
}

let directory: Awaited<ReturnType<typeof emptyDirectory>>
const started: RunningProcess[] = []
beforeAll(async () => {
  directory = await emptyDirectory()
})
afterAll(async () => {
  for (const { child } of started) child.kill('SIGKILL')
  await directory?.remove()
})

async function start() {
  const service = run(directory.path, { DATA_DIR: directory.path })
  started.push(service)
  return { service, base: await listening(service) }
}

async function prepare(base: string): Promise<Prepared> {
  const answer = await fetch(`${base}/v1/storage/uploads`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ purpose: 'trip_cover', filename: 'a.png', content_type: 'image/png' }),
  })
  return (await answer.json()) as Prepared
}

/** The same path where the service listens now. */
const at = (base: string, url: string) => base + url.slice(new URL(url).origin.length)
const statusOf = async (base: string, { public_url: url }: Prepared) => {
  const answer = await fetch(at(base, url))
  await answer.arrayBuffer()
  return answer.status
}

/** Sends the beginning of an image and no more; resolves when it has been written aside. */
async function begin({ upload_url, headers }: Prepared) {
  const sent = request(upload_url, { method: 'PUT', headers })
  sent.on('error', () => {})
  sent.write(Buffer.concat([png, Buffer.alloc(100_000)]))
  const drafts = () => readdir(join(directory.path, 'objects/drafts')).catch(() => [])
  await expect.poll(drafts).toHaveLength(1)
}

/** Makes the upload two days older. */
async function age({ object_key: key }: Prepared) {
  const { path: dataDir } = directory
  const log = pino({ level: 'silent' })
  const db = await openDatabase({ dataDir, url: undefined, poolSize: 1, log })
  const text = `update upload set created_at = created_at - interval '2 days' where key = $1`
  await db.query({ text, values: [key] })
  await db.close()
}

it('an object survives a kill, a partial one does not, an abandoned one lasts a day', async () => {
  const first = await start()
  const kept = await prepare(first.base)
  const late = await prepare(first.base)
  const half = await prepare(first.base)
  const old = await prepare(first.base)
  for (const { upload_url: url, headers } of [kept, old]) {
    expect((await send({ url, headers }, png)).status).toBe(200)
  }
  await begin(half)
  first.service.child.kill('SIGKILL')
  await first.service.ended
  await age(old)

  const { service, base } = await start()
  expect([await statusOf(base, kept), await statusOf(base, half)]).toEqual([200, 404])
  // The secret is kept, so what was signed before still holds.
  expect((await send({ ...late, url: at(base, late.upload_url) }, png)).status).toBe(200)
  await expect.poll(() => statusOf(base, old)).toBe(404)
  expect(await statusOf(base, kept)).toBe(200)
  expect((await stop(service)).code).toBe(0)
})

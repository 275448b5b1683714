/**
 * How much memory uploads take: starts the service, sends ten documents of 100 MiB at once to its
 * store on disk, each through a prepared address, and watches the resident memory of the process.
 *
 *   npx tsx test/bench/uploads.ts
 */
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { listening, run, stop } from '../process/process.ts'
import { residentMemory } from './memory.ts'

const uploads = 10
const length = 104_857_600
const mebi = 1024 * 1024
const head = Buffer.from('%PDF-1.7\n')

type Answer = Record<string, unknown>

async function post(url: string, body: object, key?: string): Promise<Answer> {
  const headers = {
    'content-type': 'application/json',
    ...(key && { authorization: `Token ${key}` }),
  }
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Answer
}

/** An account that is Pro, its key, and a trip of its own. */
async function traveller(base: string): Promise<{ key: string; trip: number }> {
  const [email, password] = ['bench@mail.example', 'correct horse 9']
  await post(`${base}/v1/signup`, { username: email, password, email })
  const { token } = await post(`${base}/v1/auth`, { username: email, password })
  const operator = {
    'content-type': 'application/json',
    authorization: 'Operator bench-operator-key-0123',
  }
  const query = `mutation { setPremium(email: "${email}", isPremium: true) { isPremium } }`
  await fetch(`${base}/graphql`, {
    method: 'POST',
    headers: operator,
    body: JSON.stringify({ query }),
  })
  const { id } = await post(`${base}/v1/trips`, { name: 'Bench' }, String(token))
  return { key: String(token), trip: Number(id) }
}

function* bytes(): Generator<Buffer> {
  const piece = Buffer.alloc(64 * 1024, 'x')
  yield head
  for (let left = length - head.length; left > 0; left -= piece.length) {
    yield piece.subarray(0, Math.min(left, piece.length))
  }
}

function put(upload: Answer): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = upload.headers as Record<string, string>
    const sent = request(String(upload.upload_url), { method: 'PUT', headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
    })
    sent.on('error', reject)
    Readable.from(bytes()).pipe(sent)
  })
}

const directory = await mkdtemp(join(tmpdir(), 'trips-uploads-'))
const service = run(directory, { DATA_DIR: directory, OPERATOR_KEY: 'bench-operator-key-0123' })
try {
  const base = await listening(service)
  const pid = service.child.pid ?? 0
  const { key, trip } = await traveller(base)
  const body = {
    ...{ purpose: 'document', filename: 'a.pdf', content_type: 'application/pdf' },
    ...{ content_length: length, parent_type: 'trip', parent_id: trip },
  }
  const prepared: Answer[] = []
  for (let count = 0; count < uploads; count += 1) {
    prepared.push(await post(`${base}/v1/storage/uploads`, body, key))
  }
  // From here on the highest figure is that of the uploads.
  await writeFile(`/proc/${pid}/clear_refs`, '5')
  const before = await residentMemory(pid, 'VmRSS')
  const begun = performance.now()
  const statuses = await Promise.all(prepared.map(put))
  const seconds = (performance.now() - begun) / 1000
  const peak = await residentMemory(pid, 'VmHWM')
  if (statuses.some((status) => status !== 200)) throw new Error(`answered ${statuses}`)
  for (const { object_key } of prepared) {
    const { size } = await stat(join(directory, 'objects/private-docs', String(object_key)))
    if (size !== length) throw new Error(`${object_key} has ${size} bytes`)
  }
  const rate = (uploads * length) / mebi / seconds
  console.info(
    `${uploads} uploads of 100 MiB at once: ${seconds.toFixed(1)} s (${rate.toFixed(0)} MiB/s); ` +
      `resident memory ${before.toFixed(0)} MiB before, ${peak.toFixed(0)} MiB at most`,
  )
} finally {
  await stop(service)
  await rm(directory, { recursive: true, force: true })
}

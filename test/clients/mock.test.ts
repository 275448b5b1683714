/** `npm run mock` as a process: the endpoint for front ends, and the IDE for who builds them. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'

const program = new URL('../../src/operations/mock/mock.ts', import.meta.url).pathname
const manifest = new URL('generated/persisted-documents.json', import.meta.url).pathname
const mock = spawn(process.execPath, ['--import', 'tsx', program], {
  env: { ...process.env, PORT: '0', TRUSTED_DOCUMENTS: ` ${manifest},` },
  stdio: ['ignore', 'pipe', 'inherit'],
})
let url = ''

beforeAll(async () => {
  const [line] = await once(mock.stdout, 'data')
  url = /http:\S+/.exec(String(line))?.[0] ?? ''
})
afterAll(() => void mock.kill())

const post = async (sent: object) => {
  const headers = { 'content-type': 'application/json' }
  return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(sent) })).json()
}

it('npm run mock: answers a document', async () => {
  expect(await post({ query: '{ trips { count } }' })).toEqual({ data: { trips: { count: 3 } } })
})

it('npm run mock: answers documents of TRUSTED_DOCUMENTS by ID', async () => {
  const [documentId] = Object.keys(JSON.parse(await readFile(manifest, 'utf8')))
  const variables = { input: { name: 'Faro' } }
  expect(await post({ documentId, variables })).toMatchObject({
    data: { createTrip: { name: 'Faro' } },
  })
})

it('npm run mock: exits with the error in TRUSTED_DOCUMENTS', async () => {
  const env = { ...process.env, PORT: '0', TRUSTED_DOCUMENTS: '/nowhere' }
  const ended = promisify(execFile)(process.execPath, ['--import', 'tsx', program], { env })
  const stderr = 'Cannot use the trusted documents of /nowhere: it does not exist.\n'
  await expect(ended).rejects.toMatchObject({ code: 1, stderr })
})

it('npm run mock: serves the IDE and all its files to browsers', async () => {
  const page = await fetch(url, { headers: { accept: 'text/html' } })
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  const loaded = [...(await page.text()).matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)]
  expect(loaded).toHaveLength(3)
  for (const [, path = ''] of loaded) expect((await fetch(new URL(path, url))).status).toBe(200)
})

/** `npm run mock` as a process: the endpoint for front ends, and the IDE for who builds them. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, it } from 'vitest'

const program = new URL('../../src/mock/mock.ts', import.meta.url).pathname
const mock = spawn(process.execPath, ['--import', 'tsx', program], {
  env: { ...process.env, PORT: '0' },
  stdio: ['ignore', 'pipe', 'inherit'],
})
let url = ''

beforeAll(async () => {
  const [line] = await once(mock.stdout, 'data')
  url = /http:\S+/.exec(String(line))?.[0] ?? ''
})
afterAll(() => void mock.kill())

it('npm run mock: answers a document', async () => {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ query: '{ trips { count } }' })
  const answer = await fetch(url, { method: 'POST', headers, body })
  expect(await answer.json()).toEqual({ data: { trips: { count: 3 } } })
})

it('npm run mock: a browser gets the IDE, with all that it loads', async () => {
  const page = await fetch(url, { headers: { accept: 'text/html' } })
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  const loaded = [...(await page.text()).matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)]
  expect(loaded).toHaveLength(3)
  for (const [, path = ''] of loaded) expect((await fetch(new URL(path, url))).status).toBe(200)
})

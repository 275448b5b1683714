/** The admin command as a process, and a server that notes what it is asked. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { built } from '../../tools/build/built.ts'

const program = built('admin')

export interface AdminRequest {
  url: string | undefined
  authorization: string | undefined
  query: string
  variables: Record<string, unknown>
}

export let directory: string
let server: Server
export let url: string
export let asked: AdminRequest[]
let answer: { status: number; headers?: Record<string, string>; body: string }

/** To be called by each file: what a module does by itself it does for the first one alone. */
export function useAdminServer(): void {
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'trips-admin-'))
    server = createServer(async (request, response) => {
      const { url: path, headers } = request
      const sent = JSON.parse(Buffer.concat(await request.toArray()).toString('utf8'))
      asked.push({ url: path, authorization: headers.authorization, ...sent })
      response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
      response.end(answer.body)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })

  afterAll(async () => {
    await new Promise((resolve) => server.close(resolve))
    await rm(directory, { recursive: true, force: true })
  })

  beforeEach(() => {
    asked = []
    answers({ data: {} })
  })
}

export function answers(body: unknown, status = 200): void {
  answer = { status, body: JSON.stringify(body) }
}

interface Run {
  code: number
  stdout: string
  stderr: string
}

export function admin(
  words: string[],
  settings: Record<string, string> = {},
  input = '',
): Promise<Run> {
  const env = { PATH: process.env.PATH, BASE_URL: url, OPERATOR_KEY: 'operator-key-0123456789' }
  const options = { cwd: directory, env: { ...env, ...settings } }
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [program, ...words],
      options,
      (error, stdout, stderr) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr })
      },
    )
    child.stdin?.on('error', () => {}).end(input)
  })
}

/** The next answers as they are to be sent. */
export function answersWith(next: typeof answer): void {
  answer = next
}

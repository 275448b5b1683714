/** Trusted documents of the tests: a manifest in a folder of its own, and requests for them. */
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { onTestFinished } from 'vitest'
import { endpoint, type Setup } from './small-schema.ts'

export const hash = (text: string) => createHash('sha256').update(text).digest('hex')

/** A folder with these files, which the end of the test removes. */
export async function folderOf(files: Record<string, unknown>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'trusted-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [name, content] of Object.entries(files)) {
    const text = typeof content === 'string' ? content : JSON.stringify(content)
    await writeFile(join(folder, name), text)
  }
  return folder
}

/** The manifest of the client preset for these documents, in a folder of its own. */
export const folderFor = (texts: readonly string[]) =>
  folderOf({
    'persisted-documents.json': Object.fromEntries(texts.map((text) => [hash(text), text])),
  })

/** The endpoint on the small schema that trusts these documents. */
export async function trusting(texts: readonly string[], options: Setup & { only?: boolean } = {}) {
  const { only = false, introspection = true, ...others } = options
  const trustedDocuments = [await folderFor(texts)]
  const config = { introspection, trustedDocuments, onlyTrustedDocuments: only }
  return endpoint({ ...others, config })
}

/** The parts of an answer that two equal requests must share. */
export async function whole(app: FastifyInstance, options: InjectOptions) {
  const answer = await app.inject(options)
  const { date: _, 'x-request-id': __, ...headers } = answer.headers
  return { status: answer.statusCode, headers, text: answer.payload }
}

/** A POST of this body. */
export const posted = (payload: object, headers: Record<string, string> = {}): InjectOptions => ({
  ...{ method: 'POST', url: '/graphql', payload },
  headers: { 'content-type': 'application/json', ...headers },
})

/** A GET with these parameters; values other than strings are sent as JSON. */
export function got(parameters: Record<string, unknown>, headers?: Record<string, string>) {
  const texts = Object.entries(parameters).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  const url = `/graphql?${new URLSearchParams(texts)}`
  return { url, headers: headers ?? { 'apollo-require-preflight': '1' } }
}

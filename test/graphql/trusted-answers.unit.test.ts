import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { GraphQLArgument } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generatedDocuments } from './generated-documents.ts'
import { requests } from './requests.ts'
import { endpoint, schema } from './small-schema.ts'
import { verdict } from './verdict.ts'

const hash = (text: string) => createHash('sha256').update(text).digest('hex')

let directory: string
let file: string
const values = ({ name }: GraphQLArgument) =>
  ({
    id: ['1', '$id'],
    first: ['1', '5', '$first'],
    ms: ['0', '3', '$ms'],
    code: ['"FORBIDDEN"', '"BAD_USER_INPUT"', '"OTHER"', '$code'],
    text: ['"a"', '$text', 'null'],
    number: ['7', '$number'],
  })[name] ?? []

const variables =
  '$id: Int!, $first: Int = 5, $ms: Int = 2, $code: String!, $text: String, $number: Int = 4'
const generated = generatedDocuments(
  {
    ...{ schema, variables, values },
    shared: 'id self { name @include(if: $no) } legs(first: $first) { count results { id } }',
    without: ['brokenNonNull', 'size', 'missing', 'many', 'kind'],
    isAble: (text) =>
      verdict(text, { id: 1, first: 5, ms: 1, code: 'NOT_FOUND', no: false }) === 'within',
  },
  300,
)

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'trusted-'))
  file = join(directory, 'persisted-documents.json')
  const texts = [...requests.map(([, text]) => text), ...generated]
  await writeFile(file, JSON.stringify(Object.fromEntries(texts.map((text) => [hash(text), text]))))
})
afterAll(() => rm(directory, { recursive: true }))

const trusting = () => endpoint({ config: { introspection: true, trustedDocuments: [file] } })

test.each(requests)('%s: as the document itself is answered', async (_what, query, variables) => {
  const { app } = await trusting()
  const send = async (body: object) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await app.inject({ method: 'POST', url: '/graphql', headers, payload: body })
    const { date: _, ...others } = answer.headers
    return { status: answer.statusCode, headers: others, text: answer.payload }
  }
  const expected = await send({ query, variables })
  expect(await send({ documentId: hash(query), variables })).toEqual(expected)
})

test('generated', async () => {
  const { app } = await trusting()
  const send = async (body: object) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await app.inject({ method: 'POST', url: '/graphql', headers, payload: body })
    return { status: answer.statusCode, text: answer.payload }
  }
  const different: unknown[] = []
  let errors = 0
  for (const query of generated) {
    for (const variables of [
      { id: 1, code: 'FORBIDDEN', no: false },
      { id: 1, code: 'NOT_FOUND', no: true, yes: false, first: 2, ms: 0, text: 'b', number: null },
    ]) {
      const expected = await send({ query, variables })
      const got = await send({ documentId: hash(query), variables })
      if (expected.text.includes('"errors"')) errors += 1
      if (JSON.stringify(expected) !== JSON.stringify(got))
        different.push({ query, variables, expected, got })
    }
  }
  console.log(generated.length, errors, different.length)
  console.log(JSON.stringify(different.slice(0, 6), null, 1))
  expect(different).toEqual([])
}, 60000)

/** The manifests of trusted documents: which are read, and which stop the start. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { manifestLimits, WrongManifest } from '../../../src/surfaces/graphql/trusted/manifest.ts'
import { endpoint } from './small-schema.ts'
import { folderOf, hash, posted, whole } from './trusted.ts'

const text = 'query A { n1 }'
const apollo = (operations: unknown) => ({
  format: 'apollo-persisted-query-manifest',
  version: 1,
  operations,
})
const operation = (id: string, body: string) => ({ id, body, name: 'A', type: 'query' })

/** The data of these IDs where those manifests are trusted. */
async function statuses(trustedDocuments: string[], ...ids: string[]) {
  const { app } = await endpoint({ config: { introspection: true, trustedDocuments } })
  const answers = ids.map((documentId) => whole(app, posted({ documentId })))
  return (await Promise.all(answers)).map(({ text }) => JSON.parse(text).data)
}

/** The message with which a start ends where this is the only manifest. */
async function sentence(content: unknown, introspection = true): Promise<string> {
  const folder = await folderOf({ 'it.json': content })
  const trustedDocuments = [join(folder, 'it.json')]
  const failed = await endpoint({ config: { introspection, trustedDocuments } }).catch((e) => e)
  expect(failed).toBeInstanceOf(WrongManifest)
  expect(failed.message).toMatch(/^[^\n]*\.$/)
  return failed.message.replace(folder, '')
}

describe('a manifest is read', () => {
  it('in the forms of the client preset, of Apollo, and of a folder', async () => {
    const folder = await folderOf({
      'one.json': { [hash(text)]: text, short: '{ n2 }' },
      'two.json': apollo([operation(hash('{ n3 }'), '{ n3 }'), operation('short', '{ n2 }')]),
      'notes.txt': 'no manifest',
    })
    const ids = [hash(text), 'short', hash('{ n3 }')]
    const data = [{ n1: 1 }, { n2: 1 }, { n3: 1 }]
    expect(await statuses([folder], ...ids)).toEqual(data)
    expect(await statuses([join(folder, 'one.json'), join(folder, 'two.json')], ...ids)).toEqual(
      data,
    )
  })

  it('with pages of variable length, if some length is within the limits', async () => {
    const pages = (first: string) =>
      `query($n: Int = 100) { trips(first: ${first}) { results { legs(first: ${first}) { results { id } } } } }`
    const folder = await folderOf({ 'it.json': { pages: pages('$n') } })
    expect(await statuses([folder], 'pages')).toEqual([undefined])
    expect(await sentence({ pages: pages('100').replace('($n: Int = 100)', '') })).toMatch(/cost/)
  })
})

describe('a manifest stops the start with one sentence', () => {
  it.each<[string, unknown, string | RegExp]>([
    ['no JSON', 'x', 'Cannot use the trusted documents of /it.json: it is not valid JSON.'],
    ['no object', [], /it is not a JSON object/],
    ['another format', { format: 'x', version: 1 }, /apollo-persisted-query-manifest of version 1/],
    ['another version', { ...apollo([]), version: 2 }, /of version 1/],
    ['no operations', apollo('x'), /of version 1/],
    ['an operation without an ID', apollo([{ body: text }]), /operation 1 has no id/],
    ['a document that is no text', { a: 1 }, /the document "a" is not a string/],
    ['an empty ID', { '': text }, /the ID "" does not have 1 to 200 characters/],
    ['a long ID', { ['i'.repeat(201)]: text }, /does not have 1 to 200 characters/],
    ['a wrong hash', { ['0'.repeat(64)]: text }, /the ID 0{64} is not the SHA-256 hash/],
    ['a wrong prefixed hash', { [`sha256:${'0'.repeat(64)}`]: text }, /not the SHA-256 hash/],
    [
      'an ID twice',
      apollo([operation('a', text), operation('a', '{ n2 }')]),
      /it\.json has another document with the ID a\.$/,
    ],
    ['a syntax error', { a: '{ n1' }, /document a: Syntax Error/],
    ['an unknown field', { a: '{ nothing }' }, /document a: Cannot query field "nothing"/],
    ['no operation', { a: 'fragment F on Trip { id }' }, /document a: it must have exactly one/],
    ['two operations', { a: 'query A { n1 } query B { n1 }' }, /must have exactly one operation/],
    ['a subscription', { a: 'subscription { n1 }' }, /document a: .*no subscription operations/],
    [
      'what is too deep',
      { a: `{ trip ${'{ self '.repeat(10)} { id } ${'}'.repeat(10)} }` },
      /depth/,
    ],
    ['what is too long', { a: `{ ${'n1 '.repeat(2_000)} }` }, /2000 tokens/],
    ['two logins', { a: 'mutation { logIn a: logIn }' }, /logins 2, at most 1/],
    ['a page of no rows', { a: '{ trips(first: 0) { count } }' }, /document a: /],
  ])('%s', async (_what, content, expected) => {
    expect(await sentence(content)).toMatch(expected)
  })

  it('with introspection, if it is off', async () => {
    const read = { a: '{ __schema { queryType { name } } }' }
    expect(await sentence(read, false)).toMatch(/document a: .*introspection/i)
  })

  it('if it is too large, has too many documents, or is missing', async () => {
    expect(await sentence(' '.repeat(manifestLimits.maxBytes + 1))).toMatch(
      /it has \d+ bytes, at most/,
    )
    const many = Array.from({ length: manifestLimits.maxDocuments + 1 }, (_, n) => [`id${n}`, text])
    expect(await sentence(Object.fromEntries(many))).toMatch(/more than 2000 documents/)
    const empty = await folderOf({})
    for (const [path, cause] of [
      [join(empty, 'none.json'), 'it does not exist'],
      [empty, 'the folder has no .json file'],
    ] as const) {
      const config = { introspection: true, trustedDocuments: [path] }
      await expect(endpoint({ config })).rejects.toThrow(
        `Cannot use the trusted documents of ${path}: ${cause}.`,
      )
    }
  })
})

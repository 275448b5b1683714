/** How trusted documents are requested, and what else runs where only they do. */
import { describe, expect, it } from 'vitest'
import { endpoint, only } from './small-schema.ts'
import { got, hash, posted, trusting, whole } from './trusted.ts'

const query = '{ n1 }'
const documentId = hash(query)
const persistedQuery = (sha256Hash: unknown, version: unknown = 1) => ({
  extensions: { persistedQuery: { version, sha256Hash } },
})
const jsonOf = ({ text }: { text: string }) => JSON.parse(text)

describe('an ID', () => {
  it('may have the prefix sha256:', async () => {
    const { app } = await trusting([query])
    const answer = await whole(app, posted({ documentId: `sha256:${documentId}` }))
    expect(jsonOf(answer)).toEqual({ data: { n1: 1 } })
  })

  it('that is unknown is PersistedQueryNotFound, and nothing is registered', async () => {
    const { app } = await trusting([query])
    const other = '{ n2 }'
    const shots = [
      posted({ documentId: 'unknown' }),
      posted({ documentId: '' }),
      posted(persistedQuery(hash(other))),
      posted({ query: other, ...persistedQuery(hash(other)) }),
      posted(persistedQuery(hash(other))),
      got({ documentId: 'unknown' }),
      got(persistedQuery(hash(other))),
    ]
    for (const shot of shots) {
      const answer = await whole(app, shot)
      expect(jsonOf(answer)).toEqual(only('PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound'))
      expect(answer.status).toBe(200)
      expect(answer.headers['cache-control']).toBe('private, no-cache, must-revalidate')
    }
  })

  it('beside another query, or another ID, is 400', async () => {
    const { app } = await trusting([query, '{ n2 }'])
    for (const body of [
      { documentId, query: '{ n2 }' },
      { documentId, query: '' },
      { documentId, query: 7 },
      { documentId, ...persistedQuery(hash('{ n2 }')) },
      { documentId: 7 },
      { documentId: [] },
      persistedQuery(documentId, 2),
      persistedQuery(7),
      { extensions: { persistedQuery: 'text' } },
    ]) {
      const answer = await whole(app, posted(body))
      expect([answer.status, jsonOf(answer)], JSON.stringify(body)).toEqual([
        400,
        only('BAD_REQUEST'),
      ])
    }
  })

  it('that is null counts as absent', async () => {
    const { app } = await trusting([query])
    const body = { documentId: null, query: '{ n2 }', extensions: { persistedQuery: null } }
    expect((await whole(app, posted(body))).status).toBe(200)
  })

  it('sent by GET needs the same header as a query, and runs no mutation', async () => {
    const mutation = 'mutation { rename }'
    const { app } = await trusting([query, mutation])
    const simple = await whole(app, got({ documentId }, {}))
    expect([simple.status, jsonOf(simple)]).toEqual([400, only('BAD_REQUEST')])
    const unknown = await whole(app, got({ documentId: 'unknown' }, {}))
    expect([unknown.status, jsonOf(unknown)]).toEqual([400, only('BAD_REQUEST')])
    const json = await whole(app, got({ documentId }, { 'content-type': 'application/json' }))
    expect(jsonOf(json)).toEqual({ data: { n1: 1 } })
    const write = await whole(app, got({ documentId: hash(mutation) }))
    expect([write.status, write.headers.allow]).toEqual([405, 'POST'])
    const twice = await whole(app, {
      ...got({ documentId }),
      url: `/graphql?documentId=${documentId}&documentId=x`,
    })
    expect([twice.status, jsonOf(twice)]).toEqual([400, only('BAD_REQUEST')])
  })

  it('is ignored without trusted documents', async () => {
    const { app } = await endpoint()
    const byId = await whole(app, posted({ documentId }))
    expect([byId.status, jsonOf(byId)]).toEqual([400, only('BAD_REQUEST')])
    const byHash = await whole(app, posted(persistedQuery(documentId)))
    expect(jsonOf(byHash)).toEqual(only('PERSISTED_QUERY_NOT_SUPPORTED'))
  })
})

describe('a service that runs only trusted documents', () => {
  const operator = { authorization: 'Operator key' }
  const introspection = '{ __schema { queryType { name } } }'

  it('refuses other documents with 403, including introspection, in any form', async () => {
    const { app } = await trusting([query], { only: true })
    const shots = [
      posted({ query: '{ n2 }' }),
      posted({ query }),
      posted({ query: introspection }),
      posted({ query: '{ n2 }', documentId: null }),
      posted([{ query: '{ n2 }' }]),
      posted({}),
      got({ query: '{ n2 }' }),
      { ...got({}), url: '/graphql?%71uery=%7Bn2%7D' },
      { ...got({}), url: '/graphql?query=%7Bn2%7D&documentI%64=x' },
    ]
    for (const shot of shots) {
      const answer = await whole(app, shot)
      const found = [answer.status, jsonOf(answer)]
      expect(found, shot.url as string).toEqual([403, only('FORBIDDEN')])
    }
    const byId = await whole(app, posted({ documentId }))
    expect(jsonOf(byId)).toEqual({ data: { n1: 1 } })
  })

  it('runs any document for operators', async () => {
    const { app } = await trusting([query], { only: true })
    const answer = await whole(app, posted({ query: '{ n2 }' }, operator))
    expect(jsonOf(answer)).toEqual({ data: { n2: 1 } })
    const read = await whole(app, posted({ query: introspection }, operator))
    expect(jsonOf(read)).toEqual({ data: { __schema: { queryType: { name: 'Query' } } } })
  })
})

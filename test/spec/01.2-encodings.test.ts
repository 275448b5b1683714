import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { anonymous, as } from '../client.ts'
import { cast } from '../world.ts'
import { exactly } from './answers.ts'

describe('1.2 Request bodies', () => {
  test.each([['gzip'], ['br'], ['GZIP, identity'], ['x-unknown']])(
    '1. Plain JSON only: a body in the content encoding %s is 415, after 405 and 401',
    async (encoding) => {
      const { olga, trip } = await cast()
      const headers = { 'content-encoding': encoding }
      const refused = exactly(415, { detail: `Unsupported media type "${encoding}" in request.` })
      const bytes = gzipSync('{"name":"x"}').toString('latin1')
      for (const body of ['{"name":"x"}', bytes]) {
        const answer = await as(olga).post('/v1/trips', body, headers)
        expect(answer).toMatchObject(refused)
        expect(answer.headers['accept-encoding']).toBe('identity')
        expect(await as(anonymous).post('/auth', body, headers)).toMatchObject(refused)
        expect((await as(anonymous).post('/v1/trips', body, headers)).status).toBe(401)
        const path = `/v1/trips/${trip.id}`
        expect((await as(olga).post(path, body, headers)).status).toBe(405)
        const asked = await as(olga).graphql('{ trips { count } }', {}, headers)
        expect(asked).toMatchObject({
          status: 415,
          errors: [{ extensions: { code: 'UNSUPPORTED_MEDIA_TYPE' } }],
        })
      }
    },
  )

  test.each([['identity'], ['Identity, identity'], ['']])(
    '1. Plain JSON only: the content encoding "%s" is accepted, and any without a body',
    async (encoding) => {
      const { olga } = await cast()
      const headers = { 'content-encoding': encoding }
      expect((await as(olga).post('/v1/trips', { name: 'x' }, headers)).status).toBe(201)
      expect((await as(olga).graphql('{ trips { count } }', {}, headers)).errors).toEqual([])
      const { status } = await as(olga).get('/v1/trips', { 'content-encoding': 'gzip' })
      expect(status).toBe(200)
    },
  )
})

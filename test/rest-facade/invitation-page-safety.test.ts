/** The invitation page with refusals, headers, methods and the log. */
import { describe, expect, it } from 'vitest'
import type { RestAnswer } from '../../rest-facade/errors.ts'
import { maskedPath } from '../../src/process/log.ts'
import { anonymous, as } from '../client.ts'
import { notFound } from '../spec/answers.ts'
import { waiting } from '../spec/invitations.ts'
import { logged } from '../world.ts'
import { accept } from './invitation.ts'
import { expectOwnPolicy, pagesWith } from './page-safety.ts'
import { form, page, post } from './reset.ts'

describe('17 the invitation page, refusals of the service', () => {
  const outcome = async (answer: Partial<RestAnswer> | Error, method: 'GET' | 'POST' = 'POST') => {
    const app = await pagesWith(answer)
    const url = '/invitation/x'
    if (method === 'GET') return app.inject({ method, url })
    return app.inject({ method, url, headers: form, payload: 'answer=accept' })
  }

  it.each([
    [429, '42', 'Too many attempts. Please try again in 42 seconds.'],
    [503, '2', 'temporarily unavailable. Please try again in 2 seconds.'],
    [500, undefined, 'An unexpected error occurred.'],
  ])('%i, Retry-After %s, is explained above the form', async (status, seconds, sentence) => {
    const headers: Record<string, string> = seconds ? { 'retry-after': seconds } : {}
    const answer = await outcome({ status, headers })
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([status, seconds])
    expect(answer.payload).toContain(sentence)
    expect(answer.payload).toContain('<form method="post">')
  })

  it.each([
    [503, '2', 'temporarily unavailable. Please try again in 2 seconds.'],
    [500, undefined, 'An unexpected error occurred.'],
  ])('%i on GET is explained in place of the form', async (status, seconds, sentence) => {
    const headers: Record<string, string> = seconds ? { 'retry-after': seconds } : {}
    const answer = await outcome({ status, headers }, 'GET')
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([status, seconds])
    expect(answer.payload).toContain(sentence)
    expect(answer.payload).not.toContain('<form')
  })

  it('a defect is a 500 that does not reveal its cause', async () => {
    const { statusCode, payload } = await outcome(new Error('select * from secret'))
    expect([statusCode, payload.includes('secret')]).toEqual([500, false])
  })
})

describe('H4 the invitation page', () => {
  it('it has a separate policy in every state', async () => {
    const { path } = await waiting()
    const answers = [await as(anonymous).get(path), await post(path, {})]
    answers.push(await accept(path), await accept(path), await as(anonymous).post(path, {}))
    for (const answer of answers) expectOwnPolicy(answer)
  })

  it('other methods are 405 with Allow; OPTIONS lists the methods; other paths are 404', async () => {
    const { path } = await waiting()
    const allow = 'GET, HEAD, POST, OPTIONS'
    for (const method of ['PUT', 'PATCH', 'DELETE'] as const) {
      const answer = await as(anonymous).send(method, path, {})
      expect(answer).toMatchObject({ status: 405, headers: { ...page, allow } })
    }
    expect(await as(anonymous).options(path)).toMatchObject({ status: 204, headers: { allow } })
    for (const other of ['/invitation', '/invitation/x/y', '/invitation/%ff']) {
      expect(await as(anonymous).get(other)).toMatchObject(notFound)
    }
  })
})

describe('Z5 the token of an invitation link', () => {
  it('it is never logged, whatever the request', async () => {
    const { path, token } = await waiting()
    const before = logged.length
    const encoded = `/%69nvitation/${token}`
    for (const each of [path, encoded, `${path}/x`, `${path}%ff`, `/x${path}?y=${token}`]) {
      await as(anonymous).get(each)
    }
    await as(anonymous).put(path, {})
    await post(path, 'x=%')
    await accept(path)
    await accept(path)
    const lines = logged.slice(before)
    expect(lines.length).toBeGreaterThanOrEqual(8)
    expect(lines.join('')).not.toContain(token)
    expect(lines.join('')).toContain('"path":"/invitation/:token"')
  })

  it.each([
    ['/invitation/s3cret', '/invitation/[masked]'],
    ['/%69nvitation/s3cret/?x', '/%69nvitation/[masked]/?x'],
    ['/trips/invitation/s3cret/more', '/trips/invitation/[masked]/[masked]'],
    ['/invitation', '/invitation'],
  ])('the path %s is logged as %s', (path, expected) => {
    expect(maskedPath(path)).toBe(expected)
  })
})

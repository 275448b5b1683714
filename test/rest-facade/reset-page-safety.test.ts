/** The reset page with bad input, refusals, headers, methods and the log. */
import { describe, expect, it } from 'vitest'
import type { RestAnswer } from '../../rest-facade/errors.ts'
import { maskedPath } from '../../src/process/log.ts'
import { anonymous, as } from '../client.ts'
import { exactly, messages, notAllowed, notFound } from '../spec/answers.ts'
import { next, twice } from '../spec/passwords.ts'
import { logged } from '../world.ts'
import { expectOwnPolicy, pagesWith } from './page-safety.ts'
import { asked, deadLink, form, page, post, saved } from './reset.ts'

describe('10 the reset page, bad input', () => {
  it.each([
    '"><script>alert(1)</script>',
    "' or 1=1 --",
    '../..',
    'a/b',
    '\0',
    '\u2028\r\nset-cookie: x',
    '𝄞'.repeat(500),
    '__proto__',
    ' ',
  ])('hostile characters in uid and token are a dead link: %j', async (text) => {
    const { uid } = await asked()
    const hostile = encodeURIComponent(text)
    for (const path of [`/reset/${hostile}/x`, `/reset/${uid}/${hostile}`]) {
      const get = await as(anonymous).get(path)
      expect(get).toMatchObject(deadLink)
      const answer = await post(path, twice(next))
      expect(answer).toMatchObject(deadLink)
      for (const { text, headers } of [get, answer]) {
        expect(text).not.toMatch(/<script|set-cookie/)
        expect(headers).not.toHaveProperty('set-cookie')
      }
    }
  })

  it.each(['new_password1=%', 'new_password1=%ff12345678', 'new_password1=%ed%a0%80', '%c0=x'])(
    'a form that is not UTF-8 is refused: %s',
    async (body) => {
      const { path } = await asked()
      const text = expect.stringContaining('form could not be read')
      expect(await post(path, body)).toMatchObject({ status: 400, headers: page, text })
    },
  )

  it('a form of more than 16 KiB is 413, with a page', async () => {
    const { path } = await asked()
    const answer = await post(path, twice('x'.repeat(9000)))
    expect(answer).toMatchObject({ status: 413, headers: page })
    expect(await post(path, twice(next))).toMatchObject(saved)
  })

  it.each(['application/json', 'text/plain', 'multipart/form-data; boundary=x', 'nonsense', ''])(
    'any other body is 415, with a page: %s',
    async (type) => {
      const { path } = await asked()
      const headers = { 'content-type': type }
      const answer = await as(anonymous).post(path, JSON.stringify(twice(next)), headers)
      expect(answer).toMatchObject({ status: 415, headers: page })
      expect(await post(path, twice(next))).toMatchObject(saved)
    },
  )
})

describe('10 the reset page, refusals of the service', () => {
  const outcome = async (answer: Partial<RestAnswer> | Error) => {
    const app = await pagesWith(answer)
    return app.inject({ method: 'POST', url: '/reset/1/x', headers: form, payload: 'a=b' })
  }

  it.each([
    [429, '42', 'Too many attempts. Please try again in 42 seconds.'],
    [429, '601', 'Too many attempts. Please try again in 11 minutes.'],
    [503, '1', 'temporarily unavailable. Please try again in a second.'],
    [503, undefined, 'temporarily unavailable. Please try again later.'],
    [500, undefined, 'An unexpected error occurred.'],
  ])('%i, Retry-After %s, is explained above the form', async (status, seconds, sentence) => {
    const headers: Record<string, string> = seconds ? { 'retry-after': seconds } : {}
    const answer = await outcome({ status, headers })
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([status, seconds])
    expect(answer.payload).toContain(sentence)
    expect(answer.payload).toContain('<form method="post">')
    expect(answer.payload).not.toContain('<b>')
  })

  it('a defect is a 500 that does not reveal its cause', async () => {
    const { statusCode, payload } = await outcome(new Error('select * from secret'))
    expect([statusCode, payload.includes('secret')]).toEqual([500, false])
    expect(payload).toContain('An unexpected error occurred.')
  })
})

describe('H4 the reset page', () => {
  it('it has a separate policy, with the hash of its style', async () => {
    const { path } = await asked()
    const answers = [
      await as(anonymous).get(path),
      await post(path, {}),
      await post(path, twice(next)),
    ]
    answers.push(await post(path, twice(next)), await as(anonymous).post(path, {}))
    for (const answer of answers) expectOwnPolicy(answer)
  })

  it('other methods are 405 with Allow; OPTIONS lists the methods', async () => {
    const { path } = await asked()
    const allow = 'GET, HEAD, POST, OPTIONS'
    for (const method of ['PUT', 'PATCH', 'DELETE'] as const) {
      const answer = await as(anonymous).send(method, path, {})
      expect(answer).toMatchObject({ status: 405, headers: { ...page, allow } })
    }
    expect(await as(anonymous).options(path)).toMatchObject({ status: 204, headers: { allow } })
  })

  it('the routes of the facade stay as they are', async () => {
    for (const path of ['/reset', '/reset/1', '/reset/1/x/y', '/reset/%ff/x']) {
      expect(await as(anonymous).get(path)).toMatchObject(notFound)
    }
    const confirm = '/auth/password/reset/confirm/'
    expect(await as(anonymous).post(confirm, 'a=b', form)).toMatchObject(
      exactly(415, {
        detail: 'Unsupported media type "application/x-www-form-urlencoded" in request.',
      }),
    )
    expect(await as(anonymous).post(confirm, {})).toMatchObject({
      status: 400,
      json: { uid: [messages.required] },
    })
    expect(await as(anonymous).get(confirm)).toMatchObject(notAllowed('GET'))
  })
})

describe('Z5 the token of a reset link', () => {
  it('it is never logged, whatever the request', async () => {
    const { path, uid, token } = await asked()
    const before = logged.length
    const paths = [
      path,
      `/r%65set/${uid}/${token}`,
      `${path}/x`,
      `${path}%ff`,
      `/x${path}?y=${token}`,
      `/Reset/${uid}/${token}`,
      `/auth/password/reset/confirm/${uid}/${token}/`,
      `/v1/emails/${token}`,
      `/v1/emails/${token}/verify`,
      `/v1/emails//${token}/verify`,
      `/v1/trips/${token}`,
      `/${token}?${token}&${token}=1`,
      `/v2/trips?page=${token}&fields=${token}&updatedSince=${token}&deleted=${token}`,
    ]
    for (const each of paths) await as(anonymous).get(each)
    await as(anonymous).put(path, {})
    await post(path, 'x=%')
    await post(path, twice(next))
    await post(path, twice(next))
    const lines = logged.slice(before)
    expect(lines.length).toBeGreaterThanOrEqual(8)
    expect(lines.join('')).not.toContain(token)
    expect(lines.join('')).not.toContain(next)
    expect(lines.join('')).toContain('"path":"/reset/:uid/:token"')
    expect(lines.join('')).toContain('"path":"/v1/trips/:id"')
  })

  it.each([
    ['/reset/1z/s3cret', '/reset/[masked]/[masked]'],
    ['/RESET/1z/s3cret', '/RESET/[masked]/[masked]'],
    ['/reset/1z/s3cret/?x', '/reset/[masked]/[masked]/?x'],
    ['/reset/s3cret', '/reset/[masked]'],
    ['/trips/reset/1z/s3cret/more', '/trips/reset/[masked]/[masked]/[masked]'],
    ['/%72eset/1z%2Fs3cret', '/%72eset/[masked]'],
    ['/reset//s3cret%', '/reset//[masked]'],
    ['/v1/email%73/s3cret/verify', '/v1/email%73/[masked]/verify'],
    ['/auth/password/reset/confirm/', '/auth/password/reset/confirm/'],
  ])('the path %s is logged as %s', (path, expected) => {
    expect(maskedPath(path)).toBe(expected)
  })
})

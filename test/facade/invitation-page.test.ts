/** The page behind the link of the invitation mail: `{BASE_URL}/invitation/{token}`. */
import { createHash } from 'node:crypto'
import fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import type { Answer as FacadeAnswer } from '../../rest-facade/errors.ts'
import { pages } from '../../rest-facade/pages.ts'
import { maskedPath } from '../../src/process/log.ts'
import { anonymous, as } from '../client.ts'
import { notFound } from '../spec/answers.ts'
import { members, membership, waiting } from '../spec/invitations.ts'
import { logged } from '../world.ts'
import { accept, deadLink, decline, declined, joined, shown } from './invitation.ts'
import { form, page, post } from './reset.ts'

describe('17 the invitation page, GET', () => {
  it('shows two buttons, and neither script, nor token, nor anything of the trip', async () => {
    const { path, token, olga, cleo } = await waiting()
    const answer = await as(anonymous).get(path)
    expect(answer).toMatchObject(shown)
    const { text } = answer
    expect(text).toContain('<html lang="en">')
    expect(text.match(/<button [^>]*>\w+<\/button>/g)).toEqual([
      '<button type="submit" name="answer" value="accept">Accept</button>',
      '<button class="second" type="submit" name="answer" value="decline">Decline</button>',
    ])
    expect(text).not.toMatch(/<script|\son\w+=|javascript:|https?:|action=|style=/i)
    for (const secret of [token, 'Lisbon', olga.name, cleo.name]) expect(text).not.toContain(secret)
  })

  it('changes nothing: after many GETs and HEADs the link still works', async () => {
    const { path, trip } = await waiting()
    const before = await members(trip.id)
    for (const more of ['', '/', '?answer=accept', '/?answer=decline']) {
      expect(await as(anonymous).get(`${path}${more}`)).toMatchObject(shown)
      expect(await as(anonymous).head(`${path}${more}`)).toMatchObject({ status: 200, text: '' })
    }
    expect(await members(trip.id)).toBe(before)
    expect(await accept(path)).toMatchObject(joined)
  })

  it('tells nobody whether a link is good', async () => {
    const { path } = await waiting()
    const { text } = await as(anonymous).get(path)
    expect((await as(anonymous).get('/invitation/nonsense')).text).toBe(text)
  })
})

describe('17 the invitation page, POST', () => {
  it('accepts once', async () => {
    const { path, trip, cleo } = await waiting()
    expect(await accept(path)).toMatchObject(joined)
    expect(await membership(trip.id, cleo)).toMatchObject({ joined: true, invitation_hash: null })
    for (const again of [accept, decline]) expect(await again(path)).toMatchObject(deadLink)
    expect(await membership(trip.id, cleo)).toMatchObject({ joined: true })
  })

  it('declines once', async () => {
    const { path, trip, cleo } = await waiting()
    expect(await decline(`${path}/`)).toMatchObject(declined)
    expect(await membership(trip.id, cleo)).toBeUndefined()
    for (const again of [accept, decline]) expect(await again(path)).toMatchObject(deadLink)
  })

  it('a link that was withdrawn no longer works', async () => {
    const { path, trip, cleo, olga } = await waiting()
    await as(olga).delete(`/v1/trip/${trip.id}/collaborator/${cleo.id}`)
    expect(await accept(path)).toMatchObject(deadLink)
    expect(await membership(trip.id, cleo)).toBeUndefined()
  })

  it.each(['', 'answer=', 'answer=yes', 'accept=true', 'answer=accept&answer=', 'token=x'])(
    'without one of the two answers the form is shown again: %j',
    async (body) => {
      const { path, trip, cleo } = await waiting()
      const answer = await post(path, body)
      expect(answer).toMatchObject({ ...shown, status: 400 })
      expect(answer.text).toContain('choose Accept or Decline')
      expect(await membership(trip.id, cleo)).toMatchObject({ joined: false })
      expect(await accept(path)).toMatchObject(joined)
    },
  )

  it('takes the token from the path alone, and no credentials', async () => {
    const [mine, other] = [await waiting(), await waiting()]
    const headers = { ...form, authorization: `Token ${other.cleo.key}` }
    const body = `token=${other.token}&answer=accept`
    expect(await as(anonymous).post(mine.path, body, headers)).toMatchObject(joined)
    expect(await membership(mine.trip.id, mine.cleo)).toMatchObject({ joined: true })
    expect(await membership(other.trip.id, other.cleo)).toMatchObject({ joined: false })
  })

  it.each(['"><script>alert(1)</script>', "' or 1=1 --", 'a/b', '\0', '𝄞'.repeat(500), ' '])(
    'hostile characters in the token: %j',
    async (text) => {
      const path = `/invitation/${encodeURIComponent(text)}`
      const get = await as(anonymous).get(path)
      expect(get).toMatchObject(shown)
      const answer = await accept(path)
      expect(answer).toMatchObject(deadLink)
      for (const one of [get, answer]) expect(one.text).not.toContain('<script')
    },
  )

  it('bodies of another kind are refused, as pages', async () => {
    const { path } = await waiting()
    const json = { 'content-type': 'application/json' }
    const asJson = await as(anonymous).post(path, '{"answer":"accept"}', json)
    expect(asJson).toMatchObject({ status: 415, headers: page })
    expect(await post(path, 'answer=%ff')).toMatchObject({ status: 400, headers: page })
    const large = await post(path, { answer: 'x'.repeat(20_000) })
    expect(large).toMatchObject({ status: 413, headers: page })
    expect(await accept(path)).toMatchObject(joined)
  })
})

describe('17 the invitation page, refusals of the service', () => {
  const outcome = async (answer: Partial<FacadeAnswer> | Error) => {
    const app = fastify()
    const run = async () => {
      if (answer instanceof Error) throw answer
      return { status: 200, body: { detail: '<b>' }, ...answer }
    }
    await app.register(pages({ operation: () => run }))
    const payload = 'answer=accept'
    return app.inject({ method: 'POST', url: '/invitation/x', headers: form, payload })
  }

  it.each([
    [429, '42', 'Too many attempts. Please try again in 42 seconds.'],
    [503, '2', 'temporarily unavailable. Please try again in 2 seconds.'],
    [500, undefined, 'An unexpected error occurred.'],
  ])('%i, Retry-After %s: a sentence above the form', async (status, seconds, sentence) => {
    const headers: Record<string, string> = seconds ? { 'retry-after': seconds } : {}
    const answer = await outcome({ status, headers })
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([status, seconds])
    expect(answer.payload).toContain(sentence)
    expect(answer.payload).toContain('<form method="post">')
  })

  it('a defect is a 500 that says nothing of its cause', async () => {
    const { statusCode, payload } = await outcome(new Error('select * from secret'))
    expect([statusCode, payload.includes('secret')]).toEqual([500, false])
  })
})

describe('H4 the invitation page', () => {
  it('has a policy of its own in every state', async () => {
    const { path } = await waiting()
    const answers = [await as(anonymous).get(path), await post(path, {})]
    answers.push(await accept(path), await accept(path), await as(anonymous).post(path, {}))
    for (const { headers, text } of answers) {
      const [, style = ''] = text.match(/<style>(.*)<\/style>/s) ?? []
      const hash = createHash('sha256').update(style).digest('base64')
      expect(headers).toMatchObject({
        'content-security-policy':
          `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; ` +
          "form-action 'self'; frame-ancestors 'none'",
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
      })
    }
  })

  it('other methods are 405 with Allow; OPTIONS tells the methods; other paths are none', async () => {
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
  it('is in no line of the log, whatever came of the request', async () => {
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

/** The log keeps secrets (Z5): by their names, by their looks, and in errors. */
import { describe, expect, it } from 'vitest'
import { maskedPath, openLog } from '../../src/process/log.ts'

function logged(write: (log: ReturnType<typeof openLog>) => void): string {
  let text = ''
  const stream = {
    write(line: string) {
      text += line
    },
  }
  write(openLog({ logLevel: 'trace' }, stream))
  return text
}

const key = '0123456789abcdef0123456789abcdef01234567'
const masked = (...names: string[]) =>
  `/v1/trips?${names.map((name) => `${name}=[masked]`).join('&')}`

describe('Z5: the log', () => {
  it('masks values by their names, at any depth', () => {
    const text = logged((log) => {
      log.info({ password: 'hunter2', deep: { list: [{ new_password1: 'hunter2' }] } }, 'a')
      log.info({ headers: { Authorization: 'Token hunter2', 'set-cookie': 'hunter2' } }, 'b')
      log.info({ api_key: 'hunter2', apiKey: 'hunter2', resetToken: 'hunter2', body: 'hunter2' })
      log.info({ DATABASE_URL: 'hunter2', smtpUrl: 'hunter2', a: { b: { token: 'hunter2' } } })
    })
    expect(text).not.toContain('hunter2')
    expect(text.split('\n')).toHaveLength(5)
  })

  it('keeps harmless values', () => {
    const text = logged((log) => log.info({ trip: 7, at: { name: 'Lisbon', days: [1, 2] } }, 'ok'))
    expect(JSON.parse(text)).toMatchObject({
      trip: 7,
      at: { name: 'Lisbon', days: [1, 2] },
      msg: 'ok',
    })
  })

  it.each([
    `Authorization: Token ${key}`,
    'a bearer eyJhbGciOi.hunter2.x was sent',
    `no user has ${key}`,
    'connect to postgresql://joe:hunter2@db.example/trips',
  ])('masks apparent credentials in a message: %s', (message) => {
    const text = logged((log) => log.error(message))
    expect(text).not.toContain('hunter2')
    expect(text).not.toContain(key)
    expect(JSON.parse(text).msg).toContain('[masked]')
  })

  it('logs errors with their causes, without the input that drivers include', () => {
    const cause = Object.assign(new Error('duplicate key value'), {
      code: '23505',
      constraint: 'account_email_key',
      detail: 'Key (email)=(hunter2) already exists.',
    })
    const parser = new SyntaxError('Unexpected token h in JSON: {"password": hunter2}')
    const prisma = Object.assign(new Error('create({ password: "hunter2" })\n\nUnknown argument'), {
      name: 'PrismaClientValidationError',
    })
    const text = logged((log) => {
      log.error({ err: new Error('not stored', { cause }) }, 'failed')
      log.error(parser)
      log.error({ err: prisma })
      log.child({ reqId: 'r' }).error({ nested: { error: prisma } }, 'failed')
    })
    expect(text).not.toContain('hunter2')
    const [first, , third] = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(first.err).toMatchObject({
      type: 'Error',
      message: 'not stored',
      stack: expect.stringMatching(/^at .*log\.unit\.test/),
      cause: { code: '23505', constraint: 'account_email_key' },
    })
    expect(third).toMatchObject({ msg: 'Unknown argument', err: { message: 'Unknown argument' } })
  })

  it.each([
    ['/v2/trips?page=2&fields=id,name&updatedSince=2031-01-01', undefined],
    ['/v2/trip/7/activities/', undefined],
    ['/v1/emails/s3cret/verify', '/v1/emails/[masked]/verify'],
    ['/v1/emails/s3cret/verify/?x', '/v1/emails/[masked]/verify/?x'],
    ['/v1/emails/s3cret', '/v1/emails/[masked]'],
    ['/v1/emails//s3cret/verify', '/v1/emails//[masked]/verify'],
    ['/v1/Emails/s3cret', '/v1/Emails/[masked]'],
    ['/Reset/1z/s3cret', '/Reset/[masked]/[masked]'],
    ['/auth/password/reset/confirm/1z/s3cret/', '/auth/password/reset/confirm/[masked]/[masked]/'],
    ['/v1/trip/7/transportations/', undefined],
    [`/v1/${'x'.repeat(16)}/${'x'.repeat(15)}`, `/v1/[masked]/${'x'.repeat(15)}`],
    ['/api/v1/emails/s3cret/verify', '/api/v1/emails/[masked]/verify'],
    ['/v1/me?token=s3cret&page=1&a=b=c', '/v1/me?token=[masked]&page=1&a=[masked]'],
    [`/v1/${'x'.repeat(31)}`, '/v1/[masked]'],
    [`/v1/me?${'x'.repeat(16)}`, '/v1/me?[masked]'],
    [`/v1/me?${'x'.repeat(16)}=1`, '/v1/me?[masked]=[masked]'],
    ['/v1/trips?fields%21=a%2Cb_c&page=last&deleted=True', undefined],
    ['/v1/trips?updatedSince=2031-01-01T10:00:00.5%2B02:00&since=&page=', undefined],
    ['/v1/trips?since=2031-01-01T10:00:00Z', undefined],
    ['/v1/trips?page=s3cret&fields=S3cret&since=s3cret', masked('page', 'fields', 'since')],
    ['/v1/trips?deleted=s3cret&updatedSince=2031-01-01s3cret', masked('deleted', 'updatedSince')],
    ['/v1/trips?fields!=a%zz', masked('fields!')],
    ['/calendar/s3cret.ics', '/calendar/[masked]'],
    ['/api/calendar/s3cret.ics/?s3cret=1', '/api/calendar/[masked]/?s3cret=[masked]'],
    [
      '/graphql?documentId=s3cret&variables=%7B%22a%22:1%7D&extensions=x',
      '/graphql?documentId=[masked]&variables=[masked]&extensions=[masked]',
    ],
  ])('masks possible secrets in the path %s', (path, expected = path) => {
    expect(maskedPath(path)).toBe(expected)
  })
})

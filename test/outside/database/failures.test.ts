import { createServer } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { Refusal } from '../../../src/base/errors.ts'
import { Prisma } from '../../../src/generated/prisma/client.ts'
import { openDatabase } from '../../../src/outside/database/database.ts'
import { classify, translate } from '../../../src/outside/database/failures.ts'
import { openAt, places, silent, temporaryDirectory } from './places.ts'

const postgresError = (code: string) =>
  Object.assign(new Error('as PostgreSQL says'), { severity: 'ERROR', code })
const panic = Object.assign(new Error('no log'), { severity: 'PANIC', code: '58P01' })
const socketError = (code: string) => Object.assign(new Error('as Node says'), { code })
const prismaError = (code: string, originalCode?: string) =>
  new Prisma.PrismaClientKnownRequestError('as Prisma says', {
    code,
    clientVersion: '7',
    ...(originalCode && {
      meta: { driverAdapterError: { name: 'DriverAdapterError', cause: { originalCode } } },
    }),
  })

describe('failures (the classes of errors of pg and of Prisma)', () => {
  test.each([
    ['57P01 of pg', postgresError('57P01')],
    ['57P03 of pg', postgresError('57P03')],
    ['57014, a statement over its time,', postgresError('57014')],
    ['25006, a server that only reads,', postgresError('25006')],
    ['25006 inside Prisma P2010', prismaError('P2010', '25006')],
    ['53300, no connection left,', postgresError('53300')],
    ['08006 of pg', postgresError('08006')],
    ['a PANIC for whatever reason', panic],
    ['57P01 inside Prisma P2039', prismaError('P2039', '57P01')],
    ['57014 inside Prisma P2010', prismaError('P2010', '57014')],
    ['P1001', prismaError('P1001')],
    ['P1017', prismaError('P1017')],
    ['P2028', prismaError('P2028')],
    ['ECONNREFUSED', socketError('ECONNREFUSED')],
    ['ECONNRESET', socketError('ECONNRESET')],
    ['"Connection terminated"', new Error('Connection terminated unexpectedly')],
    ['"timeout exceeded"', new Error('timeout exceeded when trying to connect')],
    ['40001 after its retries', postgresError('40001')],
    ['P2034 after its retries', prismaError('P2034')],
  ])('%s becomes SERVICE_UNAVAILABLE with retryAfter', (_, error) => {
    const refusal = translate(error)
    expect(refusal).toBeInstanceOf(Refusal)
    expect(refusal).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      extensions: { retryAfter: 2 },
      cause: error,
    })
  })

  test.each([
    ['40001', postgresError('40001')],
    ['40P01', postgresError('40P01')],
    ['P2034', prismaError('P2034')],
    ['40001 inside P2010', prismaError('P2010', '40001')],
  ])('%s is a conflict, to be retried', (_, error) => {
    expect(classify(error)).toBe('conflict')
  })

  test.each([
    ['53100 of pg', postgresError('53100')],
    ['53100 inside Prisma P2039', prismaError('P2039', '53100')],
  ])('%s, disk full, becomes INSUFFICIENT_STORAGE', (_, error) => {
    expect(translate(error)).toMatchObject({ code: 'INSUFFICIENT_STORAGE', cause: error })
  })

  test.each([
    ['22021 of pg', postgresError('22021')],
    ['22021 inside Prisma P2039', prismaError('P2039', '22021')],
  ])('%s, text with a NUL, becomes BAD_USER_INPUT', (_, error) => {
    expect(translate(error)).toMatchObject({
      code: 'BAD_USER_INPUT',
      message: 'Null characters are not allowed.',
    })
  })

  test.each([
    ['a unique violation of pg', postgresError('23505')],
    ['a unique violation of Prisma', prismaError('P2002', '23505')],
    ['a bad value', prismaError('P2039', '22P02')],
    ['a syntax error', postgresError('42601')],
    ['a refusal', new Refusal('FORBIDDEN')],
    ['a defect', new TypeError('x is not a function')],
    ['a thrown string', 'anything'],
  ])('%s is rethrown unchanged', (_, error) => {
    expect(translate(error)).toBe(error)
  })
})

describe.each(places)('errors of Prisma as they are (%s)', (place) => {
  test('statements that fail are known by the code of PostgreSQL', async () => {
    const { db, end } = await openAt(place)
    onTestFinished(end)
    const unavailable = { code: 'SERVICE_UNAVAILABLE' }
    const failures = {
      ...{ '40001': unavailable, '40P01': unavailable, '57014': unavailable, '08006': unavailable },
      ...{ '53100': { code: 'INSUFFICIENT_STORAGE' }, '22021': { code: 'BAD_USER_INPUT' } },
      P0001: { code: 'P2010' },
    }
    for (const [code, failure] of Object.entries(failures)) {
      const text = `do $$ begin raise exception 'planned' using errcode = '${code}'; end $$`
      await expect(db.prisma.$executeRawUnsafe(text), code).rejects.toMatchObject(failure)
    }
  })
})

describe.each(places)('a closed database (%s)', (place) => {
  test('a closed database is not ready, and answers SERVICE_UNAVAILABLE', async () => {
    const { db, end } = await openAt(place)
    expect(await db.ready()).toBe(true)
    await end()
    await db.close()
    expect(await db.ready()).toBe(false)
    for (const attempt of [
      () => db.query({ text: 'select 1' }),
      () => db.transaction((tx) => tx.query({ text: 'select 1' })),
      () => db.prisma.user.count(),
      () => db.prisma.$queryRaw`select 1`,
      () => db.transaction((tx) => tx.prisma.user.count()),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    }
  })
})

describe('a DATABASE_URL that does not answer', () => {
  const open = (url: string) =>
    openDatabase({ url, dataDir: temporaryDirectory(), log: silent }).then(
      () => 'opened',
      (error: Error) => error.message,
    )

  test('an unreachable server is named in one line, without the password', async () => {
    const message = await open('postgresql://bob:sesame@localhost:1/trips')
    expect(message).toMatch(
      /^cannot connect to localhost:1\/trips \(DATABASE_URL\): .*ECONNREFUSED/,
    )
    expect(message).not.toMatch(/sesame|\n/)
  })

  test('an invalid URL is refused without repeating it', async () => {
    for (const url of ['mysql://bob:sesame@h/d', 'bob:sesame', 'postgresql//bob:sesame@h']) {
      expect(await open(url)).toBe(
        'DATABASE_URL must be a URL such as postgresql://user:password@host:5432/database',
      )
    }
  })

  test('a server that does not answer fails after 2 s', async () => {
    const mute = createServer(() => {}).listen(0, '127.0.0.1')
    await new Promise((resolve) => mute.once('listening', resolve))
    onTestFinished(() => void mute.close())
    const address = mute.address()
    const port = typeof address === 'object' ? address?.port : 0
    const begun = performance.now()
    expect(await open(`postgresql://bob@127.0.0.1:${port}/trips`)).toMatch(/^cannot connect to/)
    const ms = performance.now() - begun
    expect(ms).toBeGreaterThan(1_900)
    expect(ms).toBeLessThan(8_000)
  })
})

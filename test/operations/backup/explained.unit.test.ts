/** What ends a long command is one sentence, whatever the driver has thrown. */
import { expect, it } from 'vitest'
import { Refusal } from '../../../src/base/errors.ts'
import { explained } from '../../../src/operations/backup/command-failure.ts'
import { ProgramFailure } from '../../../src/process/failure.ts'

const named = (name: string, message: string, more: object = {}) =>
  Object.assign(new Error(message), { name, ...more })
const away = (cause: unknown) => new Refusal('SERVICE_UNAVAILABLE', { retryAfter: 2, cause })
const call = '\nInvalid `tx.email.createMany()` invocation in\n/src/a.ts:7:3\n\n\n'

it.each<[string, unknown, string]>([
  [
    'a connection that is lost',
    away(new Error('Connection terminated unexpectedly')),
    'the database failed: Connection terminated unexpectedly.',
  ],
  [
    'a server that refuses at two addresses',
    away(new AggregateError([new Error('connect ECONNREFUSED 127.0.0.1:1')], '')),
    'the database failed: connect ECONNREFUSED 127.0.0.1:1.',
  ],
  [
    'a call of Prisma',
    away(named('PrismaClientKnownRequestError', `${call}The transaction was closed.`)),
    'the database failed: The transaction was closed.',
  ],
  [
    'a constraint that Prisma reports',
    named('PrismaClientKnownRequestError', `${call}Unique constraint failed`, { code: 'P2002' }),
    'Unique constraint failed.',
  ],
  [
    'an object store that is away',
    away(named('TimeoutError', 'no response', { $metadata: { attempts: 2 } })),
    'the object store failed: no response.',
  ],
  [
    'a full disk',
    new Refusal('INSUFFICIENT_STORAGE', { cause: new Error('x') }),
    'the disk is full; free disk space and try again.',
  ],
  [
    'a full disk of this machine',
    named('Error', 'ENOSPC: no space left on device', { code: 'ENOSPC' }),
    'the disk is full; free disk space and try again.',
  ],
  ['an error without words', named('Odd', '', { code: 'P2028' }), 'Odd P2028.'],
  ['several lines', new Error('this is wrong.\nat once'), 'this is wrong.'],
  [
    'a URL with a password',
    new Error('cannot connect to postgres://ada:sesame@db/trips'),
    'cannot connect to postgres://[masked]@db/trips.',
  ],
  ['no error at all', 'nonsense', 'nonsense.'],
])('%s', (_, error, sentence) => {
  const failure = explained(error, 'The import failed')
  expect(failure).toBeInstanceOf(ProgramFailure)
  expect(failure.message).toBe(`The import failed: ${sentence}`)
})

it('a failure is reported in its own words', () => {
  const own = new ProgramFailure(2, 'There is no database.')
  expect(explained(own, 'The import failed')).toBe(own)
})

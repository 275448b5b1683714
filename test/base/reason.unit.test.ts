/** What an error says is one line, whatever threw it. */
import { expect, it } from 'vitest'
import { reasonOf } from '../../src/base/reason.ts'

const named = (name: string, message: string, more: object = {}) =>
  Object.assign(new Error(message), { name, ...more })
const call = '\nInvalid `tx.email.createMany()` invocation in\n/src/a.ts:7:3\n\n\n'
const attempts = [
  new Error('connect ECONNREFUSED ::1:1'),
  new Error('connect ECONNREFUSED 127.0.0.1:1'),
]

it.each<[string, unknown, string]>([
  ['a message without its full stop', new Error('It is wrong.'), 'It is wrong'],
  ['the first line that is not blank', new Error('\n this is wrong.\nat once'), 'this is wrong'],
  [
    'the last line of what Prisma throws',
    named('PrismaClientKnownRequestError', `${call}The transaction was closed.`),
    'The transaction was closed',
  ],
  ['the first of several attempts', new AggregateError(attempts, ''), 'connect ECONNREFUSED ::1:1'],
  [
    'the message that several attempts have',
    new AggregateError(attempts, 'all failed'),
    'all failed',
  ],
  ['the name and code of an error without a message', named('Odd', '', { code: 'E1' }), 'Odd E1'],
  ['the name alone', named('Odd', ''), 'Odd'],
  ['a text that was thrown', 'nonsense', 'nonsense'],
])('reasonOf returns %s', (_, error, reason) => {
  expect(reasonOf(error)).toBe(reason)
})

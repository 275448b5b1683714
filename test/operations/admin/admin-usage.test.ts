/** A wrong word of the admin command is a usage error, explained in a sentence. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildSchema, GraphQLEnumType } from 'graphql'
import { describe, expect, test } from 'vitest'
import { WrongValue } from '../../../src/base/values.ts'
import { commands } from '../../../src/operations/admin/commands.ts'
import { admin, asked, useAdminServer } from './admin.ts'

useAdminServer()

const sdl = fileURLToPath(new URL('../../../schema/public.graphql', import.meta.url))
const ines = 'ines@mail.example'
const until = '2031-01-02T09:00:00Z'
const as = ['--as', ines]

describe('17 the admin command: wrong arguments give exit code 2 and no request', () => {
  // One process each, as a shell would start it.
  test.each([
    [['unknown'], 'Unknown command; the commands are premium, deliver,'],
    [['constructor'], 'Unknown command; the commands are premium, deliver,'],
    [['restore', 'nonsense', '1', ...as], '<kind> must be trip, hosting,'],
    [['premium', ines, 'maybe'], 'The argument after <email> must be on or off.'],
    [['premium', ines, 'on', '--until'], "Option '--until <value>' argument missing"],
    [['outbox', '--from', ines], "Unknown option '--from'"],
    [['favorite', ines, 'tom@mail.example', '--pending=yes'], "'--pending' does not take"],
    [['outbox', '--to', '--as'], "Option '--to' argument is ambiguous"],
  ])('the command with %j prints a line with the error, then the usage', async (words, problem) => {
    const run = await admin(words)
    expect(run).toMatchObject({ code: 2, stdout: '' })
    expect(run.stderr).toMatch(
      /^[A-Z<'-][^\n]+\.\nUsage:( +npm run --silent admin -- [^\n]+\n){1,2}$/,
    )
    expect(run.stderr).toContain(problem)
    expect(asked).toEqual([])
  })

  test('restore shows both of its uses', async () => {
    const { stderr } = await admin(['restore'])
    const usage = 'npm run --silent admin -- restore'
    expect(stderr).toMatch(
      new RegExp(`\nUsage: ${usage} <kind> <id> --as <email>\n       ${usage} <folder>\n$`),
    )
  })

  test.each<[string, string[], Record<string, string>, string]>([
    ['premium', [], {}, '<email>'],
    ['premium', [ines], {}, 'must be on or off'],
    ['premium', ['ines', 'on'], {}, '<email>'],
    ['premium', [ines, 'ON'], {}, 'must be on or off'],
    ['premium', [ines, 'on', 'more'], {}, 'too many'],
    ['premium', [ines, 'on'], { until: 'tomorrow' }, '--until'],
    ['premium', [ines, 'on'], { until: '' }, '--until'],
    ['premium', [ines, 'off'], { until }, '--until'],
    ['deliver', [], {}, '<file.eml|->'],
    ['deliver', [''], {}, '<file.eml|->'],
    ['deliver', ['a.eml', 'b.eml'], {}, 'too many'],
    ['deliver', ['a.eml'], { to: 'nowhere' }, '--to'],
    ['deliver', ['a.eml'], { owner: '' }, '--owner'],
    ['subject', [], {}, '<email>'],
    ['subject', ['ines'], {}, '<email>'],
    ['subject', [ines, ''], {}, '<subject>'],
    ['subject', [ines, 'a', 'b'], {}, 'too many'],
    ['restore', [], { as: ines }, '<kind>'],
    ['restore', ['nonsense', '1'], {}, '<kind>'],
    ['restore', ['TRIP', '7'], { as: ines }, '<kind>'],
    ['restore', ['trip'], { as: ines }, '<id>'],
    ['restore', ['trip', 'seven'], { as: ines }, '<id>'],
    ['restore', ['trip', '0'], { as: ines }, '<id>'],
    ['restore', ['trip', '-7'], { as: ines }, '<id>'],
    ['restore', ['trip', '2147483648'], { as: ines }, '<id>'],
    ['restore', ['trip', '7', '8'], { as: ines }, 'too many'],
    ['restore', ['trip', '7'], {}, '--as'],
    ['restore', ['trip', '7'], { as: '' }, '--as'],
    ['restore', ['trip', '7'], { as: 'ines' }, '--as'],
    ['favorite', [], {}, '<email>'],
    ['favorite', [ines], {}, '<favorite>'],
    ['favorite', [ines, 'tom'], {}, '<favorite>'],
    ['favorite', [ines, 'tom@mail.example', 'more'], {}, 'too many'],
    ['outbox', [ines], {}, 'too many'],
    ['outbox', [], { to: '' }, '--to'],
    ['outbox', [], { to: 'everybody' }, '--to'],
  ])('%s %j %j: the sentence is about %s', async (name, words, options, what) => {
    const error = await Promise.resolve()
      .then(() => commands[name]?.operation?.(words, options))
      .then(
        () => undefined,
        (thrown) => thrown,
      )
    expect(error).toBeInstanceOf(WrongValue)
    expect(error.message).toContain(what)
  })

  test('exactly the kinds of the schema can be restored', async () => {
    const kinds = buildSchema(readFileSync(sdl, 'utf8')).getType('RestorableKind')
    if (!(kinds instanceof GraphQLEnumType)) throw new Error('RestorableKind is not an enum')
    const run = await admin(['restore', 'nonsense', '1', ...as])
    const listed = /must be ([a-z, ]+)\.\n/.exec(run.stderr)?.[1]?.split(/, | or /)
    expect(listed?.sort()).toEqual(
      kinds
        .getValues()
        .map(({ name }) => name.toLowerCase())
        .sort(),
    )
  })
})

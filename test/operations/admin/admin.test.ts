import { readFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSchema, parse, validate } from 'graphql'
import { describe, expect, test } from 'vitest'
import { commands } from '../../../src/operations/admin/commands.ts'
import { admin, answers, answersWith, asked, directory, url, useAdminServer } from './admin.ts'

useAdminServer()

const sdl = fileURLToPath(new URL('../../../schema/public.graphql', import.meta.url))
const schema = buildSchema(readFileSync(sdl, 'utf8'))

const pro = { email: 'ines@mail.example', isPremium: true, premiumExpirationDate: null }

describe('17 the admin command', () => {
  test('premium on sends one operation with the key and prints its value', async () => {
    answers({ data: { setPremium: pro } })
    const run = await admin(['premium', 'ines@mail.example', 'on'])
    expect(run).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(run.stdout)).toEqual(pro)
    expect(asked).toHaveLength(1)
    expect(asked[0]).toMatchObject({
      url: '/graphql',
      authorization: 'Operator operator-key-0123456789',
      variables: { email: 'ines@mail.example', isPremium: true },
    })
    expect(parse(asked[0]?.query ?? '').definitions).toHaveLength(1)
  })

  test('premium on --until, and premium off, set and end Pro', async () => {
    answers({ data: { setPremium: pro } })
    const until = '2031-01-02T09:00:00Z'
    await admin(['premium', 'ines@mail.example', 'on', '--until', until])
    await admin(['premium', 'ines@mail.example', 'off'])
    expect(asked.map(({ variables }) => variables)).toEqual([
      { email: 'ines@mail.example', isPremium: true, expiresAt: until },
      { email: 'ines@mail.example', isPremium: false },
    ])
  })

  test.each([[[], false] as const, [['--pending'], true] as const])(
    'favorite %j sets a favorite, pending or not',
    async (options, pending) => {
      const favorite = { id: 33, pending }
      answers({ data: { setFavorite: favorite } })
      const run = await admin(['favorite', 'ines@mail.example', 'tom@mail.example', ...options])
      expect(run).toMatchObject({ code: 0, stderr: '' })
      expect(JSON.parse(run.stdout)).toEqual(favorite)
      const variables = { email: 'ines@mail.example', favorite: 'tom@mail.example', pending }
      expect(asked).toMatchObject([{ variables }])
      expect(asked[0]?.query).toMatch(/setFavorite\(/)
    },
  )

  test('reset-copies sends its operation, and prints true', async () => {
    answers({ data: { resetCopies: true } })
    expect(await admin(['reset-copies'])).toMatchObject({ code: 0, stdout: 'true\n', stderr: '' })
    expect(asked).toMatchObject([{ query: 'mutation { resetCopies }' }])
  })

  test('restore sends the kind, the id and the account to act for', async () => {
    answers({ data: { restore: true } })
    const run = await admin(['restore', 'trip', '7', '--as', 'ines@mail.example'])
    expect(run).toMatchObject({ code: 0, stdout: 'true\n', stderr: '' })
    expect(asked[0]?.variables).toEqual({ kind: 'TRIP', id: 7, as: 'ines@mail.example' })
    expect(validate(schema, parse(asked[0]?.query ?? ''))).toEqual([])
  })

  test('subject binds an account, or unbinds it without a subject', async () => {
    answers({ data: { setSubject: true } })
    const run = await admin(['subject', 'ines@mail.example', 'auth|42'])
    expect(run).toMatchObject({ code: 0, stdout: 'true\n', stderr: '' })
    await admin(['subject', 'ines@mail.example'])
    expect(asked.map(({ variables }) => variables)).toEqual([
      { email: 'ines@mail.example', subject: 'auth|42' },
      { email: 'ines@mail.example' },
    ])
    expect(validate(schema, parse(asked[0]?.query ?? ''))).toEqual([])
  })

  test('keys lists the rights of each key of an account', async () => {
    const keys = [{ id: 7, name: 'A script', readOnly: true, trips: [3], withheld: [] }]
    answers({ data: { keysOf: keys } })
    const run = await admin(['keys', 'ines@mail.example'])
    expect(run).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(run.stdout)).toEqual(keys)
    expect(asked).toMatchObject([{ variables: { email: 'ines@mail.example' } }])
    expect(validate(schema, parse(asked[0]?.query ?? ''))).toEqual([])
  })

  test('narrow-key and revoke-key name an account and a key', async () => {
    answers({ data: { narrowKey: { id: 7 } } })
    const named = { email: 'ines@mail.example', id: 7 }
    const less = ['--read-only', '--trips', '3, 4', '--without', 'CAN_EDIT,CAN_SEE_EXPENSES']
    const end = '2031-01-02T09:00:00Z'
    await admin(['narrow-key', 'ines@mail.example', '7', ...less, '--until', end])
    await admin(['narrow-key', 'ines@mail.example', '7'])
    answers({ data: { revokeKey: true } })
    const run = await admin(['revoke-key', 'ines@mail.example', '7'])
    expect(run).toMatchObject({ code: 0, stdout: 'true\n', stderr: '' })
    const withheld = ['CAN_EDIT', 'CAN_SEE_EXPENSES']
    expect(asked.map(({ variables }) => variables)).toEqual([
      { ...named, readOnly: true, trips: [3, 4], withheld, expiresAt: end },
      named,
      named,
    ])
    for (const { query } of asked) expect(validate(schema, parse(query ?? ''))).toEqual([])
    const wrong = await admin(['narrow-key', 'ines@mail.example', '7', '--without', 'EVERYTHING'])
    expect(wrong.code).toBe(2)
    expect(wrong.stderr).toContain('--without')
  })

  test('outbox prints the mails, of one address if asked', async () => {
    const mails = [{ id: 1, recipient: 'ines@mail.example', state: 'SENT' }]
    answers({ data: { outbox: mails } })
    const run = await admin(['outbox', '--to', 'ines@mail.example'])
    expect(run.code).toBe(0)
    expect(JSON.parse(run.stdout)).toEqual(mails)
    await admin(['outbox'])
    expect(asked.map(({ variables }) => variables.to)).toEqual(['ines@mail.example', undefined])
  })

  test('deliver sends a file, or stdin for -', async () => {
    const email = { id: 301, subject: 'Your rail ticket', parsedSuccessfully: false }
    answers({ data: { deliverEmail: email } })
    const message = 'Subject: Your rail ticket\r\n\r\nSeat 21 ü\r\n'
    await writeFile(join(directory, 'ticket.eml'), message)
    const run = await admin(['deliver', 'ticket.eml', '--to', 'anon_1@in.trips.example'])
    expect(run).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(run.stdout)).toEqual(email)
    await admin(['deliver', '-', '--owner', 'ines@mail.example'], {}, message)
    const raw = Buffer.from(message).toString('base64')
    expect(asked.map(({ variables }) => variables)).toEqual([
      { raw, recipient: 'anon_1@in.trips.example' },
      { raw, owner: 'ines@mail.example' },
    ])
    expect(parse(asked[0]?.query ?? '').definitions).toHaveLength(1)
  })

  test('deliver of a missing file gives exit code 1 and no request', async () => {
    const run = await admin(['deliver', 'nowhere.eml'])
    expect(run).toMatchObject({ code: 1, stdout: '' })
    expect(run.stderr).toContain('Cannot read the message from nowhere.eml: ')
    expect(asked).toEqual([])
  })

  test('a refusal gives exit code 1, with the reason on stderr and nothing on stdout', async () => {
    const extensions = { code: 'BAD_USER_INPUT', fields: { expiresAt: ['Datetime has ...'] } }
    answers({ data: null, errors: [{ message: 'The input breaks the rules.', extensions }] })
    const until = ['--until', '2031-01-02T09:00:00Z']
    const run = await admin(['premium', 'ines@mail.example', 'on', ...until])
    expect(run).toMatchObject({ code: 1, stdout: '' })
    expect(run.stderr).toContain('BAD_USER_INPUT: The input breaks the rules.')
    expect(run.stderr).toContain('"expiresAt":["Datetime has ..."]')
  })

  test('a refusal with another HTTP status is reported in the same way', async () => {
    const extensions = { code: 'UNAUTHENTICATED' }
    answers({ errors: [{ message: 'Authentication credentials ...', extensions }] }, 401)
    const run = await admin(['outbox'])
    expect(run).toMatchObject({ code: 1, stdout: '' })
    expect(run.stderr).toContain('UNAUTHENTICATED: Authentication credentials ...')
  })

  test.each([
    ['no JSON', '<html>', 502],
    ['no value', '{"data":{}}', 200],
    ['another shape', '{"errors":"no"}', 200],
    ['null', 'null', 200],
  ])('an answer with %s gives exit code 1', async (_what, body, status) => {
    answersWith({ status, body })
    const run = await admin(['outbox'])
    expect(run).toMatchObject({ code: 1, stdout: '' })
    expect(run.stderr).toContain(`${url}/graphql`)
  })

  test('the key is not sent to another server', async () => {
    answersWith({ status: 307, headers: { location: `${url}/elsewhere` }, body: '{}' })
    expect(await admin(['outbox'])).toMatchObject({ code: 1, stdout: '' })
    expect(asked).toHaveLength(1)
  })

  test('a server that does not answer gives exit code 1', async () => {
    const run = await admin(['outbox'], { BASE_URL: 'http://127.0.0.1:9' })
    expect(run).toMatchObject({ code: 1, stdout: '' })
    expect(run.stderr).toContain('Cannot reach http://127.0.0.1:9/graphql: ')
  })

  test.each([[[]], [['help']], [['--help']]])(
    '%j explains every command: exit code 2',
    async (words) => {
      const run = await admin(words)
      expect(run).toMatchObject({ code: 2, stdout: '' })
      expect(run.stderr).toContain('Usage: npm run --silent admin -- ')
      for (const { usage } of Object.values(commands))
        expect(run.stderr).toContain(`\n  ${usage}\n`)
      expect(run.stderr.split('\n').filter((line) => line.length > 100)).toEqual([])
      expect(asked).toEqual([])
    },
  )

  test('the key comes from .env, or from the data directory if none is set', async () => {
    answers({ data: { outbox: [] } })
    const missing = await admin(['outbox'], { OPERATOR_KEY: '', DATA_DIR: 'nowhere' })
    expect(missing.code).toBe(1)
    expect(missing.stderr).toContain('operator.key')
    await mkdir(join(directory, 'data'))
    await writeFile(join(directory, 'data', 'operator.key'), 'key-of-the-directory\n')
    expect(await admin(['outbox'], { OPERATOR_KEY: '', DATA_DIR: 'data' })).toMatchObject({
      code: 0,
    })
    await writeFile(join(directory, '.env'), 'OPERATOR_KEY=key-of-the-dotenv-file\n')
    expect(await admin(['outbox'], { OPERATOR_KEY: '' })).toMatchObject({ code: 0, stdout: '[]\n' })
    await writeFile(join(directory, '.env'), 'PROT=3000\n')
    const wrong = await admin(['outbox'])
    expect(wrong.code).toBe(2)
    expect(wrong.stderr).toContain('PROT')
    await rm(join(directory, '.env'))
    expect(asked.map(({ authorization }) => authorization)).toEqual([
      'Operator key-of-the-directory',
      'Operator key-of-the-dotenv-file',
    ])
  })
})

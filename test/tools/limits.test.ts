/** 429 is declared exactly where the service counts tries: driven there, with limits of one. */
import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/settings/config.ts'
import { cast, db } from '../world.ts'
import { described } from './document.ts'

const limits = [
  'LOGIN_ACCOUNT',
  'LOGIN_ADDRESS',
  'SIGNUP',
  'RESET_ADDRESS',
  'RESET_ACCOUNT',
  'ALTERNATIVE_EMAIL',
]
const config = readConfig(Object.fromEntries(limits.map((name) => [`LIMIT_${name}`, '1'])))
const log = pino({ level: 'silent' })
const strict = await buildApp({ config, db, log, operatorKey: 'none' })
afterAll(() => strict.close())

// Only what is about accounts could count tries; trips and children have no limit (test/spec/01.3).
const account = described.filter(
  ({ method, path }) => method !== 'GET' && /^\/(auth|v1\/(auth|signup|me|emails))\b/.test(path),
)

let networks = 0

test.each(account.map((one) => [`${one.method} ${one.path}`, one] as const))(
  'limits: %s answers 429 if the document says so',
  async (_, { method, path, responses }) => {
    const { stan } = await cast()
    networks += 1
    const send = (turn: number) =>
      strict.inject({
        method: method as 'POST',
        url: path,
        remoteAddress: `198.51.${networks}.1`,
        headers: { authorization: `Token ${stan.key}` },
        payload: {
          ...{
            password: 'not the password',
            old_password: 'not the password',
            uid: '0',
            token: '0',
          },
          ...{ new_password1: 'another horse 8', new_password2: 'another horse 8' },
          ...(path === '/v1/signup'
            ? { username: `limit.${networks}.${turn}@mail.example` }
            : { username: stan.email, email: stan.email }),
        },
      })
    await send(1)
    const { statusCode } = await send(2)
    // Others answer it for idempotency keys alone (B4).
    expect(statusCode === 429).toBe(responses[429]?.description === 'Too many attempts.')
  },
)

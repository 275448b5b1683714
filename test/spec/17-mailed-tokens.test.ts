/** Operators read fresh tokens in the outbox, and no others. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cleanMails } from '../../src/outside/mail/cleaning.ts'
import { anonymous, as } from '../client.ts'
import { mailsTo, resetValues } from '../mailbox.ts'
import { db, operatorKey, type Person, password } from '../world.ts'
import { waiting } from './invitations.ts'
import { one } from './persons.ts'

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'trips-tokens-'))
})
afterAll(() => rm(directory, { recursive: true }))

const clean = () =>
  cleanMails({
    ...{ db, directory, days: 30, clock: () => new Date() },
    log: { info() {}, warn() {} },
  })

/** The newest mail to the address as an operator reads it. */
async function read(to: string): Promise<string> {
  const query = 'query ($to: String) { outbox(to: $to, first: 1) { subject text html } }'
  const headers = { authorization: `Operator ${operatorKey}` }
  const { data } = await as(anonymous).graphql(query, { to }, headers)
  return JSON.stringify(data?.outbox)
}

const sent = (recipient: string) =>
  db.query({
    text: `update outgoing_mail set state = 'SENT', sent_at = now() where recipient = $1`,
    values: [recipient],
  })

/** Operators read it while it is valid, sent or not, and no longer after `use`. */
async function expectForgotten(to: string, token: string, use: () => Promise<unknown>) {
  expect(await read(to)).toContain(token)
  await sent(to)
  await clean()
  expect(await read(to)).toContain(token)
  await use()
  const mail = await read(to)
  expect(mail).not.toContain(token)
  expect(mail.match(/no-longer-valid/g)?.length).toBeGreaterThanOrEqual(3)
  const kept = await db.query<{ row: string }>({
    text: 'select m::text as row from outgoing_mail m where recipient = $1',
    values: [to],
  })
  expect(JSON.stringify(kept)).not.toContain(token)
}

async function asked(): Promise<{ mia: Person; uid: string; token: string }> {
  const mia = await one()
  await as(anonymous).post('/auth/password/reset/', { email: mia.email })
  return { mia, ...(await resetValues(mia.email)) }
}

const newPasswords = { new_password1: 'another horse 8', new_password2: 'another horse 8' }

describe('17 the token of a password reset leaves the outbox', () => {
  it('when it is used', async () => {
    const { mia, uid, token } = await asked()
    await expectForgotten(mia.email, token, () =>
      as(anonymous).post('/auth/password/reset/confirm/', { uid, token, ...newPasswords }),
    )
  })

  it('when the password or the address changes', async () => {
    const first = await asked()
    await expectForgotten(first.mia.email, first.token, () =>
      as(first.mia).post('/auth/password/change/', { old_password: password, ...newPasswords }),
    )
    const second = await asked()
    await expectForgotten(second.mia.email, second.token, () =>
      as(second.mia).patch('/v1/me', { email: `new.${second.mia.email}` }),
    )
  })

  it('when it expires, and its stored row too', async () => {
    const { mia, token } = await asked()
    await expectForgotten(mia.email, token, async () => {
      const text = `update password_reset set expires_at = now() - interval '1 second'
        where user_id = $1`
      await db.query({ text, values: [mia.id] })
      await clean()
    })
    const text = 'select id from password_reset where user_id = $1'
    expect(await db.query({ text, values: [mia.id] })).toEqual([])
  })
})

describe('17 the token of an invitation leaves the outbox', () => {
  const accept = 'mutation ($id: Int!) { acceptInvitation(tripId: $id) { id } }'
  const decline = 'mutation ($id: Int!) { declineInvitation(tripId: $id) }'

  it.each([
    ['accepted', (all: Open) => as(all.cleo).graphql(accept, { id: all.trip.id })],
    ['declined', (all: Open) => as(all.cleo).graphql(decline, { id: all.trip.id })],
    ['answered by its link', ({ path }: Open) => press(path)],
    [
      'withdrawn',
      ({ olga, trip, cleo }: Open) =>
        as(olga).delete(`/v1/trip/${trip.id}/collaborator/${cleo.id}`),
    ],
  ])('when it is %s', async (_, use) => {
    const open = await waiting()
    await expectForgotten(open.cleo.email, open.token, () => use(open))
    expect(await mailsTo(open.cleo.email)).toHaveLength(1)
  })
})

type Open = Awaited<ReturnType<typeof waiting>>

const press = (path: string) =>
  as(anonymous).post(path, 'answer=accept', { 'content-type': 'application/x-www-form-urlencoded' })

describe('17 the hash of a verification leaves the outbox', () => {
  async function added() {
    const mia = await one()
    const email = `second.${mia.email}`
    await as(mia).post('/v1/emails/add', { email })
    const [mail] = await mailsTo(email)
    const hash = mail?.text.match(/\/v1\/emails\/(\S+)\/verify/)?.[1]
    if (!hash) throw new Error(`no hash in: ${mail?.text}`)
    return { mia, email, hash }
  }

  it('when the address is verified; repeating is harmless', async () => {
    const { email, hash } = await added()
    const verify = () => as(anonymous).get(`/v1/emails/${hash}/verify`)
    await expectForgotten(email, hash, verify)
    expect((await verify()).status).toBe(200)
  })

  it('when the address is removed', async () => {
    const { mia, email, hash } = await added()
    await expectForgotten(email, hash, async () => {
      const id = (await as(mia).get('/v1/emails')).json.results[0]?.id
      await as(mia).delete(`/v1/emails/${id}`)
    })
  })
})

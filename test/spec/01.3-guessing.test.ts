/** An account whose password is guessed from many networks (target N4). */
import { describe, expect, it } from 'vitest'
import { anonymous, as } from '../client.ts'
import { resetValues } from '../mailbox.ts'
import { db, password, sha256 } from '../world.ts'
import { one } from './persons.ts'

describe('1.3 failed logins, 100 a day for an account over all networks', () => {
  it('a stranger gets 429, the owner at home 200, and in a new place 200 only after a reset there', async () => {
    const mia = await one()
    const logIn = (address: string) =>
      as(anonymous, address).post('/auth', { username: mia.username, password })
    const home = '100.64.1.7'
    expect((await logIn(home)).status).toBe(200)
    const text = `insert into attempt ("limit", subject)
      select 'loginDay', $1 from generate_series(1, 100)`
    await db.query({ text, values: [sha256(`account ${mia.id}`)] })
    const hotel = '100.64.2.7'
    expect((await logIn(hotel)).status).toBe(429)
    expect((await logIn(home)).status).toBe(200)
    const known = { password, new_password1: password, new_password2: password }
    const change = { ...known, old_password: password }
    const changed = await as(mia, '100.64.3.7').post('/auth/password/change/', change)
    expect(changed.status).toBe(200)
    await as(anonymous, hotel).post('/auth/password/reset/', { email: mia.email })
    const values = { ...(await resetValues(mia.email)), ...known }
    const confirm = await as(anonymous, hotel).post('/auth/password/reset/confirm/', values)
    expect(confirm.status).toBe(200)
    expect((await logIn(hotel)).status).toBe(200)
    expect((await logIn('100.64.4.7')).status).toBe(429)
  })
})

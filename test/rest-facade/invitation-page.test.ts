/** The page behind the link of the invitation mail: `{BASE_URL}/invitation/{token}`. */
import { describe, expect, it } from 'vitest'
import { anonymous, as } from '../client.ts'
import { linkTo, members, membership, waiting } from '../spec/invitations.ts'
import { one } from '../spec/persons.ts'
import { accept, deadLink, decline, declined, joined, shown } from './invitation.ts'
import { form, page, post, wordsOf } from './reset.ts'

describe('17 the invitation page, GET', () => {
  it('it names inviter and trip, with two buttons, and has neither script nor token', async () => {
    const { path, token, olga, cleo } = await waiting()
    const answer = await as(anonymous).get(path)
    expect(answer).toMatchObject(shown)
    const { text } = answer
    expect(wordsOf(text)).toContain(`${olga.name} invited you to the trip Lisbon long weekend.`)
    expect(text).toContain('<html lang="en">')
    expect(text.match(/<button [^>]*>\w+<\/button>/g)).toEqual([
      '<button type="submit" name="answer" value="accept">Accept</button>',
      '<button class="second" type="submit" name="answer" value="decline">Decline</button>',
    ])
    expect(text).not.toMatch(/<script|\son\w+=|javascript:|https?:|action=|style=/i)
    for (const secret of [token, olga.email, cleo.name]) expect(text).not.toContain(secret)
  })

  it('it shows names as text, in the typed order, and works without them', async () => {
    const { path, trip, olga } = await waiting()
    const evil = '<b onclick="x">Lisbon</b> & \u202eyllis'
    await as(olga).patch(`/v1/trips/${trip.id}`, { name: evil })
    await as(olga).patch('/v1/me', { name: 'Olga <img src=x>' })
    const { text } = await as(anonymous).get(path)
    expect(text).toContain(
      '<bdi>&lt;b onclick=&quot;x&quot;&gt;Lisbon&lt;/b&gt; &amp; \u202eyllis</bdi>',
    )
    expect(text).toContain('<bdi>Olga &lt;img src=x&gt;</bdi>')
    await as(olga).patch(`/v1/trips/${trip.id}`, { name: '' })
    await as(olga).patch('/v1/me', { name: '' })
    expect(wordsOf((await as(anonymous).get(path)).text)).toContain(
      'Someone invited you to a trip.',
    )
  })

  it('it names the inviter of a guest of a new trip', async () => {
    const [olga, cleo] = [await one('olga'), await one('cleo')]
    const guest_invites = [{ user_id: cleo.id }]
    await as(olga).post('/v1/trips', { name: 'Porto', guest_invites })
    const { path } = await linkTo(cleo)
    const { text } = await as(anonymous).get(path)
    expect(wordsOf(text)).toContain(`${olga.name} invited you to the trip Porto.`)
  })

  it('it changes nothing: after many GETs and HEADs the link still works', async () => {
    const { path, trip } = await waiting()
    const before = await members(trip.id)
    for (const more of ['', '/', '?answer=accept', '/?answer=decline']) {
      expect(await as(anonymous).get(`${path}${more}`)).toMatchObject(shown)
      expect(await as(anonymous).head(`${path}${more}`)).toMatchObject({ status: 200, text: '' })
    }
    expect(await members(trip.id)).toBe(before)
    expect(await accept(path)).toMatchObject(joined)
  })

  it('it says that an unknown, answered or withdrawn link, or of a deleted trip, no longer works', async () => {
    const [used, withdrawn, deleted] = [await waiting(), await waiting(), await waiting()]
    await accept(used.path)
    await as(withdrawn.olga).delete(
      `/v1/trip/${withdrawn.trip.id}/collaborator/${withdrawn.cleo.id}`,
    )
    await as(deleted.olga).delete(`/v1/trips/${deleted.trip.id}`)
    for (const path of ['/invitation/nonsense', used.path, withdrawn.path, deleted.path]) {
      const answer = await as(anonymous).get(path)
      expect(answer).toMatchObject(deadLink)
      expect(answer.text).not.toContain('<form')
      expect(answer.text).not.toContain('Lisbon')
      expect(await as(anonymous).head(path)).toMatchObject({ status: 400, headers: page, text: '' })
    }
  })
})

describe('17 the invitation page, POST', () => {
  it('it accepts once', async () => {
    const { path, trip, cleo } = await waiting()
    expect(await accept(path)).toMatchObject(joined)
    expect(await membership(trip.id, cleo)).toMatchObject({ joined: true, invitation_hash: null })
    for (const again of [accept, decline]) expect(await again(path)).toMatchObject(deadLink)
    expect(await membership(trip.id, cleo)).toMatchObject({ joined: true })
  })

  it('it declines once', async () => {
    const { path, trip, cleo } = await waiting()
    expect(await decline(`${path}/`)).toMatchObject(declined)
    expect(await membership(trip.id, cleo)).toBeUndefined()
    for (const again of [accept, decline]) expect(await again(path)).toMatchObject(deadLink)
  })

  it('a withdrawn link no longer works', async () => {
    const { path, trip, cleo, olga } = await waiting()
    await as(olga).delete(`/v1/trip/${trip.id}/collaborator/${cleo.id}`)
    expect(await accept(path)).toMatchObject(deadLink)
    expect(await membership(trip.id, cleo)).toBeUndefined()
  })

  it.each(['', 'answer=', 'answer=yes', 'accept=true', 'answer=accept&answer=', 'token=x'])(
    'a body with neither answer shows the form again: %j',
    async (body) => {
      const { path, trip, cleo } = await waiting()
      const answer = await post(path, body)
      expect(answer).toMatchObject({ ...shown, status: 400 })
      expect(answer.text).toContain('choose Accept or Decline')
      expect(await membership(trip.id, cleo)).toMatchObject({ joined: false })
      expect(await accept(path)).toMatchObject(joined)
    },
  )

  it('it reads the token only from the path, and ignores credentials', async () => {
    const [mine, other] = [await waiting(), await waiting()]
    const headers = { ...form, authorization: `Token ${other.cleo.key}` }
    const body = `token=${other.token}&answer=accept`
    expect(await as(anonymous).post(mine.path, body, headers)).toMatchObject(joined)
    expect(await membership(mine.trip.id, mine.cleo)).toMatchObject({ joined: true })
    expect(await membership(other.trip.id, other.cleo)).toMatchObject({ joined: false })
  })

  it.each(['"><script>alert(1)</script>', "' or 1=1 --", 'a/b', '\0', '𝄞'.repeat(500), ' '])(
    'hostile characters in the token are a dead link: %j',
    async (text) => {
      const path = `/invitation/${encodeURIComponent(text)}`
      const get = await as(anonymous).get(path)
      expect(get).toMatchObject(deadLink)
      const answer = await accept(path)
      expect(answer).toMatchObject(deadLink)
      for (const one of [get, answer]) expect(one.text).not.toContain('<script')
    },
  )

  it('bodies of another kind are refused with a page', async () => {
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

/** Core operations, each as one request on objects and people of its own. */
import { as } from '../../client.ts'
import { resetValues } from '../../mailbox.ts'
import { favorite, inviteTo } from '../../spec/invitations.ts'
import { newKey } from '../../spec/keys.ts'
import { alternative, fresh, one } from '../../spec/persons.ts'
import { insert } from '../../sync.ts'
import { join, type Person, password, trip } from '../../world.ts'
import { ofFiles, ofMails } from './file-operations.ts'
import { graphql, operation, without } from './operation.ts'

const walk = { name: 'Walk', starts_at: '2031-04-19T10:00:00+01:00', price: 3 }
const newWord = 'another horse 8'
const twice = { new_password1: newWord, new_password2: newWord }

const activityIn = async (trip_id: number, { id: owner_id }: Person) =>
  (await insert('activity', { trip_id, owner_id, name: 'Walk' }))[0] as number

const ofAccounts = [
  operation(
    'sign-up',
    () => {
      const email = `${fresh('new')}@mail.example`
      return { method: 'POST', path: '/v1/signup', body: { username: email, password }, by: null }
    },
    without,
  ),
  operation(
    'login',
    ({ username }) => ({ method: 'POST', path: '/auth', body: { username, password }, by: null }),
    without,
  ),
  operation(
    'change of a password',
    () => {
      const body = { old_password: password, ...twice }
      return { method: 'POST', path: '/auth/password/change', body }
    },
    without,
  ),
  operation(
    'reset of a password, asked for',
    ({ email }) => ({ method: 'POST', path: '/auth/password/reset', body: { email }, by: null }),
    without,
  ),
  operation(
    'reset of a password, confirmed',
    async ({ email }) => {
      await as({ key: null }).post('/auth/password/reset', { email })
      const body = { ...(await resetValues(email)), ...twice }
      return { method: 'POST', path: '/auth/password/reset/confirm', body, by: null }
    },
    without,
  ),
  operation('profile', () => ({ method: 'PATCH', path: '/v1/me', body: { language: 'pt' } })),
  operation(
    'key, made',
    () =>
      graphql('mutation ($input: KeyInput!) { createKey(input: $input) { key info { id } } }', {
        name: 'a key',
      }),
    without,
  ),
  operation('key, deleted', async (olga) =>
    graphql(`mutation { deleteKey(id: ${(await newKey(olga, {})).info.id}) }`),
  ),
  operation('logout', () => ({ method: 'POST', path: '/auth/logout' }), without),
  operation('address, added', () => {
    const email = `${fresh('other')}@mail.example`
    return { method: 'POST', path: '/v1/emails/add', body: { email } }
  }),
  operation('address, verified', async (olga) =>
    graphql(
      `mutation { verifyAlternativeEmail(hash: "${await alternative(olga, false)}") { id } }`,
    ),
  ),
]

const ofTrips = [
  operation('trip with guests, made', async (olga) => {
    const [fay, cleo] = [await one('fay'), await one('cleo')]
    await favorite(olga, fay)
    await join((await trip(olga)).id, cleo)
    const guest_invites = [fay, cleo].map(({ id }) => ({ user_id: id, permissions: {} }))
    return { method: 'POST', path: '/v1/trips', body: { name: 'Porto', guest_invites } }
  }),
  operation('trip, made over GraphQL', () =>
    graphql('mutation { createTrip(input: {name: "x"}) { id guests { id } viewerCan { edit } } }'),
  ),
  operation('trip, changed', (_, id) => {
    return { method: 'PATCH', path: `/v1/trips/${id}`, body: { name: 'Porto' } }
  }),
  operation('trip, deleted', (_, id) => ({ method: 'DELETE', path: `/v1/trips/${id}` })),
  operation('trip, restored', async (olga, id) => {
    await as(olga).delete(`/v1/trips/${id}`)
    return graphql(`mutation { restore(kind: TRIP, id: ${id}) }`)
  }),
  operation('activity, made', (_, id) => {
    return { method: 'POST', path: `/v1/trip/${id}/activities`, body: walk }
  }),
  operation('activity, changed', async (olga, id) => {
    const path = `/v1/trip/${id}/activity/${await activityIn(id, olga)}`
    return { method: 'PATCH', path, body: { name: 'Run' } }
  }),
  operation('activity, moved', async (olga, id) => {
    const path = `/v1/trip/${id}/activity/${await activityIn(id, olga)}`
    return { method: 'PATCH', path, body: { update_trip: (await trip(olga)).id } }
  }),
  operation('activity, deleted', async (olga, id) => {
    return { method: 'DELETE', path: `/v1/trip/${id}/activity/${await activityIn(id, olga)}` }
  }),
  operation('category, made', () => {
    return { method: 'POST', path: '/v1/categories', body: { name: 'Surfing' } }
  }),
  operation('category, deleted', async (olga) => {
    const { json } = await as(olga).post('/v1/categories', { name: 'Surfing' })
    return { method: 'DELETE', path: `/v1/categories/${json.id}` }
  }),
]

const ofPeople = [
  operation('invitation', async (olga, trip_id) => {
    const cleo = await one('cleo')
    await join((await trip(olga)).id, cleo)
    const body = { trip_id, invited_user_email: cleo.email, permissions: {} }
    return { method: 'POST', path: '/v1/guests/invite', body }
  }),
  operation('invitation, accepted', async (olga, id) => {
    const cleo = await one('cleo')
    await join((await trip(olga)).id, cleo)
    await inviteTo(id, olga, cleo)
    return { ...graphql(`mutation { acceptInvitation(tripId: ${id}) { id name } }`), by: cleo }
  }),
  operation('rights, changed', async (_, id) => {
    const ed = await one('ed')
    await join(id, ed)
    const path = `/v1/trip/${id}/collaborator/${ed.id}/permissions`
    return { method: 'PATCH', path, body: { can_edit: true } }
  }),
  operation('member, removed', async (_, id) => {
    const ed = await one('ed')
    await join(id, ed)
    return { method: 'DELETE', path: `/v1/trip/${id}/collaborator/${ed.id}` }
  }),
]

export const operations = [...ofAccounts, ...ofTrips, ...ofPeople, ...ofFiles, ...ofMails]

/**
 * Requests whose effects the rows of the permission matrix do not show: they mail people, file what
 * was read, move what is there, attach a file, or use up a token.
 */
import { attaching, placeAt, prepare, put } from '../../documents.ts'
import { planner } from '../../mail/calendar-exports.ts'
import { favorite, inviteTo, linkTo } from '../../spec/invitations.ts'
import { newKey } from '../../spec/keys.ts'
import { alternative, one } from '../../spec/persons.ts'
import { insert, insertEmail } from '../../sync.ts'
import { join, type Person, premium, trip } from '../../world.ts'
import type { KeyedMutation, SentRequest } from './requests.ts'

type Make = (olga: Person, tripId: number) => Promise<Omit<SentRequest, 'person'> & { by?: Person }>

/** By olga, on a trip of her own, unless `by` names another. */
const request = (name: string, field: string, make: Make): KeyedMutation => ({
  name,
  field,
  async make() {
    const olga = await one('olga')
    await premium(olga, true)
    const { id } = await trip(olga)
    const { by: person = olga, ...sent } = await make(olga, id)
    return { person, ...sent }
  },
})

const graphql = (query: string, input?: object) =>
  ({ method: 'POST', path: '/graphql', body: { query, variables: { input } } }) as const

const overRest = [
  request('REST an invitation that is mailed', 'invite', async (olga, trip_id) => {
    const cleo = await one('cleo')
    await join((await trip(olga)).id, cleo)
    const body = { trip_id, invited_user_email: cleo.email, permissions: {} }
    return { method: 'POST', path: '/v1/guests/invite', body }
  }),
  request('REST a trip with guests, who are mailed', 'createTrip', async (olga) => {
    const [fay, cleo] = [await one('fay'), await one('cleo')]
    await favorite(olga, fay)
    await join((await trip(olga)).id, cleo)
    const guest_invites = [fay, cleo].map(({ id }) => ({ user_id: id, permissions: {} }))
    return { method: 'POST', path: '/v1/trips', body: { name: 'Porto', guest_invites } }
  }),
  request('REST a member is removed', 'removeCollaborator', async (_, tripId) => {
    const ed = await one('ed')
    await join(tripId, ed)
    const path = `/v1/trip/${tripId}/collaborator/${ed.id}`
    return { method: 'DELETE', path, body: undefined }
  }),
  request('REST a member leaves', 'removeCollaborator', async (_, tripId) => {
    const ed = await one('ed')
    await join(tripId, ed)
    const path = `/v1/trip/${tripId}/collaborator/${ed.id}`
    return { by: ed, method: 'DELETE', path, body: undefined }
  }),
  request('REST an item moves', 'updateHosting', async (olga, trip_id) => {
    const [id] = await insert('hosting', { trip_id, owner_id: olga.id, name: 'Pensão' })
    const update_trip = (await trip(olga)).id
    return { method: 'PATCH', path: `/v1/trip/${trip_id}/hosting/${id}`, body: { update_trip } }
  }),
  request('REST a file is attached', 'attachDocument', async (olga, tripId) => {
    const place = placeAt(tripId, 'trip', tripId)
    const upload = await prepare(olga, place)
    await put(upload)
    return { method: 'POST', path: place.v1(), body: attaching(upload) }
  }),
  request('REST the end of a login', 'logOut', async () => {
    return { method: 'POST', path: '/auth/logout', body: undefined }
  }),
  request('REST the profile, with a new name', 'updateMe', async () => {
    return { method: 'PATCH', path: '/v1/me', body: { name: 'Olga the Great' } }
  }),
  ...(['PUT', 'PATCH'] as const).map((method) =>
    request(`REST ${method} of the names`, 'replaceAuthUser', async ({ username }) => {
      return { method, path: '/auth/user', body: { username, first_name: 'Olga' } }
    }),
  ),
]

const overGraphQL = [
  request('GraphQL a calendar is imported', 'importCalendar', async () => {
    const selection = '{ filed waiting known emails { subject activities { name } } }'
    const query = `mutation ($input: CalendarInput!) { importCalendar(input: $input) ${selection} }`
    return graphql(query, { content: planner })
  }),
  request('GraphQL the end of a login', 'logOut', async () =>
    graphql('mutation { logOut { detail } }'),
  ),
  request('GraphQL the names', 'replaceAuthUser', async ({ username }) =>
    graphql(
      'mutation ($input: AuthUserInput!) { replaceAuthUser(input: $input) { id firstName } }',
      { username, firstName: 'Olga' },
    ),
  ),
  request(
    'GraphQL an invitation is answered by its token',
    'answerInvitation',
    async (olga, id) => {
      const cleo = await one('cleo')
      await join((await trip(olga)).id, cleo)
      await inviteTo(id, olga, cleo)
      const { token } = await linkTo(cleo)
      return graphql(
        'mutation ($input: InvitationAnswerInput!) { answerInvitation(input: $input) { detail } }',
        { token, accept: true },
      )
    },
  ),
  request('GraphQL a key is deleted', 'deleteKey', async (olga) => {
    const { info } = await newKey(olga, {})
    return graphql(`mutation { deleteKey(id: ${info.id}) }`)
  }),
  request('GraphQL an address is verified', 'verifyAlternativeEmail', async (olga) => {
    const hash = await alternative(olga, false)
    return graphql(`mutation { verifyAlternativeEmail(hash: "${hash}") { id email } }`)
  }),
  request('GraphQL a reset of a password is mailed', 'requestPasswordReset', async ({ email }) =>
    graphql(
      'mutation ($input: PasswordResetInput!) { requestPasswordReset(input: $input) { detail } }',
      { email },
    ),
  ),
  request('GraphQL a favorite is asked for, and mailed', 'requestFavorite', async () => {
    const { email } = await one('fay')
    return graphql(`mutation { requestFavorite(email: "${email}") { id } }`)
  }),
  request('GraphQL an item with its emails', 'updateActivity', async (olga, trip_id) => {
    const [activity_id] = await insert('activity', { trip_id, owner_id: olga.id, name: 'Walk' })
    await insertEmail(olga, { activity_id })
    const selection = '{ id emails { subject content } guests: owner { id name } }'
    const input = '{ name: "Run" }'
    return graphql(
      `mutation { updateActivity(tripId: ${trip_id}, id: ${activity_id}, input: ${input}) ${selection} }`,
    )
  }),
]

export const otherMutations: readonly KeyedMutation[] = [...overRest, ...overGraphQL]

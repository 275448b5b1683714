/**
 * The caller's own things, keys, and what operators do (test/spec/03, 06, 07, 08, 09, 10, 11.1,
 * 17).
 */
import { bare, type MatrixRow, own } from './rows.ts'
import { ownMailRows } from './rows-of-mail.ts'

const refused = { status: 400, code: 'BAD_USER_INPUT' }
const guess = { username: '$fresh', password: 'correct horse 9' }
const differ = { new_password1: 'one horse 8', new_password2: 'two horses 9' }
const newcomer = { username: '$fresh', email: '$fresh@mail.example', password: 'correct horse 9' }
const trips = 'TripPage count results { id }'
const page = 'count results { id }'
const address = '$fresh@mail.example'

/** Rows without ids. Logging out comes last: it ends the key. */
export const ownRows: readonly MatrixRow[] = [
  own('user', 'GET /v2/trips', 'trips(first: 9)', trips),
  own('user', 'GET /v1/trips', 'trips(first: 9)', trips),
  own('user', 'GET /v2/trips?deleted=true', 'deletedTrips', 'TombstonePage count'),
  own('user', 'POST /v1/trips', 'createTrip', 'Trip id', { name: 'x' }, { status: 201 }),
  own('user', 'GET /v1/categories', 'categories', 'CategoryList results { id }'),
  own(
    'user',
    'POST /v1/categories',
    'createCategory',
    'Category id',
    { name: 'x' },
    {
      status: 201,
    },
  ),
  own('user', 'GET /v1/guests/favorites', 'favorites(first: 9)', `FavoritePage ${page}`),
  own('user', '', 'changes(first: 9)', 'Changes hasMore'),
  own('user', '', 'favoriteRequests(first: 9)', `FavoriteRequestPage ${page}`),
  own('user', '', 'invitations(first: 9)', 'InvitationPage count results { tripId }'),
  own('user', '', `requestFavorite(email: "${address}")`, 'Favorite id'),
  own('user', 'GET /v1/me', 'me', 'User id email'),
  own('user', 'PUT /v1/me', 'updateMe', 'User id', { language: 'pt' }),
  own('user', 'PATCH /v1/me', 'updateMe', 'User id', { language: 'pt' }),
  own('user', '', 'renewCalendarIdentifier', 'User id'),
  own('user', 'GET /auth/user', 'me', 'User username'),
  own('user', 'PATCH /auth/user', 'updateAuthUser', 'User id', { first_name: 'x' }),
  own('user', 'PUT /auth/user', 'replaceAuthUser', 'User id', { username: 'a b' }, refused),
  own('user', 'POST /auth/password/change', 'changePassword', 'Notice detail', differ, refused),
  own('anybody', 'POST /v1/signup', 'signUp', 'User id', newcomer, { status: 201 }),
  own('anybody', 'POST /auth', 'createApiKey', 'ApiKey key', guess, refused),
  own('anybody', 'POST /v1/auth', 'createApiKey', 'ApiKey key', guess, refused),
  own('anybody', 'POST /auth/login', 'logIn', 'ApiKey key', guess, refused),
  own('anybody', 'POST /auth/password/reset', 'requestPasswordReset', 'Notice detail', {
    email: address,
  }),
  own(
    'anybody',
    'POST /auth/password/reset/confirm',
    'confirmPasswordReset',
    'Notice detail',
    { uid: '-', token: 'x', ...differ },
    refused,
  ),
  own(
    'anybody',
    '',
    'answerInvitation',
    'Notice detail',
    { token: 'x', accept: true },
    {
      code: 'BAD_USER_INPUT',
    },
  ),
  own('anybody', '', 'isResetLinkValid(uid: "-", token: "x")', ''),
  own('anybody', '', 'mailedInvitation(token: "x")', 'MailedInvitation tripName', undefined, {
    code: 'NOT_FOUND',
  }),
  own('operator', '', 'outbox(first: 1)', 'OutgoingMail state'),
  own('operator', '', 'resetCopies', ''),
  own('operator', '', 'keysOf(email: "$known")', 'KeyInfo name'),
  own('operator', '', 'narrowKey(email: "$known", id: 2147483647)', 'KeyInfo name', undefined, {
    code: 'NOT_FOUND',
  }),
  own('operator', '', 'revokeKey(email: "$known", id: 2147483647)', '', undefined, {
    code: 'NOT_FOUND',
  }),
  own('operator', '', 'setPremium(email: "$known", isPremium: true)', 'PremiumState isPremium'),
  own(
    'operator',
    '',
    'setFavorite(email: "$known", favorite: "$other", pending: true)',
    'Favorite pending',
  ),
  own('operator', '', 'setSubject(email: "$known", subject: "$fresh")', ''),
  own('user', '', 'keys', 'KeyInfo name'),
  own('user', '', 'createKey(input: {name: "x", trips: [0]})', 'NewKey key', undefined, {
    code: 'NOT_FOUND',
  }),
  own('user', '', 'deleteKey(id: 2147483647)', '', undefined, { code: 'NOT_FOUND' }),
  ...ownMailRows,
  own('user', 'POST /auth/logout', 'logOut', 'Notice detail'),
]

const at = '/v1/categories/{id}'
const named = { names: 'category', status: 200, selection: '{ id }', on: 'Category' } as const
const recolored: MatrixRow = {
  field: 'updateCategory(id: $id, input: {color: "AABBCC"})',
  right: 'ownCategory',
  body: () => ({ color: 'AABBCC' }),
  ...named,
}
const record = { names: 'favorite', status: 200, consumes: true, alone: true } as const

/** Rows that name an object of an account. */
export const objectRows: readonly MatrixRow[] = [
  { rest: `GET ${at}`, field: 'category(id: $id)', right: 'seeCategory', ...named },
  { rest: `PUT ${at}`, ...recolored },
  { rest: `PATCH ${at}`, ...recolored },
  {
    rest: `DELETE ${at}`,
    field: 'deleteCategory(id: $id)',
    right: 'ownCategory',
    status: 204,
    names: 'category',
    consumes: true,
    ...bare,
  },
  {
    field: 'restore(kind: CATEGORY, id: $id)',
    right: 'reviveCategory',
    status: 200,
    names: 'category',
    ...{ consumes: true, revives: true, operator: 'BAD_USER_INPUT' },
    ...bare,
  },
  {
    field: 'confirmFavorite(id: $id)',
    right: 'confirmFavorite',
    ...{ selection: '{ id }', on: 'Favorite' },
    ...record,
  },
  { field: 'removeFavorite(id: $id)', right: 'endFavorite', selection: '', on: '', ...record },
]

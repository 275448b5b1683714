/** The inbox, emails by id, alternative addresses, operators' mail (test/spec/07, 17). */
import { bare, type MatrixRow, own } from './rows.ts'

const at = '/v1/automation/emails/{id}'
const message = { names: 'message', status: 200 } as const
const success = { selection: '{ success }', on: 'Success', alone: true } as const

const renamed: MatrixRow = {
  field: 'updateEmail(id: $id, input: {subject: "x"})',
  right: 'moveEmail',
  body: () => ({ subject: 'x' }),
  ...{ selection: '{ id subject content }', on: 'Email', alone: true },
  ...message,
}

/** Rows that name an email or an address by its id alone. */
export const mailRows: readonly MatrixRow[] = [
  {
    rest: `GET ${at}`,
    field: 'inboxEmail(id: $id)',
    right: 'readEmail',
    ...{ selection: '{ id subject safeContent hostings { id } }', on: 'Email' },
    ...message,
  },
  { rest: `PUT ${at}`, ...renamed },
  { rest: `PATCH ${at}`, ...renamed },
  {
    rest: `DELETE ${at}`,
    field: 'deleteEmail(id: $id)',
    right: 'deleteEmail',
    ...{ consumes: true, ...success, ...message },
  },
  {
    field: 'restore(kind: EMAIL, id: $id)',
    right: 'reviveEmail',
    ...{ consumes: true, revives: true, operator: 'BAD_USER_INPUT', ...bare, ...message },
  },
  {
    rest: 'DELETE /v1/emails/{id}',
    field: 'removeAlternativeEmail(id: $id)',
    right: 'removeAddress',
    names: 'address',
    ...{ status: 200, consumes: true, ...success },
  },
]

/** A message without a reservation, in base64. */
const raw = Buffer.from(
  'Message-ID: <matrix@mail.example>\r\nSubject: Hello\r\n\r\nHello',
).toString('base64')
/** A calendar with an event that fits no trip. */
const calendar = [
  ...['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:$fresh', 'SUMMARY:x', 'DTSTART:19800101'],
  ...['END:VEVENT', 'END:VCALENDAR'],
].join('\n')
const image = { filename: 'a.png', content_type: 'image/png' }
const page = 'count results { id }'
const unknown = { status: 401, code: 'BAD_USER_INPUT' }

/** Rows without ids. */
export const ownMailRows: readonly MatrixRow[] = [
  own('user', 'GET /v1/emails', 'alternativeEmails(first: 9)', `AlternativeEmailPage ${page}`),
  own(
    'user',
    'POST /v1/emails/add',
    'addAlternativeEmail',
    'Success success',
    { email: '$fresh@mail.example' },
    { status: 201 },
  ),
  own('user', 'GET /v1/automation/emails', 'inbox(first: 9)', `EmailPage ${page}`),
  own(
    'anybody',
    'GET /v1/emails/{hash}/verify',
    'verifyAlternativeEmail(hash: "$hash")',
    'AlternativeEmail id',
    undefined,
    unknown,
  ),
  ...['profile_photo', 'trip_cover'].map((purpose) =>
    own(
      ...(['sound', 'POST /v1/storage/uploads', 'prepareUpload', 'Upload uploadUrl'] as const),
      { purpose, ...image },
      { operator: 'OK' },
    ),
  ),
  own('user', '', 'importCalendar', 'CalendarImport filed waiting', { content: calendar }),
  own('operator', '', `deliverEmail(raw: "${raw}", owner: "$known")`, 'Email id subject'),
]

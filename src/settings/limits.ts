/** The rate limits (test/spec/01.3). */
import { limit } from './readers.ts'
import { row, type ValuesOf } from './rows.ts'

export const limitRows = {
  LIMIT_LOGIN_ACCOUNT: row(
    '5',
    limit,
    'Failed logins per account and client network (an IPv4 /24 or IPv6 /64) in 15 minutes.',
  ),
  LIMIT_LOGIN_DAY: row(
    '100',
    limit,
    'Failed logins per account and day, from all networks together. Networks from which the ' +
      'account has logged in within the last 30 days are exempt.',
  ),
  LIMIT_LOGIN_ADDRESS: row('20', limit, 'Failed logins per client address in 15 minutes.'),
  LIMIT_SIGNUP: row('60', limit, 'Signups per client address and hour.'),
  LIMIT_UPLOAD: row('60', limit, 'Public image uploads prepared per client address and hour.'),
  LIMIT_UNUSED_UPLOADS: row(
    '2048',
    limit,
    'MiB of uploads that are prepared but not yet used, per account, or per client address for ' +
      'anonymous clients. Each upload counts as at least 1 MiB and expires after a day.',
  ),
  LIMIT_RESET_ADDRESS: row('10', limit, 'Password resets requested per client address and hour.'),
  LIMIT_RESET_ACCOUNT: row('3', limit, 'Password resets requested per account and hour.'),
  LIMIT_ALTERNATIVE_EMAIL: row('10', limit, 'Alternative email addresses added per user and hour.'),
  LIMIT_CALENDAR: row(
    '20',
    limit,
    'Requests for unknown calendar feeds per client address in 15 minutes.',
  ),
  LIMIT_CALENDAR_IMPORT: row('20', limit, 'Calendars imported per user and day.'),
}

/** At most `most` times in `seconds`; `most` 0 = unlimited. */
export interface Limit {
  readonly most: number
  readonly seconds: number
}

const quarter = (most: number): Limit => Object.freeze({ most, seconds: 15 * 60 })
export const hour = (most: number): Limit => Object.freeze({ most, seconds: 60 * 60 })
export const day = (most: number): Limit => Object.freeze({ most, seconds: 24 * 60 * 60 })

/** How often something may be tried. */
export function limitsOf(values: ValuesOf<typeof limitRows> & { LIMIT_INBOUND_MAIL: number }) {
  return Object.freeze({
    loginAccount: quarter(values.LIMIT_LOGIN_ACCOUNT),
    loginDay: day(values.LIMIT_LOGIN_DAY),
    loginAddress: quarter(values.LIMIT_LOGIN_ADDRESS),
    signup: hour(values.LIMIT_SIGNUP),
    upload: hour(values.LIMIT_UPLOAD),
    resetAddress: hour(values.LIMIT_RESET_ADDRESS),
    resetAccount: hour(values.LIMIT_RESET_ACCOUNT),
    alternativeEmail: hour(values.LIMIT_ALTERNATIVE_EMAIL),
    calendar: quarter(values.LIMIT_CALENDAR),
    calendarImport: day(values.LIMIT_CALENDAR_IMPORT),
    inboundMail: hour(values.LIMIT_INBOUND_MAIL),
  })
}

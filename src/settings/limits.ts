/** The rate limits (test/spec/01.3). */
import { mapped } from '../base/values.ts'
import { limit } from './readers.ts'
import { row } from './rows.ts'

/** At most `max` times in `seconds`; `max` 0 = unlimited. */
interface Limit {
  readonly max: number
  readonly seconds: number
}

const perSeconds = (seconds: number) =>
  mapped(limit, (max): Limit => Object.freeze({ max, seconds }))
const perQuarter = perSeconds(15 * 60)
export const perHour = perSeconds(60 * 60)
export const perDay = perSeconds(24 * 60 * 60)

export const limitRows = {
  loginAccount: row(
    'LIMIT_LOGIN_ACCOUNT',
    '5',
    perQuarter,
    'Failed logins per account and client network (an IPv4 /24 or IPv6 /64) in 15 minutes.',
  ),
  loginDay: row(
    'LIMIT_LOGIN_DAY',
    '100',
    perDay,
    'Failed logins per account and day, from all networks together. Networks from which the ' +
      'account has logged in within the last 30 days are exempt.',
  ),
  loginAddress: row(
    'LIMIT_LOGIN_ADDRESS',
    '20',
    perQuarter,
    'Failed logins per client address in 15 minutes.',
  ),
  signup: row('LIMIT_SIGNUP', '60', perHour, 'Signups per client address and hour.'),
  upload: row(
    'LIMIT_UPLOAD',
    '60',
    perHour,
    'Public image uploads prepared per client address and hour.',
  ),
  resetAddress: row(
    'LIMIT_RESET_ADDRESS',
    '10',
    perHour,
    'Password resets requested per client address and hour.',
  ),
  resetAccount: row(
    'LIMIT_RESET_ACCOUNT',
    '3',
    perHour,
    'Password resets requested per account and hour.',
  ),
  alternativeEmail: row(
    'LIMIT_ALTERNATIVE_EMAIL',
    '10',
    perHour,
    'Alternative email addresses added per user and hour.',
  ),
  calendar: row(
    'LIMIT_CALENDAR',
    '20',
    perQuarter,
    'Requests for unknown calendar feeds per client address in 15 minutes.',
  ),
  calendarImport: row(
    'LIMIT_CALENDAR_IMPORT',
    '20',
    perDay,
    'Calendars imported per user and day.',
  ),
  inboundMail: row(
    'LIMIT_INBOUND_MAIL',
    '1000',
    perHour,
    'Booking emails received per client address and hour; unknown recipients count as well.',
  ),
}

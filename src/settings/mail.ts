/**
 * The settings of inbound mail, and the limits on outgoing mail (test/spec/01.3,
 * test/settings/config).
 */
import { isAbsolute } from 'node:path'
import { matching, oneOf, whole } from '../base/values.ts'
import { perDay, perHour } from './limits.ts'
import { host, isMailbox, portNumber, urlOf } from './readers.ts'
import { emptyRow, optionalRow, row, type ValuesOf } from './rows.ts'

export const inboundRows = {
  port: optionalRow(
    'INBOUND_SMTP_PORT',
    portNumber,
    'Port to listen on for booking emails; 0 picks a free port. Unset: the service does not listen.',
  ),
  host: row('INBOUND_SMTP_HOST', '127.0.0.1', host, 'Address to listen on for booking emails.'),
  protocol: row(
    'INBOUND_PROTOCOL',
    'smtp',
    oneOf('smtp', 'lmtp'),
    'Protocol for booking emails: smtp, or lmtp for delivery by a local mail server.',
  ),
  domain: optionalRow(
    'INBOUND_DOMAIN',
    matching(
      'must be a domain name such as in.trips.example',
      /^[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*$/i,
    ),
    "Domain of the users' secret inbound addresses. Unset: there are none, and a booking email " +
      'is accepted only if DKIM proves that it comes from an address of a user.',
  ),
  shared: emptyRow(
    'INBOUND_SHARED',
    'plans',
    matching(
      'must be the part of an email address before the @, which must not begin with anon_',
      /^(?!anon_)([a-z\d]([a-z\d._-]{0,62}[a-z\d])?)?$/i,
    ),
    'Local part of the inbound address that all users share, such as plans@in.trips.example. It ' +
      'accepts booking emails that DKIM proves to come from an address of a user. Empty: there ' +
      'is none.',
  ),
  signatureDays: row(
    'INBOUND_SIGNATURE_DAYS',
    '30',
    whole(0, 3_650),
    'Days for which a DKIM signature proves who has sent a booking email. Older emails are ' +
      'treated as unsigned, because anyone who has one can send it again. 0: no limit.',
  ),
  kitinerary: optionalRow(
    'KITINERARY_EXTRACTOR',
    matching(
      'must be off, or the absolute path of a program',
      (text) => text === 'off' || isAbsolute(text),
    ),
    'Absolute path of kitinerary-extractor, which finds bookings in PDF tickets, wallet passes ' +
      'and emails that have no markup, or off. Unset: the one installed by the distribution, if ' +
      'any.',
  ),
}

export const outgoingRows = {
  smtpUrl: optionalRow(
    'SMTP_URL',
    matching(
      'must be a URL such as smtp://user:password@host:587 or smtps://host:465',
      (text) => urlOf(text, 'smtp', 'smtps') !== undefined,
    ),
    'SMTP server for outgoing mail, as smtp://user:password@host:587 or smtps://host:465. Set it ' +
      'in production. Unset: mails are stored as .eml files in DATA_DIR/outbox.',
  ),
  mailFrom: row(
    'MAIL_FROM',
    'Trips <trips@localhost>',
    matching('must be an email address, or Name <address>', isMailbox),
    'Sender of outgoing mail.',
  ),
  mailKept: row(
    'MAIL_DAYS',
    '30',
    whole(1, 3_650),
    'Days to keep mails that were sent or have failed.',
  ),
  account: row(
    'LIMIT_MAIL_ACCOUNT',
    '60',
    perHour,
    'Mails caused by one account per hour; further ones are not sent. 0: no limit.',
  ),
  recipient: row(
    'LIMIT_MAIL_RECIPIENT',
    '10',
    perDay,
    'Mails caused by all accounts to one recipient per day; further ones are not sent. 0: no ' +
      'limit.',
  ),
}

/** The listener for booking mail. */
export function inboundOf(values: ValuesOf<typeof inboundRows>) {
  const domain = values.domain?.toLowerCase()
  const isShared = values.shared !== '' && domain !== undefined
  return Object.freeze({
    ...values,
    /** undefined: no secret addresses. */
    domain,
    /** The shared address, in lower case; undefined: none. */
    shared: isShared ? `${values.shared}@${domain}`.toLowerCase() : undefined,
  })
}

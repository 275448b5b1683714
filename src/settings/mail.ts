/**
 * The settings of inbound mail, and of how much mail goes out (test/spec/01.3,
 * test/process/config).
 */
import { isAbsolute } from 'node:path'
import { day, hour } from './limits.ts'
import { isHost, isMailbox, limit, matching, oneOf, urlOf, whole } from './readers.ts'
import { emptyRow, optionalRow, row, type ValuesOf } from './rows.ts'

export const inboundRows = {
  INBOUND_SMTP_PORT: optionalRow(
    whole(0, 65_535),
    'Port to listen on for booking emails; 0 picks a free port. Unset: the service does not listen.',
  ),
  INBOUND_SMTP_HOST: row(
    '127.0.0.1',
    matching('an IP address or host name', isHost),
    'Address to listen on for booking emails.',
  ),
  INBOUND_PROTOCOL: row(
    'smtp',
    oneOf('smtp', 'lmtp'),
    'Protocol for booking emails: smtp, or lmtp for delivery by a local mail server.',
  ),
  INBOUND_DOMAIN: optionalRow(
    matching('a domain name such as in.trips.example', (text) =>
      /^[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*$/i.test(text),
    ),
    "Domain of the users' secret inbound addresses. Unset: there are none, and a booking email " +
      'is accepted only if DKIM proves that it comes from an address of a user.',
  ),
  INBOUND_SHARED: emptyRow(
    'plans',
    matching(
      'the part of an email address before the @, which must not begin with anon_',
      (text) => /^([a-z\d]([a-z\d._-]{0,62}[a-z\d])?)?$/i.test(text) && !/^anon_/i.test(text),
    ),
    'Local part of the inbound address that all users share, such as plans@in.trips.example. It ' +
      'accepts booking emails that DKIM proves to come from an address of a user. Empty: there ' +
      'is none.',
  ),
  INBOUND_SIGNATURE_DAYS: row(
    '30',
    whole(0, 3_650),
    'Days for which a DKIM signature proves who has sent a booking email. Older emails are ' +
      'treated as unsigned, because anyone who has one can send it again. 0: no limit.',
  ),
  LIMIT_INBOUND_MAIL: row(
    '1000',
    limit,
    'Messages per client address and hour; unknown recipients count as well. 0: no limit.',
  ),
  KITINERARY_EXTRACTOR: optionalRow(
    matching(
      'off, or the absolute path of a program',
      (text) => text === 'off' || isAbsolute(text),
    ),
    'Absolute path of kitinerary-extractor, which finds bookings in PDF tickets, wallet passes ' +
      'and emails that have no markup, or off. Unset: the one installed by the distribution, if ' +
      'any.',
  ),
}

export const outgoingRows = {
  SMTP_URL: optionalRow(
    matching(
      'a URL such as smtp://user:password@host:587 or smtps://host:465',
      (text) => urlOf(text, 'smtp', 'smtps') !== undefined,
    ),
    'SMTP server for outgoing mail, as smtp://user:password@host:587 or smtps://host:465. Set it ' +
      'in production. Unset: mails are stored as .eml files in DATA_DIR/outbox.',
  ),
  MAIL_FROM: row(
    'Trips <trips@localhost>',
    matching('an email address, or Name <address>', isMailbox),
    'Sender of outgoing mail.',
  ),
  MAIL_DAYS: row('30', whole(1, 3_650), 'Days to keep mails that were sent or have failed.'),
  LIMIT_MAIL_ACCOUNT: row(
    '60',
    limit,
    'Mails caused by one account per hour; further ones are not sent. 0: no limit.',
  ),
  LIMIT_MAIL_RECIPIENT: row(
    '10',
    limit,
    'Mails caused by all accounts to one recipient per day; further ones are not sent. 0: no ' +
      'limit.',
  ),
}

function sharedOf({ INBOUND_SHARED: name, INBOUND_DOMAIN: domain }: ValuesOf<typeof inboundRows>) {
  return name === '' || domain === undefined ? undefined : `${name}@${domain}`.toLowerCase()
}

/** Where booking mail comes in. */
export function inboundOf(values: ValuesOf<typeof inboundRows>) {
  return Object.freeze({
    /** In lower case. undefined: there are no secret addresses. */
    domain: values.INBOUND_DOMAIN?.toLowerCase(),
    /** The shared address, in lower case. undefined: there is none. */
    shared: sharedOf(values),
    /** For how long a signature proves the sender; 0: for ever. */
    signatureDays: values.INBOUND_SIGNATURE_DAYS,
    /** undefined: nothing listens. */
    port: values.INBOUND_SMTP_PORT,
    host: values.INBOUND_SMTP_HOST,
    protocol: values.INBOUND_PROTOCOL,
    /** Path of the program that reads emails without markup, or off; undefined: searched for. */
    kitinerary: values.KITINERARY_EXTRACTOR,
  })
}

/** On mails that accounts cause, by account and by recipient. */
export function mailLimitsOf(values: ValuesOf<typeof outgoingRows>) {
  return Object.freeze({
    account: hour(values.LIMIT_MAIL_ACCOUNT),
    recipient: day(values.LIMIT_MAIL_RECIPIENT),
  })
}

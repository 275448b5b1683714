/**
 * The settings of inbound mail, and of how much mail goes out (test/spec/01.3,
 * test/process/config).
 */
import { isAbsolute } from 'node:path'
import { isHost, limit, matching, oneOf, whole } from './setting-readers.ts'
import { optionalRow, row, type ValuesOf } from './setting-rows.ts'

export const mailRows = {
  INBOUND_DOMAIN: optionalRow(
    matching('a domain like in.trips.example', (text) =>
      /^[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*$/i.test(text),
    ),
    'The domain of the secret addresses. Unset: only proved senders and operators bring mail.',
  ),
  INBOUND_SMTP_PORT: optionalRow(
    whole(0, 65_535),
    'The port that takes booking mail; 0 = any free one. Unset: none.',
  ),
  INBOUND_SMTP_HOST: row(
    '127.0.0.1',
    matching('an address or host name', isHost),
    'The address of that port.',
  ),
  INBOUND_PROTOCOL: row('smtp', oneOf('smtp', 'lmtp'), 'What is spoken there: smtp or lmtp.'),
  KITINERARY_EXTRACTOR: optionalRow(
    matching('the absolute path of a program', isAbsolute),
    'The path of kitinerary-extractor, asked about mails without markup. Unset: nothing is asked.',
  ),
}

export const outgoingRows = {
  LIMIT_MAIL_ACCOUNT: row('60', limit, 'Mails that one account causes, in an hour.'),
  LIMIT_MAIL_RECIPIENT: row('10', limit, 'Mails that accounts cause to one recipient, in a day.'),
  MAIL_DAYS: row(
    '30',
    whole(1, 3_650),
    'Days that mails are kept which were sent, as rows and as files in DATA_DIR/outbox.',
  ),
}

/** Where booking mail comes in. */
export function inboundOf(values: ValuesOf<typeof mailRows>) {
  return Object.freeze({
    /** In lower case. undefined: there are no secret addresses. */
    domain: values.INBOUND_DOMAIN?.toLowerCase(),
    /** undefined: nothing listens. */
    port: values.INBOUND_SMTP_PORT,
    host: values.INBOUND_SMTP_HOST,
    protocol: values.INBOUND_PROTOCOL,
    /** undefined: no other program is asked about a message. */
    kitinerary: values.KITINERARY_EXTRACTOR,
  })
}

/** The mails about an account itself, as rows of outgoing_mail. */
import {
  escaped,
  greetingOf,
  linkTo,
  type MailDraft,
  page,
  pageUrl,
  paragraph,
} from './mail-text.ts'

export interface ResetMail {
  /** The account's primary address. */
  to: string
  /** May be empty. */
  name: string
  uid: string
  token: string
  /** The service's public address. */
  baseUrl: string
}

/**
 * The password reset mail (test/spec/10): a link to the page `/reset/{uid}/{token}`, and both
 * values for clients that ask for them.
 */
export function resetMail({ to, name, uid, token, baseUrl }: ResetMail): MailDraft {
  const link = pageUrl(baseUrl, 'reset', uid, token)
  const greeting = greetingOf(name)
  const why = 'We received a request to reset the password for your account.'
  const how = 'To choose a new password, open this link within 60 minutes:'
  const inApp = 'If your app asks for a uid and a token, enter these:'
  const ignore =
    'If you did not request this, you can ignore this message. Your password will not change.'
  return {
    recipient: to,
    isUrgent: true,
    token,
    subject: 'Reset your password',
    text: [
      ...[greeting, '', why, how, '', link, '', inApp],
      ...[`uid: ${uid}`, `token: ${token}`, '', ignore, ''],
    ].join('\n'),
    html: page(
      paragraph(escaped(greeting)),
      paragraph(`${escaped(why)} ${escaped(how)}`),
      paragraph(linkTo(link)),
      paragraph(
        `${escaped(inApp)}<br>uid: <code>${escaped(uid)}</code>` +
          `<br>token: <code>${escaped(token)}</code>`,
      ),
      paragraph(escaped(ignore)),
    ),
  }
}

export interface VerificationMail {
  /** The address to be verified. */
  to: string
  /** Of the account; may be empty. */
  name: string
  hash: string
  /** The service's public address. */
  baseUrl: string
}

/** The mail to a new alternative address (test/spec/07): a link that verifies it. */
export function verificationMail({ to, name, hash, baseUrl }: VerificationMail): MailDraft {
  const link = pageUrl(baseUrl, 'v1', 'emails', hash, 'verify')
  const greeting = greetingOf(name)
  const why = 'This email address was added to an account as an alternative address.'
  const how = 'To verify it, open this link:'
  const ignore =
    'If you did not add it, you can ignore this message. The address will not be verified.'
  return {
    recipient: to,
    isUrgent: true,
    token: hash,
    subject: 'Verify your email address',
    text: [greeting, '', why, how, '', link, '', ignore, ''].join('\n'),
    html: page(
      paragraph(escaped(greeting)),
      paragraph(`${escaped(why)} ${escaped(how)}`),
      paragraph(linkTo(link)),
      paragraph(escaped(ignore)),
    ),
  }
}

/** The mails about an account itself, as rows of outgoing_mail. */
import { escaped } from '../../../base/escaped.ts'
import type { MailDraft } from '../../../outside/mail/outgoing.ts'
import { bodyOf, greeting, linkTo, pageUrl, paragraph, type Service } from './mail-text.ts'

interface AccountMail extends Service {
  to: string
  /** The account's; may be empty. */
  name: string
}

/**
 * The password reset mail to the account's primary address (test/spec/10): a link to the page
 * `/reset/{uid}/{token}`, and both values for clients that ask for them.
 */
export function resetMail({
  to,
  name,
  uid,
  token,
  serviceName,
  baseUrl,
}: AccountMail & { uid: string; token: string }): MailDraft {
  const inApp = 'If your app asks for a uid and a token, enter these:'
  const values = {
    text: `${inApp}\nuid: ${uid}\ntoken: ${token}`,
    html: `${inApp}<br>uid: <code>${escaped(uid)}</code><br>token: <code>${escaped(token)}</code>`,
  }
  return {
    recipient: to,
    isUrgent: true,
    token,
    subject: 'Reset your password',
    ...bodyOf(
      greeting(name),
      paragraph(
        `We received a request to reset the password for your account on ${serviceName}.`,
        'To choose a new password, open this link within 60 minutes:',
      ),
      linkTo(pageUrl(baseUrl, 'reset', uid, token)),
      values,
      paragraph(
        'If you did not request this, you can ignore this message. Your password will not change.',
      ),
    ),
  }
}

/** The mail to a new alternative address (test/spec/07): a link that verifies it. */
export function verificationMail({
  to,
  name,
  hash,
  serviceName,
  baseUrl,
}: AccountMail & { hash: string }): MailDraft {
  return {
    recipient: to,
    isUrgent: true,
    token: hash,
    subject: 'Verify your email address',
    ...bodyOf(
      greeting(name),
      paragraph(
        `This email address was added to an account on ${serviceName} as an alternative address.`,
        'To verify it, open this link:',
      ),
      linkTo(pageUrl(baseUrl, 'v1', 'emails', hash, 'verify')),
      paragraph(
        'If you did not add it, you can ignore this message. The address will not be verified.',
      ),
    ),
  }
}

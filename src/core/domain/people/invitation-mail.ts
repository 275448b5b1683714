/** The mail that invites somebody to a trip, as a row of outgoing_mail. */
import type { MailDraft } from '../../../outside/mail/outgoing.ts'
import {
  bodyOf,
  greeting,
  linkTo,
  nameInMail,
  pageUrl,
  paragraph,
  type Service,
} from '../accounts/mail-text.ts'
import { newToken } from '../accounts/secrets.ts'

/** The token in an invitation's link: 160 random bits, of which only the hash is stored. */
export const newInvitationToken = () => newToken(160)

interface InvitationMail extends Service {
  /** The invitee's primary address. */
  to: string
  /** Any of the names may be empty. */
  name: string
  inviterName: string
  tripName: string
  token: string
}

/**
 * The invitation mail (test/spec/11.2, 17-invitations): a link to the page `/invitation/{token}`.
 */
export function invitationMail(mail: InvitationMail): MailDraft {
  const inviter = nameInMail(mail.inviterName) || 'Someone'
  const tripName = nameInMail(mail.tripName)
  const trip = tripName ? `the trip “${tripName}”` : 'a trip'
  return {
    recipient: mail.to,
    token: mail.token,
    subject: `${inviter} invited you to a trip`,
    ...bodyOf(
      greeting(mail.name),
      paragraph(
        `${inviter} invited you to ${trip} on ${mail.serviceName}.`,
        'To accept or decline, open this link:',
      ),
      linkTo(pageUrl(mail.baseUrl, 'invitation', mail.token)),
      paragraph(
        'If you did not expect this invitation, you can ignore it. ' +
          'Nothing happens until you accept.',
      ),
    ),
  }
}

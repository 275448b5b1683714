/**
 * The mail that asks somebody to become a favorite, as a row of outgoing_mail
 * (test/spec/17-favorites).
 */
import type { MailDraft } from '../../../outside/mail/outgoing.ts'
import {
  addressInMail,
  bodyOf,
  greeting,
  nameInMail,
  paragraph,
  type Service,
} from '../accounts/mail-text.ts'

interface FavoriteMail extends Pick<Service, 'serviceName'> {
  to: string
  /** The requester, whose name may be empty. */
  inviter: { name: string; email: string }
}

/** Names the requester. The request is listed in the app, and answered there. */
export function favoriteMail({ to, inviter, serviceName }: FavoriteMail): MailDraft {
  const name = nameInMail(inviter.name)
  const address = addressInMail(inviter.email)
  const who = name ? `${name} (${address})` : address
  return {
    recipient: to,
    subject: 'Someone would like to add you as a favorite',
    ...bodyOf(
      greeting(),
      paragraph(
        `${who} would like to add you as a favorite on ${serviceName}.`,
        'If you confirm, you can add each other to trips without an invitation.',
      ),
      paragraph('To confirm or decline the request, open your app.'),
      paragraph(
        'If you do not know this person, you can ignore this message. Nothing is shared until ' +
          'you confirm.',
      ),
    ),
  }
}

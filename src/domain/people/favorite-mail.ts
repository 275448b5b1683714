/**
 * The mail that asks somebody to become a favorite, as a row of outgoing_mail
 * (test/spec/17-favorites).
 */
import {
  addressInMail,
  escaped,
  type MailDraft,
  nameInMail,
  page,
  paragraph,
} from '../accounts/mail-text.ts'

export interface FavoriteMail {
  to: string
  /** Who asks. The name may be empty. */
  inviter: { name: string; email: string }
}

/** It names who asks; the answer is given in the app, where the request is listed. */
export function favoriteMail({ to, inviter }: FavoriteMail): MailDraft {
  const name = nameInMail(inviter.name)
  const address = addressInMail(inviter.email)
  const who = name ? `${name} (${address})` : address
  const what = `${who} would like to add you as a favorite.`
  const then = 'If you confirm, you can add each other to trips without an invitation.'
  const how = 'To confirm or decline the request, open your app.'
  const ignore =
    'If you do not know this person, you can ignore this message. Nothing is shared until you ' +
    'confirm.'
  return {
    recipient: to,
    subject: 'Someone would like to add you as a favorite',
    text: ['Hello,', '', what, then, '', how, '', ignore, ''].join('\n'),
    html: page(
      paragraph('Hello,'),
      paragraph(`${escaped(what)} ${escaped(then)}`),
      paragraph(escaped(how)),
      paragraph(escaped(ignore)),
    ),
  }
}

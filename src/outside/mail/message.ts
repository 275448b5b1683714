/** A row of outgoing_mail as a message, with the same headers for all drivers. */
import type { SendMailOptions } from 'nodemailer'
import type { Mail } from './mailer.ts'

// One bare mailbox: no list, display name, quoting or white space, so that an address cannot
// smuggle in recipients or headers.
const mailbox = /^[^\s\p{Cc}<>(),;:"\\[\]@]{1,64}@[^\s\p{Cc}<>(),;:"\\[\]@]{1,255}$/u

/**
 * The message of `mail`, from the mailbox `from` (an address, or `Name <address>`). Message-ID and
 * Date depend on the row only, so that receivers recognise a mail that was sent twice. Throws if
 * the recipient is not exactly one address.
 */
export function smtpMessage(mail: Mail, from: string): SendMailOptions {
  if (!mailbox.test(mail.recipient)) throw new Error('the recipient is not a single email address')
  return {
    from,
    to: { name: '', address: mail.recipient },
    subject: mail.subject.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim(),
    text: mail.text,
    ...(mail.html && { html: mail.html }),
    date: mail.createdAt,
    messageId: messageId(mail, from),
    // Keeps auto-responders silent (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

// The second of creation keeps it unique when ids restart at 1 in a new database.
function messageId({ id, createdAt }: Mail, from: string): string {
  const domain = /@([^\s<>"@]+?)>?\s*$/.exec(from)?.[1] ?? 'localhost'
  return `<outgoing.${id}.${Math.floor(createdAt.getTime() / 1000)}000@${domain}>`
}

/** A row of outgoing_mail as a message: the same headers whichever way it leaves. */
import type { SendMailOptions } from 'nodemailer'
import type { Mail } from './mailer.ts'

// One bare mailbox. No list, no display name, no quoting, no white space: an address that could say
// anything else is not sent to, so that no recipient and no header can ride on it.
const mailbox = /^[^\s\p{Cc}<>(),;:"\\[\]@]{1,64}@[^\s\p{Cc}<>(),;:"\\[\]@]{1,255}$/u

/**
 * The message of `mail`, from the mailbox `from` (an address, or `Name <address>`). A row always
 * gives the same Message-ID and Date, so that a receiver recognises a mail that was sent twice.
 * Throws if the recipient is not exactly one address.
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

// The second of creation keeps ids apart that start again at 1 in a new database.
function messageId({ id, createdAt }: Mail, from: string): string {
  const domain = /@([^\s<>"@]+?)>?\s*$/.exec(from)?.[1] ?? 'localhost'
  return `<outgoing.${id}.${Math.floor(createdAt.getTime() / 1000)}000@${domain}>`
}

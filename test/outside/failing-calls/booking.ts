/** A booking email that files itself, and whose ticket becomes a document. */
import { randomUUID } from 'node:crypto'
import { flightHtml } from '../../mail/raw-mails.ts'
import { pdf } from '../objects/samples.ts'

export function bookingWithPdf(): Buffer {
  const lines = [
    'From: Air Prado <booking@air.example>',
    'Subject: Your booking',
    'Date: Sat, 01 Mar 2031 08:45:00 +0100',
    `Message-ID: <${randomUUID()}@air.example>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    ...['', '--b', 'Content-Type: text/html', '', flightHtml()],
    ...['--b', 'Content-Type: application/pdf'],
    'Content-Disposition: attachment; filename=ticket.pdf',
    ...['Content-Transfer-Encoding: base64', '', pdf.toString('base64'), '--b--', ''],
  ]
  return Buffer.from(lines.join('\r\n'))
}

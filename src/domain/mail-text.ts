/** What the mails of the service are made of: plain text and HTML, rows of outgoing_mail. */

/** What a row of outgoing_mail needs. */
export interface MailDraft {
  recipient: string
  subject: string
  text: string
  html: string
}

/** The HTML form of a mail. */
export const page = (...parts: string[]) =>
  `<!doctype html>\n<html lang="en"><body>\n${parts.join('\n')}\n</body></html>\n`

export const paragraph = (html: string) => `<p>${html}</p>`

/** The address as a link that shows itself. */
export const linkTo = (address: string) => `<a href="${escaped(address)}">${escaped(address)}</a>`

/** So that what somebody typed cannot write lines of its own. */
export const onOneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()

const longestName = 100

/** A name that somebody typed, for a mail to somebody else: one line, at most 100 characters. */
export function nameInMail(name: string): string {
  const signs = [...onOneLine(name)]
  return signs.length <= longestName
    ? signs.join('')
    : `${signs.slice(0, longestName - 1).join('')}…`
}

/** The first line of a mail; a name may be empty. */
export const greetingOf = (name: string) => (name ? `Hello ${name},` : 'Hello,')

/** The page of the service, whose public address may end with a slash. */
export function pageAddress(baseUrl: string, ...path: string[]): string {
  return [baseUrl.replace(/\/+$/, ''), ...path.map(encodeURIComponent)].join('/')
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)

/** What the mails of the service are made of: plain text and HTML. */

export type { MailDraft } from '../../outside/mail/outgoing.ts'

/** The HTML form of a mail. */
export const page = (...parts: string[]) =>
  `<!doctype html>\n<html lang="en"><body>\n${parts.join('\n')}\n</body></html>\n`

export const paragraph = (html: string) => `<p>${html}</p>`

/** The address as a link that shows itself. */
export const linkTo = (address: string) => `<a href="${escaped(address)}">${escaped(address)}</a>`

const longestName = 100

// What shows nothing, or turns the order of what is shown; joiners stay, which scripts and emoji
// need.
const invisible = /[\p{Bidi_Control}\u00ad\u180e\u200b\u2060-\u2064\ufeff]/gu

/**
 * A name that somebody typed, for a mail to somebody else: one line, at most 100 characters, and
 * nothing in it that mail programs would turn into a link. Characters that join the parts of an
 * address (`https://host.example`, `www.host.example`, `mailto:`, `\\\\host`) so have a space
 * behind them.
 */
export function nameInMail(name: string): string {
  const plain = name
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(invisible, '')
    // Dots as browsers know them in the name of a host.
    .replace(/([.\u2024\u3002\ufe52\uff0e\uff61])(?=[\p{L}\p{N}\p{M}\p{Cf}])/gu, '$1 ')
    .replace(/([\p{L}\p{N}+-])([:\uff1a])(?=[^\s\d])/gu, '$1$2 ')
    .replace(/([/\\])(?=[/\\])/g, '$1 ')
    .trim()
  const characters = [...plain]
  return characters.length <= longestName
    ? characters.join('')
    : `${characters.slice(0, longestName - 1).join('')}…`
}

/**
 * The address of an account, which no one has verified: as it is where it can only be read as an
 * address of mail, else as a name.
 */
export function addressInMail(email: string): string {
  return /^(?!www\.)[\p{L}\p{N}.+_-]+@/u.test(email) ? email : nameInMail(email)
}

/** The first line of a mail to the owner of a name, which may be empty. */
export function greetingOf(name: string): string {
  const shown = nameInMail(name)
  return shown ? `Hello ${shown},` : 'Hello,'
}

/** The page of the service, whose public address may end with a slash. */
export function pageUrl(baseUrl: string, ...path: string[]): string {
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

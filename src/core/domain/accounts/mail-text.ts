/** What the mails of the service are made of: each paragraph as plain text and as HTML. */

/** What mails say of the service, as the settings have it. */
export interface Service {
  serviceName: string
  /** The service's public address. */
  baseUrl: string
}

/** The same of the settings. */
export const serviceIn = (config: { serviceName: string; publicUrl: string }): Service => ({
  serviceName: config.serviceName,
  baseUrl: config.publicUrl,
})

interface Paragraph {
  text: string
  html: string
}

/** Sentences, each on a line of its own in plain text. */
export const paragraph = (...sentences: string[]): Paragraph => ({
  text: sentences.join('\n'),
  html: escaped(sentences.join(' ')),
})

/** The address as a link that shows itself. */
export const linkTo = (address: string): Paragraph => ({
  text: address,
  html: `<a href="${escaped(address)}">${escaped(address)}</a>`,
})

/** Both forms of a mail. */
export const bodyOf = (...paragraphs: Paragraph[]) => ({
  text: `${paragraphs.map(({ text }) => text).join('\n\n')}\n`,
  html: [
    '<!doctype html>\n<html lang="en"><body>',
    ...paragraphs.map(({ html }) => `<p>${html}</p>`),
    '</body></html>\n',
  ].join('\n'),
})

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

/** The first paragraph of a mail to the owner of a name, which may be empty. */
export function greeting(name = ''): Paragraph {
  const shown = nameInMail(name)
  return paragraph(shown ? `Hello ${shown},` : 'Hello,')
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

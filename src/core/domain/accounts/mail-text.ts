/** The building blocks of the service's mails: each paragraph as plain text and as HTML. */
import { escaped } from '../../../base/escaped.ts'

/** The service, as mails name it. */
export interface Service {
  serviceName: string
  /** The service's public URL. */
  baseUrl: string
}

/** The service according to the settings. */
export const serviceIn = (config: { serviceName: string; publicUrl: string }): Service => ({
  serviceName: config.serviceName,
  baseUrl: config.publicUrl,
})

interface Paragraph {
  text: string
  html: string
}

/** A paragraph of sentences, one per line in plain text. */
export const paragraph = (...sentences: string[]): Paragraph => ({
  text: sentences.join('\n'),
  html: escaped(sentences.join(' ')),
})

/** A link that shows its URL. */
export const linkTo = (url: string): Paragraph => ({
  text: url,
  html: `<a href="${escaped(url)}">${escaped(url)}</a>`,
})

/** Both forms of a mail's body. */
export const bodyOf = (...paragraphs: Paragraph[]) => ({
  text: `${paragraphs.map(({ text }) => text).join('\n\n')}\n`,
  html: [
    '<!doctype html>\n<html lang="en"><body>',
    ...paragraphs.map(({ html }) => `<p>${html}</p>`),
    '</body></html>\n',
  ].join('\n'),
})

const maxNameLength = 100

// Invisible characters, and those that change the direction of text. Joiners stay: scripts and
// emoji need them.
const invisible = /[\p{Bidi_Control}\u00ad\u180e\u200b\u2060-\u2064\ufeff]/gu

/**
 * A name typed by one user, made safe for a mail to another: one line, at most 100 characters, and
 * nothing that mail programs would turn into a link. Characters that join the parts of a URL
 * (`https://host.example`, `www.host.example`, `mailto:`, `\\\\host`) are followed by a space.
 */
export function nameInMail(name: string): string {
  const plain = name
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(invisible, '')
    // All characters that browsers accept as dots in host names.
    .replace(/([.\u2024\u3002\ufe52\uff0e\uff61])(?=[\p{L}\p{N}\p{M}\p{Cf}])/gu, '$1 ')
    .replace(/([\p{L}\p{N}+-])([:\uff1a])(?=[^\s\d])/gu, '$1$2 ')
    .replace(/([/\\])(?=[/\\])/g, '$1 ')
    .trim()
  const characters = [...plain]
  return characters.length <= maxNameLength
    ? characters.join('')
    : `${characters.slice(0, maxNameLength - 1).join('')}…`
}

/**
 * The unverified address of an account: unchanged if it cannot be read as anything but an email
 * address, else made safe like a name.
 */
export function addressInMail(email: string): string {
  return /^(?!www\.)[\p{L}\p{N}.+_-]+@/u.test(email) ? email : nameInMail(email)
}

/** The first paragraph of a mail; `name` is the recipient's, and may be empty. */
export function greeting(name = ''): Paragraph {
  const shown = nameInMail(name)
  return paragraph(shown ? `Hello ${shown},` : 'Hello,')
}

/** The URL of a page of the service; `baseUrl` may end with a slash. */
export function pageUrl(baseUrl: string, ...path: string[]): string {
  return [baseUrl.replace(/\/+$/, ''), ...path.map(encodeURIComponent)].join('/')
}

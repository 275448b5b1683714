/**
 * Checks URLs in fields that other people see (test/spec/15), read as browsers do, so that none
 * accepted here can be a script there.
 */

/** A text without the leading control characters, tabs and line breaks that browsers ignore. */
const asBrowsersRead = (text: string) => text.replace(/^[\p{Cc} ]+|[\t\n\r]/gu, '')

/** Whether the text is an http or https URL with a host. */
export function isWebUrl(text: string): boolean {
  const read = asBrowsersRead(text)
  return /^https?:\/\/[^\s/\\?#]/i.test(read) && URL.canParse(read)
}

/** Whether the text, as it is, is the URL of a page: only browsers ignore line breaks. */
export const isPageUrl = (text: string) => isWebUrl(text) && !/\s/.test(text)

/**
 * `localhost:3000/x`, `mail.example:8080`: a host with its port. Not any word: `tel:110` and
 * `javascript:1` have the same form.
 */
const hostAndPort = /^(localhost|[a-z\d-]+(\.[a-z\d-]+)+):\d{1,5}(?=[/?#]|$)/i

/** Whether the text is an http or https URL, or has no scheme at all. */
export function isHarmlessUrl(text: string): boolean {
  const read = asBrowsersRead(text)
  const hasScheme = /^[a-z][a-z\d+.-]*:/i.test(read) && !hostAndPort.test(read)
  return !hasScheme || isWebUrl(text)
}

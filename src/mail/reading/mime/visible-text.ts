/** The text of a message that its reader sees. */
import { Parser } from 'htmlparser2'

const previewLength = 200
/** Maximum characters read for the preview. */
const maxWords = 20_000

/** Elements that begin a line of their own. */
const ownLine = /^(?:br|p|div|tr|li|h[1-6]|hr|pre|blockquote|table|ul|ol)$/

/** The first visible words of HTML; stops reading once they have more than `max` characters. */
export function visibleText(html: string, max: number): string {
  let [words, hidden] = ['', 0]
  const isHidden = (name: string) => /^(head|script|style|title)$/.test(name)
  const parser = new Parser({
    onopentagname: (name) => {
      words += ownLine.test(name) ? '\n' : ' '
      if (isHidden(name)) hidden += 1
    },
    ontext: (text) => {
      if (hidden === 0) words += text
      if (words.length > max) parser.pause()
    },
    onclosetag: (name) => {
      if (isHidden(name)) hidden -= 1
    },
  })
  parser.write(html)
  return words
}

/** The first words of the message on one line. */
export function previewOf(text: string, html: string): string {
  let line: string[] = []
  // Rarely, a message begins with so much white space that a tenth is not enough.
  for (const max of [maxWords / 10, maxWords]) {
    const words = text || visibleText(html, max)
    line = [
      ...words
        .slice(0, max)
        .replace(/[\s\p{Cc}]+/gu, ' ')
        .trim(),
    ]
    if (line.length > previewLength || words.length <= max) break
  }
  return line.slice(0, previewLength).join('')
}

/**
 * Parses JSON as mailers send it: in HTML comments or CDATA, with entities, comments, other quotes,
 * trailing commas, missing commas and values, raw line breaks inside strings, several documents in
 * a row. Anything else is ignored.
 */
import { decodeHTMLStrict } from 'entities'

const maxLength = 1_000_000

const before =
  /^(?:[\s;>\u200b\ufeff]|<!--|-->|<!\[CDATA\[|\]\]>|\/\/|\/\*(?=\s*(?:<!|\]\]))|\*\/)+/
const wrapping = /(?:[\s;\u200b\ufeff]|<!--|-->|<!\[CDATA\[|(?:\]\]|<!\])>|\/\/|\/\*|\*\/)$/

/** The text without an enclosing comment that hides it from browsers without scripts. */
function unwrapped(text: string): string {
  let inner = text.replace(before, '').trimEnd()
  for (let end = wrapping.exec(inner.slice(-9)); end; end = wrapping.exec(inner.slice(-9))) {
    inner = inner.slice(0, -end[0].length).trimEnd()
  }
  return inner
}

/** Strings, so that their digits are left alone, and whole numbers that may be too long. */
const stringsAndNumbers = /"[^"\\]*(?:\\.[^"\\]*)*"|(?<![\d.eE+-])\d{16,}(?![\d.eE])/g

/** Valid JSON with its long numbers as strings: as numbers, they would be rounded. */
const withExactNumbers = (json: string) =>
  json.replace(stringsAndNumbers, (part) => (part.startsWith('"') ? part : `"${part}"`))

function attempt(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return /\d{16}/.test(text) ? JSON.parse(withExactNumbers(text)) : value
  } catch {
    return undefined
  }
}

/** Opening quotes, each with its closing quotes. */
const quotes: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ['\u201c', '\u201d\u201c'],
  ['\u201d', '\u201d'],
  ['\u201e', '\u201c\u201d'],
])

/** The string at an opening quote as JSON, and the position after it. */
function stringAt(text: string, start: number): { json: string; next: number } {
  const ends = quotes.get(text[start] as string) ?? ''
  let json = '"'
  for (let at = start + 1; at < text.length; at += 1) {
    const sign = text[at] as string
    if (ends.includes(sign)) return { json: `${json}"`, next: at + 1 }
    if (sign === '\\') {
      at += 1
      json += text[at] === "'" ? "'" : sign + (text[at] ?? '')
    } else json += sign === '"' ? '\\"' : sign < ' ' ? ' ' : sign
  }
  return { json, next: text.length }
}

/** The end of a comment that begins here; undefined if none does. */
function endOfComment(text: string, at: number): number | undefined {
  const two = text.slice(at, at + 2)
  if (two !== '//' && two !== '/*') return undefined
  const end = two === '//' ? text.indexOf('\n', at) : text.indexOf('*/', at + 2) + 1
  return end > 0 ? end + 1 : text.length
}

/** Whether a value has ended, so that another one needs a comma. */
const followsValue = (last: string) => last !== '' && !',:{['.includes(last)

/** The text as valid JSON; several documents as an array. */
function repaired(text: string): string {
  let [json, last, depth, documents, at] = ['', '', 0, 0, 0]
  while (at < text.length) {
    const sign = text[at] as string
    const end = endOfComment(text, at)
    if (end !== undefined) at = end
    else if (quotes.has(sign)) {
      const { json: string, next } = stringAt(text, at)
      json += (followsValue(last) || last === ',' ? ',' : '') + string
      last = '"'
      at = next
    } else {
      at += 1
      if (/\s/.test(sign)) {
        json += ' '
        continue
      }
      const closes = sign === '}' || sign === ']'
      // A comma is written only when something follows it.
      if (sign === ',' && last !== ':') {
        if (last !== '{' && last !== '[' && depth > 0) last = ','
        continue
      }
      if (last === ':' && (closes || sign === ',')) json += 'null'
      if (sign === ',') {
        last = ','
        continue
      }
      if (depth === 0) {
        json += documents > 0 ? ',' : ''
        documents += 1
      }
      const isNext = last === ',' || ((sign === '{' || sign === '[') && followsValue(last))
      json += (isNext && !closes ? ',' : '') + sign
      depth += sign === '{' || sign === '[' ? 1 : closes ? -1 : 0
      last = depth === 0 ? '' : sign
    }
  }
  return documents > 1 ? `[${json}]` : json
}

/** The parsed value; undefined if the text cannot be repaired. */
export function parseLenient(source: string): unknown {
  if (source.length > maxLength) return undefined
  const text = unwrapped(source.replaceAll('\u00a0', ' '))
  const value = attempt(text) ?? attempt(repaired(text))
  if (value !== undefined || !/&(#|\w+;)/.test(text)) return value
  // The whole text may have been escaped, even twice.
  const once = decodeHTMLStrict(text)
  const twice = decodeHTMLStrict(once)
  return attempt(once) ?? attempt(repaired(once)) ?? attempt(twice) ?? attempt(repaired(twice))
}

/**
 * JSON as mailers really send it: in HTML comments or CDATA, with entities, comments, other quotes,
 * trailing commas, commas and values left out, raw line breaks inside strings, several documents
 * one after the other. Anything else is ignored.
 */
import { decodeHTMLStrict } from 'entities'

const maxLength = 1_000_000

const before =
  /^(?:[\s;>\u200b\ufeff]|<!--|-->|<!\[CDATA\[|\]\]>|\/\/|\/\*(?=\s*(?:<!|\]\]))|\*\/)+/
const wrapping = /(?:[\s;\u200b\ufeff]|<!--|-->|<!\[CDATA\[|(?:\]\]|<!\])>|\/\/|\/\*|\*\/)$/

/** The text without the comment that hides it from browsers without scripts. */
function unwrapped(text: string): string {
  let inner = text.replace(before, '').trimEnd()
  for (let end = wrapping.exec(inner.slice(-9)); end; end = wrapping.exec(inner.slice(-9))) {
    inner = inner.slice(0, -end[0].length).trimEnd()
  }
  return inner
}

function attempt(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Signs that begin a string, each with those that end it. */
const quotes: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ['\u201c', '\u201d\u201c'],
  ['\u201d', '\u201d'],
  ['\u201e', '\u201c\u201d'],
])

/** The string that begins at a sign, as JSON, and where it ends. */
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

/** Where the comment that begins here ends; undefined if none does. */
function endOfComment(text: string, at: number): number | undefined {
  const two = text.slice(at, at + 2)
  if (two !== '//' && two !== '/*') return undefined
  const end = two === '//' ? text.indexOf('\n', at) : text.indexOf('*/', at + 2) + 1
  return end > 0 ? end + 1 : text.length
}

/** Whether what follows a sign needs a comma between: the sign ends a value. */
const followsValue = (last: string) => last !== '' && !',:{['.includes(last)

/** The text as JSON should have been written; several documents as an array. */
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
      // A comma is written once something follows it.
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

/** The value, or undefined. */
export function parseLenient(source: string): unknown {
  if (source.length > maxLength) return undefined
  const text = unwrapped(source.replaceAll('\u00a0', ' '))
  const value = attempt(text) ?? attempt(repaired(text))
  if (value !== undefined || !/&(#|\w+;)/.test(text)) return value
  // The whole of it was escaped, perhaps twice.
  const once = decodeHTMLStrict(text)
  const twice = decodeHTMLStrict(once)
  return attempt(once) ?? attempt(repaired(once)) ?? attempt(twice) ?? attempt(repaired(twice))
}

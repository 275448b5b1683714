/**
 * JSON as mailers really send it: in HTML comments or CDATA, with trailing commas, raw line breaks
 * inside strings, several documents one after the other. What is still no JSON then is nothing.
 */

const wrappings: [RegExp, string][] = [
  [/^\s*(<!--|\/\/\s*<!\[CDATA\[|<!\[CDATA\[)/, ''],
  [/(-->|\/\/\s*\]\]>|\]\]>)\s*$/, ''],
]

const longest = 1_000_000

function attempt(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The text with line breaks in strings as blanks, and commas before a closing bracket gone. */
function repaired(text: string): string {
  let result = ''
  let inString = false
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] as string
    if (!inString) {
      if (sign === ',' && /^\s*[}\]]/.test(text.slice(at + 1, at + 200))) continue
      if (sign === '"') inString = true
      result += sign
    } else if (sign === '\\') {
      result += sign + (text[at + 1] ?? '')
      at += 1
    } else {
      if (sign === '"') inString = false
      result += sign < ' ' ? ' ' : sign
    }
  }
  return result
}

/** `{…}{…}` and `{…},{…}` as an array. */
const severalAsArray = (text: string) =>
  `[${text
    .trim()
    .replace(/,\s*$/, '')
    .replaceAll(/\}\s*(?:,\s*)?(?=\{\s*"@)/g, '},')}]`

/** The value, or undefined. */
export function parseLenient(source: string): unknown {
  if (source.length > longest) return undefined
  let text = source.replaceAll('\u00a0', ' ').replace(/^\ufeff/, '')
  for (const [pattern, by] of wrappings) text = text.replace(pattern, by)
  text = text.trim().replace(/;$/, '')
  return attempt(text) ?? attempt(repaired(text)) ?? attempt(severalAsArray(repaired(text)))
}

/** How many values a JSON text has, before it is parsed. */

const [quote, comma, bracket, brace, backslash] = Buffer.from('",[{\\')

/** More than any request needs; a megabyte of brackets would be parsed for half a second. */
const maxValues = 20_000

/** Whether a JSON text in UTF-8 has too many values to be parsed while others wait. */
export function hasTooManyValues(json: Uint8Array): boolean {
  if (json.length <= maxValues) return false
  let values = 0
  let isText = false
  for (let at = 0; at < json.length && values <= maxValues; at += 1) {
    const byte = json[at]
    if (byte === backslash) at += 1
    else if (byte === quote) isText = !isText
    else if (!isText && (byte === comma || byte === bracket || byte === brace)) values += 1
  }
  return values > maxValues
}

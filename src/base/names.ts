/**
 * `departureAppleMapsId` -> `departure_apple_maps_id`: the only rule between names in code and
 * those on the wire or in tables.
 */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** `activities` -> `Activities`. */
export const capitalized = <Word extends string>(word: Word) =>
  (word.charAt(0).toUpperCase() + word.slice(1)) as Capitalize<Word>

/** The words of a text, which may have several lines. */
export const words = (text: string): string[] => text.trim().split(/\s+/)

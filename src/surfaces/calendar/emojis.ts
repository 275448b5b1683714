/**
 * Emojis before the names of entries, for profiles with `calendarEmojis` (test/surfaces/calendar).
 */
import { timedKinds } from '../../core/store/kinds.ts'

const byType: Readonly<Record<string, string>> = {
  ...{ airplane: '✈️', bike: '🚲', bus: '🚌', car: '🚗', roadtrip: '🚙', cruise: '🛳️', ferry: '⛴️' },
  ...{ motorcycle: '🏍️', subway: '🚇', train: '🚆', transfer: '🚐', walk: '🚶' },
  ...{ concert: '🎵', museum: '🖼️', restaurant: '🍽️', bar: '🍸', cafe: '☕', shopping: '🛍️' },
  ...{ theater: '🎭', tour: '🧭', event: '🎫', meeting: '👥', kids: '🧸', relax: '🧘', fit: '🏃' },
  ...{ beach: '🏖️', park: '🌳', nationalPark: '🏞️', zoo: '🦁', stadium: '🏟️', movieTheater: '🎬' },
}

const byKind = new Map<string, string>([
  ['trip', '🧳'],
  ...timedKinds.map(({ name, emoji }) => [name, emoji] as const),
])

/** The emoji for an entry's type, else for its kind. */
export const emojiOf = (kind: string, type: string) =>
  (Object.hasOwn(byType, type) ? byType[type] : undefined) ?? byKind.get(kind) ?? ''

/**
 * Titles of events that say that it is not certain whether or when they take place: `HOLD: Tour`,
 * `Tour (not confirmed)` (test/mail/reading/calendar/uncertain-titles).
 */
import { piecesOf, wordsOfPiece } from '../bookings/cancelled-in-words.ts'
import { saysPostponed, statedStatus } from '../bookings/statuses.ts'
import { folded } from '../compared-words.ts'
import type { Reason } from '../reasons.ts'

/** As a part of their own in a title; in a status they would be odd. */
const requests = new Set(
  [
    'request, booking request, reservation request, option, proposal, proposed, draft, maybe',
    'tbc, to be confirmed, subject to confirmation',
    'anfrage, buchungsanfrage, reservierungsanfrage, vorgemerkt, entwurf, unter vorbehalt',
    'demande, à confirmer, solicitud, por confirmar, richiesta, da confermare, pedido, a confirmar',
    'aanvraag, in optie, optie, onder voorbehoud, förfrågan, forespørsel, forespørgsel',
    'zapytanie, wstępna rezerwacja, poptávka, talep, запрос, предварительно, リクエスト, 仮',
  ].flatMap((list) => list.split(', ').map(folded)),
)

/** The reason of a whole part of a title. */
function reasonOf(part: string): Reason | undefined {
  if (saysPostponed(part)) return 'postponed'
  const status = statedStatus(part)
  if (status === 'waiting') return 'waitingList'
  return status === 'pending' || requests.has(folded(part)) ? 'notConfirmed' : undefined
}

/** The reason of a part that ends with such words: `Tour not confirmed`, `Tour verschoben`. */
function reasonAtEnd(part: string): Reason | undefined {
  const words = wordsOfPiece(part)
  const ends = [2, 3]
    .filter((length) => length < words.length)
    .map((length) => words.slice(-length))
  // A single word may belong to a name, unless it is one that only describes.
  if (words.length > 1 && saysPostponed(words.at(-1) ?? '')) return 'postponed'
  return ends.some((end) => reasonOf(end.join(' ')) === 'notConfirmed') ? 'notConfirmed' : undefined
}

/** Why an event with this title must wait; undefined if the title says nothing of the kind. */
export function uncertaintyOf(title: string): Reason | undefined {
  const parts = piecesOf(title)
  // The whole title may be the name of a play.
  const whole = parts.length > 1 ? parts.map(reasonOf) : []
  return [...whole, ...parts.map(reasonAtEnd)].find((reason) => reason !== undefined)
}

/**
 * Subjects of messages that say that a booking is cancelled, while their markup does not
 * (test/mail/cancelling-subjects).
 */
import { folded } from '../compared-words.ts'
import { because, inWords } from '../reasons.ts'
import type { ParsedMail } from '../reservation.ts'
import { piecesOf, saysCancelled, wordsOfPiece } from './cancelled-in-words.ts'
import { statedStatus } from './statuses.ts'

const setOf = (...lists: string[]) =>
  new Set(lists.flatMap((list) => list.split(' ').map((word) => folded(word))))

const cancellations = setOf(
  'cancellation cancelation stornierung storno annullierung absage annulation annullamento',
  'cancellazione disdetta cancelación anulación cancelamento anulação annulering avbokning',
  'avbeställning avbestilling kansellering aflysning annullering afbestilling peruutus',
  'anulowanie anulacja rezygnacja zrušení lemondás anulare iptali отмена аннулирование ακύρωση',
)
/** Compounds that need no further word. */
const confirmedCancellations = setOf(
  'stornierungsbestätigung stornobestätigung annullierungsbestätigung annuleringsbevestiging',
  'avbokningsbekräftelse avbestillingsbekreftelse annulleringsbekræftelse peruutusvahvistus',
  'afbestillingsbekræftelse kanselleringsbekreftelse',
)
/** In another part of the subject, they say that a booking may be cancelled, or stands. */
const openings = setOf(
  'free until till kostenlos kostenlose kostenfrei kostenfreie gratis bis gratuit gratuite',
  "gratuitement jusqu'au jusqu'à gratuita gratuito hasta até fino tot ilmainen maksutta",
  'kostnadsfri bezpłatna bezpłatne bezpłatnie zdarma ingyenes díjmentes gratuită ücretsiz',
  'бесплатно бесплатная до δωρεάν possible möglich refundable',
)
const confirmations = setOf(
  'confirmation bestätigung buchungsbestätigung reservierungsbestätigung confirmación confirmação',
  'conferma bevestiging boekingsbevestiging reserveringsbevestiging bekräftelse',
  'bokningsbekräftelse bekreftelse bekræftelse vahvistus varausvahvistus potwierdzenie',
  'potvrzení visszaigazolás confirmare onayı подтверждение επιβεβαίωση',
)
/** With these alone, the word for a cancellation says that it has happened. */
const fillers = setOf(
  'of the your our for on to a an re fwd fw aw wg booking reservation order ticket flight stay',
  'hotel trip confirmation confirmed confirm complete completed successful no number nr id',
  'der die das des ihrer ihre ihr deiner deine für von buchung reservierung bestätigung',
  'bestätigt erfolgreich nummer de du la le votre ta pour réservation confirmation confirmée',
  'vol billet su tu del el reserva confirmación vuelo da do sua seu confirmação voo di della',
  'tua conferma prenotazione volo van uw je jouw bevestiging boeking reservering av din ditt',
  'bokning bekräftelse bestilling bekreftelse bekræftelse varauksen varaus vahvistus',
  'potwierdzenie rezerwacji twojej potvrzení rezervace o foglalás rezervării confirmare',
  'rezervasyon rezervasyonunuzun подтверждение бронирования вашего κράτησης επιβεβαίωση',
)

const foldedWords = (piece: string) =>
  wordsOfPiece(piece).map((word) => folded(word.replaceAll('’', "'")))

/** Whether a piece says that something is confirmed. */
const confirms = (words: readonly string[]) =>
  words.some((word) => confirmations.has(word) || statedStatus(word) === 'confirmed')

/**
 * Whether a piece of a subject only names a cancellation: `Stornierung Ihrer Buchung H1`. Beside
 * the confirmation of a booking, it is a hint that the booking may be cancelled.
 */
function namesCancellation(piece: string, others: readonly string[]): boolean {
  const words = foldedWords(piece).map((word) => word.replace(/^[dl]'/, ''))
  if (words.some((word) => confirmedCancellations.has(word))) return true
  const telling = words.filter((word) => !/\p{N}/u.test(word) && !fillers.has(word))
  if (telling.length === 0 || !telling.every((word) => cancellations.has(word))) return false
  if (confirms(words)) return true
  return !others.some((other) => {
    const around = foldedWords(other)
    return confirms(around) || around.some((word) => openings.has(word))
  })
}

/** The parts of a subject that say that something is cancelled, and the others. */
function partsOf(subject: string): { cancelling: string[]; others: string[] } {
  const pieces = piecesOf(subject)
  const isCancelling = (piece: string) =>
    saysCancelled(piece) ||
    namesCancellation(
      piece,
      pieces.filter((other) => other !== piece),
    )
  const cancelling = pieces.filter(isCancelling)
  return { cancelling, others: pieces.filter((piece) => !cancelling.includes(piece)) }
}

/** Whether a subject says that something is cancelled; that it may be is not enough. */
export const isCancellingSubject = (subject: string): boolean =>
  partsOf(subject).cancelling.length > 0

type Found = Pick<ParsedMail, 'reservations' | 'doubt'>

/** The bookings of a message; a doubt if its subjects cancel and nothing in it is cancelled. */
export function unlessCancelled(subjects: readonly string[], found: Found): Found {
  const { reservations } = found
  if (reservations.length === 0 || reservations.some(({ isCancelled }) => isCancelled)) return found
  // The name of a play may contain the word.
  const names = reservations.flatMap(({ fields: { name } }) =>
    typeof name === 'string' && name !== '' ? [name] : [],
  )
  const isCancelling = (subject: string) =>
    isCancellingSubject(names.reduce((rest, name) => rest.replaceAll(name, ' '), subject))
  const subject = subjects.find(isCancelling)
  if (subject === undefined) return found
  return { reservations: [], doubt: inWords(because('confirmedAndCancelled', subject)) }
}

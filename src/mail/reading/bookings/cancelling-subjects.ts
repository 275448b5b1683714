/**
 * Subjects of messages that say that a booking is cancelled, while their markup does not
 * (test/mail/cancelling-subjects).
 */
import { folded } from '../compared-words.ts'
import { because, inWords } from '../reasons.ts'
import type { ParsedMail } from '../reservation.ts'
import { piecesOf, saysCancelled, wordsOfPiece } from './cancelled-in-words.ts'

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

/** Whether a piece of a subject only names a cancellation: `Stornierung Ihrer Buchung H1`. */
function namesCancellation(piece: string): boolean {
  const words = wordsOfPiece(piece).map((word) => folded(word).replace(/^[dl]['’]/, ''))
  if (words.some((word) => confirmedCancellations.has(word))) return true
  const telling = words.filter((word) => !/\p{N}/u.test(word) && !fillers.has(word))
  return telling.length > 0 && telling.every((word) => cancellations.has(word))
}

/** Whether a subject says that something is cancelled; that it may be is not enough. */
export const isCancellingSubject = (subject: string): boolean =>
  piecesOf(subject).some((piece) => saysCancelled(piece) || namesCancellation(piece))

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

/**
 * Subjects of messages that say that a booking is cancelled, while their markup does not
 * (test/mail/reading/bookings/cancelling-subjects).
 */
import { folded, foldedSet, plainText, wordsIn } from '../compared-words.ts'
import { because, inWords } from '../reasons.ts'
import type { ParsedMail, Reservation } from '../reservation.ts'
import { piecesOf, saysCancelled, wordsOfPiece } from './cancelled-in-words.ts'
import { statedStatus } from './statuses.ts'

const cancellations = foldedSet(
  'cancellation cancelation stornierung storno annullierung absage annulation annullamento',
  'cancellazione disdetta cancelación anulación cancelamento anulação annulering avbokning',
  'avbeställning avbestilling kansellering aflysning annullering afbestilling peruutus',
  'anulowanie anulacja rezygnacja zrušení lemondás anulare iptali отмена аннулирование ακύρωση',
  'anulowania anulacji rezygnacji lemondása lemondásáról lemondásának törlése anularea anulării',
  'отмены отмену аннулирования аннуляция ακύρωσης',
)
const rebookings = foldedSet('rebooked umgebucht ombokad ombokat omboekt omgeboekt omboket')
const newWords = foldedSet(
  'new neue neuer neuen neues nouveau nouvelle nouvel nueva nuevo nova novo nuova nuovo nieuwe',
  'nieuw ny nya nytt nye uusi nowa nowy nowe nová nový nové új nou nouă yeni новый новая новое νέα',
)
/** What may be new: not the `York` of `New York`. */
const newThings = foldedSet(
  'flight booking reservation itinerary ticket train connection flug buchung reservierung ticket',
  'verbindung zug vol réservation billet train vuelo reserva voo bilhete volo prenotazione',
  'biglietto vlucht boeking flyg bokning biljett fly bestilling billett billet lento varaus lot',
  'rezerwacja let rezervace járat foglalás zbor rezervare uçuş rezervasyon рейс бронирование',
  'πτήση κράτηση',
)
/** Compounds that need no further word. */
const confirmedCancellations = foldedSet(
  'stornierungsbestätigung stornobestätigung annullierungsbestätigung annuleringsbevestiging',
  'avbokningsbekräftelse avbestillingsbekreftelse annulleringsbekræftelse peruutusvahvistus',
  'afbestillingsbekræftelse kanselleringsbekreftelse',
)
/** In another part of the subject, they say that a booking may be cancelled, or stands. */
const openings = foldedSet(
  'free until till kostenlos kostenlose kostenfrei kostenfreie gratis bis gratuit gratuite',
  "gratuitement jusqu'au jusqu'à gratuita gratuito hasta até fino tot ilmainen maksutta",
  'kostnadsfri bezpłatna bezpłatne bezpłatnie zdarma ingyenes díjmentes gratuită ücretsiz',
  'бесплатно бесплатная до δωρεάν possible möglich refundable',
)
const confirmations = foldedSet(
  'confirmation bestätigung buchungsbestätigung reservierungsbestätigung confirmación confirmação',
  'conferma bevestiging boekingsbevestiging reserveringsbevestiging bekräftelse',
  'bokningsbekräftelse bekreftelse bekræftelse vahvistus varausvahvistus potwierdzenie',
  'potvrzení visszaigazolás confirmare onayı подтверждение επιβεβαίωση',
)
/** With these alone, the word for a cancellation says that it has happened. */
const fillers = foldedSet(
  'of the your our for on to a an re fwd fw aw wg booking reservation order ticket flight stay',
  'hotel trip confirmation confirmed confirm complete completed successful no number nr id',
  'der die das des ihrer ihre ihr deiner deine für von buchung reservierung bestätigung',
  'bestätigt erfolgreich nummer de du la le votre ta pour réservation confirmation confirmée',
  'vol billet su tu del el reserva confirmación vuelo da do sua seu confirmação voo di della',
  'tua conferma prenotazione volo van uw je jouw bevestiging boeking reservering av din ditt',
  'bokning bekräftelse bestilling bekreftelse bekræftelse varauksen varaus vahvistus',
  'potwierdzenie rezerwacji twojej potvrzení rezervace o foglalás rezervării confirmare',
  'is has been was now we have request processed ist wurde anfrage bearbeitet durchgeführt est été',
  'demande traitée ha sido solicitud confirmada procesada è stata richiesta confermata foi pedido',
  'is bevestigd är bekräftad er bekræftet bekreftet została potwierdzona visszaigazolása брони',
  'бронь рейса заказа вашей rezervasyon rezervasyonunuzun подтверждение бронирования вашего',
  'κράτησης επιβεβαίωση',
)

/** Nouns for a cancellation that has happened, in languages without spaces or inflexion. */
const notices = new RegExp(
  '(?<!(?:無料|変更|[・や/])\\s*)キャンセル(?:のお知らせ|のご連絡|(?:の|手続き)?完了|確認)' +
    '|(?<!(?:免费|免費|更改|[或和及与])\\s*)取消(?:确认|確認|通知|成功|完成)' +
    '|(?:^|예약|예매|항공권|숙소|숙박|호텔|주문)\\s*취소\\s*(?:안내|확인|완료|알림)',
  'u',
)
/** What a sender had to do: not what the reader has to do, or what may happen. */
const hadTo = new RegExp(
  '\\b(?:we|host|hotel|airline) (?:unfortunately )?(?:had|have|has) to cancel\\b' +
    '|\\bmussten\\b.* stornieren|\\bavons dû annuler' +
    '|\\b(?:hemos|ha) tenido que (?:cancelar|anular)' +
    '|\\b(?:abbiamo|ha) dovuto (?:cancellare|annullare)|\\btivemos (?:de|que) cancelar' +
    '|\\bmoesten\\b.* annuleren',
  'u',
)
const ifIt = /(?<!\p{L})(?:if|unless|wenn|falls|sollten|si|se|als|indien)(?!\p{L})/u

const saysHadTo = (piece: string) => hadTo.test(piece) && !ifIt.test(piece)

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
    saysHadTo(piece) ||
    notices.test(piece) ||
    namesCancellation(
      piece,
      pieces.filter((other) => other !== piece),
    )
  const cancelling = pieces.filter(isCancelling)
  return { cancelling, others: pieces.filter((piece) => !cancelling.includes(piece)) }
}

/** Whether a piece says that something else is booked: `your new flight is confirmed`. */
function isRebooking(piece: string): boolean {
  const words = foldedWords(piece)
  if (words.some((word, at) => newWords.has(word) && newThings.has(words[at + 1] ?? '')))
    return true
  if (words.some((word) => rebookings.has(word))) return true
  // `Your confirmed flight` may be the cancelled one.
  const ends = [1, 2, 3].map((length) => statedStatus(words.slice(-length).join(' ')))
  return ends.includes('confirmed') || ends.includes('changed')
}

/**
 * Whether a subject says that something is cancelled, and nothing else booked instead; that it may
 * be is not enough.
 */
export function isCancellingSubject(subject: string): boolean {
  const { cancelling, others } = partsOf(subject)
  return cancelling.length > 0 && !others.some(isRebooking)
}

/** Whether a subject says that a flight or train among these is cancelled, by its number. */
function isCancellingLeg(subject: string, reservations: readonly Reservation[]): boolean {
  const numbers = reservations.map(({ leg }) => plainText(leg))
  return partsOf(subject).cancelling.some((piece) => {
    const words = wordsIn(piece)
    const pairs = words.map((word, at) => word + (words[at + 1] ?? ''))
    return numbers.some((one) => /\d/.test(one) && [...words, ...pairs].includes(one))
  })
}

type Found = Pick<ParsedMail, 'reservations' | 'doubt'>

/** The bookings of a message; a doubt if its subject cancels and nothing in it is cancelled. */
export function unlessCancelled(subject: string, found: Found): Found {
  const { reservations } = found
  if (reservations.length === 0 || reservations.some(({ isCancelled }) => isCancelled)) return found
  // The name of a play may contain the word.
  const names = reservations.flatMap(({ fields: { name } }) =>
    typeof name === 'string' && name !== '' ? [name] : [],
  )
  const rest = names.reduce((text, name) => text.replaceAll(name, ' '), subject)
  if (!isCancellingSubject(rest) && !isCancellingLeg(rest, reservations)) return found
  return { reservations: [], doubt: inWords(because('confirmedAndCancelled', subject)) }
}

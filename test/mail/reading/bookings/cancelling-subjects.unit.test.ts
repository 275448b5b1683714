/** Inbound mail: a message whose subject cancels what its markup books. */
import { describe, expect, it } from 'vitest'
import {
  isCancellingSubject,
  unlessCancelled,
} from '../../../../src/mail/reading/bookings/cancelling-subjects.ts'
import { parseMail } from '../../../../src/mail/reading/parse.ts'
import { because, inWords } from '../../../../src/mail/reading/reasons.ts'
import type { Reservation } from '../../../../src/mail/reading/reservation.ts'
import { flightHtml, rawMail } from '../../raw-mails.ts'

const encoded = (text: string) => `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`
const bothSaid = (subject: string) => inWords(because('confirmedAndCancelled', subject))
const booking = (more: Partial<Reservation>): Reservation => ({
  ...{ kind: 'activity', isCancelled: false, provider: '', code: 'E-9', leg: '', fields: {} },
  ...more,
})
const read = (subject: string, more: Record<string, unknown> = {}) =>
  parseMail(rawMail({ subject: encoded(subject), html: flightHtml(more) }))

describe('17 Inbound mail: the subject of a message', () => {
  it.each([
    ['Stornierungsbestätigung H1'],
    ['Your reservation H1 has been cancelled'],
    ['Your flight AP123 was canceled on 3 May'],
    ['Fwd: Cancelled: your stay at Casa do Largo'],
    ['Booking cancelled - Casa do Largo'],
    ['Cancellation confirmation H1'],
    ['Confirmation of cancellation: booking H1'],
    ['Cancellation of your booking H1'],
    ['Ihre Buchung H1 wurde storniert'],
    ['Stornierung Ihrer Buchung H1'],
    ['Votre réservation est annulée'],
    ["Confirmation d'annulation"],
    ['Tu reserva H1 ha sido cancelada'],
    ['Confirmación de cancelación'],
    ['A sua reserva foi cancelada'],
    ['La tua prenotazione è stata annullata'],
    ['Conferma di cancellazione'],
    ['Je boeking is geannuleerd'],
    ['Annuleringsbevestiging H1'],
    ['Din bokning är avbokad'],
    ['Rezerwacja została anulowana'],
    ['Rezervasyonunuz iptal edildi'],
    ['Бронирование отменено'],
    ['予約キャンセル済み'],
    ['예약이 취소되었습니다'],
    ['Your flight on 3 May was cancelled'],
    ['Booking no 123 cancelled'],
    ['Your cancelled flight can be refunded'],
    ['Ihr Flug musste storniert werden'],
    ['Je boeking is nu geannuleerd'],
    ['Cancellation confirmation H1: stay until 5 May'],
    ['Cancellation: your booking H1'],
    ['Your cancellation is confirmed'],
    ['Your cancellation request has been processed'],
    ['We have processed your cancellation request'],
    ['Unfortunately, we had to cancel your reservation'],
    ['Wir mussten Ihre Buchung leider stornieren'],
    ['Ihre Stornierung wurde bestätigt'],
    ['Nous avons dû annuler votre réservation'],
    ['Votre annulation est confirmée'],
    ['Su cancelación ha sido confirmada'],
    ['La tua cancellazione è confermata'],
    ['予約キャンセルのお知らせ'],
    ['【重要】ご予約キャンセル完了のお知らせ'],
    ['预订取消确认'],
    ['订单取消通知'],
    ['예약 취소 안내'],
    ['[호텔] 예약취소 완료'],
    ['Potwierdzenie anulowania rezerwacji'],
    ['Подтверждение отмены'],
    ['Отмена бронирования H1'],
    ['Foglalás lemondása'],
    ['Anularea rezervării'],
  ])('cancels: %s', async (subject) => {
    expect(isCancellingSubject(subject)).toBe(true)
    const doubt = bothSaid(subject)
    expect(await read(subject)).toMatchObject({ doubt, reservations: [] })
    const stateless = await read(subject, { reservationStatus: undefined })
    expect(stateless).toMatchObject({ doubt, reservations: [] })
  })

  it.each([
    ['Your booking H1 is confirmed'],
    ['Booking confirmed: free cancellation until 3 May'],
    ['Cancellation policy of your booking'],
    ['Confirmation of your cancellation insurance'],
    ['Your booking can be cancelled free of charge'],
    ['Your booking has not been changed'],
    ['Buchungsbestätigung: kostenlose Stornierung bis 3. Mai'],
    ['Ihre Buchung kann kostenlos storniert werden'],
    ['Stornierungsbedingungen zu H1'],
    ['Réservation confirmée, annulation gratuite'],
    ['Votre réservation peut être annulée'],
    ['Reserva confirmada: cancelación gratuita'],
    ['Prenotazione confermata, cancellazione gratuita'],
    ['Rezervasyon onayı (ücretsiz iptal)'],
    ['予約確定（キャンセル無料）'],
    ['Flug, Hotel, Buchung'],
    ['Booking confirmed – cannot be cancelled'],
    ["Booking confirmed – can't be cancelled"],
    ['Booking confirmed – can’t be cancelled'],
    ['Your booking has not been cancelled'],
    ['Your booking wasn’t cancelled'],
    ['Je boeking kan gratis geannuleerd worden'],
    ['Je boeking kan worden geannuleerd'],
    ['Je boeking kan tot 3 mei gratis geannuleerd worden'],
    ['Din bokning kan bli avbokad'],
    ['Rezerwacja może być anulowana'],
    ['Rezervace může být zrušena'],
    ['Бронирование может быть отменено'],
    ['Foglalás nem lett lemondva'],
    ['Rezervarea nu a fost anulată'],
    ['Η κράτηση δεν ακυρώθηκε'],
    ['Rezervasyon iptal edildi değil'],
    ['Buchungsbestätigung inkl. Storno-Schutz'],
    ['Free-cancellation booking confirmed'],
    ['Booking confirmed | Cancellation: free until 3 May'],
    ['Stornierung: kostenlos bis 3. Mai'],
    ['Buchungsbestätigung – Storno'],
    ['Buchungsbestätigung – Kurtaxe entfällt'],
    ['Your booking is confirmed: cancellation is free'],
    ['Cancellation is possible until 3 May'],
    ['Free cancellation is confirmed for your booking'],
    ['Booking confirmed – what happens if we had to cancel'],
    ['Booking confirmed – you have to cancel by 3 May'],
    ['Stornierung ist bis 3. Mai kostenlos'],
    ['予約確定 無料キャンセルのご案内'],
    ['予約の変更・キャンセルのご案内'],
    ['キャンセル料のお知らせ'],
    ['预订确认 免费取消'],
    ['예약 확정 및 무료 취소 안내'],
    ['예약 취소 수수료 안내'],
    ['Bezpłatne anulowanie rezerwacji'],
    ['Подтверждение бронирования: отмена бесплатно'],
    ['Foglalás visszaigazolása – ingyenes lemondás'],
    ['Confirmarea rezervării: anulare gratuită'],
    [''],
  ])('does not cancel: %s', async (subject) => {
    expect(isCancellingSubject(subject)).toBe(false)
    expect(await read(subject)).toMatchObject({ doubt: '', reservations: [{ code: 'KX77QP' }] })
  })

  it('agrees with markup that says cancelled', async () => {
    const status = { reservationStatus: 'http://schema.org/ReservationCancelled' }
    const { doubt, reservations } = await read('Your flight has been cancelled', status)
    expect({ doubt, reservations }).toMatchObject({ doubt: '', reservations: [{ code: 'KX77QP' }] })
  })

  it('may name one flight that is cancelled, beside another that is booked', () => {
    const found = { reservations: [booking({ isCancelled: true }), booking({})], doubt: '' }
    expect(unlessCancelled('Flight AP123 cancelled', found)).toBe(found)
  })

  it('may contain the name of what is booked', () => {
    const name = 'Cancelled, a play'
    const found = { reservations: [booking({ fields: { name } })], doubt: '' }
    expect(unlessCancelled(`Your tickets for ${name}`, found)).toBe(found)
  })

  it.each([
    ['Your flight LH1 was cancelled – your new flight is confirmed'],
    ['Flight LH1 cancelled: you have been rebooked'],
    ['Flight LH1 cancelled: new flight LH3'],
    ['Flug LH1 storniert – Sie wurden umgebucht'],
    ['Flug LH1 storniert – Ihr neuer Flug'],
    ['Vol LH1 annulé – votre nouveau vol est confirmé'],
    ['Vuelo LH1 cancelado: nueva reserva'],
    ['Volo LH1 cancellato – prenotazione confermata'],
  ])('says what is booked instead: %s', async (subject) => {
    expect(isCancellingSubject(subject)).toBe(false)
    expect(await read(subject)).toMatchObject({ doubt: '', reservations: [{ code: 'KX77QP' }] })
  })

  it.each([
    ['Cancelled: your confirmed booking H1'],
    ['Cancelled: your flight to New York'],
    ['Booking cancelled: cancellation confirmed'],
  ])('books nothing instead: %s', (subject) => {
    expect(isCancellingSubject(subject)).toBe(true)
  })

  it('cancels the flight of the markup, whatever else is booked instead', () => {
    const found = { reservations: [booking({ kind: 'transportation', leg: 'LH1' })], doubt: '' }
    const subject = 'Your flight LH 1 was cancelled – your new flight is confirmed'
    expect(unlessCancelled(subject, found).doubt).toBe(bothSaid(subject))
    expect(unlessCancelled(subject.replace('LH 1', 'LH 2'), found)).toBe(found)
  })

  const forwarding = (...inner: Buffer[]) => {
    const lines = [
      ...['From: ann@mail.example', 'Subject: Look', 'Message-ID: <look@mail.example>'],
      ...['MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=o', ''],
      ...inner.flatMap((one) => ['--o', 'Content-Type: message/rfc822', '', one.toString()]),
      ...['--o--', ''],
    ]
    return parseMail(Buffer.from(lines.join('\r\n')))
  }

  it('counts in an attached message for what that message books', async () => {
    const inner = rawMail({ subject: 'Your flight was cancelled', html: flightHtml() })
    expect(await forwarding(inner)).toMatchObject({
      doubt: bothSaid('Your flight was cancelled'),
      reservations: [],
    })
  })

  it('does not count in an attached message for what another one books', async () => {
    const cancelling = rawMail({ subject: 'Your stay was cancelled', html: '<p>Sorry</p>' })
    const inner = rawMail({ subject: 'Your flight', html: flightHtml() })
    const parsed = await forwarding(cancelling, inner)
    expect(parsed).toMatchObject({ doubt: '', reservations: [{ code: 'KX77QP' }] })
  })
})

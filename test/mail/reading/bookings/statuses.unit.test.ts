/** Inbound mail: what the status of a booking says, in the words that senders use. */
import { describe, expect, it } from 'vitest'
import {
  type Status,
  statedStatus,
  termsOf,
} from '../../../../src/mail/reading/bookings/statuses.ts'
import { parseMail } from '../../../../src/mail/reading/parse.ts'
import { flightHtml, rawMail } from '../../raw-mails.ts'

/** By language: confirmed, changed, cancelled, pending, on a waiting list. */
const words: Record<string, readonly [string, string, string, string, string]> = {
  'schema.org': [
    'https://schema.org/ReservationConfirmed/',
    'Rescheduled',
    'http://schema.org/ReservationCancelled',
    'ReservationPending',
    'ReservationWaitlisted',
  ],
  airlines: ['HK1', 'TK', 'HX', 'NN 2', 'HL'],
  English: ['Your booking is confirmed', 'Changed', 'Canceled', 'On request', 'Waiting list'],
  German: ['Bestätigt', 'Umgebucht', 'Buchung storniert', 'Auf Anfrage', 'Auf der Warteliste'],
  French: ['Réservation confirmée', 'Modifiée', 'Annulée', 'En attente', 'En liste d’attente'],
  Spanish: ['Confirmada', 'Reserva modificada', 'Anulada', 'Pendiente', 'Lista de espera'],
  Italian: ['Confermata', 'Modificato', 'Annullata', 'In attesa di conferma', "Lista d'attesa"],
  Portuguese: ['Confirmado', 'Alterada', 'Cancelada', 'Pendente', 'Em lista de espera'],
  Dutch: ['Bevestigd', 'Gewijzigd', 'Geannuleerd', 'In behandeling', 'Op de wachtlijst'],
  Swedish: ['Bekräftad', 'Ombokad', 'Avbokad', 'Obekräftad', 'På väntelista'],
  Danish: ['Bekræftet', 'Ændret', 'Aflyst', 'Afventer', 'Venteliste'],
  Norwegian: ['Bekreftet', 'Endret', 'Kansellert', 'Avventer', 'På venteliste'],
  Finnish: ['Varaus vahvistettu', 'Muutettu', 'Peruttu', 'Odottaa vahvistusta', 'Jonotuslistalla'],
  Polish: ['Potwierdzona', 'Zmieniona', 'Anulowana', 'Niepotwierdzona', 'Lista oczekujących'],
  Czech: ['Potvrzeno', 'Změněno', 'Zrušeno', 'Čeká na potvrzení', 'Čekací listina'],
  Turkish: ['Onaylandı', 'Değiştirildi', 'İptal edildi', 'Onay bekliyor', 'Bekleme listesi'],
  Russian: ['Подтверждён', 'Изменён', 'Отменено', 'Ожидает подтверждения', 'Лист ожидания'],
  Greek: ['Επιβεβαιωμένη', 'Τροποποιήθηκε', 'Ακυρώθηκε', 'Σε εκκρεμότητα', 'Λίστα αναμονής'],
  Japanese: ['予約確定', '変更済み', 'キャンセル済み', '保留中', 'キャンセル待ち'],
  Chinese: ['已确认', '已更改', '已取消', '待确认', '候补'],
  Korean: ['확정', '변경됨', '취소됨', '보류', '대기자 명단'],
}
const statuses: readonly Status[] = ['confirmed', 'changed', 'cancelled', 'pending', 'waiting']

const readWith = (reservationStatus: unknown) =>
  parseMail(rawMail({ html: flightHtml({ reservationStatus }) }))

describe('17 Inbound mail: a sender says the status', () => {
  it.each(Object.entries(words))('in the words of %s', (_, said) => {
    expect(termsOf(said).map(statedStatus)).toEqual(statuses)
  })

  it.each([['Nearly confirmed', 'cancelled?', 'hk', 'UNKNOWN', 'nicht storniert']])(
    'words that only resemble one of them say nothing',
    (...said) => {
      for (const term of said) expect(statedStatus(term), term).toBeUndefined()
    },
  )

  it.each(['http://schema.org/ReservationConfirmed/', 'HK', 'TKT', 'Geändert', 'Confirmée'])(
    'a flight that is %s is read',
    async (status) => {
      const { doubt, reservations } = await readWith(status)
      expect(doubt).toBe('')
      expect(reservations).toMatchObject([{ isCancelled: false, code: 'KX77QP' }])
    },
  )

  it.each(['ReservationCancelled/', 'HX', 'Storniert', 'キャンセル'])(
    'a flight that is %s is cancelled',
    async (status) => {
      expect((await readWith(status)).reservations).toMatchObject([{ isCancelled: true }])
    },
  )

  it.each([
    ['Vorläufig', 'The booking is not confirmed yet.'],
    ['WL', 'The booking is on a waiting list.'],
    ['Almost done', 'The status of the booking is not known: Almost done.'],
    [['Confirmed', 'Odd'], 'The status of the booking is not known: Odd.'],
    [['HK', 'HX'], 'The booking has more than one status: HK, HX.'],
    [['Cancelled', 'Pending'], 'The booking has more than one status: Cancelled, Pending.'],
  ])('a flight that is %s waits in the inbox, and the reason says why', async (status, reason) => {
    expect(await readWith(status)).toMatchObject({ doubt: reason, reservations: [] })
  })

  it.each([
    ['EventPostponed', 'The event was postponed and has no new date yet.'],
    ['http://schema.org/EventPostponed', 'The event was postponed and has no new date yet.'],
    ['Verschoben', 'The event was postponed and has no new date yet.'],
    ['Reportée', 'The event was postponed and has no new date yet.'],
    ['延期', 'The event was postponed and has no new date yet.'],
    ['EventRescheduled', ''],
    ['EventScheduled', ''],
  ])('an event that is %s: %j', async (eventStatus, doubt) => {
    const reservationFor = {
      ...{ '@type': 'Event', name: 'Fado', startDate: '2031-04-18T20:00:00+01:00', eventStatus },
      location: { name: 'Mesa', address: { addressCountry: 'PT', addressLocality: 'Lisboa' } },
    }
    const html = flightHtml({ '@type': 'EventReservation', reservationFor })
    expect(await parseMail(rawMail({ html }))).toMatchObject({ doubt })
  })
})

/** Inbound mail: titles that say that something is cancelled. */
import { describe, expect, it } from 'vitest'
import { isTitledCancelled } from '../../../../src/mail/reading/bookings/cancelled-in-words.ts'
import { eventsIn } from '../../../../src/mail/reading/calendar/calendar.ts'

describe('17 Inbound mail: the title of an event', () => {
  it.each([
    ['Cancelled: Boat tour'],
    ['Abgesagt: Konzert'],
    ['Termin abgesagt: Konzert'],
    ['Konzert fällt aus'],
    ['[Cancelled] Dinner'],
    ['Dinner (called off)'],
    ['Dinner on 3 May cancelled'],
    ['Annulé : Dîner'],
    ['Évènement annulé : Dîner'],
    ['Evento cancelado: Cena'],
    ['Reserva cancelada: Casa do Largo'],
    ['Geannuleerd: Concert'],
    ['Inställt: Konsert'],
    ['Inställd - Konsert'],
    ['Avlyst: Konsert'],
    ['Konsert AVLYST'],
    ['Peruttu: Konsertti'],
    ['Odwołane: Koncert'],
    ['Zrušeno: Koncert'],
    ['Отменено: Концерт'],
    ['Анулирано: Концерт'],
    ['Anulat: Concert'],
    ['Lemondva: Koncert'],
    ['İptal: Konser'],
    ['Konser iptal edildi'],
    ['中止：花火大会'],
    ['花火大会中止'],
    ['雨天のため中止：花火大会'],
    ['花火大会（中止）'],
    ['音乐会取消'],
    ['キャンセル: 夕食'],
    ['【キャンセル】夕食'],
    ['已取消：音乐会'],
    ['취소됨: 콘서트'],
    ['콘서트 취소'],
    ['ملغى: حفلة'],
  ])('says that it is cancelled: %s', async (title) => {
    expect(isTitledCancelled(title)).toBe(true)
    const lines = [
      ...['BEGIN:VCALENDAR', 'METHOD:REQUEST', 'BEGIN:VEVENT', 'UID:e-1', 'SEQUENCE:1'],
      ...[`SUMMARY:${title}`, 'DTSTART;TZID=Europe/Lisbon:20310419T193000'],
      ...['END:VEVENT', 'END:VCALENDAR'],
    ]
    await expect(eventsIn([{ text: lines.join('\r\n'), method: '' }])).rejects.toMatchObject({
      reason: 'severalStatuses',
      about: title,
    })
  })

  it.each([
    ['Dinner at Tasca'],
    ['Hotel, free cancellation'],
    ['Not cancelled: Dinner'],
    ['Nicht abgesagt: Konzert'],
    ['Konzert (kann noch storniert werden)'],
    ['Dinner (can still be cancelled)'],
    ['Otel (ücretsiz iptal)'],
    ['ホテル（無料キャンセル）'],
    ['花火大会（雨天中止）'],
    ['花火大会（雨天 中止）'],
    ['花火大会（雨天時は中止）'],
    ['花火大会（小雨決行・荒天中止）'],
    ['ホテル 無料キャンセル'],
    ['ホテル（無料 キャンセル）'],
    ['酒店（不可取消）'],
    ['酒店（可取消）'],
    ['酒店（免费取消）'],
    ['호텔 (취소 불가)'],
    ['Hotel (cannot be cancelled)'],
    ['Hotel (kan worden geannuleerd)'],
    ['Festival XX: opening'],
    ['HX: Hotel Xenia'],
    ['Cancellation: 1 night is charged'],
    ['The man who cancelled Christmas, a play'],
  ])('does not say that it is cancelled: %s', (title) => {
    expect(isTitledCancelled(title)).toBe(false)
  })
})

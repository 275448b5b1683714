/**
 * The meaning of statuses, in the terms of schema.org and airlines, and in the languages of mail
 * (test/mail/reading/bookings/statuses).
 */
import { folded } from '../compared-words.ts'
import { isNode, listOf } from '../markup/markup.ts'
import { textOfValue } from '../markup/markup-values.ts'

export type Status = 'confirmed' | 'changed' | 'cancelled' | 'pending' | 'waiting'

/** Separated by commas. A changed booking counts as confirmed, with its new data. */
const phrases: Record<Status, readonly string[]> = {
  confirmed: [
    'confirmed, reconfirmed, booked, ticketed, issued, guaranteed, ok, checked in, check in',
    'bestätigt, gebucht, fest gebucht, ausgestellt, eingecheckt',
    'confirmé, confirmée, réservé, réservée, émis, émise',
    'confirmado, confirmada, reservado, reservada, emitido, emitida',
    'confermato, confermata, prenotato, prenotata, emesso, emessa',
    'bevestigd, geboekt, bekräftad, bekräftat, bokad, bokat',
    'bekræftet, booket, bekreftet, bestilt, vahvistettu, varattu',
    'potwierdzona, potwierdzone, potwierdzony, potvrzeno, potvrzena, potvrzený',
    'megerősítve, visszaigazolva, confirmat, confirmată, onaylandı, onaylanmış',
    'подтверждено, подтверждена, подтверждён, забронировано',
    'επιβεβαιωμένη, επιβεβαιωμένο, επιβεβαιώθηκε',
    '確定, 確定済み, 確認済み, 予約済み, 已确认, 已確認, 已预订, 已出票, 확정, 확정됨, 확인됨',
  ],
  changed: [
    'changed, modified, amended, updated, rescheduled, rebooked, schedule change',
    'geändert, umgebucht, aktualisiert, modifié, modifiée, modificado, modificada',
    'cambiado, cambiada, modificato, modificata, alterado, alterada, gewijzigd',
    'ändrad, ändrat, ombokad, ændret, endret, muutettu, zmieniona, zmienione, zmieniony',
    'změněno, změněna, módosítva, modificată, değiştirildi, güncellendi',
    'изменено, изменена, изменён, τροποποιήθηκε, τροποποιημένη',
    '変更, 変更済み, 已更改, 已变更, 已變更, 변경, 변경됨',
  ],
  cancelled: [
    'cancelled, canceled, called off, storniert, annulliert, abgesagt',
    'annulé, annulée, cancelado, cancelada, anulado, anulada',
    'annullato, annullata, cancellato, cancellata, geannuleerd',
    'avbokad, avbokat, inställd, inställt, annulleret, aflyst, afbestilt',
    'kansellert, avbestilt, avlyst, peruttu, peruutettu',
    'anulowana, anulowane, anulowany, odwołana, odwołane, odwołano, odwołany',
    'zrušeno, zrušena, zrušený, zrušené, otkazano, otkazana, odpovedano, preklicano',
    'lemondva, törölve, elmarad, anulat, anulată, iptal, iptal edildi, tühistatud, atšaukta',
    'atcelts, afgelast, entfällt, fällt aus, dibatalkan, đã hủy, đã huỷ',
    'отменено, отменена, отменён, аннулировано, анулирано, анулирана, отказано, скасовано',
    'ακυρωμένη, ακυρωμένο, ακυρώθηκε, ματαιώθηκε',
    'キャンセル, キャンセル済み, 中止, 取消, 取消済み, 已取消, 취소, 취소됨',
    'ملغى, ملغي, ملغاة, تم الإلغاء, בוטל, בוטלה, מבוטל, ยกเลิก, ยกเลิกแล้ว',
  ],
  pending: [
    'pending, hold, on hold, requested, on request, provisional, tentative, processing',
    'not confirmed, unconfirmed, pending confirmation, pending payment',
    'awaiting confirmation, awaiting payment',
    'ausstehend, angefragt, auf anfrage, vorläufig, unbestätigt, nicht bestätigt',
    'en attente, en attente de confirmation, sur demande, provisoire, non confirmé, non confirmée',
    'pendiente, pendiente de confirmación, solicitado, solicitada, no confirmado, no confirmada',
    'in attesa, in attesa di conferma, in sospeso, non confermato, non confermata',
    'pendente, aguardando confirmação, a aguardar confirmação, não confirmado, não confirmada',
    'in afwachting, in behandeling, aangevraagd, niet bevestigd, preliminär, obekräftad',
    'afventer, ikke bekræftet, avventer, ikke bekreftet, odottaa vahvistusta, vahvistamaton',
    'oczekująca, oczekuje na potwierdzenie, niepotwierdzona, čeká na potvrzení, nepotvrzeno',
    'függőben, în așteptare, beklemede, onay bekliyor, ожидает подтверждения, не подтверждено',
    'σε εκκρεμότητα, εκκρεμεί, 保留, 保留中, 仮予約, 待确认, 待確認, 处理中, 보류, 대기, 대기 중',
  ],
  waiting: [
    'waiting list, waitlist, waitlisted, wait listed, on waiting list, on the waiting list',
    "warteliste, auf warteliste, auf der warteliste, liste d'attente, en liste d'attente",
    "lista de espera, en lista de espera, em lista de espera, lista d'attesa, in lista d'attesa",
    'wachtlijst, op wachtlijst, op de wachtlijst, väntelista, på väntelista',
    'venteliste, på venteliste, jonotuslista, jonotuslistalla, odotuslista, odotuslistalla',
    'lista oczekujących, na liście oczekujących, čekací listina, na čekací listině',
    'várólista, várólistán, listă de așteptare, bekleme listesi, bekleme listesinde',
    'лист ожидания, в листе ожидания, λίστα αναμονής, σε λίστα αναμονής',
    'キャンセル待ち, 候补, 候補, 대기자 명단',
  ],
}

/** Of events that have no new date yet. */
const postponements = [
  'postponed, deferred, verschoben, vertagt, reporté, reportée, pospuesto, pospuesta, aplazado',
  'aplazada, adiado, adiada, rinviato, rinviata, rimandato, rimandata, uitgesteld, uppskjuten',
  'uppskjutet, framflyttad, utsatt, udsat, udskudt, lykätty, przełożony, przełożona, przełożone',
  'odloženo, odložena, odložený, elhalasztva, amânat, amânată, ertelendi, перенесено, перенесён',
  'перенесена, отложено, отложен, αναβλήθηκε, αναβολή, 延期, 推迟, 推遲, 연기, 연기됨',
]

/** Airlines' codes for segments and tickets, with or without the number of seats. */
const codes: Record<Status, readonly string[]> = {
  confirmed: ['HK', 'KK', 'KL', 'RR', 'TKT'],
  changed: ['TK'],
  cancelled: ['HX', 'XX'],
  pending: ['HN', 'PN', 'NN'],
  waiting: ['HL', 'LL', 'WL'],
}

/** Words for the object of the status. */
const subjects = new Set(
  [
    'reservation, booking, status, event, ticket, segment, your, is, the',
    'buchung, reservierung, ist, réservation, reserva, prenotazione, boeking, reservering',
    'bokning, bestilling, varaus, rezerwacja, rezervace, foglalás, rezervare, rezervasyon',
    'бронирование, бронь, κράτηση',
  ].flatMap((list) => list.split(', ').map(folded)),
)

/** The same, in languages without spaces between words. */
const unspacedSubject = new RegExp(
  `^(?:${['予約', '预订', '預訂', '예약'].map(folded).join('|')})`,
  'u',
)

const comparedPhrase = (text: string) => {
  const words = folded(text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')).match(/[\p{L}\p{N}]+/gu) ?? []
  return words
    .filter((word) => !subjects.has(word))
    .map((word) => word.replace(unspacedSubject, ''))
    .join(' ')
}

const known = new Map<string, Status>(
  Object.entries(phrases).flatMap(([status, lists]) =>
    lists.flatMap((list) =>
      list.split(', ').map((phrase) => [comparedPhrase(phrase), status as Status] as const),
    ),
  ),
)
const knownCodes = new Map<string, Status>(
  Object.entries(codes).flatMap(([status, list]) =>
    list.map((code) => [code, status as Status] as const),
  ),
)

const postponed = new Set(
  postponements.flatMap((list) => list.split(', ').map((phrase) => comparedPhrase(phrase))),
)

/** Whether a term says that an event was postponed: `EventPostponed`, `Verschoben`. */
export const saysPostponed = (term: string): boolean => postponed.has(comparedPhrase(term))

/** The status that a term means; undefined if unknown. */
export function statedStatus(term: string): Status | undefined {
  const code = /^([A-Z]{2,3})\s?\d{0,2}$/.exec(term)?.[1] ?? ''
  return term.includes('?') ? undefined : (knownCodes.get(code) ?? known.get(comparedPhrase(term)))
}

/** The terms of a status: texts, URLs with any prefix, or nodes with an `@id`. */
export function termsOf(value: unknown): string[] {
  return listOf(value)
    .map((one) => textOfValue(isNode(one) ? (one['@id'] ?? one['@value'] ?? one.name) : one))
    .filter((term) => term !== '')
    .map((term) => (/\s/.test(term) ? term : (term.split(/[/#:]/).findLast(Boolean) ?? term)))
}

/** Mail: bookings in a message that another quotes in its text are as old as the quoted one. */
import { describe, expect, test } from 'vitest'
import { parseMail } from '../../../src/mail/reading/parse.ts'
import { flightHtml, rawMail } from '../raw-mails.ts'

/** The age of the bookings in a message of 1 March 2031, 07:45 UTC, with that text above them. */
async function ageOf(html: string) {
  const { quoted } = await parseMail(rawMail({ html: html + flightHtml() }))
  return quoted && [quoted.saidAt, quoted.saidOn]
}

const lines = (...all: string[]) => all.map((line) => `<div>${line}</div>`).join('')
const sender = 'Air Prado &lt;booking@air.example&gt;'

describe('mail: a message that is quoted in the text of another', () => {
  test.each([
    ['Gmail', 'From:', 'Date: Mon, Feb 3, 2031 at 10:12\u202fAM', 'Subject: Your booking'],
    ['Apple Mail', 'From:', 'Subject: Your booking', 'Date: 3 February 2031 at 10:12:13'],
    ['Outlook', '<b>From:</b>', '<b>Sent:</b> Monday, February 3, 2031 10:12 AM', 'Subject: A'],
    ['Thunderbird', 'Subject: Your booking', 'Date: Mon, 3 Feb 2031 10:12:13', 'From:'],
    ['German', 'Von:', 'Gesendet: Montag, 3. Februar 2031 10:12', 'Betreff: Buchung'],
    ['German', 'Von:', 'Datum: 03.02.2031 10:12', 'Betreff: Buchung'],
    ['French', 'De :', 'Envoyé : lundi 3 février 2031 10:12', 'Objet : Réservation'],
    ['Spanish', 'De:', 'Enviado: lunes, 3 de febrero de 2031 10:12', 'Asunto: Reserva'],
    ['Portuguese', 'De:', 'Enviada em: segunda-feira, 3 de fevereiro de 2031 10:12', 'Assunto: A'],
    ['Italian', 'Da:', 'Inviato: lunedì 3 febbraio 2031 10:12', 'Oggetto: Prenotazione'],
    ['Dutch', 'Van:', 'Verzonden: maandag 3 februari 2031 10:12', 'Onderwerp: Boeking'],
    ['Swedish', 'Från:', 'Skickat: den 3 februari 2031 10:12', 'Ämne: Bokning'],
    ['Polish', 'Od:', 'Wysłano: poniedziałek, 3 lutego 2031 10:12', 'Temat: Rezerwacja'],
    ['Czech', 'Od:', 'Odesláno: pondělí 3. února 2031 10:12', 'Předmět: Rezervace'],
    ['Hungarian', 'Feladó:', 'Elküldve: 2031. február 3. 10:12', 'Tárgy: Foglalás'],
    ['Russian', 'От:', 'Дата: пн, 3 февр. 2031 г. в 10:12', 'Тема: Бронирование'],
    ['Japanese', '差出人:', '日付: 2031年2月3日(月) 10:12', '件名: 予約'],
    ['Korean', '보낸 사람:', '날짜: 2031년 2월 3일 (월) 10:12', '제목: 예약'],
  ])('its bookings are as old as it can be (%s: %s %s)', async (_, ...header) => {
    const html = lines(...header.map((line) => (line.endsWith(':') ? `${line} ${sender}` : line)))
    // 10:12 in the zone where a day begins first.
    expect(await ageOf(html)).toEqual(['2031-02-02T20:12:00.000Z', '2031-02-03'])
  })

  test.each([
    ['Date: 3 February 2031 at 10:12:13 GMT+1', '2031-02-03T09:12:00.000Z'],
    ['Date: Mon, 3 Feb 2031 10:12:13 +0100', '2031-02-03T09:12:00.000Z'],
    ['Date: 2031-02-03', '2031-02-02T10:00:00.000Z'],
  ])('its bookings are exactly as old as it says: %s', async (date, at) => {
    expect(await ageOf(lines('---------- Forwarded message ---------', date))).toEqual([
      at,
      '2031-02-03',
    ])
  })

  test('its bookings are no newer than the message around it', async () => {
    const html = lines(`From: ${sender}`, 'Date: 1 March 2031 at 22:10 +0100', 'Subject: A')
    expect(await ageOf(html)).toEqual(['2031-03-01T07:45:00.000Z', '2031-03-01'])
  })

  test('its bookings are as old as the oldest of several', async () => {
    const [newer, older] = ['2031-02-20 10:00 +0000', '2031-02-10 10:00 +0000'].map((date) =>
      lines('----- Original Message -----', `Date: ${date}`, `From: ${sender}`, 'Subject: A'),
    )
    expect(await ageOf(`${newer}<p>Hello</p><p>See below.</p>${older}`)).toEqual([
      '2031-02-10T10:00:00.000Z',
      '2031-02-10',
    ])
  })

  test('its bookings are as old as the earlier reading of a date says', async () => {
    const html = lines(`From: ${sender}`, 'Date: 02/01/2031', 'Subject: A')
    expect(await ageOf(html)).toEqual(['2031-01-01T10:00:00.000Z', '2031-01-02'])
  })

  test.each([
    ['no date', ['Begin forwarded message:', `From: ${sender}`]],
    ['a date that cannot be read', [`From: ${sender}`, 'Date: the third of May', 'Subject: A']],
    ['a date in the future', [`From: ${sender}`, 'Date: 3 May 2031 10:12', 'Subject: A']],
  ])('its bookings are older than any other if it has %s', async (_, header) => {
    expect(await ageOf(lines(...header))).toEqual(['1970-01-01T00:00:00.000Z', '2031-03-01'])
  })

  test('its bookings are older than any other if it quotes more than fifty', async () => {
    const header = lines(`From: ${sender}`, 'Date: 3 February 2031', 'Subject: A')
    expect(await ageOf(header.repeat(50))).toEqual(['2031-02-02T10:00:00.000Z', '2031-02-03'])
    expect(await ageOf(header.repeat(51))).toEqual(['1970-01-01T00:00:00.000Z', '2031-03-01'])
  })

  test('its bookings are as old in a message that is attached', async () => {
    const header = lines(`From: ${sender}`, 'Date: 2031-02-03 10:12 +0000', 'Subject: A')
    const [head = '', body = ''] = [
      'From: a@mail.example\r\nMIME-Version: 1.0\r\nContent-Type: message/rfc822\r\n\r\n',
      rawMail({ html: header + flightHtml() }).toString(),
    ]
    const { reservations } = await parseMail(Buffer.from(head + body))
    expect(reservations).toMatchObject([
      { saidAt: '2031-02-03T10:12:00.000Z', saidOn: '2031-02-03' },
    ])
  })
})

describe('mail: a message that quotes none', () => {
  test.each([
    ['words about a journey', ['From: Lisbon', 'To: Frankfurt', 'Date: 18 April 2031']],
    ['a form without a date', ['From: Lisbon', 'Subject: Your booking']],
    [
      'fields far from each other',
      [`From: ${sender}`, ...'abcdefg', 'Date: 3 February 2031', ...'abcdefg', 'Subject: A'],
    ],
  ])('leaves its bookings their age: %s', async (_, words) => {
    expect(await ageOf(lines(...words))).toBeUndefined()
  })
})

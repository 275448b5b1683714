/**
 * When a message was written that another quotes in its text. Bookings in it are as old as the
 * quoted message, not as the one that forwards it (test/mail/reading/quoted-messages).
 */
import { saidTimes } from './calendar/said-times.ts'
import type { MessageContent } from './mime/message.ts'
import { visibleText } from './mime/visible-text.ts'
import { type QuotedAge, unknownAge } from './reservation.ts'

const patternOf = (...lists: string[]) => lists.join('|')

/** Names of header fields, as mail programs write them above a quoted message. */
const names = {
  from: patternOf(
    'from|von|de|da|van|fra|från|lähettäjä|od|feladó|de la|kimden|от|від|από',
    '差出人|送信者|发件人|發件人|寄件者|보낸\\s?사람',
  ),
  date: patternOf(
    'date|sent|datum|gesendet|envoyé|fecha|enviado(?: el)?|data|inviato|enviada em|enviado em',
    'verzonden|dato|sendt|skickat|päivämäärä|päiväys|lähetetty|wysłan[eoy]|odesláno|dátum|elküldve',
    'küldve|trimis|tarih|gönderildi|дата|отправлено|надіслано|ημερομηνία|στάλθηκε',
    '日付|送信日時|日時|发送时间|发件时间|發送時間|日期|寄件日期|날짜|보낸\\s?날짜',
  ),
  subject: patternOf(
    'subject|betreff|objet|asunto|oggetto|assunto|onderwerp|emne|ämne|aihe|temat|předmět|tárgy',
    'subiect|konu|тема|θέμα|件名|主题|主題|主旨|제목',
  ),
}
type Name = keyof typeof names

const labelled = new RegExp(
  String.raw`^[\s>|*_]*(?:(?<from>${names.from})|(?<date>${names.date})|` +
    String.raw`(?<subject>${names.subject}))[\s*_]*[:：](?<value>.*)$`,
  'iu',
)
const mark = new RegExp(
  patternOf(
    '-{3,} ?(?:forwarded message|weitergeleitete nachricht|message transféré|mensaje reenviado',
    'messaggio inoltrato|mensagem encaminhada|doorgestuurd bericht|original message',
    'ursprüngliche nachricht|message d.origine|mensaje original|messaggio originale',
    'mensagem original|oorspronkelijk bericht) ?-{3,}|^[>\\s]*(?:begin forwarded message',
    'anfang der weitergeleiteten nachricht|début du message (?:réexpédié|transféré)',
    'inicio del mensaje reenviado|inizio messaggio inoltrato|início da mensagem reencaminhada',
    'begin doorgestuurd bericht):',
  ),
  'iu',
)

/** What every quoted message has: its subject, or a mark above it. */
const hints = new RegExp(`${names.subject}|${mark.source.replaceAll('^', '')}`, 'iu')

/** Maximum characters of a page, of a text and a line, lines between fields, and headers. */
const maxPage = 1_000_000
const maxText = 200_000
const maxLine = 500
const maxApart = 6
const maxHeaders = 50

/** What stands beside the date of a quoted message. */
const headers = [['mark'], ['from', 'subject']] as const

interface Field {
  name: Name | 'mark'
  line: number
  value: string
}

function fieldIn(words: string, line: number): Field[] {
  if (words.length > maxLine) return []
  if (mark.test(words)) return [{ name: 'mark', line, value: '' }]
  const { value = '', ...found } = labelled.exec(words)?.groups ?? {}
  const name = (['from', 'date', 'subject'] as const).find((one) => found[one] !== undefined)
  return name ? [{ name, line, value }] : []
}

/**
 * The dates in the headers of quoted messages: those under a mark, or with a sender and a subject
 * beside. One that is missing is ''.
 */
function datesIn(text: string): string[] {
  const fields = text
    .split('\n')
    .filter((line) => /\S/.test(line))
    .flatMap(fieldIn)
  const placed = new Set(fields.map(({ name, line }) => `${name} ${line}`))
  const isBeside = (line: number) => (name: Field['name']) =>
    Array.from({ length: 2 * maxApart + 1 }, (_, at) => line + at - maxApart).some((near) =>
      placed.has(`${name} ${near}`),
    )
  const dates = fields
    .filter(({ name }) => name === 'date')
    .filter(({ line }) => headers.some((beside) => beside.every(isBeside(line))))
    .map(({ value }) => value)
  return dates.length === 0 && fields.some(({ name }) => name === 'mark') ? [''] : dates
}

const minute = 60_000
const day = 86_400_000
/** East of UTC, where a day begins first. */
const mostEast = 14 * 60

/** The earliest moment that a date in words may mean, and its day; undefined if unreadable. */
function earliestOf(words: string): { at: number; on: string } | undefined {
  const said = saidTimes(words)
  const { minutes = 0, east = mostEast } = said.find(({ clock }) => clock)?.clock ?? {}
  const [first] = said
    .flatMap(({ days }) => days)
    .flatMap(({ year, month, day: date }) => (year ? [Date.UTC(year, month - 1, date)] : []))
    .sort((one, other) => one - other)
  if (first === undefined) return undefined
  return { at: first + (minutes - east) * minute, on: new Date(first).toISOString().slice(0, 10) }
}

/** The age of the oldest message that this one quotes; undefined if it quotes none. */
export function quotedAge({ date, html, text }: MessageContent): QuotedAge | undefined {
  const page = html.slice(0, maxPage)
  const texts = [text.slice(0, maxText), hints.test(page) ? visibleText(page, maxText) : '']
  const dates = texts.filter((one) => hints.test(one)).flatMap(datesIn)
  if (dates.length === 0) return undefined
  const sent = date === undefined ? Date.now() : Date.parse(date)
  const found = dates.slice(0, maxHeaders).map(earliestOf)
  const known = found.filter((one) => one !== undefined)
  const [oldest] = known.sort((one, other) => one.at - other.at)
  const isReadable = known.length === dates.length && oldest && oldest.at < sent + day
  // Of unknown age, it can add to what is known, but not change it.
  if (!isReadable) {
    return { saidAt: unknownAge, saidOn: new Date(sent).toISOString().slice(0, 10) }
  }
  return { saidAt: new Date(Math.min(oldest.at, sent)).toISOString(), saidOn: oldest.on }
}

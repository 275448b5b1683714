/** Labels before times (test/mail/reading/calendar/agreement). */
import { saidTimes } from './said-times.ts'

/** The subject of an event: a journey, a stay, a rental car, a table. */
export type EventSubject = 'journey' | 'stay' | 'rental' | 'table'

/** A label and the rest of its line. */
export interface Labelled {
  of: 'start' | 'end'
  label: string
  /** Whether a colon follows the label. */
  isSet: boolean
  text: string
}

const departure = [
  ...['departure', 'departs?(?! from home)', 'departing', 'dep\\.?(?= ?:)', 'dep\\.?(?= \\d)'],
  ...['leaves(?: at)?', 'abflug', 'abfahrt', 'abreise(?=n?zeit)', 'départ', 'partida', 'salida'],
  ...[
    'saída',
    'abf\\.(?= ?:| \\d)',
    'sale(?= a las| ?:)',
    'partenza',
    'parte?(?= alle| às| à)',
    'vertrek(?:t)?',
    'avgång',
    'afgang',
  ],
]
const arrival = [
  ...['arrival', 'arrives', 'arriving', 'arrive(?= ?:)', 'arr\\.?(?= ?:)', 'arr\\.?(?= \\d)'],
  ...[
    'ankunft',
    'ank\\.(?= ?:| \\d)',
    'landung',
    'arrivée',
    'llegada',
    'llega(?= a las| ?:)',
    'chegada',
    'arrivo',
  ],
  ...['arriva(?= alle)', 'aankomst', 'ankomst'],
]
const takenOver = [
  ...['pick-?up', 'pick up', 'collection', 'abholung', 'abhol(?=zeit|datum|termin)', 'übernahme'],
  ...['anmietung', 'prise en charge', 'retrait', 'départ', 'recogida', 'retiro', 'ritiro'],
  ...['levantamento', 'recolha', 'retirada', 'ophalen', 'afhalen', 'ophaal(?=tijd|datum)'],
]
const givenBack = [
  ...['return', 'drop-?off', 'drop off', 'rückgabe', 'abgabe', 'retour', 'restitution'],
  ...['devolución', 'devolução', 'riconsegna', 'restituzione', 'inleveren', 'inlevering'],
  ...['inlever(?=tijd|datum)', 'terugbrengen'],
]
const checkIn = [
  ...['check-?in', 'check in', 'arrival', 'anreise', 'arrivée', 'llegada', 'entrada'],
  ...['chegada', 'arrivo', 'aankomst', 'inchecken', 'ankunft'],
]
const checkOut = [
  ...['check-?out', 'check out', 'departure', 'abreise', 'départ', 'salida', 'saída'],
  ...['partenza', 'vertrek', 'uitchecken', 'partida'],
]
const table = [
  ...['time', 'date', 'date (?:and|&) time', 'uhrzeit', 'datum', 'zeit', 'heure', 'fecha', 'hora'],
  ...['data', 'ora', 'orario', 'tijd', 'tijdstip', 'date et heure', 'datum und uhrzeit'],
  ...['table is (?:(?:booked|reserved) )?(?:at|for)', 'tisch ist um', 'table est réservée à'],
]
const labels: Readonly<Record<EventSubject, Record<Labelled['of'], readonly string[]>>> = {
  journey: { start: departure, end: arrival },
  stay: { start: checkIn, end: checkOut },
  rental: { start: takenOver, end: givenBack },
  table: { start: table, end: [] },
}

/** Other labels in such mails, which end the text of a label before them. */
const others = [
  ...['boarding', 'check-?in', 'bag drop', 'doors?', 'duration'],
  ...['dauer', 'durée', 'duración', 'duração', 'durata', 'reisedauer', 'einstieg', 'embarquement'],
  ...['embarque', 'imbarco', 'instappen', 'retour', 'return', 'outbound', 'inbound', 'hinfahrt'],
  ...['rückfahrt', 'rückflug', 'hinflug', 'booked', 'gebucht', 'cancellation', 'opening hours'],
]

/** Words before a label that do not change its meaning. */
const leading = new RegExp(
  '(?<!\\p{L})(?:(?:your|the|scheduled|planned|new|local|flight|train|bus|coach|ferry|hotel|car' +
    '|flug|zug|vol|vuelo|voo|volo|vlucht|tren|treno|comboio|trein' +
    '|vehicle|room|table|ihr|ihre|die|der|neue|planmäßiger?|geplanter?|votre|la|le|tu|su|sua|seu' +
    '|o|el|il' +
    '|nueva|nova|nouvelle|nouveau|nuova|nieuwe|uw|je|de|het' +
    "|(?:date|heure|jour)(?: et heure)? (?:de |d['’])" +
    '|(?:fecha|hora|data|dia|día|ora|orario|giorno)(?: (?:y|e) (?:hora|ora))?' +
    "(?: (?:prevista|previsto))? (?:de la |de |da |di |del |d['’])" +
    '|(?:date|time|day)(?: (?:and|&) time)? of' +
    '|(?:datum|tijd|tijdstip|zeit|tag)(?: van| der| des)?) ?)+$',
  'iu',
)
/** Further words of a label: `Departure date & time (local)`. */
const tail =
  '(?:(?:s|en)?-?(?:zeit|datum|tag|tijd|termin|zeitpunkt)' +
  '|[ -]?(?:date|time|day|datum|uhrzeit|on)' +
  '(?: ?(?:/|&|and|und|en) ?(?:date|time|uhrzeit|tijd))?)?' +
  '(?: ?\\((?:local|lokal|ortszeit|heure locale|hora local|ora locale|lokale)[^)]{0,20}\\))?'

const patternOf = (words: readonly string[]) =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})${tail}(?!\\p{L})`, 'giu')

const patterns = Object.entries(labels).map(([subject, { start, end }]) => {
  // For a table, these words have no other meaning.
  const ends = [...others, ...departure, ...arrival, ...takenOver, ...givenBack]
  return [
    subject,
    {
      start: patternOf(start),
      end: end.length > 0 ? patternOf(end) : undefined,
      others: patternOf([...ends, ...checkIn, ...checkOut]),
    },
  ] as const
})
const patternsOf = new Map<string, (typeof patterns)[number][1]>(patterns)

const value = /(?:[\p{N})]|(?<!\p{L})(?:[ap]\.?m\.?|uhr|uur|hrs?|h))\s*$/iu

/** Whether a label may follow this text: `Online check-in` is a different one. */
function mayBegin(before: string): boolean {
  const bare = before.replace(leading, '')
  const isJoined = /[\p{L}\p{N}][-'’/]$/u.test(bare)
  return !isJoined && (!/[\p{L}\p{N}]\s*$/u.test(bare) || value.test(bare))
}

/** The lines of a text, which may be a page. */
export const linesOf = (text: string): string[] =>
  text
    .replace(/<(?:br|\/?(?:p|li|ul|div|tr|table|h\d))\b[^<>]{0,200}>/gi, '\n')
    .replace(/<\/?[a-z][^<>]{0,200}>/gi, ' ')
    .replace(/&nbsp;|[\u00a0\u2000-\u200a\u202f]/g, ' ')
    .split(/\r\n?|\n/)
    .map((line) => line.slice(0, 500))

/** Where the labels of a pattern begin in a line. */
const beginsIn = (line: string, pattern: RegExp | undefined) =>
  pattern ? [...line.matchAll(pattern)].filter(({ index }) => mayBegin(line.slice(0, index))) : []

/** Whether a line begins with a time, or with a date after the day of the week. */
function isOfTime(line: string): boolean {
  const [first] = saidTimes(line)
  const before = line.slice(0, first?.from).trim()
  return first !== undefined && (before === '' || (first.days.length > 0 && oneWord.test(before)))
}
const oneWord = /^\p{L}{2,12}\.?,?$/u

/**
 * The lines, where one that is a label alone and the time on the line below are one. Not below
 * other labels, as in a table, and not where times stand above their labels.
 */
function withTimesBelow(lines: readonly string[], isLabel: (line: string) => boolean): string[] {
  const joined: { line: string; is: 'time' | 'label' | 'other' }[] = []
  for (const line of lines.filter((one) => one.trim() !== '')) {
    const is = isOfTime(line) ? 'time' : isLabel(line) ? 'label' : 'other'
    const last = joined.at(-1)
    const isBelow = last?.is === 'label' && (joined.at(-2)?.is ?? 'other') === 'other'
    if (is === 'time' && isBelow) {
      joined.pop()
      joined.push({ line: `${last.line.replace(/\s*:?\s*$/, ':')} ${line}`, is: 'other' })
    } else {
      joined.push({ line, is })
    }
  }
  return joined.map(({ line }) => line)
}

/** The labels in a text, each with the text up to the next one. */
export function labelledIn(text: string, subject: EventSubject): Labelled[] {
  const known = patternsOf.get(subject)
  if (!known) return []
  const isLabel = (line: string) =>
    [known.start, known.end].some((pattern) =>
      beginsIn(line, pattern).some(({ index, 0: label }) =>
        /^\s*:?\s*$/.test(line.slice(index + label.length)),
      ),
    )
  return withTimesBelow(linesOf(text), isLabel).flatMap((line) => {
    const begins = (pattern: RegExp | undefined) => beginsIn(line, pattern)
    const found = [
      ...begins(known.start).map((match) => ({ match, of: 'start' as const })),
      ...begins(known.end).map((match) => ({ match, of: 'end' as const })),
    ]
    const all = [...found.map(({ match }) => match), ...begins(known.others)].map(
      ({ index }) => index,
    )
    return found.map(({ match, of }) => {
      const from = match.index + match[0].length
      const until = Math.min(line.length, ...all.filter((index) => index >= from))
      const rest = line.slice(from, until)
      const isSet = /^\s*(?:[:=：]|[-–—]\s)/u.test(rest)
      return { of, label: match[0].trim(), isSet, text: rest.replace(/^\s*[:=：]/u, ' ') }
    })
  })
}

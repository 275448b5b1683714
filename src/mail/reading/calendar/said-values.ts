/** The unambiguous values of an event's labels (test/mail/reading/calendar/agreement). */
import { words } from '../../../base/names.ts'
import type { EventWords } from './event-words.ts'
import { type EventSubject, type Labelled, labelledIn, linesOf } from './labels.ts'
import { isOther, isThrough } from './other-times.ts'
import { type SaidTime, saidTimes } from './said-times.ts'

/** The dates and times of day after one label. */
export interface SaidValue {
  of: Labelled['of']
  /** `Departure 14:25` */
  written: string
  times: SaidTime[]
  /** The whole text after the label. */
  about: string
}

/** Omits dates and times of day that form a range, as neither is exact. */
function withoutRanges(times: readonly SaidTime[], text: string): SaidTime[] {
  const isRange = (one: SaidTime | undefined, other: SaidTime | undefined) =>
    one !== undefined &&
    other !== undefined &&
    (one.clock === undefined) === (other.clock === undefined) &&
    isThrough(text.slice(one.to, other.from))
  return times.filter((one, at) => !isRange(times[at - 1], one) && !isRange(one, times[at + 1]))
}

/** Lower-case words between a label and its value, if there is no colon. */
const smallWords = words(`
  from in at on of the is are st nd rd th local de da do das del della di du des d l le la les
  las el los il lo a à al alla alle às as o em ab an von im um am bei der die den ist op om van
  het te est es é è ore kl uhr uur h terminal platform gleis hbf date time time: airport station
  flughafen bahnhof aéroport gare aeropuerto estación aeroporto stazione luchthaven lundi mardi
  mercredi jeudi vendredi samedi dimanche lunes martes miércoles jueves viernes sábado domingo
  segunda terça quarta quinta sexta feira lunedì martedì mercoledì giovedì venerdì sabato
  domenica maandag dinsdag woensdag donderdag vrijdag zaterdag zondag`)
const small = new RegExp(`^(?:${smallWords.join('|')})$`, 'u')
const isPlain = (text: string) =>
  (text.match(/\p{L}+/gu) ?? []).every((word) => /^\p{Lu}/u.test(word) || small.test(word))

/** The text between a date and its time of day. */
const together = /^[\s,;(–-]*(?:(?:at|um|à|às|a las|alle|alle ore|ore|om)\s)?\s*$/iu

/** The times after a label that belong to the booking. */
function clearTimes({ text, isSet }: Labelled): SaidTime[] {
  const times = saidTimes(text)
  const between = (at: number) => text.slice(times[at - 1]?.to ?? 0, times[at]?.from)
  const clear = new Set<SaidTime>()
  for (const [at, one] of times.entries()) {
    const before = between(at)
    const last = times[at - 1]
    // `until 17 April, 10:00` is one limit.
    const isLimited = last && !clear.has(last) && together.test(before)
    const isAside = isLimited || isOther(before, one.clock !== undefined)
    if (!isAside && (isSet || isPlain(before))) clear.add(one)
  }
  return withoutRanges(times, text).filter((one) => clear.has(one))
}

/** The labelled values of an event's start and end. */
export function saidValues(
  { summary, description }: EventWords,
  subject: EventSubject,
): SaidValue[] {
  return labelledIn(`${summary}\n${description}`, subject).flatMap((labelled) => {
    const times = clearTimes(labelled)
    const values = times.map(({ from, to }) => labelled.text.slice(from, to).trim())
    const written = [labelled.label, ...values].join(' ').replace(/\s+/g, ' ').slice(0, 80)
    return times.length > 0 ? [{ of: labelled.of, written, times, about: labelled.text }] : []
  })
}

/** The times of day in the words that are neither ranges nor limits, in minutes since midnight. */
export function exactClocks({ summary, description }: EventWords): Set<number> {
  const all = linesOf(`${summary}\n${description}`).flatMap((text) =>
    clearTimes({ of: 'start', label: '', isSet: true, text }),
  )
  return new Set(all.flatMap(({ clock }) => (clock ? [clock.minutes] : [])))
}

const night = 'nights?|nächte?|nuits?|noches?|noites?|notti|notte|nachten|nacht'
const ofNights =
  '(?:your |ihr |votre |tu |su )?(?:stay|length of stay|total(?: stay)?|duration|for|aufenthalt' +
  '|dauer|aufenthaltsdauer|séjour|durée(?: du séjour)?|estancia|duración|estadia|duração' +
  '|soggiorno|durata|verblijf|duur|number of nights|gesamt)'
const counted = new RegExp(`^(?:${ofNights}[: ]+)*(\\d{1,2})[ -](?:${night})(?: stay)?$`, 'iu')
const labelledNights = new RegExp(
  '^(?:number of |anzahl |nombre de |número de |numero di |aantal )?' +
    `(?:${night})(?: ?\\(s\\))? ?[:=] ?(\\d{1,2})$`,
  'iu',
)
/**
 * Words that make nights, and the rest of the line, something other than the length of the stay.
 */
const otherNights = new RegExp(
  '(?<!\\p{L})(?:cancel\\p{L}*|no-?show|minimum|min|fee|charge\\p{L}*|before|prior|first|per' +
    '|storn\\p{L}*|mindest\\p{L}*|vor|gebühr\\p{L}*|pro|annul\\p{L}*|avant|frais|par' +
    '|anula\\p{L}*|antes|mínim[oa]|por|prima|minim[oa]|voor|kosten)(?!\\p{L})',
  'iu',
)

/** The parts of a text that may state the length of the stay: not `until 3 nights before`. */
export const partsOfStay = (text: string): string[] =>
  linesOf(text).flatMap((line) => {
    const parts = line.split(/[,;|·•()]|\s[-–—]\s|\.(?:\s|$)/u)
    const other = parts.findIndex((part) => otherNights.test(part))
    return other === -1 ? parts : parts.slice(0, other)
  })

/** A length of the stay, as it is written. */
interface SaidNights {
  nights: number
  written: string
}

/** The lengths of the stay that the words state: `3 nights`, but not `2 nights before`. */
export function nightsSaid({ summary, description }: EventWords): SaidNights[] {
  return partsOfStay(`${summary}\n${description}`)
    .map((part) => part.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
    .flatMap((written) => {
      const number = (counted.exec(written) ?? labelledNights.exec(written))?.[1]
      return number === undefined ? [] : [{ nights: Number(number), written }]
    })
}

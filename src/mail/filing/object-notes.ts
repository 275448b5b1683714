/** The notes of an object where emails and people disagree (test/mail/filing/edited-objects). */
import { DateTime } from 'luxon'
import { capitalized } from '../../base/names.ts'
import { plainCode } from './booking-facts.ts'

const maxShownLength = 200
/** What clients may write into notes. */
const maxNotesLength = 20_000

function shownTime(value: unknown, zone: unknown): string {
  const at = value instanceof Date ? value.toISOString() : String(value)
  const name = typeof zone === 'string' && zone !== '' ? zone : 'UTC'
  const moment = DateTime.fromISO(at, { zone: name })
  return moment.isValid ? `${moment.toFormat('yyyy-MM-dd HH:mm')} (${name})` : ''
}

function shownTimes(fields: Readonly<Record<string, unknown>>): string {
  const { departureAt, departureTimezone, arrivalAt, arrivalTimezone } = fields
  const { startsAt, endsAt, timezone } = fields
  const from = departureAt ?? startsAt
  const to = arrivalAt ?? endsAt
  const times = [
    from ? shownTime(from, departureTimezone ?? timezone) : '',
    to ? shownTime(to, arrivalTimezone ?? timezone) : '',
  ]
  return times.filter(Boolean).join(' to ')
}

/** A value in words, by its fields. Prices are not for everyone who sees the notes. */
export function valueInWords(value: string, fields: Readonly<Record<string, unknown>>): string {
  if (value === 'price') return 'another price'
  if (value === 'times') return shownTimes(fields)
  const words = Object.values(fields).filter((word) => typeof word === 'string' && word !== '')
  return [...words.join(', ').replace(/\s+/g, ' ')].slice(0, maxShownLength).join('')
}

/** The name of a field in words, such as `departure gate`; others stay as they are. */
const labelOf = (value: string) =>
  /^[a-z]+([A-Z][a-z]*)*$/.test(value)
    ? value.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    : value

/** Notes with at most one line for each value that emails state differently. */
export class Notes {
  readonly #before: string
  readonly #day: string
  #lines: string[]

  constructor(notes: unknown, day: string) {
    this.#before = typeof notes === 'string' ? notes : ''
    this.#lines = this.#before.split('\n')
    this.#day = day
  }

  /** Removes the line of the value, as it is written now or was by earlier versions. */
  settle(value: string): void {
    const label = labelOf(value)
    this.#lines = this.#lines.filter((line) => {
      const [, before = ''] =
        /^(?:Email|Before the email) of \d{4}-\d\d-\d\d, (.*)$/.exec(line) ?? []
      const [, now = ''] = /^(.*) (?:in|before) the email of \d{4}-\d\d-\d\d: /.exec(line) ?? []
      return !before.startsWith(`${label}: `) && now !== capitalized(label)
    })
  }

  /** `Times in the email of 2031-03-01: …`; before it, what was entered by hand. */
  say(place: 'in' | 'before', value: string, words: string): void {
    this.settle(value)
    this.#lines.push(`${capitalized(labelOf(value))} ${place} the email of ${this.#day}: ${words}`)
  }

  /** `Also booked under number HB1 at Viajar (email of 2031-03-01)`, once. */
  sayNumber(code: string, provider: string): void {
    const plain = plainCode(code)
    this.#lines = this.#lines.filter((line) => {
      const [, known] =
        /^Also booked under number (.*?)(?: at .*)? \(email of \d{4}-\d\d-\d\d\)$/.exec(line) ??
        /^Email of \d{4}-\d\d-\d\d, number (.*?): /.exec(line) ??
        []
      return known === undefined || plainCode(known) !== plain
    })
    const at = provider === '' ? '' : ` at ${provider}`
    this.#lines.push(`Also booked under number ${code}${at} (email of ${this.#day})`)
  }

  /** The notes to write; undefined if they stay as they are. */
  get changed(): string | undefined {
    const notes = this.#lines.join('\n').replace(/^\n/, '')
    return notes === this.#before || notes.length > maxNotesLength ? undefined : notes
  }
}

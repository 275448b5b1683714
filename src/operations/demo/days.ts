/** Days and times relative to the day of the first start. */
import { DateTime } from 'luxon'

export interface Days {
  /** `2031-04-18`: the date `day` days after the first one. */
  on(day: number): string
  /** A local time of that day in a zone, with its offset. */
  at(day: number, time: string, zone: string): string
}

/** `today`: the first day, as `2031-04-18`. */
export function daysFrom(today: string): Days {
  const on = (day: number) =>
    DateTime.fromISO(today, { zone: 'UTC' }).plus({ days: day }).toISODate() as string
  const at = (day: number, time: string, zone: string) =>
    DateTime.fromISO(`${on(day)}T${time}`, { zone }).toISO({
      suppressMilliseconds: true,
    }) as string
  return { on, at }
}

/** A reservation whose place is known keeps the time zone of that place, never a neighbour's. */
import { describe, expect, it } from 'vitest'
import { countryOf, zonesOf } from '../../../../src/mail/reading/times/countries.ts'
import { areAlike, commonZone, zoneOf, zonesAt } from '../../../../src/mail/reading/times/zones.ts'
import { places } from './place-zones.ts'

/** The name that the runtime gives a zone, which may have several. */
const canonical = (timeZone: string) =>
  new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone

describe('17 Inbound mail: the zone of a place', () => {
  it('the table of places is a real one', () => {
    expect(places.length).toBeGreaterThanOrEqual(200)
    expect(new Set(places.map(({ name }) => name)).size).toBe(places.length)
  })

  it.each(places)('a traveller has the time of $name', ({ latitude, longitude, zone }) => {
    const found = zoneOf(latitude, longitude)
    expect(found && canonical(found)).toBe(zone && canonical(zone))
  })

  it.each([
    [91, 0],
    [0, 181],
    [Number.NaN, 0],
    [0, Number.POSITIVE_INFINITY],
    [90, 0],
  ])('no traveller is at %d, %d', (latitude, longitude) => {
    expect(zoneOf(latitude, longitude)).toBeUndefined()
    expect(zonesAt(latitude, longitude)).toEqual([])
  })

  it('a traveller on the edge of the map has the zone there', () => {
    expect(zoneOf(-90, 0)).toBe('Antarctica/McMurdo')
    expect(zoneOf(66.5, 180)).toBe('Asia/Anadyr')
  })

  it('a traveller on a boundary has a zone where both sides show the same time', () => {
    expect(zoneOf(45.8326, 6.8652)).toBe('Europe/Rome') // Mont Blanc, which France claims too
    expect(commonZone(['Europe/Rome', 'Europe/Paris'])).toBe('Europe/Rome')
    expect(commonZone(['Asia/Shanghai', 'Asia/Urumqi'])).toBeUndefined()
    expect(commonZone([])).toBeUndefined()
  })

  it('a traveller gets no zone that the clocks here do not know', () => {
    expect(commonZone(['Mars/Olympus'])).toBeUndefined()
    expect(commonZone(['Europe/Rome', 'Mars/Olympus'])).toBeUndefined()
  })

  it.each([
    ['Europe/Lisbon', 'Atlantic/Azores'],
    ['America/Denver', 'America/Phoenix'], // half of the year
    ['Asia/Jerusalem', 'Asia/Hebron'], // some weeks
    ['Pacific/Pago_Pago', 'Pacific/Apia'], // a day
    ['America/New_York', 'America/Havana'], // two hours, twice a year
    ['Europe/Rome', 'Mars/Olympus'],
    ['Mars/Olympus', 'Europe/Rome'],
  ])('a traveller sees that %s and %s differ', (one, other) => {
    expect(areAlike(one, other)).toBe(false)
    for (const zone of [one, other]) expect(areAlike(zone, zone)).toBe(zone !== 'Mars/Olympus')
  })
})

describe('17 Inbound mail: the zones of a country', () => {
  it.each([
    ...['PT', 'pt', ' PT ', 'PRT', 'Portugal', 'Portugalia', 'ポルトガル', 'Португалия'],
    'PORTUGAL',
  ])('an address may name it as %j', (country) => {
    expect(zonesOf(countryOf(country) ?? '')).toEqual([
      'Atlantic/Azores',
      'Atlantic/Madeira',
      'Europe/Lisbon',
    ])
  })

  it.each([
    ['UK', 'Europe/London'],
    ['USA', 'America/New_York'],
    ['The Netherlands', 'Europe/Amsterdam'],
    ['España', 'Atlantic/Canary'],
    ['Espana', 'Atlantic/Canary'],
    ['Türkiye', 'Europe/Istanbul'],
    ['Turkey', 'Europe/Istanbul'],
    ['Czech Republic', 'Europe/Prague'],
    ['France', 'Indian/Reunion'],
    ['US', 'America/Puerto_Rico'],
  ])('%s has %s', (country, zone) => {
    expect(zonesOf(countryOf(country) ?? '')).toContain(zone)
  })

  it.each(['', '  ', 'ZZ', 'Q', 'constructor', '__proto__', 'Atlantis', 'x'.repeat(100_000)])(
    'no address is in %.20j',
    (country) => {
      expect(countryOf(country)).toBeUndefined()
    },
  )
})

/** Inbound mail: the towns of GeoNames, as `towns.txt` lists them. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { root } from '../../../../src/base/root.ts'
import { plainText } from '../../../../src/mail/reading/compared-words.ts'
import { withTown, zonesOf } from '../../../../src/mail/reading/times/countries.ts'
import { hasListedTowns, zonesOfTowns } from '../../../../src/mail/reading/times/town-zones.ts'
import { commonZone } from '../../../../src/mail/reading/times/zones.ts'

const rows = readFileSync(new URL('src/mail/reading/times/towns.txt', root), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => {
    const [area = '', zone = '', ...names] = line.split(' ')
    return { area, zone, names }
  })

describe('17 Inbound mail: the towns of countries with several times', () => {
  it('are listed by a zone of their area, in order, as names are compared', () => {
    expect(rows.length).toBeGreaterThan(200)
    for (const { area, zone, names } of rows) {
      if (zone !== '?') expect(zonesOf(area), area).toContain(zone)
      expect(names, `${area} ${zone}`).toEqual([...new Set(names)].toSorted())
      expect(names.filter((name) => name !== plainText(name))).toEqual([])
    }
  })

  it('have one zone each in their area', () => {
    for (const area of new Set(rows.map((row) => row.area))) {
      const names = rows
        .filter((row) => row.area === area && row.zone !== '?')
        .flatMap((row) => row.names)
      expect(new Set(names).size, area).toBe(names.length)
    }
  })

  it.each(['DE', 'IT', 'JP', 'GB', 'AR'])(
    'of %s, which has one time, are not listed',
    (country) => {
      expect(hasListedTowns(country)).toBe(false)
      expect(zonesOfTowns(country, 'Berlin')).toEqual([])
    },
  )

  it.each([
    ['US', 'Springfield'],
    ['US', 'Paris'],
    ['CA', 'Victoria'],
    ['AU', 'Perth'],
  ])('in %s, %s has several times', (country, town) => {
    expect(commonZone(zonesOfTowns(country, town))).toBeUndefined()
    expect(withTown(country, town)).toBe(country)
  })

  it.each([
    ['US-TX', 'Houston', 'US:America/Chicago'],
    ['US-TX', 'El Paso', 'US:America/Denver'],
    ['US-TX', 'Springfield', 'US-TX'],
    ['BR-AM', 'Tefé', 'BR-AM'],
    ['FR-MET', 'Papeete', 'FR-MET'],
    ['FR', 'Papeete', 'FR:Pacific/Tahiti'],
    ['FR', 'München', 'FR'],
    ['FR', '', 'FR'],
    ['GE/US-GA', 'Atlanta', 'GE/US-GA'],
  ])('in %s, %s is in %s', (area, town, found) => {
    expect(withTown(area, town)).toBe(found)
  })
})

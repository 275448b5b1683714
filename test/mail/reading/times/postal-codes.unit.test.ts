/** A postal code gives the zone where its region has several. */
import { describe, expect, it } from 'vitest'
import { canonical } from '../../../../src/mail/reading/times/instants.ts'
import { zoneOfPostalCode } from '../../../../src/mail/reading/times/mainlands.ts'
import { zoneOf } from '../../../../src/mail/reading/times/zones.ts'

describe('17 Inbound mail: the zone of a postal code in a region of several', () => {
  it.each([
    ['AU-NSW', '2000', -33.8688, 151.2093],
    ['AU-NSW', '2880', -31.9505, 141.4682],
    ['AU-NSW', '2898', -31.5206, 159.0617],
    ['AU-WA', '6000', -31.9523, 115.8613],
    ['BR-AM', '69005-070', -3.13, -60.02],
    ['BR-PE', '50030-230', -8.063, -34.88],
    ['CA-BC', 'V8V 1A1', 48.4284, -123.3656],
    ['CA-NL', 'A1C 1A1', 47.5615, -52.7126],
    ['CA-ON', 'K1P 1J1', 45.4215, -75.6972],
    ['CA-ON', 'm5v2t6', 43.6426, -79.3871],
    ['CA-QC', 'H2Y 1A1', 45.5017, -73.5673],
    ['CA-QC', 'G1R 1A1', 46.8139, -71.208],
    ['CA-SK', 'S7K 1A1', 52.1332, -106.67],
    ['CL-VS', '2340000', -33.0472, -71.6127],
    ['CL-VS', '277-0000', -27.15, -109.43],
    ['US-AK', '99501', 61.2181, -149.9003],
    ['GL', '3900', 64.1835, -51.7216],
    ['GL', 'DK-3952', 69.2198, -51.0986],
    ['PF', '98714', -17.5516, -149.5585],
    ['US-AZ', '85701', 32.2226, -110.9747],
    ['US-AZ', '86001', 35.1983, -111.6513],
    ['US-AZ', '86515', 35.6806, -109.0526],
    ['US-AZ', '86033', 36.7278, -110.2546],
    ['US-FL', '32301', 30.4383, -84.2807],
    ['US-FL', '33139', 25.7907, -80.13],
    ['US-FL', '32502', 30.4213, -87.2169],
    ['US-ID', '83702', 43.615, -116.2023],
    ['US-ID', '83814', 47.6777, -116.7805],
    ['US-IN', '46204', 39.7684, -86.1581],
    ['US-IN', '46402', 41.6, -87.337],
    ['US-KS', '67601', 38.8792, -99.3268],
    ['US-KY', '40202', 38.2527, -85.7585],
    ['US-KY', '40507', 38.0406, -84.5037],
    ['US-KY', '42101', 36.9685, -86.4808],
    ['US-MI', '49684', 44.7631, -85.6206],
    ['US-ND', '58102', 46.8772, -96.7898],
    ['US-NE', '68508', 40.8136, -96.7026],
    ['US-OR', '97701', 44.0582, -121.3153],
    ['US-SD', '57104', 43.5446, -96.7311],
    ['US-SD', '57701', 44.0805, -103.231],
    ['US-TN', '37201', 36.1627, -86.7816],
    ['US-TN', '37902', 35.9606, -83.9207],
    ['US-TX', '77002-1234', 29.7604, -95.3698],
    ['US-TX', '79701', 31.9973, -102.0779],
    ['US-TX', '79901', 31.7587, -106.4869],
  ])('a traveller in %s %s has the time there', (region, code, latitude, longitude) => {
    const found = zoneOfPostalCode(region, code) ?? ''
    expect(canonical(found)).toBe(canonical(zoneOf(latitude, longitude) ?? ''))
  })

  it.each([
    ['GL', '3980'],
    ['PF', '98742'],
    ['US-AZ', '86040'],
    ['US-TN', '37723'],
    ['US-FL', '32456'],
    ['US-MI', '49801'],
    ['US-TN', '3720'],
    ['US', '37201'],
    ['CA-ON', 'P8N 1A1'],
    ['CA-QC', 'G4T 1A1'],
    ['__proto__', '2000'],
  ])('it gives none in %s %s', (region, code) => {
    expect(zoneOfPostalCode(region, code)).toBeUndefined()
  })
})

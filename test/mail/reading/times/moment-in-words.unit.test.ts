/** Inbound mail: how the reason of a doubt says moments. */
import { describe, expect, it } from 'vitest'
import type { Moment } from '../../../../src/mail/reading/reservation.ts'
import {
  bothInWords,
  momentInWords,
  nowhereInWords,
  spanInWords,
} from '../../../../src/mail/reading/times/moment-in-words.ts'

const day = { local: '2031-04-18' }
const at = (time: string, more: Partial<Moment> = {}) => ({
  local: `2031-04-18T${time}:00`,
  ...more,
})
const inLisbon = { zone: 'Europe/Lisbon', offset: 60 }

describe('17 Inbound mail: the words of a doubt', () => {
  it.each<[string, Moment | undefined]>([
    ['', undefined],
    ['2031-04-18', day],
    ['2031-04-18 08:10', at('08:10')],
    ['2031-04-18 08:10 (Europe/Lisbon)', at('08:10', inLisbon)],
    ['2031-04-18 08:10 (UTC)', at('08:10', { offset: 0 })],
    ['2031-04-18 08:10 (UTC+5.5)', at('08:10', { offset: 330 })],
    ['2031-04-18 08:10 (UTC-3)', at('08:10', { offset: -180 })],
  ])('say %j', (words, moment) => {
    expect(momentInWords(moment)).toBe(words)
  })

  it('say which offset a zone does not have', () => {
    const moment = at('08:10', { zone: 'Europe/Lisbon', offset: 300 })
    expect(nowhereInWords(moment)).toBe('2031-04-18 08:10 (UTC+5) in Europe/Lisbon')
  })

  it('say one end alone', () => {
    expect(spanInWords(day, undefined)).toBe('2031-04-18')
    expect(spanInWords(undefined, day)).toBe('2031-04-18')
  })

  it('say in what two moments differ', () => {
    const [morning, evening] = [at('08:10', inLisbon), at('20:10', inLisbon)]
    expect(bothInWords(morning, evening)).toBe(
      '2031-04-18 08:10 (Europe/Lisbon) and 2031-04-18 20:10 (Europe/Lisbon)',
    )
    expect(bothInWords(morning, { ...morning, offset: 0 })).toBe(
      '2031-04-18 08:10 (UTC+1) in Europe/Lisbon and 2031-04-18 08:10 (UTC) in Europe/Lisbon',
    )
    expect(bothInWords(undefined, morning, morning)).toBe('2031-04-18 08:10 (Europe/Lisbon)')
    expect(bothInWords(undefined, undefined)).toBe('')
  })
})

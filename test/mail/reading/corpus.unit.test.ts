/** Our own corpus: invented messages, each with what must be read of it, in `corpus/`. */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ticketed } from '../../../src/mail/reading/bookings/combined-tickets.ts'
import { parseMail } from '../../../src/mail/reading/parse.ts'
import { reasonSaying } from '../../../src/mail/reading/reasons.ts'
import type { Reservation } from '../../../src/mail/reading/reservation.ts'

const folder = new URL('corpus/', import.meta.url)
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.eml'))
  .map((name) => name.replace(/\.eml$/, ''))
  .sort()

const expected = (name: string) =>
  JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')) as {
    doubt: string
    reservations: { tickets?: unknown }[]
  }

/** As it is shown; with its tickets one by one where the expectation states them. */
function shown({ tickets, ...rest }: Reservation, stated: { tickets?: unknown } = {}) {
  const joined = rest.isCancelled || !tickets ? rest : ticketed({ ...rest, tickets })
  return stated.tickets === undefined ? joined : { ...joined, tickets }
}

async function read(name: string) {
  const bytes = readFileSync(new URL(`${name}.eml`, folder))
  const { subject, doubt, reservations } = await parseMail(bytes)
  const stated = expected(name).reservations
  return { subject, doubt, reservations: reservations.map((one, at) => shown(one, stated[at])) }
}

describe('17 Inbound mail: the corpus', () => {
  test('it has at least 120 messages', () => {
    expect(names.length).toBeGreaterThanOrEqual(120)
  })

  test.each(names)('%s', async (name) => {
    expect(await read(name)).toEqual(expected(name))
  })

  const lookAlikes = names.filter((name) => name.startsWith('not-'))
  test.each(lookAlikes)('a look-alike says why it is not filed: %s', async (name) => {
    const { doubt, reservations } = await read(name)
    expect(reasonSaying(doubt), doubt).toBeDefined()
    expect(reservations).toEqual([])
  })

  test.each(names.filter((name) => !name.startsWith('not-')))('%s is free of doubt', (name) => {
    expect(expected(name)).toMatchObject({ doubt: '' })
    expect(expected(name).reservations).not.toEqual([])
  })
})

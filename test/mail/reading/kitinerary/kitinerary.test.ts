/** `kitinerary-extractor` is asked about messages without markup, if it is there. */
import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { fail } from '../../../../src/base/errors.ts'
import {
  type AskingParser,
  askKitinerary,
} from '../../../../src/mail/reading/kitinerary/kitinerary.ts'
import { MailParser } from '../../../../src/mail/reading/parsing.ts'
import { reasons } from '../../../../src/mail/reading/reasons.ts'
import { parsed } from '../../parsed-messages.ts'
import { calendarMail, flightHtml, rawMail } from '../../raw-mails.ts'
import { extractedFlight, extractedStay, fakeProgram, saying } from './extractor.ts'

const parser = new MailParser()
const open: { remove(): void }[] = []
afterEach(() => {
  for (const one of open.splice(0)) one.remove()
})
afterAll(() => parser.close())

function program(script: string) {
  const made = fakeProgram(script)
  open.push(made)
  return made
}

/** A parser that asks this program, and what it has logged. */
function asking(path: string, timeLimit = 10_000): AskingParser & { warned: unknown[] } {
  const warned: unknown[] = []
  const log = { warn: (...words: unknown[]) => void warned.push(words) }
  return { ...askKitinerary({ program: path, parser, log, timeLimit }), warned }
}

const warning = (problem: unknown) => [[{ problem }, 'kitinerary-extractor failed']]

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('17 Inbound mail: bookings from kitinerary-extractor', () => {
  it('are handled like markup: local times, unchanged, with the zone of the place', async () => {
    const { path } = program(saying([extractedFlight, extractedStay]))
    const { parse, warned } = asking(path)
    const { doubt, reservations } = await parse(rawMail())
    expect(warned).toEqual([])
    expect(doubt).toBe('')
    expect(reservations).toMatchObject([
      {
        kind: 'transportation',
        code: 'KX77QP',
        provider: 'Air Prado',
        leg: 'AP123',
        start: { local: '2031-04-18T08:10:00', zone: 'Europe/Lisbon', offset: 60 },
        end: { local: '2031-04-18T12:05:00', zone: 'Europe/Berlin', offset: 120 },
        tickets: [{ seat: '21A' }],
      },
      {
        kind: 'hosting',
        start: { local: '2031-04-18T14:00:00', zone: 'Europe/Lisbon' },
        end: { local: '2031-04-21T10:00:00', zone: 'Europe/Lisbon' },
      },
    ])
  })

  it('the program receives the original message, and not the environment of the service', async () => {
    const { path, notes } = program(`
      note(require('node:crypto').createHash('sha256').update(input).digest('hex'))
      // The shell that sets its limits may tell it where it is.
      const own = ['PWD', 'OLDPWD', 'SHLVL', '_']
      note(Object.keys(process.env).filter((name) => !own.includes(name)).sort().join())
      process.stdout.write('[]')`)
    vi.stubEnv('SECRET_KEY', 'a secret of the service, long enough')
    const raw = rawMail({ html: 'é'.repeat(400_000) })
    const { doubt } = await asking(path).parse(raw)
    vi.unstubAllEnvs()
    expect(doubt).toBe(reasons.nothingFound)
    const hash = createHash('sha256').update(raw).digest('hex')
    expect(notes()).toEqual(['asked', hash, 'HOME,LANG,PATH,TZ'])
  })

  it('bookings and doubts of the message itself take precedence, and the program does not run', async () => {
    const { path, notes } = program(saying([extractedStay]))
    const { parse } = asking(path)
    const { reservations } = await parse(rawMail({ html: flightHtml() }))
    expect(reservations).toMatchObject([{ kind: 'transportation', leg: 'AP123' }])
    const html = flightHtml({ reservationStatus: 'http://schema.org/ReservationPending' })
    expect(await parse(rawMail({ html }))).toMatchObject({
      reservations: [],
      doubt: reasons.notConfirmed,
    })
    expect(notes()).toEqual([])
  })

  it('an event without markup becomes the flight at its time', async () => {
    const { path, notes } = program(saying([extractedFlight]))
    const { parse } = asking(path)
    const found = await parse(calendarMail('20310418T071000Z'))
    expect(found).toMatchObject({
      doubt: '',
      reservations: [{ kind: 'transportation', leg: 'AP123', tickets: [{ seat: '21A' }] }],
    })
    expect(await parse(calendarMail('20310418T081000Z'))).toMatchObject({
      doubt: reasons.otherReading,
      reservations: [],
    })
    expect(notes()).toEqual(['asked', 'asked'])
  })

  it('cancellations and doubts of a calendar take precedence, and the program does not run', async () => {
    const { path, notes } = program(saying([extractedFlight]))
    const { parse } = asking(path)
    const [cancelled] = (await parse(calendarMail('20310418T071000Z', 'CANCELLED'))).reservations
    expect(cancelled).toMatchObject({ kind: 'activity', isCancelled: true })
    expect(await parse(calendarMail('20310418T071000Z', 'TENTATIVE'))).toMatchObject({
      doubt: 'The booking is not confirmed yet: Lisbon to Frankfurt.',
      reservations: [],
    })
    expect(notes()).toEqual([])
  })

  it('an uncertain booking is a reason for the inbox, and nothing else is filed', async () => {
    const { departureTime: _, departureDay: __, ...untimed } = extractedFlight.reservationFor
    const unsure = { ...extractedFlight, reservationFor: untimed }
    const { path } = program(saying([extractedStay, unsure]))
    const { doubt, reservations } = await asking(path).parse(rawMail())
    expect([doubt, reservations]).toEqual([reasons.noStart, []])
  })
})

describe('17 Inbound mail: a kitinerary-extractor that fails changes nothing', () => {
  it.each([
    ['crashes', 'process.kill(process.pid, "SIGSEGV")', 'exited with SIGSEGV'],
    ['takes more memory than it may have', 'Buffer.alloc(1024 ** 3)', 'exited with 1'],
    ['fails', `${saying([extractedStay])}; process.exitCode = 3`, 'exited with 3'],
    ['says garbage', 'process.stdout.write("[{]")', 'output is not a JSON-LD list'],
    ['says another thing', saying({ '@type': 'Thing' }), 'output is not a JSON-LD list'],
    ['says numbers', saying([1, 2]), 'output is not a JSON-LD list'],
    ['says nothing', '', 'output is not a JSON-LD list'],
    [
      'never stops talking',
      'const more = () => process.stdout.write("x".repeat(65536), more); more()',
      'output too large',
    ],
  ])('one that %s', async (_, script, problem) => {
    const without = await parser.parse(rawMail({ messageId: '<one@air.example>' }))
    const { parse, warned } = asking(program(script).path)
    expect(await parse(rawMail({ messageId: '<one@air.example>' }))).toEqual(without)
    expect(without).toMatchObject({ doubt: reasons.nothingFound, bodyPreview: 'Seat 21' })
    expect(warned).toEqual(warning(problem))
  })

  it.each([
    ['is not there', '/nowhere/kitinerary-extractor', 'ENOENT'],
    ['is not a program', import.meta.filename, 'EACCES'],
  ])('one that %s', async (_, path, problem) => {
    const { parse, warned } = asking(path)
    expect(await parse(rawMail())).toMatchObject({ doubt: reasons.nothingFound })
    expect(warned).toEqual(warning(problem))
  })

  it('one that hangs is ended with all it has started, and the next message is read', async () => {
    const { path, notes } = program(`
      if (input.includes('slow')) {
        const { pid } = require('node:child_process').spawn('sleep', ['60'], { stdio: 'inherit' })
        note(String(process.pid))
        note(String(pid))
        setInterval(() => {}, 1000)
      } else ${saying([extractedStay])}`)
    const { parse, warned } = asking(path, 4_000)
    const begun = performance.now()
    const slow = parse(rawMail({ subject: 'slow' }))
    const next = parse(rawMail())
    expect(await slow).toMatchObject({ doubt: reasons.nothingFound, subject: 'slow' })
    expect(performance.now() - begun).toBeLessThan(20_000)
    expect(await next).toMatchObject({ doubt: '', reservations: [{ kind: 'hosting' }] })
    expect(warned).toEqual(warning('timed out after 4000 ms'))
    const pids = notes().map(Number).filter(Boolean)
    expect(pids).toHaveLength(2)
    await expect.poll(() => pids.filter(isAlive)).toEqual([])
  })

  it('a message without a slot is refused temporarily, and not filed', async () => {
    const { path } = program(saying([extractedStay]))
    const busy = {
      parse: (bytes: Uint8Array) => parser.parse(bytes),
      readMarkup: async () => fail('SERVICE_UNAVAILABLE'),
    }
    const log = { warn: vi.fn() }
    const { parse } = askKitinerary({ program: path, parser: busy, log, timeLimit: 10_000 })
    await expect(parse(rawMail())).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    expect(log.warn).not.toHaveBeenCalled()
  })

  it('messages of one key wait for each other, and another key takes its turn between them', async () => {
    const { path, notes } = program(
      `note(/Subject: (.*)/.exec(input)[1]); process.stdout.write('[]')`,
    )
    const quick = {
      parse: async () => parsed([], { doubt: reasons.nothingFound }),
      readMarkup: async () => ({ reservations: [], doubt: reasons.nothingFound }),
    }
    const { parse } = askKitinerary({ program: path, parser: quick, log: { warn: vi.fn() } })
    const many = ['1', '2', '3'].map((subject) => parse(rawMail({ subject }), 'many'))
    await Promise.all([...many, parse(rawMail({ subject: 'single' }), 'another')])
    const order = notes().filter((note) => note !== 'asked')
    expect(order.slice(0, 3)).toContain('single')
    expect(order.filter((subject) => subject !== 'single')).toEqual(['1', '2', '3'])
  })

  it('is ended when the service stops', async () => {
    const { path, notes } = program('note(String(process.pid)); setInterval(() => {}, 1000)')
    const { parse, close, warned } = asking(path)
    const answers = [parse(rawMail()), parse(rawMail())]
    await expect.poll(() => notes().length).toBe(2)
    close()
    for (const one of await Promise.all(answers)) expect(one.doubt).toBe(reasons.nothingFound)
    const problems = ['exited with SIGKILL', 'the service is stopping']
    expect(warned).toEqual(problems.flatMap(warning))
    await pause(50)
    expect(notes()).toHaveLength(2)
  })
})

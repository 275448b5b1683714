/** Calendars in metrics: what their limits refuse, and what becomes of imported events. */
import { afterAll, expect, it } from 'vitest'
import { buildApp } from '../../../src/app.ts'
import { openLog } from '../../../src/process/log.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { openMetrics } from '../../../src/surfaces/metrics/metrics.ts'
import { planner } from '../../mail/calendar-exports.ts'
import { cast, dataDir, db, operatorKey, type Person, secret } from '../../world.ts'
import { parsed, sumOf } from './scrape.ts'

const config = readConfig({
  ...{ DATA_DIR: dataDir, OPERATOR_KEY: operatorKey, KITINERARY_EXTRACTOR: 'off' },
  ...{ LIMIT_CALENDAR: '1', LIMIT_CALENDAR_IMPORT: '2' },
})
const lines: string[] = []
const log = openLog({ logLevel: 'trace' }, { write: (line) => void lines.push(line) })
const metrics = openMetrics(db)
const app = await buildApp({ config, db, log, operatorKey, secret, telemetry: { metrics } })
afterAll(async () => {
  await app.close()
  metrics.close()
})

async function growth(name: string, labels: Record<string, string>, work: () => Promise<unknown>) {
  const counted = async () => sumOf(parsed(await metrics.text()), name, labels)
  const before = await counted()
  await work()
  return (await counted()) - before
}

const refusals = (limit: string, work: () => Promise<unknown>) =>
  growth('trips_refusals_total', { limit }, work)

const bring = ({ key }: Person) =>
  app.inject({
    ...{ method: 'POST', url: '/graphql', headers: { authorization: `Token ${key}` } },
    payload: {
      query: 'mutation ($input: CalendarInput!) { importCalendar(input: $input) { filed } }',
      variables: { input: { content: planner } },
    },
  })

async function feedOf({ key }: Person): Promise<string> {
  const query = 'mutation { renewCalendarIdentifier { calendarIdentifier } }'
  const headers = { authorization: `Token ${key}` }
  const renewed = await app.inject({
    ...{ method: 'POST', url: '/graphql', headers, payload: { query } },
  })
  return `/calendar/${renewed.json().data.renewCalendarIdentifier.calendarIdentifier}.ics`
}

it('a metric counts the events of an imported calendar as booking emails, by their outcome', async () => {
  const { olga } = await cast()
  const mails = 'trips_mails_received_total'
  const first = () => bring(olga)
  const grown = async (name: 'filed' | 'known', work: () => Promise<unknown>) =>
    growth(mails, { outcome: name }, work)
  expect(await grown('filed', first)).toBe(3)
  expect(await grown('known', first)).toBe(4)
  expect(await refusals('calendarImport', first)).toBe(1)
})

it('a metric counts refusals of unknown feeds, and neither counts nor logs the secret of a path', async () => {
  // From an address of its own, of which no other test has asked.
  const from = { remoteAddress: '203.0.113.77' }
  const unknown = () => app.inject({ url: '/calendar/covert-secret.ics', ...from })
  expect(await refusals('calendar', () => Promise.all([unknown(), unknown()]))).toBe(1)
  expect(await metrics.text()).toContain('route="/calendar/:identifier.ics"')
  expect((await metrics.text()) + lines.join('')).not.toContain('covert')
})

it('a metric counts calendars that are refused because too many are being made', async () => {
  const { olga, ed, vera, stan } = await cast()
  // One address, and so few for each account that none has to wait for its share of time.
  const urls = await Promise.all([olga, ed, vera, stan].map(feedOf))
  const feeds = await refusals('calendars', () =>
    Promise.all(Array.from({ length: 36 }, (_, at) => app.inject(urls[at % 4] ?? ''))),
  )
  expect(feeds).toBeGreaterThanOrEqual(1)
})

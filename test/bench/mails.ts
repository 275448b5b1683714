/**
 * How fast booking mail is read and filed: starts the service, sends messages with 60 kB of HTML to
 * its SMTP listener, five at a time, each with a flight of its own on one day, and watches the time
 * until the last 250, the CPU time of the main thread and the resident memory of the process. First
 * 100 for one account, whose trip fills up; then 5, and 25, for each of 40 accounts. The compilers
 * of the process are at work for the first few hundred, so the last load shows the rate that lasts.
 *
 *   npx tsx test/bench/mails.ts             on the embedded database
 *   DATABASE_URL=... npx tsx test/bench/mails.ts
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createTransport } from 'nodemailer'
import { flightHtml, rawMail } from '../mail/raw-mails.ts'
import { listening, run, stop } from '../process/process.ts'
import { residentMemory } from './memory.ts'

const connections = 5
/** Messages before the count, as in a service that has been running for a while. */
const early = 20

/** Accounts, and messages for each. */
export interface MailLoad {
  accounts: number
  each: number
}
export const mailLoads: readonly MailLoad[] = [
  { accounts: 1, each: 100 },
  { accounts: 40, each: 5 },
  { accounts: 40, each: 25 },
]
const length = 60_000
const domain = 'in.trips.example'
const operatorKey = 'bench-operator-key-0123'

export interface MailFigures {
  /** Messages that were read, filed and answered in a second. */
  rate: number
  /** Milliseconds until one was answered, with four others under way. */
  p50: number
  p99: number
  /** Milliseconds of CPU on the main thread for each message. */
  cpu: number
  /** MiB of resident memory: before, and at most. */
  before: number
  peak: number
}

type Answer = Record<string, unknown>

async function post(url: string, body: object, authorization?: string): Promise<Answer> {
  const headers = { 'content-type': 'application/json', ...(authorization && { authorization }) }
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Answer
}

/** An account that is Pro with a trip around the flights: its secret address, and what is filed. */
async function traveller(base: string, nth: number) {
  const email = `bench.${Date.now()}.${nth}@mail.example`
  const [username, password] = [email, 'correct horse 9']
  await post(`${base}/v1/signup`, { username, password, email })
  const { token } = await post(`${base}/v1/auth`, { username, password })
  const authorization = `Token ${token}`
  const query = `mutation { setPremium(email: "${email}", isPremium: true) { isPremium } }`
  await post(`${base}/graphql`, { query }, `Operator ${operatorKey}`)
  const dates = { starts_at: '2031-04-18', ends_at: '2031-04-21', timezone: 'Europe/Lisbon' }
  const trip = await post(`${base}/v1/trips`, { name: 'Bench', ...dates }, authorization)
  const get = async (path: string) =>
    (await (await fetch(base + path, { headers: { authorization } })).json()) as Answer
  const { anonymous_email_identifier: identifier } = await get('/v1/me')
  return {
    to: `${identifier}@${domain}`,
    filed: async () => Number((await get(`/v2/trip/${trip.id}/transportations`)).count),
  }
}

/** An ordinary message: a table of text, some pictures by address, and the markup of a flight. */
function booking(at: number): Buffer {
  const row = `<tr><td style="padding:4px"><p>Seat 21, fare basis ${at}</p></td></tr>\n`
  const number = `B${String(at).padStart(5, '0')}`
  const markup = flightHtml({ reservationNumber: number }).replace('"123"', `"${1000 + at}"`)
  const rows = row.repeat(Math.ceil((length - markup.length) / row.length))
  return rawMail({ html: `<table>\n${rows}</table>\n${markup}` })
}

/** Milliseconds of CPU that the main thread has used, to a hundredth of a second. */
async function mainThread(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/task/${pid}/stat`, 'utf8')
  const [user = 0, system = 0] = text.slice(text.lastIndexOf(')')).split(' ').slice(12).map(Number)
  return (user + system) * 10
}

interface Letter {
  to: string
  raw: Buffer
}

/** Sends the messages; the milliseconds each took. */
async function sendAll(port: number, letters: readonly Letter[]): Promise<number[]> {
  const transport = createTransport({
    ...{ host: '127.0.0.1', port, ignoreTLS: true, pool: true },
    ...{ maxConnections: connections, maxMessages: Number.POSITIVE_INFINITY },
  })
  const rest = [...letters]
  const took: number[] = []
  const sender = async () => {
    for (let letter = rest.shift(); letter; letter = rest.shift()) {
      const { to, raw } = letter
      const begun = performance.now()
      await transport.sendMail({ envelope: { from: 'booking@air.example', to }, raw })
      took.push(performance.now() - begun)
    }
  }
  await Promise.all(Array.from({ length: connections }, sender)).finally(() => transport.close())
  return took.sort((a, b) => a - b)
}

/** Measures a service of its own, with these settings; throws if a message was not filed. */
export async function measureMails(
  { accounts, each }: MailLoad,
  settings: Record<string, string> = {},
): Promise<MailFigures> {
  const directory = await mkdtemp(join(tmpdir(), 'trips-mails-'))
  const inbound = { INBOUND_SMTP_PORT: '0', INBOUND_DOMAIN: domain, LIMIT_INBOUND_MAIL: '0' }
  const own = { DATA_DIR: directory, OPERATOR_KEY: operatorKey, LOG_LEVEL: 'warn' }
  const service = run(directory, { ...own, ...inbound, LIMIT_SIGNUP: '0', ...settings })
  try {
    const base = await listening(service)
    const printed = () => /^Booking email +\S+:(\d+)$/m.exec(service.printed.stdout)?.[1]
    while (!printed()) await new Promise((resolve) => setTimeout(resolve, 20))
    const [port, pid] = [Number(printed()), service.child.pid ?? 0]
    const travellers: Awaited<ReturnType<typeof traveller>>[] = []
    for (let nth = 0; nth < accounts; nth += 1) travellers.push(await traveller(base, nth))
    const lettersFrom = (first: number, count: number): Letter[] =>
      Array.from({ length: count }, (_, at) => {
        const { to = '' } = travellers[at % accounts] ?? {}
        return { to, raw: booking(first + at) }
      })
    await sendAll(port, lettersFrom(0, early))
    const letters = lettersFrom(early, accounts * each)
    await writeFile(`/proc/${pid}/clear_refs`, '5')
    const [before, cpuBefore] = [
      Math.round(await residentMemory(pid, 'VmRSS')),
      await mainThread(pid),
    ]
    const begun = performance.now()
    const took = await sendAll(port, letters)
    const seconds = (performance.now() - begun) / 1000
    const [peak, cpu] = [
      Math.round(await residentMemory(pid, 'VmHWM')),
      (await mainThread(pid)) - cpuBefore,
    ]
    let count = 0
    for (const { filed } of travellers) count += await filed()
    if (count !== letters.length + early) throw new Error(`${count} messages were filed`)
    const at = (part: number) => Math.round(took[Math.floor(took.length * part)] ?? Number.NaN)
    const rate = letters.length / seconds
    return { rate, p50: at(0.5), p99: at(0.99), cpu: cpu / letters.length, before, peak }
  } finally {
    await stop(service)
    await rm(directory, { recursive: true, force: true })
  }
}

/** The figures in words. */
export const mailsLine = (
  { accounts, each }: MailLoad,
  { rate, p50, p99, cpu, before, peak }: MailFigures,
): string =>
  `${each} booking mails of 60 kB for each of ${accounts} accounts, ${connections} at a time: ` +
  `${rate.toFixed(0)} mails/s, p50 ${p50} ms, p99 ${p99} ms, ${cpu.toFixed(1)} ms of the main ` +
  `thread each; resident memory ${before} MiB before, ${peak} MiB at most`

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const url = process.env.DATABASE_URL
  for (const load of mailLoads) {
    console.info(mailsLine(load, await measureMails(load, url ? { DATABASE_URL: url } : {})))
  }
}

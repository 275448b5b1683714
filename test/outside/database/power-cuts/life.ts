/**
 * A service's life on a disk that is recorded, from its first start: accounts, trips, items that
 * move, booking mails and uploads, by several clients at once.
 */
import { randomBytes } from 'node:crypto'
import { keptSecret } from '../../../../src/outside/kept-secret.ts'
import { flightHtml, rawMail } from '../../../mail/raw-mails.ts'
import type { Acknowledged } from './acknowledged.ts'
import type { Recording } from './recording.ts'

type World = typeof import('../../../world.ts')
type Client = { world: World; facts: Acknowledged }

/** So many clients live so many rounds; returns the data directory, and when the start ended. */
export async function live(
  recording: Recording,
  facts: Acknowledged,
  clients: number,
  rounds: number,
) {
  const world = await import('../../../world.ts')
  const { dataDir } = world
  const started = recording.operations.length
  for (const name of ['operator.key', 'secret.key']) {
    facts.knowFile(name, await keptSecret(dataDir, name, 20))
  }
  const one = { world, facts }
  await Promise.all(Array.from({ length: clients }, (_, number) => lifeOf(one, number, rounds)))
  await world.app.close()
  await world.db.close()
  return { dataDir, started }
}

async function lifeOf(client: Client, number: number, rounds: number): Promise<void> {
  const { world } = client
  const username = `person${number}@mail.example`
  const { json: account } = await ask(client, 'POST', '/v1/signup', undefined, {
    ...{ username, password: world.password },
  })
  client.facts.know('account', account.id, { username })
  const [person] = await world.people(`olga${number}`)
  if (!person) throw new Error('there is no person')
  await world.premium(person, true)
  await makeTrip(client, person.key, { starts_at: '2031-05-01', ends_at: '2031-05-31' })
  for (let round = 0; round < rounds; round += 1) {
    const trip = await makeTrip(client, person.key)
    const other = await makeTrip(client, person.key)
    await moveBetween(client, person.key, trip, other)
    await receive(client, person, round + number * rounds)
    await upload(client, person.key, trip)
    if (round % 4 === number % 4) await world.db.query({ text: 'checkpoint' })
  }
}

async function ask(
  { world }: Client,
  method: 'POST' | 'PATCH' | 'PUT' | 'GET',
  url: string,
  key: string | undefined,
  payload?: object,
  headers: Record<string, string> = key ? { authorization: `Token ${key}` } : {},
) {
  const answer = await world.app.inject({ method, url, headers, ...(payload && { payload }) })
  if (answer.statusCode >= 300) throw new Error(`${method} ${url}: ${answer.payload}`)
  return { json: answer.payload.startsWith('{') ? answer.json() : {} }
}

async function makeTrip(client: Client, key: string, dates = {}): Promise<number> {
  const name = `Trip ${randomBytes(100).toString('hex')}`
  const { json } = await ask(client, 'POST', '/v1/trips', key, {
    ...{ name, timezone: 'Europe/Lisbon', ...dates },
  })
  client.facts.know('trip', json.id, { name })
  return json.id
}

async function moveBetween(client: Client, key: string, from: number, to: number): Promise<void> {
  const name = randomBytes(20).toString('hex')
  const { json } = await ask(client, 'POST', `/v1/trip/${from}/activities`, key, { name })
  client.facts.know('activity', json.id, { name, trip_id: from })
  client.facts.doubt('activity', json.id)
  await ask(client, 'PATCH', `/v1/trip/${from}/activity/${json.id}`, key, { update_trip: to })
  client.facts.know('activity', json.id, { name, trip_id: to })
}

/** A mail with a flight and an attachment; each flight is one of its own. */
async function receive(client: Client, person: { email: string }, number: number): Promise<void> {
  const subject = `Booking ${number}`
  const day = String(1 + (number % 28)).padStart(2, '0')
  const flight = {
    ...{ '@type': 'Flight', flightNumber: String(100 + number) },
    airline: { '@type': 'Airline', name: 'Air Prado', iataCode: 'AP' },
    departureAirport: { '@type': 'Airport', name: 'Lisbon', iataCode: 'LIS' },
    departureTime: `2031-05-${day}T08:10:00+01:00`,
    arrivalAirport: { '@type': 'Airport', name: 'Frankfurt', iataCode: 'FRA' },
    arrivalTime: `2031-05-${day}T12:05:00+02:00`,
  }
  const html = flightHtml({ reservationNumber: `KX${number}`, reservationFor: flight })
  const [head = '', body = ''] = rawMail({ subject, html, to: person.email, from: person.email })
    .toString()
    .replace('Content-Type: text/html', 'Content-Type: multipart/mixed; boundary=part')
    .split('\r\n\r\n')
  const attached = randomBytes(12_000).toString('base64').replaceAll(/.{76}/g, '$&\r\n')
  const parts = [
    `--part\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${body}`,
    '--part\r\nContent-Type: application/octet-stream; name=ticket.bin\r\n' +
      'Content-Disposition: attachment; filename=ticket.bin\r\n' +
      `Content-Transfer-Encoding: base64\r\n\r\n${attached}`,
    '--part--\r\n',
  ]
  const raw = Buffer.from(`${head}\r\n\r\n${parts.join('\r\n')}`).toString('base64')
  const query = `mutation ($raw: String!, $owner: String) { deliverEmail(raw: $raw, owner: $owner) {
    id attachmentsCount transportations { id } reason } }`
  const { json } = await ask(
    ...([client, 'POST', '/graphql', undefined] as const),
    { query, variables: { raw, owner: person.email } },
    { authorization: `Operator ${client.world.operatorKey}` },
  )
  const mail = json.data?.deliverEmail
  if (mail?.attachmentsCount !== 1 || mail.transportations.length !== 1) {
    throw new Error(`the mail was not read: ${JSON.stringify(json)}`)
  }
  client.facts.know('email', mail.id, { subject })
  client.facts.know('transportation', mail.transportations[0].id, {})
}

async function upload(client: Client, key: string, trip: number): Promise<void> {
  const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(9_000)])
  client.facts.sent(bytes)
  const { json: prepared } = await ask(client, 'POST', '/v1/storage/uploads', key, {
    ...{ purpose: 'document', filename: 'Voucher.pdf', content_type: 'application/pdf' },
    ...{ content_length: bytes.length, parent_type: 'trip', parent_id: trip },
  })
  const { pathname, search } = new URL(prepared.upload_url)
  await ask(client, 'PUT', pathname + search, undefined, bytes, prepared.headers)
  const { object_key: url, upload_token } = prepared
  const body = { url, file_type: 'application/pdf', title: 'Voucher.pdf', upload_token }
  const { json } = await ask(client, 'POST', `/v1/trip/${trip}/documents`, key, body)
  client.facts.know('document', json.id, { title: 'Voucher.pdf' })
}

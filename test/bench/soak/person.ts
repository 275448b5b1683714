/** A person whose programs use the service all day; what they create, they delete again. */
import { randomUUID } from 'node:crypto'
import { createTransport, type Transporter } from 'nodemailer'
import { flightHtml, rawMail } from '../../mail/raw-mails.ts'
import { changesDocument } from '../../spec/changes-document.ts'

export const domain = 'in.trips.example'
export const operatorKey = 'soak-operator-key-0123456789'

/** Where the service listens for requests and for mail. */
export interface SoakedService {
  url: string
  mailPort: number
}

export type SoakAct = () => Promise<void>

type Json = Record<string, unknown>

/** Throws an Error with the answer where it has another status. */
async function expectStatus(answer: Response, status: number): Promise<string> {
  const text = await answer.text()
  if (answer.status === status) return text
  throw new Error(`${answer.url}: ${answer.status} ${text.slice(0, 200)}`)
}

const title = 'Voucher.pdf'
const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(200_000, 'x')])
const tripsQuery = '{ trips { results { id name guests { name permissions { canEdit } } } } }'

export class SoakPerson {
  readonly #service: SoakedService
  readonly #mail: Transporter
  #authorization = ''
  #address = ''
  #trip = 0
  #position: string | null = null

  constructor(service: SoakedService) {
    this.#service = service
    const local = { host: '127.0.0.1', port: service.mailPort, ignoreTLS: true }
    this.#mail = createTransport({ ...local, pool: true, maxConnections: 1 })
  }

  async #send(method: string, path: string, status: number, body?: unknown): Promise<Json> {
    const headers = {
      ...(this.#authorization && { authorization: this.#authorization }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const answer = await fetch(this.#service.url + path, { method, headers, ...sent })
    const text = await expectStatus(answer, status)
    return text === '' ? {} : (JSON.parse(text) as Json)
  }

  async #graphql(query: string, variables: object = {}): Promise<Json> {
    const { data, errors } = await this.#send('POST', '/graphql', 200, { query, variables })
    if (errors) throw new Error(JSON.stringify(errors).slice(0, 200))
    return data as Json
  }

  /** Makes the account, which is Pro, and its trip with twenty activities. */
  async signUp(): Promise<void> {
    const email = `${randomUUID()}@mail.example`
    const [username, password] = [email, 'correct horse 9']
    await this.#send('POST', '/v1/signup', 201, { username, password, email })
    const { token } = await this.#send('POST', '/v1/auth', 200, { username, password })
    this.#authorization = `Operator ${operatorKey}`
    await this.#graphql(`mutation { setPremium(email: "${email}", isPremium: true) { isPremium } }`)
    this.#authorization = `Token ${token}`
    const dates = { starts_at: '2031-04-18', ends_at: '2031-04-21', timezone: 'Europe/Lisbon' }
    this.#trip = Number((await this.#send('POST', '/v1/trips', 201, { name: 'Soak', ...dates })).id)
    const { anonymous_email_identifier } = await this.#send('GET', '/v1/me', 200)
    this.#address = `${anonymous_email_identifier}@${domain}`
    for (let n = 0; n < 20; n += 1) await this.#add('activities', { name: `Museum ${n}` })
  }

  #add(kind: string, body: object): Promise<Json> {
    const all = { internal_identifier: randomUUID(), ...body }
    return this.#send('POST', `/v1/trip/${this.#trip}/${kind}`, 201, all)
  }

  /** Each of what a person does, with how often of a hundred. */
  readonly acts: readonly [name: string, share: number, act: SoakAct][] = [
    ['reads the trips', 25, () => this.#reads('/v2/trips')],
    ['reads the activities', 20, () => this.#reads(`/v2/trip/${this.#trip}/activities`)],
    ['queries GraphQL', 12, () => this.#graphql(tripsQuery).then(() => {})],
    ['asks for changes', 20, () => this.#asksForChanges()],
    ['plans and deletes', 15, () => this.#plansAndDeletes()],
    ['listens', 3, () => this.#listens()],
    ['uploads', 3, () => this.#uploads()],
    ['books', 2, () => this.#books()],
  ]

  async #reads(path: string): Promise<void> {
    await this.#send('GET', path, 200)
  }

  async #asksForChanges(): Promise<void> {
    const variables = { since: this.#position, first: 100 }
    const { changes } = await this.#graphql(changesDocument, variables)
    this.#position = (changes as { position: string }).position
  }

  async #plansAndDeletes(): Promise<void> {
    const { id } = await this.#add('activities', { name: 'Dinner at the port' })
    const path = `/v1/trip/${this.#trip}/activity/${id}`
    await this.#send('PATCH', path, 200, { notes: 'Ask for the blue room.' })
    await this.#send('DELETE', path, 204)
  }

  /** A stream of events for a second. */
  async #listens(): Promise<void> {
    const signal = AbortSignal.timeout(1_000)
    const headers = { authorization: this.#authorization }
    try {
      const answer = await fetch(`${this.#service.url}/changes/events`, { headers, signal })
      await expectStatus(answer, 200)
      throw new Error('the stream of events has ended')
    } catch (error) {
      if (!signal.aborted) throw error
    }
  }

  async #uploads(): Promise<void> {
    const prepared = await this.#send('POST', '/v1/storage/uploads', 200, {
      ...{ purpose: 'document', filename: title, content_type: 'application/pdf' },
      ...{ content_length: pdf.length, parent_type: 'trip', parent_id: this.#trip },
    })
    const { upload_url, object_key: url, upload_token } = prepared
    const headers = prepared.headers as Record<string, string>
    await expectStatus(await fetch(String(upload_url), { method: 'PUT', headers, body: pdf }), 200)
    const attached = { url, file_type: 'application/pdf', title, upload_token }
    const path = `/v1/trip/${this.#trip}/documents`
    const { id } = await this.#send('POST', path, 201, attached)
    await this.#send('DELETE', `${path}/${id}`, 200)
  }

  /** Mails a flight, which is filed before the mail is answered, and deletes it. */
  async #books(): Promise<void> {
    const reservationNumber = randomUUID().slice(0, 8).toUpperCase()
    const raw = rawMail({ html: flightHtml({ reservationNumber }) })
    const envelope = { from: 'booking@air.example', to: this.#address }
    await this.#mail.sendMail({ envelope, raw })
    const { results } = await this.#send('GET', `/v2/trip/${this.#trip}/transportations`, 200)
    const filed = results as Json[]
    if (filed.length === 0) throw new Error('the booking was not filed')
    for (const { id } of filed) {
      await this.#send('DELETE', `/v1/trip/${this.#trip}/transportation/${id}`, 204)
    }
  }

  close(): void {
    this.#mail.close()
  }
}

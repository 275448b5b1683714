/** Ingests a message: finds its owner, parses, stores and files it (test/spec/17-inbound-mail). */
import { fail, failAfterEffect, Refusal } from '../base/errors.ts'
import type { Log } from '../base/log.ts'
import { mailArrived } from '../base/telemetry.ts'
import type { IncomingMail, Intake, StoredMail } from '../core/intake.ts'
import type { Database } from '../outside/database/database.ts'
import { Turnstile } from '../process/turnstile.ts'
import { importCalendar } from './calendar-import.ts'
import { type Arrival, fileMail } from './filing/filing.ts'
import { keepPdfs, type PdfStore } from './filing/pdfs.ts'
import { accountOf, ownerByHeaders, ownerOfSecret, ownerOfSender } from './filing/recipient.ts'
import type { CalendarSplitter } from './reading/parsing.ts'
import { isOmission } from './reading/reasons.ts'
import { type Parser, takeTurns } from './turns.ts'

interface IntakeOptions {
  db: Database
  log: Pick<Log, 'warn'>
  clock: () => Date
  /** INBOUND_DOMAIN. */
  domain: string | undefined
  /** The address with the name of INBOUND_SHARED, in lower case. */
  shared: string | undefined
  parser: Parser & CalendarSplitter
  /** Stores the PDFs of filed messages as documents; without it, they are not stored. */
  objects?: PdfStore | undefined
}

/**
 * Messages of one account are filed one after the other. They wait here, because in the database
 * each would hold a connection while it waits.
 */
const ofFiling = {
  name: 'mailFiling',
  max: 4,
  maxPerKey: 1,
  maxWaitingPerKey: 100,
  maxWait: 60_000,
}

/**
 * Maximum events that are filed in one transaction. It takes seconds, during which the embedded
 * database serves only this transaction.
 */
const maxTogether = 100

/** The outcome for metrics. A message counts as filed if only outdated parts were omitted. */
function outcomeOf(isNew: boolean, reason: string | undefined) {
  if (!isNew) return 'known'
  return reason === undefined || isOmission(reason) ? 'filed' : 'inbox'
}

/** Turns the PDFs of a stored message into documents. */
const keep = ({ db, log }: IntakeOptions, stored: StoredMail, store: PdfStore) =>
  keepPdfs({ db }, stored, store).catch((err: unknown) => {
    log.warn({ err, emailId: stored.id }, 'PDFs of an email could not be stored as documents')
    // The sender then delivers the message again, which adds the documents. A defect would only
    // repeat itself; the PDFs stay attachments of the email.
    if (err instanceof Refusal) failAfterEffect(err)
  })

/** The intake of a process. */
export function openIntake(options: IntakeOptions): Intake {
  const { db, log, clock, domain, shared, parser, objects } = options
  const parse = takeTurns(parser)
  const filing = new Turnstile(ofFiling)
  const isSharedAddress = (address: string) => address.trim().toLowerCase() === shared
  /**
   * Whether the sender alone determines the account, because the recipient is the shared address.
   */
  const isBySender = ({ recipient }: IncomingMail) =>
    typeof recipient === 'string' ? isSharedAddress(recipient) : domain === undefined
  /**
   * The owner by the given address; undefined if only the message can tell. Unknown addresses are
   * refused before parsing.
   */
  const givenOwner = async (mail: IncomingMail): Promise<number | undefined> => {
    const { owner, recipient, proven } = mail
    if (typeof owner === 'string') return (await accountOf(db, owner)) ?? fail('NOT_FOUND')
    if (isBySender(mail)) {
      return proven === 'any' ? undefined : ((await ownerOfSender(db, proven)) ?? fail('NOT_FOUND'))
    }
    if (typeof recipient !== 'string') return undefined
    return (await ownerOfSecret(db, [recipient], domain)) ?? fail('NOT_FOUND')
  }
  /** Steps after a message is stored. */
  const finish = async ({ problem, reason, ...stored }: StoredMail, { parsed }: Arrival) => {
    mailArrived.publish({ outcome: outcomeOf(stored.isNew, reason), reason: reason ?? '' })
    if (problem) log.warn({ err: problem, emailId: stored.id }, 'email stored but not filed')
    if (objects && parsed.attachments.length > 0) await keep(options, stored, objects)
  }
  const ingest: Intake['ingest'] = async (mail) => {
    const at = clock()
    const { bytes, source, client = source } = mail
    const given = await givenOwner(mail)
    const parsed = await parse(bytes, { owner: given, client })
    const byMessage = () =>
      isBySender(mail)
        ? ownerOfSender(db, parsed.from)
        : ownerByHeaders(db, parsed, domain, mail.proven)
    const ownerId = given ?? (await byMessage()) ?? fail('NOT_FOUND')
    const arrival = { ownerId, source, bytes, parsed, at }
    const file = () => fileMail(db, arrival)
    const { problem, reason, ...stored } = await filing.pass(String(ownerId), file)
    await finish({ problem, reason, ...stored }, arrival)
    return stored
  }
  const readCalendar: Intake['readCalendar'] = async (text, { id: ownerId }) => {
    const at = clock()
    const arrivals: Arrival[] = []
    await importCalendar(text, ownerId, {
      split: async (...given) => {
        const parts = await parser.splitCalendar(...given)
        return Array.isArray(parts) && parts.length > maxTogether ? 'tooManyTogether' : parts
      },
      take: async (bytes, client) => {
        const parsed = await parse(bytes, { owner: ownerId, client })
        arrivals.push({ ownerId, source: 'calendar', bytes, parsed, at })
      },
    })
    return async (tx) => {
      const filed: [StoredMail, Arrival][] = []
      for (const arrival of arrivals) filed.push([await fileMail(tx, arrival), arrival])
      return {
        stored: filed.map(([stored]) => stored),
        afterwards: async () => {
          for (const [stored, arrival] of filed) await finish(stored, arrival)
        },
      }
    }
  }
  return {
    domain,
    ingest,
    isSharedAddress,
    isSecretAddress: async (address) => (await ownerOfSecret(db, [address], domain)) !== undefined,
    ingestCalendar(text, { id, email }) {
      let count = 0
      return importCalendar(text, id, {
        split: (...given) => parser.splitCalendar(...given),
        async take(bytes, client) {
          const mail = { bytes, source: 'calendar', client, owner: email, proven: 'any' } as const
          const stored = await ingest(mail).catch((error) => {
            if (count > 0) failAfterEffect(error)
            throw error
          })
          count += 1
          return stored
        },
      })
    },
    readCalendar,
  }
}

/**
 * The whole way of a message: parsed, given its owner, stored, filed (test/spec/17-inbound-mail).
 */
import type { FastifyBaseLogger } from 'fastify'
import { fail } from '../errors.ts'
import type { Database } from '../outside/database/database.ts'
import { fileMail } from './filing/filing.ts'
import { keepPdfs, type PdfStore } from './filing/pdfs.ts'
import { accountOf, ownerByHeaders, ownerOfSecret } from './filing/recipient.ts'
import type { Intake, MailToTakeIn } from './intake.ts'
import type { ParsedMail } from './reading/reservation.ts'

export interface IntakeOptions {
  db: Database
  log: Pick<FastifyBaseLogger, 'warn'>
  clock: () => Date
  /** INBOUND_DOMAIN. */
  domain: string | undefined
  parser: { parse(bytes: Uint8Array): Promise<ParsedMail> }
  /** Where the PDFs of filed messages go as documents; nowhere without it. */
  objects?: PdfStore | undefined
}

/** The way in, for all of a process. */
export function openIntake({ db, log, clock, domain, parser, objects }: IntakeOptions): Intake {
  const reading = new WeakMap<Uint8Array, Promise<ParsedMail>>()
  const parse = (bytes: Uint8Array) => {
    const parsed = reading.get(bytes) ?? parser.parse(bytes)
    reading.set(bytes, parsed)
    return parsed
  }
  /** What is given decides alone; undefined: the headers do. An unknown one costs no parsing. */
  const givenOwner = async ({ owner, recipient }: MailToTakeIn): Promise<number | undefined> => {
    if (typeof owner === 'string') return (await accountOf(db, owner)) ?? fail('NOT_FOUND')
    if (typeof recipient !== 'string') return undefined
    return (await ownerOfSecret(db, [recipient], domain)) ?? fail('NOT_FOUND')
  }
  return {
    domain,
    isSecretAddress: async (address) => (await ownerOfSecret(db, [address], domain)) !== undefined,
    async takeIn(mail) {
      const at = clock()
      const given = await givenOwner(mail)
      const parsed = await parse(mail.bytes)
      const byHeaders = () => ownerByHeaders(db, parsed, domain, mail.proven)
      const ownerId = given ?? (await byHeaders()) ?? fail('NOT_FOUND')
      const { bytes, source } = mail
      const { problem, ...stored } = await fileMail(db, { ownerId, source, bytes, parsed, at })
      if (problem) log.warn({ err: problem, emailId: stored.id }, 'email stored but not filed')
      if (objects) {
        // The message is stored, with its PDFs: that a copy failed must not bring it again.
        await keepPdfs({ db }, stored, objects).catch((err: unknown) =>
          log.warn(
            { err, emailId: stored.id },
            'PDFs of an email could not be stored as documents',
          ),
        )
      }
      return stored
    },
  }
}

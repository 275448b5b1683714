/** Stores records as rows, in one transaction (test/operations/transfer). */

import { sha256 } from '../../base/hashes.ts'
import { addAccount } from '../../core/domain/accounts/account.ts'
import { addAddress } from '../../core/domain/accounts/alternative-email.ts'
import { addCategory } from '../../core/domain/accounts/category.ts'
import { newToken } from '../../core/domain/accounts/secrets.ts'
import { addDocuments } from '../../core/domain/documents/document-writes.ts'
import {
  type NewAttachment,
  type NewEmail,
  storeEmails,
} from '../../core/domain/emails/email-writes.ts'
import { addFavorite, type NewFavorite } from '../../core/domain/people/favorite-rows.ts'
import { addMembers, changeOnTrips } from '../../core/domain/people/members.ts'
import type { ItemName } from '../../core/parent-kinds.ts'
import { kinds, trip as tripKind } from '../../core/store/kinds.ts'
import { addRows, keepIdentifiers } from '../../core/store/writes.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { Store } from '../../outside/database/database.ts'
import { isUniqueViolation } from '../../outside/database/failures.ts'
import type { Report } from '../../process/progress.ts'
import { Batches, type BatchKind, isBatched } from './batches.ts'
import { checkedRecords, type PlacedRecord, storedText } from './checking.ts'
import { WrongExport } from './export-errors.ts'
import type { FileRef, OpenFolder } from './folder.ts'
import { Ids } from './ids.ts'

type Fields = Record<string, unknown>

interface Import {
  folder: OpenFolder
  /**
   * Whether to match people to accounts here by address, and to keep Pro and verified addresses.
   */
  isTrusted: boolean
  passwordHash: string
  /** The key under which a file of the export is stored here. */
  keyOf(file: FileRef | null): string
  report: Report
}

export interface Imported {
  username: string
  email: string
  counts: Record<string, number>
  /** Addresses of people who were omitted. */
  leftOut: string[]
}

export class Storing {
  readonly #tx: Store
  readonly #given: Import
  readonly #ids = new Ids()
  readonly #batches = new Batches((kind, records) => this.#storeAll(kind, records))
  readonly result: Imported = { username: '', email: '', counts: {}, leftOut: [] }

  constructor(tx: Store, given: Import) {
    this.#tx = tx
    this.#given = given
  }

  /** Stores all records of the export. */
  async all(): Promise<Imported> {
    const { folder, report } = this.#given
    let stored = 0
    await keepIdentifiers(this.#tx)
    for await (const record of checkedRecords(folder)) {
      const { kind } = record
      this.result.counts[kind] = (this.result.counts[kind] ?? 0) + 1
      if (isBatched(kind)) await this.#batches.add(kind, record)
      else await this.#storeOne(record)
      stored += 1
      report('Stored', stored, 'records', folder.count)
    }
    await this.#batches.flush()
    return this.result
  }

  async #storeOne(record: PlacedRecord): Promise<void> {
    try {
      await this.#store(record)
    } catch (error) {
      if (isUniqueViolation(error)) throw this.#taken(record)
      throw error
    }
  }

  #taken({ kind, place }: PlacedRecord): WrongExport {
    if (kind === 'account') {
      return new WrongExport(place, 'the username or the email address is already in use')
    }
    return new WrongExport(place, `the ${kind} already exists, or occurs twice`)
  }

  #store(record: PlacedRecord): Promise<unknown> | undefined {
    const { kind, fields } = record
    const { prisma } = this.#tx
    switch (kind) {
      case 'account':
        return this.#account(fields)
      case 'address': {
        const { email, verified, createdAt } = fields as Prisma.AlternativeEmailCreateInput
        const isVerified = verified === true && this.#given.isTrusted
        const hash = sha256(newToken(160))
        const data = { userId: this.#ids.account, email, verified: isVerified, hash }
        return addAddress(prisma, { ...data, ...(createdAt && { createdAt }) })
      }
      case 'category': {
        const data = fields as Prisma.CategoryUncheckedCreateInput
        return addCategory(prisma, { ...data, ownerId: this.#ids.account })
      }
      case 'person':
        return this.#person(String(fields.email))
      case 'favorite':
        return this.#favorite(fields)
      default:
        return undefined
    }
  }

  #storeAll(kind: BatchKind, records: PlacedRecord[]): Promise<void> {
    switch (kind) {
      case 'member':
        return this.#members(records)
      case 'document':
        return this.#documents(records)
      case 'email':
        return this.#emails(records)
      default:
        return this.#rows(kind, records)
    }
  }

  async #account(fields: Fields): Promise<void> {
    const { isPremium, premiumExpirationDate, calendarHiddenCategories, ...rest } = fields
    const pro = this.#given.isTrusted ? { isPremium, premiumExpirationDate } : {}
    const hidden = calendarHiddenCategories ?? Prisma.DbNull
    const { passwordHash } = this.#given
    const data = { ...rest, ...pro, calendarHiddenCategories: hidden, passwordHash }
    this.#ids.account = await addAccount(this.#tx.prisma, data as Prisma.UserCreateInput)
    Object.assign(this.result, { username: fields.username, email: fields.email })
  }

  async #person(email: string): Promise<void> {
    const where = { email: email.toLowerCase() }
    const found = this.#given.isTrusted
      ? await this.#tx.prisma.user.findUnique({ where, select: { id: true } })
      : null
    const id = found && found.id !== this.#ids.account ? found.id : 0
    if (id === 0) this.result.leftOut.push(email)
    this.#ids.add('person', [id])
  }

  async #favorite(fields: Fields): Promise<void> {
    const { person, ...rest } = fields
    const other = person === null ? null : this.#ids.user(person)
    if (!this.#given.isTrusted || other === 0) return
    const own = rest as Omit<NewFavorite, 'userId' | 'favoriteUserId'>
    await addFavorite(this.#tx.prisma, { ...own, userId: this.#ids.account, favoriteUserId: other })
  }

  async #members(records: PlacedRecord[]): Promise<void> {
    const { prisma } = this.#tx
    const others: Prisma.MemberCreateManyInput[] = []
    const own = new Map<string, number[]>()
    for (const { fields } of records) {
      const { trip, person, ...rights } = fields
      const key = { tripId: this.#ids.of('trip', trip), userId: this.#ids.user(person) }
      if (person === null) {
        // The owner of a trip has every right already.
        const { isTravelling, receiveNotifications } = rights as Record<string, boolean>
        const choices = JSON.stringify({ isTravelling, receiveNotifications })
        own.set(choices, [...(own.get(choices) ?? []), key.tripId])
      } else if (key.userId > 0) {
        others.push({ ...rights, ...key })
      }
    }
    for (const [choices, tripIds] of own) {
      await changeOnTrips(prisma, { userId: this.#ids.account, tripIds }, JSON.parse(choices))
    }
    if (others.length > 0) await addMembers(prisma, others)
  }

  /** Stores trips or items. */
  async #rows(kind: 'trip' | ItemName, records: PlacedRecord[]): Promise<void> {
    const rows = records.map(({ fields }) => {
      const { id: _, trip, owner = null, assigned, ...rest } = fields
      const users = (assigned as unknown[] | undefined)?.map((one) => this.#ids.user(one))
      return {
        ...rest,
        ownerId: this.#ids.owner(owner),
        ...(kind !== 'trip' && { tripId: this.#ids.of('trip', trip) }),
        ...(users && { assignedUsers: users.filter((user) => user > 0) }),
      }
    })
    const stored = kind === 'trip' ? tripKind : kinds.find(({ name }) => name === kind)
    const ids = stored ? await addRows(this.#tx, stored, rows) : []
    const place = records[0]?.place ?? ''
    if (ids.length !== rows.length) throw new WrongExport(place, `the ${kind} cannot be stored`)
    this.#ids.add(kind, ids)
  }

  async #documents(records: PlacedRecord[]): Promise<void> {
    const rows = records.map(({ fields }) => {
      const { at, owner, file, url, ...rest } = fields
      const isLink = rest.fileType === 'url'
      const own = isLink ? url : this.#given.keyOf(file as FileRef | null)
      return { ...rest, ...this.#ids.parent(at), url: own, ownerId: this.#ids.owner(owner) }
    })
    await addDocuments(this.#tx.prisma, rows as Prisma.DocumentCreateManyInput[])
  }

  async #emails(records: PlacedRecord[]): Promise<void> {
    const emails: Parameters<typeof storeEmails>[1][number][] = []
    for (const { fields } of records) emails.push(await this.#email(fields))
    const ids = await storeEmails(this.#tx.prisma, emails)
    const twice = records[ids.indexOf(undefined)]
    if (twice) throw new WrongExport(twice.place, 'the email occurs twice')
  }

  async #email(fields: Fields) {
    const { at, owner, html, text, raw, attachments, messageKey, ...rest } = fields
    const { folder } = this.#given
    const bytes = async (ref: unknown) => (ref ? await folder.bytesOf(ref as FileRef) : null)
    const ownerId = this.#ids.owner(owner)
    // Two people may have received the same message.
    const isOfOther = owner !== null && ownerId === this.#ids.account
    const email = {
      ...{ ...rest, ...this.#ids.parent(at), ownerId },
      messageKey: isOfOther ? `sha256:${sha256(`${owner} ${messageKey}`)}` : messageKey,
      html: await storedText(folder, html as FileRef | null),
      text: await storedText(folder, text as FileRef | null),
      raw: await bytes(raw),
    }
    const all: Fields[] = []
    for (const one of attachments as Fields[]) {
      all.push({ ...one, payload: await bytes(one.payload) })
    }
    return { email: email as NewEmail, attachments: all as NewAttachment[] }
  }
}

/** Records become rows, in one transaction (test/transfer). */
import { addAccount } from '../domain/accounts/account.ts'
import { addAddress } from '../domain/accounts/alternative-email.ts'
import { addCategory } from '../domain/accounts/category.ts'
import { newToken } from '../domain/accounts/secrets.ts'
import { addDocuments } from '../domain/documents/document-writes.ts'
import { storeEmail } from '../domain/emails/email-writes.ts'
import { kinds, trip as tripKind } from '../domain/hot-path/kinds.ts'
import { addRows } from '../domain/hot-path/writes.ts'
import { addFavorite, type NewFavorite } from '../domain/people/favorite-rows.ts'
import { addMembers, changeMember } from '../domain/people/members.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { sha256 } from '../hashes.ts'
import type { Store } from '../outside/database/database.ts'
import { isUniqueViolation } from '../outside/database/failures.ts'
import type { ParentKind } from '../permissions/parent-kinds.ts'
import { attachedTo } from '../permissions/parents.ts'
import { checkedRecords, type PlacedRecord, textIn } from './checking.ts'
import type { FileRef, OpenFolder } from './folder.ts'
import { WrongExport } from './places.ts'
import type { ItemKind, RecordKind } from './records.ts'

type Fields = Record<string, unknown>

/** Rows that one statement stores. */
const most = 200

export interface Import {
  folder: OpenFolder
  /** The people of the export are those who have their addresses here. */
  isTrusted: boolean
  passwordHash: string
  /** The key under which a file of the export is stored here. */
  keyOf(file: FileRef | null): string
}

export interface Imported {
  username: string
  email: string
  counts: Record<string, number>
  /** Addresses of people who were left out. */
  leftOut: string[]
}

export class Storing {
  readonly #tx: Store
  readonly #given: Import
  #userId = 0
  readonly #ids = new Map<RecordKind, number[]>()
  #waiting: { kind: 'trip' | ItemKind; place: string; rows: Fields[] } | undefined
  readonly result: Imported = { username: '', email: '', counts: {}, leftOut: [] }

  constructor(tx: Store, given: Import) {
    this.#tx = tx
    this.#given = given
  }

  /** Stores all records of the export. */
  async all(): Promise<Imported> {
    for await (const record of checkedRecords(this.#given.folder)) {
      const { kind } = record
      this.result.counts[kind] = (this.result.counts[kind] ?? 0) + 1
      if (this.#waiting && this.#waiting.kind !== kind) await this.#flush()
      try {
        await this.#store(record)
      } catch (error) {
        if (isUniqueViolation(error)) throw this.#taken(record)
        throw error
      }
    }
    await this.#flush()
    return this.result
  }

  #taken({ kind, place }: PlacedRecord): WrongExport {
    if (kind === 'account') {
      return new WrongExport(place, 'the username or the email address is already in use')
    }
    return new WrongExport(place, `the ${kind} already exists, or occurs twice`)
  }

  #idOf(kind: RecordKind, number: unknown): number {
    return this.#ids.get(kind)?.[(number as number) - 1] ?? 0
  }

  /** The ids of a kind here, in the order of their numbers. */
  #known(kind: RecordKind): number[] {
    const known = this.#ids.get(kind) ?? []
    this.#ids.set(kind, known)
    return known
  }

  /** The user that a person of the export is here; null is the account itself. 0: none. */
  #user(person: unknown): number {
    return person === null ? this.#userId : this.#idOf('person', person)
  }

  /** The new owner of a row: the account, if the person has none here. */
  #owner = (person: unknown): number => this.#user(person) || this.#userId

  #store(record: PlacedRecord): Promise<unknown> | undefined {
    const { kind, fields, place } = record
    const { prisma } = this.#tx
    switch (kind) {
      case 'account':
        return this.#account(fields)
      case 'address': {
        const { email, verified, createdAt } = fields as Prisma.AlternativeEmailCreateInput
        const isVerified = verified === true && this.#given.isTrusted
        const hash = sha256(newToken(160))
        const data = { userId: this.#userId, email, verified: isVerified, hash }
        return addAddress(prisma, { ...data, ...(createdAt && { createdAt }) })
      }
      case 'category': {
        const data = fields as Prisma.CategoryUncheckedCreateInput
        return addCategory(prisma, { ...data, ownerId: this.#userId })
      }
      case 'person':
        return this.#person(String(fields.email))
      case 'favorite':
        return this.#favorite(fields)
      case 'member':
        return this.#member(fields)
      case 'document':
        return this.#document(fields)
      case 'email':
        return this.#email(fields, place)
      default:
        return this.#row(kind, fields, place)
    }
  }

  async #account(fields: Fields): Promise<void> {
    const { isPremium, premiumExpirationDate, calendarHiddenCategories, ...rest } = fields
    const pro = this.#given.isTrusted ? { isPremium, premiumExpirationDate } : {}
    const hidden = calendarHiddenCategories ?? Prisma.DbNull
    const { passwordHash } = this.#given
    const data = { ...rest, ...pro, calendarHiddenCategories: hidden, passwordHash }
    this.#userId = await addAccount(this.#tx.prisma, data as Prisma.UserCreateInput)
    Object.assign(this.result, { username: fields.username, email: fields.email })
  }

  async #person(email: string): Promise<void> {
    const where = { email: email.toLowerCase() }
    const found = this.#given.isTrusted
      ? await this.#tx.prisma.user.findUnique({ where, select: { id: true } })
      : null
    const id = found && found.id !== this.#userId ? found.id : 0
    if (id === 0) this.result.leftOut.push(email)
    this.#known('person').push(id)
  }

  async #favorite(fields: Fields): Promise<void> {
    const { person, ...rest } = fields
    const other = person === null ? null : this.#user(person)
    if (!this.#given.isTrusted || other === 0) return
    const own = rest as Omit<NewFavorite, 'userId' | 'favoriteUserId'>
    await addFavorite(this.#tx.prisma, { ...own, userId: this.#userId, favoriteUserId: other })
  }

  async #member(fields: Fields): Promise<void> {
    const { trip, person, ...rights } = fields
    const key = { tripId: this.#idOf('trip', trip), userId: this.#user(person) }
    if (person === null) {
      const { isTravelling, receiveNotifications } = rights as Record<string, boolean>
      const own = { isTravelling: !!isTravelling, receiveNotifications: !!receiveNotifications }
      await changeMember(this.#tx.prisma, key, own)
    } else if (key.userId > 0) {
      await addMembers(this.#tx.prisma, [{ ...rights, ...key } as Prisma.MemberCreateManyInput])
    }
  }

  /** Trips and items wait for others of their kind. */
  async #row(kind: 'trip' | ItemKind, fields: Fields, place: string): Promise<void> {
    const { id: _, trip, owner = null, assigned, ...rest } = fields
    const users = (assigned as unknown[] | undefined)?.map((one) => this.#user(one))
    this.#waiting ??= { kind, place, rows: [] }
    this.#waiting.rows.push({
      ...rest,
      ownerId: this.#owner(owner),
      ...(kind !== 'trip' && { tripId: this.#idOf('trip', trip) }),
      ...(users && { assignedUsers: users.filter((user) => user > 0) }),
    })
    if (this.#waiting.rows.length >= most) await this.#flush()
  }

  async #flush(): Promise<void> {
    if (!this.#waiting) return
    const { kind, place, rows } = this.#waiting
    this.#waiting = undefined
    const stored = kind === 'trip' ? tripKind : kinds.find(({ name }) => name === kind)
    const ids = stored ? await addRows(this.#tx, stored, rows) : []
    if (ids.length !== rows.length) throw new WrongExport(place, `the ${kind} cannot be stored`)
    this.#known(kind).push(...ids)
  }

  #parent(at: unknown) {
    if (!at) return {}
    const { kind, id } = at as { kind: ParentKind; id: number }
    return attachedTo({ kind, id: this.#idOf(kind, id) })
  }

  async #document(fields: Fields): Promise<void> {
    const { at, owner, file, url, ...rest } = fields
    const isLink = rest.fileType === 'url'
    const own = isLink ? url : this.#given.keyOf(file as FileRef | null)
    const data = { ...rest, ...this.#parent(at), url: own, ownerId: this.#owner(owner) }
    await addDocuments(this.#tx.prisma, [data as Prisma.DocumentCreateManyInput])
  }

  async #email(fields: Fields, place: string): Promise<void> {
    const { at, owner, html, text, raw, attachments, messageKey, ...rest } = fields
    const { folder } = this.#given
    const bytes = async (ref: unknown) => (ref ? await folder.bytesOf(ref as FileRef) : null)
    const ownerId = this.#owner(owner)
    // Two people may have had the same message.
    const isOfOther = owner !== null && ownerId === this.#userId
    const data = {
      ...{ ...rest, ...this.#parent(at), ownerId },
      messageKey: isOfOther ? `sha256:${sha256(`${owner} ${messageKey}`)}` : messageKey,
      html: await textIn(folder, html as FileRef | null),
      text: await textIn(folder, text as FileRef | null),
      raw: await bytes(raw),
    }
    const all: Fields[] = []
    for (const one of attachments as Fields[]) {
      all.push({ ...one, payload: await bytes(one.payload) })
    }
    const id = await storeEmail(this.#tx.prisma, data as Prisma.EmailCreateManyInput, all as never)
    if (id === undefined) throw new WrongExport(place, 'the email occurs twice')
  }
}

/** The rows of one account as records, on one snapshot of the database (test/transfer). */
import { extname } from 'node:path'
import type { Document, Prisma } from '../generated/prisma/client.ts'
import type { Database } from '../outside/database/database.ts'
import { inSnapshot } from '../outside/database/snapshot.ts'
import { withDraft } from '../outside/folders/draft.ts'
import type { ObjectStore } from '../outside/objects/objects.ts'
import { writeEmail } from './export-emails.ts'
import { beginFolder, type NewFolder } from './folder.ts'
import { Numbers } from './numbers.ts'
import { inputFieldsOf, itemKinds, memberRights, type RecordKind } from './records.ts'

export interface Outside {
  db: Database
  objects: ObjectStore
}
type Tx = Prisma.TransactionClient

/** Rows that are read together. */
const page = 200

/** All rows where `where` holds, by id, a page at a time. */
async function* pages<Row extends { id: number }, Where extends object>(
  where: Where,
  find: (cut: {
    take: number
    orderBy: { id: 'asc' }
    where: Where & { id: { gt: number } }
  }) => Promise<Row[]>,
): AsyncGenerator<Row> {
  for (let last = 0; ; ) {
    const cut = {
      take: page,
      orderBy: { id: 'asc' },
      where: { ...where, id: { gt: last } },
    } as const
    const rows = await find(cut)
    yield* rows
    if (rows.length < page) return
    last = rows.at(-1)?.id ?? 0
  }
}

/** The fields that the mutations of a kind set, and others, in the order of their names. */
export function fieldsOf(kind: RecordKind, row: object, more: readonly string[] = []) {
  const names = [...new Set([...inputFieldsOf(kind), ...more])].sort()
  return Object.fromEntries(
    names.flatMap((name) => {
      const value: unknown = Reflect.get(row, name)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

interface Exporting {
  tx: Tx
  folder: NewFolder
  numbers: Numbers
}

/** The day of a moment, which is how Prisma returns days. */
const dayOf = (day: Date | null) => day?.toISOString().slice(0, 10) ?? null

async function writeAccount({ tx, folder, numbers }: Exporting, id: number): Promise<void> {
  const user = await tx.user.findUniqueOrThrow({ where: { id } })
  const own = ['isPremium', 'isTripitConnected', 'isNewsletterSubscriber', 'premiumExpirationDate']
  const times = ['lastActivityDate', 'createdAt']
  await folder.record({ kind: 'account', ...fieldsOf('account', user, [...own, ...times]) })
  const addresses = { where: { userId: id }, orderBy: { id: 'asc' } } as const
  for (const address of await tx.alternativeEmail.findMany(addresses)) {
    await folder.record({
      kind: 'address',
      ...fieldsOf('address', address, ['verified', 'createdAt']),
    })
  }
  for await (const category of pages({ ownerId: id }, (cut) => tx.category.findMany(cut))) {
    const fields = fieldsOf('category', category, ['createdAt', 'deletedAt'])
    await folder.record({ kind: 'category', ...fields })
  }
  const favorites = pages({ userId: id }, (cut) => tx.favorite.findMany(cut))
  for await (const { favoriteUserId, ...favorite } of favorites) {
    // While the request is pending, the owner of the address is not revealed.
    const person = favorite.pending ? null : await numbers.person(favoriteUserId)
    const { email, pending, automaticSuggestOnNewTrips, createdAt, updatedAt } = favorite
    const times = { createdAt, updatedAt }
    await folder.record({
      ...{ kind: 'favorite', email, person, pending, automaticSuggestOnNewTrips, ...times },
    })
  }
}

async function writeMembers({ tx, folder, numbers }: Exporting, tripId: number): Promise<void> {
  const members = await tx.member.findMany({
    where: { tripId },
    orderBy: [{ isOwner: 'desc' }, { user: { email: 'asc' } }],
  })
  for (const member of members) {
    const person = await numbers.person(member.userId)
    const rights = Object.fromEntries(memberRights.map((right) => [right, member[right]]))
    const { joined } = member
    const trip = numbers.of('trip', tripId)
    await folder.record({ kind: 'member', trip, person, joined, ...rights })
  }
}

async function writeItems({ tx, folder, numbers }: Exporting, tripId: number): Promise<void> {
  for (const kind of itemKinds) {
    const items: {
      findMany(asked: object): Promise<({ id: number; ownerId: number } & object)[]>
    } = tx[kind]
    const rows = pages({ tripId }, (cut) => items.findMany(cut))
    for await (const row of rows) {
      const owner = await numbers.person(row.ownerId)
      const assigned: (number | null)[] = []
      for (const user of (Reflect.get(row, 'assignedUsers') ?? []) as number[]) {
        assigned.push(await numbers.person(user))
      }
      await folder.record({
        ...{ kind, id: numbers.next(kind, row.id), trip: numbers.of('trip', tripId), owner },
        ...(kind !== 'expense' && { assigned }),
        ...fieldsOf(kind, row, ['createdAt', 'updatedAt', 'deletedAt']),
      })
    }
  }
}

/** Prisma: what is attached to a trip, or to an item in it. */
const within = (tripId: number) => ({
  OR: [
    { tripId },
    { hosting: { tripId } },
    { activity: { tripId } },
    { transportation: { tripId } },
  ],
})
const nowhere = { tripId: null, hostingId: null, activityId: null, transportationId: null }

type Noted = Omit<Document, 'textBytes'> & { owner: number | null; at: object | null }

/** The emails and the documents of one place; the documents are noted for later. */
async function writeAttached(
  { tx, folder, numbers }: Exporting,
  where: Prisma.EmailWhereInput & Prisma.DocumentWhereInput,
  documents: Noted[],
): Promise<void> {
  const emails = pages(where, (cut) => tx.email.findMany({ ...cut, select: { id: true } }))
  for await (const { id } of emails) await writeEmail({ tx, folder, numbers }, id)
  const rows = pages(where, (cut) => tx.document.findMany(cut))
  for await (const row of rows) {
    const owner = await numbers.person(row.ownerId)
    documents.push({ ...row, owner, at: numbers.parent(row) })
  }
}

/** Files never change: their bytes need not be read on the snapshot. */
async function writeDocuments(
  folder: NewFolder,
  objects: ObjectStore,
  documents: readonly Noted[],
) {
  for (const { owner, at, ...row } of documents) {
    const isFile = row.fileType !== 'url'
    const bytes = isFile ? await objects.read('private', row.url) : null
    const file = bytes ? await folder.file(bytes, extname(row.url)) : null
    // The key is the store's own.
    const url = isFile ? (file?.name ?? 'missing') : row.url
    const fields = fieldsOf('document', { ...row, url }, ['createdAt', 'updatedAt', 'deletedAt'])
    await folder.record({ kind: 'document', owner, at, file, ...fields })
  }
}

async function writeRows(exporting: Exporting, id: number): Promise<Noted[]> {
  const { tx, folder, numbers } = exporting
  const documents: Noted[] = []
  await writeAccount(exporting, id)
  const trips = pages({ ownerId: id }, (cut) => tx.trip.findMany(cut))
  for await (const trip of trips) {
    const days = { startsAt: dayOf(trip.startsAt), endsAt: dayOf(trip.endsAt) }
    const fields = fieldsOf('trip', { ...trip, ...days }, ['createdAt', 'deletedAt'])
    await folder.record({ kind: 'trip', id: numbers.next('trip', trip.id), ...fields })
    await writeMembers(exporting, trip.id)
    await writeItems(exporting, trip.id)
    await writeAttached(exporting, within(trip.id), documents)
  }
  await writeAttached(exporting, { ownerId: id, ...nowhere }, documents)
  return documents
}

/**
 * Exports the account with that username to a folder that does not exist yet. Throws an Error with
 * a sentence for the operator; then there is no folder.
 */
export async function exportAccount({ db, objects }: Outside, username: string, path: string) {
  const counts = await withDraft(path, async (draft) => {
    const { folder, documents } = await inSnapshot(db, async ({ prisma: tx }) => {
      const where = { username: username.toLowerCase() }
      const user = await tx.user.findUnique({ where, select: { id: true } })
      if (!user) throw new Error(`No account has the username ${username}.`)
      // If the transaction is retried, the export starts again.
      const folder = await beginFolder(draft)
      const numbers = new Numbers(tx, user.id, (record) => folder.record(record))
      return { folder, documents: await writeRows({ tx, folder, numbers }, user.id) }
    })
    await writeDocuments(folder, objects, documents)
    return folder.finish()
  })
  return { folder: path, ...counts }
}

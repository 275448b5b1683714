/**
 * Exports the rows of one account as records, on one snapshot of the database
 * (test/operations/transfer).
 */
import { extname } from 'node:path'
import { type ItemName, isParentItem } from '../../core/parent-kinds.ts'
import { unattached } from '../../core/permissions/parents.ts'
import type { Document, Favorite, Prisma, Trip } from '../../generated/prisma/client.ts'
import type { Database, Tx } from '../../outside/database/database.ts'
import { inSnapshot } from '../../outside/database/snapshot.ts'
import { withDraft } from '../../outside/folders/draft.ts'
import type { ObjectStore } from '../../outside/objects/objects.ts'
import { ProgramFailure } from '../../process/failure.ts'
import { unreported } from '../../process/progress.ts'
import { writeEmail } from './export-emails.ts'
import { recordFields } from './fields.ts'
import { beginFolder, type NewFolder } from './folder.ts'
import { Numbers } from './numbers.ts'
import { itemKinds, memberRights } from './records.ts'

export interface Outside {
  db: Database
  objects: ObjectStore
}
type Noted = Omit<Document, 'textBytes'> & { owner: number | null; at: object | null }

/** Rows per page. */
const maxRows = 200

/** All rows that match `where`, by id, in pages. */
async function* pages<Row extends { id: number }, Where extends object>(
  where: Where,
  find: (cut: {
    take: number
    orderBy: { id: 'asc' }
    where: Where & { id: { gt: number } }
  }) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let last = 0; ; ) {
    const cut = {
      take: maxRows,
      orderBy: { id: 'asc' },
      where: { ...where, id: { gt: last } },
    } as const
    const rows = await find(cut)
    if (rows.length > 0) yield rows
    if (rows.length < maxRows) return
    last = rows.at(-1)?.id ?? 0
  }
}

interface Exporting {
  tx: Tx
  folder: NewFolder
  numbers: Numbers
}
const idsOf = (rows: readonly { id: number }[]) => ({ in: rows.map(({ id }) => id) })

/** The day of a moment, which is how Prisma returns days. */
const dayOf = (day: Date | null) => day?.toISOString().slice(0, 10) ?? null

async function writeAccount({ tx, folder, numbers }: Exporting, id: number): Promise<void> {
  const user = await tx.user.findUniqueOrThrow({ where: { id } })
  await folder.record({ kind: 'account', ...recordFields('account', user) })
  const addresses = { where: { userId: id }, orderBy: { id: 'asc' } } as const
  for (const address of await tx.alternativeEmail.findMany(addresses)) {
    await folder.record({
      kind: 'address',
      ...recordFields('address', address),
    })
  }
  for await (const page of pages({ ownerId: id }, (cut) => tx.category.findMany(cut))) {
    for (const category of page) {
      const fields = recordFields('category', category)
      await folder.record({ kind: 'category', ...fields })
    }
  }
  for await (const page of pages({ userId: id }, (cut) => tx.favorite.findMany(cut))) {
    for (const favorite of page) await writeFavorite({ folder, numbers }, favorite)
  }
}

async function writeFavorite(
  { folder, numbers }: Pick<Exporting, 'folder' | 'numbers'>,
  { favoriteUserId, ...favorite }: Favorite,
): Promise<void> {
  // A pending request must not reveal the owner of the address.
  const person = favorite.pending ? null : await numbers.person(favoriteUserId)
  const { email, pending, automaticSuggestOnNewTrips, createdAt, updatedAt } = favorite
  const times = { createdAt, updatedAt }
  await folder.record({
    kind: 'favorite',
    email,
    person,
    pending,
    automaticSuggestOnNewTrips,
    ...times,
  })
}

async function writeMembers({ tx, folder, numbers }: Exporting, trips: Trip[]): Promise<void> {
  const members = await tx.member.findMany({
    where: { tripId: idsOf(trips) },
    orderBy: [{ tripId: 'asc' }, { isOwner: 'desc' }, { user: { email: 'asc' } }],
  })
  for (const member of members) {
    const person = await numbers.person(member.userId)
    const rights = Object.fromEntries(memberRights.map((right) => [right, member[right]]))
    const { joined } = member
    const trip = numbers.of('trip', member.tripId)
    await folder.record({ kind: 'member', trip, person, joined, ...rights })
  }
}

type Item = { id: number; tripId: number; ownerId: number; assignedUsers?: number[] }
interface Items {
  findMany(asked: object): Promise<Item[]>
}

/**
 * The items of these trips in pages, by trip, so that an import updates each trip only a few times.
 */
async function* itemPages(items: Items, trips: Trip[]): AsyncGenerator<Item[]> {
  let [ids, last] = [trips.map(({ id }) => id), 0]
  for (;;) {
    const [first = 0, ...others] = ids
    const where = { OR: [{ tripId: first, id: { gt: last } }, { tripId: { in: others } }] }
    const orderBy = [{ tripId: 'asc' }, { id: 'asc' }]
    const page = await items.findMany({ where, orderBy, take: maxRows })
    const end = page.at(-1)
    if (end) yield page
    if (!end || page.length < maxRows) return
    ids = ids.slice(ids.indexOf(end.tripId))
    last = end.id
  }
}

async function writeItem({ folder, numbers }: Exporting, kind: ItemName, row: Item): Promise<void> {
  const owner = await numbers.person(row.ownerId)
  const { assignedUsers } = row
  const assigned: (number | null)[] = []
  for (const user of assignedUsers ?? []) assigned.push(await numbers.person(user))
  await folder.record({
    kind,
    id: numbers.of(kind, row.id),
    trip: numbers.of('trip', row.tripId),
    owner,
    ...(assignedUsers && { assigned }),
    ...recordFields(kind, row),
  })
}

/** Writes the items of these trips, page by page, each with its emails and documents. */
async function writeItems(exporting: Exporting, trips: Trip[]): Promise<void> {
  for (const kind of itemKinds) {
    for await (const page of itemPages(exporting.tx[kind] as Items, trips)) {
      exporting.numbers.number(kind, page)
      for (const row of page) await writeItem(exporting, kind, row)
      if (isParentItem(kind)) await writeAttached(exporting, { [`${kind}Id`]: idsOf(page) })
    }
  }
}

/** Writes the emails that match `where`; notes the documents for later. */
async function writeAttached(
  { tx, folder, numbers }: Exporting,
  where: Prisma.EmailWhereInput & Prisma.DocumentWhereInput,
): Promise<void> {
  const emails = pages(where, (cut) => tx.email.findMany({ ...cut, select: { id: true } }))
  for await (const page of emails) {
    for (const { id } of page) await writeEmail({ tx, folder, numbers }, id)
  }
  for await (const page of pages(where, (cut) => tx.document.findMany(cut))) {
    for (const row of page) {
      const owner = await numbers.person(row.ownerId)
      await folder.note({ ...row, owner, at: numbers.parent(row) })
    }
  }
}

/** Writes documents after the snapshot: their files never change. */
async function writeDocuments(folder: NewFolder, objects: ObjectStore): Promise<void> {
  for await (const { owner, at, ...row } of folder.notes() as AsyncIterable<Noted>) {
    const isFile = row.fileType !== 'url'
    const bytes = isFile ? await objects.read('private', row.url) : null
    const file = bytes ? await folder.file(bytes, extname(row.url)) : null
    // The record has the file's name instead of its key.
    const url = isFile ? (file?.name ?? 'missing') : row.url
    const fields = recordFields('document', { ...row, url })
    await folder.record({ kind: 'document', owner, at, file, ...fields })
  }
}

async function writeRows(exporting: Exporting, id: number): Promise<void> {
  const { tx, folder, numbers } = exporting
  await writeAccount(exporting, id)
  for await (const trips of pages({ ownerId: id }, (cut) => tx.trip.findMany(cut))) {
    numbers.number('trip', trips)
    for (const trip of trips) {
      const days = { startsAt: dayOf(trip.startsAt), endsAt: dayOf(trip.endsAt) }
      const fields = recordFields('trip', { ...trip, ...days })
      await folder.record({ kind: 'trip', id: numbers.of('trip', trip.id), ...fields })
    }
    await writeMembers(exporting, trips)
    await writeItems(exporting, trips)
    await writeAttached(exporting, { tripId: idsOf(trips) })
  }
  await writeAttached(exporting, { ownerId: id, ...unattached })
}

/**
 * Exports the account with this username to a new folder. Throws an Error with a sentence for
 * operators; then no folder remains.
 */
export async function exportAccount(
  { db, objects }: Outside,
  username: string,
  path: string,
  report = unreported,
) {
  const counts = await withDraft(path, async (draft) => {
    const folder = await inSnapshot(db, async ({ prisma: tx }) => {
      const where = { username: username.toLowerCase() }
      const user = await tx.user.findUnique({ where, select: { id: true } })
      if (!user) throw new ProgramFailure(1, `No account has the username ${username}.`)
      // If the transaction is retried, the export restarts.
      const folder = await beginFolder(draft, report)
      const numbers = new Numbers(tx, user.id, (record) => folder.record(record))
      await writeRows({ tx, folder, numbers }, user.id)
      return folder
    })
    await writeDocuments(folder, objects)
    return folder.finish()
  })
  return { folder: path, ...counts }
}

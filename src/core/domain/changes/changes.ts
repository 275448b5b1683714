/** `changes`: keeps a client's copy equal to what it may see (B2). */
import type { GraphQLResolveInfo } from 'graphql'
import { mebi } from '../../../base/values.ts'
import type { QueryChangesArgs } from '../../../generated/types.ts'
import type { Store } from '../../../outside/database/database.ts'
import { anew, type Context } from '../../context.ts'
import { keepAccess } from '../../copy-access.ts'
import { type KeyHolder, sightOf } from '../../narrowing.ts'
import {
  readChanged,
  readDeparted,
  readHeldCategories,
  readPeopleVersion,
} from '../../queries/changes.ts'
import { readVersions, type Versions } from '../../queries/versions.ts'
import { account } from '../../store/viewer.ts'
import { type Copied, readSent, weighSent } from './objects.ts'
import { type ChangesPage, makePage } from './page.ts'
import type { PageSource, SentObject } from './page-source.ts'
import { changedPlaces, isStale } from './places.ts'
import { openPosition, sealPosition } from './position.ts'

/** Maximum bytes of a page: 8 MiB, minus the most that a trip sent last may weigh. */
const maxBytes = 8 * mebi - 64 * 1024

/** The statements of one page. */
function sourceOf(context: Context, info: GraphQLResolveInfo): PageSource {
  const { db } = context
  const viewer = account(context)
  const placeOf = ({ kind }: { kind: string }) => kind as 'account' | 'categories' | 'trip'
  return {
    changed: (place, after, max) => {
      const { id, rights } = place
      return readChanged(db, placeOf(place), { id, rights, after, viewer }, max)
    },
    departed: (place, asked, max) =>
      readDeparted(db, placeOf(place), { ...asked, id: place.id }, max),
    heldCategories: (id, version, after, max) =>
      readHeldCategories(db, { id, version, after }, max),
    peopleVersion: (tripId) => readPeopleVersion(db, tripId),
    weigh: (sent) => weighSent(context, sent, info),
  }
}

interface Answer extends Omit<ChangesPage, 'changed' | 'held'> {
  position: string
  changed: Copied[]
}

const bindingOf = (viewer: KeyHolder, { history }: Versions) => ({
  accountId: viewer.id,
  sight: sightOf(viewer),
  history,
})

/** The trips that the objects of a page are in. */
const tripsOf = (sent: readonly SentObject[]) =>
  new Set(sent.flatMap(({ kind, id, tripId }) => (kind === 'trip' ? id : (tripId ?? []))))

/**
 * The page, in a transaction on one snapshot; undefined if it weighs more than `budget`. Whatever
 * depends on rights is read here, because the position remembers the rights of this snapshot.
 */
async function read(
  request: Context,
  tx: Store,
  { since, first }: QueryChangesArgs,
  info: GraphQLResolveInfo,
  budget: number,
): Promise<{ bytes: number; value: Answer | undefined }> {
  const context = anew({ ...request, db: tx })
  const viewer = account(context)
  const versions = await readVersions(tx, viewer)
  const binding = bindingOf(viewer, versions)
  const held = since ? openPosition(context.secret, binding, since) : undefined
  const limits = { objects: first, bytes: maxBytes }
  const page = await makePage(viewer.id, sourceOf(context, info), versions, held, limits)
  if (page.bytes > budget) return { bytes: page.bytes, value: undefined }
  const position = sealPosition(context.secret, binding, page.held)
  const trips = tripsOf(page.changed)
  await Promise.all([...trips].map(context.access))
  const sent = await readSent(context, page.changed, info, budget - page.bytes)
  if (!sent) return { bytes: page.bytes, value: undefined }
  keepAccess(request, info, context, trips)
  const value = { ...page, position, changed: sent.objects }
  return { bytes: page.bytes + sent.bytes, value }
}

const nothingNew = { hasMore: false, resetAll: false, reset: [], destroyed: [], changed: [] }

/** Whether nothing has changed since a position, found by one statement. */
async function isUpToDate(context: Context, since: string | null | undefined): Promise<boolean> {
  if (!since) return false
  const viewer = account(context)
  const versions = await readVersions(context.db, viewer)
  const held = openPosition(context.secret, bindingOf(viewer, versions), since)
  if (held === undefined || isStale(versions, held)) return false
  return changedPlaces(viewer.id, versions, held).length === 0
}

async function changes(
  _: unknown,
  args: QueryChangesArgs,
  context: Context,
  info: GraphQLResolveInfo,
) {
  if (await isUpToDate(context, args.since)) return { ...nothingNew, position: args.since }
  const { db, reading } = context
  return reading.take((budget) =>
    db.transaction((tx: Store) => read(context, tx, args, info, budget), {
      isolationLevel: 'RepeatableRead',
    }),
  )
}

const upper = ({ kind }: { kind: string }) => kind.toUpperCase()

export const changesResolvers = {
  Query: { changes },
  Destroyed: { kind: upper },
  Changed: { __resolveType: ({ __typename }: Copied) => __typename },
}

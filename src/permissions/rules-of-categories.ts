/** Who sees and who changes a category (test/spec/08). */
import type { Context } from '../context.ts'
import { sharesTrip } from './access.ts'
import { named } from './rules.ts'

const text = `select c.owner_id as "ownerId" from category c
  where c.id = $1 and c.deleted_at is null
    and (c.owner_id = $2 or ${sharesTrip('$2', 'c.owner_id')})`

/** The owner of a category that the viewer sees; undefined for any other. */
async function ownerOfVisible({ db }: Context, id: number, viewer: number) {
  const values = [id, viewer]
  const [row] = await db.query<{ ownerId: number }>({ text, values, isPrepared: true })
  return row?.ownerId
}

/** The category is the caller's, or of somebody on an active trip with the caller. */
export const seesCategory = named('seesCategory', async (context, { id }) => {
  const { viewer } = context
  if (viewer.kind !== 'user') return 'UNAUTHENTICATED'
  return (await ownerOfVisible(context, id, viewer.user.id)) === undefined ? 'NOT_FOUND' : 'OK'
})

/** The category is the caller's own. */
export const ownsCategory = named('ownsCategory', async (context, { id }) => {
  const { viewer } = context
  if (viewer.kind !== 'user') return 'UNAUTHENTICATED'
  const owner = await ownerOfVisible(context, id, viewer.user.id)
  if (owner === undefined) return 'NOT_FOUND'
  return owner === viewer.user.id ? 'OK' : 'FORBIDDEN'
})

/** Who sees and who changes a category (test/spec/08). */

import { holdCategory } from '../../outside/database/locks/accounts.ts'
import { visibleCategories } from '../access.ts'
import type { Context } from '../context.ts'
import type { KeyHolder } from '../narrowing.ts'
import { named, namedHeld } from './rule.ts'
import { ofUser } from './rules.ts'

const isVisible = async ({ db }: Context, id: number, viewer: KeyHolder) =>
  (await db.prisma.category.count({ where: { id, ...visibleCategories(viewer) } })) > 0

/** The category belongs to the caller, or to somebody on an active trip with the caller. */
export const seesCategory = named<{ id: number }>(
  'seesCategory',
  ofUser(async (context, { id }, viewer) =>
    (await isVisible(context, id, viewer)) ? 'OK' : 'NOT_FOUND',
  ),
)

/** The category belongs to the caller. */
export const ownsCategory = namedHeld<{ id: number }>(
  'ownsCategory',
  ofUser(async (context, { id }, viewer) => {
    if (await holdCategory(context.tx, id, viewer.id)) return 'OK'
    return (await isVisible(context, id, viewer)) ? 'FORBIDDEN' : 'NOT_FOUND'
  }),
)

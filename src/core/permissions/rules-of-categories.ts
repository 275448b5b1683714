/** Who sees and who changes a category (test/spec/08). */

import { holdCategory } from '../../outside/database/locks/accounts.ts'
import { visibleCategories } from '../access.ts'
import type { Context } from '../context.ts'
import { named, namedHeld } from './rule.ts'
import { ofUser } from './rules.ts'

const isVisible = async ({ db }: Context, id: number, userId: number) =>
  (await db.prisma.category.count({ where: { id, ...visibleCategories(userId) } })) > 0

/** The category is the caller's, or of somebody on an active trip with the caller. */
export const seesCategory = named<{ id: number }>(
  'seesCategory',
  ofUser(async (context, { id }, userId) =>
    (await isVisible(context, id, userId)) ? 'OK' : 'NOT_FOUND',
  ),
)

/** The category is the caller's own. */
export const ownsCategory = namedHeld<{ id: number }>(
  'ownsCategory',
  ofUser(async (context, { id }, userId) => {
    if (await holdCategory(context.tx, id, userId)) return 'OK'
    return (await isVisible(context, id, userId)) ? 'FORBIDDEN' : 'NOT_FOUND'
  }),
)

/** Who sees and who changes a category (test/spec/08). */
import type { Context } from '../context.ts'
import { holdCategory } from '../outside/database/locks.ts'
import { visibleCategory } from './access.ts'
import { named } from './rules.ts'
import { holding } from './shield.ts'

const isVisible = async ({ db }: Context, id: number, viewer: number) =>
  (await db.prisma.category.count({ where: visibleCategory(id, viewer) })) > 0

/** The category is the caller's, or of somebody on an active trip with the caller. */
export const seesCategory = named('seesCategory', async (context, { id }) => {
  const { viewer } = context
  if (viewer.kind !== 'user') return 'UNAUTHENTICATED'
  return (await isVisible(context, id, viewer.user.id)) ? 'OK' : 'NOT_FOUND'
})

/** The category is the caller's own. */
export const ownsCategory = holding(
  named('ownsCategory', async (context, { id }) => {
    const { viewer } = context
    if (viewer.kind !== 'user') return 'UNAUTHENTICATED'
    if (await holdCategory(context.db.prisma, id, viewer.user.id)) return 'OK'
    return (await isVisible(context, id, viewer.user.id)) ? 'FORBIDDEN' : 'NOT_FOUND'
  }),
)

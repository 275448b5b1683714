/** Who sees and who changes a category (test/spec/08). */
import type { Context } from '../context.ts'
import { holdCategory } from '../outside/database/locks/accounts.ts'
import { visibleCategory } from './access.ts'
import { named, type Verdict } from './rules.ts'
import { holding } from './shield.ts'

async function whetherVisible({ db, viewer }: Context, id: number): Promise<Verdict> {
  if (viewer.kind !== 'user') return 'UNAUTHENTICATED'
  const where = visibleCategory(id, viewer.user.id)
  return (await db.prisma.category.count({ where })) > 0 ? 'OK' : 'NOT_FOUND'
}

/** The category is the caller's, or of somebody on an active trip with the caller. */
export const seesCategory = named('seesCategory', (context, { id }) => whetherVisible(context, id))

/** The category is the caller's own. */
export const ownsCategory = holding(
  named('ownsCategory', async (context, { id }) => {
    const { db, viewer } = context
    if (viewer.kind === 'user' && (await holdCategory(db.prisma, id, viewer.user.id))) return 'OK'
    const verdict = await whetherVisible(context, id)
    return verdict === 'OK' ? 'FORBIDDEN' : verdict
  }),
)

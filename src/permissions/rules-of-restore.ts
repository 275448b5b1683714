/** Who may undelete what (test/spec/17-restore). */
import { type Asked, mayRestore } from './restorable.ts'
import { named } from './rules.ts'

/**
 * The caller may edit what is to be restored; an operator, whom the named account may, which no one
 * else may name. An unknown account knows of nothing.
 */
export const restores = named<Asked>('restores', async (context, asked) => {
  const { viewer } = context
  if (viewer.kind === 'user' && asked.as !== undefined) return 'FORBIDDEN'
  const may = await mayRestore(context, asked)
  if (may === null) return 'NOT_FOUND'
  return may ? 'OK' : 'FORBIDDEN'
})

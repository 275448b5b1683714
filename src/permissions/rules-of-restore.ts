/** Who may undelete what (test/spec/17-restore). */
import { Refusal } from '../errors.ts'
import { type Asked, mayRestore } from './restorable.ts'
import { named } from './rules.ts'

const accountMissing = new Refusal('BAD_USER_INPUT', {
  fields: { as: ['This field is required.'] },
})

/**
 * The caller may edit what is to be restored. An operator has no rights of their own and names the
 * account to act for, which no one else may; an unknown account knows of nothing.
 */
export const restores = named<Asked>('restores', async (context, asked) => {
  const { viewer } = context
  if (viewer.kind === 'anonymous') return 'UNAUTHENTICATED'
  const named = asked.as !== undefined && asked.as !== null
  if (viewer.kind === 'operator' && !named) return accountMissing
  if (viewer.kind === 'user' && named) return 'FORBIDDEN'
  const may = await mayRestore(context, asked)
  if (may === null) return 'NOT_FOUND'
  return may ? 'OK' : 'FORBIDDEN'
})

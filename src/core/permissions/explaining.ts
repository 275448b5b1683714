/** Logs for operators why a caller was refused, but never the arguments. */
import type { GraphQLResolveInfo } from 'graphql'
import type { Refusal } from '../../base/errors.ts'
import type { Context } from '../context.ts'
import type { Rule, ShownTo } from './rule.ts'

/** Logs one line at level `debug`: which rule refused which field, and whom. */
export function explain(
  { log, viewer }: Context,
  { name }: Rule | ShownTo,
  { parentType, fieldName }: Pick<GraphQLResolveInfo, 'parentType' | 'fieldName'>,
  { code }: Refusal,
): void {
  const caller = viewer.kind === 'user' ? viewer.user.id : viewer.kind
  log.debug(
    { rule: name, field: `${parentType.name}.${fieldName}`, caller, code },
    'refused by a rule',
  )
}

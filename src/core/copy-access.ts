/**
 * The fields of the objects that a copy holds (B2). They are resolved after the page has been read,
 * but by the access that its position remembers: a copy would otherwise lack for good what was
 * refused in between, if the access is back before the next page.
 */
import { defaultFieldResolver, type GraphQLResolveInfo } from 'graphql'
import { anew, type Context } from './context.ts'
import type { Step } from './step.ts'

/** The response key of the root field that a field is below. */
function rootKey({ path }: Pick<GraphQLResolveInfo, 'path'>): string | number {
  let at = path
  while (at.prev) at = at.prev
  return at.key
}

/** Resolves what is below this root field by the access that `page`, its reader, has loaded. */
export function keepAccess(
  context: Context,
  info: GraphQLResolveInfo,
  page: Context,
  tripIds: Iterable<number>,
): void {
  const known = [...tripIds].map((id) => [id, page.knownAccess(id) ?? null] as const)
  context.copied ??= new Map()
  context.copied.set(rootKey(info), anew({ ...context, isOfCopy: true }, new Map(known)))
}

/** The step that resolves the fields of a copy's objects as `keepAccess` says. */
export const resolveCopied: Step<Context> = (_place, next) => {
  if (next === defaultFieldResolver) return next
  return (parent, args, context, info) =>
    next(parent, args, context.copied?.get(rootKey(info)) ?? context, info)
}

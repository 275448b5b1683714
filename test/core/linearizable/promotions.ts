/** What a promotion lets be seen, although it is lost: see `promises.md`. */
import type { HistoryOperation, Moments } from './operation.ts'

/** Whether its answer only says what was read: a read, or a refused write. */
const onlyReads = ({ kind, status }: HistoryOperation) =>
  kind === 'read' || ['missing', 'forbidden', 'conflict'].includes(status)

/**
 * A history with its promotions as operations, and without what was only read while one was under
 * way. A server that dies no longer waits for its standby: for a moment it shows commits that the
 * standby does not have, and that have not been answered. A promotion ends after all that is left
 * out for it.
 */
export function withPromotions(
  history: readonly HistoryOperation[],
  promotions: readonly Moments[],
): HistoryOperation[] {
  const leftOut = promotions.map(({ call, ret }) =>
    history.filter((one) => onlyReads(one) && call <= one.ret && one.call <= ret),
  )
  const all = new Set(leftOut.flat())
  const client = Math.max(...history.map((one) => one.client)) + 1
  return [
    ...history.filter((one) => !all.has(one)),
    ...promotions.map(({ call, ret }, at): HistoryOperation => {
      const ends = (leftOut[at] ?? []).map((one) => one.ret)
      const moments = { call, ret: Math.max(ret, ...ends) }
      return { client, kind: 'promotion', user: 'olga', trip: 0, status: 'ok', ...moments }
    }),
  ]
}

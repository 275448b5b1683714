/** What a promotion excuses in a history, and what it does not: histories made by hand. */
import { afterAll, describe, expect, it } from 'vitest'
import { Checker } from './checker.ts'
import type { HistoryOperation, Moments } from './operation.ts'
import { withPromotions } from './promotions.ts'

const checker = new Checker()
afterAll(() => checker.close(false))

const operation = (
  [call, ret]: readonly [call: number, ret: number],
  asked: Pick<HistoryOperation, 'kind'> & Partial<HistoryOperation>,
): HistoryOperation => ({
  ...{ client: 0, user: 'olga', trip: 0, item: 'x', status: 'ok', call, ret },
  ...asked,
})

const create = operation([0, 1], { kind: 'create', name: 'n1', version: 5 })
const write = operation([10, 11], { kind: 'write', name: 'n2', version: 6 })
const lost = operation([10, 60], { kind: 'write', name: 'n2', status: 'unknown' })
const read = ([call, ret]: readonly [number, number], name: string, version: number) =>
  operation([call, ret], { kind: 'read', view: { items: { x: { name, version } } } })
/** A write with a tag that was taken when the item had that name. */
const refused = ([call, ret]: readonly [number, number], ifName: string) =>
  operation([call, ret], { kind: 'write', name: 'n3', ifName, status: 'conflict' })

const promotion: Moments = { call: 20, ret: 50 }
const judged = (history: HistoryOperation[], promotions = [promotion]) =>
  checker.judge(checker.write('promotion', withPromotions(history, promotions)))

describe('a history with a promotion', () => {
  it('may show what is lost to reads under way meanwhile', async () => {
    const history = [create, lost, read([19, 21], 'n2', 6), read([70, 71], 'n1', 5)]
    expect(await judged(history)).toBe('')
    expect(await judged(history, [])).toMatch(/not linearizable/)
  })

  it('lets a write name the version that such a read has shown', async () => {
    const unshown = operation([30, 60], { kind: 'write', name: 'n2' })
    const ifVersion = operation([70, 71], { kind: 'write', name: 'n3', ifVersion: 6 })
    expect(await judged([create, unshown, read([49, 65], 'n2', 6), ifVersion])).toBe('')
    expect(await judged([create, unshown, ifVersion], [])).toMatch(/not linearizable/)
  })

  it('lets tags from before be refused, and none from after', async () => {
    expect(await judged([create, write, refused([70, 71], 'n2')])).toBe('')
    expect(await judged([create, write, refused([12, 13], 'n2')])).toMatch(/not linearizable/)
    const later = { ...write, call: 60, ret: 61 }
    expect(await judged([create, later, refused([70, 71], 'n2')])).toMatch(/not linearizable/)
  })

  it('loses no answered write', async () => {
    expect(await judged([create, write, read([70, 71], 'n1', 5)])).toMatch(/not linearizable/)
    const meanwhile = { ...write, call: 30, ret: 31 }
    expect(await judged([create, meanwhile, read([70, 71], 'n1', 5)])).toMatch(/not linearizable/)
  })

  it('loses nothing that is read before or after', async () => {
    for (const moments of [[12, 19] as const, [51, 60] as const]) {
      const history = [create, lost, read(moments, 'n2', 6), read([70, 71], 'n1', 5)]
      expect(await judged(history), `${moments}`).toMatch(/not linearizable/)
    }
  })
})

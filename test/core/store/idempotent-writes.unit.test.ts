/** B4: what becomes of the claim of a hot write (src/core/store/idempotent-writes.ts). */
import { describe, expect, it } from 'vitest'
import type { HotClaim } from '../../../src/core/store/idempotency-keys.ts'
import { ColdWrite, keptRow, refuseHot, settle } from '../../../src/core/store/idempotent-writes.ts'
import { trip } from '../../../src/core/store/kinds.ts'
import type { Queryable } from '../../../src/outside/database/database.ts'

const claimed = () => ({ isKept: false }) as HotClaim

describe('B4 a write of several statements', () => {
  it('is refused with a claim, which only a hot write can keep', () => {
    expect(() => refuseHot(claimed())).toThrow(ColdWrite)
  })

  it('runs without one, and where its row was kept', () => {
    refuseHot(undefined)
    refuseHot({ row: { id: 7 } })
    refuseHot({ row: null })
  })
})

describe('B4 the claim of a hot write', () => {
  it('is kept with the row, and knows how much the account had', () => {
    const claim = claimed()
    settle(claim, { id: 7, keyCount: 3, keptBytes: 4 }, true)
    expect(claim).toEqual({ isKept: true, keyCount: 3, keptBytes: 4 })
  })

  it('is not kept if nothing was written', () => {
    const claim = claimed()
    expect(() => settle(claim, { id: null }, false)).toThrow(ColdWrite)
    expect(claim).toEqual({ isKept: false })
  })

  it('may be absent', () => {
    settle(undefined, undefined, false)
  })
})

describe('B4 a kept row', () => {
  it.each([[null], [{ id: null }]])('may be none: %o', async (row) => {
    const db: Queryable = { query: () => Promise.reject(new Error('asked')) }
    expect(await keptRow(db, trip, { row })).toBeNull()
  })
})

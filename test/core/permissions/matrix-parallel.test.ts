/**
 * The matrix with all callers at once (target Z1): requests that arrive together share the lookup
 * of their keys, and must not share a verdict.
 */
import { describe, expect, it } from 'vitest'
import { type Cell, cellsOf } from './cells.ts'
import { inGroups } from './groups.ts'
import { idsOf, overRest } from './matrix-requests.ts'
import { principals } from './principals.ts'
import type { PathIds } from './rows.ts'
import { idRows } from './rows-with-ids.ts'
import { setStage } from './stage.ts'

const reads = idRows.filter(({ rest }) => rest?.startsWith('GET'))
const together = 60

describe('Z1 the matrix in parallel', () => {
  it('every read of every caller gets its own verdict', async () => {
    const stage = await setStage()
    // Neighbours in time: the same route of different people, and of one person different trips.
    const cells: Cell[] = reads.flatMap((row) =>
      principals.flatMap((principal) =>
        cellsOf(row, principal).filter(
          ({ trip, object }) => object === 'live' || trip !== 'active',
        ),
      ),
    )
    const ids = (cell: Cell) => idsOf(stage, cell)
    const all = cells.reverse()
    const named = await inGroups(all, ids)
    const asked = all.map((cell, at) => [cell, named[at] as PathIds] as const)
    const found: string[] = []
    for (let from = 0; from < asked.length; from += together) {
      const sent = asked.slice(from, from + together)
      found.push(...(await Promise.all(sent.map((one) => overRest(stage)(...one)))).flat())
    }
    expect(found).toEqual([])
    expect(cells.length).toBeGreaterThan(1_000)
  })
})

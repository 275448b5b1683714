/**
 * The matrix with everybody at once (target Z1): requests that come in together share what looks up
 * their keys, and must not share a verdict.
 */
import { describe, expect, it } from 'vitest'
import { allKinds } from '../spec/kinds.ts'
import { cellsOf } from './cells.ts'
import { tripRows } from './rows.ts'
import { principals, setStage } from './stage.ts'

const reads = tripRows.filter(({ rest }) => rest?.startsWith('GET'))

describe('Z1 in parallel', () => {
  it.each(['as they come', 'backwards'])('every read of everybody, %s', async (order) => {
    const stage = await setStage()
    const ids = new Map<string, string>()
    for (const kind of allKinds)
      ids.set(kind.one, await stage.child(kind, 'live', stage.trips.active))
    // Neighbours in time: the same route of different people, and of one person different trips.
    const cells = reads.flatMap((row) =>
      principals.flatMap((principal) =>
        cellsOf(row, principal).filter(({ trip, child }) => child === 'live' && trip !== 'strange'),
      ),
    )
    if (order === 'backwards') cells.reverse()
    const found: string[] = []
    const together = 60
    for (let from = 0; from < cells.length; from += together) {
      const sent = cells.slice(from, from + together).map(async ({ row, principal, ...cell }) => {
        const path = row.rest
          ?.replace('GET ', '')
          .replace('{t}', stage.trips[cell.trip])
          .replace('{id}', ids.get(row.kind?.one ?? '') ?? '')
        const { status } = await stage.client(principal).send('GET', path ?? '')
        const expected = cell.verdict === 'ok' ? 200 : Number(cell.verdict)
        if (status !== expected) found.push(`${principal} ${path}: ${status}, not ${expected}`)
      })
      await Promise.all(sent)
    }
    expect(found).toEqual([])
    expect(cells.length).toBeGreaterThan(1_000)
  })
})

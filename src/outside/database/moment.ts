import type { Tx } from './database.ts'

/**
 * The time by the database's clock. All rows are dated by it, because `updatedSince` compares them
 * with a single time (test/spec/01.8).
 */
export async function momentIn(tx: Tx): Promise<Date> {
  const [row] = await tx.$queryRaw<[{ moment: Date }]>`select clock_timestamp() as moment`
  return row.moment
}

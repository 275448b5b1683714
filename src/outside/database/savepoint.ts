/** Parts of a transaction that may fail without the rest. */
import type { Prisma } from '../../generated/prisma/client.ts'
import { sqlState } from './failures.ts'

/** Runs a part of a transaction; if it fails, undoes it and throws its error. */
export async function undoneAlone<T>(
  tx: Prisma.TransactionClient,
  part: () => Promise<T>,
): Promise<T> {
  await tx.$executeRaw`savepoint part`
  try {
    return await part()
  } catch (error) {
    await tx.$executeRaw`rollback to savepoint part`
    throw error
  }
}

/**
 * Runs a part of a transaction. If PostgreSQL refuses one of its values (SQLSTATE class 22 or 23),
 * undoes it and returns the result of `refused`. Throws all other errors.
 */
export async function attempt<T>(
  tx: Prisma.TransactionClient,
  part: () => Promise<T>,
  refused: (error: Error) => T,
): Promise<T> {
  await tx.$executeRaw`savepoint attempt`
  try {
    return await part()
  } catch (error) {
    if (!(error instanceof Error) || !/^2[23]/.test(sqlState(error) ?? '')) throw error
    await tx.$executeRaw`rollback to savepoint attempt`
    return refused(error)
  }
}

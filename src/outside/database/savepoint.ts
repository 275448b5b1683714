/** Parts of a transaction that may fail without the rest. */
import type { Prisma } from '../../generated/prisma/client.ts'

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

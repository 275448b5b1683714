/** All rows that name something; those without ids are in rows-of-accounts.ts. */
import type { MatrixRow } from './rows.ts'
import { objectRows } from './rows-of-accounts.ts'
import { documentRows, placeRows } from './rows-of-documents.ts'
import { mailRows } from './rows-of-mail.ts'
import { childRows, tripRows } from './rows-of-trips.ts'

export const idRows: readonly MatrixRow[] = [
  ...[...tripRows, ...placeRows],
  ...[...childRows, ...documentRows],
  ...[...objectRows, ...mailRows],
]

/**
 * Every REST route; the rows are in `routes/`, in the order of the specification. A row is data
 * (routes/route.ts). A route is public if and only if its GraphQL field is.
 */
import { accountRoutes } from './routes/account.ts'
import type { Route } from './routes/route.ts'
import { v1Routes } from './routes/v1.ts'
import { v1TripRoutes } from './routes/v1-trip.ts'
import { v2Routes } from './routes/v2.ts'

/** Operations used only by the pages that mails link to. */
export const pageOperations: readonly string[] = [
  'AnswerInvitation',
  'MailedInvitation',
  'ResetLink',
]

export const routes: readonly Route[] = [
  ...v2Routes,
  ...v1Routes,
  ...v1TripRoutes,
  ...accountRoutes,
]

/** The viewer as the cause of outgoing mail. */

import type { Cause } from '../../../outside/mail/outgoing.ts'
import type { Context } from '../../context.ts'
import { account } from '../../store/viewer.ts'

/** The viewer as a cause, and the limits on mail per account. */
export function causeIn(context: Context): Cause {
  return { by: account(context).id, limits: context.config.mailLimits }
}

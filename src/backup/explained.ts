/** What ends a backup, a restore or an export, as one sentence for operators. */
import { Refusal } from '../errors.ts'
import { diskFullReason, isDiskFull } from '../outside/disk-full.ts'
import { Failure } from '../process/failure.ts'
import { withoutCredentials } from '../process/log.ts'

/** `outcome`: how the work ended, as the start of the sentence. */
export function explained(error: unknown, outcome: string): Failure {
  if (error instanceof Failure) return error
  return new Failure(1, `${outcome}: ${reasonOf(error)}`)
}

function reasonOf(error: unknown): string {
  if (isDiskFull(error)) return diskFullReason
  const cause = error instanceof Error ? error.cause : undefined
  if (error instanceof Refusal && cause instanceof Error)
    return `the object store failed: ${lineOf(cause.message)}.`
  return `${lineOf(error instanceof Error ? error.message : String(error))}.`
}

const lineOf = (message: string) =>
  withoutCredentials(message.split('\n')[0] ?? '').replace(/\.$/, '')

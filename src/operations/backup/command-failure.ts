/** The failure of a long command, as one sentence for operators. */
import { Refusal } from '../../base/errors.ts'
import { reasonOf } from '../../base/reason.ts'
import { diskFullReason, isDiskFull } from '../../outside/disk-full.ts'
import { ProgramFailure } from '../../process/failure.ts'
import { withoutCredentials } from '../../process/log.ts'

/** `outcome` is the start of the sentence: how the work ended. */
export function explained(error: unknown, outcome: string): ProgramFailure {
  if (error instanceof ProgramFailure) return error
  return new ProgramFailure(1, `${outcome}: ${withoutCredentials(whyOf(error))}`)
}

function whyOf(error: unknown): string {
  if (isDiskFull(error)) return diskFullReason
  const cause = error instanceof Error ? error.cause : undefined
  if (error instanceof Refusal && cause instanceof Error) {
    // All errors of the AWS SDK have it.
    const whose = '$metadata' in cause ? 'the object store' : 'the database'
    return `${whose} failed: ${reasonOf(cause)}.`
  }
  return `${reasonOf(error)}.`
}

/** What ends a long command, as one sentence for operators. */
import { Refusal } from '../../base/errors.ts'
import { diskFullReason, isDiskFull } from '../../outside/disk-full.ts'
import { systemCode } from '../../outside/files.ts'
import { ProgramFailure } from '../../process/failure.ts'
import { withoutCredentials } from '../../process/log.ts'

/** `outcome`: how the work ended, as the start of the sentence. */
export function explained(error: unknown, outcome: string): ProgramFailure {
  if (error instanceof ProgramFailure) return error
  return new ProgramFailure(1, `${outcome}: ${reasonOf(error)}`)
}

function reasonOf(error: unknown): string {
  if (isDiskFull(error)) return diskFullReason
  const cause = error instanceof Error ? error.cause : undefined
  if (error instanceof Refusal && cause instanceof Error) {
    // What the AWS SDK throws has it, whatever went wrong.
    const whose = '$metadata' in cause ? 'the object store' : 'the database'
    return `${whose} failed: ${lineOf(cause)}.`
  }
  return `${lineOf(error)}.`
}

/** The line of a message that says most, without a full stop. */
function lineOf(error: unknown): string {
  if (!(error instanceof Error)) return withoutCredentials(String(error))
  if (error instanceof AggregateError && !error.message) return lineOf(error.errors[0])
  const lines = error.message.split('\n').filter((line) => line.trim() !== '')
  // Prisma begins with the call, and ends with what was wrong.
  const isPrisma = error.name.startsWith('PrismaClient')
  const line = (isPrisma ? lines.at(-1) : lines[0])?.trim().replace(/\.$/, '')
  return withoutCredentials(line || `${error.name} ${systemCode(error)}`.trim())
}

/** What ends a backup or a restore, as one sentence for operators. */
import { Refusal } from '../errors.ts'
import { codeOf } from '../outside/files.ts'
import { Failure } from '../process/failure.ts'
import { withoutCredentials } from '../process/log.ts'

/** `outcome`: how the work ended, as the start of the sentence. */
export function explained(error: unknown, outcome: string): Failure {
  if (error instanceof Failure) return error
  return new Failure(1, `${outcome}: ${reasonOf(error)}`)
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  const codes = [error, cause].map((one) => codeOf(one ?? {}))
  const isFull = codes.some((code) =>
    /^(ENOSPC|EDQUOT|EFBIG|53100|INSUFFICIENT_STORAGE)$/.test(code),
  )
  if (isFull) return 'the disk is full; free disk space and try again.'
  if (error instanceof Refusal && cause instanceof Error)
    return `the object store failed: ${lineOf(cause.message)}.`
  return `${lineOf(error instanceof Error ? error.message : String(error))}.`
}

const lineOf = (message: string) =>
  withoutCredentials(message.split('\n')[0] ?? '').replace(/\.$/, '')

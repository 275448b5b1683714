/** A full disk, by whatever name the error that it has caused goes. */

const codes = /^(ENOSPC|EDQUOT|EFBIG|53100|INSUFFICIENT_STORAGE)$/

/** Whether the error, or what caused it, is a full disk or a used-up quota. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && codes.test(String(error.code))) || isDiskFull(error.cause)
}

/** How a sentence for operators ends that begins with what could not be done. */
export const diskFullReason = 'the disk is full; free disk space and try again.'

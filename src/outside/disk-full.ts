/** Recognizes a full disk among errors of files, databases and object stores. */

const codes = /^(ENOSPC|EDQUOT|EFBIG|53100|INSUFFICIENT_STORAGE)$/

/** Whether the error or its cause is a full disk or an exhausted quota. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && codes.test(String(error.code))) || isDiskFull(error.cause)
}

/** Completes a sentence for operators, after what could not be done. */
export const diskFullReason = 'the disk is full; free disk space and try again.'

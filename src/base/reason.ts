/** Errors as people read them: one line, without a full stop (test/base/reason). */

/** The most informative line of an error's message; without a message, its name and code. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // Node tries every address of a host, and collects the failures in an error without a message.
  if (error instanceof AggregateError && !error.message) return reasonOf(error.errors[0])
  const lines = error.message.split('\n').filter((line) => line.trim() !== '')
  // Messages of Prisma begin with the call and end with the reason.
  const line = error.name.startsWith('PrismaClient') ? lines.at(-1) : lines[0]
  const { code = '' } = error as NodeJS.ErrnoException
  return line?.trim().replace(/\.$/, '') || `${error.name} ${code}`.trim()
}

/** What an error says to people: one line, without a full stop (test/base/reason). */

/** The line of a message that says most; without a message, the name and code of the error. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // Node tries every address of a host, and reports all failures without a message of its own.
  if (error instanceof AggregateError && !error.message) return reasonOf(error.errors[0])
  const lines = error.message.split('\n').filter((line) => line.trim() !== '')
  // Prisma begins with the call, and ends with what was wrong.
  const line = error.name.startsWith('PrismaClient') ? lines.at(-1) : lines[0]
  const { code = '' } = error as NodeJS.ErrnoException
  return line?.trim().replace(/\.$/, '') || `${error.name} ${code}`.trim()
}

/** `YYYY-MM-DD` if the text is exactly that and such a day exists, else undefined. */
export function parseDate(text: string): string | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text < '0001') return undefined
  const moment = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(moment.valueOf()) && moment.toISOString().startsWith(text) ? text : undefined
}

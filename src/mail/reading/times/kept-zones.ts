/** What Luxon keeps of the zones that messages name (test/mail/kept-zones). */
import { IANAZone } from 'luxon'

/**
 * Forgets the zones, which come back when they are next asked for, in 0.2 ms each. Luxon keeps
 * every zone by its name as it was spelt, 30 kB each, and case does not count in names: after each
 * message, or one account could fill the memory of the process.
 */
export const forgetZones = (): void => IANAZone.resetCache()

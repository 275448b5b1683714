/** When keys were last used: noted by requests, written for many at once (B5). */
import { describe, expect, it } from 'vitest'
import { openKeyUses } from '../../../../src/core/domain/accounts/key-uses.ts'
import { viewerFinder } from '../../../../src/core/store/viewer.ts'
import { one } from '../../../spec/persons.ts'
import { db, type Person, sha256 } from '../../../world.ts'

async function lastUse({ key }: Person): Promise<string | null> {
  const text = 'select last_used_at::text as at from api_key where hash = $1'
  const [row] = await db.query<{ at: string | null }>({ text, values: [sha256(key)] })
  return row?.at ?? null
}

/** The keys that a process has noted once it has stopped, after the requests of these people. */
async function usedBy(...people: Person[]): Promise<void> {
  const uses = openKeyUses({ db, log: { debug: () => {} }, clock: () => new Date() })
  const find = viewerFinder(db, uses.note)
  for (const { key } of people) await find({ by: 'key', name: sha256(key), tripId: 0 })
  await uses.close()
}

describe('B5 lastUsedAt', () => {
  it('a key is noted at its first use, other keys are not', async () => {
    const [mia, ben] = [await one(), await one()]
    await usedBy(mia)
    expect(await lastUse(mia)).not.toBeNull()
    expect(await lastUse(ben)).toBeNull()
  })

  it('a key noted within the hour is not noted again', async () => {
    const mia = await one()
    await usedBy(mia)
    const before = await lastUse(mia)
    await usedBy(mia)
    expect(await lastUse(mia)).toBe(before)
    const text = "update api_key set last_used_at = now() - interval '61 minutes' where hash = $1"
    await db.query({ text, values: [sha256(mia.key)] })
    await usedBy(mia)
    const after = await lastUse(mia)
    expect(Date.now() - Date.parse(String(after))).toBeLessThan(60_000)
  })

  it('a process that cannot write keeps running', async () => {
    const lines: string[] = []
    const away = { prisma: { apiKey: { updateMany: () => Promise.reject(new Error('away')) } } }
    const log = { debug: (_: object, message: string) => void lines.push(message) }
    const uses = openKeyUses({ db: away as never, log, clock: () => new Date() })
    uses.note('any key')
    await uses.close()
    expect(lines).toEqual(['key uses not noted'])
  })
})

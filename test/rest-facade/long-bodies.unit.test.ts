/** Long bodies are read before it is known who sent them: 20 at once must not stop the service. */
import type { FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import { bodyReader } from '../../rest-facade/body.ts'
import { TimeShares } from '../../src/process/time-shares.ts'

const requestFrom = (ip: string) =>
  ({
    ...{ ip, share: null, endWork: null, raw: { socket: { destroyed: false } } },
    headers: { 'content-type': 'application/json' },
    routeOptions: { config: { readsBody: true } },
  }) as unknown as FastifyRequest

const short = Buffer.from('[1]')
const long = Buffer.from(`[${'[],'.repeat(6_000)}1]`)

describe('1.2 long bodies', () => {
  it('are read one at a time for each client address, and short ones at once', async () => {
    const shares = new TimeShares()
    const read = bodyReader(shares)
    const first = await shares.enter('address 192.0.2.1', { alone: true })
    let isRead = false
    const request = requestFrom('192.0.2.1')
    const second = read(request, long).then(() => {
      isRead = true
    })
    expect(await read(requestFrom('192.0.2.1'), short)).toEqual([1])
    expect(await read(requestFrom('192.0.2.2'), long)).toHaveLength(6_001)
    expect(isRead).toBe(false)
    first.end()
    await second
    // The operation takes the share of the account, not of the address.
    expect(request.share).toBeNull()
  })

  it('that are not JSON end the turn of their client, too', async () => {
    const read = bodyReader(new TimeShares())
    const wrong = Buffer.from('['.repeat(20_000))
    await expect(read(requestFrom('192.0.2.1'), wrong)).rejects.toThrow('JSON parse error')
    expect(await read(requestFrom('192.0.2.1'), long)).toHaveLength(6_001)
  })
})

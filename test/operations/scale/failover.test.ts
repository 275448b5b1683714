/**
 * Two processes on a Patroni pair with synchronous replication: what clients see, and what they
 * lose, when the machine of the primary dies under load.
 */
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { eventually } from '../../fresh-database.ts'
import { emptyDirectory, run } from '../../process/process.ts'
import { at, type LoadUser, signUp } from './client.ts'
import { type Deployment, deploy, OpenedDeployment, stopAll } from './deployment.ts'
import { compare, load, stored } from './load.ts'
import { hasSynchronousStandby, isPrimary, type Pair, startPair } from './patroni.ts'

const opened = new OpenedDeployment()
let pair: Pair
let deployment: Deployment
let ada: LoadUser

beforeAll(async () => {
  pair = await startPair(opened)
  deployment = await deploy({ DATABASE_URL: pair.url }, opened)
  ada = await signUp(deployment.proxy, 'ada')
})
afterAll(() => opened.close())

/** Seconds until `holds` says so. */
async function seconds(holds: () => Promise<boolean>): Promise<number> {
  const begun = performance.now()
  await eventually(holds, 90_000)
  return Math.round((performance.now() - begun) / 100) / 10
}

describe('a standby', () => {
  it('is refused at startup', async () => {
    const directory = await emptyDirectory()
    onTestFinished(() => directory.remove())
    const { url } = pair
    const standby = Object.assign(new URL(url), { port: (await pair.standby()).ports.postgres })
    const { code, stderr } = await run(directory.path, { DATABASE_URL: standby.href }).ended
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^Cannot open the database: cannot connect to .*: the server is a standby/,
    )
  })
})

describe('the primary dies under load', () => {
  it('no acknowledged write is lost, and the service is back without a restart', async () => {
    const { proxy } = deployment
    const made = await at(proxy, ada).post('/v1/trips', { name: 'Lisbon', timezone: 'UTC' })
    const trip = made.json.id
    const { written, stop } = load(proxy, trip, ada.token, 10)
    const acknowledged = () => written.acknowledged.size
    await eventually(() => acknowledged() > 500, 60_000)

    const [lost, heir] = [await pair.primary(), await pair.standby()]
    await lost.kill()
    const promoted = await seconds(() => isPrimary(heir))
    const reads = () => at(proxy, ada).get('/v1/me')
    const readable = await seconds(async () => (await reads()).status === 200)
    // Strict: without a standby nothing is acknowledged, until the machine is back.
    const alone = acknowledged()
    lost.start()
    const replicated = await seconds(() => hasSynchronousStandby(pair.url))
    const writable = await seconds(async () => acknowledged() > alone + 500)
    await stop()

    console.info(
      `the primary killed: ${acknowledged()} writes acknowledged, ` +
        `${JSON.stringify(written.failures)}; promoted after ${promoted} s, reads ${readable} s ` +
        `later, replicated ${replicated} s later, 500 writes ${writable} s later; ` +
        `${Math.round(written.longestGap) / 1000} s without an acknowledged write`,
    )
    const there = await stored(pair.url, trip)
    expect(compare(written, there)).toEqual({ lost: [], invented: [] })
    expect(Object.keys(written.failures).filter((kind) => !retriable.test(kind))).toEqual([])
    expect(deployment.processes.map(({ child }) => child.exitCode)).toEqual([null, null])
  }, 240_000)

  it('the two processes stop with 0', async () => {
    expect(await stopAll(deployment.processes)).toEqual([0, 0])
  })
})

/** Every 503 says when to come again; 502 and 504 are the proxy's own. */
const retriable = /^(502|503 Retry-After|504|ECONNRESET)$/

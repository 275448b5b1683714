/** The data directory: whether it is writable, its permissions, and free space. */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { restoreMark } from '../../outside/data-directory.ts'
import { ifThere, writeWhole } from '../../outside/files.ts'
import { type Check, type CheckResult, counted, failed, ok, sentenceOf, warning } from './checks.ts'

export const dataDirectory: Check = {
  name: 'data directory',
  async run({ config: { dataDir } }) {
    if (!existsSync(dataDir))
      return ok(`${dataDir} does not exist yet; the first start creates it.`)
    if (existsSync(restoreMark(dataDir)))
      return failed(`A restore into ${dataDir} was interrupted; run it again with the same backup.`)
    const begun = performance.now()
    const probe = join(dataDir, `probe-${randomBytes(8).toString('hex')}`)
    try {
      await writeWhole(probe, randomBytes(4096))
    } catch (error) {
      return failed(
        `Cannot write to ${dataDir}: ${sentenceOf(error)} Check its owner and the disk.`,
      )
    } finally {
      await rm(probe, { force: true }).catch(() => {})
    }
    const ms = Math.round(performance.now() - begun)
    const slow = `Writing 4 KiB to ${dataDir} took ${ms} ms; use a faster disk.`
    const exposed = await exposedIn(dataDir)
    if (exposed.length > 0) return exposed
    return ms > 1000 ? warning(slow) : ok(`${dataDir} is writable; fsync took ${ms} ms.`)
  },
}

/** Files that other users of the machine can read. */
async function exposedIn(dataDir: string): Promise<CheckResult[]> {
  const names = ['', 'operator.key', 'secret.key', 'objects', 'database', 'outbox']
  const found: CheckResult[] = []
  for (const name of names) {
    const path = join(dataDir, name)
    const mode = (await ifThere(stat(path)))?.mode ?? 0
    // A directory that only its owner can open protects everything in it.
    if ((mode & 0o077) !== 0 && (name === '' || found.length > 0)) {
      const right = name.endsWith('.key') ? '600' : '700'
      found.push(warning(`Other users can open ${path}; run \`chmod ${right} ${path}\`.`))
    }
  }
  return found
}

const gib = 1 << 30

export const freeSpace: Check = {
  name: 'free space',
  async run({ config: { dataDir } }) {
    let place = dataDir
    while (!existsSync(place)) place = dirname(place)
    const { bavail, bsize, ffree, files } = await statfs(place)
    const free = bavail * bsize
    const found = `${(free / gib).toFixed(1)} GiB are free for ${dataDir}`
    if (free < gib / 10) return failed(`${found}; free space, or writes will fail.`)
    const left = `Only ${counted(ffree, 'more file')} can be created on the disk of ${dataDir}`
    if (files > 0 && ffree < 1000) return failed(`${left}; remove some.`)
    return free < gib ? warning(`${found}; free space soon.`) : ok(`${found}.`)
  },
}

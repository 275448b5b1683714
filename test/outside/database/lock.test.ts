import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readlinkSync, statSync, symlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../../src/outside/database/database.ts'
import { DataDirectoryInUse, lockDirectory } from '../../../src/outside/database/lock.ts'
import { silent, temporaryDirectory } from './places.ts'

const holder = fileURLToPath(new URL('holder.ts', import.meta.url))
const lost = () => expect.unreachable('the lock was lost')

/** A process that tries to hold the directory; resolves with the first line it prints. */
async function start(
  directory: string,
  what = 'lock',
): Promise<{ process: ChildProcess; said: string }> {
  const child = spawn(process.execPath, ['--import', 'tsx', holder, directory, what], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = await once(child.stdout, 'data')
  return { process: child, said: String(line).trim() }
}

async function kill({ process: child }: { process: ChildProcess }): Promise<void> {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

function messageOf(attempt: () => unknown): string {
  try {
    attempt()
    return 'no error'
  } catch (error) {
    return error instanceof DataDirectoryInUse ? error.message : `not in use: ${error}`
  }
}

describe('the lock on DATA_DIR', () => {
  test('C11 a second process is refused within 2 s, naming pid, host and since when', async () => {
    const dataDir = temporaryDirectory()
    const first = await start(dataDir, 'database')
    expect(first.said).toBe('held')
    const begun = performance.now()
    const second = openDatabase({ dataDir, log: silent })
    await expect(second).rejects.toThrow(DataDirectoryInUse)
    expect(performance.now() - begun).toBeLessThan(2_000)
    await expect(openDatabase({ dataDir, log: silent })).rejects.toThrow(
      new RegExp(`in use by process ${first.process.pid} on ${hostname()} since 20..-..-..T`),
    )
    await kill(first)
    const next = await openDatabase({ dataDir, log: silent })
    expect(await next.ready()).toBe(true)
    await next.close()
  })

  test('a lock left by kill -9 is taken over at once', async () => {
    const directory = temporaryDirectory()
    const first = await start(directory)
    expect(messageOf(() => lockDirectory(directory, lost))).toContain(`${first.process.pid}`)
    await kill(first)
    const begun = performance.now()
    lockDirectory(directory, lost).release()
    expect(performance.now() - begun).toBeLessThan(1_000)
  })

  test('a process killed while it creates the database leaves a usable directory', async () => {
    const dataDir = temporaryDirectory()
    const first = await start(dataDir, 'unfinished')
    await kill(first)
    const next = await openDatabase({ dataDir, log: silent })
    expect(await next.ready()).toBe(true)
    await next.close()
  })

  test('the lock is released on close, for this process and for others', async () => {
    const directory = temporaryDirectory()
    const lock = lockDirectory(directory, lost)
    expect(messageOf(() => lockDirectory(directory, lost))).toContain(`process ${process.pid} on`)
    lock.release()
    lock.release()
    const again = lockDirectory(directory, lost)
    lock.release()
    expect(messageOf(() => lockDirectory(directory, lost))).toContain('in use')
    again.release()
    expect((await start(directory)).said).toBe('held')
  })

  test('a lock whose pid now belongs to another process is taken over', () => {
    const directory = temporaryDirectory()
    const record = (changes: object) => JSON.stringify({ ...readOwnRecord(), ...changes })
    symlinkSync(record({ started: '1' }), join(directory, 'database.lock.3'))
    lockDirectory(directory, lost).release()
    symlinkSync(record({ boot: 'another' }), join(directory, 'database.lock.9'))
    lockDirectory(directory, lost).release()
  })

  test('a recent lock of a process on another host is respected', () => {
    const directory = temporaryDirectory()
    const record = JSON.stringify({ ...readOwnRecord(), host: 'elsewhere', pid: 1 })
    symlinkSync(record, join(directory, 'database.lock.1'))
    expect(messageOf(() => lockDirectory(directory, lost))).toContain('process 1 on elsewhere')
  })

  test('a process is notified when another has taken over its lock', async () => {
    const directory = temporaryDirectory()
    const notified = new Promise<void>((resolve) => {
      const lock = lockDirectory(directory, resolve)
      onTestFinished(lock.release)
    })
    symlinkSync('free', join(directory, 'database.lock.2'))
    await notified
  })

  test('is won by one of the processes that start at once, even after a stale one', async () => {
    for (let round = 0; round < 3; round += 1) {
      const directory = temporaryDirectory()
      if (round > 0) await kill(await start(directory))
      const starters = await Promise.all(Array.from({ length: 4 }, () => start(directory, 'race')))
      const go = starters.map((starter) =>
        once(starter.process.stdout ?? expect.unreachable(), 'data'),
      )
      for (const { process: child } of starters) child.stdin?.write('go\n')
      const said = (await Promise.all(go)).map(([line]) => String(line).trim())
      expect(said.filter((word) => word === 'held')).toHaveLength(1)
      expect(said.filter((word) => word.startsWith('in use'))).toHaveLength(3)
      for (const starter of starters) starter.process.kill('SIGKILL')
      await sleep(10)
    }
  })

  test('the data directory is for its owner only, and old locks do not pile up', async () => {
    const dataDir = join(temporaryDirectory(), 'new')
    const db = await openDatabase({ dataDir, log: silent })
    await db.close()
    for (const directory of [dataDir, join(dataDir, 'database')]) {
      expect(statSync(directory).mode & 0o777).toBe(0o700)
    }
    for (let turn = 0; turn < 20; turn += 1) lockDirectory(dataDir, lost).release()
    expect(readdirSync(dataDir).filter((name) => name.includes('lock'))).toHaveLength(2)
  })
})

/** The record that this process writes into a lock. */
function readOwnRecord(): object {
  const directory = temporaryDirectory()
  const lock = lockDirectory(directory, lost)
  onTestFinished(lock.release)
  return JSON.parse(readlinkSync(join(directory, 'database.lock.1')))
}

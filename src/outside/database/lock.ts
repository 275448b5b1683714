/**
 * The lock on a data directory. The embedded database has none, and two processes on one directory
 * silently lose rows.
 *
 * The lock is a series of generations: symbolic links `database.lock.1`, `.2`, … whose target is
 * the holder's record. Creating a link is atomic, so only one process succeeds. The highest
 * generation counts; taking or freeing the lock makes the next one. None is reused, and the one
 * before the highest is kept, so a process that acts on an old state fails to make the next link,
 * or finds a higher one after making its own, and reads again.
 */
import { randomUUID } from 'node:crypto'
import {
  lstatSync,
  lutimesSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { UnusableDirectory } from '../data-directory.ts'
import { systemCode } from '../files.ts'

const lockName = /^database\.lock\.(\d+)$/
const freeMark = 'free'
const beatMs = 2_000
/** A holder whose process cannot be seen counts as dead after this long without a beat. */
const silenceMs = 15_000

/** The holder of a data directory. */
interface Holder {
  pid: number
  host: string
  /** ISO 8601, UTC. */
  since: string
}

interface Entry extends Holder {
  /** Unique to this acquisition of the lock. */
  id: string
  /** The kernel's boot, the process namespace and the start time, where the system reveals them. */
  boot?: string | undefined
  processes?: string | undefined
  started?: string | undefined
}

/** Another process holds the data directory. The message names it. */
export class DataDirectoryInUse extends UnusableDirectory {
  override readonly name = 'DataDirectoryInUse'
  readonly holder: Holder

  constructor(directory: string, { pid, host, since }: Holder) {
    super(
      `The data directory ${directory} is in use by process ${pid} on ${host} since ${since}. ` +
        'Stop that process, or set another DATA_DIR.',
    )
    this.holder = { pid, host, since }
  }
}

interface DirectoryLock {
  /** Frees the directory; further calls do nothing. */
  release(): void
}

/**
 * Locks the existing `directory` for this process, without waiting; takes over the lock of a dead
 * process. `onLost` is called if another process takes the lock over, which happens only if it
 * cannot see this process and this one was stopped for over 15 s. Throws `DataDirectoryInUse`, and
 * `UnusableDirectory` if the lock has no record of this program.
 */
export function lockDirectory(directory: string, onLost: () => void): DirectoryLock {
  const entry = describeThisProcess()
  const record = JSON.stringify(entry)
  let generation: number
  do {
    const latest = readLatest(directory)
    if (latest.holder && isAlive(latest.holder, latest.path)) {
      throw new DataDirectoryInUse(directory, latest.holder)
    }
    generation = latest.generation + 1
  } while (!enter(directory, generation, record))

  const isHeld = (): boolean => readLatest(directory).generation === generation
  const beat = setInterval(() => {
    try {
      if (!isHeld()) {
        clearInterval(beat)
        return onLost()
      }
      lutimesSync(pathOf(directory, generation), new Date(), new Date())
    } catch {
      // If the directory cannot be read now, the next beat checks it again.
    }
  }, beatMs)
  beat.unref()
  let released = false
  return {
    release() {
      if (released) return
      released = true
      clearInterval(beat)
      if (isHeld()) enter(directory, generation + 1, freeMark)
    },
  }
}

/** Makes `generation`; false if another process was faster. */
function enter(directory: string, generation: number, record: string): boolean {
  const path = pathOf(directory, generation)
  try {
    symlinkSync(record, path)
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false
    throw error
  }
  const generations = list(directory)
  if (generations.some((other) => other > generation)) {
    rmSync(path, { force: true })
    return false
  }
  for (const old of generations.filter((other) => other < generation - 1)) {
    rmSync(pathOf(directory, old), { force: true })
  }
  return true
}

interface Latest {
  generation: number
  path: string
  holder: Entry | undefined
}

function readLatest(directory: string): Latest {
  for (;;) {
    const generation = Math.max(0, ...list(directory))
    const path = pathOf(directory, generation)
    if (generation === 0) return { generation, path, holder: undefined }
    try {
      const record = readlinkSync(path)
      return { generation, path, holder: record === freeMark ? undefined : entryIn(record) }
    } catch (error) {
      if (systemCode(error) === 'ENOENT') continue
      const remedy = 'If no process uses the data directory, delete the lock.'
      throw new UnusableDirectory(`Cannot read the lock ${path}. ${remedy}`, { cause: error })
    }
  }
}

function entryIn(record: string): Entry {
  const { id, pid, host, since, ...more }: Partial<Entry> = JSON.parse(record)
  if (!id || !Number.isSafeInteger(pid) || !pid || !host || !since) {
    throw new Error('the record does not name a process')
  }
  return { id, pid, host, since, ...more }
}

function list(directory: string): number[] {
  return readdirSync(directory).flatMap((name) => {
    const number = lockName.exec(name)?.[1]
    return number === undefined ? [] : [Number(number)]
  })
}

function pathOf(directory: string, generation: number): string {
  return join(directory, `database.lock.${generation}`)
}

function describeThisProcess(): Entry {
  return {
    id: randomUUID(),
    pid: process.pid,
    host: hostname(),
    since: new Date().toISOString(),
    boot: read('/proc/sys/kernel/random/boot_id')?.trim(),
    processes: processNamespace(),
    started: startTime(process.pid),
  }
}

function isAlive(holder: Entry, path: string): boolean {
  if (holder.host !== hostname()) return hasBeaten(path)
  const boot = read('/proc/sys/kernel/random/boot_id')?.trim()
  if (holder.boot !== boot) return false // the machine was started anew
  if (holder.processes !== processNamespace()) return hasBeaten(path)
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    // EPERM: it is alive, under another account.
    if (systemCode(error) !== 'EPERM') return false
  }
  // A different start time means that the pid was reused.
  return holder.started === startTime(holder.pid)
}

function hasBeaten(path: string): boolean {
  const beatenAt = lstatSync(path, { throwIfNoEntry: false })?.mtimeMs
  return beatenAt !== undefined && Date.now() - beatenAt < silenceMs
}

/**
 * Clock ticks from the machine's start to the process's, on Linux; undefined elsewhere, and for a
 * zombie process.
 */
function startTime(pid: number): string | undefined {
  const stat = read(`/proc/${pid}/stat`)
  // Fields are counted after the name, which is in parentheses and may contain anything.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields?.[0] === 'Z' ? undefined : fields?.[19]
}

function processNamespace(): string | undefined {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return undefined
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** A disk of a few MiB, in memory, for tests of what happens when it is full. */
import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface SmallDisk {
  directory: string
  /** Uses up its last byte, with a file beside all others. */
  fill(): void
  /** Frees what `fill` has taken. */
  free(): void
  /** Makes it larger by so many MiB. */
  grow(mebibytes: number): void
  remove(): void
}

const block = Buffer.alloc(4096)

/** Mounts a disk; undefined where this process may not. */
export function smallDisk(mebibytes: number): SmallDisk | undefined {
  const directory = mkdtempSync(join(tmpdir(), 'trips-disk-'))
  const mount = (options: string) =>
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', directory], { stdio: 'pipe' })
  let size = mebibytes
  try {
    mount(`size=${size}m,mode=0700`)
  } catch {
    rmSync(directory, { recursive: true })
    return undefined
  }
  const ballast = join(directory, 'ballast')
  return {
    directory,
    fill() {
      const file = openSync(ballast, 'a')
      try {
        while (statfsSync(directory).bfree > 0) writeSync(file, block)
      } finally {
        closeSync(file)
      }
    },
    free: () => rmSync(ballast, { force: true }),
    grow(more) {
      size += more
      mount(`remount,size=${size}m`)
    },
    remove() {
      execFileSync('umount', [directory])
      rmSync(directory, { recursive: true })
    },
  }
}

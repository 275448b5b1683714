/**
 * The file operations of this process below one directory, in their order, as far as they decide
 * what a power cut leaves: contents, names, and what was brought to disk. Whatever writes a file
 * calls `node:fs`, PGlite's driver too.
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { dirname, resolve } from 'node:path'

/** A file keeps its number whatever it is called; names are paths below the directory. */
export type FileOperation =
  | { kind: 'name'; path: string; file: number | 'directory' }
  | { kind: 'unname'; path: string }
  | { kind: 'rename'; path: string; to: string }
  | { kind: 'write'; file: number; at: number; bytes: Buffer }
  | { kind: 'size'; file: number; size: number }
  /** Everything before the operation `since` is on disk: of a file, or the names in a directory. */
  | { kind: 'sync'; of: number | string; since: number }

/** Gets the arguments, then `this`; the result; and how many operations there were before. */
type Recorder = (args: unknown[], result: unknown, since: number) => void

interface OpenFile {
  of: number | string
  position: number
}

const numberOf = (handle: unknown) => (handle as fs.promises.FileHandle).fd

export class Recording {
  readonly operations: FileOperation[] = []
  readonly #root: string
  readonly #names = new Map<string, number | 'directory'>()
  readonly #open = new Map<number, OpenFile>()
  #files = 0
  #isInside = false
  readonly #undone: (() => void)[] = []

  constructor(root: string) {
    this.#root = resolve(root)
    this.#patchNames()
    this.#patchContents()
    this.#patchPromises()
    syncBuiltinESMExports()
  }

  stop(): void {
    for (const undo of this.#undone) undo()
    syncBuiltinESMExports()
  }

  /** The path below the directory; '' is the directory itself, undefined lies elsewhere. */
  #inside(path: unknown): string | undefined {
    if (typeof path !== 'string') return undefined
    const whole = resolve(path)
    if (whole === this.#root) return ''
    return whole.startsWith(`${this.#root}/`) ? whole.slice(this.#root.length + 1) : undefined
  }

  #add(operation: FileOperation): void {
    this.operations.push(operation)
  }

  /** Records each call of `owner[name]` that succeeds, but not those within another one. */
  #after(owner: object, name: string, record: Recorder) {
    const original = Reflect.get(owner, name) as (...args: unknown[]) => unknown
    const recording = this
    function patched(this: unknown, ...args: unknown[]) {
      if (recording.#isInside) return original.apply(this, args)
      const since = recording.operations.length
      recording.#isInside = true
      let result: unknown
      try {
        result = original.apply(this, args)
      } finally {
        recording.#isInside = false
      }
      const all = [...args, this]
      if (!(result instanceof Promise)) {
        record(all, result, since)
        return result
      }
      return result.then((value) => {
        record(all, value, since)
        return value
      })
    }
    Object.assign(patched, original)
    Reflect.set(owner, name, patched)
    this.#undone.push(() => Reflect.set(owner, name, original))
  }

  #made(path: unknown, kind: 'file' | 'directory'): void {
    const name = this.#inside(path)
    if (!name || this.#names.has(name)) return
    if (kind === 'directory') this.#made(dirname(resolve(path as string)), kind)
    this.#files += 1
    const file = kind === 'directory' ? kind : this.#files
    this.#names.set(name, file)
    this.#add({ kind: 'name', path: name, file })
  }

  #removed(path: unknown): void {
    const name = this.#inside(path)
    if (name === undefined) return
    const below = [...this.#names.keys()].filter((one) => one.startsWith(`${name}/`)).sort()
    for (const one of [...below.reverse(), name]) {
      if (this.#names.delete(one)) this.#add({ kind: 'unname', path: one })
    }
  }

  #patchNames(): void {
    for (const [owner, end] of [
      [fs, 'Sync'],
      [fs.promises, ''],
    ] as const) {
      this.#after(owner, `mkdir${end}`, ([path]) => this.#made(path, 'directory'))
      for (const name of ['unlink', 'rmdir', 'rm']) {
        this.#after(owner, `${name}${end}`, ([path]) => this.#removed(path))
      }
      this.#after(owner, `rename${end}`, ([from, to]) => {
        const [path, target] = [this.#inside(from), this.#inside(to)]
        const file = path === undefined ? undefined : this.#names.get(path)
        if (!path || !target || file === undefined) return
        if (file === 'directory' || dirname(path) !== dirname(target)) {
          throw new Error(`no power cut is simulated while ${path} becomes ${target}`)
        }
        this.#names.delete(path)
        this.#names.set(target, file)
        this.#add({ kind: 'rename', path, to: target })
      })
      this.#after(owner, `link${end}`, ([from, to]) => {
        const [path, target] = [this.#inside(from), this.#inside(to)]
        const file = path === undefined ? undefined : this.#names.get(path)
        if (!target || file === undefined) return
        this.#names.set(target, file)
        this.#add({ kind: 'name', path: target, file })
      })
    }
  }

  #opened(path: unknown, flags: unknown, number: number): void {
    const name = this.#inside(path)
    if (name === undefined) return
    if (name === '' || this.#names.get(name) === 'directory') {
      this.#open.set(number, { of: name, position: 0 })
      return
    }
    this.#made(path, 'file')
    const file = this.#names.get(name) as number
    this.#open.set(number, { of: file, position: 0 })
    const truncates =
      typeof flags === 'number' ? flags & fs.constants.O_TRUNC : String(flags).startsWith('w')
    if (truncates) this.#add({ kind: 'size', file, size: 0 })
  }

  #written(number: number, bytes: Buffer, at: number | undefined): void {
    const open = this.#open.get(number)
    if (!open || typeof open.of === 'string') return
    this.#add({ kind: 'write', file: open.of, at: at ?? open.position, bytes })
    if (at === undefined) open.position += bytes.length
  }

  #synced(number: number, since: number): void {
    const open = this.#open.get(number)
    if (open) this.#add({ kind: 'sync', of: open.of, since })
  }

  #patchContents(): void {
    this.#after(fs, 'openSync', ([path, flags], number) =>
      this.#opened(path, flags, number as number),
    )
    this.#after(fs, 'closeSync', ([number]) => {
      this.#open.delete(number as number)
    })
    this.#after(fs, 'writeFileSync', ([path, content]) => {
      if (content !== '') throw new Error('writeFileSync is recorded of empty files alone')
      this.#made(path, 'file')
    })
    this.#after(fs, 'writeSync', ([number, bytes, offset, , position], length) => {
      const { buffer, byteOffset } = bytes as Uint8Array
      const from = byteOffset + Number(offset ?? 0)
      const copy = Buffer.from(new Uint8Array(buffer, from, length as number))
      this.#written(number as number, copy, typeof position === 'number' ? position : undefined)
    })
    this.#after(fs, 'ftruncateSync', ([number, size]) => {
      const file = this.#open.get(number as number)?.of
      if (typeof file === 'number') this.#add({ kind: 'size', file, size: Number(size ?? 0) })
    })
    this.#after(fs, 'truncateSync', ([path, size]) => {
      const file = this.#names.get(this.#inside(path) ?? '')
      if (typeof file === 'number') this.#add({ kind: 'size', file, size: Number(size ?? 0) })
    })
    for (const name of ['fsyncSync', 'fdatasyncSync']) {
      this.#after(fs, name, ([number], _, since) => this.#synced(number as number, since))
    }
    const { fdatasync } = fs
    const recorded = (number: number, done: (error: Error | null) => void) => {
      const since = this.operations.length
      fdatasync(number, (error) => {
        if (!error) this.#synced(number, since)
        done(error)
      })
    }
    Reflect.set(fs, 'fdatasync', recorded)
    this.#undone.push(() => Reflect.set(fs, 'fdatasync', fdatasync))
  }

  #patchPromises(): void {
    let isPatched = false
    this.#after(fs.promises, 'open', ([path, flags], handle) => {
      this.#opened(path, flags, numberOf(handle))
      if (isPatched) return
      isPatched = true
      const owner = Object.getPrototypeOf(handle)
      this.#after(owner, 'writeFile', (all) => {
        this.#written(numberOf(all.at(-1)), Buffer.from(all[0] as Uint8Array), undefined)
      })
      for (const name of ['sync', 'datasync']) {
        this.#after(owner, name, (all, _, since) => this.#synced(numberOf(all.at(-1)), since))
      }
    })
    this.#after(fs.promises, 'writeFile', ([path]) => {
      if (this.#inside(path) !== undefined) throw new Error('writeFile of a path is not recorded')
    })
  }
}

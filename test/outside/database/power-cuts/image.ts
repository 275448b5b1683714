/**
 * What a disk holds after a power cut: everything that was brought to disk, and a random part of
 * the rest, in whatever order: of contents whole writes, sectors or nothing, of names each by
 * itself.
 */
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { FileOperation } from './recording.ts'

/** A disk writes at least this much whole. */
const sectorBytes = 512

type Content = Extract<FileOperation, { kind: 'write' | 'size' }>
type Naming = Extract<FileOperation, { kind: 'name' | 'unname' | 'rename' }>
type Numbered<Operation> = { number: number; operation: Operation }
type Names = Map<string, number | 'directory'>

/** The bytes of a file. */
class Bytes {
  #bytes = Buffer.alloc(0)
  #size = 0

  get value(): Buffer {
    return this.#bytes.subarray(0, this.#size)
  }

  copy(): Bytes {
    const copy = new Bytes()
    copy.#bytes = Buffer.from(this.value)
    copy.#size = this.#size
    return copy
  }

  #resize(size: number): void {
    if (size > this.#bytes.length) {
      this.#bytes = Buffer.concat([this.value], Math.max(size, 2 * this.#bytes.length))
    }
    if (size < this.#size) this.#bytes.fill(0, size, this.#size)
    this.#size = size
  }

  apply(operation: Content): void {
    if (operation.kind === 'size') {
      this.#resize(operation.size)
      return
    }
    const end = operation.at + operation.bytes.length
    if (end > this.#size) this.#resize(end)
    operation.bytes.copy(this.#bytes, operation.at)
  }

  /** Some sectors of a write. */
  applySome(operation: Content, chance: () => boolean): void {
    if (operation.kind === 'size') {
      if (chance()) this.apply(operation)
      return
    }
    const { bytes } = operation
    for (let from = 0; from < bytes.length; from += sectorBytes) {
      const part = bytes.subarray(from, from + sectorBytes)
      if (chance()) this.apply({ ...operation, at: operation.at + from, bytes: part })
    }
  }
}

export class DiskImage {
  /** What is on disk for certain. */
  readonly #contents = new Map<number, Bytes>()
  readonly #names: Names = new Map()
  /** What is not. */
  readonly #unsyncedContents = new Map<number, Numbered<Content>[]>()
  readonly #unsyncedNames = new Map<string, Numbered<Naming>[]>()
  readonly #operations: readonly FileOperation[]
  #now = 0

  constructor(operations: readonly FileOperation[]) {
    this.#operations = operations
  }

  /** Goes on until just before the operation of that number, which lies ahead. */
  advance(number: number): void {
    for (; this.#now < number; this.#now += 1) this.#take(this.#operations[this.#now])
  }

  #take(operation: FileOperation | undefined): void {
    if (!operation) throw new Error('there is no such operation')
    const number = this.#now
    if (operation.kind === 'write' || operation.kind === 'size') {
      push(this.#unsyncedContents, operation.file, { number, operation })
    } else if (operation.kind !== 'sync') {
      push(this.#unsyncedNames, folderOf(operation.path), { number, operation })
    } else if (typeof operation.of === 'number') {
      const content = this.#contentOf(operation.of)
      for (const one of taken(this.#unsyncedContents, operation.of, operation.since)) {
        content.apply(one)
      }
    } else {
      for (const one of taken(this.#unsyncedNames, operation.of, operation.since)) {
        rename(this.#names, one)
      }
    }
  }

  #contentOf(file: number): Bytes {
    const content = this.#contents.get(file) ?? new Bytes()
    this.#contents.set(file, content)
    return content
  }

  /** Writes what a cut at this moment leaves of `folder` to a directory. */
  cut(folder: string, directory: string, random: () => number): void {
    const names: Names = new Map(this.#names)
    for (const list of this.#unsyncedNames.values()) {
      const keeps = keeping(random)
      for (const { operation } of list) if (keeps.whole()) rename(names, operation)
    }
    mkdirSync(directory, { recursive: true })
    for (const [path, file] of [...names].sort(([one], [two]) => (one < two ? -1 : 1))) {
      if (!path.startsWith(`${folder}/`) || !isReachable(names, path, folder)) continue
      const place = join(directory, path.slice(folder.length + 1))
      if (file === 'directory') mkdirSync(place, { mode: 0o700 })
      else writeFileSync(place, this.#leftOf(file, random), { mode: 0o600 })
      // A database makes it anew, which takes long; it needs its size alone.
      if (path.endsWith('/database/reserve')) truncateSync(place, 48 << 20)
    }
  }

  #leftOf(file: number, random: () => number): Buffer {
    const sure = this.#contents.get(file) ?? new Bytes()
    const unsynced = this.#unsyncedContents.get(file) ?? []
    if (unsynced.length === 0) return sure.value
    const content = sure.copy()
    const keeps = keeping(random)
    for (const { operation } of unsynced) {
      if (keeps.tears) content.applySome(operation, keeps.whole)
      else if (keeps.whole()) content.apply(operation)
    }
    return content.value
  }
}

const folderOf = (path: string) => (dirname(path) === '.' ? '' : dirname(path))

const isReachable = (names: Names, path: string, folder: string): boolean =>
  folderOf(path) === folder ||
  (names.has(folderOf(path)) && isReachable(names, folderOf(path), folder))

/** How much one cut keeps of one file, or of the names in one directory. */
function keeping(random: () => number): { whole: () => boolean; tears: boolean } {
  const kind = Math.floor(random() * 5)
  if (kind === 0) return { whole: () => false, tears: false }
  if (kind === 1) return { whole: () => true, tears: false }
  // Those that were written first.
  let isLeft = true
  const first = () => {
    isLeft &&= random() < 0.9
    return isLeft
  }
  if (kind === 2) return { whole: first, tears: random() < 0.5 }
  const share = random()
  return { whole: () => random() < share, tears: kind === 4 }
}

function push<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}

/** Takes those before `since` off the list. */
function taken<Key, Operation>(
  map: Map<Key, Numbered<Operation>[]>,
  key: Key,
  since: number,
): Operation[] {
  const list = map.get(key) ?? []
  map.set(
    key,
    list.filter(({ number }) => number >= since),
  )
  return list.filter(({ number }) => number < since).map(({ operation }) => operation)
}

/** Does nothing where the name is not there: what made it was lost. */
function rename(names: Names, operation: Naming): void {
  const { path } = operation
  if (operation.kind === 'name') names.set(path, operation.file)
  else {
    const file = names.get(path)
    names.delete(path)
    if (operation.kind === 'rename' && file !== undefined) names.set(operation.to, file)
  }
}

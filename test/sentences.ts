/**
 * The list of all sentences of the specification is checked in as spec/sentences.txt: adding,
 * losing or rewording one shows in a review. The sentences are the names that vitest has collected;
 * after a change on purpose, `npm run sentences` writes them down.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestCase, TestModule, TestSuite } from 'vitest/node'

const folder = new URL('spec/', import.meta.url)
const list = new URL('sentences.txt', folder)

/** So many cases of one table are listed by name; of more, what their names have in common. */
const maxCases = 6

/** Names may hold the input of their test; this much of it tells them apart. */
const maxLength = 140

/** Tests of one table, or groups that say the same of different things. */
interface Block {
  titles: string[]
  below: string[]
  /** What neighbours of this block must have alike to belong to it. */
  mark: string
}

function blockOf(child: TestCase | TestSuite): Block {
  const titles = [child.name.replaceAll('\n', '\\n')]
  if (child.type === 'test') {
    const { line, column } = child.location ?? {}
    return { titles, below: [], mark: `${line}:${column}` }
  }
  const below = sentencesOf(child).map((line) => `  ${line}`)
  return { titles, below, mark: below.join('\n') }
}

/** What a file or a group says, a line for each sentence. */
export function sentencesOf(parent: TestModule | TestSuite): string[] {
  const blocks: Block[] = []
  for (const child of parent.children) {
    const block = blockOf(child)
    const last = blocks.at(-1)
    if (last?.mark === block.mark) last.titles.push(...block.titles)
    else blocks.push(block)
  }
  return blocks.flatMap(({ titles, below }) => {
    const first = parent.type === 'module' && below.length > 0 ? [''] : []
    const named = titles.length > maxCases ? [inCommon(titles)] : titles
    return [...first, ...named.map((title) => title.slice(0, maxLength)), ...below]
  })
}

/** `datetime: … is refused (23 cases)`: the words with which all of them begin, and end. */
function inCommon(titles: string[]): string {
  const all = titles.map((title) => title.split(' '))
  const [first = []] = all
  const count = (isShared: (words: string[], at: number) => boolean) => {
    let at = 0
    while (at < first.length && all.every((words) => isShared(words, at))) at += 1
    return at
  }
  const begin = count((words, at) => words[at] === first[at])
  const shortest = Math.min(...all.map((words) => words.length))
  const end = Math.min(
    count((words, at) => words.at(-1 - at) === first.at(-1 - at)),
    shortest - begin,
  )
  const words = [...first.slice(0, begin), '…', ...first.slice(first.length - end)]
  return `${words.join(' ')} (${titles.length} cases)`
}

/** A list by its files, whose names it has as headings. */
export type List = ReadonlyMap<string, string>

async function readList(): Promise<List> {
  const parts = (await readFile(list, 'utf8'))
    .trimEnd()
    .split(/\n*^# /m)
    .slice(1)
  return new Map(parts.map((part) => [part.split('\n')[0] as string, `# ${part}`]))
}

/** Lines that are new, and lines that are gone. */
function changes(known: string | undefined, found: string): string[] {
  const before = known ? known.split('\n') : []
  const after = found.split('\n')
  const gone = before.filter((line) => !after.includes(line)).map((line) => `- ${line}`)
  const added = after.filter((line) => !before.includes(line)).map((line) => `+ ${line}`)
  return gone.length + added.length > 0 ? [...gone, ...added] : ['~ in another order, or number']
}

/** Where the list differs from what was found, and from the files there are. */
export function differences(known: List, found: List, files: readonly string[]): string[] {
  const stale = [...found].filter(([file, part]) => part !== known.get(file))
  const lost = [...known.keys()].filter((file) => !files.includes(file))
  return [
    ...stale.flatMap(([file, part]) => [`# ${file}`, ...changes(known.get(file), part)]),
    ...lost.map((file) => `- # ${file}`),
  ]
}

/**
 * Compares the files of the specification that have run with the list; what differs. With `update`
 * the list is written anew instead. Files that did not run are as they were.
 */
export async function checkSentences(
  modules: readonly TestModule[],
  update: boolean,
): Promise<string[]> {
  const ran = modules.filter(
    ({ moduleId, children }) => moduleId.startsWith(fileURLToPath(folder)) && children.size > 0,
  )
  if (ran.length === 0) return []
  const known = await readList()
  const files = (await readdir(folder)).filter((file) => file.endsWith('.test.ts')).sort()
  const found = new Map(
    ran.map((module) => {
      const file = basename(module.moduleId)
      return [file, [`# ${file}`, ...sentencesOf(module)].join('\n')]
    }),
  )
  if (!update) return differences(known, found, files)
  const current = files.flatMap((file) => found.get(file) ?? known.get(file) ?? [])
  await writeFile(list, `${current.join('\n\n')}\n`)
  return []
}

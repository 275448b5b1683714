/** The repository as its house rules see it: files, lines, imports. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

const root = new URL('..', import.meta.url).pathname

const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** Every file that is or will be checked in. */
export const allFiles = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(root, path)))

/** The same without what is generated. */
export const files = allFiles.filter(
  (path) => !path.startsWith('src/generated/') && !generated(path),
)

/** Generated files say so in their first lines. */
function generated(path: string): boolean {
  return /\.(ts|graphql|sql)$/.test(path) && /generated (by|from)/i.test(read(path).slice(0, 300))
}

export const product = (path: string) => /^(src|rest-facade|schema|prisma)\//.test(path)
export const isCode = (path: string) => /\.(ts|mjs|cjs)$/.test(path)

export function linesOf(path: string): string[] {
  return read(path).replace(/\n$/, '').split('\n')
}

export interface ImportLine {
  /** The file it stands in, and what it names: a path from the root, or a package. */
  from: string
  what: string
  isPackage: boolean
  /** `import type`, or nothing but `type` names: gone when it runs. */
  isType: boolean
  /** The exports that it names; undefined: any, as with `import()` and `* as`. */
  names: readonly string[] | undefined
}

/** What a file exports, one at a time. */
export const exported =
  /^export (?:async |abstract )?(?:function\*?|const|class|interface|type) (\w+)/gm

const statement =
  /^(?:import|export)\s+(type\s+)?((?:[\w*\s{},]|\/\/.*)*?)\s*(?:from\s+)?'([^']+)'/gm
const dynamic = /\b(?:import|require)\(\s*'([^']+)'\s*\)/g

/** The imports and re-exports of a file, `import()` and `require()` too. */
export function importsOf(path: string): ImportLine[] {
  const text = read(path)
  const place = (what: string) => {
    const isPackage = !what.startsWith('.')
    const named = isPackage ? what : normalize(join(dirname(path), what))
    return { from: path, what: named, isPackage }
  }
  const written = [...text.matchAll(statement)].map(([, type, names = '', what = '']) => ({
    ...place(what),
    isType: type !== undefined || onlyTypes(names),
    names: bracedIn(names)?.map((name) => name.replace(/^type | as .*$/g, '')),
  }))
  const called = [...text.matchAll(dynamic)].map(([, what = '']) => ({
    ...place(what),
    isType: false,
    names: undefined,
  }))
  return [...written, ...called]
}

/** The parts of `{ a, type b as c }`; undefined for other forms. */
function bracedIn(names: string): string[] | undefined {
  const braced = /^\{([\s\S]*)\}$/.exec(names.trim())?.[1]
  return braced
    ?.split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

const onlyTypes = (names: string): boolean =>
  bracedIn(names)?.every((name) => name.startsWith('type ')) ?? false

/** `@scope/name` of `@scope/name/inner`. */
export function packageOf(what: string): string {
  const parts = what.split('/')
  return parts.slice(0, what.startsWith('@') ? 2 : 1).join('/')
}

export const readText = read

/** The circles of a graph of imports, each as `a.ts > b.ts > a.ts`. */
export function circlesAmong(imports: readonly ImportLine[]): string[] {
  const named = new Map<string, Set<string>>()
  for (const { from, what } of imports) named.set(from, (named.get(from) ?? new Set()).add(what))
  const done = new Set<string>()
  const circles: string[] = []
  const follow = (path: string, way: readonly string[]): void => {
    if (way.includes(path)) {
      circles.push([...way.slice(way.indexOf(path)), path].join(' > '))
      return
    }
    if (done.has(path)) return
    for (const next of named.get(path) ?? []) follow(next, [...way, path])
    done.add(path)
  }
  for (const path of named.keys()) follow(path, [])
  return circles
}

/** The repository as its house rules see it: files, lines, imports. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

const root = new URL('..', import.meta.url).pathname

const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** Every file that is or will be checked in, without what is generated. */
export const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(root, path)))
  .filter((path) => !path.startsWith('src/generated/') && !generated(path))

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
}

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
  }))
  const called = [...text.matchAll(dynamic)].map(([, what = '']) => ({
    ...place(what),
    isType: false,
  }))
  return [...written, ...called]
}

function onlyTypes(names: string): boolean {
  const braced = /^\{([\s\S]*)\}$/.exec(names.trim())?.[1]
  if (braced === undefined) return false
  const each = braced.split(',').map((name) => name.trim())
  return each.filter((name) => name !== '').every((name) => name.startsWith('type '))
}

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

/** The import directions of the house. Each message names what to do instead. */
import { describe, expect, it } from 'vitest'
import {
  circlesAmong,
  files,
  type Import,
  importsOf,
  isCode,
  packageOf,
  readText,
} from './house.ts'
import { directions } from './house-directions.ts'

const code = files.filter((path) => /^(src|rest-facade)\//.test(path) && isCode(path))
const imports = code.flatMap(importsOf)
const show = ({ from, what }: Import) => `${from} -> ${what}`
const inside = (folder: string) => (path: string) => path.startsWith(folder)

/** The row of a file: the longest that names it or a folder around it. */
const rowOf = (path: string) =>
  Object.keys(directions)
    .filter((row) => path === row || path.startsWith(`${row}/`))
    .sort((one, other) => other.length - one.length)[0]

const oneOf = (words: readonly string[] = []) =>
  new RegExp(`^(${words.join('|').replaceAll(/(^|[/|])\*/g, '$1.*')})$`)

describe('house: import directions', () => {
  it('every file has a row', () => {
    const lost = code.filter((path) => rowOf(path) === undefined)
    expect(lost, 'give its folder a row in test/house-directions.ts').toEqual([])
  })

  it.each(Object.entries(directions))('%s', (row, direction) => {
    const { may, types, packages, typePackages, instead } = direction
    const own = (path: string) => path === row || inside(`${row}/`)(path)
    const isAllowed = ({ what, isPackage, isType }: Import): boolean => {
      if (isPackage) {
        const name = packageOf(what)
        if (name.startsWith('node:') || oneOf(packages).test(name)) return true
        return isType && oneOf(typePackages).test(name)
      }
      const path = what.replace(/^(src\/)?(.*)\.\w+$/, '$2')
      return own(what) || oneOf(may).test(path) || (isType && oneOf(types).test(path))
    }
    const all = imports.filter(({ from }) => rowOf(from) === row)
    expect(code.filter((path) => rowOf(path) === row).length, 'no such file').toBeGreaterThan(0)
    expect(all.filter((one) => !isAllowed(one)).map(show), instead).toEqual([])
  })

  it('no file imports itself by way of others, not even for a type', () => {
    const straight = imports.filter((one) => !one.isPackage)
    const instead = 'move what both need, often a type, into a file that needs neither'
    expect(circlesAmong(straight), instead).toEqual([])
  })

  it('only src/core/permissions/shield.ts imports graphql-shield and graphql-middleware', () => {
    const others = imports
      .filter(({ what }) => /^graphql-(shield|middleware)/.test(what))
      .filter(
        ({ from }) => !/^src\/core\/permissions\/(shield\.ts|graphql-shield\.cjs)$/.test(from),
      )
    expect(
      others.map(show),
      'import rule, allow and deny from src/core/permissions/shield.ts',
    ).toEqual([])
  })

  it('only src/app.ts and the generator import the facade', () => {
    const others = imports
      .filter(({ from, what }) => inside('src/')(from) && inside('rest-facade/')(what))
      .filter(({ from }) => from !== 'src/app.ts' && !inside('src/tools/generate')(from))
    expect(others.map(show), 'let src/app.ts hand over what is needed').toEqual([])
  })

  it('only src/core/compiled.ts compiles: documents of clients never become code', () => {
    const others = imports
      .filter(({ what, isType }) => packageOf(what) === 'graphql-jit' && !isType)
      .filter(({ from }) => from !== 'src/core/compiled.ts')
    const known = /^(rest-facade\/|src\/graphql\/trusted\/)/
    const callers = imports
      .filter(({ what, isType }) => what === 'src/core/compiled.ts' && !isType)
      .filter(({ from }) => !known.test(from))
    expect([...others, ...callers].map(show), 'let graphql-js run it').toEqual([])
  })

  it('no code of the product imports a test', () => {
    const wrong = imports.filter(({ what, isPackage }) => !isPackage && inside('test/')(what))
    expect(wrong.map(show), 'move what both need into src').toEqual([])
  })

  it('every package the product imports is a dependency of its own', () => {
    const { dependencies, devDependencies } = JSON.parse(readText('package.json'))
    // What serves development only, and Prisma, which goes into the built program.
    const generator = ({ from, what }: Import) =>
      /^src\/(tools\/|operations\/mock\/|process\/loaded-thread\.mjs)/.test(from) ||
      /^(@prisma\/|pino-pretty$)/.test(what)
    const missing = imports
      .filter(({ what, isPackage }) => isPackage && !what.startsWith('node:'))
      .filter((one) => {
        const known = generator(one) ? { ...devDependencies, ...dependencies } : dependencies
        return !(packageOf(one.what) in known)
      })
    const instead = 'npm install it: a package that came with another goes with it'
    expect(missing.map(show), instead).toEqual([])
  })
})

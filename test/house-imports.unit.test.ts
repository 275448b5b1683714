/** The import directions of the house (house-directions.ts). Each message names what to do. */
import { describe, expect, it } from 'vitest'
import {
  circlesAmong,
  files,
  type ImportLine,
  importsOf,
  isCode,
  packageOf,
  readText,
} from './house.ts'
import { places } from './house-directions.ts'

const code = files.filter((path) => /^(src|rest-facade)\//.test(path) && isCode(path))
const imports = code.flatMap(importsOf)
const show = ({ from, what }: ImportLine) => `${from} -> ${what}`
const inside = (folder: string) => (path: string) => path.startsWith(folder)

const placed = [...places.entries()].sort(([, a], [, b]) => b.path.length - a.path.length)
/** The place of a file and its line in the list; what is generated stands above all. */
const placeOf = (path: string) =>
  placed.find(([, place]) => path === place.path || path.startsWith(`${place.path}/`))

const matches = (words: readonly string[] = [], name: string) =>
  words.some((word) => new RegExp(`^${word}$`).test(name))

describe('house: import directions', () => {
  it('every file has a place', () => {
    const lost = code.filter((path) => placeOf(path) === undefined)
    expect(lost, 'give its folder a row in test/house-directions.ts').toEqual([])
  })

  it.each(places)('$path imports its own room and those above', ({ path, never }) => {
    const own = imports.filter(({ from }) => placeOf(from)?.[1].path === path)
    const isAllowed = ({ from, what, isPackage }: ImportLine) => {
      if (isPackage) return true
      const [at = -1] = placeOf(what) ?? []
      return at <= (placeOf(from)?.[0] ?? -1) && !never?.test(what)
    }
    expect(code.filter((file) => placeOf(file)?.[1].path === path).length).toBeGreaterThan(0)
    const instead = 'take it as an argument or an option, or move it to a room above both'
    expect(own.filter((one) => !isAllowed(one)).map(show), instead).toEqual([])
  })

  it.each(places)('$path imports the packages of its row', ({ path, packages, types }) => {
    const isAllowed = ({ what, isPackage, isType }: ImportLine) => {
      const name = packageOf(what)
      if (!isPackage || name.startsWith('node:') || matches(packages, name)) return true
      return isType && matches(types, name)
    }
    const own = imports.filter(({ from }) => placeOf(from)?.[1].path === path)
    const instead = 'let the room that has this package do it'
    expect(own.filter((one) => !isAllowed(one)).map(show), instead).toEqual([])
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
    expect(others.map(show), 'import rules from src/core/permissions/shield.ts').toEqual([])
  })

  it('only src/app.ts and the generator import the facade', () => {
    const others = imports
      .filter(({ from, what }) => inside('src/')(from) && inside('rest-facade/')(what))
      .filter(({ from }) => from !== 'src/app.ts' && !inside('src/tools/generate')(from))
    expect(others.map(show), 'let src/app.ts hand over what is needed').toEqual([])
  })

  it('no path of the REST interface stands in src', () => {
    // OTLP has a path of such a form.
    const path = /['"`}]\/?(?!v1\/traces)(v1|v2|auth|trips)\/(?!\.)|\/:(trip_)?id\b|\btrip_id\?/
    const examples = ["'/v1/trips'", "'auth/login'", '}/v1/trips?fields=id', '/trips/:id']
    expect(examples.filter((one) => !path.test(one))).toEqual([])
    const found = code
      .filter((file) => inside('src/')(file) && !/^src\/(operations|tools|outside)\//.test(file))
      .filter((file) => path.test(readText(file).replaceAll(/^\s*(\/\/|\*|\/\*\*).*$/gm, '')))
    expect(found, 'rest-facade/ knows paths').toEqual([])
  })

  it('only src/core/compiled.ts compiles: documents of clients never become code', () => {
    const others = imports
      .filter(({ what, isType }) => packageOf(what) === 'graphql-jit' && !isType)
      .filter(({ from }) => from !== 'src/core/compiled.ts')
    const known = /^(rest-facade\/|src\/surfaces\/graphql\/trusted\/)/
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
    const generator = ({ from, what }: ImportLine) =>
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

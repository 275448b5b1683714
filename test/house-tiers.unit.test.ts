/** The three tiers of tests (vitest.config.ts). Each message names what to do instead. */
import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { files, importsOf, readText } from './house.ts'

const tests = files.filter((path) => path.endsWith('.test.ts'))
const units = tests.filter((path) => path.endsWith('.unit.test.ts'))

/** What a unit test does without: database, application, other processes. */
const heavy = /^(test\/world\.ts|src\/(app|server)\.ts|src\/outside\/database\/.*|child_process)$/
/** They open nothing: a transaction is handed to them, or an error. */
const isLight = (path: string) =>
  /^src\/outside\/database\/((failures|joined|moment)\.ts$|locks\/)/.test(path)
/** The house asks git, and below it vitest, about files. */
const isHouse = (path: string) => /^test\/house[\w.-]*\.ts$/.test(path)

/** The first way from a file to something heavy: `a.ts > b.ts > src/app.ts`. */
function wayToHeavy(file: string): string | undefined {
  const ways = new Map([[file, file]])
  for (const [from, way] of ways) {
    const named = from.endsWith('.ts') && files.includes(from) ? importsOf(from) : []
    for (const { what, isType } of named) {
      const to = what.replace(/^node:/, '')
      if (isType || ways.has(to)) continue
      if (heavy.test(to) && !isLight(to) && !isHouse(from)) return `${way} > ${to}`
      ways.set(to, `${way} > ${to}`)
    }
  }
  return undefined
}

/** Each file that vitest would run with every program installed, as often as it would. */
function selected(): string[] {
  const words = ['list', '--filesOnly', '--json', '--config', 'test/vitest.config.ts']
  const { VITEST, ...env } = process.env
  const listed = execFileSync('node_modules/.bin/vitest', words, {
    cwd: new URL('..', import.meta.url),
    encoding: 'utf8',
    env: {
      ...env,
      TEST_DATABASE_URL: 'postgresql://any',
      ALL_PROGRAMS: 'yes',
      SCHEMATHESIS: process.execPath,
    },
  })
  const root = new URL('..', import.meta.url).pathname
  return (JSON.parse(listed) as { file: string }[]).map(({ file }) => file.replace(root, ''))
}

describe('house: tiers of tests', () => {
  it('a unit test reaches neither database nor application nor another process', () => {
    expect(units.length).toBeGreaterThan(30)
    const found = units.flatMap((file) => wayToHeavy(file) ?? [])
    const instead = 'import less, split it, or name it *.test.ts'
    expect(found, instead).toEqual([])
  })

  it('a heavy import is still found where it is', () => {
    expect(wayToHeavy('test/spec/10-login.test.ts')).toMatch(/ > test\/world\.ts$/)
    expect(wayToHeavy('test/outside/database/lock.test.ts')).toBeDefined()
    expect(wayToHeavy('test/process/signals.test.ts')).toMatch(/ > child_process$/)
  })

  it('every test file is in exactly one tier', () => {
    expect(selected().sort(), 'mend the globs of test/vitest.config.ts').toEqual(tests.sort())
  })

  it('README, test/README.md and .ci/run promise the same seconds of CPU', () => {
    const promised = (page: string, command: string) => {
      const text = readText(page).replaceAll(/\n +# /g, ' ')
      const [, seconds] =
        new RegExp(`^(?:\\| \`)?${command}\`? .*under (\\d+) seconds of CPU`, 'm').exec(text) ?? []
      return Number(seconds)
    }
    const seconds = ['npm run test:unit', 'npm test', '\\.ci/run'].map((command) => {
      const promise = promised('README.md', command)
      expect(promised('test/README.md', command), command).toBe(promise)
      return promise
    })
    expect(seconds).toEqual([60, 800, 6600])
    expect(readText('.ci/run').replaceAll('\n# ', ' ')).toContain('under 6600 seconds of CPU')
    for (const page of ['README.md', 'test/README.md', '.ci/run', 'src/contributing.md']) {
      expect(readText(page), page).not.toMatch(/(under|less than) \d+ (seconds|minutes)(?! of CPU)/)
    }
  })
})

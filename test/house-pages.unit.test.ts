/** The pages say what is so, as far as a test can tell. Each message names what to do instead. */
import { existsSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'
import { settings } from '../src/settings/topics.ts'
import { files, readText } from './house.ts'

// The changelog tells of what was.
const pages = files.filter((path) => path.endsWith('.md') && path !== 'CHANGELOG.md')
const root = new URL('..', import.meta.url).pathname

/** A page without its blocks of code, whose words are commands. */
const proseOf = (page: string) => readText(page).replace(/^```[\s\S]*?^```/gm, '')

/** What stands in backticks. */
const quotedIn = (page: string) =>
  [...proseOf(page).matchAll(/`([^`\n]+)`/g)].map(([, word]) => word as string)

/** `table.ts`, `rules-of-*.ts`, `domain/`; not `/openapi.json`, which is an address. */
const isFile = (word: string) =>
  /^[\w.*][\w.*/-]*$/.test(word) &&
  !word.startsWith('DATA_DIR/') &&
  // What is made by a command, or lies in a bucket.
  !/^(dist|kept|src\/generated\/database)\//.test(word) &&
  /\.(ts|mjs|graphql|prisma|sql|sh|md|json|txt)$|\/$|\*.*\/|\/.*\*/.test(word)

/** Whether there is such a file or folder; a star stands for a part of a name. */
function exists(path: string): boolean {
  if (!path.includes('*')) return existsSync(join(root, path))
  const pattern = path.replaceAll(/[.+]/g, '\\$&').replaceAll('*', '[^/]*')
  return files.some((file) => new RegExp(`^${pattern}$`).test(file))
}

/** The fragments of a page's headings, as they are made of them where pages are shown. */
const fragmentsOf = (page: string) =>
  [...proseOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  )

describe('house: the pages', () => {
  it.each(pages)('%s names no file that is not there', (page) => {
    const places = (word: string) => [normalize(join(dirname(page), word)), word]
    const missing = quotedIn(page).filter((word) => isFile(word) && !places(word).some(exists))
    expect(missing, 'name files from the folder of the page, or from the top').toEqual([])
  })

  it.each(pages)('%s has no link that leads nowhere', (page) => {
    const links = [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, to]) => to as string)
    const lost = links
      .filter((to) => !/^https?:/.test(to))
      .filter((to) => {
        const [path = '', fragment] = to.split('#')
        const target = path === '' ? page : normalize(join(dirname(page), path))
        if (!existsSync(join(root, target))) return true
        return fragment !== undefined && !fragmentsOf(target).includes(fragment)
      })
    expect(lost, 'link to a file of the repository, and to a heading of it').toEqual([])
  })

  it('test/promises.md names a test for every promise, and says when it runs', () => {
    const rows = readText('test/promises.md')
      .split('\n')
      .filter((line) => /^\| [A-Z]/.test(line))
      .map((line) => line.split(' | '))
    expect(rows.length).toBeGreaterThan(15)
    const isTest = (word = '') => isFile(word) && exists(join('test', word))
    const untried = rows.filter(([, how = '', when = '']) => {
      const named = [...how.matchAll(/`([^`]+)`/g)].map(([, word]) => word)
      return !named.some(isTest) || !/\b(always|CI|long)\b/.test(when)
    })
    expect(untried, 'name the test that fails if the promise is broken').toEqual([])
  })

  const names = settings.map(({ name }) => name)

  it.each(['src/operations/configuration.md', 'src/operations/operating.md'])(
    '%s names settings that exist',
    (page) => {
      const named = quotedIn(page)
        .map((word) => /^([A-Z][A-Z\d]*(?:_[A-Z\d]+)+)(?:=|$)/.exec(word)?.[1])
        .filter((name) => name !== undefined)
      expect(named.length).toBeGreaterThan(0)
      expect(
        named.filter((name) => !names.includes(name)),
        'see src/settings/config.ts',
      ).toEqual([])
    },
  )

  it('src/operations/configuration.md has every setting, by its name or its group', () => {
    const words = quotedIn('src/operations/configuration.md')
    const groups = words.filter((word) => word.endsWith('_...')).map((word) => word.slice(0, -3))
    const isNamed = (name: string) =>
      words.includes(name) || groups.some((group) => name.startsWith(group))
    expect(
      names.filter((name) => !isNamed(name)),
      'give it a place in the groups',
    ).toEqual([])
  })
})

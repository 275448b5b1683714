/** The words of the house: what citations point at, and one word for one thing. */
import { describe, expect, it } from 'vitest'
import { files, isCode, readText } from './house.ts'

const own = 'test/house-words.test.ts'
const written = files.filter(
  (path) =>
    /^(src|rest-facade|schema|test|prisma)\//.test(path) &&
    (isCode(path) || /\.(graphql|prisma)$/.test(path)) &&
    path !== own,
)
const pages = files.filter((path) => path.endsWith('README.md'))

/** A comment's lines as one, so that a citation may go on in the next one. */
const joined = (text: string) => text.replace(/\n\s*(?:\*|\/\/+|#) /g, ' ')

/** The tests that a text cites: after `test/spec/01.8`, `11.4` is `test/spec/11.4`. */
function citationsIn(text: string): string[] {
  const cited = /(?<![\w./-])test\/[\w./-]*\w(?:(?:, | and )\d\d(?:\.\d+)?[\w-]*)*/g
  return [...text.matchAll(cited)].flatMap(([found]) => {
    const [first = '', ...more] = found.split(/, | and /)
    return [first, ...more.map((number) => `test/spec/${number}`)]
  })
}

describe('house: citations', () => {
  it.each([
    ['(test/spec/01.8, 11.4)', ['test/spec/01.8', 'test/spec/11.4']],
    ['(test/spec/17-restore, test/permissions)', ['test/spec/17-restore', 'test/permissions']],
    ['test/spec/12-v1-children-*.', ['test/spec/12-v1-children']],
    ['\n * (test/spec/01.8,\n * 11.4)', ['test/spec/01.8', 'test/spec/11.4']],
  ])('%j cites %j', (text, cited) => {
    expect(citationsIn(joined(text))).toEqual(cited)
  })

  it('every cited test is there', () => {
    const isThere = (cited: string) =>
      files.some((path) => path.startsWith(cited) && /^($|[-./])/.test(path.slice(cited.length)))
    const missing = [...written, ...pages].flatMap((path) =>
      citationsIn(joined(readText(path)))
        .filter((cited) => !isThere(cited))
        .map((cited) => `${path}: ${cited}`),
    )
    expect(missing, 'cite the test that proves it: what its file name begins with').toEqual([])
  })

  it('nothing cites a text that is not in the repository', () => {
    const found = [...written, ...pages].flatMap((path) =>
      [...joined(readText(path)).matchAll(/\b(contract|sections?) \d+|\bthe seed\b/gi)].map(
        ([text]) => `${path}: ${text}`,
      ),
    )
    expect(found, 'cite the test that proves it, such as (test/spec/01.8)').toEqual([])
  })
})

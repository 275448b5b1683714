/** The words of the house: what citations point at, and one word for one thing. */
import { existsSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { exported, files, isCode, readText } from './house.ts'

const own = 'test/house-words.unit.test.ts'
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
    [
      '(test/spec/17-restore, test/core/permissions)',
      ['test/spec/17-restore', 'test/core/permissions'],
    ],
    ['test/spec/12-v1-children-*.', ['test/spec/12-v1-children']],
    ['\n * (test/spec/01.8,\n * 11.4)', ['test/spec/01.8', 'test/spec/11.4']],
  ])('%j cites %j', (text, cited) => {
    expect(citationsIn(joined(text))).toEqual(cited)
  })

  it('every cited test is there', () => {
    const isThere = (cited: string) =>
      files.some((path) => path.startsWith(cited) && /^($|[-./])/.test(path.slice(cited.length))) ||
      existsSync(new URL(`../${cited}`, import.meta.url))
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

const glossary = /^## Glossary$([\s\S]*)/m.exec(readText('src/README.md'))?.[1] ?? ''
const retired = [...glossary.matchAll(/\(not: ([^)]+)\)/g)].flatMap(([, words = '']) =>
  words.split(', '),
)
/** Names that the wire fixes, and a comment about the rooms of hotels. */
const allowed = /^(roomType|roomNumber|room_type|room_number)$|rooms' first night/

/** The names that a file uses; an SDL or a Prisma schema has the wire's. */
function namesIn(path: string): string[] {
  if (!isCode(path)) return []
  const names = new Set<string>()
  const walk = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) names.add(node.text)
    ts.forEachChild(node, walk)
  }
  walk(ts.createSourceFile(path, readText(path), ts.ScriptTarget.Latest))
  return [...names]
}

const commentsIn = (text: string) =>
  [...text.matchAll(/^\s*(?:\*|\/\*\*?|\/\/+|#) .*|(?<=\s)\/\/ .*/gm)].map(([comment]) => comment)

/** Whether a word, or its plural, is one of the words of a name in camelCase. */
const namedBy = (word: string) =>
  new RegExp(
    `(^|[a-z0-9_])${word[0]?.toUpperCase()}${word.slice(1)}s?(?![a-z])|^${word}s?(?![a-z])`,
  )

describe('house: the glossary', () => {
  it('has at most 25 lines, and says which words are retired', () => {
    expect(glossary.trim().split('\n').length).toBeLessThanOrEqual(25)
    expect(retired).toContain('complaint')
  })

  it.each([
    ['nobodyNamed', 'nobody', true],
    ['atDoor', 'door', true],
    ['doors', 'door', true],
    ['outdoors', 'door', false],
    ['bedroom', 'room', false],
    ['addressOf', 'addressOf', true],
  ])('the name %s says %s: %s', (name, word, says) => {
    expect(namedBy(word).test(name)).toBe(says)
  })

  const names = new Map(written.map((path) => [path, namesIn(path)]))

  it.each(retired)('%s stands in no name and no comment', (word) => {
    const inName = namedBy(word)
    const inText = new RegExp(`\\b${word}s?\\b`, 'i')
    const found = written.flatMap((path) => [
      ...(names.get(path) ?? [])
        .filter((name) => inName.test(name) && !allowed.test(name))
        .map((name) => `${path}: ${name}`),
      ...commentsIn(readText(path))
        .filter((comment) => inText.test(comment) && !allowed.test(comment))
        .map((comment) => `${path}: ${comment.trim()}`),
    ])
    expect(found, 'the glossary of src/README.md has the word to use').toEqual([])
  })
})

describe('house: plain English', () => {
  const phrases = new RegExp(
    [
      ...[/(?<!there )\bis no\b(?! (longer|more)\b)/, /(?<!there )\b(is|are) none\b/],
      ...[/\bwhoever\b/, /\bhas come\b/, /\btold\b/, /\blets? in\b/],
    ]
      .map(({ source }) => source)
      .join('|'),
    'i',
  )

  /** The full names of tests and of groups; cases of a table are not among them. */
  function testNamesIn(path: string): string[] {
    if (!path.endsWith('.test.ts')) return []
    const source = ts.createSourceFile(path, readText(path), ts.ScriptTarget.Latest)
    const names: string[] = []
    const walk = (node: ts.Node, group: string[]): void => {
      const isNamed =
        ts.isCallExpression(node) && /^(it|test)\b|^describe/.test(node.expression.getText(source))
      const [name] = isNamed ? node.arguments : []
      const isText = name && (ts.isStringLiteralLike(name) || ts.isTemplateExpression(name))
      const inside = isText ? [...group, name.getText(source).slice(1, -1)] : group
      if (isText) names.push(inside.join(' > '))
      ts.forEachChild(node, (child) => walk(child, inside))
    }
    walk(source, [])
    return names
  }

  it.each([
    ['Undefined if it is none.', true],
    ['what is no number', true],
    ['Where there is no value, there are none.', false],
    ['It is no longer needed; there is none.', false],
    ['a booking, whoever reports it', true],
    ['what has come so far', true],
    ['The sender is told why.', true],
    ['Nobody is let in.', true],
  ])('%j is a translated sentence: %s', (sentence, is) => {
    expect(phrases.test(sentence)).toBe(is)
  })

  it('no comment and no test name is a translated sentence', () => {
    const found = written.flatMap((path) =>
      [...commentsIn(readText(path)), ...testNamesIn(path)]
        .filter((text) => phrases.test(text))
        .map((text) => `${path}: ${text.trim()}`),
    )
    const instead =
      'say it with a noun, a verb or "not": an invalid number, anybody, received, reported'
    expect(found, instead).toEqual([])
  })

  const number = /(?:(?:[A-Z]\d+|\d{1,2}(?:\.\d+)*)(?:, |: | ))*/.source
  const withoutSubject = new RegExp(
    [
      `^${number}(is|are|has|have|does|do|can|may|must|in|on|at|by|with|without|after|before)\\b`,
      `^${number}(for|from|of|if|when|while|who|whose|what|whatever|which|how|whether)\\b`,
      ' > (and|but|else|so|not|what|how|whether)\\b',
    ].join('|'),
  )

  it.each([
    ['is refused', true],
    ['1.3 in parallel > all succeed', true],
    ['a key > and is kept', true],
    ['a key > of another account is refused', false],
  ])('the test name %j lacks a subject: %s', (name, lacks) => {
    expect(withoutSubject.test(name)).toBe(lacks)
  })

  it('every test name begins with its subject', () => {
    const found = written.flatMap((path) =>
      testNamesIn(path)
        .filter((name) => withoutSubject.test(name))
        .map((name) => `${path}: ${name}`),
    )
    expect(found, 'name the actor or the thing first, then what it does or gets').toEqual([])
  })

  it('no name has one of these words', () => {
    const found = written.flatMap((path) =>
      namesIn(path)
        .filter((name) => ['told', 'whoever'].some((word) => namedBy(word).test(name)))
        .map((name) => `${path}: ${name}`),
    )
    expect(found, 'name what it is: stated, reported, replyTo').toEqual([])
  })
})

describe('house: exported names', () => {
  const type = /^export (?:abstract )?(?:class|interface|type) (\w+)/gm

  // Functions of tests are short words, such as `ask`, that their files and worlds say apart.
  it.each([
    ['name of the product', /^(src|rest-facade)\/.*\.ts$/, exported],
    ['type, of tests too,', /^(src|rest-facade|test)\/.*\.ts$/, type],
  ])('an exported %s has one meaning in the whole tree', (_, where, pattern) => {
    const homes = new Map<string, string[]>()
    for (const path of written.filter((one) => where.test(one))) {
      // Overloads, and a value with a type of its name, are one meaning.
      for (const name of new Set(
        [...readText(path).matchAll(pattern)].map(([, one = '']) => one),
      )) {
        homes.set(name, [...(homes.get(name) ?? []), path])
      }
    }
    const found = [...homes]
      .filter(([, paths]) => paths.length > 1)
      .map(([name, paths]) => `${name}: ${paths.join(', ')}`)
    expect(found, 'name each after what it is of').toEqual([])
  })
})

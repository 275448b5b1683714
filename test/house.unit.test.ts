/** The rules of the house. Each message names what to do instead. */
import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { catalogue } from '../src/base/errors.ts'
import { files, isCode, linesOf, product, readText } from './house.ts'

/** Written so that this file does not contain them. */
const banned: [string, RegExp, string][] = [
  ['an unfinished thought', /\b(TO[D]O|FIX[M]E|X[X]X)\b/, 'do it, or open an issue'],
  [
    'a lone or skipped test',
    /(^|[^.])\.(only|skip)\(/,
    'describe.runIf says when; finish or delete it',
  ],
  ['a silenced compiler', /@ts-(ignore|nocheck)/, 'say the right type, or narrow the value'],
  ['an any', /\bas any\b|<any>/, 'use unknown and narrow it'],
  [
    'a constant in capitals',
    /\bconst [A-Z][A-Z0-9_]+\b/,
    'capitals are for settings and error codes',
  ],
  ['a barrel or default export', /^export (\* from|default) /, 'export by name, import the file'],
]

describe('house: what is written', () => {
  const written = files.filter((path) => isCode(path) || path.endsWith('.graphql'))
  const code = written.filter((path) => path !== 'test/house.unit.test.ts')
  // Biome keeps code within 100 columns but cannot break a sentence or an address in quotes.
  const unbreakable = /^\s*('[^']*'|"[^"]*"|`[^`]*`|(it|test|describe)(\.\w+)?\(.*),?$|^\s*\S+$/

  it.each(banned)('%s stands nowhere', (_, pattern, instead) => {
    const configs = /(^|\/)(prisma|vitest)\.config\.ts$|^test\/(reporter|start-.*)\.ts$/
    const found = code
      .filter((path) => !configs.test(path))
      .flatMap((path) =>
        linesOf(path).flatMap((line, at) =>
          pattern.test(line) ? [`${path}:${at + 1}: ${line}`] : [],
        ),
      )
    expect(found, instead).toEqual([])
  })

  it('lines have at most 100 columns', () => {
    const long = written.flatMap((path) =>
      linesOf(path).flatMap((line, at) =>
        [...line].length > 100 && !unbreakable.test(line) ? [`${path}:${at + 1}`] : [],
      ),
    )
    expect(long, 'break the line; shorten the comment').toEqual([])
  })

  it('files have at most 250 lines', () => {
    const long = written.filter((path) => linesOf(path).length > 250)
    expect(long, 'split it at a concept of its own, and name the file after that').toEqual([])
  })

  it('files are not named after nothing', () => {
    const empty = /(^|[/-])(utils?|helpers?|manager|service|common|misc|shared)(\.|-|\/)/
    // A verb or a noun by itself says neither of what nor to what end.
    const verbs = /\/(said|told|known|made|shown|carried|granted|relied|running|asking)\./
    const nouns = /\/(facts|words|meter|metering|measure|weight|tries|attempts)\./
    const vague = [empty, verbs, nouns]
    const found = files.filter((path) => vague.some((name) => name.test(path)))
    expect(found, 'name it after its one concept').toEqual([])
  })
})

describe('house: where SQL stands', () => {
  const sources = files.filter((path) => path.startsWith('src/') && isCode(path))
  const linesWith = (pattern: RegExp, paths: readonly string[]) =>
    paths.flatMap((path) =>
      linesOf(path).flatMap((line, at) => (pattern.test(line) ? [`${path}:${at + 1}`] : [])),
    )

  it('statements are run in the hot path, in core/queries and beside the database alone', () => {
    const raw = /\.query\b|\$(queryRaw|executeRaw)/
    const home = /^src\/(core\/(store|queries)|outside\/database)\//
    const strays = sources.filter((path) => !home.test(path))
    const instead =
      'use the models of Prisma; what they cannot say is in src/core/queries/ or a named lock'
    expect(linesWith(raw, strays), instead).toEqual([])
    expect(linesWith(raw, sources).length, 'the pattern finds nothing').toBeGreaterThan(20)
  })

  it('one file writes a table', () => {
    const writers = (model: string) => {
      const name = `${model.charAt(0).toLowerCase()}${model.slice(1)}`
      const write = new RegExp(`\\b${name}\\s*\\.(create|update|upsert|delete)\\w*\\(`)
      return sources.filter((path) => write.test(readText(path)))
    }
    const models = [...readText('prisma/schema.prisma').matchAll(/^model (\w+)/gm)]
    const shared = models
      .map(([, model = '']) => `${model}: ${writers(model).join(', ')}`)
      .filter((line) => line.includes(', '))
    expect(shared, 'add a function to the file that writes it').toEqual([])
    expect(writers('Member')).toEqual(['src/core/domain/people/members.ts'])
  })

  it('having joined a trip is said in one place', () => {
    const home = 'src/outside/database/joined.ts'
    const elsewhere = sources.filter((path) => path !== home)
    const instead = `use hasJoined or joinedMember of ${home}, or joinedBy of src/core/access.ts`
    const spelling = /(?<!= )\{ joined: true|, joined: true|(and|where) [a-z]\.joined\b/
    expect(linesWith(spelling, elsewhere), instead).toEqual([])
    const examples = [
      'where m.joined',
      'and v.joined)',
      '{ joined: true }',
      '{ tripId, joined: true }',
    ]
    expect(examples.filter((one) => !spelling.test(one))).toEqual([])
  })

  it('values never become part of a text', () => {
    const instead = 'use a tagged template: $queryRaw`...`'
    expect(linesWith(/\$(queryRaw|executeRaw)(Unsafe|\()/, sources), instead).toEqual([])
  })
})

/** Names like `TOO_COMPLEX` that a page quotes. */
const codeNames = (page: string): Set<string> =>
  new Set([...page.matchAll(/`([A-Z]{3,}(?:_[A-Z]+)+)`/g)].map(([, name]) => name as string))

describe('house: what is explained', () => {
  const folders = new Set(files.filter(product).filter(isCode).map(dirname))
  for (const one of ['schema', 'src/surfaces', 'src/operations', 'src/tools']) folders.add(one)
  // Generated parts, the ways of data and the glossary do not count.
  const hand = (readme: string) =>
    readText(readme)
      .replace(/<!-- \w+: generated[\s\S]*?<!-- end[^>]*-->/g, '')
      .replace(/^## (Where data goes|Glossary)$[\s\S]*/m, '')

  it.each([...folders].sort())('%s has a README of at most 15 lines', (folder) => {
    const own = `${folder}/README.md`
    const above = `${dirname(folder)}/README.md`
    const name = `${folder.split('/').at(-1)}/`
    const isExplained = files.includes(above) && hand(above).includes(`\`${name}`)
    const instead = `write ${own}: what the folder owns, what it never does`
    expect(files.includes(own) || isExplained, instead).toBe(true)
    if (!files.includes(own)) return
    const lines = hand(own)
      .split('\n')
      .filter((line) => line.trim() !== '').length
    expect(lines, `shorten ${own}: a page of what it owns and never does`).toBeLessThanOrEqual(15)
  })

  it('the error catalogue and the page that lists it agree, both ways', () => {
    const pages = files
      .filter((path) => path.endsWith('.md'))
      .map((path): [string, string[]] => [path, [...codeNames(readText(path))]])
      .filter(([, codes]) => codes.includes('TOO_COMPLEX'))
    const ofTransport =
      /^(BAD_REQUEST|METHOD_NOT|PAYLOAD_|UNSUPPORTED_|GRAPHQL_|OPERATION_|PERSISTED_)/
    const settings = readText('.env.example')
    for (const [path, codes] of pages) {
      const known = Object.keys(catalogue).filter((code) => code.includes('_'))
      expect(
        known.filter((code) => !codes.includes(code)),
        `name the code in ${path}`,
      ).toEqual([])
      const stale = codes.filter(
        (code) => !(code in catalogue) && !ofTransport.test(code) && !settings.includes(code),
      )
      expect(stale, `remove it from ${path}, or add it to src/base/errors.ts`).toEqual([])
    }
  })
})

describe('house: what operators read', () => {
  it('log messages are short phrases in lower case, without a full stop', () => {
    const message = /\blog\??\.(?:debug|info|warn|error|fatal)\(\s*(?:[^'`;]*,\s*)?(['`])(.+?)\1/gs
    const messages = files
      .filter((path) => product(path) && isCode(path))
      .flatMap((path) => [...readText(path).matchAll(message)].map(([, , text = '']) => text))
    expect(messages.length).toBeGreaterThan(30)
    // Names such as SMTP and PDFs keep their capitals.
    const strange = messages.filter((text) => /^[A-Z](?![A-Z])|[.!]$|^.{73}/.test(text))
    expect(strange, 'say what happened in a few words; facts are fields of the line').toEqual([])
  })
})

describe('house: packages', () => {
  // npm 11 runs none of these scripts, because package.json denies them; npm 10 runs them all.
  it('those that run a script at install are known, and the scripts download nothing', () => {
    const { packages } = JSON.parse(readText('package-lock.json')) as {
      packages: Record<string, { hasInstallScript?: boolean; optional?: boolean }>
    }
    const found = Object.entries(packages)
      .filter(([, { hasInstallScript, optional }]) => hasInstallScript && !optional)
      .map(([path]) => path.replace(/^.*node_modules\//, ''))
    const instead = 'read its script: what downloads or compiles needs a package of its own instead'
    expect(found.sort(), instead).toEqual(['@apollo/protobufjs', 'esbuild', 'prisma'])
  })
})

describe('house: one noun, one file name', () => {
  const nouns = (folder: string, ending: string) =>
    files
      .filter((path) => path.startsWith(`${folder}/`) && path.endsWith(ending))
      .map((path) => path.slice(folder.length + 1, -ending.length))
      .filter((name) => !name.includes('/') && name !== 'root')

  it('every operation file is named after a noun of schema/', () => {
    const known = nouns('schema', '.graphql')
    const strange = nouns('rest-facade/operations', '.graphql').filter(
      (one) => !known.includes(one),
    )
    expect(strange, 'name it after its file in schema/, or split that file').toEqual([])
  })
})

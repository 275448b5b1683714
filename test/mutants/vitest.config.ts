/** The tests that judge the mutants of one room: `mutants.ts` names them in `MUTANTS_TESTS`. */
import { defineConfig } from 'vitest/config'

const include = (process.env.MUTANTS_TESTS ?? '').split(' ')

export default defineConfig({
  root: `${import.meta.dirname}/../..`,
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    include,
    isolate: false,
    setupFiles: ['test/mutants/setup.ts'],
    globalSetup: include.every((path) => path.endsWith('.unit.test.ts'))
      ? []
      : ['test/databases.ts'],
    testTimeout: 150_000,
    hookTimeout: 150_000,
    env: { NODE_ENV: 'test' },
  },
})

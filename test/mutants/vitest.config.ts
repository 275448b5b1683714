/** The tests that judge the mutants of one room: `mutants.ts` names them in `MUTANTS_TESTS`. */
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const include = (process.env.MUTANTS_TESTS ?? '').split(' ')

/** Unit tests first, which kill most mutants in a second: the first failure ends a run. */
class UnitFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const isUnit = ({ moduleId }: TestSpecification) => moduleId.endsWith('.unit.test.ts')
    const sorted = await super.sort(files)
    return [...sorted.filter(isUnit), ...sorted.filter((file) => !isUnit(file))]
  }
}

export default defineConfig({
  root: `${import.meta.dirname}/../..`,
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    include,
    isolate: false,
    sequence: { sequencer: UnitFirst },
    setupFiles: ['test/mutants/setup.ts'],
    globalSetup: include.every((path) => path.endsWith('.unit.test.ts'))
      ? []
      : ['test/databases.ts'],
    testTimeout: 150_000,
    hookTimeout: 150_000,
    env: { NODE_ENV: 'test' },
  },
})

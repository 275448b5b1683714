/** Before a test file is loaded, the mutant of the file before it is switched off. */
import { inject } from 'vitest'

if (inject('mutantActivation' as never) !== 'static') {
  Object.assign(Reflect.get(globalThis, '__stryker__') ?? {}, { activeMutant: undefined })
}

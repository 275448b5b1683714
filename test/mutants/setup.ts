/** Before a test file is loaded, the mutant of the run before is switched off. */
Object.assign(Reflect.get(globalThis, '__stryker__') ?? {}, { activeMutant: undefined })

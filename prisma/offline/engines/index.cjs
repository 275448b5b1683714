/**
 * Stands in for the package with which the Prisma CLI downloads its engines, when it is installed
 * (npm 10 lets every package run scripts) and before each command. None is needed: `generate` runs
 * without one, and PRISMA_SCHEMA_ENGINE_BINARY names the other (schema-engine.mjs).
 */
module.exports = {
  enginesVersion: 'offline',
  getEnginesPath: () => __dirname,
  ensureNeededBinariesExist: async () => ({}),
}

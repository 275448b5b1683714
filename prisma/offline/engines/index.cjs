/**
 * Replaces the package with which the Prisma CLI downloads its engines, on installation (npm 10
 * lets every package run scripts) and before each command. No download is needed: `generate` runs
 * without an engine, and PRISMA_SCHEMA_ENGINE_BINARY names the schema engine (schema-engine.mjs).
 */
module.exports = {
  enginesVersion: 'offline',
  getEnginesPath: () => __dirname,
  ensureNeededBinariesExist: async () => ({}),
}

/** Prisma's schema engine as WebAssembly, for versions of Node that cannot import .wasm files. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import * as glue from '@prisma/schema-engine-wasm/schema_engine_bg'

let loaded = false

/**
 * Opens the engine on the databases that `factory` connects to. `datamodels` are pairs of file name
 * and text of Prisma schemas. Close it by `free`, and the factory's connections separately.
 */
export async function openEngine(factory, datamodels) {
  if (!loaded) load()
  const log = () => {}
  return glue.SchemaEngine.new({ datamodels }, log, bindMigrationAwareSqlAdapterFactory(factory))
}

function load() {
  // The engine stores the text of a panic here; without it, a TypeError would hide the text.
  globalThis.PRISMA_WASM_PANIC_REGISTRY = {
    message: '',
    set_message(message) {
      this.message = message
    },
  }
  const file = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg')
  const bytes = readFileSync(file.replace(/\.js$/, '.wasm'))
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), {
    './schema_engine_bg.js': glue,
  })
  glue.__wbg_set_wasm(exports)
  exports.__wbindgen_start?.()
  loaded = true
}

/** Prisma's schema engine as WebAssembly, on a Node that does not import .wasm files by itself. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import * as glue from '@prisma/schema-engine-wasm/schema_engine_bg'

let loaded = false

/**
 * Opens the engine on the databases that `factory` connects to. `datamodels` are pairs of file name
 * and text of Prisma schemas. Close it by `free`, and what the factory opened by itself.
 */
export async function openEngine(factory, datamodels) {
  if (!loaded) load()
  const log = () => {}
  return glue.SchemaEngine.new({ datamodels }, log, bindMigrationAwareSqlAdapterFactory(factory))
}

function load() {
  // Where the engine leaves the text of a panic; undefined would hide it behind a TypeError.
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

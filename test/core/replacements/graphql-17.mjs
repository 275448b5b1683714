/**
 * Gives every importer of graphql the version in the folder `GRAPHQL_17`; for `--import` of Node 24
 * or newer. Always its CommonJS build, because two copies do not know each other's types.
 */
import { existsSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'

const folder = process.env.GRAPHQL_17
const at = folder && pathToFileURL(`${folder}/`)

/** The file of `graphql` or of a module below it; undefined for other packages. */
function fileOf(specifier) {
  const [, path] =
    /(?:^|\/node_modules\/)(graphql(?:\/(?!.*node_modules).*)?)$/.exec(specifier) ?? []
  if (path === undefined) return undefined
  const name = path.replace(/\.m?js$/, '')
  return [`${name}/index.js`, `${name}.js`]
    .map((file) => new URL(file, at))
    .find((file) => existsSync(file))
}

if (at) {
  registerHooks({
    resolve(specifier, context, next) {
      const file = fileOf(specifier)
      if (file === undefined) return next(specifier, context)
      return { url: String(file), format: 'commonjs', shortCircuit: true }
    },
  })
}

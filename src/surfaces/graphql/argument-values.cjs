// For each field that graphql-js executes it reads arguments. It makes three objects for that, even
// where the field takes none, as almost all do, which is half of its work; here they take one.
// CommonJS, where one module may replace what another calls.

/** Replaces it in a module; throws where there is none, which an upgrade of graphql could bring. */
function replaceIn(values) {
  const { getArgumentValues } = values
  if (typeof getArgumentValues !== 'function') {
    const what = 'execution/values has a function getArgumentValues, which execution calls'
    throw new Error(`graphql cannot be used: this service relies on that ${what}.`)
  }
  values.getArgumentValues = (definition, node, variables) =>
    definition.args.length === 0 ? {} : getArgumentValues(definition, node, variables)
}

replaceIn(require('graphql/execution/values'))
module.exports = { replaceIn }

// For each field that graphql-js executes it reads arguments. It makes three objects for that, even
// where the field takes none, as almost all do, which is half of its work; here they take one.
// CommonJS, where one module may replace what another calls.
const values = require('graphql/execution/values')

const { getArgumentValues } = values
values.getArgumentValues = (definition, node, variables) =>
  definition.args.length === 0 ? {} : getArgumentValues(definition, node, variables)

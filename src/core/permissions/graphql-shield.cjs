// graphql-shield's builds call `util.isUndefined`, which newer Nodes no longer have: it is put back
// before the CommonJS build loads. CommonJS itself, so that bundlers see what it requires.
const util = require('node:util')

util.isUndefined ??= (value) => value === undefined
module.exports = require('graphql-shield')

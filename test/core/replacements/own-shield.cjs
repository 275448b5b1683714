/**
 * What src/core/permissions/shield.ts asks of graphql-shield, without it: the package is no longer
 * maintained, and this is what would take its place. With `REPLACEMENTS=on` the tests run with it
 * (test/vitest.config.ts). The functions have the names and the behaviour of that package.
 */
const { isIntrospectionType, isObjectType } = require('graphql')

/** What a rule finds: true, an error, or false for everything else, a rule that throws included. */
async function answerOf(ask, asked) {
  try {
    const answer = await ask(...asked)
    if (answer === true || answer instanceof Error) return answer
    return typeof answer === 'string' ? new Error(answer) : false
  } catch {
    return false
  }
}

/** The guard of a field: an error is returned, not thrown, and `next` is asked only after true. */
function guardOf(ask, fallbackError) {
  return async (next, ...asked) => {
    try {
      const answer = await answerOf(ask, asked)
      if (answer === true) return await next(...asked)
      return answer === false ? await fallbackError(null, ...asked) : answer
    } catch (error) {
      return error
    }
  }
}

/** Refuses rules of fields that the type does not have: they would guard nothing. */
function checkNames(rules, known, what) {
  const strange = Object.keys(rules).filter((name) => !Object.hasOwn(known, name))
  if (strange.length > 0) throw new Error(`there is no ${what} ${strange.join(', ')}`)
}

/** The guard of every field of every object type; one without a rule has `fallbackRule`. */
function generate(schema, rules, { fallbackRule, fallbackError }) {
  const types = schema.getTypeMap()
  checkNames(rules, types, 'type')
  const objects = Object.values(types).filter(isObjectType)
  const guarded = objects.filter((type) => !isIntrospectionType(type))
  return Object.fromEntries(
    guarded.map((type) => {
      const lines = rules[type.name] ?? {}
      const fields = type.getFields()
      checkNames(lines, fields, `field of ${type.name} named`)
      const guards = Object.keys(fields).map((field) => {
        return [field, guardOf(lines[field] ?? fallbackRule, fallbackError)]
      })
      return [type.name, Object.fromEntries(guards)]
    }),
  )
}

module.exports = {
  allow: () => true,
  deny: () => false,
  rule: () => (ask) => ask,
  shield: (rules, options) => ({ generate: (schema) => generate(schema, rules, options) }),
}

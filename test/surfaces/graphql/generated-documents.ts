/** Documents that are generated from a schema: aliases, fragments, directives, variables. */
import fc from 'fast-check'
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isNonNullType,
  parse,
  validate,
} from 'graphql'

type Pick = (most: number) => number

interface Drawing {
  schema: GraphQLSchema
  /** Literals and variables for an argument; if empty, it is left out. */
  values: (argument: GraphQLArgument) => readonly string[]
  /** Names of fields that are not selected. */
  without: ReadonlySet<string>
  pick: Pick
  names: number
}

const one = <T>(pick: Pick, of: readonly T[]): T => of[pick(of.length - 1)] as T

/** `$yes` and `$no` are the variables of the directives. */
function condition(pick: Pick): string {
  if (pick(5) > 0) return ''
  return ` @${one(pick, ['skip', 'include'])}(if: ${one(pick, ['$yes', '$no', 'true', 'false'])})`
}

function field(of: GraphQLField<unknown, unknown>, drawing: Drawing, depth: number): string {
  const { pick, values } = drawing
  const sent = of.args.flatMap((argument) => {
    const choices = values(argument)
    const isNeeded = isNonNullType(argument.type) && argument.defaultValue === undefined
    if (choices.length === 0 || (!isNeeded && pick(1) > 0)) return []
    return [`${argument.name}: ${one(pick, choices)}`]
  })
  const args = sent.length > 0 ? `(${sent.join(', ')})` : ''
  const isAliased = args !== '' || pick(4) === 0
  if (isAliased) drawing.names += 1
  const name = isAliased ? `a${drawing.names}: ${of.name}` : of.name
  const type = getNamedType(of.type)
  const inner = isCompositeType(type) ? ` ${selections(type, drawing, depth - 1)}` : ''
  return `${name}${args}${condition(pick)}${inner}`
}

function selections(type: GraphQLNamedType, drawing: Drawing, depth: number): string {
  const { pick, schema, without } = drawing
  const fields = 'getFields' in type ? Object.values(type.getFields()) : []
  const able = (fields as GraphQLField<unknown, unknown>[]).filter(
    (each) => !without.has(each.name) && (depth > 0 || !isCompositeType(getNamedType(each.type))),
  )
  const parts = able.length === 0 ? ['__typename'] : []
  for (let left = 1 + pick(3); left > 0 && able.length > 0; left -= 1) {
    parts.push(field(one(pick, able), drawing, depth))
  }
  if (pick(4) === 0) parts.push('__typename')
  if (pick(4) === 0) {
    const types: GraphQLNamedType[] = [type]
    if (isAbstractType(type)) types.push(...schema.getPossibleTypes(type))
    const on = one(pick, types)
    parts.push(`... on ${on.name}${condition(pick)} ${selections(on, drawing, depth - 1)}`)
  }
  if (type.name === 'Trip' && pick(2) === 0) {
    parts.push(`...Shared${condition(pick)}`)
  }
  return `{ ${parts.join(' ')} }`
}

export interface Asking {
  schema: GraphQLSchema
  /** Declarations of the variables that `values` names. */
  variables: string
  values: Drawing['values']
  /** What the fragment on trips selects. */
  shared: string
  isAble?: (text: string) => boolean
  without?: readonly string[]
}

/** That many different valid queries, the same in every run. */
export function generatedDocuments(asking: Asking, count: number): string[] {
  const { schema, variables, values, shared, isAble = () => true, without = [] } = asking
  const drawn = fc.gen().map((gen) => {
    const pick = (max: number) => gen(fc.integer, { min: 0, max })
    const drawing: Drawing = { schema, values, pick, names: 0, without: new Set(without) }
    const query = schema.getQueryType() as GraphQLNamedType
    const body = selections(query, drawing, 4)
    const declared = [...variables.split(', '), '$yes: Boolean = true', '$no: Boolean!']
    const used = declared.filter((one) => body.includes(one.split(':')[0] as string))
    const spread = body.includes('...Shared') ? ` fragment Shared on Trip { ${shared} }` : ''
    return `query Generated${used.length > 0 ? `(${used.join(', ')})` : ''} ${body}${spread}`
  })
  const texts = fc.sample(drawn, { numRuns: 4 * count, seed: 13 })
  const valid = [...new Set(texts)].filter(
    (text) => validate(schema, parse(text)).length === 0 && isAble(text),
  )
  return valid.slice(0, count)
}

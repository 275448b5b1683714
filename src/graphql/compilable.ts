/**
 * Which documents of strangers may be compiled. graphql-jit 0.8.9 writes the literals of a document
 * into the code it makes, and a string of the right form is run as code; aliases, directives and
 * input types have smaller traps. So this is a list of what is allowed, and everything else is left
 * to graphql-js: of a stranger's text only names and whole numbers get into code.
 */
import {
  type ASTNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  isScalarType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  visit,
} from 'graphql'
import { fragmentsOf } from './document.ts'

/**
 * Fields with fragments written out: compiling takes some 20 us for each, and no one waits long.
 */
const MOST_FIELDS = 500

/** Characters: a program keeps its document, with the comments. */
const LONGEST_TEXT = 20_000

const allowedKinds: ReadonlySet<string> = new Set([
  Kind.DOCUMENT,
  Kind.OPERATION_DEFINITION,
  Kind.FRAGMENT_DEFINITION,
  Kind.SELECTION_SET,
  Kind.FIELD,
  Kind.FRAGMENT_SPREAD,
  Kind.INLINE_FRAGMENT,
  Kind.NAME,
  Kind.NAMED_TYPE,
  Kind.NON_NULL_TYPE,
  Kind.VARIABLE_DEFINITION,
  Kind.VARIABLE,
  Kind.ARGUMENT,
  // Values. Strings are run as code, and lists and objects may hold strings.
  Kind.INT,
  Kind.BOOLEAN,
  Kind.NULL,
  Kind.ENUM,
])

/**
 * Whether the query, from a document that graphql found valid, is the same and harmless as code.
 * Mutations are not: their time is the database's.
 */
export function isCompilable(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): boolean {
  if (operation.operation !== 'query') return false
  if (document.loc && document.loc.source.body.length > LONGEST_TEXT) return false
  let isAllowed = true
  visit(document, {
    enter(node) {
      isAllowed &&= isAllowedNode(schema, node)
      return isAllowed ? undefined : false
    },
  })
  return isAllowed && hasFewFields(document, operation)
}

function isAllowedNode(schema: GraphQLSchema, node: ASTNode): boolean {
  if (!allowedKinds.has(node.kind)) return false
  if (node.kind === Kind.FIELD) return isAllowedField(node)
  if (node.kind !== Kind.VARIABLE_DEFINITION) return true
  // In code, the values are members of a plain object, which has others if one is left out.
  if (node.variable.name.value in Object.prototype) return false
  // They are coerced twice, by graphql-js and in code: that must change nothing.
  const type = node.type.kind === Kind.NON_NULL_TYPE ? node.type.type : node.type
  return type.kind === Kind.NAMED_TYPE && isScalarType(schema.getType(type.name.value))
}

/**
 * In code `a_b` is also the field `b` of `a`, and `__proto__` no key. Introspection is made of
 * resolvers that expect graphql-js.
 */
const isAllowedField = ({ name, alias }: FieldNode) =>
  !alias?.value.includes('_') && (!name.value.startsWith('__') || name.value === '__typename')

function hasFewFields(document: DocumentNode, operation: OperationDefinitionNode): boolean {
  const fragments = fragmentsOf(document)
  let fields = 0
  const count = (set: SelectionSetNode | undefined): void => {
    for (const node of set?.selections ?? []) {
      fields += 1
      if (fields > MOST_FIELDS) return
      const holder = node.kind === Kind.FRAGMENT_SPREAD ? fragments.get(node.name.value) : node
      count(holder?.selectionSet)
    }
  }
  count(operation.selectionSet)
  return fields <= MOST_FIELDS
}

/** A document that an operator has declared trusted: validated once, run many times. */
import {
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
  getVariableValues,
  isNonNullType,
  Kind,
  NoSchemaIntrospectionCustomRule,
  type OperationDefinitionNode,
  parse,
  specifiedRules,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { reasonOf } from '../../../base/reason.ts'
import { operationTypeExists } from '../apollo.ts'
import { documentLimits, limits } from '../limits.ts'
import { type ListedDocument, WrongManifest } from './manifest.ts'
import { queryPrograms } from './program.ts'

type Values = Readonly<Record<string, unknown>>

export interface TrustedDocument {
  text: string
  document: DocumentNode
  operation: OperationDefinitionNode
  /** Whether the document is within the limits with these variables. */
  isWithin(variables: Values): boolean
  /**
   * The result of the compiled document; undefined if graphql-js must run it: for a mutation, which
   * must not run twice, and for invalid variables.
   */
  run(
    context: object,
    variables: Values,
  ): ExecutionResult | PromiseLike<ExecutionResult> | undefined
}

interface Judging {
  schema: GraphQLSchema
  introspection: boolean
}

/**
 * Validates and compiles a document; throws WrongManifest for one that clients could not send
 * either.
 */
export function trust({ id, text, file }: ListedDocument, judging: Judging): TrustedDocument {
  try {
    return read(text, judging)
  } catch (error) {
    throw new WrongManifest(file, `document ${id}: ${reasonOf(error)}`)
  }
}

function read(text: string, { schema, introspection }: Judging): TrustedDocument {
  const document = parse(text, { maxTokens: limits.tokens })
  const isOperation = (node: { kind: string }): node is OperationDefinitionNode =>
    node.kind === Kind.OPERATION_DEFINITION
  const [operation, ...others] = document.definitions.filter(isOperation)
  if (!operation || others.length > 0) throw new Error('it must have exactly one operation')
  // The limits come first, as for client documents: they bound the work of the rules.
  const isWithin = documentLimits(schema, operation, document)
  const rules = introspection ? [] : [NoSchemaIntrospectionCustomRule]
  const all = [...specifiedRules, operationTypeExists, ...rules]
  const [problem] = validate(schema, document, all, {
    maxErrors: 1,
    hideSuggestions: true,
  })
  if (problem) throw problem
  const needed = neededVariables(schema, document, operation)
  const programFor =
    operation.operation === 'query' ? queryPrograms(schema, document) : () => undefined
  return {
    text,
    document,
    operation,
    isWithin,
    run(context, variables) {
      const declared = operation.variableDefinitions ?? []
      const { coerced } = getVariableValues(schema, declared, variables, { maxErrors: 1 })
      const isUsable = coerced && needed.every((name) => coerced[name] !== null)
      return isUsable ? programFor(coerced)?.(context, coerced) : undefined
    },
  }
}

/**
 * Nullable variables used for non-null arguments, which is valid if there is a default: an explicit
 * null fits the variable, but not the argument.
 */
function neededVariables(
  schema: GraphQLSchema,
  document: DocumentNode,
  { variableDefinitions = [] }: OperationDefinitionNode,
): string[] {
  const nullable = new Set(
    variableDefinitions
      .filter(({ type }) => type.kind !== Kind.NON_NULL_TYPE)
      .map(({ variable }) => variable.name.value),
  )
  const needed = new Set<string>()
  const types = new TypeInfo(schema)
  const seek = {
    Variable({ name }: { name: { value: string } }) {
      if (nullable.has(name.value) && isNonNullType(types.getInputType())) needed.add(name.value)
    },
  }
  visit(document, visitWithTypeInfo(types, seek))
  return [...needed]
}

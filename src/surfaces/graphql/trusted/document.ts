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
import { mostFaults, operationTypeExists } from '../apollo.ts'
import { documentLimits, limits } from '../limits.ts'
import { type ListedDocument, WrongManifest } from './manifest.ts'
import { programOf, type Variables } from './program.ts'

type Values = Readonly<Record<string, unknown>>

export interface TrustedDocument {
  text: string
  document: DocumentNode
  operation: OperationDefinitionNode
  /** Whether the document is within the limits with these variables. */
  isWithin(variables: Values): boolean
  /** The variables to run it with; undefined where graphql-js finds a fault in them. */
  coerce(sent: Values): Variables | undefined
  run(context: object, variables: Variables): ExecutionResult | PromiseLike<ExecutionResult>
}

export interface Judging {
  schema: GraphQLSchema
  introspection: boolean
}

/** Throws WrongManifest for a document that would be refused if a client sent it. */
export function trust({ id, text, file }: ListedDocument, judging: Judging): TrustedDocument {
  try {
    return read(text, judging)
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error)
    throw new WrongManifest(file, `document ${id}: ${cause}`)
  }
}

function read(text: string, { schema, introspection }: Judging): TrustedDocument {
  const document = parse(text, { maxTokens: limits.tokens })
  const isOperation = (node: { kind: string }): node is OperationDefinitionNode =>
    node.kind === Kind.OPERATION_DEFINITION
  const [operation, ...others] = document.definitions.filter(isOperation)
  if (!operation || others.length > 0) throw new Error('it must have exactly one operation')
  // The limits come first, as for clients' documents: they bound the work of the rules.
  const isWithin = documentLimits(schema, operation, document)
  const rules = introspection ? [] : [NoSchemaIntrospectionCustomRule]
  const all = [...specifiedRules, operationTypeExists, ...rules]
  const [problem] = validate(schema, document, all, {
    maxErrors: 1,
    hideSuggestions: true,
  })
  if (problem) throw problem
  const needed = neededVariables(schema, document, operation)
  return {
    ...{ text, document, operation, isWithin },
    coerce(sent) {
      const declared = operation.variableDefinitions ?? []
      const { coerced } = getVariableValues(schema, declared, sent, {
        maxErrors: mostFaults,
      })
      const isUsable = coerced && needed.every((name) => coerced[name] !== null)
      return isUsable ? { sent, coerced } : undefined
    },
    run: programOf(schema, document, operation),
  }
}

/**
 * The nullable variables that are used for non-null arguments, which is valid because of a default:
 * an explicit null fits the variable, but not the argument.
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

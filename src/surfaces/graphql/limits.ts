/**
 * Limits on client documents (test/spec/17-graphql-cost; targets G1 to G3). Checked before
 * graphql's own rules, which compare fields pairwise and would take too long. The facade's
 * operations are trusted and not checked here.
 */
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  type OperationDefinitionNode,
  parse,
} from 'graphql'
import { LRUCache } from 'lru-cache'
import { type Code, catalogue, type Details, Refusal } from '../../base/errors.ts'
import { type Fragments, fragmentsOf } from '../../base/fragments.ts'
import { mebi } from '../../base/values.ts'
import type { Metered } from '../../core/limits/counting-step.ts'
import { Meter } from '../../core/limits/running-cost.ts'
import { documentSize } from './document.ts'
import { type Measured, measure } from './document-cost.ts'
import { sizeVariables } from './page-size.ts'
import { hasMoreValues } from './variables.ts'

export const limits = {
  tokens: 2_000,
  /** Values in the variables, at any depth; as many as tokens in a document. */
  variables: 2_000,
  /** Operations and fragments in one document. */
  definitions: 50,
  /** Selections of one response key in one object of the answer, with fragments expanded. */
  repeats: 20,
  /** Characters of an alias, which an answer may repeat 5,000 times, or of an operation name. */
  nameLength: 100,
  depth: 10,
  /** The introspection query of common tools has depth 15. */
  introspectionDepth: 15,
  aliases: 15,
  rootFields: 10,
  /** Fields and spreads, with fragments expanded. */
  selections: 5_000,
  /**
   * Objects of the answer; test/spec/01.6 has pages of 100. Computed from the text first, and
   * counted again while the operation runs (src/core/limits/running-cost.ts).
   */
  cost: 5_000,
  logins: 1,
  /** Errors listed in an answer. */
  errors: 100,
  /** Failing fields, listed or not, which bounds the work for denials. */
  failures: 2_000,
  /** Bytes of an answer, which is one text in memory before it is sent. */
  answerBytes: 32 * mebi,
} as const

/** Root fields that check a password: one per request, so that every guess is counted. */
export const logins: ReadonlySet<string> = new Set(['logIn', 'createApiKey'])

type Variables = Readonly<Record<string, unknown>>

/** The operation of a request. */
export interface AskedOperation {
  query: string
  operationName?: string | undefined
  variables?: Variables | undefined
}

type Verdict = 'within' | { code: Code; details: Details }

/**
 * The check for one schema. It throws TOO_COMPLEX, or BAD_USER_INPUT for a `first` outside 1 to
 * 100. A document that does not parse, or lacks the operation, passes: graphql reports it.
 */
export function operationLimits(
  schema: GraphQLSchema,
  passwordFields: ReadonlySet<string> = logins,
): (asked: AskedOperation) => void {
  return (asked) => enforce(judge(schema, passwordFields, asked))
}

/**
 * The same check for a document that will run many times. The text is checked once, here; the
 * returned function tests variables. Throws if the document exceeds the limits with any variables.
 * The parser checks the limit on tokens.
 */
export function documentLimits(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  document: DocumentNode,
): (variables: Variables) => boolean {
  const fragments = fragmentsOf(document)
  const judgeWith = (variables: Variables): Verdict =>
    verdictOn(measure(schema, operation, fragments, variables), logins)
  const sizes = sizeVariables(document)
  enforce(sizeVerdict(document, fragments) ?? 'within')
  enforce(judgeWith(Object.fromEntries(sizes.map((name) => [name, 1]))))
  if (sizes.length === 0) return (variables) => !hasMoreValues(variables, limits.variables)
  const known = new LRUCache<string, boolean>({ max: 10 })
  const isWithin = (variables: Variables): boolean => {
    const first = sizes.map((name) => variables[name])
    if (!first.every(Number.isInteger)) return judgeWith(variables) === 'within'
    const key = first.join()
    const verdict = known.get(key) ?? judgeWith(variables) === 'within'
    known.set(key, verdict)
    return verdict
  }
  return (variables) => !hasMoreValues(variables, limits.variables) && isWithin(variables)
}

function enforce(verdict: Verdict): void {
  if (verdict !== 'within') throw new Refusal(verdict.code, verdict.details)
}

function judge(
  schema: GraphQLSchema,
  passwordFields: ReadonlySet<string>,
  { query, operationName, variables = {} }: AskedOperation,
): Verdict {
  if (hasMoreValues(variables, limits.variables)) return tooComplex('variables')
  let document: DocumentNode
  try {
    document = parse(query, { maxTokens: limits.tokens, noLocation: true })
  } catch (error) {
    return isTokenLimit(error) ? tooComplex('tokens') : 'within'
  }
  const fragments = fragmentsOf(document)
  const tooMuch = sizeVerdict(document, fragments)
  if (tooMuch) return tooMuch
  const operation = getOperationAST(document, operationName || undefined)
  if (!operation) return 'within'
  return verdictOn(measure(schema, operation, fragments, variables), passwordFields)
}

const sizeVerdict = (document: DocumentNode, fragments: Fragments): Verdict | undefined =>
  firstOver(documentSize(document, fragments, limits.selections))

/** The refusal for the first figure over its limit. */
function firstOver(figures: Partial<Record<keyof typeof limits, number>>): Verdict | undefined {
  const counted = Object.entries(figures) as [keyof typeof limits, number][]
  const over = counted.find(([what, count]) => count > limits[what])
  return over && tooComplex(...over)
}

function verdictOn(measured: Measured, passwordFields: ReadonlySet<string>): Verdict {
  const { depth, introspectionDepth, aliases, root, selections } = measured
  const tooMuch = firstOver({
    depth,
    introspectionDepth,
    aliases,
    rootFields: root.size,
    logins: [...root.values()].filter((name) => passwordFields.has(name)).length,
    selections,
  })
  if (tooMuch) return tooMuch
  if (measured.pageErrors.size > 0) {
    const fields = { first: [...measured.pageErrors] }
    return { code: 'BAD_USER_INPUT', details: { fields } }
  }
  return measured.cost > limits.cost ? tooComplex('cost', measured.cost) : 'within'
}

/** The refusal of a running operation that exceeds this limit. */
function refusalFor(what: keyof typeof limits): Refusal {
  const { code, details } = tooComplex(what)
  return new Refusal(code, details)
}

/** The meter of the context's operation. */
export function meterOf(context: Metered): Meter {
  context.meter ??= new Meter(limits, refusalFor)
  return context.meter
}

function tooComplex(what: keyof typeof limits, count?: number) {
  const counted = count === undefined ? what : `${what} ${count}`
  const sentence = catalogue.TOO_COMPLEX.replace(/\.$/, '')
  const message = `${sentence}: ${counted}, at most ${limits[what]}.`
  return { code: 'TOO_COMPLEX', details: { message } } as const
}

/** The error has no code; a test checks its sentence. */
function isTokenLimit(error: unknown): boolean {
  return error instanceof GraphQLError && error.message.includes(`${limits.tokens} tokens.`)
}

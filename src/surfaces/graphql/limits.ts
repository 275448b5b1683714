/**
 * How much one client's document may request (test/spec/17-graphql-cost; targets G1 to G3).
 * Checked before graphql's own rules, because those compare fields pairwise and take longer than a
 * refusal may. The facade's operations are trusted and not checked here.
 */
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  type OperationDefinitionNode,
  parse,
} from 'graphql'
import { type Code, catalogue, type Details, Refusal } from '../../base/errors.ts'
import { type Fragments, fragmentsOf } from '../../base/fragments.ts'
import type { Metered } from '../../core/limits/counting-step.ts'
import { Meter } from '../../core/limits/running-cost.ts'
import { documentSize } from './document.ts'
import { type Measured, measure } from './document-cost.ts'
import { sizeVariables } from './page-size.ts'
import { hasMoreValues } from './variables.ts'

export const limits = {
  tokens: 2_000,
  /** Values in the variables, at any depth: as many as fit into a document. */
  variables: 2_000,
  /** Operations and fragments in one document. */
  definitions: 50,
  /** One name in one object of the answer, fragments written out. */
  repeats: 20,
  /** Characters of an alias or of an operation's name: an answer may repeat them 5,000 times. */
  nameLength: 100,
  depth: 10,
  /** The query that tools send to read the whole schema is 15 deep. */
  introspectionDepth: 15,
  aliases: 15,
  rootFields: 10,
  /** Fields and spreads with every fragment written out. */
  selections: 5_000,
  /**
   * Objects the answer may hold; test/spec/01.6 has pages of 100. Found in the text first, and
   * counted again while the operation runs (src/core/limits/running-cost.ts).
   */
  cost: 5_000,
  logins: 1,
  /** Errors that an answer lists. */
  errors: 100,
  /** Fields that fail, listed or not: thousands of denials are not worth the work. */
  failures: 2_000,
  /** Of an answer: it is one text in memory before it is sent. */
  answerBytes: 32 * 1024 * 1024,
} as const

/** The root fields that check a password: one guess for each request, or too few are counted. */
export const logins: ReadonlySet<string> = new Set(['logIn', 'createApiKey'])

type Variables = Readonly<Record<string, unknown>>

/** The operation of a request. */
export interface AskedOperation {
  query: string
  operationName?: string | undefined
  variables?: Variables | undefined
}

/** `within`, or the refusal of the document. */
type Verdict = 'within' | { code: Code; details: Details }

/**
 * The check of one schema: throws TOO_COMPLEX, or BAD_USER_INPUT for a `first` out of 1 to 100.
 * A document that does not parse, or names no operation, passes: graphql reports it.
 */
export function operationLimits(
  schema: GraphQLSchema,
  passwordFields: ReadonlySet<string> = logins,
): (asked: AskedOperation) => void {
  return (asked) => enforce(judge(schema, passwordFields, asked))
}

/**
 * The same check of a document that will be run many times: its text is judged once, here, and the
 * returned function reports whether it is within the limits with these variables. Throws for a
 * document that no variables bring within them. The parser checks the limit of tokens.
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
  return (variables) =>
    !hasMoreValues(variables, limits.variables) &&
    (sizes.length === 0 || judgeWith(variables) === 'within')
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

/** The refusal for the first of the figures that is over its limit. */
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

/** The refusal of a running operation that is over this limit. */
function refusalFor(what: keyof typeof limits): Refusal {
  const { code, details } = tooComplex(what)
  return new Refusal(code, details)
}

/** The meter of the one operation that is run with this context. */
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

/** graphql gives this error no code; a test holds the sentence. */
function isTokenLimit(error: unknown): boolean {
  return error instanceof GraphQLError && error.message.includes(`${limits.tokens} tokens.`)
}

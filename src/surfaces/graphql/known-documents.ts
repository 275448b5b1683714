/**
 * The client documents of recent requests, parsed and validated: clients send the same few again
 * and again. A document with a quote is not kept: it may hold a password, and is seldom sent twice.
 */
import {
  type DocumentNode,
  type GraphQLSchema,
  getOperationAST,
  type OperationDefinitionNode,
} from 'graphql'
import { LRUCache } from 'lru-cache'
import { sha256 } from '../../base/hashes.ts'
import { type AskedOperation, documentLimits } from './limits.ts'

/** Maximum documents, and characters of all their texts; parsed, each takes up to 400 bytes. */
const most = { max: 200, maxSize: 131_072, maxEntrySize: 16_384 }

type Variables = NonNullable<AskedOperation['variables']>

interface Known {
  document: DocumentNode
  /** Whether an operation, by its name, is within the limits with these variables. */
  within: Map<string, (variables: Variables) => boolean>
}

const textOf = ({ loc }: DocumentNode) => loc?.source.body ?? ''

const never = () => false

/** The hash of the text, with which Apollo Server's keys end. */
const hashIn = (key: string) => key.slice(-64)

export class KnownDocuments {
  readonly #schema: GraphQLSchema
  readonly #trusted: (hash: string) => DocumentNode | undefined
  readonly #known = new LRUCache<string, Known>({
    ...most,
    sizeCalculation: ({ document }) => Math.max(1, textOf(document).length),
  })

  /** `trusted` finds the trusted documents, by the hash of the text. */
  constructor(schema: GraphQLSchema, trusted: (hash: string) => DocumentNode | undefined) {
    this.#schema = schema
    this.#trusted = trusted
  }

  /** Apollo Server's store of valid documents. */
  readonly store = {
    get: async (key: string) =>
      this.#trusted(hashIn(key)) ?? this.#known.get(hashIn(key))?.document,
    set: async (key: string, document: DocumentNode) => {
      if (textOf(document).includes('"')) return
      this.#known.set(hashIn(key), { document, within: new Map() })
    },
    delete: async (key: string) => this.#known.delete(hashIn(key)),
  }

  /** Whether the document is known, and the operation within the limits. */
  isWithin({ query, operationName = '', variables = {} }: AskedOperation): boolean {
    const known = this.#known.get(sha256(query))
    if (!known) return false
    const within = known.within.get(operationName) ?? this.#limitsOf(known, operationName)
    return within(variables)
  }

  #limitsOf({ document, within }: Known, name: string): (variables: Variables) => boolean {
    const operation = getOperationAST(document, name || undefined)
    if (!operation) return never
    const limits = this.#within(operation, document)
    within.set(name, limits)
    return limits
  }

  #within(...of: [operation: OperationDefinitionNode, document: DocumentNode]) {
    try {
      return documentLimits(this.#schema, ...of)
    } catch {
      // Another operation of the document: the check of client documents says what is too much.
      return never
    }
  }
}

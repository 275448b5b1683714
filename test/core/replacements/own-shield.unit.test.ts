/** Equal answers, whether graphql-shield applies the rules or a few lines in its place. */
import { createRequire } from 'node:module'
import { makeExecutableSchema } from '@graphql-tools/schema'
import { type GraphQLSchema, graphql } from 'graphql'
import { describe, expect, it } from 'vitest'

type Guard = (next: unknown, ...asked: unknown[]) => unknown
type Ask = (...asked: unknown[]) => unknown

/** What src/core/permissions/shield.ts uses of the package. */
interface Applier {
  allow: unknown
  deny: unknown
  rule(name: string, options: object): (ask: Ask) => unknown
  shield(
    rules: Record<string, Record<string, unknown>>,
    options: object,
  ): { generate(schema: GraphQLSchema): Record<string, Record<string, Guard | { resolve: Guard }>> }
}

const load = createRequire(import.meta.url)
const theirs: Applier = load('../../../src/core/permissions/graphql-shield.cjs')
const own: Applier = load('./own-shield.cjs')

/** What a rule may do. */
const verdicts: Record<string, Ask> = {
  agrees: () => true,
  agreesLater: async () => true,
  refuses: () => false,
  refusesWithError: () => new Error('no'),
  refusesWithText: () => 'no',
  saysNothing: () => undefined,
  saysSomething: () => ({}),
  throws: () => {
    throw new Error('away')
  },
  rejects: () => Promise.reject(new Error('away')),
  // What was asked decides.
  looks: (parent, args, context, info) =>
    (parent as { at: number }).at === 7 &&
    (args as { id: number }).id === 1 &&
    (context as { viewer: string }).viewer === 'vera' &&
    (info as { fieldName: string }).fieldName.startsWith('looks'),
}

/** What a resolver may do. */
const resolvers: Record<string, Ask> = {
  Value: () => 'sesame',
  Nothing: () => null,
  Later: async () => 'sesame',
  Throws: () => {
    throw new Error('broken')
  },
  ThrowsText: () => Promise.reject('broken'),
  Returns: () => new Error('broken'),
}

const fields = Object.keys(verdicts).flatMap((verdict) =>
  Object.keys(resolvers).map((resolver) => ({ name: verdict + resolver, verdict, resolver })),
)
const plain = ['allowed', 'denied', 'forgotten']
const typeDefs = `type Query { ask: Answer, alone: Alone } type Alone { word: String }
  type Answer { ${plain.join(': String ')}: String
    ${fields.map(({ name }) => `${name}(id: Int): String`).join(' ')} }`

const schemaOf = () =>
  makeExecutableSchema({
    typeDefs,
    resolvers: {
      Query: { ask: () => ({ at: 7 }), alone: () => ({ word: 'sesame' }) },
      Answer: Object.fromEntries([
        ...fields.map(({ name, resolver }) => [name, resolvers[resolver]]),
        ...plain.map((name) => [name, () => 'sesame']),
      ]),
    },
  })

/** A schema whose fields are guarded by the rules, with the options of the service. */
function guardedBy({ allow, deny, rule, shield }: Applier): GraphQLSchema {
  const made = Object.fromEntries(
    Object.entries(verdicts).map(([name, ask]) => [name, rule(name, { cache: 'no_cache' })(ask)]),
  )
  const lines = fields.map(({ name, verdict }) => [name, made[verdict]])
  const schema = schemaOf()
  const guards = shield(
    {
      Query: { ask: allow, alone: allow },
      Answer: { allowed: allow, denied: deny, ...Object.fromEntries(lines) },
    },
    {
      fallbackRule: deny,
      allowExternalErrors: true,
      fallbackError: (thrown: unknown) => new Error(`refused, ${thrown}`),
    },
  ).generate(schema)
  for (const type of ['Query', 'Answer', 'Alone']) {
    const of = schema.getType(type)
    if (!of || !('getFields' in of)) throw new Error(`no type ${type}`)
    for (const field of Object.values(of.getFields())) {
      const found = guards[type]?.[field.name]
      if (!found || !('resolve' in field)) throw new Error(`nothing guards ${type}.${field.name}`)
      const guard = 'resolve' in found ? found.resolve : found
      const next = field.resolve ?? ((parent: Record<string, unknown>) => parent[field.name])
      field.resolve = (...asked: unknown[]) => guard(next, ...asked)
    }
  }
  return schema
}

const source = `{ alone { word } ask { ${plain.join(' ')}
  ${fields.map(({ name }) => `${name}(id: 1)`).join(' ')} } }`

async function answersOf(applier: Applier, viewer: string) {
  const contextValue = { viewer }
  const { data, errors = [] } = await graphql({ schema: guardedBy(applier), source, contextValue })
  // In which order fields fail is not specified.
  const sorted = errors.map(({ message, path }) => `${path?.join('.')}: ${message}`).sort()
  return { data, errors: sorted }
}

describe('permissions: rules without graphql-shield', () => {
  it.each(['vera', 'stan'])('every verdict with every resolver, asked by %s', async (viewer) => {
    const answers = await answersOf(own, viewer)
    expect(answers).toEqual(await answersOf(theirs, viewer))
    expect(answers.errors).toContain('alone.word: refused, null')
    expect(answers.errors).toContain('ask.forgotten: refused, null')
    expect(answers.errors).toContain('ask.refusesWithErrorValue: no')
    expect(answers.errors).toContain('ask.agreesThrows: broken')
    const seen = Object.values(answers.data?.ask ?? {}).filter((word) => word === 'sesame')
    expect(seen.length).toBe(viewer === 'vera' ? 7 : 5)
  })

  it.each(['theirs', 'own'])('%s: rules for what the schema does not have are errors', (name) => {
    const { allow, deny, shield } = name === 'own' ? own : theirs
    const generate = (rules: Record<string, Record<string, unknown>>) =>
      shield(rules, { fallbackRule: deny }).generate(schemaOf())
    expect(() => generate({ Nowhere: { word: allow } })).toThrow('Nowhere')
    expect(() => generate({ Alone: { nothing: allow } })).toThrow('nothing')
  })
})

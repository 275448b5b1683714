/**
 * The matrix again through every form a GraphQL document may give a question (target Z3): several
 * under aliases in one document, in fragments, and nested below the list of trips.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import type { GraphQLAnswer } from '../client.ts'
import { allKinds, type Kind } from '../spec/kinds.ts'
import { type Cell, cellsOf, codes, isSayable, type Verdict } from './cells.ts'
import { type Row, tripRows } from './rows.ts'
import { type Principal, principals, type Stage, setStage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await setStage()
})

interface Asked {
  cell: Cell
  /** The field with its ids, and what is read of it. */
  field: string
  selection: string
}

async function asked(cell: Cell): Promise<Asked> {
  const { row, trip, child } = cell
  const t = stage.trips[trip]
  const id = row.kind ? await stage.child(row.kind, child, t) : ''
  const fill = (text: string) => text.replaceAll('$t', t).replaceAll('$id', id)
  return { cell, field: fill(row.field), selection: fill(row.selection) }
}

/** The code under each alias: that of the first error whose path begins there. */
function codesOf({ errors }: GraphQLAnswer, aliases: string[]): string[] {
  return aliases.map((alias) => {
    const error = errors.find(({ path }) => path?.[0] === alias)
    return error?.extensions.code ?? 'OK'
  })
}

/** One document for several questions. */
type Form = (type: 'query' | 'mutation', asked: Asked[]) => string

const forms: Record<string, Form> = {
  aliased: (type, asked) => {
    const fields = asked.map(({ field, selection }, at) => `a${at}: ${field} ${selection}`)
    return `${type} { ${fields.join(' ')} }`
  },
  'in fragments': (type, asked) => {
    const root = type === 'query' ? 'Query' : 'Mutation'
    const spread = asked.map(({ field }, at) => `a${at}: ${field} { ...F${at} }`)
    const fragments = asked.map(
      ({ cell, selection }, at) => `fragment F${at} on ${cell.row.on} ${selection}`,
    )
    const all = `fragment All on ${root} { ${spread.join(' ')} }`
    return `${type} { ...All } ${all} ${fragments.join(' ')}`
  },
  'in inline fragments': (type, asked) => {
    const inline = asked.map(
      ({ cell, field, selection }, at) =>
        `... on ${type === 'query' ? 'Query' : 'Mutation'} {
          a${at}: ${field} { __typename ... on ${cell.row.on} ${selection} } }`,
    )
    return `${type} { ${inline.join(' ')} }`
  },
}

/** Mixed so that neighbours differ in trip, child and row: a verdict kept too long shows. */
function mixed(cells: Cell[]): Cell[][] {
  const chunk = 8
  const groups = Math.ceil(cells.length / chunk)
  return Array.from({ length: groups }, (_, group) =>
    cells.filter((_cell, at) => at % groups === group),
  )
}

const isRead = ({ field }: Row) => field.startsWith('trip(')
// What deletes has no null to answer, and ends what it was asked about.
const rows = tripRows.filter(({ alone, rest }) => !alone && !rest?.startsWith('PUT'))

describe.each(Object.entries(forms))('Z3 %s', (_, form) => {
  it.each(principals)('%s: the verdicts of the plain matrix', async (principal) => {
    const client = stage.client(principal)
    const found: string[] = []
    let judged = 0
    for (const type of ['query', 'mutation'] as const) {
      const ofType = rows.filter((row) => isRead(row) === (type === 'query'))
      const cells = ofType.flatMap((row) => cellsOf(row, principal)).filter(isSayable)
      for (const group of mixed(cells)) {
        const questions: Asked[] = []
        for (const cell of group) questions.push(await asked(cell))
        const aliases = questions.map((_question, at) => `a${at}`)
        const answer = await client.graphql(form(type, questions))
        const got = codesOf(answer, aliases)
        questions.forEach(({ cell, field, selection }, at) => {
          judged += 1
          const { trip, child, verdict } = cell
          if (got[at] === codes[verdict]) return
          found.push(`${trip}/${child} ${field} ${selection}: ${got[at]}, not ${verdict}`)
        })
      }
    }
    expect(found).toEqual([])
    expect(judged).toBeGreaterThan(200)
  })
})

/** What each sees of the active trip's children through `trips`; strangers see no such trip. */
const nested: Record<string, (kind: Kind, id: string) => string> = {
  list: ({ many }) => `${many}(first: 3) { count results { id } }`,
  live: ({ one }, id) => `${one}(id: ${id}) { id }`,
  gone: ({ one }, id) => `${one}(id: ${id}) { id }`,
  'of another trip': ({ one }, id) => `${one}(id: ${id}) { id }`,
}

const members = ['vera', 'sam', 'nina', 'ed', 'olga']
const blind = ['vera', 'nina']

function nestedVerdict(kind: Kind, state: string, principal: Principal): Verdict | 'absent' {
  if (['nobody', 'stale', 'forger', 'operator'].includes(principal)) return '401'
  if (!members.includes(principal)) return 'absent'
  if (kind.one === 'expense' && blind.includes(principal)) return '403'
  return state === 'live' || state === 'list' ? 'ok' : '404'
}

describe.each(allKinds.map((kind) => [kind.many, kind] as const))('Z3 nested %s', (_, kind) => {
  it.each(Object.keys(nested))('%s: every principal', async (state) => {
    const t = Number(stage.trips.active)
    const id = state === 'list' ? '' : await stage.child(kind, state as Cell['child'], String(t))
    const found: [Principal, string][] = []
    for (const principal of principals) {
      const inner = nested[state]?.(kind, id)
      const answer = await stage
        .client(principal)
        .graphql(
          `{ mine: trips(first: 9) { results { id ...T } } } fragment T on Trip { ${inner} }`,
        )
      const { results = [] } = (answer.data?.mine ?? {}) as { results?: { id: number }[] }
      const at = results.findIndex((trip) => trip.id === t)
      const root = answer.errors.find(({ path }) => path?.length === 1)
      const own = answer.errors.find(({ path }) => path?.[2] === at)
      const code = root?.extensions.code ?? (at < 0 ? 'absent' : (own?.extensions.code ?? 'OK'))
      found.push([principal, code])
    }
    expect(found).toEqual(
      principals.map((principal) => {
        const verdict = nestedVerdict(kind, state, principal)
        return [principal, verdict === 'absent' ? verdict : codes[verdict]]
      }),
    )
  })
})

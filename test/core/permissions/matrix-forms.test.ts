/**
 * The matrix again in every form that a GraphQL document may have (target Z3): several fields
 * under aliases in one document, in fragments, and in inline fragments.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import type { GraphQLAnswer } from '../../client.ts'
import { type Cell, cellsOf, isSayable } from './cells.ts'
import { inGroups } from './groups.ts'
import { codeMismatch, codeOf, idsOf, type Mismatch, spelled } from './matrix-requests.ts'
import { type Principal, principals } from './principals.ts'
import { isRead } from './rows.ts'
import { idRows } from './rows-with-ids.ts'
import { type MatrixStage, setStage } from './stage.ts'

let stage: MatrixStage
beforeAll(async () => {
  stage = await setStage()
})

type Asked = { cell: Cell; field: string; selection: string }

async function asked(cell: Cell): Promise<Asked> {
  return { cell, ...spelled(cell.row, await idsOf(stage, cell)) }
}

/** The code under each alias: that of the first error whose path begins there. */
function codesOf({ errors }: GraphQLAnswer, asked: Asked[]): string[] {
  return asked.map((_, at) => {
    const error = errors.find(({ path }) => path?.[0] === `a${at}`)
    return error?.extensions.code ?? 'OK'
  })
}

/** One document for several questions. */
type Form = (type: 'query' | 'mutation', asked: Asked[]) => string
const rootOf = (type: string) => (type === 'query' ? 'Query' : 'Mutation')

const forms: Record<string, Form> = {
  aliased: (type, asked) => {
    const fields = asked.map(({ field, selection }, at) => `a${at}: ${field} ${selection}`)
    return `${type} { ${fields.join(' ')} }`
  },
  'in fragments': (type, asked) => {
    const spread = asked.map(({ field, selection }, at) =>
      selection ? `a${at}: ${field} { ...F${at} }` : `a${at}: ${field}`,
    )
    const fragments = asked.map(({ cell, selection }, at) =>
      selection ? `fragment F${at} on ${cell.row.on} ${selection}` : '',
    )
    const all = `fragment All on ${rootOf(type)} { ${spread.join(' ')} }`
    return `${type} { ...All } ${all} ${fragments.join(' ')}`
  },
  'in inline fragments': (type, asked) => {
    const inline = asked.map(({ cell, field, selection }, at) => {
      const inner = selection && `{ __typename ... on ${cell.row.on} ${selection} }`
      return `... on ${rootOf(type)} { a${at}: ${field} ${inner} }`
    })
    return `${type} { ${inline.join(' ')} }`
  },
}

/** Mixed so that neighbours differ in trip, object and row: a verdict kept too long shows. */
function mixed(cells: Cell[]): Cell[][] {
  // As many root fields as a document may have.
  const chunk = 10
  const groups = Math.ceil(cells.length / chunk)
  return Array.from({ length: groups }, (_, group) =>
    cells.filter((_cell, at) => at % groups === group),
  )
}

// A cell that uses something up changes the answers of its neighbours in the document.
const nullable = idRows.filter(
  ({ alone, consumes, rest }) => !alone && !consumes && !rest?.startsWith('PUT'),
)

async function judgeGroup(form: Form, principal: Principal, group: Cell[]): Promise<Mismatch[]> {
  const questions = await Promise.all(group.map(asked))
  const type = group[0] && isRead(group[0].row) ? 'query' : 'mutation'
  const answer = await stage.client(principal).graphql(form(type, questions))
  const got = codesOf(answer, questions)
  return questions.flatMap(({ cell, field }, at) =>
    codeMismatch(got[at] ?? '', cell).map((one) => `${field} ${one}`),
  )
}

/** A wrong key is the same in every form; olaf is to his trip what olga is to hers. */
const askers = principals.filter((principal) => !/^(stale|forger|olaf)$/.test(principal))

describe.each(Object.entries(forms))('Z3 %s', (_, form) => {
  it.each(askers)('%s: the verdicts are those of the plain matrix', async (principal) => {
    const found: Mismatch[] = []
    let judged = 0
    for (const reads of [true, false]) {
      const ofType = nullable.filter((row) => isRead(row) === reads)
      const cells = ofType.flatMap((row) => cellsOf(row, principal)).filter(isSayable)
      judged += cells.length
      const wrong = await inGroups(mixed(cells), (group) => judgeGroup(form, principal, group))
      found.push(...wrong.flat())
    }
    expect(found).toEqual([])
    expect(judged).toBeGreaterThan(principal === 'operator' ? 50 : 200)
  })
})

const alone = idRows.filter(
  ({ alone, consumes, rest }) => (alone || consumes) && !rest?.startsWith('PUT'),
)

describe('Z3 fields whose refusal nulls the whole answer', () => {
  // One question a document, in all three forms at once.
  const all = ({ cell, field, selection }: Asked) => {
    const inner = selection && `{ ... on ${cell.row.on} ${selection} }`
    const type = isRead(cell.row) ? 'query' : 'mutation'
    return `${type} { ...All } fragment All on ${rootOf(type)} { ... { a0: ${field} ${inner} } }`
  }

  it.each(askers)('%s: the verdicts are those of the plain matrix', async (principal) => {
    const found: Mismatch[] = []
    for (const row of alone) {
      const cells = cellsOf(row, principal).filter(isSayable)
      const asking = async (cell: Cell) => {
        const question = await asked(cell)
        const code = codeOf(await stage.client(principal).graphql(all(question)))
        found.push(...codeMismatch(code, cell).map((one) => `${question.field} ${one}`))
      }
      await inGroups(cells, asking)
      // Joining a trip adds acquaintances.
      await stage.sweep()
    }
    expect(found).toEqual([])
  })
})

/** How a defect is planted: in a function of the stage's database, or in a statement on its way. */
import type { Database, Statement, Store } from '../../../../src/outside/database/database.ts'
import type { Stage } from './stage.ts'

type Rows = Record<string, unknown>[]

export interface Fault {
  /** What is broken. */
  sentence: string
  /** A history that finds it, which is played first. */
  foundBy: number
  /** Functions of the database that are wrong: the name, what is replaced, and by what. */
  functions?: [name: string, wrong: string | RegExp, by: string][]
  /** Triggers that are missing, with their tables. */
  triggers?: [table: string, trigger: string][]
  /** Statements with this in them are changed, or their rows. */
  statements?: {
    with: string | RegExp
    text?: (text: string) => string
    rows?: (rows: Rows, values: unknown[]) => Rows
  }
}

/** Breaks the stage's database; returns how it is mended. Throws where nothing can be broken. */
export async function plant(fault: Fault, { db }: Stage): Promise<() => Promise<void>> {
  const { functions = [], triggers = [] } = fault
  const whole: string[] = []
  for (const [name, wrong, by] of functions) {
    const text = 'select pg_get_functiondef($1::regproc) as text'
    const [found] = await db.query<{ text: string }>({ text, values: [name] })
    const broken = found?.text.replace(wrong, by)
    if (!found || broken === undefined || broken === found.text) {
      throw new Error(`${name} has no ${wrong}`)
    }
    await db.query({ text: broken })
    whole.push(found.text)
  }
  for (const [table, trigger] of triggers) {
    await db.query({ text: `alter table ${table} disable trigger ${trigger}` })
    whole.push(`alter table ${table} enable trigger ${trigger}`)
  }
  return async () => {
    for (const text of whole) await db.query({ text })
  }
}

/** What is planted at a moment, and how many statements it has changed. */
export interface Planted {
  fault: Fault | undefined
  hits: number
}

/** The stage's database with broken statements. */
export function breaking(planted: Planted) {
  async function query(on: Pick<Store, 'query'>, statement: Statement): Promise<Rows> {
    const {
      with: part,
      text = (same: string) => same,
      rows = (same: Rows) => same,
    } = planted.fault?.statements ?? { with: /^never$/ }
    const isBroken =
      typeof part === 'string' ? statement.text.includes(part) : part.test(statement.text)
    if (!isBroken) return on.query<Rows[number]>(statement)
    const broken = { ...statement, text: text(statement.text) }
    const before = await on.query<Rows[number]>(broken)
    const after = rows(before, statement.values ?? [])
    if (broken.text !== statement.text || after !== before) planted.hits += 1
    return after
  }
  const broken = (on: Store): Store => ({
    prisma: on.prisma,
    query: <Row>(statement: Statement) => query(on, statement) as Promise<Row[]>,
    transaction: (work, options) => on.transaction((tx) => work(broken(tx)), options),
  })
  return (db: Database): Store => broken(db)
}

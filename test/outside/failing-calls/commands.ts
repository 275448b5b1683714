/** Commands that move whole accounts, of which each call outside the process goes wrong in turn. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { as } from '../../client.ts'
import { attachFile, placeAt } from '../../documents.ts'
import { waiting } from '../../spec/emails.ts'
import { one } from '../../spec/persons.ts'
import { databaseUrl, type Person, premium, trip } from '../../world.ts'
import { type CallKind, type CallPlan, isMet, planned } from './calls.ts'
import { lostWays, statementWays } from './statements.ts'

/** How a statement goes wrong. */
export const waysOfStatements = [...statementWays, ...(databaseUrl ? lostWays : [])]

/** An account with something of everything: trip, expense, category, file, email. */
export async function fullAccount(): Promise<Person> {
  const olga = await one('olga')
  await premium(olga, true)
  const { id } = await trip(olga, { name: 'Lisbon' })
  await as(olga).post(`/v1/trip/${id}/activities`, { name: 'Walk', price: 3 })
  await as(olga).post('/v1/categories', { name: 'Surfing' })
  await attachFile(olga, placeAt(id, 'trip', id))
  await waiting(olga)
  return olga
}

/** One run of a command: what it threw, and which call went wrong. */
export interface Tried {
  thrown: unknown
  isMet: boolean
  call: string
  /** How many calls it made. */
  made: number
}

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 30))

/** A call that is to go wrong. */
export interface WrongCall {
  kind: CallKind
  /** Its number, from 1. */
  at: number
  way: string
}

/** Runs the command while that call goes wrong. */
export async function wrongly(wrong: WrongCall, work: () => Promise<unknown>): Promise<Tried> {
  const plan: CallPlan = { ...wrong, made: [], pause }
  const thrown: unknown = await planned(plan, work).then(
    () => undefined,
    (error) => error,
  )
  const { at, way, made } = plan
  const call = `call ${at}, ${way}: ${made[at - 1]}`
  return { thrown, isMet: isMet(plan), call, made: made.length }
}

interface InTurn {
  kind: CallKind
  ways: readonly string[]
  /** Of so many calls, only the first goes wrong, in one of the ways; else each in all of them. */
  oneOf?: number | undefined
}

/** Tries each call in turn, until none is left; how many there were. */
export async function eachInTurn(
  { kind, ways, oneOf }: InTurn,
  tryOne: (wrong: WrongCall) => Promise<boolean>,
): Promise<number> {
  for (let at = 1, turn = 0; ; at += oneOf ?? 1, turn += 1) {
    let isOver = false
    const tried = oneOf ? [ways[turn % ways.length] as string] : ways
    for (const way of tried) isOver = !(await tryOne({ kind, at, way }))
    if (isOver) return at - 1
  }
}

/** All files below a folder, with their bytes. */
export async function filesIn(path: string): Promise<Record<string, string>> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const read = files.map(async ({ name, parentPath }) => {
    const bytes = await readFile(join(parentPath, name), 'base64')
    return [name, bytes] as const
  })
  return Object.fromEntries(await Promise.all(read))
}

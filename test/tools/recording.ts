/**
 * The examples of the OpenAPI document: what a run has sent and been answered. They are recorded
 * into a file, and of the same form as what every later run sends and is answered.
 */
import { expect } from 'vitest'
import {
  type Examples,
  examplesPath,
  type Recorded,
  readExamples,
} from '../../rest-facade/openapi/examples.ts'
import { routes } from '../../rest-facade/routes.ts'
import { json } from '../../src/tools/generate/files.ts'
import type { Described, Json } from './document.ts'

/** Numbers that make the names of a run unique: `olga.12`, `Olga 12`. */
const runNumbers = /\b(ada|ed|olga|pia|stan|vera)[. -]\d+\b/gi

const played = new Map<string, Recorded>()

/** Keeps what is first sent to an operation and answered by it, under its name. */
export function record(name: string, bodies: Recorded): void {
  if (played.has(name)) return
  const text = JSON.stringify(bodies).replaceAll(runNumbers, '$1')
  played.set(name, JSON.parse(text))
}

/** The operation behind a route; that of its deleted objects, if these are asked for. */
export function operationBehind({ method, path }: Described, isDeleted = false): string {
  const row = routes.find(({ route }) => {
    const [methods, at] = route.split(' ')
    return at === path && methods?.split(',').includes(method)
  })
  const name = isDeleted ? row?.deleted : row?.operation
  if (!name) throw new Error(`nothing is behind ${method} ${path}`)
  return name
}

const forms: readonly (readonly [name: string, form: RegExp])[] = [
  ['date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/],
  ['date', /^\d{4}-\d\d-\d\d$/],
  ['email', /^[^@\s]+@[^@\s]+$/],
  ['uri', /^https?:\/\/\S+$/],
  ['empty', /^$/],
]

/** A value with the form of each text and number in its place. */
export function formOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(formOf)
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value as Json).map(([key, one]) => [key, formOf(one)]))
  }
  if (typeof value !== 'string') return value === null ? 'null' : typeof value
  return forms.find(([, form]) => form.test(value))?.[0] ?? 'text'
}

/** The recorded examples, with what this run has seen in place of those of another form. */
function merged(recorded: Examples): Examples {
  const isSame = (name: string, now: Recorded) =>
    JSON.stringify(formOf(recorded[name])) === JSON.stringify(formOf(now))
  const names = [...played.keys()].sort()
  return Object.fromEntries(
    names.map((name) => {
      const now = played.get(name) as Recorded
      return [name, isSame(name, now) ? (recorded[name] as Recorded) : now]
    }),
  )
}

/** Fails where the recorded examples are not of the form of those of this run. */
export async function expectRecorded(): Promise<void> {
  const file = new URL(`../../${examplesPath}`, import.meta.url).pathname
  const instead = 'the examples are stale: npm run examples'
  await expect(json(merged(readExamples())), instead).toMatchFileSnapshot(file)
}

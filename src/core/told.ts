/**
 * Which fields a version stands for: while an object keeps its version, and its time of change,
 * they keep their values (prisma/functions.sql). An answer without them is shorter, and tells the
 * same (rest-facade/version-tags.ts). What depends on who reads is not among them, nor what changes
 * without the object: that is for the answer to say.
 */
import { Prisma } from '../generated/prisma/client.ts'
import { allow } from './permissions/rule.ts'
import { table } from './permissions/table.ts'
import { kinds } from './store/kinds.ts'

/** The types whose versions stand for fields, with the field of their time of change. */
const times: Readonly<Record<string, string>> = {
  Trip: 'changedAt',
  ...Object.fromEntries(kinds.map(({ type }) => [type, 'updatedAt'])),
  Email: 'updatedAt',
}

/** What is not stored in the row itself, and still changes with its version alone. */
const computed: ReadonlySet<string> = new Set([
  ...['Trip.collaboratorsCount', 'Trip.guests'],
  ...['Email.content', 'Email.attachments', 'Email.attachmentsCount'],
])

/** The fields that tell the state of an object of the type; none where no version does. */
export function stateOf(type: string): readonly string[] {
  const time = times[type]
  return time === undefined ? [] : ['id', 'version']
}

/** Whether the version stands for the field. A field that is new here has to prove it first. */
export function isTold(type: string, field: string): boolean {
  if (times[type] === undefined) return false
  if (computed.has(`${type}.${field}`)) return true
  const stored = Reflect.get(Prisma, `${type}ScalarFieldEnum`) as object
  return Object.hasOwn(stored, field) && table[type]?.[field] === allow
}

/**
 * Which fields a version stands for: while an object keeps its version, they keep their values
 * (prisma/functions.sql). An answer without them is shorter, and tells the same
 * (rest-facade/version-tags.ts). What depends on who reads is not among them, nor what changes
 * without the object: that is for the answer to say.
 */

import { capitalized } from '../base/names.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { itemNames } from './parent-kinds.ts'
import { allow } from './permissions/rule.ts'
import { table } from './permissions/table.ts'

/** The types whose versions stand for fields. */
const types: ReadonlySet<string> = new Set(['Trip', ...itemNames.map(capitalized), 'Email'])

/** What is not stored in the row itself, and still changes with its version alone. */
const computed: ReadonlySet<string> = new Set([
  ...['Trip.collaboratorsCount', 'Trip.guests'],
  ...['Email.content', 'Email.attachments', 'Email.attachmentsCount'],
])

const none: readonly string[] = []
const state: readonly string[] = ['id', 'version']

/** The fields that tell the state of an object of the type; none where no version does. */
export const stateFields = (type: string): readonly string[] => (types.has(type) ? state : none)

/** Whether the version stands for the field. A field that is new here has to prove it first. */
export function isCovered(type: string, field: string): boolean {
  if (!types.has(type)) return false
  if (computed.has(`${type}.${field}`)) return true
  const stored = Reflect.get(Prisma, `${type}ScalarFieldEnum`) as object
  return Object.hasOwn(stored, field) && table[type]?.[field] === allow
}

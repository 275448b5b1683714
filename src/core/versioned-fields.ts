/**
 * The fields that a version covers: while an object keeps its version, they keep their values
 * (prisma/functions.sql). So entity tags need only the version in their place
 * (rest-facade/version-tags.ts). Fields that depend on the reader, or change without the object,
 * are not covered.
 */

import { capitalized } from '../base/names.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { itemNames } from './parent-kinds.ts'
import { allow } from './permissions/rule.ts'
import { table } from './permissions/table.ts'

/** The types whose versions cover fields. */
const types: ReadonlySet<string> = new Set(['Trip', ...itemNames.map(capitalized), 'Email'])

/** Fields that are not stored in the row, and still change only with its version. */
const computed: ReadonlySet<string> = new Set([
  'Trip.collaboratorsCount',
  'Trip.guests',
  'Email.content',
  'Email.attachments',
  'Email.attachmentsCount',
])

const none: readonly string[] = []
const state: readonly string[] = ['id', 'version']
/** Emails keep their path when they are moved, and each trip counts its own versions. */
const places: Readonly<Record<string, readonly string[]>> = { Email: ['tripId'] }

/**
 * The fields that identify the state of an object of the type; none for types without a version.
 */
export const stateFields = (type: string): readonly string[] =>
  types.has(type) ? [...state, ...(places[type] ?? none)] : none

/** Whether the version covers the field. Defaults to false for new fields. */
export function isCovered(type: string, field: string): boolean {
  if (!types.has(type)) return false
  if (computed.has(`${type}.${field}`)) return true
  const stored = Reflect.get(Prisma, `${type}ScalarFieldEnum`) as object
  return Object.hasOwn(stored, field) && table[type]?.[field] === allow
}

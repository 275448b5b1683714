/** The order in which every field is resolved, from the outside in; nothing else wraps it. */
import type { GraphQLSchema } from 'graphql'
import { checkState } from './conditions.ts'
import type { Context } from './context.ts'
import { noteTrips, refuseAsked } from './idempotency/steps.ts'
import { readArguments } from './input/arguments.ts'
import { readInput, refuseWrongInput } from './input/mutations.ts'
import { meterField } from './limits/counting-step.ts'
import { showField } from './permissions/redaction.ts'
import type { PermissionTable } from './permissions/rule.ts'
import { askRule } from './permissions/shield.ts'
import type { Step } from './step.ts'
import { holdRule } from './transactions.ts'

/** The steps that make a schema executable under this permission table. */
export const steps = (schema: GraphQLSchema, table: PermissionTable): readonly Step<Context>[] => [
  // Counts the answer's cost, and ends operations over a limit.
  meterField,
  // Null for an optional argument means absent; times and days are read.
  readArguments,
  // The input of a mutation is read as the SDL says.
  readInput,
  // Decided and written in one transaction.
  holdRule(table),
  // The line of the permission table.
  askRule(schema, table),
  // Only the rules are asked, for an answer that was kept under other rights.
  refuseAsked,
  // All validation errors at once, before anything is done.
  refuseWrongInput,
  // Only while the object is as the caller has seen it, decided last.
  checkState,
  // Which trips the answer tells of, if it is kept.
  noteTrips,
  // Which fields of an object the viewer may see.
  showField(table),
]

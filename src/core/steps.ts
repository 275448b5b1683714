/** The steps around every resolver, from the outside in; nothing else wraps it. */
import type { GraphQLSchema } from 'graphql'
import { checkState } from './conditions.ts'
import type { Context } from './context.ts'
import { resolveCopied } from './copy-access.ts'
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
  // Resolves what is in a copy by the access with which its page was read.
  resolveCopied,
  // Drops null for optional arguments; reads times and days.
  readArguments,
  // Reads the input of a mutation by the directives of the SDL.
  readInput,
  // Decides and writes in one transaction.
  holdRule(table),
  // Applies the rule of the permission table.
  askRule(schema, table),
  // Stops after the rules, for an answer that was kept under other rights.
  refuseAsked,
  // Reports all validation errors at once, before any effect.
  refuseWrongInput,
  // Checks that the object is as the caller has seen it, last.
  checkState,
  // Notes the trips in an answer that is kept.
  noteTrips,
  // Hides fields of an object that the viewer may not see.
  showField(table),
]

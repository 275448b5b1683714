/** A small schema behind a permission table, with the steps of the service. */
import type { GraphQLSchema } from 'graphql'
import type { PermissionTable } from '../../../src/core/permissions/rule.ts'
import { surround } from '../../../src/core/step.ts'
import { steps } from '../../../src/core/steps.ts'

export const guard = (schema: GraphQLSchema, table: PermissionTable): GraphQLSchema =>
  surround(schema, steps(schema, table))

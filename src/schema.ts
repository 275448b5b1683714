/** SDL + resolvers + permissions -> the one executable schema of the process. */
import { readdirSync, readFileSync } from 'node:fs'
import { makeExecutableSchema } from '@graphql-tools/schema'
import type { GraphQLSchema } from 'graphql'
import { dropNullArguments } from './arguments.ts'
import type { Context } from './context.ts'
import { accountResolvers } from './domain/account.ts'
import { alternativeEmailResolvers } from './domain/alternative-email.ts'
import { categoryResolvers } from './domain/category.ts'
import { collaboratorResolvers } from './domain/collaborator.ts'
import { collaboratorWriteResolvers } from './domain/collaborator-writes.ts'
import { deliverResolvers } from './domain/deliver.ts'
import { documentResolvers } from './domain/document.ts'
import { emailResolvers } from './domain/email.ts'
import { emailReadResolvers } from './domain/email-reads.ts'
import { favoriteResolvers } from './domain/favorite.ts'
import { inboxResolvers } from './domain/inbox.ts'
import { invitationResolvers } from './domain/invitation.ts'
import { itineraryResolvers } from './domain/itinerary.ts'
import { loginResolvers } from './domain/login.ts'
import { operatorResolvers } from './domain/operator.ts'
import { restoreResolvers } from './domain/restore.ts'
import { tripResolvers } from './domain/trip.ts'
import { uploadResolvers } from './domain/upload.ts'
import { readInputs } from './mutations.ts'
import { guard } from './permissions/shield.ts'
import { table } from './permissions/table.ts'
import { root } from './root.ts'
import { scalars } from './scalars.ts'

const folder = new URL('schema/', root)

/** The hand-written SDL, file by file. `public.graphql` is made from it and left out. */
export function readTypeDefs(): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.graphql') && name !== 'public.graphql')
    .sort()
    .map((name) => readFileSync(new URL(name, folder), 'utf8'))
}

/** Builds the schema; once a process, because guarding a schema twice wraps every field twice. */
export function buildSchema(): GraphQLSchema {
  const schema = makeExecutableSchema<Context>({
    typeDefs: readTypeDefs(),
    resolvers: [
      scalars,
      accountResolvers,
      loginResolvers,
      operatorResolvers,
      restoreResolvers,
      tripResolvers,
      ...itineraryResolvers,
      categoryResolvers,
      collaboratorResolvers,
      collaboratorWriteResolvers,
      emailResolvers,
      documentResolvers,
      uploadResolvers,
      favoriteResolvers,
      invitationResolvers,
      emailReadResolvers,
      inboxResolvers,
      alternativeEmailResolvers,
      deliverResolvers,
    ],
    resolverValidationOptions: { requireResolversToMatchSchema: 'error' },
  })
  readInputs(schema)
  return dropNullArguments(guard(schema, table))
}

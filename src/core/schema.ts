/** Builds the executable schema from SDL, resolvers and steps. */
import { readdirSync, readFileSync } from 'node:fs'
import { makeExecutableSchema } from '@graphql-tools/schema'
import type { GraphQLSchema } from 'graphql'
import { root } from '../base/root.ts'
import type { Context } from './context.ts'
import { accountResolvers } from './domain/accounts/account.ts'
import { alternativeEmailResolvers } from './domain/accounts/alternative-email.ts'
import { categoryResolvers } from './domain/accounts/category.ts'
import { keyResolvers } from './domain/accounts/keys.ts'
import { loginResolvers } from './domain/accounts/login.ts'
import { operatorResolvers } from './domain/accounts/operator.ts'
import { operatorKeyResolvers } from './domain/accounts/operator-keys.ts'
import { passwordResolvers } from './domain/accounts/passwords.ts'
import { changesResolvers } from './domain/changes/changes.ts'
import { documentResolvers } from './domain/documents/document.ts'
import { uploadResolvers } from './domain/documents/upload.ts'
import { calendarResolvers } from './domain/emails/calendar-import.ts'
import { deliverResolvers } from './domain/emails/deliver.ts'
import { emailResolvers } from './domain/emails/email.ts'
import { emailReadResolvers } from './domain/emails/email-reads.ts'
import { inboxResolvers } from './domain/emails/inbox.ts'
import { collaboratorResolvers } from './domain/people/collaborator.ts'
import { collaboratorWriteResolvers } from './domain/people/collaborator-writes.ts'
import { favoriteResolvers } from './domain/people/favorite.ts'
import { invitationResolvers } from './domain/people/invitation.ts'
import { restoreResolvers } from './domain/restore.ts'
import { itineraryResolvers } from './domain/trips/itinerary.ts'
import { tripResolvers } from './domain/trips/trip.ts'
import { scalars } from './input/scalars.ts'
import { table } from './permissions/table.ts'
import { surround } from './step.ts'
import { steps } from './steps.ts'

const folder = new URL('schema/', root)

/** The hand-written SDL, file by file; without `public.graphql`, which is generated from it. */
export function readTypeDefs(): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.graphql') && name !== 'public.graphql')
    .sort()
    .map((name) => readFileSync(new URL(name, folder), 'utf8'))
}

/** Builds the executable schema of the process, with every step around its resolvers. */
export function buildSchema(): GraphQLSchema {
  const schema = makeExecutableSchema<Context>({
    typeDefs: readTypeDefs(),
    resolvers: [
      scalars,
      accountResolvers,
      loginResolvers,
      keyResolvers,
      passwordResolvers,
      operatorResolvers,
      operatorKeyResolvers,
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
      calendarResolvers,
      changesResolvers,
    ],
    resolverValidationOptions: { requireResolversToMatchSchema: 'error' },
  })
  return surround(schema, steps(schema, table))
}

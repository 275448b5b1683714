/**
 * The commands of `npm run --silent admin`, each an operator operation of the GraphQL schema
 * (contract 17). What they take and what they send is here; `admin.ts` sends it.
 */

import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'

/** A file of the command line that cannot be read; its message says which and why. */
export class Unreadable extends Error {}

/** The bytes of a file, or of what comes in for `-`. */
async function messageIn(file: string): Promise<Buffer> {
  const reading = file === '-' ? buffer(process.stdin) : readFile(file)
  return reading.catch((error: Error) => {
    throw new Unreadable(`${file} cannot be read: ${error.message}`)
  })
}

/** What is sent: a document with exactly one root field, `field`. */
export interface Operation {
  document: string
  field: string
  variables: Record<string, unknown>
}

export interface Command {
  usage: string
  options?: Record<string, { type: 'string' | 'boolean' }>
  /** Undefined: the words do not fit the usage. */
  operation(words: string[], options: Options): Asked | Promise<Asked>
}

type Asked = Operation | undefined

export type Options = Record<string, string | boolean | undefined>

export const commands: Record<string, Command> = {
  premium: {
    usage: 'premium <email> on|off [--until <datetime>]',
    options: { until: { type: 'string' } },
    operation([email, state, ...more], { until }) {
      if (!email || !['on', 'off'].includes(state ?? '') || more.length > 0) return undefined
      if (state === 'off' && until !== undefined) return undefined
      return {
        field: 'setPremium',
        document: `mutation ($email: String!, $isPremium: Boolean!, $expiresAt: DateTime) {
          setPremium(email: $email, isPremium: $isPremium, expiresAt: $expiresAt) {
            email isPremium premiumExpirationDate
          }
        }`,
        variables: {
          email,
          isPremium: state === 'on',
          ...(until !== undefined && { expiresAt: until }),
        },
      }
    },
  },
  deliver: {
    usage: 'deliver <file.eml|-> [--to <address>] [--owner <email>]',
    options: { to: { type: 'string' }, owner: { type: 'string' } },
    async operation([file, ...more], { to, owner }) {
      if (!file || more.length > 0) return undefined
      return {
        field: 'deliverEmail',
        document: `mutation ($raw: String!, $recipient: String, $owner: String) {
          deliverEmail(raw: $raw, recipient: $recipient, owner: $owner) {
            id uniqueParserIdentifier date subject bodyPreview attachmentsCount
            parsedSuccessfully reason
          }
        }`,
        variables: {
          raw: (await messageIn(file)).toString('base64'),
          ...(to !== undefined && { recipient: to }),
          ...(owner !== undefined && { owner }),
        },
      }
    },
  },
  subject: {
    usage: 'subject <email> [<subject>]',
    operation([email, subject, ...more]) {
      if (!email || subject === '' || more.length > 0) return undefined
      return {
        field: 'setSubject',
        document: `mutation ($email: String!, $subject: String) {
          setSubject(email: $email, subject: $subject)
        }`,
        variables: { email, ...(subject !== undefined && { subject }) },
      }
    },
  },
  restore: {
    usage: 'restore <kind> <id> --as <email>',
    options: { as: { type: 'string' } },
    operation([kind, id, ...more], { as }) {
      // Which kinds there are the server says.
      if (!/^[a-z]+$/.test(kind ?? '') || !/^\d{1,10}$/.test(id ?? '') || more.length > 0) {
        return undefined
      }
      if (!as) return undefined
      return {
        field: 'restore',
        document: `mutation ($kind: RestorableKind!, $id: Int!, $as: String!) {
          restore(kind: $kind, id: $id, as: $as)
        }`,
        variables: { kind: kind?.toUpperCase(), id: Number(id), as },
      }
    },
  },
  favorite: {
    usage: 'favorite <email> <favorite> [--pending]',
    options: { pending: { type: 'boolean' } },
    operation([email, favorite, ...more], { pending = false }) {
      if (!email || !favorite || more.length > 0) return undefined
      return {
        field: 'setFavorite',
        document: `mutation ($email: String!, $favorite: String!, $pending: Boolean!) {
          setFavorite(email: $email, favorite: $favorite, pending: $pending) {
            id favoriteUser { id name email photoUrl } automaticSuggestOnNewTrips pending
            createdAt updatedAt
          }
        }`,
        variables: { email, favorite, pending },
      }
    },
  },
  outbox: {
    usage: 'outbox [--to <address>]',
    options: { to: { type: 'string' } },
    operation(words, { to }) {
      if (words.length > 0) return undefined
      return {
        field: 'outbox',
        document: `query ($to: String, $first: Int) {
          outbox(to: $to, first: $first) {
            id recipient subject text html state attempts createdAt
          }
        }`,
        variables: { first: 100, ...(to !== undefined && { to }) },
      }
    },
  },
}

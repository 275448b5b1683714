/**
 * The commands of `npm run --silent admin`, each an operator operation of the GraphQL schema
 * (test/accounts/admin). What they take and what they send is here; `admin.ts` sends it.
 */

import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import {
  addressIn,
  choiceIn,
  dateTimeIn,
  idIn,
  Misuse,
  nothingMore,
  optional,
  textIn,
} from './admin-words.ts'

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
  /** Throws Misuse where the words do not fit the usage. */
  operation(words: string[], options: Options): Operation | Promise<Operation>
}

export type Options = Record<string, string | boolean | undefined>

/** What can be restored; the schema has these words in capitals. */
const kinds = [
  ...['trip', 'hosting', 'activity', 'transportation', 'expense'],
  ...['category', 'document', 'email'],
]

export const commands: Record<string, Command> = {
  premium: {
    usage: 'premium <email> on|off [--until <datetime>]',
    options: { until: { type: 'string' } },
    operation([account, word, ...more], { until }) {
      nothingMore(more)
      const email = addressIn(account, '<email>')
      const isPremium = choiceIn(word, 'on|off', ['on', 'off']) === 'on'
      if (!isPremium && until !== undefined) throw new Misuse('--until must come with on')
      return {
        field: 'setPremium',
        document: `mutation ($email: String!, $isPremium: Boolean!, $expiresAt: DateTime) {
          setPremium(email: $email, isPremium: $isPremium, expiresAt: $expiresAt) {
            email isPremium premiumExpirationDate
          }
        }`,
        variables: {
          email,
          isPremium,
          ...optional('expiresAt', until, (moment) => dateTimeIn(moment, '--until')),
        },
      }
    },
  },
  deliver: {
    usage: 'deliver <file.eml|-> [--to <address>] [--owner <email>]',
    options: { to: { type: 'string' }, owner: { type: 'string' } },
    async operation([word, ...more], { to, owner }) {
      nothingMore(more)
      const file = textIn(word, '<file.eml|->')
      const whose = {
        ...optional('recipient', to, (address) => addressIn(address, '--to')),
        ...optional('owner', owner, (address) => addressIn(address, '--owner')),
      }
      return {
        field: 'deliverEmail',
        document: `mutation ($raw: String!, $recipient: String, $owner: String) {
          deliverEmail(raw: $raw, recipient: $recipient, owner: $owner) {
            id uniqueParserIdentifier date subject bodyPreview attachmentsCount
            parsedSuccessfully reason
          }
        }`,
        variables: { raw: (await messageIn(file)).toString('base64'), ...whose },
      }
    },
  },
  subject: {
    usage: 'subject <email> [<subject>]',
    operation([account, subject, ...more]) {
      nothingMore(more)
      const email = addressIn(account, '<email>')
      return {
        field: 'setSubject',
        document: `mutation ($email: String!, $subject: String) {
          setSubject(email: $email, subject: $subject)
        }`,
        variables: {
          email,
          ...optional('subject', subject, (word) => textIn(word, '<subject>')),
        },
      }
    },
  },
  restore: {
    usage: 'restore <kind> <id> --as <email>',
    options: { as: { type: 'string' } },
    operation([kind, id, ...more], { as }) {
      nothingMore(more)
      const variables = {
        kind: choiceIn(kind, '<kind>', kinds).toUpperCase(),
        id: idIn(id, '<id>'),
        as: addressIn(as, '--as'),
      }
      return {
        field: 'restore',
        document: `mutation ($kind: RestorableKind!, $id: Int!, $as: String!) {
          restore(kind: $kind, id: $id, as: $as)
        }`,
        variables,
      }
    },
  },
  favorite: {
    usage: 'favorite <email> <favorite> [--pending]',
    options: { pending: { type: 'boolean' } },
    operation([account, other, ...more], { pending = false }) {
      nothingMore(more)
      const email = addressIn(account, '<email>')
      const favorite = addressIn(other, '<favorite>')
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
      nothingMore(words)
      const address = optional('to', to, (word) => addressIn(word, '--to'))
      return {
        field: 'outbox',
        document: `query ($to: String, $first: Int) {
          outbox(to: $to, first: $first) {
            id recipient subject text html state attempts createdAt
          }
        }`,
        variables: { first: 100, ...address },
      }
    },
  },
}

/**
 * The commands of `npm run --silent admin`, each an operator operation of the GraphQL schema
 * (test/operations/admin/admin). Defines their arguments and operations, which `admin.ts` sends.
 */

import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { oneOf, onOff, readAs, wrong } from '../../base/values.ts'
import { dateTime } from '../../core/input/scalars.ts'
import { itemNames } from '../../core/parent-kinds.ts'
import { capabilities } from '../../core/rights.ts'
import {
  addressWord,
  idWord,
  listInWord,
  nothingMore,
  optional,
  someWord,
} from './command-words.ts'

/** A message that cannot be read; the error names the file and the reason. */
export class Unreadable extends Error {}

/** The bytes of a file, or of stdin for `-`. */
async function messageIn(file: string): Promise<Buffer> {
  const reading = file === '-' ? buffer(process.stdin) : readFile(file)
  return reading.catch((error: Error) => {
    throw new Unreadable(`Cannot read the message from ${file}: ${error.message}.`)
  })
}

/** An operation with exactly one root field, `field`. */
export interface AdminOperation {
  document: string
  field: string
  variables: Record<string, unknown>
}

interface Command {
  usage: string
  /** A description, for `help`. */
  about: string
  options?: Record<string, { type: 'string' | 'boolean' }>
  /** Throws WrongValue if the words do not fit the usage. */
  operation(words: string[], options: CommandOptions): AdminOperation | Promise<AdminOperation>
}

export type CommandOptions = Record<string, string | boolean | undefined>

/** The kinds that can be restored; capitalized in the schema. */
const kinds = ['trip', ...itemNames, 'category', 'document', 'email']

/** The printed fields of a key. */
const keyFacts = 'id name createdAt lastUsedAt expiresAt readOnly trips withheld'

/** The rights that a key can lack, as named in the schema. */
const memberRights = capabilities.map(({ column }) => column.toUpperCase())

/** The account and the id of a key. */
const keyNamed = (account: string | undefined, id: string | undefined) => ({
  email: readAs('<email>', account, addressWord),
  id: readAs('<id>', id, idWord),
})

export const commands: Record<string, Command> = {
  premium: {
    usage: 'premium <email> on|off [--until <datetime>]',
    about: 'Switch Pro on or off for an account. Without --until, Pro does not expire.',
    options: { until: { type: 'string' } },
    operation([account, word, ...more], { until }) {
      nothingMore(more)
      const email = readAs('<email>', account, addressWord)
      const isPremium = readAs('the argument after <email>', word, onOff)
      if (!isPremium && until !== undefined) wrong('--until can only be used with on')
      return {
        field: 'setPremium',
        document: `mutation ($email: String!, $isPremium: Boolean!, $expiresAt: DateTime) {
          setPremium(email: $email, isPremium: $isPremium, expiresAt: $expiresAt) {
            email isPremium premiumExpirationDate
          }
        }`,
        variables: { email, isPremium, ...optional('expiresAt', '--until', until, dateTime) },
      }
    },
  },
  deliver: {
    usage: 'deliver <file.eml|-> [--to <address>] [--owner <email>]',
    about:
      'Deliver a booking email from a file, or from standard input (-), to the account --owner ' +
      'or the inbound address --to. Without either, the headers of the email decide.',
    options: { to: { type: 'string' }, owner: { type: 'string' } },
    async operation([word, ...more], { to, owner }) {
      nothingMore(more)
      const file = readAs('<file.eml|->', word, someWord)
      const whose = {
        ...optional('recipient', '--to', to, addressWord),
        ...optional('owner', '--owner', owner, addressWord),
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
    about:
      'Set the OAuth subject whose bearer tokens give access to an account. Without <subject>, ' +
      'remove it.',
    operation([account, subject, ...more]) {
      nothingMore(more)
      const email = readAs('<email>', account, addressWord)
      return {
        field: 'setSubject',
        document: `mutation ($email: String!, $subject: String) {
          setSubject(email: $email, subject: $subject)
        }`,
        variables: { email, ...optional('subject', '<subject>', subject, someWord) },
      }
    },
  },
  keys: {
    usage: 'keys <email>',
    about: 'List the keys of an account: what each may do, and when it was last used.',
    operation([account, ...more]) {
      nothingMore(more)
      const email = readAs('<email>', account, addressWord)
      const document = `query ($email: String!) { keysOf(email: $email) { ${keyFacts} } }`
      return { field: 'keysOf', document, variables: { email } }
    },
  },
  'narrow-key': {
    usage:
      'narrow-key <email> <id> [--read-only] [--trips <ids>] [--without <rights>] ' +
      '[--until <time>]',
    about:
      'Take something away from a key; nothing is given back. Lists have commas. Rights: ' +
      `${memberRights.join(', ')}.`,
    options: {
      ...{ 'read-only': { type: 'boolean' }, trips: { type: 'string' } },
      ...{ without: { type: 'string' }, until: { type: 'string' } },
    },
    operation([account, id, ...more], { 'read-only': readOnly, trips, without, until }) {
      nothingMore(more)
      const variables = {
        ...keyNamed(account, id),
        ...(readOnly === true && { readOnly }),
        ...optional('trips', '--trips', trips, listInWord(idWord)),
        ...optional('withheld', '--without', without, listInWord(oneOf(...memberRights))),
        ...optional('expiresAt', '--until', until, dateTime),
      }
      return {
        field: 'narrowKey',
        document: `mutation ($email: String!, $id: Int!, $readOnly: Boolean! = false,
          $trips: [Int!], $withheld: [MemberRight!]! = [], $expiresAt: DateTime) {
          narrowKey(email: $email, id: $id, readOnly: $readOnly, trips: $trips,
            withheld: $withheld, expiresAt: $expiresAt) { ${keyFacts} }
        }`,
        variables,
      }
    },
  },
  'revoke-key': {
    usage: 'revoke-key <email> <id>',
    about: 'Delete a key of an account; from then on it is unknown.',
    operation([account, id, ...more]) {
      nothingMore(more)
      return {
        field: 'revokeKey',
        document: 'mutation ($email: String!, $id: Int!) { revokeKey(email: $email, id: $id) }',
        variables: keyNamed(account, id),
      }
    },
  },
  restore: {
    usage: 'restore <kind> <id> --as <email>',
    about: `Restore a deleted object on behalf of a user. Kinds: ${kinds.join(', ')}.`,
    options: { as: { type: 'string' } },
    operation([kind, id, ...more], { as }) {
      nothingMore(more)
      const variables = {
        kind: readAs('<kind>', kind, oneOf(...kinds)).toUpperCase(),
        id: readAs('<id>', id, idWord),
        as: readAs('--as', as, addressWord),
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
    about:
      'Make two users favorites of each other. With --pending, create a request from <email> ' +
      'that <favorite> has to confirm.',
    options: { pending: { type: 'boolean' } },
    operation([account, other, ...more], { pending = false }) {
      nothingMore(more)
      const email = readAs('<email>', account, addressWord)
      const favorite = readAs('<favorite>', other, addressWord)
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
  'reset-copies': {
    usage: 'reset-copies',
    about:
      'Make all copies of clients begin anew, after the database was restored by other means ' +
      'than the command restore.',
    operation(words) {
      nothingMore(words)
      return { field: 'resetCopies', document: 'mutation { resetCopies }', variables: {} }
    },
  },
  outbox: {
    usage: 'outbox [--to <address>]',
    about: 'List the latest 100 outgoing mails, or only those to one address.',
    options: { to: { type: 'string' } },
    operation(words, { to }) {
      nothingMore(words)
      return {
        field: 'outbox',
        document: `query ($to: String, $first: Int) {
          outbox(to: $to, first: $first) {
            id recipient subject text html state attempts createdAt
          }
        }`,
        variables: { first: 100, ...optional('to', '--to', to, addressWord) },
      }
    },
  },
}

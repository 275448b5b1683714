/**
 * THE permission table: who may call or read what, with a line for every field of every type. A
 * field without a line is denied, and a test walks the schema to find it. Decisions are here, on
 * root fields and some fields behind them. Fields open to everyone who reaches their object are in
 * open-fields.ts.
 */
import { profileOfParts } from '../narrowing.ts'
import type { ParentItem } from '../parent-kinds.ts'
import { parentItemKinds } from '../store/kinds.ts'
import {
  accountNamed,
  linkOrReceipt,
  oneItemAtMost,
  permissionsSent,
  uploadFields,
} from './checks.ts'
import { openFields } from './open-fields.ts'
import { allow, confirmed, inOrder, type Line, type PermissionTable, type ShownTo } from './rule.ts'
import {
  editorOf,
  editorOfExpense,
  editorOfExpenses,
  editorOfItinerary,
  editorOfTrip,
  fullKey,
  mayWrite,
  memberOfTrip,
  operator,
  ownerOfTrip,
  seesExpensesOfTrip,
  shownToWholeAccount,
  signedIn,
  userOrOperator,
  wholeAccount,
  withExpenses,
} from './rules.ts'
import { ownsCategory, seesCategory } from './rules-of-categories.ts'
import { removesCollaborator, setsPermissions } from './rules-of-collaborators.ts'
import {
  changesDocument,
  changesDocuments,
  changesDocumentThere,
  seesDocument,
  seesDocuments,
} from './rules-of-documents.ts'
import { deletesEmail, movesEmail, seesOwnEmail } from './rules-of-emails.ts'
import { askedForFavorite, partyToFavorite } from './rules-of-favorites.ts'
import { invitedToTrip, invitesToTrip } from './rules-of-members.ts'
import { changerOf } from './rules-of-moves.ts'
import { restores } from './rules-of-restore.ts'
import { asksForUpload, preparesUpload } from './rules-of-uploads.ts'

/**
 * What else a line says. `limited`: attempts are counted (test/spec/01.3), as test/tools/limits
 * checks; `optional`: anonymous callers are accepted, but not wrong credentials (test/spec/01.4);
 * `harmless`: read-only keys may call it too (test/spec/b5-keys); `secret`: it takes or answers a
 * secret, so its answer is never kept for an idempotency key (test/spec/b4).
 */
type Word = 'limited' | 'optional' | 'harmless' | 'secret'
type WithWords = Line | [Line, ...Word[]]

/** For emails and documents of a trip, or of one item in it. */
const ofParent = (rule: Line) => inOrder(signedIn, oneItemAtMost, rule)

const documentsRead = confirmed(ofParent(seesDocuments))

/** `allow` means public. */
const queries: Record<string, Line> = {
  me: signedIn,
  trip: memberOfTrip,
  trips: signedIn,
  deletedTrips: signedIn,
  alternativeEmails: wholeAccount,
  inbox: wholeAccount,
  inboxEmail: confirmed(inOrder(wholeAccount, seesOwnEmail)),
  emails: documentsRead,
  email: documentsRead,
  deletedEmails: documentsRead,
  documents: documentsRead,
  document: documentsRead,
  deletedDocuments: documentsRead,
  documentDownload: seesDocument,
  categories: signedIn,
  category: seesCategory,
  favorites: wholeAccount,
  favoriteRequests: wholeAccount,
  invitations: signedIn,
  mailedInvitation: allow,
  isResetLinkValid: allow,
  changes: signedIn,
  keys: fullKey,
  outbox: operator,
  keysOf: operator,
}

/** `updateHosting` and its like, for every kind that emails and documents are attached to. */
const ofEachItem = (verb: string, rule: (kind: ParentItem) => Line): Record<string, Line> =>
  Object.fromEntries(parentItemKinds.map(({ name, type }) => [verb + type, rule(name)]))

/** `allow` means public. Read-only keys may call only public and `harmless` ones. */
const mutations: Record<string, WithWords> = {
  signUp: [allow, 'limited'],
  createApiKey: [allow, 'limited', 'secret'],
  logIn: [allow, 'limited', 'secret'],
  logOut: [signedIn, 'harmless'],
  requestPasswordReset: [allow, 'limited'],
  confirmPasswordReset: [allow, 'secret'],
  changePassword: [fullKey, 'limited', 'secret'],
  updateMe: wholeAccount,
  renewCalendarIdentifier: wholeAccount,
  updateAuthUser: wholeAccount,
  replaceAuthUser: wholeAccount,
  createKey: [fullKey, 'secret'],
  deleteKey: fullKey,

  createTrip: wholeAccount,
  updateTrip: editorOfTrip,
  deleteTrip: ownerOfTrip,

  ...ofEachItem('create', () => editorOfItinerary),
  ...ofEachItem('update', changerOf),
  ...ofEachItem('delete', editorOf),
  createExpense: editorOfExpenses,
  updateExpense: editorOfExpense,
  deleteExpense: editorOfExpense,

  invite: invitesToTrip,
  acceptInvitation: invitedToTrip,
  declineInvitation: invitedToTrip,
  answerInvitation: allow,
  setPermissions: inOrder(setsPermissions, permissionsSent),
  removeCollaborator: removesCollaborator,
  requestFavorite: wholeAccount,
  confirmFavorite: inOrder(wholeAccount, askedForFavorite),
  removeFavorite: inOrder(wholeAccount, partyToFavorite),

  createCategory: wholeAccount,
  updateCategory: inOrder(wholeAccount, ownsCategory),
  deleteCategory: inOrder(wholeAccount, ownsCategory),

  prepareUpload: [
    inOrder(asksForUpload, uploadFields, preparesUpload),
    ...(['limited', 'optional', 'secret'] as const),
  ],
  attachDocument: inOrder(ofParent(changesDocuments), linkOrReceipt),
  renameDocument: ofParent(changesDocumentThere),
  removeDocument: ofParent(changesDocumentThere),
  updateDocument: changesDocument,

  addAlternativeEmail: [wholeAccount, 'limited'],
  removeAlternativeEmail: wholeAccount,
  verifyAlternativeEmail: allow,
  importCalendar: [wholeAccount, 'limited'],
  updateEmail: movesEmail,
  deleteEmail: deletesEmail,

  restore: inOrder(userOrOperator, accountNamed, restores),

  deliverEmail: operator,
  setFavorite: operator,
  setSubject: operator,
  setPremium: operator,
  resetCopies: operator,
  narrowKey: operator,
  revokeKey: operator,
}

const money = { price: withExpenses, currency: withExpenses }

/** What a key that is a part of an account sees of its profile (test/spec/b5-keys). */
const ofEveryKey = new Set<string>(profileOfParts)
const ofWholeAccount = Object.fromEntries(
  openFields.User.trim()
    .split(/\s+/)
    .flatMap((field) => (ofEveryKey.has(field) ? [] : [[field, shownToWholeAccount]])),
)

/** Decisions behind the root fields. */
const decided: Record<string, Record<string, Line | ShownTo>> = {
  User: ofWholeAccount,
  Trip: { expense: confirmed(seesExpensesOfTrip), expenses: seesExpensesOfTrip },
  ...Object.fromEntries(parentItemKinds.map(({ type }) => [type, money])),
}

/** `allow` for each of the fields named in the text. */
function allowed(fields: string): Record<string, Line> {
  return Object.fromEntries(fields.split(/\s+/).map((field) => [field, allow]))
}

const lineOf = (line: WithWords): Line => (Array.isArray(line) ? line[0] : line)

const says = (word: Word) => (line: WithWords) => Array.isArray(line) && line.includes(word)

function lineOfWrite(line: WithWords): Line {
  const own = lineOf(line)
  return own === allow || says('harmless')(line) ? own : inOrder(mayWrite, own)
}

export const table: PermissionTable = {
  Query: queries,
  Mutation: Object.fromEntries(
    Object.entries(mutations).map(([field, line]) => [field, lineOfWrite(line)]),
  ),
  ...Object.fromEntries(
    Object.entries(openFields).map(([type, fields]) => [
      type,
      { ...allowed(fields), ...decided[type] },
    ]),
  ),
}

/** The mutations whose line fits, as coordinates such as `Mutation.signUp`. */
function mutationsWhere(fits: (line: WithWords) => boolean): ReadonlySet<string> {
  const found = Object.entries(mutations).filter(([, line]) => fits(line))
  return new Set(found.map(([field]) => `Mutation.${field}`))
}

const publicQueries = Object.keys(queries).filter((field) => queries[field] === allow)

export const publicFields: ReadonlySet<string> = new Set([
  ...publicQueries.map((field) => `Query.${field}`),
  ...mutationsWhere((line) => lineOf(line) === allow),
])
export const optionalFields = mutationsWhere(says('optional'))
export const limitedFields = mutationsWhere(says('limited'))
export const secretFields = mutationsWhere(says('secret'))

/**
 * The decision table for things of one account: emails by their ids alone, in an inbox or out of
 * it, and alternative addresses (test/spec/07, 17). Written from the specification; nothing of the
 * code is imported.
 */
import { type Expected, ofCaller, onTrip } from './decisions.ts'
import { isPartOfAccount } from './narrowings.ts'
import type { Principal, TripPlace } from './principals.ts'

/** Where an email is: waiting in the inbox, deleted from it, or attached. */
const wheres = [
  ...(['waiting', 'thrown', 'on a trip', 'on a child', 'deleted there', 'unpaid'] as const),
  ...(['on a strange trip', 'on a deleted trip', 'on a deleted child'] as const),
]
export type Where = (typeof wheres)[number]
const whose = ['own', 'foreign'] as const
export type OwnedEmailState = `${(typeof whose)[number]}, ${Where}`

/** The caller's and somebody else's, in every place. */
export const emailStates: readonly OwnedEmailState[] = whose.flatMap((own) =>
  wheres.map((where): OwnedEmailState => `${own}, ${where}`),
)
export const whereIn = (state: string) => state.slice(state.indexOf(', ') + 2) as Where
const isOwn = (state: string) => state.startsWith('own')

/** The live trip that it belongs to. */
const placeOf: Partial<Record<Where, TripPlace>> = {
  'on a trip': 'active',
  'on a child': 'active',
  'deleted there': 'active',
  unpaid: 'unpaid',
  'on a strange trip': 'strange',
}

export const emailRights = ['readEmail', 'moveEmail', 'deleteEmail', 'reviveEmail'] as const
export type EmailRight = (typeof emailRights)[number]

interface Facts {
  own: boolean
  /** The caller is a key that is a part of the account, which the inbox is not. */
  part: boolean
  /** In the inbox, or deleted from it. */
  loose: boolean
  deleted: boolean
  sees: boolean
  changes: boolean
}

const when = (may: boolean): Expected => (may ? 'ok' : '403')

const verdicts: Record<EmailRight, (facts: Facts) => Expected> = {
  // Not the caller's: 404. The caller's, but deleted or no longer visible: 403.
  readEmail({ own, deleted, loose, sees }) {
    return own ? when(!deleted && (loose || sees)) : '404'
  },
  // A waiting one belongs to its owner; an attached one to those who may edit it there.
  moveEmail({ own, part, deleted, loose, changes }) {
    if (deleted) return own ? '403' : '404'
    return when(loose ? own && !part : changes)
  },
  // For others, and a second time, success that reveals nothing.
  deleteEmail({ own, part, deleted, loose, changes }) {
    return when(!own || deleted || (loose && !part) || changes)
  },
  // Those who know of it get 403; for others it is not found.
  reviveEmail({ own, part, loose, sees, changes }) {
    const knows = own && !part
    if (loose) return knows ? 'ok' : '404'
    return knows || sees ? when(changes) : '404'
  },
}

/** The verdict on an email that is named by its id alone. */
export function onEmail(right: EmailRight, principal: Principal, state: string): Expected {
  const caller = ofCaller('user', principal)
  if (caller !== 'ok') return caller
  const where = whereIn(state)
  const place = placeOf[where]
  const may = (right: 'seeDocuments' | 'changeDocuments') =>
    place !== undefined && onTrip(right, principal, place) === 'ok'
  return verdicts[right]({
    own: isOwn(state),
    part: isPartOfAccount(principal),
    loose: where === 'waiting' || where === 'thrown',
    deleted: where === 'thrown' || where === 'deleted there',
    sees: may('seeDocuments'),
    changes: may('changeDocuments'),
  })
}

export const addressStates = ['own, verified', 'own', 'foreign, verified', 'foreign'] as const

/**
 * Deletions that succeed and do nothing (test/spec/07): of an email that is missing or
 * somebody else's.
 */
export function isSilent(right: string, state: string): boolean {
  if (right === 'removeAddress') return !isOwn(state)
  if (right !== 'deleteEmail') return false
  return !isOwn(state) || ['thrown', 'deleted there'].includes(whereIn(state))
}

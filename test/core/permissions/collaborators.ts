/**
 * Who may change what a member may do, and who may remove whom (test/spec/11.4, 11.5), as an
 * oracle. Written from the specification; nothing of the code is imported.
 */
import {
  columns,
  everything,
  type Letter,
  letters,
  membersByRights,
  type Principal,
  standing,
} from './principals.ts'

export type ChangeOutcome = 'ok' | '400' | '401' | '403' | '404'

/** Who is changed or removed. */
export const targets = ['owner', 'self', 'other', 'pending', 'removed', 'unknown'] as const
export type TargetName = (typeof targets)[number]

export const callers: readonly Principal[] = [
  ...(['anonymous', 'operator', 'stan', 'pia', 'rhea', 'olga'] as const),
  ...membersByRights,
]

type Sent = Record<string, unknown>

/** The bodies, by name. */
export const contents: Readonly<Record<string, Sent>> = {
  nothing: {},
  'what cannot be set': { is_owner: true, read_only: true, joined: false, user_id: 1 },
  'is travelling': { is_travelling: false },
  notifications: { receive_notifications: false },
  'both choices': { is_travelling: false, receive_notifications: false },
  'a choice and a right': { is_travelling: true, can_edit: false },
  'a broken choice': { is_travelling: 'perhaps' },
  'a broken right': { can_edit: null },
  'every right': Object.fromEntries(letters.map((letter) => [columns[letter], true])),
  'no right': Object.fromEntries(letters.map((letter) => [columns[letter], false])),
  ...Object.fromEntries(
    letters.map((letter) => [`give ${columns[letter]}`, { [columns[letter]]: true }]),
  ),
}

/** The rights of the member that callers try to change. */
export const othersRights = 'ex'

const choices = ['is_travelling', 'receive_notifications']
const settable: string[] = [...choices, ...Object.values(columns)]

const isBroken = (sent: Sent) =>
  settable.some((key) => key in sent && typeof sent[key] !== 'boolean')

/** The rights of the caller on the trip; undefined without access. */
export function rightsHeld(caller: Principal): string | undefined {
  const stands = standing(caller, 'active')
  return 'rights' in stands ? stands.rights : undefined
}

/** The answer to a change of permissions (test/spec/11.4), in the order of its checks. */
export function ofChange(caller: Principal, target: TargetName, sent: Sent): ChangeOutcome {
  const held = rightsHeld(caller)
  if (standing(caller, 'active').as === 'unauthenticated') return '401'
  if (held === undefined) return '404'
  const isOwner = caller === 'olga'
  const isTargetOwner = target === 'owner' || (target === 'self' && isOwner)
  if (!['owner', 'self', 'other'].includes(target)) return '404'
  const keys = settable.filter((key) => key in sent)
  if (keys.length === 0) return '400'
  const isChoice = keys.length === 1 && choices.includes(keys[0] as string)
  const read = isBroken(sent) ? '400' : 'ok'
  if (isTargetOwner) {
    if (!isOwner) return '403'
    return isChoice ? read : '400'
  }
  if (target === 'self' && isChoice) return read
  if (!held.includes('g')) return '403'
  const raises = letters.some((letter) => sent[columns[letter]] === true && !held.includes(letter))
  return raises ? '403' : read
}

/** The rights after it: what was sent, then what follows from it (test/spec/11.4-rights). */
export function rightsAfter(before: string, sent: Sent): string {
  const has = new Set<string>(
    letters.filter((letter) => {
      const value = sent[columns[letter]]
      return typeof value === 'boolean' ? value : before.includes(letter)
    }),
  )
  const drop = (...dropped: Letter[]) => {
    for (const letter of dropped) has.delete(letter)
  }
  if (!has.has('e')) drop('g', 'X', 'D')
  if (!has.has('x')) drop('X')
  if (!has.has('d')) drop('D')
  return letters.filter((letter) => has.has(letter)).join('')
}

/** The rights of the target before it. */
export function rightsBefore(caller: Principal, target: TargetName): string {
  if (target === 'other') return othersRights
  return target === 'owner' ? everything : (rightsHeld(caller) ?? '')
}

/** The answer to a removal (test/spec/11.5). */
export function ofRemoval(caller: Principal, target: TargetName): ChangeOutcome {
  const held = rightsHeld(caller)
  if (standing(caller, 'active').as === 'unauthenticated') return '401'
  if (held === undefined) return '404'
  if (target === 'owner' || (target === 'self' && caller === 'olga')) return '403'
  return target === 'self' || held.includes('g') ? 'ok' : '403'
}

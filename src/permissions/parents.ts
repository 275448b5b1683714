/**
 * What documents are attached to, and in SQL who may see and change them there (test/spec/13,
 * test/permissions): on a trip or a live child of one. The rules ask with these words, and every
 * statement of documents carries them as its second lock.
 */
import { type ParentKind, parentKinds } from '../upload-fields.ts'
import { isPro } from './access.ts'

export interface Parent {
  kind: ParentKind
  id: number
}

/** The child among the arguments of a field, beside its trip; null or absent ones are not named. */
export type ChildArgs = { [Kind in ParentKind as `${Kind}Id`]?: number | null }

/** The parents that are named, by precedence: trip, activity, hosting, transportation. */
export function parentsNamed(args: ChildArgs): Parent[] {
  return parentKinds.flatMap((kind) => {
    const id = args[`${kind}Id`]
    return typeof id === 'number' ? [{ kind, id }] : []
  })
}

/** Exactly where a field's document is attached: to the child that is named, else to the trip. */
export function directParent({ tripId, ...children }: ChildArgs & { tripId: number }): Parent {
  return parentsNamed(children)[0] ?? { kind: 'trip', id: tripId }
}

/** SQL: what a member has stored of each right; it is worth nothing where the owner is not Pro. */
export const rights = {
  see: (member: string) => `${member}.can_see_documents`,
  change: (member: string) => `${member}.can_see_documents and ${member}.can_edit_documents`,
}
export type DocumentRight = keyof typeof rights

/**
 * SQL: the memberships `m` with that right on documents, of the viewer, on live trips `t` whose
 * owner `o` is Pro.
 */
export function granted(viewer: string, right: DocumentRight) {
  return {
    from: 'member m join trip t on t.id = m.trip_id join account o on o.id = t.owner_id',
    where: `m.user_id = ${viewer} and m.joined and ${rights[right]('m')} and t.deleted_at is null
      and ${isPro}`,
  }
}

/** SQL: the viewer has that right on the documents of the trip. */
export function grantedOn(trip: string, viewer: string, right: DocumentRight): string {
  const { from, where } = granted(viewer, right)
  return `exists (select from ${from} where m.trip_id = ${trip} and ${where})`
}

/** SQL: the live trip that a parent belongs to, as a row with `trip_id`; none for one not there. */
export function tripOfParent(kind: ParentKind, id: string): string {
  return kind === 'trip'
    ? `select p.id as trip_id from trip p where p.id = ${id} and p.deleted_at is null`
    : `select p.trip_id from ${kind} p where p.id = ${id} and p.deleted_at is null`
}

/**
 * SQL: the same for whoever puts something there. The parent stays in its trip until that is done,
 * because a child that moves must know what it takes along (test/spec/12).
 */
export function heldParent(kind: ParentKind, id: string): string {
  return `${tripOfParent(kind, id)} for key share`
}

/** SQL: the document `d` is attached to nothing; the interface itself makes none such. */
const standsAlone = 'num_nonnulls(d.trip_id, d.hosting_id, d.activity_id, d.transportation_id) = 0'

/**
 * SQL: the documents `d` of a relation, with the live trip `parent.trip_id` of their parent, if it
 * has one.
 */
export function withParent(relation: string): string {
  return `${relation} d
    left join hosting h on h.id = d.hosting_id and h.deleted_at is null
    left join activity a on a.id = d.activity_id and a.deleted_at is null
    left join transportation r on r.id = d.transportation_id and r.deleted_at is null
    cross join lateral (
      select coalesce(d.trip_id, h.trip_id, a.trip_id, r.trip_id) as trip_id) parent`
}

/** SQL: the document `d` stands alone, and the viewer is its owner and Pro. */
export function isOwnAlone(viewer: string): string {
  return `(${standsAlone} and d.owner_id = ${viewer}
    and exists (select from account o where o.id = d.owner_id and ${isPro}))`
}

/** SQL: the viewer has that right on the document `d` of `withParent`. */
export function grantedOnParent(viewer: string, right: DocumentRight): string {
  return `(${isOwnAlone(viewer)} or ${grantedOn('parent.trip_id', viewer, right)})`
}

/**
 * SQL for undeleting, where `u` is the account that acts and `c` the document: whoever may change
 * the documents of a live parent may bring one back there. Who cannot see them knows of none.
 */
export const restorableDocument = {
  table: 'document',
  from: `account u join member m on m.user_id = u.id and m.joined
    join trip t on t.id = m.trip_id and t.deleted_at is null
    join account o on o.id = t.owner_id
    join (select d.id, parent.trip_id from ${withParent('document')}) c on c.trip_id = t.id`,
  sees: `(${rights.see('m')} and ${isPro})`,
  may: `(${rights.change('m')} and ${isPro})`,
  held: 'for share of m',
}

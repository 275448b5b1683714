/** The bodies that a history reads, of both surfaces, as far as it reads them. */

export interface ShownItem {
  id: number
  internalIdentifier: string
  name: string
  version: number
}

/** A trip, an activity or a collaborator in a page of changes; of others, the type alone. */
export interface ChangedObject extends ShownItem {
  __typename: string
  tripId?: number
  permissions: { isOwner: boolean; canEdit: boolean }
}

export interface PageOfChanges {
  position: string
  hasMore: boolean
  resetAll: boolean
  reset: number[]
  destroyed: { kind: string; id: number; tripId: number | null }[]
  changed: ChangedObject[]
}

export interface HistoryBody {
  id: number
  internal_identifier: string
  name: string
  results: HistoryBody[]
  permissions: { is_owner: boolean; can_edit: boolean }
  errors?: { message: string; extensions: { code: string } }[]
  data: {
    createActivity: ShownItem
    updateActivity: ShownItem
    trip: {
      name: string
      version: number
      activities: { results: ShownItem[] }
      deletedActivities: { results: { id: number }[] }
    }
    changes: PageOfChanges
  }
}

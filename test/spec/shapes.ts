/** The keys of each REST shape, in the order of the specification's examples (test/spec/02). */

export const tripV1 = [
  ...['id', 'internal_identifier', 'name', 'timezone', 'hidden', 'description'],
  ...['starts_at', 'ends_at', 'cover_gradient', 'cover_image_url', 'collaborators_count'],
  ...['owner', 'collaborators', 'has_dates', 'number_of_days', 'emails'],
]

/** "The same without `collaborators_count` and `emails`, plus `guests`" (test/spec/02.1). */
export const tripV2 = [
  ...tripV1.filter((key) => key !== 'collaborators_count' && key !== 'emails'),
  'guests',
]

export const collaborator = ['id', 'name', 'email', 'photo_url', 'permissions', 'joined']

export const permissions = [
  ...['is_owner', 'can_edit', 'can_add_guests', 'can_see_expenses', 'can_edit_expenses'],
  ...['can_see_documents', 'can_edit_documents', 'is_travelling', 'receive_notifications'],
]

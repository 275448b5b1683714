/**
 * The types whose objects no cache may share between the places where it finds them; all others are
 * known by type and `id` (schema/caches.md).
 */

/** What these show of a person depends on the trip; the `id` is that of the user. */
export const people = ['Collaborator', 'FavoriteUser', 'Person']

/** Their `id` is that of an object of any kind. */
export const references = ['Destroyed', 'Tombstone']

export const withForeignId = [...people, ...references]

export const withoutId = [
  'ActivityPage',
  'AlternativeEmailPage',
  'ApiKey',
  'CalendarImport',
  'CategoryList',
  'Changes',
  'CollaboratorPage',
  'DocumentDownload',
  'DocumentPage',
  'EmailPage',
  'ExpensePage',
  'FavoritePage',
  'FavoriteRequestPage',
  'HostingPage',
  'Invitation',
  'InvitationPage',
  'MailedInvitation',
  'NewKey',
  'Notice',
  'Permissions',
  'PremiumState',
  'Removal',
  'Success',
  'TimelinePage',
  'TombstonePage',
  'TransportationPage',
  'TripPage',
  'Upload',
  'ViewerCan',
]

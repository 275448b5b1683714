/** Trips, mail, categories, people and uploads (test/spec/06, 07, 08, 11, 14). */
import type { Route } from './route.ts'

export const v1Routes: readonly Route[] = [
  // 6. V1 trips
  { route: 'GET /v1/trips', operation: 'TripsV1' },
  { route: 'POST /v1/trips', operation: 'CreateTrip', status: 201, emptyWhenNull: true },
  { route: 'GET /v1/trips/{id}', operation: 'TripV1' },
  { route: 'PUT,PATCH /v1/trips/{id}', operation: 'UpdateTrip' },
  { route: 'DELETE /v1/trips/{id}', operation: 'DeleteTrip', status: 204 },

  // 7. Email and inbox
  { route: 'GET /v1/emails', operation: 'AlternativeEmails', paged: true },
  {
    route: 'POST /v1/emails/add',
    operation: 'AddAlternativeEmail',
    status: 201,
    invalid: 'invalid_email',
  },
  { route: 'DELETE /v1/emails/{id}', operation: 'RemoveAlternativeEmail' },
  {
    route: 'GET /v1/emails/{hash}/verify',
    operation: 'VerifyAlternativeEmail',
    page: 'verification',
    invalid: 'invalid_hash',
  },
  { route: 'GET /v1/automation/emails', operation: 'Inbox', paged: true },
  { route: 'GET /v1/automation/emails/{id}', operation: 'InboxEmail' },
  { route: 'PUT,PATCH /v1/automation/emails/{id}', operation: 'UpdateEmail', empty: true },
  { route: 'DELETE /v1/automation/emails/{id}', operation: 'DeleteEmail' },

  // 8. Categories
  { route: 'GET /v1/categories', operation: 'Categories' },
  { route: 'GET /v1/categories/{id}', operation: 'Category' },
  { route: 'POST /v1/categories', operation: 'CreateCategory', status: 201, emptyWhenNull: true },
  { route: 'PUT,PATCH /v1/categories/{id}', operation: 'UpdateCategory' },
  { route: 'DELETE /v1/categories/{id}', operation: 'DeleteCategory', status: 204 },

  // 11. Guests and collaborators
  { route: 'GET /v1/guests/favorites', operation: 'Favorites', paged: true },
  { route: 'POST /v1/guests/invite', operation: 'Invite' },
  { route: 'GET /v1/trip/{trip_id}/collaborators', operation: 'Collaborators', paged: true },
  {
    route: 'GET /v1/trip/{trip_id}/collaborator/{user_id}',
    operation: 'Collaborators',
    paged: true,
  },
  { route: 'DELETE /v1/trip/{trip_id}/collaborator/{user_id}', operation: 'RemoveCollaborator' },
  {
    route: 'PATCH /v1/trip/{trip_id}/collaborator/{user_id}/permissions',
    operation: 'SetPermissions',
  },

  // 14. Uploads
  {
    route: 'POST /v1/storage/uploads',
    operation: 'PrepareUpload',
    omitNull: ['public_url', 'content_length', 'upload_token'],
  },
]

/** The v2 routes, which only read (test/spec/03, 04, 05). */
import type { Route } from '../route.ts'

export const v2Routes: readonly Route[] = [
  // 3. V2 trip reads
  { route: 'GET /v2/trips', operation: 'TripsV2', deleted: 'DeletedTrips', paged: true },
  { route: 'GET /v2/trips/{id}', operation: 'TripV2' },
  {
    route: 'GET /v2/trip/{trip_id}/hostings',
    operation: 'HostingsV2',
    deleted: 'DeletedHostings',
    paged: true,
  },
  { route: 'GET /v2/trip/{trip_id}/hosting/{id}', operation: 'HostingV2' },
  {
    route: 'GET /v2/trip/{trip_id}/activities',
    operation: 'ActivitiesV2',
    deleted: 'DeletedActivities',
    paged: true,
  },
  { route: 'GET /v2/trip/{trip_id}/activity/{id}', operation: 'ActivityV2' },
  {
    route: 'GET /v2/trip/{trip_id}/transportations',
    operation: 'TransportationsV2',
    deleted: 'DeletedTransportations',
    paged: true,
  },
  { route: 'GET /v2/trip/{trip_id}/transportation/{id}', operation: 'TransportationV2' },

  // 4. V2 attached booking emails
  {
    route: 'GET /v2/trip/{trip_id}/emails',
    operation: 'TripEmails',
    deleted: 'DeletedEmails',
    paged: true,
  },
  { route: 'GET /v2/trip/{trip_id}/emails/{id}', operation: 'Email' },
  {
    route: 'GET /v2/trip/{trip_id}/activity/{activity_id}/emails',
    operation: 'ChildEmails',
    deleted: 'DeletedEmails',
    paged: true,
  },
  { route: 'GET /v2/trip/{trip_id}/activity/{activity_id}/emails/{id}', operation: 'Email' },
  {
    route: 'GET /v2/trip/{trip_id}/hosting/{hosting_id}/emails',
    operation: 'ChildEmails',
    deleted: 'DeletedEmails',
    paged: true,
  },
  { route: 'GET /v2/trip/{trip_id}/hosting/{hosting_id}/emails/{id}', operation: 'Email' },
  {
    route: 'GET /v2/trip/{trip_id}/transportation/{transportation_id}/emails',
    operation: 'ChildEmails',
    deleted: 'DeletedEmails',
    paged: true,
  },
  {
    route: 'GET /v2/trip/{trip_id}/transportation/{transportation_id}/emails/{id}',
    operation: 'Email',
  },

  // 5. V2 documents
  {
    route: 'GET /v2/trip/{trip_id}/documents',
    operation: 'TripDocuments',
    deleted: 'DeletedDocuments',
    paged: true,
  },
  { route: 'GET /v2/trip/{trip_id}/documents/{id}', operation: 'Document' },
  {
    route: 'GET /v2/trip/{trip_id}/activity/{activity_id}/documents',
    operation: 'ChildDocuments',
    deleted: 'DeletedDocuments',
    paged: true,
  },
  { route: 'GET /v2/trip/{trip_id}/activity/{activity_id}/documents/{id}', operation: 'Document' },
  {
    route: 'GET /v2/trip/{trip_id}/hosting/{hosting_id}/documents',
    operation: 'ChildDocuments',
    deleted: 'DeletedDocuments',
    paged: true,
  },
  { route: 'GET /v2/trip/{trip_id}/hosting/{hosting_id}/documents/{id}', operation: 'Document' },
  {
    route: 'GET /v2/trip/{trip_id}/transportation/{transportation_id}/documents',
    operation: 'ChildDocuments',
    deleted: 'DeletedDocuments',
    paged: true,
  },
  {
    route: 'GET /v2/trip/{trip_id}/transportation/{transportation_id}/documents/{id}',
    operation: 'Document',
  },
]

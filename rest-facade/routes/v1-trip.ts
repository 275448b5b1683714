/** The content of a trip: its itinerary and documents (test/spec/12, 13). */
import type { Route } from './route.ts'

export const v1TripRoutes: readonly Route[] = [
  // 12. V1 children
  { route: 'GET /v1/trip/{trip_id}/hostings', operation: 'HostingsV1', paged: true },
  {
    route: 'POST /v1/trip/{trip_id}/hostings',
    operation: 'CreateHosting',
    status: 201,
    emptyWhenNull: true,
  },
  { route: 'GET /v1/trip/{trip_id}/hosting/{id}', operation: 'HostingV1' },
  {
    route: 'PUT,PATCH /v1/trip/{trip_id}/hosting/{id}',
    operation: 'UpdateHosting',
    emptyWhenNull: true,
  },
  { route: 'DELETE /v1/trip/{trip_id}/hosting/{id}', operation: 'DeleteHosting', status: 204 },

  { route: 'GET /v1/trip/{trip_id}/activities', operation: 'ActivitiesV1', paged: true },
  {
    route: 'POST /v1/trip/{trip_id}/activities',
    operation: 'CreateActivity',
    status: 201,
    emptyWhenNull: true,
  },
  { route: 'GET /v1/trip/{trip_id}/activity/{id}', operation: 'ActivityV1' },
  {
    route: 'PUT,PATCH /v1/trip/{trip_id}/activity/{id}',
    operation: 'UpdateActivity',
    emptyWhenNull: true,
  },
  { route: 'DELETE /v1/trip/{trip_id}/activity/{id}', operation: 'DeleteActivity', status: 204 },

  { route: 'GET /v1/trip/{trip_id}/transportations', operation: 'TransportationsV1', paged: true },
  {
    route: 'POST /v1/trip/{trip_id}/transportations',
    operation: 'CreateTransportation',
    status: 201,
    emptyWhenNull: true,
  },
  { route: 'GET /v1/trip/{trip_id}/transportation/{id}', operation: 'TransportationV1' },
  {
    route: 'PUT,PATCH /v1/trip/{trip_id}/transportation/{id}',
    operation: 'UpdateTransportation',
    emptyWhenNull: true,
  },
  {
    route: 'DELETE /v1/trip/{trip_id}/transportation/{id}',
    operation: 'DeleteTransportation',
    status: 204,
  },

  { route: 'GET /v1/trip/{trip_id}/expenses', operation: 'ExpensesV1', paged: true },
  { route: 'POST /v1/trip/{trip_id}/expenses', operation: 'CreateExpense', status: 201 },
  { route: 'GET /v1/trip/{trip_id}/expense/{id}', operation: 'ExpenseV1' },
  { route: 'PUT,PATCH /v1/trip/{trip_id}/expense/{id}', operation: 'UpdateExpense' },
  { route: 'DELETE /v1/trip/{trip_id}/expense/{id}', operation: 'DeleteExpense', status: 204 },

  // 13. Documents: attach, edit, move, remove, download
  { route: 'POST /v1/trip/{trip_id}/documents', operation: 'AttachDocument', status: 201 },
  { route: 'PUT,PATCH /v1/trip/{trip_id}/documents/{id}', operation: 'RenameDocument' },
  { route: 'DELETE /v1/trip/{trip_id}/documents/{id}', operation: 'RemoveDocument', empty: true },
  {
    route: 'POST /v1/trip/{trip_id}/activity/{activity_id}/documents',
    operation: 'AttachDocument',
    status: 201,
  },
  {
    route: 'PUT,PATCH /v1/trip/{trip_id}/activity/{activity_id}/documents/{id}',
    operation: 'RenameDocument',
  },
  {
    route: 'DELETE /v1/trip/{trip_id}/activity/{activity_id}/documents/{id}',
    operation: 'RemoveDocument',
    empty: true,
  },
  {
    route: 'POST /v1/trip/{trip_id}/hosting/{hosting_id}/documents',
    operation: 'AttachDocument',
    status: 201,
  },
  {
    route: 'PUT,PATCH /v1/trip/{trip_id}/hosting/{hosting_id}/documents/{id}',
    operation: 'RenameDocument',
  },
  {
    route: 'DELETE /v1/trip/{trip_id}/hosting/{hosting_id}/documents/{id}',
    operation: 'RemoveDocument',
    empty: true,
  },
  {
    route: 'POST /v1/trip/{trip_id}/transportation/{transportation_id}/documents',
    operation: 'AttachDocument',
    status: 201,
  },
  {
    route: 'PUT,PATCH /v1/trip/{trip_id}/transportation/{transportation_id}/documents/{id}',
    operation: 'RenameDocument',
  },
  {
    route: 'DELETE /v1/trip/{trip_id}/transportation/{transportation_id}/documents/{id}',
    operation: 'RemoveDocument',
    empty: true,
  },
  { route: 'GET /v1/documents/{id}/get', operation: 'DocumentDownload' },
  { route: 'PUT,PATCH /v1/documents/{id}', operation: 'UpdateDocument', empty: true },
]

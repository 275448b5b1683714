/**
 * Every REST route, in the order of the contract's sections. A row is data: an address, the
 * operation that answers it, and at most the options of `Route`. Whether a route is public is no
 * option: it is if its GraphQL field is.
 */
export interface Route {
  /** `METHOD[,METHOD] /path/{param}`, without the trailing slash that every route also takes. */
  route: string
  /** A named operation of `operations/`. */
  operation: string
  /** The operation that answers instead when the query says `deleted=true`. */
  deleted?: string
  /** The status of success; 200 unless told. With 204 the body is dropped. */
  status?: 201 | 204
  /** The body is a page: `next` and `previous` are added, and the query's `page` is taken. */
  paged?: true
  /** A null body is an empty 200. */
  emptyWhenNull?: true
}

/** Operations of the pages behind the links of mails that no row has. */
export const pageOperations: readonly string[] = ['AnswerInvitation']

export const routes: readonly Route[] = [
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

  // 6. V1 trips
  { route: 'GET /v1/trips', operation: 'TripsV1' },
  { route: 'POST /v1/trips', operation: 'CreateTrip', status: 201, emptyWhenNull: true },
  { route: 'GET /v1/trips/{id}', operation: 'TripV1' },
  { route: 'PUT,PATCH /v1/trips/{id}', operation: 'UpdateTrip' },
  { route: 'DELETE /v1/trips/{id}', operation: 'DeleteTrip', status: 204 },

  // 8. Categories
  { route: 'GET /v1/categories', operation: 'Categories' },
  { route: 'GET /v1/categories/{id}', operation: 'Category' },
  { route: 'POST /v1/categories', operation: 'CreateCategory', status: 201, emptyWhenNull: true },
  { route: 'PUT,PATCH /v1/categories/{id}', operation: 'UpdateCategory' },
  { route: 'DELETE /v1/categories/{id}', operation: 'DeleteCategory', status: 204 },

  // 9. Account
  { route: 'POST /v1/signup', operation: 'SignUp', status: 201 },
  { route: 'GET /v1/me', operation: 'Me' },
  { route: 'PUT,PATCH /v1/me', operation: 'UpdateMe' },
  { route: 'GET /auth/user', operation: 'AuthUser' },
  { route: 'PUT /auth/user', operation: 'ReplaceAuthUser' },
  { route: 'PATCH /auth/user', operation: 'UpdateAuthUser' },

  // 10. Login, logout, passwords
  { route: 'POST /auth', operation: 'CreateApiKey' },
  { route: 'POST /v1/auth', operation: 'CreateApiKey' },
  { route: 'POST /auth/login', operation: 'LogIn' },
  { route: 'POST /auth/logout', operation: 'LogOut' },
  { route: 'POST /auth/password/reset', operation: 'RequestPasswordReset' },
  { route: 'POST /auth/password/reset/confirm', operation: 'ConfirmPasswordReset' },
  { route: 'POST /auth/password/change', operation: 'ChangePassword' },

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
]

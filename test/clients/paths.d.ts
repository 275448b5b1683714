/** Generated from openapi.json by `npm run generate`; do not edit. */
export interface paths {
    "/v2/trips": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Trips that the caller owns or has joined, by ascending ID */
        get: operations["ListTripsV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/trips/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Trip that the caller owns or has joined
         * @description Fails with `404` for any other ID.
         */
        get: operations["GetTripV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/trip/{trip_id}/hostings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Hostings of the trip, by ascending ID */
        get: operations["ListHostingsV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/trip/{trip_id}/hosting/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Hosting of the trip
         * @description Fails with `404` for any other ID.
         */
        get: operations["GetHostingV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/trip/{trip_id}/activities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Activities of the trip, by ascending ID */
        get: operations["ListActivitiesV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/trip/{trip_id}/activity/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Activity of the trip
         * @description Fails with `404` for any other ID.
         */
        get: operations["GetActivityV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/trip/{trip_id}/transportations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Transportations of the trip, by ascending ID */
        get: operations["ListTransportationsV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/trip/{trip_id}/transportation/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Transportation of the trip
         * @description Fails with `404` for any other ID.
         */
        get: operations["GetTransportationV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/trip/{trip_id}/emails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Booking emails attached to a trip and its itinerary items, or to a single item, newest first
         * @description Fails with `403` without the permission to see documents, or for an unknown trip or item.
         */
        get: operations["ListTripEmails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/trip/{trip_id}/emails/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Booking email attached to a trip or one of its itinerary items, or to exactly the given item
         * @description Fails with `404` for any other ID, and with `403` without the permission to see documents, or for an unknown trip or item.
         */
        get: operations["GetTripEmail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/trip/{trip_id}/activity/{activity_id}/emails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Booking emails attached to a trip and its itinerary items, or to a single item, newest first
         * @description Fails with `403` without the permission to see documents, or for an unknown trip or item.
         */
        get: operations["ListActivityEmails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/trip/{trip_id}/activity/{activity_id}/emails/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Booking email attached to a trip or one of its itinerary items, or to exactly the given item
         * @description Fails with `404` for any other ID, and with `403` without the permission to see documents, or for an unknown trip or item.
         */
        get: operations["GetActivityEmail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/trip/{trip_id}/hosting/{hosting_id}/emails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Booking emails attached to a trip and its itinerary items, or to a single item, newest first
         * @description Fails with `403` without the permission to see documents, or for an unknown trip or item.
         */
        get: operations["ListHostingEmails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/trip/{trip_id}/hosting/{hosting_id}/emails/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Booking email attached to a trip or one of its itinerary items, or to exactly the given item
         * @description Fails with `404` for any other ID, and with `403` without the permission to see documents, or for an unknown trip or item.
         */
        get: operations["GetHostingEmail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/trip/{trip_id}/transportation/{transportation_id}/emails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Booking emails attached to a trip and its itinerary items, or to a single item, newest first
         * @description Fails with `403` without the permission to see documents, or for an unknown trip or item.
         */
        get: operations["ListTransportationEmails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/trip/{trip_id}/transportation/{transportation_id}/emails/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Booking email attached to a trip or one of its itinerary items, or to exactly the given item
         * @description Fails with `404` for any other ID, and with `403` without the permission to see documents, or for an unknown trip or item.
         */
        get: operations["GetTransportationEmail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/trip/{trip_id}/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Documents attached to a trip and its itinerary items, or to a single item, newest first
         * @description Fails with `403` without the permission to see documents, or for an unknown trip or item.
         */
        get: operations["ListTripDocuments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/trip/{trip_id}/documents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Document attached to a trip or one of its itinerary items, or to exactly the given item
         * @description Fails with `404` for any other ID, and with `403` without the permission to see documents, or for an unknown trip or item.
         */
        get: operations["GetTripDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/trip/{trip_id}/activity/{activity_id}/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Documents attached to a trip and its itinerary items, or to a single item, newest first
         * @description Fails with `403` without the permission to see documents, or for an unknown trip or item.
         */
        get: operations["ListActivityDocuments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/trip/{trip_id}/activity/{activity_id}/documents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Document attached to a trip or one of its itinerary items, or to exactly the given item
         * @description Fails with `404` for any other ID, and with `403` without the permission to see documents, or for an unknown trip or item.
         */
        get: operations["GetActivityDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/trip/{trip_id}/hosting/{hosting_id}/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Documents attached to a trip and its itinerary items, or to a single item, newest first
         * @description Fails with `403` without the permission to see documents, or for an unknown trip or item.
         */
        get: operations["ListHostingDocuments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/trip/{trip_id}/hosting/{hosting_id}/documents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Document attached to a trip or one of its itinerary items, or to exactly the given item
         * @description Fails with `404` for any other ID, and with `403` without the permission to see documents, or for an unknown trip or item.
         */
        get: operations["GetHostingDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/trip/{trip_id}/transportation/{transportation_id}/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Documents attached to a trip and its itinerary items, or to a single item, newest first
         * @description Fails with `403` without the permission to see documents, or for an unknown trip or item.
         */
        get: operations["ListTransportationDocuments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/trip/{trip_id}/transportation/{transportation_id}/documents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Document attached to a trip or one of its itinerary items, or to exactly the given item
         * @description Fails with `404` for any other ID, and with `403` without the permission to see documents, or for an unknown trip or item.
         */
        get: operations["GetTransportationDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/trips": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Trips that the caller owns or has joined, by ascending ID */
        get: operations["ListTripsV1"];
        put?: never;
        /**
         * Creates a trip with the caller as its owner
         * @description Returns an empty body and creates nothing if another trip of the caller, active or deleted, has the same `internal_identifier` of more than 5 characters.
         */
        post: operations["CreateTrip"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/trips/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Trip that the caller owns or has joined
         * @description Fails with `404` for any other ID.
         */
        get: operations["GetTripV1"];
        /**
         * Updates a trip
         * @description Requires the permission to edit it.
         */
        put: operations["UpdateTripByPut"];
        post?: never;
        /**
         * Soft-deletes a trip with everything in it
         * @description Only the owner of the trip may delete it.
         */
        delete: operations["DeleteTrip"];
        options?: never;
        head?: never;
        /**
         * Updates a trip
         * @description Requires the permission to edit it.
         */
        patch: operations["UpdateTrip"];
        trace?: never;
    };
    "/v1/emails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Alternative email addresses of the caller, by ascending ID */
        get: operations["ListAlternativeEmails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/emails/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Adds an alternative email address to the account of the caller, and mails a verification link to it
         * @description Fails with `401` if any account has the address.
         */
        post: operations["AddAlternativeEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/emails/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Removes an alternative email address permanently
         * @description Succeeds without effect if the address is unknown or belongs to another user.
         */
        delete: operations["RemoveAlternativeEmail"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/emails/{hash}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Verifies an alternative email address
         * @description No authentication required.
         */
        get: operations["VerifyAlternativeEmail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/automation/emails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Booking emails of the caller that wait for review, newest first */
        get: operations["ListInbox"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/automation/emails/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Booking email of the caller, in the inbox or attached
         * @description Fails with `404` for an email of another user, and with `403` for one that is deleted or attached where the caller lacks the permission to see documents.
         */
        get: operations["GetInboxEmail"];
        /**
         * Updates a booking email, and moves it if a target ID is sent
         * @description An email in the inbox must be the caller's. For an attached email, and for the target, the caller needs the permission to edit documents. An email of another user can be moved only within its trip.
         */
        put: operations["UpdateEmailByPut"];
        post?: never;
        /**
         * Soft-deletes a booking email of the caller
         * @description If it is attached, this requires the permission to edit documents. Succeeds without effect if the email is unknown, deleted or another user's.
         */
        delete: operations["DeleteEmail"];
        options?: never;
        head?: never;
        /**
         * Updates a booking email, and moves it if a target ID is sent
         * @description An email in the inbox must be the caller's. For an attached email, and for the target, the caller needs the permission to edit documents. An email of another user can be moved only within its trip.
         */
        patch: operations["UpdateEmail"];
        trace?: never;
    };
    "/v1/categories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Categories of the caller and of all users who share an active trip with the caller, by ascending ID */
        get: operations["ListCategories"];
        put?: never;
        /**
         * Creates a category
         * @description Returns an empty body and creates nothing if the caller already has an active category with the same `slug`. An account has at most 500.
         */
        post: operations["CreateCategory"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/categories/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Category of the caller, or of a user who shares an active trip with the caller
         * @description Fails with `404` for any other ID.
         */
        get: operations["GetCategory"];
        /**
         * Updates a category of the caller
         * @description Changing the slug does not change activities.
         */
        put: operations["UpdateCategoryByPut"];
        post?: never;
        /**
         * Soft-deletes a category of the caller
         * @description Activities keep its slug.
         */
        delete: operations["DeleteCategory"];
        options?: never;
        head?: never;
        /**
         * Updates a category of the caller
         * @description Changing the slug does not change activities.
         */
        patch: operations["UpdateCategory"];
        trace?: never;
    };
    "/v1/guests/favorites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Confirmed favorites of the caller, and pending ones that the caller has requested, newest first */
        get: operations["ListFavorites"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/guests/invite": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invites a user to a trip
         * @description Requires the permission to add guests. A confirmed favorite of the caller becomes a member at once; a user who shares another active trip with the caller becomes an invitee and receives an invitation mail. Fails with `404` for any other address.
         */
        post: operations["Invite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/trip/{trip_id}/collaborators": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Members and invitees, the owner first, then by ascending user ID
         * @description Invitees are listed only for callers who have the permission to add guests.
         */
        get: operations["ListTripCollaborators"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/trip/{trip_id}/collaborator/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Members and invitees, the owner first, then by ascending user ID
         * @description Invitees are listed only for callers who have the permission to add guests.
         */
        get: operations["GetTripCollaborators"];
        put?: never;
        post?: never;
        /**
         * Removes a member or invitee from a trip
         * @description Requires the permission to add guests, except for members who remove themselves. The owner cannot be removed.
         */
        delete: operations["RemoveCollaborator"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/trip/{trip_id}/collaborator/{user_id}/permissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Updates permissions and settings of a member
         * @description Requires the permission to add guests. Without it, members may change their own settings `is_travelling` and `receive_notifications`, one per request. The permissions of the owner cannot be changed, and only owners can change their own settings. Fails with `403` if it grants a permission that the caller lacks.
         */
        patch: operations["SetPermissions"];
        trace?: never;
    };
    "/v1/storage/uploads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Prepares the upload of a file to the object store
         * @description A document requires authentication and the permission to edit documents; a profile photo or a trip cover requires neither.
         */
        post: operations["PrepareUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/trip/{trip_id}/hostings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Hostings of the trip, by ascending ID */
        get: operations["ListHostingsV1"];
        put?: never;
        /**
         * Creates a hosting
         * @description Requires the permission to edit the trip. Returns an empty body and creates nothing if another hosting of the trip, active or deleted, has the same non-empty `internal_identifier`.
         */
        post: operations["CreateHosting"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/trip/{trip_id}/hosting/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Hosting of the trip
         * @description Fails with `404` for any other ID.
         */
        get: operations["GetHostingV1"];
        /**
         * Updates a hosting, and moves it if update_trip is sent
         * @description Requires the permission to edit the trip. Returns an empty body if `update_trip` is sent.
         */
        put: operations["UpdateHostingByPut"];
        post?: never;
        /**
         * Soft-deletes a hosting
         * @description Requires the permission to edit the trip.
         */
        delete: operations["DeleteHosting"];
        options?: never;
        head?: never;
        /**
         * Updates a hosting, and moves it if update_trip is sent
         * @description Requires the permission to edit the trip. Returns an empty body if `update_trip` is sent.
         */
        patch: operations["UpdateHosting"];
        trace?: never;
    };
    "/v1/trip/{trip_id}/activities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Activities of the trip, by ascending ID */
        get: operations["ListActivitiesV1"];
        put?: never;
        /**
         * Creates an activity
         * @description Requires the permission to edit the trip. Returns an empty body and creates nothing if another activity of the trip, active or deleted, has the same non-empty `internal_identifier`.
         */
        post: operations["CreateActivity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/trip/{trip_id}/activity/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Activity of the trip
         * @description Fails with `404` for any other ID.
         */
        get: operations["GetActivityV1"];
        /**
         * Updates an activity, and moves it if update_trip is sent
         * @description Requires the permission to edit the trip. Returns an empty body if `update_trip` is sent.
         */
        put: operations["UpdateActivityByPut"];
        post?: never;
        /**
         * Soft-deletes an activity
         * @description Requires the permission to edit the trip.
         */
        delete: operations["DeleteActivity"];
        options?: never;
        head?: never;
        /**
         * Updates an activity, and moves it if update_trip is sent
         * @description Requires the permission to edit the trip. Returns an empty body if `update_trip` is sent.
         */
        patch: operations["UpdateActivity"];
        trace?: never;
    };
    "/v1/trip/{trip_id}/transportations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Transportations of the trip, by ascending ID */
        get: operations["ListTransportationsV1"];
        put?: never;
        /**
         * Creates a transportation
         * @description Requires the permission to edit the trip. Returns an empty body and creates nothing if another transportation of the trip, active or deleted, has the same non-empty `internal_identifier`.
         */
        post: operations["CreateTransportation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/trip/{trip_id}/transportation/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Transportation of the trip
         * @description Fails with `404` for any other ID.
         */
        get: operations["GetTransportationV1"];
        /**
         * Updates a transportation, and moves it if update_trip is sent
         * @description Requires the permission to edit the trip. Returns an empty body if `update_trip` is sent.
         */
        put: operations["UpdateTransportationByPut"];
        post?: never;
        /**
         * Soft-deletes a transportation
         * @description Requires the permission to edit the trip.
         */
        delete: operations["DeleteTransportation"];
        options?: never;
        head?: never;
        /**
         * Updates a transportation, and moves it if update_trip is sent
         * @description Requires the permission to edit the trip. Returns an empty body if `update_trip` is sent.
         */
        patch: operations["UpdateTransportation"];
        trace?: never;
    };
    "/v1/trip/{trip_id}/expenses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Expenses of the trip, by ascending ID
         * @description Requires the permission to see expenses.
         */
        get: operations["ListExpensesV1"];
        put?: never;
        /**
         * Creates an expense
         * @description Requires the permission to edit expenses.
         */
        post: operations["CreateExpense"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/trip/{trip_id}/expense/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Expense of the trip
         * @description Requires the permission to see expenses.
         */
        get: operations["GetExpenseV1"];
        /**
         * Updates an expense
         * @description Requires the permission to edit expenses.
         */
        put: operations["UpdateExpenseByPut"];
        post?: never;
        /**
         * Soft-deletes an expense
         * @description Requires the permission to edit expenses.
         */
        delete: operations["DeleteExpense"];
        options?: never;
        head?: never;
        /**
         * Updates an expense
         * @description Requires the permission to edit expenses.
         */
        patch: operations["UpdateExpense"];
        trace?: never;
    };
    "/v1/trip/{trip_id}/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Attaches a link or an uploaded file to a trip or one of its itinerary items
         * @description Requires the permission to edit documents. The caller must have prepared the upload of a file for the same trip or item. Repeating the request with the same `upload_token` returns the existing document.
         */
        post: operations["AttachTripDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/trip/{trip_id}/documents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Renames a document attached directly to the given trip or item
         * @description Requires the permission to edit documents.
         */
        put: operations["RenameTripDocumentByPut"];
        post?: never;
        /**
         * Soft-deletes a document attached directly to the given trip or item
         * @description Requires the permission to edit documents.
         */
        delete: operations["RemoveTripDocument"];
        options?: never;
        head?: never;
        /**
         * Renames a document attached directly to the given trip or item
         * @description Requires the permission to edit documents.
         */
        patch: operations["RenameTripDocument"];
        trace?: never;
    };
    "/v1/trip/{trip_id}/activity/{activity_id}/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Attaches a link or an uploaded file to a trip or one of its itinerary items
         * @description Requires the permission to edit documents. The caller must have prepared the upload of a file for the same trip or item. Repeating the request with the same `upload_token` returns the existing document.
         */
        post: operations["AttachActivityDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/trip/{trip_id}/activity/{activity_id}/documents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Renames a document attached directly to the given trip or item
         * @description Requires the permission to edit documents.
         */
        put: operations["RenameActivityDocumentByPut"];
        post?: never;
        /**
         * Soft-deletes a document attached directly to the given trip or item
         * @description Requires the permission to edit documents.
         */
        delete: operations["RemoveActivityDocument"];
        options?: never;
        head?: never;
        /**
         * Renames a document attached directly to the given trip or item
         * @description Requires the permission to edit documents.
         */
        patch: operations["RenameActivityDocument"];
        trace?: never;
    };
    "/v1/trip/{trip_id}/hosting/{hosting_id}/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Attaches a link or an uploaded file to a trip or one of its itinerary items
         * @description Requires the permission to edit documents. The caller must have prepared the upload of a file for the same trip or item. Repeating the request with the same `upload_token` returns the existing document.
         */
        post: operations["AttachHostingDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/trip/{trip_id}/hosting/{hosting_id}/documents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Renames a document attached directly to the given trip or item
         * @description Requires the permission to edit documents.
         */
        put: operations["RenameHostingDocumentByPut"];
        post?: never;
        /**
         * Soft-deletes a document attached directly to the given trip or item
         * @description Requires the permission to edit documents.
         */
        delete: operations["RemoveHostingDocument"];
        options?: never;
        head?: never;
        /**
         * Renames a document attached directly to the given trip or item
         * @description Requires the permission to edit documents.
         */
        patch: operations["RenameHostingDocument"];
        trace?: never;
    };
    "/v1/trip/{trip_id}/transportation/{transportation_id}/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Attaches a link or an uploaded file to a trip or one of its itinerary items
         * @description Requires the permission to edit documents. The caller must have prepared the upload of a file for the same trip or item. Repeating the request with the same `upload_token` returns the existing document.
         */
        post: operations["AttachTransportationDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/trip/{trip_id}/transportation/{transportation_id}/documents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Renames a document attached directly to the given trip or item
         * @description Requires the permission to edit documents.
         */
        put: operations["RenameTransportationDocumentByPut"];
        post?: never;
        /**
         * Soft-deletes a document attached directly to the given trip or item
         * @description Requires the permission to edit documents.
         */
        delete: operations["RemoveTransportationDocument"];
        options?: never;
        head?: never;
        /**
         * Renames a document attached directly to the given trip or item
         * @description Requires the permission to edit documents.
         */
        patch: operations["RenameTransportationDocument"];
        trace?: never;
    };
    "/v1/documents/{id}/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download of a document
         * @description Fails with `403` without the permission to see documents, or for an unknown document; fails with `404` if the file is missing.
         */
        get: operations["GetDocumentDownload"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Updates a document, and moves it if a target ID is sent
         * @description Requires the permission to edit documents where it is attached and where it is moved to.
         */
        put: operations["UpdateDocumentByPut"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Updates a document, and moves it if a target ID is sent
         * @description Requires the permission to edit documents where it is attached and where it is moved to.
         */
        patch: operations["UpdateDocument"];
        trace?: never;
    };
    "/v1/signup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Creates an account
         * @description An API key is issued only on login. No authentication required.
         */
        post: operations["SignUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Account of the caller */
        get: operations["GetMe"];
        /**
         * Updates the profile of the caller
         * @description Always sets `last_activity_date` to the current time.
         */
        put: operations["UpdateMeByPut"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Updates the profile of the caller
         * @description Always sets `last_activity_date` to the current time.
         */
        patch: operations["UpdateMe"];
        trace?: never;
    };
    "/auth/user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Account of the caller */
        get: operations["GetAuthUser"];
        /**
         * Updates the username, first name and last name of the caller
         * @description The username is required.
         */
        put: operations["ReplaceAuthUser"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Updates the username, first name and last name of the caller */
        patch: operations["UpdateAuthUser"];
        trace?: never;
    };
    "/auth": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issues an API key for a username and password
         * @description No authentication required.
         */
        post: operations["CreateApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issues an API key for a username and password
         * @description No authentication required.
         */
        post: operations["CreateApiKeyV1"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issues an API key for an email address or username, and password
         * @description No authentication required.
         */
        post: operations["LogIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revokes the API key of this request
         * @description OAuth access tokens are not revoked.
         */
        post: operations["LogOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/password/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mails a password reset link to the primary email address of an account
         * @description The response is the same if no account has the address. No authentication required.
         */
        post: operations["RequestPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/password/reset/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sets a new password with the values of a reset link, and revokes all API keys of the account
         * @description No authentication required.
         */
        post: operations["ConfirmPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/password/change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sets a new password, and revokes all API keys of the account except that of this request */
        post: operations["ChangePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Permissions and settings of one member or invitee of a trip. */
        Permissions: {
            /** @description Whether the member owns the trip. */
            is_owner: boolean;
            /** @description Whether the member may edit the trip and its hostings, activities and transportations. */
            can_edit: boolean;
            /** @description Whether the member may invite and remove guests and change their permissions. */
            can_add_guests: boolean;
            /** @description Whether the member may see expenses and prices. */
            can_see_expenses: boolean;
            /** @description Whether the member may edit expenses and prices. */
            can_edit_expenses: boolean;
            /** @description Whether the member may see documents and booking emails. Effective only while the owner of the trip has a Pro subscription. */
            can_see_documents: boolean;
            /** @description Whether the member may edit documents and booking emails. Effective only while the owner of the trip has a Pro subscription. */
            can_edit_documents: boolean;
            /** @description Whether the member is travelling. */
            is_travelling: boolean;
            /** @description Whether the member wants notifications about the trip. */
            receive_notifications: boolean;
        };
        /** @description Member or invitee of a trip. Name, email address and photo of an invitee are withheld unless that user is a confirmed favorite of the caller or shares another trip with the caller. */
        Collaborator: {
            /**
             * Format: int32
             * @description User ID.
             */
            id: number;
            /** @description Display name; empty if withheld. */
            name: string;
            /** @description Primary email address; empty if withheld. */
            email: string;
            /** @description URL of the profile photo; null if none or withheld. */
            photo_url: string | null;
            /** @description Permissions on the trip; those of an invitee take effect on joining. */
            permissions: components["schemas"]["Permissions"];
            /** @description Whether the user is a member; false for an invitee. */
            joined: boolean;
        };
        /** @description Trip with its members and its itinerary, which are reached only through `Query.trip`, `Query.trips` or a mutation that names the trip. */
        TripV2: {
            /**
             * Format: int32
             * @description Trip ID.
             */
            id: number;
            /** @description Identifier chosen by the client; empty if none. */
            internal_identifier: string;
            /** @description Display name; may be empty. */
            name: string;
            /** @description IANA time zone name, stored as sent without validation. */
            timezone: string;
            /** @description Whether clients should hide the trip; lists include it regardless. */
            hidden: boolean;
            /** @description Description, free text. */
            description: string;
            /**
             * Format: date
             * @description First day; null if unknown.
             */
            starts_at: string | null;
            /**
             * Format: date
             * @description Last day; null if unknown.
             */
            ends_at: string | null;
            /**
             * Format: int32
             * @description Cover gradient, as a number that clients define.
             */
            cover_gradient: number;
            /** @description URL of the cover image; null if none. */
            cover_image_url: string | null;
            /**
             * Format: int32
             * @description User ID of the owner.
             */
            owner: number;
            /**
             * Format: int32
             * @description Number of members, including the owner and excluding invitees.
             */
            collaborators: number;
            /** @description Whether the trip has dates. If false, clients ignore `starts_at` and `ends_at`. */
            has_dates: boolean;
            /**
             * Format: int32
             * @description Number of days, as set by the client.
             */
            number_of_days: number;
            /** @description Members of the trip. The owner is included only while not travelling. */
            guests: components["schemas"]["Collaborator"][];
        };
        /** @description Page of trips. */
        TripV2Page: {
            /**
             * Format: int32
             * @description Number of results on all pages.
             */
            count: number;
            /**
             * Format: uri
             * @description URL of the next page; null on the last page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description URL of the previous page; null on the first page.
             */
            previous: string | null;
            /** @description Results of this page. */
            results: components["schemas"]["TripV2"][];
        };
        /** @description Record of an object that was deleted, or moved from the trip to another one, for clients that synchronize a local copy. */
        Tombstone: {
            /**
             * Format: int32
             * @description ID of the object.
             */
            id: number;
        };
        /** @description Page of tombstones. */
        TombstonePage: {
            /**
             * Format: int32
             * @description Number of results on all pages.
             */
            count: number;
            /**
             * Format: uri
             * @description URL of the next page; null on the last page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description URL of the previous page; null on the first page.
             */
            previous: string | null;
            /** @description Results of this page. */
            results: components["schemas"]["Tombstone"][];
        };
        /** @description User as seen by other users on a trip. */
        Person: {
            /**
             * Format: int32
             * @description User ID.
             */
            id: number;
            /** @description Display name; may be empty. */
            name: string;
            /** @description Primary email address; empty for strangers: users who neither share an active trip with the caller nor are confirmed favorites of the caller. */
            email: string;
            /** @description URL of the profile photo; null if none, and for strangers. */
            photo_url: string | null;
        };
        /** @description Lodging in a trip, such as a hotel stay. */
        HostingV2: {
            /**
             * Format: int32
             * @description Hosting ID.
             */
            id: number;
            /** @description User who created the hosting. */
            owner: components["schemas"]["Person"];
            /** @description Identifier chosen by the client; empty if none. */
            internal_identifier: string;
            /**
             * Format: int32
             * @description ID of the trip.
             */
            trip: number;
            /** @description Whether clients should hide the hosting; lists include it regardless. */
            hidden: boolean;
            /**
             * Format: date-time
             * @description Check-in time; null if unknown.
             */
            starts_at: string | null;
            /**
             * Format: date-time
             * @description Check-out time; null if unknown.
             */
            ends_at: string | null;
            /** @description IANA time zone name, stored as sent without validation. */
            timezone: string;
            /** @description Display name. */
            name: string;
            /** @description Description, free text. */
            description: string;
            /** @description Address, free text. */
            address: string;
            /** @description Longitude in decimal degrees; null if unknown. */
            longitude: number | null;
            /** @description Latitude in decimal degrees; null if unknown. */
            latitude: number | null;
            /** @description Phone number, free text. */
            phone: string;
            /** @description Room type, free text. */
            room_type: string;
            /** @description Room number, free text. */
            room_number: string;
            /** @description Website URL. */
            website: string;
            /** @description Notes, free text. */
            notes: string;
            /** @description Reservation code of the booking provider. */
            provider_reservation_code: string;
            /** @description Price in `currency`; null if unknown. Requires the permission to see expenses. Omitted for callers without that permission. */
            price?: number | null;
            /** @description Currency of `price`, such as `EUR`, stored as sent. Requires the permission to see expenses. Omitted for callers without that permission. */
            currency?: string | null;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updated_at: string;
            /** @description Apple Maps place ID; empty if none. Returned only if `fields` names it. */
            apple_maps_id?: string;
            /** @description URL of the location on the booking provider's website. Returned only if `fields` names it. */
            provider_location_url?: string;
            /** @description Reservation details of the booking provider, free text. Returned only if `fields` names it. */
            provider_reservation_description?: string;
            /** @description Reference to a document of the booking provider, free text. Returned only if `fields` names it. */
            provider_document?: string;
            /** @description Google Places ID; empty if none. Returned only if `fields` names it. */
            google_places_id?: string;
            /** @description User IDs of the trip members assigned to the hosting. Returned only if `fields` names it. */
            assigned_users?: number[];
            /**
             * Format: int32
             * @description Position within a day, as set by the client. Returned only if `fields` names it.
             */
            sort_order?: number;
        };
        /** @description Page of hostings. */
        HostingV2Page: {
            /**
             * Format: int32
             * @description Number of results on all pages.
             */
            count: number;
            /**
             * Format: uri
             * @description URL of the next page; null on the last page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description URL of the previous page; null on the first page.
             */
            previous: string | null;
            /** @description Results of this page. */
            results: components["schemas"]["HostingV2"][];
        };
        /** @description Activity in a trip, such as a restaurant visit or an event. */
        ActivityV2: {
            /**
             * Format: int32
             * @description Activity ID.
             */
            id: number;
            /** @description User who created the activity. */
            owner: components["schemas"]["Person"];
            /** @description Identifier chosen by the client; empty if none. */
            internal_identifier: string;
            /**
             * Format: int32
             * @description ID of the trip.
             */
            trip: number;
            /** @description Whether clients should hide the activity; lists include it regardless. */
            hidden: boolean;
            /** @description Built-in type, such as `museum`, or slug of a category. Any other value is kept as sent. */
            activity_type: string;
            /** @description Part of the day, in a form that clients define; null if unset. */
            period: string | null;
            /**
             * Format: date-time
             * @description Start time; null if unknown.
             */
            starts_at: string | null;
            /**
             * Format: date-time
             * @description End time; null if unknown.
             */
            ends_at: string | null;
            /** @description Whether the activity lasts all day. */
            all_day: boolean;
            /** @description Display name. */
            name: string;
            /** @description Description, free text. */
            description: string;
            /** @description Whether the activity is checked off. */
            checked: boolean;
            /** @description Address, free text. */
            address: string;
            /** @description Longitude in decimal degrees; null if unknown. */
            longitude: number | null;
            /** @description Latitude in decimal degrees; null if unknown. */
            latitude: number | null;
            /** @description IANA time zone name, stored as sent without validation. */
            timezone: string;
            /** @description Price in `currency`; null if unknown. Requires the permission to see expenses. Omitted for callers without that permission. */
            price?: number | null;
            /** @description Currency of `price`, such as `EUR`, stored as sent. Requires the permission to see expenses. Omitted for callers without that permission. */
            currency?: string | null;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updated_at: string;
            /** @description Phone number, free text. Returned only if `fields` names it. */
            phone?: string;
            /** @description Website URL. Returned only if `fields` names it. */
            website?: string;
            /** @description Notes, free text. Returned only if `fields` names it. */
            notes?: string;
            /** @description Apple Maps place ID; empty if none. Returned only if `fields` names it. */
            apple_maps_id?: string;
            /** @description URL of the location on the booking provider's website. Returned only if `fields` names it. */
            provider_location_url?: string;
            /** @description Reservation code of the booking provider. Returned only if `fields` names it. */
            provider_reservation_code?: string;
            /** @description Reservation details of the booking provider, free text. Returned only if `fields` names it. */
            provider_reservation_description?: string;
            /** @description Reference to a document of the booking provider, free text. Returned only if `fields` names it. */
            provider_document?: string;
            /** @description Google Places ID; empty if none. Returned only if `fields` names it. */
            google_places_id?: string;
            /** @description User IDs of the trip members assigned to the activity. Returned only if `fields` names it. */
            assigned_users?: number[];
            /**
             * Format: int32
             * @description Position within a day, as set by the client. Returned only if `fields` names it.
             */
            sort_order?: number;
        };
        /** @description Page of activities. */
        ActivityV2Page: {
            /**
             * Format: int32
             * @description Number of results on all pages.
             */
            count: number;
            /**
             * Format: uri
             * @description URL of the next page; null on the last page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description URL of the previous page; null on the first page.
             */
            previous: string | null;
            /** @description Results of this page. */
            results: components["schemas"]["ActivityV2"][];
        };
        /** @description Transportation in a trip, such as a flight or a train journey. */
        TransportationV2: {
            /**
             * Format: int32
             * @description Transportation ID.
             */
            id: number;
            /** @description User who created the transportation. */
            owner: components["schemas"]["Person"];
            /** @description Identifier chosen by the client; empty if none. */
            internal_identifier: string;
            /**
             * Format: int32
             * @description ID of the trip.
             */
            trip: number;
            /** @description Whether clients should hide the transportation; lists include it regardless. */
            hidden: boolean;
            /** @description Display name. */
            name: string;
            /** @description Means of transport, such as `airplane` or `train`. Any other value is kept as sent. */
            transportation_type: string;
            /** @description Name of the place of departure, such as a station or an airport. */
            departure_description: string;
            /**
             * Format: date-time
             * @description Time of departure; null if unknown.
             */
            departure_at: string | null;
            /** @description IANA time zone name at the place of departure, stored as sent without validation. */
            departure_timezone: string;
            /** @description Name of the place of arrival, such as a station or an airport. */
            arrival_description: string;
            /**
             * Format: date-time
             * @description Time of arrival; null if unknown.
             */
            arrival_at: string | null;
            /** @description IANA time zone name at the place of arrival, stored as sent without validation. */
            arrival_timezone: string;
            /** @description Carrier, such as an airline or a railway company. */
            company: string;
            /** @description Seat number. */
            seat_number: string;
            /** @description Class of travel, such as `economy`. */
            seat_class: string;
            /** @description Flight, train or line number. */
            transport_number: string;
            /** @description Terminal of departure. */
            departure_terminal: string;
            /** @description Gate of departure. */
            departure_gate: string;
            /** @description Terminal of arrival. */
            arrival_terminal: string;
            /** @description Price in `currency`; null if unknown. Requires the permission to see expenses. Omitted for callers without that permission. */
            price?: number | null;
            /** @description Currency of `price`, such as `EUR`, stored as sent. Requires the permission to see expenses. Omitted for callers without that permission. */
            currency?: string | null;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updated_at: string;
            /** @description Apple Maps place ID of the place of departure; null if none. */
            departure_apple_maps_id: string | null;
            /** @description Apple Maps place ID of the place of arrival; null if none. */
            arrival_apple_maps_id: string | null;
            /** @description Flight, train or line number that is actually in use; null if unknown. */
            actual_transport_number: string | null;
            /** @description Description, free text. Returned only if `fields` names it. */
            description?: string;
            /** @description Notes, free text. Returned only if `fields` names it. */
            notes?: string;
            /** @description Phone number, free text. Returned only if `fields` names it. */
            phone?: string;
            /** @description Website URL. Returned only if `fields` names it. */
            website?: string;
            /** @description Address of the place of departure, free text. Returned only if `fields` names it. */
            departure_address?: string;
            /** @description Longitude of the place of departure in decimal degrees; null if unknown. Returned only if `fields` names it. */
            departure_longitude?: number | null;
            /** @description Latitude of the place of departure in decimal degrees; null if unknown. Returned only if `fields` names it. */
            departure_latitude?: number | null;
            /** @description Kind of the place of departure, such as `lodging`; any value is kept as sent. Returned only if `fields` names it. */
            departure_location_type?: string;
            /** @description Address of the place of arrival, free text. Returned only if `fields` names it. */
            arrival_address?: string;
            /** @description Longitude of the place of arrival in decimal degrees; null if unknown. Returned only if `fields` names it. */
            arrival_longitude?: number | null;
            /** @description Latitude of the place of arrival in decimal degrees; null if unknown. Returned only if `fields` names it. */
            arrival_latitude?: number | null;
            /** @description Kind of the place of arrival, such as `lodging`; any value is kept as sent. Returned only if `fields` names it. */
            arrival_location_type?: string;
            /** @description Gate of arrival. Returned only if `fields` names it. */
            arrival_gate?: string;
            /** @description Baggage claim at the place of arrival. Returned only if `fields` names it. */
            arrival_bags?: string;
            /** @description Coach number. Returned only if `fields` names it. */
            coach_number?: string;
            /** @description Description of the vehicle, free text. Returned only if `fields` names it. */
            vehicle_description?: string;
            /** @description FlightAware identifier of the flight. Returned only if `fields` names it. */
            flight_aware_identifier?: string;
            /** @description Whether the user wants automatic updates, which clients perform. Returned only if `fields` names it. */
            automatic_updates?: boolean;
            /**
             * Format: int32
             * @description Distance in meters; null if unknown. Returned only if `fields` names it.
             */
            distance_meters?: number | null;
            /** @description URL of the booking on the booking provider's website. Returned only if `fields` names it. */
            provider_url?: string;
            /** @description Reservation code of the booking provider. Returned only if `fields` names it. */
            provider_reservation_code?: string;
            /** @description Reservation details of the booking provider, free text. Returned only if `fields` names it. */
            provider_reservation_description?: string;
            /** @description Reference to a document of the booking provider, free text. Returned only if `fields` names it. */
            provider_document?: string;
            /** @description User IDs of the trip members assigned to the transportation. Returned only if `fields` names it. */
            assigned_users?: number[];
            /**
             * Format: int32
             * @description Position within a day, as set by the client. Returned only if `fields` names it.
             */
            sort_order?: number;
        };
        /** @description Page of transportations. */
        TransportationV2Page: {
            /**
             * Format: int32
             * @description Number of results on all pages.
             */
            count: number;
            /**
             * Format: uri
             * @description URL of the next page; null on the last page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description URL of the previous page; null on the first page.
             */
            previous: string | null;
            /** @description Results of this page. */
            results: components["schemas"]["TransportationV2"][];
        };
        /** @description Attachment of a booking email. */
        EmailAttachment: {
            /**
             * Format: int32
             * @description Attachment ID.
             */
            id: number;
            /** @description File name; may be empty. */
            filename: string;
            /** @description Content: base64 if `binary` is true, otherwise text. Null if none is stored. */
            payload: string | null;
            /** @description Whether `payload` is base64. */
            binary: boolean;
            /** @description Media type. */
            mail_content_type: string;
            /** @description Content ID of an inline attachment; null if none. */
            content_id: string | null;
            /** @description Content disposition, such as `attachment` or `inline`. */
            content_disposition: string;
            /** @description Character set of text; null if none is stated. */
            charset: string | null;
            /** @description Transfer encoding in the message; null if none is stated. */
            content_transfer_encoding: string | null;
        };
        /** @description Booking email, in its owner's inbox or attached to one trip, hosting, activity or transportation. */
        TripEmail: {
            /**
             * Format: int32
             * @description Email ID.
             */
            id: number;
            /** @description Identifier of the form `<source>:<hash>`. */
            unique_parser_identifier: string;
            /**
             * Format: date-time
             * @description Date in the header of the message; without one, the time of arrival.
             */
            date: string;
            /** @description Subject. */
            subject: string;
            /** @description Beginning of the text. */
            body_preview: string;
            /** @description HTML body; without one, the plain text; without either, the original message. HTML is not sanitized. */
            content: string;
            /** @description Attachments. */
            attachments: components["schemas"]["EmailAttachment"][];
            /** @description Activity that the email is attached to, as a list of one; empty if there is none. */
            activities: components["schemas"]["ActivityV2"][];
            /** @description Hosting that the email is attached to, as a list of one; empty if there is none. */
            hostings: components["schemas"]["HostingV2"][];
            /** @description Transportation that the email is attached to, as a list of one; empty if there is none. */
            transportations: components["schemas"]["TransportationV2"][];
        };
        /** @description Page of booking emails. */
        TripEmailPage: {
            /**
             * Format: int32
             * @description Number of results on all pages.
             */
            count: number;
            /**
             * Format: uri
             * @description URL of the next page; null on the last page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description URL of the previous page; null on the first page.
             */
            previous: string | null;
            /** @description Results of this page. */
            results: components["schemas"]["TripEmail"][];
        };
        /** @description Booking email, in its owner's inbox or attached to one trip, hosting, activity or transportation. */
        Email: {
            /**
             * Format: int32
             * @description Email ID.
             */
            id: number;
            /** @description Identifier of the form `<source>:<hash>`. */
            unique_parser_identifier: string;
            /**
             * Format: date-time
             * @description Date in the header of the message; without one, the time of arrival.
             */
            date: string;
            /** @description Subject. */
            subject: string;
            /** @description Beginning of the text. */
            body_preview: string;
            /** @description HTML body; without one, the plain text; without either, the original message. HTML is not sanitized. */
            content: string;
            /** @description Attachments. */
            attachments: components["schemas"]["EmailAttachment"][];
        };
        /** @description Page of booking emails. */
        EmailPage: {
            /**
             * Format: int32
             * @description Number of results on all pages.
             */
            count: number;
            /**
             * Format: uri
             * @description URL of the next page; null on the last page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description URL of the previous page; null on the first page.
             */
            previous: string | null;
            /** @description Results of this page. */
            results: components["schemas"]["Email"][];
        };
        /** @description Link or stored file, attached to one trip, hosting, activity or transportation. */
        TripDocument: {
            /**
             * Format: int32
             * @description Document ID.
             */
            id: number;
            /** @description Title; may be empty. */
            title: string;
            /**
             * Format: int32
             * @description ID of the user who attached the document.
             */
            owner: number;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
            /** @description `url` for a link, otherwise the media type of the file. */
            file_type: string;
            /** @description URL to fetch the document without credentials: the link itself, or a signed URL of the file, valid for 10 minutes. Null if the file is missing or the object store is unavailable or full. */
            temp_read_url: string | null;
            /** @description Activity that the document is attached to, as a list of one; empty if there is none. */
            activities: components["schemas"]["ActivityV2"][];
            /** @description Hosting that the document is attached to, as a list of one; empty if there is none. */
            hostings: components["schemas"]["HostingV2"][];
            /** @description Transportation that the document is attached to, as a list of one; empty if there is none. */
            transportations: components["schemas"]["TransportationV2"][];
        };
        /** @description Page of documents. */
        TripDocumentPage: {
            /**
             * Format: int32
             * @description Number of results on all pages.
             */
            count: number;
            /**
             * Format: uri
             * @description URL of the next page; null on the last page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description URL of the previous page; null on the first page.
             */
            previous: string | null;
            /** @description Results of this page. */
            results: components["schemas"]["TripDocument"][];
        };
        /** @description User as seen by other users on a trip. */
        PersonName: {
            /**
             * Format: int32
             * @description User ID.
             */
            id: number;
            /** @description Display name; may be empty. */
            name: string;
        };
        /** @description Link or stored file, attached to one trip, hosting, activity or transportation. */
        Document: {
            /**
             * Format: int32
             * @description Document ID.
             */
            id: number;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
            /** @description Title; may be empty. */
            title: string;
            /** @description Description, free text. */
            description: string;
            /** @description User who attached the document. */
            owner: components["schemas"]["PersonName"];
            /** @description `url` for a link, otherwise the media type of the file. */
            file_type: string;
            /** @description URL of a link, or storage key of a file. A storage key cannot be fetched. */
            url: string;
            /** @description URL of a thumbnail; null if none. */
            thumb_url: string | null;
            /** @description URL of a favicon; null if none. */
            favicon_url: string | null;
        };
        /** @description Page of documents. */
        DocumentPage: {
            /**
             * Format: int32
             * @description Number of results on all pages.
             */
            count: number;
            /**
             * Format: uri
             * @description URL of the next page; null on the last page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description URL of the previous page; null on the first page.
             */
            previous: string | null;
            /** @description Results of this page. */
            results: components["schemas"]["Document"][];
        };
        /** @description Trip with its members and its itinerary, which are reached only through `Query.trip`, `Query.trips` or a mutation that names the trip. */
        Trip: {
            /**
             * Format: int32
             * @description Trip ID.
             */
            id: number;
            /** @description Identifier chosen by the client; empty if none. */
            internal_identifier: string;
            /** @description Display name; may be empty. */
            name: string;
            /** @description IANA time zone name, stored as sent without validation. */
            timezone: string;
            /** @description Whether clients should hide the trip; lists include it regardless. */
            hidden: boolean;
            /** @description Description, free text. */
            description: string;
            /**
             * Format: date
             * @description First day; null if unknown.
             */
            starts_at: string | null;
            /**
             * Format: date
             * @description Last day; null if unknown.
             */
            ends_at: string | null;
            /**
             * Format: int32
             * @description Cover gradient, as a number that clients define.
             */
            cover_gradient: number;
            /** @description URL of the cover image; null if none. */
            cover_image_url: string | null;
            /**
             * Format: int32
             * @description Number of members, including the owner and excluding invitees.
             */
            collaborators_count: number;
            /**
             * Format: int32
             * @description User ID of the owner.
             */
            owner: number;
            /**
             * Format: int32
             * @description Number of members, including the owner and excluding invitees.
             */
            collaborators: number;
            /** @description Whether the trip has dates. If false, clients ignore `starts_at` and `ends_at`. */
            has_dates: boolean;
            /**
             * Format: int32
             * @description Number of days, as set by the client.
             */
            number_of_days: number;
            /** @description Booking emails attached to the trip itself, newest first. Empty without the permission to see documents. */
            emails: components["schemas"]["Email"][];
        };
        /** @description Page of trips. */
        TripList: {
            /** @description Results of this page. */
            results: components["schemas"]["Trip"][];
        };
        /** @description Additional email address of an account. Once it is verified, booking emails sent from it are delivered to the account. */
        AlternativeEmail: {
            /**
             * Format: int32
             * @description ID of the alternative address.
             */
            id: number;
            /** @description Email address in lower case. */
            email: string;
            /** @description Whether the user has verified the address. */
            verified: boolean;
        };
        /** @description Page of alternative email addresses. */
        AlternativeEmailPage: {
            /**
             * Format: int32
             * @description Number of results on all pages.
             */
            count: number;
            /**
             * Format: uri
             * @description URL of the next page; null on the last page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description URL of the previous page; null on the first page.
             */
            previous: string | null;
            /** @description Results of this page. */
            results: components["schemas"]["AlternativeEmail"][];
        };
        /** @description Confirmation of an operation without further data. */
        Success: {
            /** @description Always true: failures are reported as errors. */
            success: boolean;
        };
        /** @description Booking email, in its owner's inbox or attached to one trip, hosting, activity or transportation. */
        InboxEntry: {
            /**
             * Format: int32
             * @description Email ID.
             */
            id: number;
            /** @description Identifier of the form `<source>:<hash>`. */
            unique_parser_identifier: string;
            /**
             * Format: date-time
             * @description Date in the header of the message; without one, the time of arrival.
             */
            date: string;
            /** @description Subject. */
            subject: string;
            /** @description Beginning of the text. */
            body_preview: string;
            /**
             * Format: int32
             * @description Number of attachments.
             */
            attachments_count: number;
        };
        /** @description Page of booking emails. */
        InboxEntryPage: {
            /**
             * Format: int32
             * @description Number of results on all pages.
             */
            count: number;
            /**
             * Format: uri
             * @description URL of the next page; null on the last page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description URL of the previous page; null on the first page.
             */
            previous: string | null;
            /** @description Results of this page. */
            results: components["schemas"]["InboxEntry"][];
        };
        /** @description Custom category of activities. */
        Category: {
            /**
             * Format: int32
             * @description Category ID.
             */
            id: number;
            /**
             * Format: int32
             * @description User ID of the owner.
             */
            owner: number;
            /** @description Identifier of the category in the `activity_type` of activities. */
            slug: string;
            /** @description Display name. */
            name: string;
            /** @description Icon name. */
            icon_name: string;
            /** @description Color as `#` and six hexadecimal digits, in upper or lower case as sent. */
            color: string;
        };
        /** @description List of categories without pagination. */
        CategoryList: {
            /** @description All categories that the caller can see. */
            results: components["schemas"]["Category"][];
        };
        /** @description Favorite user. */
        FavoriteUser: {
            /**
             * Format: int32
             * @description User ID; null while pending.
             */
            id: number | null;
            /** @description Display name; empty while pending. */
            name: string;
            /** @description Primary email address; while pending, the address that the caller entered. */
            email: string;
            /** @description URL of the profile photo; null if none or while pending. */
            photo_url: string | null;
        };
        /** @description Favorite of the caller. Once confirmed, it is mutual, and the favorite user becomes a member at once when invited to a trip by the caller. */
        Favorite: {
            /**
             * Format: int32
             * @description Favorite ID.
             */
            id: number;
            /** @description Favorite user. While pending, only the email address is set, whether or not an account has it. */
            favorite_user: components["schemas"]["FavoriteUser"];
            /** @description Whether clients should suggest this user as a guest of new trips. */
            automatic_suggest_on_new_trips: boolean;
            /** @description Whether the favorite request is still unconfirmed. */
            pending: boolean;
            /**
             * Format: date-time
             * @description Time of the request.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updated_at: string;
        };
        /** @description Page of favorites. */
        FavoritePage: {
            /**
             * Format: int32
             * @description Number of results on all pages.
             */
            count: number;
            /**
             * Format: uri
             * @description URL of the next page; null on the last page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description URL of the previous page; null on the first page.
             */
            previous: string | null;
            /** @description Results of this page. */
            results: components["schemas"]["Favorite"][];
        };
        /** @description Page of collaborators. */
        CollaboratorPage: {
            /**
             * Format: int32
             * @description Number of results on all pages.
             */
            count: number;
            /**
             * Format: uri
             * @description URL of the next page; null on the last page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description URL of the previous page; null on the first page.
             */
            previous: string | null;
            /** @description Results of this page. */
            results: components["schemas"]["Collaborator"][];
        };
        /** @description Member or invitee who was removed from a trip. */
        Removal: Record<string, never>;
        /** @description Member or invitee of a trip. Name, email address and photo of an invitee are withheld unless that user is a confirmed favorite of the caller or shares another trip with the caller. */
        CollaboratorPermissions: {
            /**
             * Format: int32
             * @description User ID.
             */
            user_id: number;
            /** @description Permissions on the trip; those of an invitee take effect on joining. */
            permissions: components["schemas"]["Permissions"];
        };
        /** @description Prepared upload: what a client needs to send one file to the object store. */
        Upload: {
            /** @description Signed URL to send the file to; it takes one file and needs no credentials. */
            upload_url: string;
            /** @description HTTP method of the upload, always `PUT`. */
            method: string;
            /** @description HTTP headers to send unchanged; all values are strings. */
            headers: unknown;
            /** @description Storage key of the file. */
            object_key: string;
            /** @description Bucket in the object store. */
            bucket: string;
            /** @description Purpose as sent. */
            purpose: string;
            /** @description `private` for documents, `public` for images. */
            visibility: string;
            /**
             * Format: date-time
             * @description Time at which `upload_url` and `upload_token` expire, 15 minutes after the request.
             */
            expires_at: string;
            /**
             * Format: int32
             * @description Size in bytes as sent; null if none was sent.
             */
            content_length?: number;
            /** @description Upload token, required to attach the document; null for images. */
            upload_token?: string;
            /** @description Public URL of the image after its upload; null for documents. */
            public_url?: string;
        };
        /** @description Lodging in a trip, such as a hotel stay. */
        Hosting: {
            /**
             * Format: int32
             * @description Hosting ID.
             */
            id: number;
            /** @description User who created the hosting. */
            owner: components["schemas"]["Person"];
            /** @description Identifier chosen by the client; empty if none. */
            internal_identifier: string;
            /**
             * Format: int32
             * @description ID of the trip.
             */
            trip: number;
            /** @description Whether clients should hide the hosting; lists include it regardless. */
            hidden: boolean;
            /**
             * Format: date-time
             * @description Check-in time; null if unknown.
             */
            starts_at: string | null;
            /**
             * Format: date-time
             * @description Check-out time; null if unknown.
             */
            ends_at: string | null;
            /** @description IANA time zone name, stored as sent without validation. */
            timezone: string;
            /** @description Display name. */
            name: string;
            /** @description Description, free text. */
            description: string;
            /** @description Address, free text. */
            address: string;
            /** @description Longitude in decimal degrees; null if unknown. */
            longitude: number | null;
            /** @description Latitude in decimal degrees; null if unknown. */
            latitude: number | null;
            /** @description Phone number, free text. */
            phone: string;
            /** @description Room type, free text. */
            room_type: string;
            /** @description Room number, free text. */
            room_number: string;
            /** @description Website URL. */
            website: string;
            /** @description Notes, free text. */
            notes: string;
            /** @description Reservation code of the booking provider. */
            provider_reservation_code: string;
            /** @description Attached booking emails, newest first. Empty without the permission to see documents. */
            emails: components["schemas"]["Email"][];
            /** @description Price in `currency`; null if unknown. Requires the permission to see expenses. Omitted for callers without that permission. */
            price?: number | null;
            /** @description Currency of `price`, such as `EUR`, stored as sent. Requires the permission to see expenses. Omitted for callers without that permission. */
            currency?: string | null;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updated_at: string;
            /** @description Apple Maps place ID; empty if none. Returned only if `fields` names it. */
            apple_maps_id?: string;
            /** @description URL of the location on the booking provider's website. Returned only if `fields` names it. */
            provider_location_url?: string;
            /** @description Reservation details of the booking provider, free text. Returned only if `fields` names it. */
            provider_reservation_description?: string;
            /** @description Reference to a document of the booking provider, free text. Returned only if `fields` names it. */
            provider_document?: string;
            /** @description Google Places ID; empty if none. Returned only if `fields` names it. */
            google_places_id?: string;
            /** @description User IDs of the trip members assigned to the hosting. Returned only if `fields` names it. */
            assigned_users?: number[];
            /**
             * Format: int32
             * @description Position within a day, as set by the client. Returned only if `fields` names it.
             */
            sort_order?: number;
        };
        /** @description Page of hostings. */
        HostingPage: {
            /**
             * Format: int32
             * @description Number of results on all pages.
             */
            count: number;
            /**
             * Format: uri
             * @description URL of the next page; null on the last page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description URL of the previous page; null on the first page.
             */
            previous: string | null;
            /** @description Results of this page. */
            results: components["schemas"]["Hosting"][];
        };
        /** @description Activity in a trip, such as a restaurant visit or an event. */
        Activity: {
            /**
             * Format: int32
             * @description Activity ID.
             */
            id: number;
            /** @description User who created the activity. */
            owner: components["schemas"]["Person"];
            /** @description Identifier chosen by the client; empty if none. */
            internal_identifier: string;
            /**
             * Format: int32
             * @description ID of the trip.
             */
            trip: number;
            /** @description Whether clients should hide the activity; lists include it regardless. */
            hidden: boolean;
            /** @description Built-in type, such as `museum`, or slug of a category. Any other value is kept as sent. */
            activity_type: string;
            /** @description Part of the day, in a form that clients define; null if unset. */
            period: string | null;
            /**
             * Format: date-time
             * @description Start time; null if unknown.
             */
            starts_at: string | null;
            /**
             * Format: date-time
             * @description End time; null if unknown.
             */
            ends_at: string | null;
            /** @description Whether the activity lasts all day. */
            all_day: boolean;
            /** @description Display name. */
            name: string;
            /** @description Description, free text. */
            description: string;
            /** @description Whether the activity is checked off. */
            checked: boolean;
            /** @description Address, free text. */
            address: string;
            /** @description Longitude in decimal degrees; null if unknown. */
            longitude: number | null;
            /** @description Latitude in decimal degrees; null if unknown. */
            latitude: number | null;
            /** @description IANA time zone name, stored as sent without validation. */
            timezone: string;
            /** @description Attached booking emails, newest first. Empty without the permission to see documents. */
            emails: components["schemas"]["Email"][];
            /** @description Price in `currency`; null if unknown. Requires the permission to see expenses. Omitted for callers without that permission. */
            price?: number | null;
            /** @description Currency of `price`, such as `EUR`, stored as sent. Requires the permission to see expenses. Omitted for callers without that permission. */
            currency?: string | null;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updated_at: string;
            /** @description Phone number, free text. Returned only if `fields` names it. */
            phone?: string;
            /** @description Website URL. Returned only if `fields` names it. */
            website?: string;
            /** @description Notes, free text. Returned only if `fields` names it. */
            notes?: string;
            /** @description Apple Maps place ID; empty if none. Returned only if `fields` names it. */
            apple_maps_id?: string;
            /** @description URL of the location on the booking provider's website. Returned only if `fields` names it. */
            provider_location_url?: string;
            /** @description Reservation code of the booking provider. Returned only if `fields` names it. */
            provider_reservation_code?: string;
            /** @description Reservation details of the booking provider, free text. Returned only if `fields` names it. */
            provider_reservation_description?: string;
            /** @description Reference to a document of the booking provider, free text. Returned only if `fields` names it. */
            provider_document?: string;
            /** @description Google Places ID; empty if none. Returned only if `fields` names it. */
            google_places_id?: string;
            /** @description User IDs of the trip members assigned to the activity. Returned only if `fields` names it. */
            assigned_users?: number[];
            /**
             * Format: int32
             * @description Position within a day, as set by the client. Returned only if `fields` names it.
             */
            sort_order?: number;
        };
        /** @description Page of activities. */
        ActivityPage: {
            /**
             * Format: int32
             * @description Number of results on all pages.
             */
            count: number;
            /**
             * Format: uri
             * @description URL of the next page; null on the last page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description URL of the previous page; null on the first page.
             */
            previous: string | null;
            /** @description Results of this page. */
            results: components["schemas"]["Activity"][];
        };
        /** @description Transportation in a trip, such as a flight or a train journey. */
        Transportation: {
            /**
             * Format: int32
             * @description Transportation ID.
             */
            id: number;
            /** @description User who created the transportation. */
            owner: components["schemas"]["Person"];
            /** @description Identifier chosen by the client; empty if none. */
            internal_identifier: string;
            /**
             * Format: int32
             * @description ID of the trip.
             */
            trip: number;
            /** @description Whether clients should hide the transportation; lists include it regardless. */
            hidden: boolean;
            /** @description Display name. */
            name: string;
            /** @description Means of transport, such as `airplane` or `train`. Any other value is kept as sent. */
            transportation_type: string;
            /** @description Name of the place of departure, such as a station or an airport. */
            departure_description: string;
            /**
             * Format: date-time
             * @description Time of departure; null if unknown.
             */
            departure_at: string | null;
            /** @description IANA time zone name at the place of departure, stored as sent without validation. */
            departure_timezone: string;
            /** @description Name of the place of arrival, such as a station or an airport. */
            arrival_description: string;
            /**
             * Format: date-time
             * @description Time of arrival; null if unknown.
             */
            arrival_at: string | null;
            /** @description IANA time zone name at the place of arrival, stored as sent without validation. */
            arrival_timezone: string;
            /** @description Carrier, such as an airline or a railway company. */
            company: string;
            /** @description Seat number. */
            seat_number: string;
            /** @description Class of travel, such as `economy`. */
            seat_class: string;
            /** @description Flight, train or line number. */
            transport_number: string;
            /** @description Terminal of departure. */
            departure_terminal: string;
            /** @description Gate of departure. */
            departure_gate: string;
            /** @description Terminal of arrival. */
            arrival_terminal: string;
            /** @description Attached booking emails, newest first. Empty without the permission to see documents. */
            emails: components["schemas"]["Email"][];
            /** @description Price in `currency`; null if unknown. Requires the permission to see expenses. Omitted for callers without that permission. */
            price?: number | null;
            /** @description Currency of `price`, such as `EUR`, stored as sent. Requires the permission to see expenses. Omitted for callers without that permission. */
            currency?: string | null;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updated_at: string;
            /** @description Description, free text. Returned only if `fields` names it. */
            description?: string;
            /** @description Notes, free text. Returned only if `fields` names it. */
            notes?: string;
            /** @description Phone number, free text. Returned only if `fields` names it. */
            phone?: string;
            /** @description Website URL. Returned only if `fields` names it. */
            website?: string;
            /** @description Address of the place of departure, free text. Returned only if `fields` names it. */
            departure_address?: string;
            /** @description Longitude of the place of departure in decimal degrees; null if unknown. Returned only if `fields` names it. */
            departure_longitude?: number | null;
            /** @description Latitude of the place of departure in decimal degrees; null if unknown. Returned only if `fields` names it. */
            departure_latitude?: number | null;
            /** @description Kind of the place of departure, such as `lodging`; any value is kept as sent. Returned only if `fields` names it. */
            departure_location_type?: string;
            /** @description Address of the place of arrival, free text. Returned only if `fields` names it. */
            arrival_address?: string;
            /** @description Longitude of the place of arrival in decimal degrees; null if unknown. Returned only if `fields` names it. */
            arrival_longitude?: number | null;
            /** @description Latitude of the place of arrival in decimal degrees; null if unknown. Returned only if `fields` names it. */
            arrival_latitude?: number | null;
            /** @description Kind of the place of arrival, such as `lodging`; any value is kept as sent. Returned only if `fields` names it. */
            arrival_location_type?: string;
            /** @description Gate of arrival. Returned only if `fields` names it. */
            arrival_gate?: string;
            /** @description Baggage claim at the place of arrival. Returned only if `fields` names it. */
            arrival_bags?: string;
            /** @description Coach number. Returned only if `fields` names it. */
            coach_number?: string;
            /** @description Description of the vehicle, free text. Returned only if `fields` names it. */
            vehicle_description?: string;
            /** @description FlightAware identifier of the flight. Returned only if `fields` names it. */
            flight_aware_identifier?: string;
            /** @description Whether the user wants automatic updates, which clients perform. Returned only if `fields` names it. */
            automatic_updates?: boolean;
            /**
             * Format: int32
             * @description Distance in meters; null if unknown. Returned only if `fields` names it.
             */
            distance_meters?: number | null;
            /** @description URL of the booking on the booking provider's website. Returned only if `fields` names it. */
            provider_url?: string;
            /** @description Reservation code of the booking provider. Returned only if `fields` names it. */
            provider_reservation_code?: string;
            /** @description Reservation details of the booking provider, free text. Returned only if `fields` names it. */
            provider_reservation_description?: string;
            /** @description Reference to a document of the booking provider, free text. Returned only if `fields` names it. */
            provider_document?: string;
            /** @description User IDs of the trip members assigned to the transportation. Returned only if `fields` names it. */
            assigned_users?: number[];
            /**
             * Format: int32
             * @description Position within a day, as set by the client. Returned only if `fields` names it.
             */
            sort_order?: number;
            /** @description Apple Maps place ID of the place of departure; null if none. Returned only if `fields` names it. */
            departure_apple_maps_id?: string | null;
            /** @description Apple Maps place ID of the place of arrival; null if none. Returned only if `fields` names it. */
            arrival_apple_maps_id?: string | null;
            /** @description Flight, train or line number that is actually in use; null if unknown. Returned only if `fields` names it. */
            actual_transport_number?: string | null;
        };
        /** @description Page of transportations. */
        TransportationPage: {
            /**
             * Format: int32
             * @description Number of results on all pages.
             */
            count: number;
            /**
             * Format: uri
             * @description URL of the next page; null on the last page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description URL of the previous page; null on the first page.
             */
            previous: string | null;
            /** @description Results of this page. */
            results: components["schemas"]["Transportation"][];
        };
        /** @description Expense of a trip, visible only with the permission to see expenses. */
        Expense: {
            /**
             * Format: int32
             * @description Expense ID.
             */
            id: number;
            /** @description Title. */
            title: string;
            /**
             * Format: date-time
             * @description Time of the expense.
             */
            date: string;
            /** @description Amount in `currency`. */
            price: number;
            /** @description Currency of `price`, such as `EUR`, stored as sent. */
            currency: string;
            /**
             * Format: int32
             * @description ID of the user who created the expense.
             */
            owner: number;
            /**
             * Format: int32
             * @description ID of the trip.
             */
            trip: number;
        };
        /** @description Page of expenses. */
        ExpensePage: {
            /**
             * Format: int32
             * @description Number of results on all pages.
             */
            count: number;
            /**
             * Format: uri
             * @description URL of the next page; null on the last page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description URL of the previous page; null on the first page.
             */
            previous: string | null;
            /** @description Results of this page. */
            results: components["schemas"]["Expense"][];
        };
        /** @description Download of a document. */
        DocumentDownload: {
            /** @description URL to fetch without credentials: the link itself, or a signed URL of the file. */
            download_url: string;
            /** @description `url` for a link, otherwise the media type of the file. */
            file_type: string;
            /** @description Title; may be empty. */
            title: string;
            /**
             * Format: date-time
             * @description Time at which `download_url` expires, 10 minutes after the request; null for a link.
             */
            expires_at: string | null;
        };
        /** @description Account of a user, visible to that user only. */
        Profile: {
            /**
             * Format: int32
             * @description User ID.
             */
            id: number;
            /** @description Display name; may be empty. */
            name: string;
            /** @description Username in lower case; unique. */
            username: string;
            /** @description Primary email address in lower case. Alternative addresses are listed separately. Omitted for callers without that permission. */
            email?: string;
            /** @description Whether the account has a Pro subscription, in effect until `premium_expiration_date`. */
            is_premium: boolean;
            /** @description Whether a TripIt account is connected; always false at present. Omitted for callers without that permission. */
            is_tripit_connected?: boolean;
            /**
             * Format: date-time
             * @description Time at which the Pro subscription ends or ended; null if it has no end, or if there is no subscription. Omitted for callers without that permission.
             */
            premium_expiration_date?: string | null;
            /**
             * Format: date-time
             * @description Time of the last profile update, or of signup. Omitted for callers without that permission.
             */
            last_activity_date?: string | null;
            /** @description Language code, such as `en`, stored as sent. */
            language: string;
            /** @description Always empty; kept for compatibility. Omitted for callers without that permission. */
            business?: unknown[] | null;
            /** @description Random unique identifier for the calendar, set by the service. Omitted for callers without that permission. */
            calendar_identifier?: string;
            /** @description Whether calendar entries show emojis. Omitted for callers without that permission. */
            calendar_emojis?: boolean;
            /** @description Categories hidden from the calendar, in a form that clients define; null if unset. The calendar feed only uses a list of strings. Omitted for callers without that permission. */
            calendar_hidden_categories?: unknown;
            /** @description Whether hostings are all-day entries of the calendar. Omitted for callers without that permission. */
            calendar_lodgings_all_day?: boolean;
            /** @description Whether trips are all-day entries of the calendar. Omitted for callers without that permission. */
            calendar_trips_all_day?: boolean;
            /** @description URL of the profile photo; null if none. */
            photo_url: string | null;
            /** @description Whether the user is subscribed to the newsletter; read-only. Omitted for callers without that permission. */
            is_newsletter_subscriber?: boolean;
            /** @description IANA time zone name, stored as sent without validation; the default for new trips. */
            timezone: string;
            /** @description Default currency for new expenses, such as `EUR`, stored as sent. */
            default_currency: string;
            /** @description Currency of the app store, stored as sent. Omitted for callers without that permission. */
            store_currency?: string;
            /** @description Local part of the secret email address that receives booking emails for the account, from any sender. Booking emails sent from the account's own primary or verified alternative address can go to the shared address instead, such as `plans@in.trips.example`, if they have a DKIM signature of the sender's domain. Omitted for callers without that permission. */
            anonymous_email_identifier?: string;
            /** @description Whether the user wants general flight notifications. Omitted for callers without that permission. */
            notifications_flights_general_enabled?: boolean;
            /** @description Whether the user wants notifications about departures and arrivals. Omitted for callers without that permission. */
            notifications_flights_departure_and_arrival?: boolean;
            /** @description Whether the user wants notifications about activities that collaborators add. Omitted for callers without that permission. */
            notifications_collaborators_new_activities_enabled?: boolean;
        };
        /** @description Account of a user, visible to that user only. */
        AuthUser: {
            /**
             * Format: int32
             * @description User ID.
             */
            pk: number;
            /** @description Username in lower case; unique. */
            username: string;
            /** @description Primary email address in lower case. Alternative addresses are listed separately. Omitted for callers without that permission. */
            email?: string;
            /** @description First name; independent of `name`. Omitted for callers without that permission. */
            first_name?: string;
            /** @description Last name; independent of `name`. Omitted for callers without that permission. */
            last_name?: string;
        };
        /** @description API key for the header `Authorization: Token <key>`. It is shown only once: the service stores just its hash. */
        Token: {
            /** @description Key of 40 lowercase hexadecimal characters. */
            token: string;
        };
        /** @description API key for the header `Authorization: Token <key>`. It is shown only once: the service stores just its hash. */
        ApiKey: {
            /** @description Key of 40 lowercase hexadecimal characters. */
            key: string;
        };
        /** @description Message that confirms an operation. */
        Notice: {
            /** @description Message for the user, in English. */
            detail: string;
        };
        /** @description Permissions of a guest of a new trip. */
        GuestPermissionsInput: {
            /** @description Accepted for compatibility; has no effect. */
            title?: string | null;
            /** @description Whether to deny all edit permissions and the permission to add guests, regardless of other fields. Defaults to false. */
            read_only?: boolean;
            /** @description Whether the guest may edit the trip and its hostings, activities and transportations. Defaults to true. */
            can_edit?: boolean;
            /** @description Whether the guest may invite and remove guests and change their permissions. Defaults to false. */
            can_add_guests?: boolean;
            /** @description Whether the guest may see expenses and prices. Defaults to true. */
            can_see_expenses?: boolean;
            /** @description Whether the guest may edit expenses and prices. Defaults to true. */
            can_edit_expenses?: boolean;
            /** @description Whether the guest may see documents and booking emails. Defaults to true. */
            can_see_documents?: boolean;
            /** @description Whether the guest may edit documents and booking emails. Defaults to true. */
            can_edit_documents?: boolean;
            /** @description Whether the guest is travelling. Defaults to true. */
            is_travelling?: boolean;
        };
        /** @description Guest of a new trip. A confirmed favorite of the caller, or a user who shares another active trip with the caller, becomes a member at once; any other user becomes an invitee. */
        GuestInviteInput: {
            /**
             * Format: int32
             * @description User ID.
             */
            user_id: number;
            /** @description Permissions to grant. */
            permissions?: components["schemas"]["GuestPermissionsInput"] | null;
        };
        /** @description Fields of a trip. Fields omitted on create are empty, null or false unless stated otherwise; fields omitted on update stay unchanged. Null clears a field; for a boolean it is an error. */
        CreateTripBody: {
            /** @description Identifier chosen by the client; with more than 5 characters, it prevents duplicates on create. */
            internal_identifier?: string | null;
            /** @description Display name. */
            name?: string | null;
            /** @description IANA time zone name, stored as sent without validation. Defaults to the time zone of the caller's profile. */
            timezone?: string | null;
            /** @description Whether clients should hide the trip; lists include it regardless. */
            hidden?: boolean;
            /** @description Description, free text. */
            description?: string | null;
            /**
             * Format: date
             * @description First day.
             */
            starts_at?: string | null;
            /**
             * Format: date
             * @description Last day.
             */
            ends_at?: string | null;
            /**
             * Format: int32
             * @description Cover gradient, as a number that clients define. Defaults to 0.
             */
            cover_gradient?: number | null;
            /** @description URL of the cover image. */
            cover_image_url?: string | null;
            /** @description Whether the trip has dates. If false, clients ignore `starts_at` and `ends_at`. Defaults to true if one of the two is sent. */
            has_dates?: boolean;
            /**
             * Format: int32
             * @description Number of days. Defaults to 0.
             */
            number_of_days?: number | null;
            /** @description Guests to add when the trip is created; ignored on update. Unknown user IDs, duplicates and the caller are skipped. */
            guest_invites?: components["schemas"]["GuestInviteInput"][] | null;
        };
        /** @description Fields of a trip. Fields omitted on create are empty, null or false unless stated otherwise; fields omitted on update stay unchanged. Null clears a field; for a boolean it is an error. */
        UpdateTripBody: {
            /** @description Identifier chosen by the client; with more than 5 characters, it prevents duplicates on create. */
            internal_identifier?: string | null;
            /** @description Display name. */
            name?: string | null;
            /** @description IANA time zone name, stored as sent without validation. Defaults to the time zone of the caller's profile. */
            timezone?: string | null;
            /** @description Whether clients should hide the trip; lists include it regardless. */
            hidden?: boolean;
            /** @description Description, free text. */
            description?: string | null;
            /**
             * Format: date
             * @description First day.
             */
            starts_at?: string | null;
            /**
             * Format: date
             * @description Last day.
             */
            ends_at?: string | null;
            /**
             * Format: int32
             * @description Cover gradient, as a number that clients define. Defaults to 0.
             */
            cover_gradient?: number | null;
            /** @description URL of the cover image. */
            cover_image_url?: string | null;
            /** @description Whether the trip has dates. If false, clients ignore `starts_at` and `ends_at`. Defaults to true if one of the two is sent. */
            has_dates?: boolean;
            /**
             * Format: int32
             * @description Number of days. Defaults to 0.
             */
            number_of_days?: number | null;
        };
        /** @description Alternative email address to add. */
        AddAlternativeEmailBody: {
            /**
             * Format: email
             * @description Email address; must not be in use by any account.
             */
            email: string;
        };
        /** @description Subject of a booking email, and the target of a move. Omitted fields stay unchanged. If several target IDs are sent, only the first of `trip_id`, `activity_id`, `hosting_id` and `transportation_id` counts. */
        UpdateEmailBody: {
            /** @description Subject; may be blank. */
            subject?: string | null;
            /**
             * Format: int32
             * @description ID of the trip to move the email to.
             */
            trip_id?: number | null;
            /**
             * Format: int32
             * @description ID of the activity to move the email to.
             */
            activity_id?: number | null;
            /**
             * Format: int32
             * @description ID of the hosting to move the email to.
             */
            hosting_id?: number | null;
            /**
             * Format: int32
             * @description ID of the transportation to move the email to.
             */
            transportation_id?: number | null;
        };
        /** @description Fields of a category. Omitted fields take their default on create and stay unchanged on update. */
        CreateCategoryBody: {
            /** @description Display name. Required on create. */
            name: string;
            /** @description Identifier of the category in the `activity_type` of activities. If blank or omitted on create, it is derived from `name`; if blank on update, it stays unchanged. */
            slug?: string | null;
            /** @description `golf`, or `customicon-` followed by lowercase words joined with `-`. Any other value becomes `customicon-star`. */
            icon_name?: string | null;
            /** @description Six hexadecimal digits with or without a leading `#`. Blank becomes `#8E8E93`. */
            color?: string | null;
        };
        /** @description Fields of a category. Omitted fields take their default on create and stay unchanged on update. */
        UpdateCategoryBody: {
            /** @description Display name. Required on create. */
            name?: string;
            /** @description Identifier of the category in the `activity_type` of activities. If blank or omitted on create, it is derived from `name`; if blank on update, it stays unchanged. */
            slug?: string | null;
            /** @description `golf`, or `customicon-` followed by lowercase words joined with `-`. Any other value becomes `customicon-star`. */
            icon_name?: string | null;
            /** @description Six hexadecimal digits with or without a leading `#`. Blank becomes `#8E8E93`. */
            color?: string | null;
        };
        /** @description Permissions of an invitee. Those that the caller lacks are not granted; this is not an error. */
        InvitePermissionsInput: {
            /** @description Accepted for compatibility; has no effect. */
            title?: string | null;
            /** @description Whether to deny all edit permissions and the permission to add guests, regardless of other fields. Defaults to false. */
            read_only?: boolean;
            /** @description Whether the invitee may invite and remove guests and change their permissions. Defaults to false. */
            can_add_guests?: boolean;
            /** @description Whether the invitee may see expenses and prices. Defaults to true. */
            can_see_expenses?: boolean;
            /** @description Whether the invitee may edit expenses and prices. Defaults to true. */
            can_edit_expenses?: boolean;
            /** @description Whether the invitee may see documents and booking emails. Defaults to true. */
            can_see_documents?: boolean;
            /** @description Whether the invitee may edit documents and booking emails. Defaults to true. */
            can_edit_documents?: boolean;
            /** @description Whether the invitee is travelling. Defaults to true. */
            is_travelling?: boolean;
        };
        /** @description Invitation of a user to a trip. */
        InviteBody: {
            /**
             * Format: int32
             * @description ID of the trip.
             */
            trip_id: number;
            /**
             * Format: email
             * @description Primary email address of the user.
             */
            invited_user_email: string;
            /** @description Permissions to grant. */
            permissions?: components["schemas"]["InvitePermissionsInput"] | null;
        };
        /** @description Permissions to change; at least one must be sent, and omitted ones stay unchanged. Revoking `can_edit` also revokes `can_add_guests`, `can_edit_expenses` and `can_edit_documents`; revoking `can_see_expenses` also revokes `can_edit_expenses`; revoking `can_see_documents` also revokes `can_edit_documents`. */
        SetPermissionsBody: {
            /** @description Whether the member may edit the trip and its hostings, activities and transportations. */
            can_edit?: boolean;
            /** @description Whether the member may invite and remove guests and change their permissions. */
            can_add_guests?: boolean;
            /** @description Whether the member may see expenses and prices. */
            can_see_expenses?: boolean;
            /** @description Whether the member may edit expenses and prices. */
            can_edit_expenses?: boolean;
            /** @description Whether the member may see documents and booking emails. */
            can_see_documents?: boolean;
            /** @description Whether the member may edit documents and booking emails. */
            can_edit_documents?: boolean;
            /** @description Whether the member is travelling. */
            is_travelling?: boolean;
            /** @description Whether the member wants notifications about the trip. */
            receive_notifications?: boolean;
        };
        /** @description File to upload. */
        PrepareUploadBody: {
            /** @description `document`, `profile_photo` or `trip_cover`. */
            purpose: string;
            /** @description File name; only its extension is used. */
            filename: string;
            /** @description Media type. Profile photos and trip covers must be JPEG, PNG, GIF, WebP, AVIF, HEIC, HEIF, BMP or TIFF. */
            content_type: string;
            /**
             * Format: int32
             * @description Size in bytes: at least 1, at most 104,857,600 for documents and 20,971,520 for images. Required for documents.
             */
            content_length?: number | null;
            /** @description `private` for documents, `public` for images. Defaults to the value that matches `purpose`; the other value is an error. */
            visibility?: string | null;
            /** @description Kind of the object that the file is for: `trip`, `activity`, `hosting` or `transportation`. Required for documents; only `trip` is allowed for trip covers, and none for profile photos. */
            parent_type?: string | null;
            /**
             * Format: int32
             * @description ID of the object that the file is for. Required with `parent_type`.
             */
            parent_id?: number | null;
        };
        /** @description Fields of a hosting. Fields omitted on create are empty, null or false unless stated otherwise; fields omitted on update stay unchanged. Null clears a field; for a boolean it is an error. */
        CreateHostingBody: {
            /** @description Identifier chosen by the client; prevents duplicates on create. */
            internal_identifier?: string | null;
            /** @description Whether clients should hide the hosting; lists include it regardless. */
            hidden?: boolean;
            /**
             * Format: date-time
             * @description Check-in time.
             */
            starts_at?: string | null;
            /**
             * Format: date-time
             * @description Check-out time.
             */
            ends_at?: string | null;
            /** @description IANA time zone name, stored as sent without validation. Defaults to the trip's time zone. */
            timezone?: string | null;
            /** @description Display name. */
            name?: string | null;
            /** @description Description, free text. */
            description?: string | null;
            /** @description Address, free text. */
            address?: string | null;
            /** @description Longitude in decimal degrees. */
            longitude?: number | null;
            /** @description Latitude in decimal degrees. */
            latitude?: number | null;
            /** @description Phone number, free text. */
            phone?: string | null;
            /** @description Apple Maps place ID. */
            apple_maps_id?: string | null;
            /** @description Room type, free text. */
            room_type?: string | null;
            /** @description Room number, free text. */
            room_number?: string | null;
            /** @description Website URL. */
            website?: string | null;
            /** @description Notes, free text. */
            notes?: string | null;
            /** @description URL of the location on the booking provider's website. */
            provider_location_url?: string | null;
            /** @description Reservation code of the booking provider. */
            provider_reservation_code?: string | null;
            /** @description Reservation details of the booking provider, free text. */
            provider_reservation_description?: string | null;
            /** @description Reference to a document of the booking provider, free text. */
            provider_document?: string | null;
            /** @description Google Places ID. */
            google_places_id?: string | null;
            /** @description Price in `currency`. Ignored without the permission `can_edit_expenses`. */
            price?: number | null;
            /** @description Currency of `price`, such as `EUR`, stored as sent. Ignored without the permission `can_edit_expenses`. */
            currency?: string | null;
            /** @description User IDs of the trip members assigned to the hosting; IDs of other users are dropped. */
            assigned_users?: number[] | null;
            /**
             * Format: int32
             * @description Position within a day, as set by the client. Defaults to 0.
             */
            sort_order?: number | null;
        };
        /** @description Fields of a hosting. Fields omitted on create are empty, null or false unless stated otherwise; fields omitted on update stay unchanged. Null clears a field; for a boolean it is an error. */
        UpdateHostingBody: {
            /** @description Identifier chosen by the client; prevents duplicates on create. */
            internal_identifier?: string | null;
            /** @description Whether clients should hide the hosting; lists include it regardless. */
            hidden?: boolean;
            /**
             * Format: date-time
             * @description Check-in time.
             */
            starts_at?: string | null;
            /**
             * Format: date-time
             * @description Check-out time.
             */
            ends_at?: string | null;
            /** @description IANA time zone name, stored as sent without validation. Defaults to the trip's time zone. */
            timezone?: string | null;
            /** @description Display name. */
            name?: string | null;
            /** @description Description, free text. */
            description?: string | null;
            /** @description Address, free text. */
            address?: string | null;
            /** @description Longitude in decimal degrees. */
            longitude?: number | null;
            /** @description Latitude in decimal degrees. */
            latitude?: number | null;
            /** @description Phone number, free text. */
            phone?: string | null;
            /** @description Apple Maps place ID. */
            apple_maps_id?: string | null;
            /** @description Room type, free text. */
            room_type?: string | null;
            /** @description Room number, free text. */
            room_number?: string | null;
            /** @description Website URL. */
            website?: string | null;
            /** @description Notes, free text. */
            notes?: string | null;
            /** @description URL of the location on the booking provider's website. */
            provider_location_url?: string | null;
            /** @description Reservation code of the booking provider. */
            provider_reservation_code?: string | null;
            /** @description Reservation details of the booking provider, free text. */
            provider_reservation_description?: string | null;
            /** @description Reference to a document of the booking provider, free text. */
            provider_document?: string | null;
            /** @description Google Places ID. */
            google_places_id?: string | null;
            /** @description Price in `currency`. Ignored without the permission `can_edit_expenses`. */
            price?: number | null;
            /** @description Currency of `price`, such as `EUR`, stored as sent. Ignored without the permission `can_edit_expenses`. */
            currency?: string | null;
            /** @description User IDs of the trip members assigned to the hosting; IDs of other users are dropped. */
            assigned_users?: number[] | null;
            /**
             * Format: int32
             * @description Position within a day, as set by the client. Defaults to 0.
             */
            sort_order?: number | null;
            /**
             * Format: int32
             * @description ID of the trip to move the hosting to. Requires the permission to edit that trip as well. If the hosting has a price, the permission to edit expenses is required on both trips; if it has documents or booking emails, the permission to edit documents. Ignored on create.
             */
            update_trip?: number | null;
        };
        /** @description Fields of an activity. Fields omitted on create are empty, null or false unless stated otherwise; fields omitted on update stay unchanged. Null clears a field; for a boolean it is an error. */
        CreateActivityBody: {
            /** @description Identifier chosen by the client; prevents duplicates on create. */
            internal_identifier?: string | null;
            /** @description Whether clients should hide the activity; lists include it regardless. */
            hidden?: boolean;
            /** @description Built-in type, such as `museum`, or slug of a category. Any other value is kept as sent. Defaults to `general`. */
            activity_type?: string | null;
            /** @description Part of the day, in a form that clients define. */
            period?: string | null;
            /**
             * Format: date-time
             * @description Start time.
             */
            starts_at?: string | null;
            /**
             * Format: date-time
             * @description End time.
             */
            ends_at?: string | null;
            /** @description Whether the activity lasts all day. */
            all_day?: boolean;
            /** @description Display name. */
            name?: string | null;
            /** @description Description, free text. */
            description?: string | null;
            /** @description Phone number, free text. */
            phone?: string | null;
            /** @description Website URL. */
            website?: string | null;
            /** @description Whether the activity is checked off. */
            checked?: boolean;
            /** @description Address, free text. */
            address?: string | null;
            /** @description Longitude in decimal degrees. */
            longitude?: number | null;
            /** @description Latitude in decimal degrees. */
            latitude?: number | null;
            /** @description Notes, free text. */
            notes?: string | null;
            /** @description Apple Maps place ID. */
            apple_maps_id?: string | null;
            /** @description IANA time zone name, stored as sent without validation. Defaults to the trip's time zone. */
            timezone?: string | null;
            /** @description URL of the location on the booking provider's website. */
            provider_location_url?: string | null;
            /** @description Reservation code of the booking provider. */
            provider_reservation_code?: string | null;
            /** @description Reservation details of the booking provider, free text. */
            provider_reservation_description?: string | null;
            /** @description Reference to a document of the booking provider, free text. */
            provider_document?: string | null;
            /** @description Google Places ID. */
            google_places_id?: string | null;
            /** @description Price in `currency`. Ignored without the permission `can_edit_expenses`. */
            price?: number | null;
            /** @description Currency of `price`, such as `EUR`, stored as sent. Ignored without the permission `can_edit_expenses`. */
            currency?: string | null;
            /** @description User IDs of the trip members assigned to the activity; IDs of other users are dropped. */
            assigned_users?: number[] | null;
            /**
             * Format: int32
             * @description Position within a day, as set by the client. Defaults to 0.
             */
            sort_order?: number | null;
        };
        /** @description Fields of an activity. Fields omitted on create are empty, null or false unless stated otherwise; fields omitted on update stay unchanged. Null clears a field; for a boolean it is an error. */
        UpdateActivityBody: {
            /** @description Identifier chosen by the client; prevents duplicates on create. */
            internal_identifier?: string | null;
            /** @description Whether clients should hide the activity; lists include it regardless. */
            hidden?: boolean;
            /** @description Built-in type, such as `museum`, or slug of a category. Any other value is kept as sent. Defaults to `general`. */
            activity_type?: string | null;
            /** @description Part of the day, in a form that clients define. */
            period?: string | null;
            /**
             * Format: date-time
             * @description Start time.
             */
            starts_at?: string | null;
            /**
             * Format: date-time
             * @description End time.
             */
            ends_at?: string | null;
            /** @description Whether the activity lasts all day. */
            all_day?: boolean;
            /** @description Display name. */
            name?: string | null;
            /** @description Description, free text. */
            description?: string | null;
            /** @description Phone number, free text. */
            phone?: string | null;
            /** @description Website URL. */
            website?: string | null;
            /** @description Whether the activity is checked off. */
            checked?: boolean;
            /** @description Address, free text. */
            address?: string | null;
            /** @description Longitude in decimal degrees. */
            longitude?: number | null;
            /** @description Latitude in decimal degrees. */
            latitude?: number | null;
            /** @description Notes, free text. */
            notes?: string | null;
            /** @description Apple Maps place ID. */
            apple_maps_id?: string | null;
            /** @description IANA time zone name, stored as sent without validation. Defaults to the trip's time zone. */
            timezone?: string | null;
            /** @description URL of the location on the booking provider's website. */
            provider_location_url?: string | null;
            /** @description Reservation code of the booking provider. */
            provider_reservation_code?: string | null;
            /** @description Reservation details of the booking provider, free text. */
            provider_reservation_description?: string | null;
            /** @description Reference to a document of the booking provider, free text. */
            provider_document?: string | null;
            /** @description Google Places ID. */
            google_places_id?: string | null;
            /** @description Price in `currency`. Ignored without the permission `can_edit_expenses`. */
            price?: number | null;
            /** @description Currency of `price`, such as `EUR`, stored as sent. Ignored without the permission `can_edit_expenses`. */
            currency?: string | null;
            /** @description User IDs of the trip members assigned to the activity; IDs of other users are dropped. */
            assigned_users?: number[] | null;
            /**
             * Format: int32
             * @description Position within a day, as set by the client. Defaults to 0.
             */
            sort_order?: number | null;
            /**
             * Format: int32
             * @description ID of the trip to move the activity to. Requires the permission to edit that trip as well. If the activity has a price, the permission to edit expenses is required on both trips; if it has documents or booking emails, the permission to edit documents. Ignored on create.
             */
            update_trip?: number | null;
        };
        /** @description Fields of a transportation. Fields omitted on create are empty, null or false unless stated otherwise; fields omitted on update stay unchanged. Null clears a field; for a boolean it is an error. */
        CreateTransportationBody: {
            /** @description Identifier chosen by the client; prevents duplicates on create. */
            internal_identifier?: string | null;
            /** @description Whether clients should hide the transportation; lists include it regardless. */
            hidden?: boolean;
            /** @description Display name. */
            name?: string | null;
            /** @description Description, free text. */
            description?: string | null;
            /** @description Notes, free text. */
            notes?: string | null;
            /** @description Means of transport, such as `airplane` or `train`. Any other value is kept as sent. Required on create; may be neither null nor blank. */
            transportation_type: string;
            /** @description Phone number, free text. */
            phone?: string | null;
            /** @description Website URL. */
            website?: string | null;
            /** @description Name of the place of departure, such as a station or an airport. */
            departure_description?: string | null;
            /**
             * Format: date-time
             * @description Time of departure.
             */
            departure_at?: string | null;
            /** @description IANA time zone name at the place of departure, stored as sent without validation. */
            departure_timezone?: string | null;
            /** @description Address of the place of departure, free text. */
            departure_address?: string | null;
            /** @description Longitude of the place of departure in decimal degrees. */
            departure_longitude?: number | null;
            /** @description Latitude of the place of departure in decimal degrees. */
            departure_latitude?: number | null;
            /** @description Kind of the place of departure, such as `lodging`; any value is kept as sent. */
            departure_location_type?: string | null;
            /** @description Apple Maps place ID of the place of departure. */
            departure_apple_maps_id?: string | null;
            /** @description Terminal of departure. */
            departure_terminal?: string | null;
            /** @description Gate of departure. */
            departure_gate?: string | null;
            /** @description Name of the place of arrival, such as a station or an airport. */
            arrival_description?: string | null;
            /**
             * Format: date-time
             * @description Time of arrival.
             */
            arrival_at?: string | null;
            /** @description IANA time zone name at the place of arrival, stored as sent without validation. */
            arrival_timezone?: string | null;
            /** @description Address of the place of arrival, free text. */
            arrival_address?: string | null;
            /** @description Longitude of the place of arrival in decimal degrees. */
            arrival_longitude?: number | null;
            /** @description Latitude of the place of arrival in decimal degrees. */
            arrival_latitude?: number | null;
            /** @description Kind of the place of arrival, such as `lodging`; any value is kept as sent. */
            arrival_location_type?: string | null;
            /** @description Apple Maps place ID of the place of arrival. */
            arrival_apple_maps_id?: string | null;
            /** @description Terminal of arrival. */
            arrival_terminal?: string | null;
            /** @description Gate of arrival. */
            arrival_gate?: string | null;
            /** @description Baggage claim at the place of arrival. */
            arrival_bags?: string | null;
            /** @description Carrier, such as an airline or a railway company. */
            company?: string | null;
            /** @description Seat number. */
            seat_number?: string | null;
            /** @description Class of travel, such as `economy`. */
            seat_class?: string | null;
            /** @description Flight, train or line number. */
            transport_number?: string | null;
            /** @description Flight, train or line number that is actually in use. */
            actual_transport_number?: string | null;
            /** @description Coach number. */
            coach_number?: string | null;
            /** @description Description of the vehicle, free text. */
            vehicle_description?: string | null;
            /** @description FlightAware identifier of the flight. */
            flight_aware_identifier?: string | null;
            /** @description Whether the user wants automatic updates, which clients perform. */
            automatic_updates?: boolean;
            /**
             * Format: int32
             * @description Distance in meters.
             */
            distance_meters?: number | null;
            /** @description URL of the booking on the booking provider's website. */
            provider_url?: string | null;
            /** @description Reservation code of the booking provider. */
            provider_reservation_code?: string | null;
            /** @description Reservation details of the booking provider, free text. */
            provider_reservation_description?: string | null;
            /** @description Reference to a document of the booking provider, free text. */
            provider_document?: string | null;
            /** @description Price in `currency`. Ignored without the permission `can_edit_expenses`. */
            price?: number | null;
            /** @description Currency of `price`, such as `EUR`, stored as sent. Ignored without the permission `can_edit_expenses`. */
            currency?: string | null;
            /** @description User IDs of the trip members assigned to the transportation; IDs of other users are dropped. */
            assigned_users?: number[] | null;
            /**
             * Format: int32
             * @description Position within a day, as set by the client. Defaults to 0.
             */
            sort_order?: number | null;
        };
        /** @description Fields of a transportation. Fields omitted on create are empty, null or false unless stated otherwise; fields omitted on update stay unchanged. Null clears a field; for a boolean it is an error. */
        UpdateTransportationBody: {
            /** @description Identifier chosen by the client; prevents duplicates on create. */
            internal_identifier?: string | null;
            /** @description Whether clients should hide the transportation; lists include it regardless. */
            hidden?: boolean;
            /** @description Display name. */
            name?: string | null;
            /** @description Description, free text. */
            description?: string | null;
            /** @description Notes, free text. */
            notes?: string | null;
            /** @description Means of transport, such as `airplane` or `train`. Any other value is kept as sent. Required on create; may be neither null nor blank. */
            transportation_type?: string;
            /** @description Phone number, free text. */
            phone?: string | null;
            /** @description Website URL. */
            website?: string | null;
            /** @description Name of the place of departure, such as a station or an airport. */
            departure_description?: string | null;
            /**
             * Format: date-time
             * @description Time of departure.
             */
            departure_at?: string | null;
            /** @description IANA time zone name at the place of departure, stored as sent without validation. */
            departure_timezone?: string | null;
            /** @description Address of the place of departure, free text. */
            departure_address?: string | null;
            /** @description Longitude of the place of departure in decimal degrees. */
            departure_longitude?: number | null;
            /** @description Latitude of the place of departure in decimal degrees. */
            departure_latitude?: number | null;
            /** @description Kind of the place of departure, such as `lodging`; any value is kept as sent. */
            departure_location_type?: string | null;
            /** @description Apple Maps place ID of the place of departure. */
            departure_apple_maps_id?: string | null;
            /** @description Terminal of departure. */
            departure_terminal?: string | null;
            /** @description Gate of departure. */
            departure_gate?: string | null;
            /** @description Name of the place of arrival, such as a station or an airport. */
            arrival_description?: string | null;
            /**
             * Format: date-time
             * @description Time of arrival.
             */
            arrival_at?: string | null;
            /** @description IANA time zone name at the place of arrival, stored as sent without validation. */
            arrival_timezone?: string | null;
            /** @description Address of the place of arrival, free text. */
            arrival_address?: string | null;
            /** @description Longitude of the place of arrival in decimal degrees. */
            arrival_longitude?: number | null;
            /** @description Latitude of the place of arrival in decimal degrees. */
            arrival_latitude?: number | null;
            /** @description Kind of the place of arrival, such as `lodging`; any value is kept as sent. */
            arrival_location_type?: string | null;
            /** @description Apple Maps place ID of the place of arrival. */
            arrival_apple_maps_id?: string | null;
            /** @description Terminal of arrival. */
            arrival_terminal?: string | null;
            /** @description Gate of arrival. */
            arrival_gate?: string | null;
            /** @description Baggage claim at the place of arrival. */
            arrival_bags?: string | null;
            /** @description Carrier, such as an airline or a railway company. */
            company?: string | null;
            /** @description Seat number. */
            seat_number?: string | null;
            /** @description Class of travel, such as `economy`. */
            seat_class?: string | null;
            /** @description Flight, train or line number. */
            transport_number?: string | null;
            /** @description Flight, train or line number that is actually in use. */
            actual_transport_number?: string | null;
            /** @description Coach number. */
            coach_number?: string | null;
            /** @description Description of the vehicle, free text. */
            vehicle_description?: string | null;
            /** @description FlightAware identifier of the flight. */
            flight_aware_identifier?: string | null;
            /** @description Whether the user wants automatic updates, which clients perform. */
            automatic_updates?: boolean;
            /**
             * Format: int32
             * @description Distance in meters.
             */
            distance_meters?: number | null;
            /** @description URL of the booking on the booking provider's website. */
            provider_url?: string | null;
            /** @description Reservation code of the booking provider. */
            provider_reservation_code?: string | null;
            /** @description Reservation details of the booking provider, free text. */
            provider_reservation_description?: string | null;
            /** @description Reference to a document of the booking provider, free text. */
            provider_document?: string | null;
            /** @description Price in `currency`. Ignored without the permission `can_edit_expenses`. */
            price?: number | null;
            /** @description Currency of `price`, such as `EUR`, stored as sent. Ignored without the permission `can_edit_expenses`. */
            currency?: string | null;
            /** @description User IDs of the trip members assigned to the transportation; IDs of other users are dropped. */
            assigned_users?: number[] | null;
            /**
             * Format: int32
             * @description Position within a day, as set by the client. Defaults to 0.
             */
            sort_order?: number | null;
            /**
             * Format: int32
             * @description ID of the trip to move the transportation to. Requires the permission to edit that trip as well. If the transportation has a price, the permission to edit expenses is required on both trips; if it has documents or booking emails, the permission to edit documents. Ignored on create.
             */
            update_trip?: number | null;
        };
        /** @description Fields of an expense. Omitted fields take their default on create and stay unchanged on update. */
        CreateExpenseBody: {
            /** @description Title. Required on create. */
            title: string;
            /**
             * Format: date-time
             * @description Time of the expense. Defaults to the current time.
             */
            date?: string;
            /** @description Amount in `currency`. Required on create. */
            price: number;
            /** @description Currency of `price`, such as `EUR`, stored as sent. Defaults to the caller's `default_currency`. */
            currency?: string | null;
        };
        /** @description Fields of an expense. Omitted fields take their default on create and stay unchanged on update. */
        UpdateExpenseBody: {
            /** @description Title. Required on create. */
            title?: string;
            /**
             * Format: date-time
             * @description Time of the expense. Defaults to the current time.
             */
            date?: string;
            /** @description Amount in `currency`. Required on create. */
            price?: number;
            /** @description Currency of `price`, such as `EUR`, stored as sent. Defaults to the caller's `default_currency`. */
            currency?: string | null;
        };
        /** @description Link or prepared upload to attach. */
        AttachDocumentBody: {
            /** @description `http` or `https` URL of a link, or the `object_key` of a prepared upload. */
            url: string;
            /** @description `url` for a link, otherwise the media type that the upload was prepared with. Defaults to `url`. */
            file_type?: string | null;
            /** @description Title; may be blank. */
            title?: string | null;
            /** @description Description, free text. */
            description?: string | null;
            /** @description URL of a thumbnail. */
            thumb_url?: string | null;
            /** @description URL of a favicon. */
            favicon_url?: string | null;
            /** @description Token of the prepared upload. Required unless `file_type` is `url`. */
            upload_token?: string | null;
        };
        /** @description New title of a document. */
        RenameDocumentBody: {
            /** @description Title. */
            title: string;
        };
        /** @description Fields of a document, and the target of a move. Omitted fields stay unchanged. If several target IDs are sent, only the first of `trip_id`, `activity_id`, `hosting_id` and `transportation_id` counts. */
        UpdateDocumentBody: {
            /** @description Title; may be blank. */
            title?: string | null;
            /** @description Description, free text. */
            description?: string | null;
            /** @description URL of a thumbnail. Blank removes it. */
            thumb_url?: string | null;
            /** @description URL of a favicon. Blank removes it. */
            favicon_url?: string | null;
            /**
             * Format: int32
             * @description ID of the trip to move the document to.
             */
            trip_id?: number | null;
            /**
             * Format: int32
             * @description ID of the activity to move the document to.
             */
            activity_id?: number | null;
            /**
             * Format: int32
             * @description ID of the hosting to move the document to.
             */
            hosting_id?: number | null;
            /**
             * Format: int32
             * @description ID of the transportation to move the document to.
             */
            transportation_id?: number | null;
        };
        /** @description Fields of a new account. */
        SignUpBody: {
            /** @description Username; must be unique. */
            username: string;
            /**
             * Format: password
             * @description Password of at least 8 characters.
             */
            password: string;
            /**
             * Format: email
             * @description Primary email address; must not be in use by any account. Defaults to `username`, which must then be an email address.
             */
            email?: string | null;
            /** @description Display name. */
            name?: string | null;
            /** @description URL of the profile photo. Blank means none. */
            photo_url?: string | null;
        };
        /** @description Fields of the profile. Omitted fields stay unchanged. */
        UpdateMeBody: {
            /** @description URL of the profile photo. Blank removes it. */
            photo_url?: string | null;
            /** @description Username; must be unique. Blank leaves it unchanged. */
            username?: string | null;
            /**
             * Format: email
             * @description Primary email address; must not be in use by another account.
             */
            email?: string;
            /** @description Display name. */
            name?: string | null;
            /** @description Language code, such as `en`, stored as sent. */
            language?: string | null;
            /** @description Whether calendar entries show emojis. */
            calendar_emojis?: boolean;
            /** @description Categories hidden from the calendar, in a form that clients define. */
            calendar_hidden_categories?: unknown;
            /** @description Whether hostings are all-day entries of the calendar. */
            calendar_lodgings_all_day?: boolean;
            /** @description Whether trips are all-day entries of the calendar. */
            calendar_trips_all_day?: boolean;
            /** @description IANA time zone name, stored as sent without validation; the default for new trips. */
            timezone?: string | null;
            /** @description Default currency for new expenses, such as `EUR`, stored as sent. */
            default_currency?: string | null;
            /** @description Currency of the app store, stored as sent. */
            store_currency?: string | null;
            /** @description Whether the user wants general flight notifications. */
            notifications_flights_general_enabled?: boolean;
            /** @description Whether the user wants notifications about departures and arrivals. */
            notifications_flights_departure_and_arrival?: boolean;
            /** @description Whether the user wants notifications about activities that collaborators add. */
            notifications_collaborators_new_activities_enabled?: boolean;
            /** @description Campaign name from the app store attribution. Blank leaves it unchanged. */
            asa_campaign_name?: string | null;
            /** @description Keyword from the app store attribution. Blank leaves it unchanged. */
            asa_keyword_name?: string | null;
            /** @description Country of the app store. Blank leaves it unchanged. */
            asa_store_country?: string | null;
        };
        /** @description Username and names of an account. Omitted fields stay unchanged. */
        ReplaceAuthUserBody: {
            /** @description Username; must be unique. */
            username: string;
            /** @description First name. */
            first_name?: string | null;
            /** @description Last name. */
            last_name?: string | null;
        };
        /** @description Username and names of an account. Omitted fields stay unchanged. */
        UpdateAuthUserBody: {
            /** @description Username; must be unique. */
            username?: string;
            /** @description First name. */
            first_name?: string | null;
            /** @description Last name. */
            last_name?: string | null;
        };
        /** @description Username and password of an account. */
        CreateApiKeyBody: {
            /** @description Username or primary email address, case-insensitive. */
            username: string;
            /**
             * Format: password
             * @description Password.
             */
            password: string;
        };
        /** @description Credentials of an account: `password` with `email` or `username`. */
        LogInBody: {
            /** @description Username or primary email address, case-insensitive. Ignored if `email` is sent. */
            username?: string | null;
            /**
             * Format: email
             * @description Primary email address, case-insensitive.
             */
            email?: string | null;
            /**
             * Format: password
             * @description Password.
             */
            password: string;
        };
        /** @description Account whose password is to be reset. */
        RequestPasswordResetBody: {
            /**
             * Format: email
             * @description Primary email address of the account.
             */
            email: string;
        };
        /** @description New password, with the values of a reset link. */
        ConfirmPasswordResetBody: {
            /** @description Account identifier from the reset link. */
            uid: string;
            /** @description Token from the reset link; valid once, for 60 minutes. */
            token: string;
            /**
             * Format: password
             * @description New password of at least 8 characters.
             */
            new_password1: string;
            /**
             * Format: password
             * @description New password, repeated.
             */
            new_password2: string;
        };
        /** @description New password of the caller's account. */
        ChangePasswordBody: {
            /**
             * Format: password
             * @description New password of at least 8 characters.
             */
            new_password1: string;
            /**
             * Format: password
             * @description New password, repeated.
             */
            new_password2: string;
            /**
             * Format: password
             * @description Current password. Optional, but it must be correct if it is sent.
             */
            old_password?: string | null;
        };
        /** @description Error as a sentence. */
        ErrorDetail: {
            /** @description What went wrong. */
            detail: string;
        };
        /** @description Error as a code. */
        ErrorCode: {
            /**
             * @description Always false.
             * @constant
             */
            success: false;
            /** @description Error code. */
            error: string;
        };
        /** @description Validation errors by field; those of no single field are in `non_field_errors`. A list of objects has one map per element. */
        ValidationErrors: {
            [key: string]: (string | components["schemas"]["ValidationErrors"])[] | components["schemas"]["ValidationErrors"];
        };
    };
    responses: {
        /** @description The version in `If-None-Match` is still current. No body. */
        NotModified: {
            headers: {
                ETag: components["headers"]["CurrentETag"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description Validation errors, or a body that is not valid JSON. */
        Invalid: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "name": [
                 *         "This field is required."
                 *       ],
                 *       "color": [
                 *         "Enter a valid hex color."
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ValidationErrors"] | components["schemas"]["ErrorDetail"];
            };
        };
        /** @description Missing or invalid credentials. */
        Unauthenticated: {
            headers: {
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "Authentication credentials were not provided."
                 *     }
                 */
                "application/json": components["schemas"]["ErrorDetail"];
            };
        };
        /** @description You do not have permission to perform this action. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "You do not have permission to perform this action."
                 *     }
                 */
                "application/json": components["schemas"]["ErrorDetail"];
            };
        };
        /** @description Object or page that does not exist or is hidden. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "Not found."
                 *     }
                 */
                "application/json": components["schemas"]["ErrorDetail"];
            };
        };
        /** @description Method not allowed. */
        MethodNotAllowed: {
            headers: {
                Allow: components["headers"]["Allow"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "Method \"POST\" not allowed."
                 *     }
                 */
                "application/json": components["schemas"]["ErrorDetail"];
            };
        };
        /** @description A request with this `Idempotency-Key` is running. */
        Running: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "A request with this Idempotency-Key is running."
                 *     }
                 */
                "application/json": components["schemas"]["ErrorDetail"];
            };
        };
        /** @description No tag in `If-Match` is still current. */
        Changed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "The object has changed."
                 *     }
                 */
                "application/json": components["schemas"]["ErrorDetail"];
            };
        };
        /** @description Request body larger than 1 MiB. */
        TooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "Request body too large."
                 *     }
                 */
                "application/json": components["schemas"]["ErrorDetail"];
            };
        };
        /** @description Request body that is not JSON, or is compressed. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "Unsupported media type \"text/plain\" in request."
                 *     }
                 */
                "application/json": components["schemas"]["ErrorDetail"];
            };
        };
        /** @description This Idempotency-Key belongs to another request. */
        KeyReused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "This Idempotency-Key belongs to another request."
                 *     }
                 */
                "application/json": components["schemas"]["ErrorDetail"];
            };
        };
        /** @description Too many attempts. */
        Throttled: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "Request was throttled."
                 *     }
                 */
                "application/json": components["schemas"]["ErrorDetail"];
            };
        };
        /** @description Service temporarily unavailable. */
        Unavailable: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "Service unavailable. Try again later."
                 *     }
                 */
                "application/json": components["schemas"]["ErrorDetail"];
            };
        };
        /** @description Storage is full. */
        StorageFull: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "Storage is full."
                 *     }
                 */
                "application/json": components["schemas"]["ErrorDetail"];
            };
        };
        /** @description The account has sent 10,000 requests with an `Idempotency-Key` in a day. */
        TooManyKeys: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "Request was throttled."
                 *     }
                 */
                "application/json": components["schemas"]["ErrorDetail"];
            };
        };
    };
    parameters: {
        /** @description If `true`, only the IDs of deleted objects are returned, and `updatedSince` refers to their time of deletion. */
        deleted: boolean;
        /** @description Keys to return. All other keys are omitted, even required ones. */
        fields: string[];
        /** @description Keys to omit, even required ones. */
        fieldsLeftOut: string[];
        /** @description A key that the client makes up for this one request. With the same key, the same request gets the same response again, and is not carried out twice. */
        idempotencyKey: string;
        /** @description `ETag` of `GET` at the same path with the same `fields`, or several: the response is 412 unless one of them is still current. Any is, for `*`. */
        ifMatch: string;
        /** @description `ETag` of a response that the client has kept: if it is still current, the response is 304 without a body. */
        ifNoneMatch: string;
    };
    requestBodies: never;
    headers: {
        /** @description Methods that the path supports. */
        Allow: string;
        /** @description Version that is still current. */
        CurrentETag: string;
        /** @description Version of the response, for `If-None-Match`. A large response that is sent in parts has it as a trailer instead. */
        ETag: string;
        /** @description The response is that of an earlier request with the same `Idempotency-Key`. */
        IdempotencyReplayed: "true";
        /** @description ID of the request, for questions to the operator of the service. */
        RequestId: string;
        /** @description Seconds to wait before the next attempt. */
        RetryAfter: number;
        /** @description Authentication scheme. */
        WwwAuthenticate: "Token";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    ListTripsV2: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. A page has 100 results. */
                page?: number | "last";
                /** @description Only trips changed since this time or in the two days before it. Trips of other owners are always included. */
                updatedSince?: string;
                /** @description If `true`, only the IDs of deleted objects are returned, and `updatedSince` refers to their time of deletion. */
                deleted?: components["parameters"]["deleted"];
                /** @description Keys to return. All other keys are omitted, even required ones. */
                fields?: components["parameters"]["fields"];
                /** @description Keys to omit, even required ones. */
                "fields!"?: components["parameters"]["fieldsLeftOut"];
            };
            header?: {
                /** @description `ETag` of a response that the client has kept: if it is still current, the response is 304 without a body. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TripV2Page"] | components["schemas"]["TombstonePage"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["Unavailable"];
        };
    };
    GetTripV2: {
        parameters: {
            query?: {
                /** @description Keys to return. All other keys are omitted, even required ones. */
                fields?: components["parameters"]["fields"];
                /** @description Keys to omit, even required ones. */
                "fields!"?: components["parameters"]["fieldsLeftOut"];
            };
            header?: {
                /** @description `ETag` of a response that the client has kept: if it is still current, the response is 304 without a body. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path: {
                /** @description ID of the trip. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TripV2"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["Unavailable"];
        };
    };
    ListHostingsV2: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. A page has 100 results. */
                page?: number | "last";
                /** @description Only hostings that changed, or whose attached emails changed, at or after this time. */
                updatedSince?: string;
                /** @description If `true`, only the IDs of deleted objects are returned, and `updatedSince` refers to their time of deletion. */
                deleted?: components["parameters"]["deleted"];
                /** @description Keys to return. All other keys are omitted, even required ones. */
                fields?: components["parameters"]["fields"];
                /** @description Keys to omit, even required ones. */
                "fields!"?: components["parameters"]["fieldsLeftOut"];
            };
            header?: {
                /** @description `ETag` of a response that the client has kept: if it is still current, the response is 304 without a body. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HostingV2Page"] | components["schemas"]["TombstonePage"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["Unavailable"];
        };
    };
    GetHostingV2: {
        parameters: {
            query?: {
                /** @description Keys to return. All other keys are omitted, even required ones. */
                fields?: components["parameters"]["fields"];
                /** @description Keys to omit, even required ones. */
                "fields!"?: components["parameters"]["fieldsLeftOut"];
            };
            header?: {
                /** @description `ETag` of a response that the client has kept: if it is still current, the response is 304 without a body. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
                /** @description ID of the hosting. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HostingV2"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["Unavailable"];
        };
    };
    ListActivitiesV2: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. A page has 100 results. */
                page?: number | "last";
                /** @description Only activities that changed, or whose attached emails changed, at or after this time. */
                updatedSince?: string;
                /** @description Only activities of exactly this type. */
                activityType?: string;
                /** @description If `true`, only the IDs of deleted objects are returned, and `updatedSince` refers to their time of deletion. */
                deleted?: components["parameters"]["deleted"];
                /** @description Keys to return. All other keys are omitted, even required ones. */
                fields?: components["parameters"]["fields"];
                /** @description Keys to omit, even required ones. */
                "fields!"?: components["parameters"]["fieldsLeftOut"];
            };
            header?: {
                /** @description `ETag` of a response that the client has kept: if it is still current, the response is 304 without a body. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityV2Page"] | components["schemas"]["TombstonePage"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["Unavailable"];
        };
    };
    GetActivityV2: {
        parameters: {
            query?: {
                /** @description Keys to return. All other keys are omitted, even required ones. */
                fields?: components["parameters"]["fields"];
                /** @description Keys to omit, even required ones. */
                "fields!"?: components["parameters"]["fieldsLeftOut"];
            };
            header?: {
                /** @description `ETag` of a response that the client has kept: if it is still current, the response is 304 without a body. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
                /** @description ID of the activity. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityV2"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["Unavailable"];
        };
    };
    ListTransportationsV2: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. A page has 100 results. */
                page?: number | "last";
                /** @description Only transportations that changed, or whose attached emails changed, at or after this time. */
                updatedSince?: string;
                /** @description Only transportations of exactly this type. */
                transportationType?: string;
                /** @description If `true`, only the IDs of deleted objects are returned, and `updatedSince` refers to their time of deletion. */
                deleted?: components["parameters"]["deleted"];
                /** @description Keys to return. All other keys are omitted, even required ones. */
                fields?: components["parameters"]["fields"];
                /** @description Keys to omit, even required ones. */
                "fields!"?: components["parameters"]["fieldsLeftOut"];
            };
            header?: {
                /** @description `ETag` of a response that the client has kept: if it is still current, the response is 304 without a body. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransportationV2Page"] | components["schemas"]["TombstonePage"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["Unavailable"];
        };
    };
    GetTransportationV2: {
        parameters: {
            query?: {
                /** @description Keys to return. All other keys are omitted, even required ones. */
                fields?: components["parameters"]["fields"];
                /** @description Keys to omit, even required ones. */
                "fields!"?: components["parameters"]["fieldsLeftOut"];
            };
            header?: {
                /** @description `ETag` of a response that the client has kept: if it is still current, the response is 304 without a body. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
                /** @description ID of the transportation. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransportationV2"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["Unavailable"];
        };
    };
    ListTripEmails: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. A page has 100 results. */
                page?: number | "last";
                /** @description Only emails changed at or after this time. */
                updatedSince?: string;
                /** @description Only emails deleted at or after this time. Used only with `deleted=true`. */
                since?: string;
                /** @description If `true`, only the IDs of deleted objects are returned, and `updatedSince` refers to their time of deletion. */
                deleted?: components["parameters"]["deleted"];
            };
            header?: {
                /** @description `ETag` of a response that the client has kept: if it is still current, the response is 304 without a body. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TripEmailPage"] | components["schemas"]["TombstonePage"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["Unavailable"];
        };
    };
    GetTripEmail: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of a response that the client has kept: if it is still current, the response is 304 without a body. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
                /** @description ID of the email. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Email"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["Unavailable"];
        };
    };
    ListActivityEmails: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. A page has 100 results. */
                page?: number | "last";
                /** @description Only emails changed at or after this time. */
                updatedSince?: string;
                /** @description Only emails deleted at or after this time. Used only with `deleted=true`. */
                since?: string;
                /** @description If `true`, only the IDs of deleted objects are returned, and `updatedSince` refers to their time of deletion. */
                deleted?: components["parameters"]["deleted"];
            };
            header?: {
                /** @description `ETag` of a response that the client has kept: if it is still current, the response is 304 without a body. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
                /** @description ID of an activity of the trip, in place of the trip. */
                activity_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailPage"] | components["schemas"]["TombstonePage"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["Unavailable"];
        };
    };
    GetActivityEmail: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of a response that the client has kept: if it is still current, the response is 304 without a body. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
                /** @description ID of an activity of the trip, in place of the trip. */
                activity_id: number;
                /** @description ID of the email. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Email"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["Unavailable"];
        };
    };
    ListHostingEmails: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. A page has 100 results. */
                page?: number | "last";
                /** @description Only emails changed at or after this time. */
                updatedSince?: string;
                /** @description Only emails deleted at or after this time. Used only with `deleted=true`. */
                since?: string;
                /** @description If `true`, only the IDs of deleted objects are returned, and `updatedSince` refers to their time of deletion. */
                deleted?: components["parameters"]["deleted"];
            };
            header?: {
                /** @description `ETag` of a response that the client has kept: if it is still current, the response is 304 without a body. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
                /** @description ID of a hosting of the trip, in place of the trip. */
                hosting_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailPage"] | components["schemas"]["TombstonePage"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["Unavailable"];
        };
    };
    GetHostingEmail: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of a response that the client has kept: if it is still current, the response is 304 without a body. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
                /** @description ID of a hosting of the trip, in place of the trip. */
                hosting_id: number;
                /** @description ID of the email. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Email"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["Unavailable"];
        };
    };
    ListTransportationEmails: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. A page has 100 results. */
                page?: number | "last";
                /** @description Only emails changed at or after this time. */
                updatedSince?: string;
                /** @description Only emails deleted at or after this time. Used only with `deleted=true`. */
                since?: string;
                /** @description If `true`, only the IDs of deleted objects are returned, and `updatedSince` refers to their time of deletion. */
                deleted?: components["parameters"]["deleted"];
            };
            header?: {
                /** @description `ETag` of a response that the client has kept: if it is still current, the response is 304 without a body. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
                /** @description ID of a transportation of the trip, in place of the trip. */
                transportation_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailPage"] | components["schemas"]["TombstonePage"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["Unavailable"];
        };
    };
    GetTransportationEmail: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of a response that the client has kept: if it is still current, the response is 304 without a body. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
                /** @description ID of a transportation of the trip, in place of the trip. */
                transportation_id: number;
                /** @description ID of the email. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Email"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["Unavailable"];
        };
    };
    ListTripDocuments: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. A page has 100 results. */
                page?: number | "last";
                /** @description Only documents changed at or after this time. */
                updatedSince?: string;
                /** @description Only documents deleted at or after this time. Used only with `deleted=true`. */
                since?: string;
                /** @description If `true`, only the IDs of deleted objects are returned, and `updatedSince` refers to their time of deletion. */
                deleted?: components["parameters"]["deleted"];
            };
            header?: {
                /** @description `ETag` of a response that the client has kept: if it is still current, the response is 304 without a body. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TripDocumentPage"] | components["schemas"]["TombstonePage"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["Unavailable"];
        };
    };
    GetTripDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of a response that the client has kept: if it is still current, the response is 304 without a body. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
                /** @description ID of the document. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["Unavailable"];
        };
    };
    ListActivityDocuments: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. A page has 100 results. */
                page?: number | "last";
                /** @description Only documents changed at or after this time. */
                updatedSince?: string;
                /** @description Only documents deleted at or after this time. Used only with `deleted=true`. */
                since?: string;
                /** @description If `true`, only the IDs of deleted objects are returned, and `updatedSince` refers to their time of deletion. */
                deleted?: components["parameters"]["deleted"];
            };
            header?: {
                /** @description `ETag` of a response that the client has kept: if it is still current, the response is 304 without a body. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
                /** @description ID of an activity of the trip, in place of the trip. */
                activity_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentPage"] | components["schemas"]["TombstonePage"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["Unavailable"];
        };
    };
    GetActivityDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of a response that the client has kept: if it is still current, the response is 304 without a body. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
                /** @description ID of an activity of the trip, in place of the trip. */
                activity_id: number;
                /** @description ID of the document. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["Unavailable"];
        };
    };
    ListHostingDocuments: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. A page has 100 results. */
                page?: number | "last";
                /** @description Only documents changed at or after this time. */
                updatedSince?: string;
                /** @description Only documents deleted at or after this time. Used only with `deleted=true`. */
                since?: string;
                /** @description If `true`, only the IDs of deleted objects are returned, and `updatedSince` refers to their time of deletion. */
                deleted?: components["parameters"]["deleted"];
            };
            header?: {
                /** @description `ETag` of a response that the client has kept: if it is still current, the response is 304 without a body. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
                /** @description ID of a hosting of the trip, in place of the trip. */
                hosting_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentPage"] | components["schemas"]["TombstonePage"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["Unavailable"];
        };
    };
    GetHostingDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of a response that the client has kept: if it is still current, the response is 304 without a body. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
                /** @description ID of a hosting of the trip, in place of the trip. */
                hosting_id: number;
                /** @description ID of the document. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["Unavailable"];
        };
    };
    ListTransportationDocuments: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. A page has 100 results. */
                page?: number | "last";
                /** @description Only documents changed at or after this time. */
                updatedSince?: string;
                /** @description Only documents deleted at or after this time. Used only with `deleted=true`. */
                since?: string;
                /** @description If `true`, only the IDs of deleted objects are returned, and `updatedSince` refers to their time of deletion. */
                deleted?: components["parameters"]["deleted"];
            };
            header?: {
                /** @description `ETag` of a response that the client has kept: if it is still current, the response is 304 without a body. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
                /** @description ID of a transportation of the trip, in place of the trip. */
                transportation_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentPage"] | components["schemas"]["TombstonePage"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["Unavailable"];
        };
    };
    GetTransportationDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of a response that the client has kept: if it is still current, the response is 304 without a body. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
                /** @description ID of a transportation of the trip, in place of the trip. */
                transportation_id: number;
                /** @description ID of the document. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["Unavailable"];
        };
    };
    ListTripsV1: {
        parameters: {
            query?: {
                /** @description Only trips changed since this time or in the two days before it. Trips of other owners are always included. */
                updatedSince?: string;
                /** @description Keys to return. All other keys are omitted, even required ones. */
                fields?: components["parameters"]["fields"];
                /** @description Keys to omit, even required ones. */
                "fields!"?: components["parameters"]["fieldsLeftOut"];
            };
            header?: {
                /** @description `ETag` of a response that the client has kept: if it is still current, the response is 304 without a body. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TripList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["Unavailable"];
        };
    };
    CreateTrip: {
        parameters: {
            query?: {
                /** @description Keys to return. All other keys are omitted, even required ones. */
                fields?: components["parameters"]["fields"];
                /** @description Keys to omit, even required ones. */
                "fields!"?: components["parameters"]["fieldsLeftOut"];
            };
            header?: {
                /** @description A key that the client makes up for this one request. With the same key, the same request gets the same response again, and is not carried out twice. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CreateTripBody"];
            };
        };
        responses: {
            /** @description Duplicate: nothing was created. The body is empty. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Success. */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trip"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyKeys"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["StorageFull"];
        };
    };
    GetTripV1: {
        parameters: {
            query?: {
                /** @description Keys to return. All other keys are omitted, even required ones. */
                fields?: components["parameters"]["fields"];
                /** @description Keys to omit, even required ones. */
                "fields!"?: components["parameters"]["fieldsLeftOut"];
            };
            header?: {
                /** @description `ETag` of a response that the client has kept: if it is still current, the response is 304 without a body. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path: {
                /** @description ID of the trip. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trip"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["Unavailable"];
        };
    };
    UpdateTripByPut: {
        parameters: {
            query?: {
                /** @description Keys to return. All other keys are omitted, even required ones. */
                fields?: components["parameters"]["fields"];
                /** @description Keys to omit, even required ones. */
                "fields!"?: components["parameters"]["fieldsLeftOut"];
            };
            header?: {
                /** @description `ETag` of `GET` at the same path with the same `fields`, or several: the response is 412 unless one of them is still current. Any is, for `*`. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description A key that the client makes up for this one request. With the same key, the same request gets the same response again, and is not carried out twice. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description ID of the trip. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateTripBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trip"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Running"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyKeys"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["StorageFull"];
        };
    };
    DeleteTrip: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of `GET` at the same path with the same `fields`, or several: the response is 412 unless one of them is still current. Any is, for `*`. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description A key that the client makes up for this one request. With the same key, the same request gets the same response again, and is not carried out twice. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description ID of the trip. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success without a body. */
            204: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Running"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyKeys"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["StorageFull"];
        };
    };
    UpdateTrip: {
        parameters: {
            query?: {
                /** @description Keys to return. All other keys are omitted, even required ones. */
                fields?: components["parameters"]["fields"];
                /** @description Keys to omit, even required ones. */
                "fields!"?: components["parameters"]["fieldsLeftOut"];
            };
            header?: {
                /** @description `ETag` of `GET` at the same path with the same `fields`, or several: the response is 412 unless one of them is still current. Any is, for `*`. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description A key that the client makes up for this one request. With the same key, the same request gets the same response again, and is not carried out twice. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description ID of the trip. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateTripBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trip"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Running"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyKeys"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["StorageFull"];
        };
    };
    ListAlternativeEmails: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. A page has 100 results. */
                page?: number | "last";
            };
            header?: {
                /** @description `ETag` of a response that the client has kept: if it is still current, the response is 304 without a body. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlternativeEmailPage"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["Unavailable"];
        };
    };
    AddAlternativeEmail: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that the client makes up for this one request. With the same key, the same request gets the same response again, and is not carried out twice. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddAlternativeEmailBody"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
            400: components["responses"]["Invalid"];
            /** @description Error with a code, such as `invalid_email`; or missing or invalid credentials. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "error": "invalid_email"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorCode"] | components["schemas"]["ErrorDetail"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["StorageFull"];
        };
    };
    RemoveAlternativeEmail: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of `GET` at the same path with the same `fields`, or several: the response is 412 unless one of them is still current. Any is, for `*`. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description A key that the client makes up for this one request. With the same key, the same request gets the same response again, and is not carried out twice. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description ID of the alternative address. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Running"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyKeys"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["StorageFull"];
        };
    };
    VerifyAlternativeEmail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Hash at the end of the verification link. */
                hash: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description HTML page. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html; charset=utf-8": string;
                };
            };
            /** @description Error with a code, such as `invalid_hash`. For browsers, an HTML page. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "error": "invalid_hash"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorCode"];
                    "text/html; charset=utf-8": string;
                };
            };
            /** @description Object or page that does not exist or is hidden. For browsers, an HTML page. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Not found."
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorDetail"];
                    "text/html; charset=utf-8": string;
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            /** @description Service temporarily unavailable. For browsers, an HTML page. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Service unavailable. Try again later."
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorDetail"];
                    "text/html; charset=utf-8": string;
                };
            };
            /** @description Storage is full. For browsers, an HTML page. */
            507: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Storage is full."
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorDetail"];
                    "text/html; charset=utf-8": string;
                };
            };
        };
    };
    ListInbox: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. A page has 100 results. */
                page?: number | "last";
            };
            header?: {
                /** @description `ETag` of a response that the client has kept: if it is still current, the response is 304 without a body. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboxEntryPage"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["Unavailable"];
        };
    };
    GetInboxEmail: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of a response that the client has kept: if it is still current, the response is 304 without a body. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path: {
                /** @description ID of the email. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Email"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["Unavailable"];
        };
    };
    UpdateEmailByPut: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of `GET` at the same path with the same `fields`, or several: the response is 412 unless one of them is still current. Any is, for `*`. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description A key that the client makes up for this one request. With the same key, the same request gets the same response again, and is not carried out twice. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description ID of the email. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateEmailBody"];
            };
        };
        responses: {
            /** @description Success with an empty body. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Running"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyKeys"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["StorageFull"];
        };
    };
    DeleteEmail: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of `GET` at the same path with the same `fields`, or several: the response is 412 unless one of them is still current. Any is, for `*`. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description A key that the client makes up for this one request. With the same key, the same request gets the same response again, and is not carried out twice. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description ID of the email. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Running"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyKeys"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["StorageFull"];
        };
    };
    UpdateEmail: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of `GET` at the same path with the same `fields`, or several: the response is 412 unless one of them is still current. Any is, for `*`. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description A key that the client makes up for this one request. With the same key, the same request gets the same response again, and is not carried out twice. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description ID of the email. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateEmailBody"];
            };
        };
        responses: {
            /** @description Success with an empty body. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Running"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyKeys"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["StorageFull"];
        };
    };
    ListCategories: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of a response that the client has kept: if it is still current, the response is 304 without a body. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CategoryList"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["Unavailable"];
        };
    };
    CreateCategory: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that the client makes up for this one request. With the same key, the same request gets the same response again, and is not carried out twice. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCategoryBody"];
            };
        };
        responses: {
            /** @description Duplicate: nothing was created. The body is empty. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Success. */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyKeys"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["StorageFull"];
        };
    };
    GetCategory: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of a response that the client has kept: if it is still current, the response is 304 without a body. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path: {
                /** @description ID of the category. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["Unavailable"];
        };
    };
    UpdateCategoryByPut: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of `GET` at the same path with the same `fields`, or several: the response is 412 unless one of them is still current. Any is, for `*`. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description A key that the client makes up for this one request. With the same key, the same request gets the same response again, and is not carried out twice. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description ID of the category. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateCategoryBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Running"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyKeys"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["StorageFull"];
        };
    };
    DeleteCategory: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of `GET` at the same path with the same `fields`, or several: the response is 412 unless one of them is still current. Any is, for `*`. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description A key that the client makes up for this one request. With the same key, the same request gets the same response again, and is not carried out twice. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description ID of the category. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success without a body. */
            204: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Running"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyKeys"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["StorageFull"];
        };
    };
    UpdateCategory: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of `GET` at the same path with the same `fields`, or several: the response is 412 unless one of them is still current. Any is, for `*`. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description A key that the client makes up for this one request. With the same key, the same request gets the same response again, and is not carried out twice. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description ID of the category. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateCategoryBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Running"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyKeys"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["StorageFull"];
        };
    };
    ListFavorites: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. A page has 100 results. */
                page?: number | "last";
            };
            header?: {
                /** @description `ETag` of a response that the client has kept: if it is still current, the response is 304 without a body. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FavoritePage"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["Unavailable"];
        };
    };
    Invite: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that the client makes up for this one request. With the same key, the same request gets the same response again, and is not carried out twice. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InviteBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyKeys"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["StorageFull"];
        };
    };
    ListTripCollaborators: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. A page has 100 results. */
                page?: number | "last";
            };
            header?: {
                /** @description `ETag` of a response that the client has kept: if it is still current, the response is 304 without a body. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CollaboratorPage"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["Unavailable"];
        };
    };
    GetTripCollaborators: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. A page has 100 results. */
                page?: number | "last";
            };
            header?: {
                /** @description `ETag` of a response that the client has kept: if it is still current, the response is 304 without a body. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
                /** @description Ignored. */
                user_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CollaboratorPage"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["Unavailable"];
        };
    };
    RemoveCollaborator: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of `GET` at the same path with the same `fields`, or several: the response is 412 unless one of them is still current. Any is, for `*`. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description A key that the client makes up for this one request. With the same key, the same request gets the same response again, and is not carried out twice. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
                /** @description User ID of the member or invitee. */
                user_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Removal"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Running"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyKeys"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["StorageFull"];
        };
    };
    SetPermissions: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of `GET` at the same path with the same `fields`, or several: the response is 412 unless one of them is still current. Any is, for `*`. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description A key that the client makes up for this one request. With the same key, the same request gets the same response again, and is not carried out twice. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
                /** @description User ID of the member. */
                user_id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SetPermissionsBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CollaboratorPermissions"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Running"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyKeys"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["StorageFull"];
        };
    };
    PrepareUpload: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PrepareUploadBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Upload"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["StorageFull"];
        };
    };
    ListHostingsV1: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. A page has 100 results. */
                page?: number | "last";
                /** @description Only hostings that changed, or whose attached emails changed, at or after this time. */
                updatedSince?: string;
                /** @description Keys to return. All other keys are omitted, even required ones. */
                fields?: components["parameters"]["fields"];
                /** @description Keys to omit, even required ones. */
                "fields!"?: components["parameters"]["fieldsLeftOut"];
            };
            header?: {
                /** @description `ETag` of a response that the client has kept: if it is still current, the response is 304 without a body. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HostingPage"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["Unavailable"];
        };
    };
    CreateHosting: {
        parameters: {
            query?: {
                /** @description Keys to return. All other keys are omitted, even required ones. */
                fields?: components["parameters"]["fields"];
                /** @description Keys to omit, even required ones. */
                "fields!"?: components["parameters"]["fieldsLeftOut"];
            };
            header?: {
                /** @description A key that the client makes up for this one request. With the same key, the same request gets the same response again, and is not carried out twice. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CreateHostingBody"];
            };
        };
        responses: {
            /** @description Duplicate: nothing was created. The body is empty. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Success. */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Hosting"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyKeys"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["StorageFull"];
        };
    };
    GetHostingV1: {
        parameters: {
            query?: {
                /** @description Keys to return. All other keys are omitted, even required ones. */
                fields?: components["parameters"]["fields"];
                /** @description Keys to omit, even required ones. */
                "fields!"?: components["parameters"]["fieldsLeftOut"];
            };
            header?: {
                /** @description `ETag` of a response that the client has kept: if it is still current, the response is 304 without a body. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
                /** @description ID of the hosting. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Hosting"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["Unavailable"];
        };
    };
    UpdateHostingByPut: {
        parameters: {
            query?: {
                /** @description Keys to return. All other keys are omitted, even required ones. */
                fields?: components["parameters"]["fields"];
                /** @description Keys to omit, even required ones. */
                "fields!"?: components["parameters"]["fieldsLeftOut"];
            };
            header?: {
                /** @description `ETag` of `GET` at the same path with the same `fields`, or several: the response is 412 unless one of them is still current. Any is, for `*`. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description A key that the client makes up for this one request. With the same key, the same request gets the same response again, and is not carried out twice. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
                /** @description ID of the hosting. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateHostingBody"];
            };
        };
        responses: {
            /** @description Success: the object as it is now. If `update_trip` named a trip, the object has been moved there (unless it was there already), and the body is empty: zero bytes, without a media type. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Hosting"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Running"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyKeys"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["StorageFull"];
        };
    };
    DeleteHosting: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of `GET` at the same path with the same `fields`, or several: the response is 412 unless one of them is still current. Any is, for `*`. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description A key that the client makes up for this one request. With the same key, the same request gets the same response again, and is not carried out twice. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
                /** @description ID of the hosting. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success without a body. */
            204: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Running"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyKeys"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["StorageFull"];
        };
    };
    UpdateHosting: {
        parameters: {
            query?: {
                /** @description Keys to return. All other keys are omitted, even required ones. */
                fields?: components["parameters"]["fields"];
                /** @description Keys to omit, even required ones. */
                "fields!"?: components["parameters"]["fieldsLeftOut"];
            };
            header?: {
                /** @description `ETag` of `GET` at the same path with the same `fields`, or several: the response is 412 unless one of them is still current. Any is, for `*`. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description A key that the client makes up for this one request. With the same key, the same request gets the same response again, and is not carried out twice. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
                /** @description ID of the hosting. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateHostingBody"];
            };
        };
        responses: {
            /** @description Success: the object as it is now. If `update_trip` named a trip, the object has been moved there (unless it was there already), and the body is empty: zero bytes, without a media type. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Hosting"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Running"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyKeys"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["StorageFull"];
        };
    };
    ListActivitiesV1: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. A page has 100 results. */
                page?: number | "last";
                /** @description Only activities that changed, or whose attached emails changed, at or after this time. */
                updatedSince?: string;
                /** @description Only activities of exactly this type. */
                activityType?: string;
                /** @description Keys to return. All other keys are omitted, even required ones. */
                fields?: components["parameters"]["fields"];
                /** @description Keys to omit, even required ones. */
                "fields!"?: components["parameters"]["fieldsLeftOut"];
            };
            header?: {
                /** @description `ETag` of a response that the client has kept: if it is still current, the response is 304 without a body. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityPage"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["Unavailable"];
        };
    };
    CreateActivity: {
        parameters: {
            query?: {
                /** @description Keys to return. All other keys are omitted, even required ones. */
                fields?: components["parameters"]["fields"];
                /** @description Keys to omit, even required ones. */
                "fields!"?: components["parameters"]["fieldsLeftOut"];
            };
            header?: {
                /** @description A key that the client makes up for this one request. With the same key, the same request gets the same response again, and is not carried out twice. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CreateActivityBody"];
            };
        };
        responses: {
            /** @description Duplicate: nothing was created. The body is empty. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Success. */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Activity"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyKeys"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["StorageFull"];
        };
    };
    GetActivityV1: {
        parameters: {
            query?: {
                /** @description Keys to return. All other keys are omitted, even required ones. */
                fields?: components["parameters"]["fields"];
                /** @description Keys to omit, even required ones. */
                "fields!"?: components["parameters"]["fieldsLeftOut"];
            };
            header?: {
                /** @description `ETag` of a response that the client has kept: if it is still current, the response is 304 without a body. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
                /** @description ID of the activity. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Activity"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["Unavailable"];
        };
    };
    UpdateActivityByPut: {
        parameters: {
            query?: {
                /** @description Keys to return. All other keys are omitted, even required ones. */
                fields?: components["parameters"]["fields"];
                /** @description Keys to omit, even required ones. */
                "fields!"?: components["parameters"]["fieldsLeftOut"];
            };
            header?: {
                /** @description `ETag` of `GET` at the same path with the same `fields`, or several: the response is 412 unless one of them is still current. Any is, for `*`. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description A key that the client makes up for this one request. With the same key, the same request gets the same response again, and is not carried out twice. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
                /** @description ID of the activity. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateActivityBody"];
            };
        };
        responses: {
            /** @description Success: the object as it is now. If `update_trip` named a trip, the object has been moved there (unless it was there already), and the body is empty: zero bytes, without a media type. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Activity"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Running"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyKeys"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["StorageFull"];
        };
    };
    DeleteActivity: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of `GET` at the same path with the same `fields`, or several: the response is 412 unless one of them is still current. Any is, for `*`. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description A key that the client makes up for this one request. With the same key, the same request gets the same response again, and is not carried out twice. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
                /** @description ID of the activity. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success without a body. */
            204: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Running"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyKeys"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["StorageFull"];
        };
    };
    UpdateActivity: {
        parameters: {
            query?: {
                /** @description Keys to return. All other keys are omitted, even required ones. */
                fields?: components["parameters"]["fields"];
                /** @description Keys to omit, even required ones. */
                "fields!"?: components["parameters"]["fieldsLeftOut"];
            };
            header?: {
                /** @description `ETag` of `GET` at the same path with the same `fields`, or several: the response is 412 unless one of them is still current. Any is, for `*`. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description A key that the client makes up for this one request. With the same key, the same request gets the same response again, and is not carried out twice. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
                /** @description ID of the activity. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateActivityBody"];
            };
        };
        responses: {
            /** @description Success: the object as it is now. If `update_trip` named a trip, the object has been moved there (unless it was there already), and the body is empty: zero bytes, without a media type. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Activity"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Running"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyKeys"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["StorageFull"];
        };
    };
    ListTransportationsV1: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. A page has 100 results. */
                page?: number | "last";
                /** @description Only transportations that changed, or whose attached emails changed, at or after this time. */
                updatedSince?: string;
                /** @description Only transportations of exactly this type. */
                transportationType?: string;
                /** @description Keys to return. All other keys are omitted, even required ones. */
                fields?: components["parameters"]["fields"];
                /** @description Keys to omit, even required ones. */
                "fields!"?: components["parameters"]["fieldsLeftOut"];
            };
            header?: {
                /** @description `ETag` of a response that the client has kept: if it is still current, the response is 304 without a body. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransportationPage"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["Unavailable"];
        };
    };
    CreateTransportation: {
        parameters: {
            query?: {
                /** @description Keys to return. All other keys are omitted, even required ones. */
                fields?: components["parameters"]["fields"];
                /** @description Keys to omit, even required ones. */
                "fields!"?: components["parameters"]["fieldsLeftOut"];
            };
            header?: {
                /** @description A key that the client makes up for this one request. With the same key, the same request gets the same response again, and is not carried out twice. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTransportationBody"];
            };
        };
        responses: {
            /** @description Duplicate: nothing was created. The body is empty. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Success. */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transportation"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyKeys"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["StorageFull"];
        };
    };
    GetTransportationV1: {
        parameters: {
            query?: {
                /** @description Keys to return. All other keys are omitted, even required ones. */
                fields?: components["parameters"]["fields"];
                /** @description Keys to omit, even required ones. */
                "fields!"?: components["parameters"]["fieldsLeftOut"];
            };
            header?: {
                /** @description `ETag` of a response that the client has kept: if it is still current, the response is 304 without a body. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
                /** @description ID of the transportation. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transportation"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["Unavailable"];
        };
    };
    UpdateTransportationByPut: {
        parameters: {
            query?: {
                /** @description Keys to return. All other keys are omitted, even required ones. */
                fields?: components["parameters"]["fields"];
                /** @description Keys to omit, even required ones. */
                "fields!"?: components["parameters"]["fieldsLeftOut"];
            };
            header?: {
                /** @description `ETag` of `GET` at the same path with the same `fields`, or several: the response is 412 unless one of them is still current. Any is, for `*`. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description A key that the client makes up for this one request. With the same key, the same request gets the same response again, and is not carried out twice. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
                /** @description ID of the transportation. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateTransportationBody"];
            };
        };
        responses: {
            /** @description Success: the object as it is now. If `update_trip` named a trip, the object has been moved there (unless it was there already), and the body is empty: zero bytes, without a media type. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transportation"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Running"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyKeys"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["StorageFull"];
        };
    };
    DeleteTransportation: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of `GET` at the same path with the same `fields`, or several: the response is 412 unless one of them is still current. Any is, for `*`. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description A key that the client makes up for this one request. With the same key, the same request gets the same response again, and is not carried out twice. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
                /** @description ID of the transportation. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success without a body. */
            204: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Running"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyKeys"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["StorageFull"];
        };
    };
    UpdateTransportation: {
        parameters: {
            query?: {
                /** @description Keys to return. All other keys are omitted, even required ones. */
                fields?: components["parameters"]["fields"];
                /** @description Keys to omit, even required ones. */
                "fields!"?: components["parameters"]["fieldsLeftOut"];
            };
            header?: {
                /** @description `ETag` of `GET` at the same path with the same `fields`, or several: the response is 412 unless one of them is still current. Any is, for `*`. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description A key that the client makes up for this one request. With the same key, the same request gets the same response again, and is not carried out twice. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
                /** @description ID of the transportation. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateTransportationBody"];
            };
        };
        responses: {
            /** @description Success: the object as it is now. If `update_trip` named a trip, the object has been moved there (unless it was there already), and the body is empty: zero bytes, without a media type. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transportation"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Running"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyKeys"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["StorageFull"];
        };
    };
    ListExpensesV1: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. A page has 100 results. */
                page?: number | "last";
                /** @description Only expenses changed at or after this time. */
                updatedSince?: string;
                /** @description Keys to return. All other keys are omitted, even required ones. */
                fields?: components["parameters"]["fields"];
                /** @description Keys to omit, even required ones. */
                "fields!"?: components["parameters"]["fieldsLeftOut"];
            };
            header?: {
                /** @description `ETag` of a response that the client has kept: if it is still current, the response is 304 without a body. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExpensePage"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["Unavailable"];
        };
    };
    CreateExpense: {
        parameters: {
            query?: {
                /** @description Keys to return. All other keys are omitted, even required ones. */
                fields?: components["parameters"]["fields"];
                /** @description Keys to omit, even required ones. */
                "fields!"?: components["parameters"]["fieldsLeftOut"];
            };
            header?: {
                /** @description A key that the client makes up for this one request. With the same key, the same request gets the same response again, and is not carried out twice. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateExpenseBody"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Expense"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyKeys"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["StorageFull"];
        };
    };
    GetExpenseV1: {
        parameters: {
            query?: {
                /** @description Keys to return. All other keys are omitted, even required ones. */
                fields?: components["parameters"]["fields"];
                /** @description Keys to omit, even required ones. */
                "fields!"?: components["parameters"]["fieldsLeftOut"];
            };
            header?: {
                /** @description `ETag` of a response that the client has kept: if it is still current, the response is 304 without a body. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
                /** @description ID of the expense. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Expense"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["Unavailable"];
        };
    };
    UpdateExpenseByPut: {
        parameters: {
            query?: {
                /** @description Keys to return. All other keys are omitted, even required ones. */
                fields?: components["parameters"]["fields"];
                /** @description Keys to omit, even required ones. */
                "fields!"?: components["parameters"]["fieldsLeftOut"];
            };
            header?: {
                /** @description `ETag` of `GET` at the same path with the same `fields`, or several: the response is 412 unless one of them is still current. Any is, for `*`. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description A key that the client makes up for this one request. With the same key, the same request gets the same response again, and is not carried out twice. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
                /** @description ID of the expense. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateExpenseBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Expense"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Running"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyKeys"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["StorageFull"];
        };
    };
    DeleteExpense: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of `GET` at the same path with the same `fields`, or several: the response is 412 unless one of them is still current. Any is, for `*`. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description A key that the client makes up for this one request. With the same key, the same request gets the same response again, and is not carried out twice. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
                /** @description ID of the expense. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success without a body. */
            204: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Running"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyKeys"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["StorageFull"];
        };
    };
    UpdateExpense: {
        parameters: {
            query?: {
                /** @description Keys to return. All other keys are omitted, even required ones. */
                fields?: components["parameters"]["fields"];
                /** @description Keys to omit, even required ones. */
                "fields!"?: components["parameters"]["fieldsLeftOut"];
            };
            header?: {
                /** @description `ETag` of `GET` at the same path with the same `fields`, or several: the response is 412 unless one of them is still current. Any is, for `*`. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description A key that the client makes up for this one request. With the same key, the same request gets the same response again, and is not carried out twice. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
                /** @description ID of the expense. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateExpenseBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Expense"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Running"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyKeys"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["StorageFull"];
        };
    };
    AttachTripDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that the client makes up for this one request. With the same key, the same request gets the same response again, and is not carried out twice. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AttachDocumentBody"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyKeys"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["StorageFull"];
        };
    };
    RenameTripDocumentByPut: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of `GET` at the same path with the same `fields`, or several: the response is 412 unless one of them is still current. Any is, for `*`. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description A key that the client makes up for this one request. With the same key, the same request gets the same response again, and is not carried out twice. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
                /** @description ID of the document. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenameDocumentBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Running"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyKeys"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["StorageFull"];
        };
    };
    RemoveTripDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of `GET` at the same path with the same `fields`, or several: the response is 412 unless one of them is still current. Any is, for `*`. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description A key that the client makes up for this one request. With the same key, the same request gets the same response again, and is not carried out twice. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
                /** @description ID of the document. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success with an empty body. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Running"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyKeys"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["StorageFull"];
        };
    };
    RenameTripDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of `GET` at the same path with the same `fields`, or several: the response is 412 unless one of them is still current. Any is, for `*`. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description A key that the client makes up for this one request. With the same key, the same request gets the same response again, and is not carried out twice. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
                /** @description ID of the document. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenameDocumentBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Running"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyKeys"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["StorageFull"];
        };
    };
    AttachActivityDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that the client makes up for this one request. With the same key, the same request gets the same response again, and is not carried out twice. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
                /** @description ID of an activity of the trip, in place of the trip. */
                activity_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AttachDocumentBody"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyKeys"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["StorageFull"];
        };
    };
    RenameActivityDocumentByPut: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of `GET` at the same path with the same `fields`, or several: the response is 412 unless one of them is still current. Any is, for `*`. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description A key that the client makes up for this one request. With the same key, the same request gets the same response again, and is not carried out twice. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
                /** @description ID of an activity of the trip, in place of the trip. */
                activity_id: number;
                /** @description ID of the document. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenameDocumentBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Running"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyKeys"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["StorageFull"];
        };
    };
    RemoveActivityDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of `GET` at the same path with the same `fields`, or several: the response is 412 unless one of them is still current. Any is, for `*`. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description A key that the client makes up for this one request. With the same key, the same request gets the same response again, and is not carried out twice. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
                /** @description ID of an activity of the trip, in place of the trip. */
                activity_id: number;
                /** @description ID of the document. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success with an empty body. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Running"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyKeys"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["StorageFull"];
        };
    };
    RenameActivityDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of `GET` at the same path with the same `fields`, or several: the response is 412 unless one of them is still current. Any is, for `*`. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description A key that the client makes up for this one request. With the same key, the same request gets the same response again, and is not carried out twice. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
                /** @description ID of an activity of the trip, in place of the trip. */
                activity_id: number;
                /** @description ID of the document. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenameDocumentBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Running"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyKeys"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["StorageFull"];
        };
    };
    AttachHostingDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that the client makes up for this one request. With the same key, the same request gets the same response again, and is not carried out twice. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
                /** @description ID of a hosting of the trip, in place of the trip. */
                hosting_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AttachDocumentBody"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyKeys"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["StorageFull"];
        };
    };
    RenameHostingDocumentByPut: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of `GET` at the same path with the same `fields`, or several: the response is 412 unless one of them is still current. Any is, for `*`. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description A key that the client makes up for this one request. With the same key, the same request gets the same response again, and is not carried out twice. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
                /** @description ID of a hosting of the trip, in place of the trip. */
                hosting_id: number;
                /** @description ID of the document. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenameDocumentBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Running"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyKeys"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["StorageFull"];
        };
    };
    RemoveHostingDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of `GET` at the same path with the same `fields`, or several: the response is 412 unless one of them is still current. Any is, for `*`. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description A key that the client makes up for this one request. With the same key, the same request gets the same response again, and is not carried out twice. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
                /** @description ID of a hosting of the trip, in place of the trip. */
                hosting_id: number;
                /** @description ID of the document. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success with an empty body. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Running"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyKeys"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["StorageFull"];
        };
    };
    RenameHostingDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of `GET` at the same path with the same `fields`, or several: the response is 412 unless one of them is still current. Any is, for `*`. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description A key that the client makes up for this one request. With the same key, the same request gets the same response again, and is not carried out twice. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
                /** @description ID of a hosting of the trip, in place of the trip. */
                hosting_id: number;
                /** @description ID of the document. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenameDocumentBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Running"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyKeys"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["StorageFull"];
        };
    };
    AttachTransportationDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that the client makes up for this one request. With the same key, the same request gets the same response again, and is not carried out twice. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
                /** @description ID of a transportation of the trip, in place of the trip. */
                transportation_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AttachDocumentBody"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyKeys"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["StorageFull"];
        };
    };
    RenameTransportationDocumentByPut: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of `GET` at the same path with the same `fields`, or several: the response is 412 unless one of them is still current. Any is, for `*`. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description A key that the client makes up for this one request. With the same key, the same request gets the same response again, and is not carried out twice. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
                /** @description ID of a transportation of the trip, in place of the trip. */
                transportation_id: number;
                /** @description ID of the document. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenameDocumentBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Running"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyKeys"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["StorageFull"];
        };
    };
    RemoveTransportationDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of `GET` at the same path with the same `fields`, or several: the response is 412 unless one of them is still current. Any is, for `*`. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description A key that the client makes up for this one request. With the same key, the same request gets the same response again, and is not carried out twice. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
                /** @description ID of a transportation of the trip, in place of the trip. */
                transportation_id: number;
                /** @description ID of the document. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success with an empty body. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Running"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyKeys"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["StorageFull"];
        };
    };
    RenameTransportationDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of `GET` at the same path with the same `fields`, or several: the response is 412 unless one of them is still current. Any is, for `*`. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description A key that the client makes up for this one request. With the same key, the same request gets the same response again, and is not carried out twice. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description ID of the trip. */
                trip_id: number;
                /** @description ID of a transportation of the trip, in place of the trip. */
                transportation_id: number;
                /** @description ID of the document. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenameDocumentBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Running"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyKeys"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["StorageFull"];
        };
    };
    GetDocumentDownload: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of a response that the client has kept: if it is still current, the response is 304 without a body. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path: {
                /** @description ID of the document. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentDownload"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["Unavailable"];
        };
    };
    UpdateDocumentByPut: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of `GET` at the same path with the same `fields`, or several: the response is 412 unless one of them is still current. Any is, for `*`. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description A key that the client makes up for this one request. With the same key, the same request gets the same response again, and is not carried out twice. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description ID of the document. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateDocumentBody"];
            };
        };
        responses: {
            /** @description Success with an empty body. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Running"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyKeys"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["StorageFull"];
        };
    };
    UpdateDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of `GET` at the same path with the same `fields`, or several: the response is 412 unless one of them is still current. Any is, for `*`. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description A key that the client makes up for this one request. With the same key, the same request gets the same response again, and is not carried out twice. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description ID of the document. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateDocumentBody"];
            };
        };
        responses: {
            /** @description Success with an empty body. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Running"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyKeys"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["StorageFull"];
        };
    };
    SignUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignUpBody"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Profile"];
                };
            };
            400: components["responses"]["Invalid"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["StorageFull"];
        };
    };
    GetMe: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of a response that the client has kept: if it is still current, the response is 304 without a body. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Profile"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["Unavailable"];
        };
    };
    UpdateMeByPut: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of `GET` at the same path with the same `fields`, or several: the response is 412 unless one of them is still current. Any is, for `*`. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description A key that the client makes up for this one request. With the same key, the same request gets the same response again, and is not carried out twice. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateMeBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Profile"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Running"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyKeys"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["StorageFull"];
        };
    };
    UpdateMe: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of `GET` at the same path with the same `fields`, or several: the response is 412 unless one of them is still current. Any is, for `*`. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description A key that the client makes up for this one request. With the same key, the same request gets the same response again, and is not carried out twice. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateMeBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Profile"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Running"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyKeys"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["StorageFull"];
        };
    };
    GetAuthUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of a response that the client has kept: if it is still current, the response is 304 without a body. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUser"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["Unavailable"];
        };
    };
    ReplaceAuthUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of `GET` at the same path with the same `fields`, or several: the response is 412 unless one of them is still current. Any is, for `*`. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description A key that the client makes up for this one request. With the same key, the same request gets the same response again, and is not carried out twice. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplaceAuthUserBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUser"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Running"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyKeys"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["StorageFull"];
        };
    };
    UpdateAuthUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of `GET` at the same path with the same `fields`, or several: the response is 412 unless one of them is still current. Any is, for `*`. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description A key that the client makes up for this one request. With the same key, the same request gets the same response again, and is not carried out twice. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateAuthUserBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUser"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Running"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyKeys"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["StorageFull"];
        };
    };
    CreateApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateApiKeyBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Token"];
                };
            };
            400: components["responses"]["Invalid"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["StorageFull"];
        };
    };
    CreateApiKeyV1: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateApiKeyBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Token"];
                };
            };
            400: components["responses"]["Invalid"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["StorageFull"];
        };
    };
    LogIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LogInBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            400: components["responses"]["Invalid"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["StorageFull"];
        };
    };
    LogOut: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that the client makes up for this one request. With the same key, the same request gets the same response again, and is not carried out twice. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Notice"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyKeys"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["StorageFull"];
        };
    };
    RequestPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestPasswordResetBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Notice"];
                };
            };
            400: components["responses"]["Invalid"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["StorageFull"];
        };
    };
    ConfirmPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmPasswordResetBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Notice"];
                };
            };
            400: components["responses"]["Invalid"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["StorageFull"];
        };
    };
    ChangePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangePasswordBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Notice"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["StorageFull"];
        };
    };
}

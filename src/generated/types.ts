/** Generated from schema/*.graphql by `npm run generate`; do not edit. */
export type Maybe<T> = T | null;
export type InputMaybe<T> = T;
/** All built-in and custom scalars, mapped to their actual values */
export interface Scalars {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  Date: { input: string; output: string; }
  DateOrNull: { input: string | null; output: string | null; }
  DateTime: { input: string; output: string; }
  DateTimeOrNull: { input: string | null; output: string | null; }
  FloatOrNull: { input: number | null; output: number | null; }
  IntOrNull: { input: number | null; output: number | null; }
  JSON: { input: unknown; output: unknown; }
  Password: { input: string; output: string; }
  StringOrNull: { input: string | null; output: string | null; }
}

/** Permission of a member that a key can lack. */
export type MemberRight =
  /**
   * Edit the trip and its hostings, activities and transportations; a key without it changes nothing
   * on trips.
   */
  | 'CAN_EDIT'
  /** Invite and remove guests and change their permissions. */
  | 'CAN_ADD_GUESTS'
  /** See expenses and prices; a key without it does not edit them either. */
  | 'CAN_SEE_EXPENSES'
  /** Edit expenses and prices. */
  | 'CAN_EDIT_EXPENSES'
  /** See documents and booking emails; a key without it does not edit them either. */
  | 'CAN_SEE_DOCUMENTS'
  /** Edit documents and booking emails. */
  | 'CAN_EDIT_DOCUMENTS';

/** Kind of an object that can be restored. */
export type RestorableKind =
  /** Trip, with everything in it. */
  | 'TRIP'
  /** Category of activities. */
  | 'CATEGORY'
  /** Document. */
  | 'DOCUMENT'
  /** Booking email. */
  | 'EMAIL'
  /** Hosting of an active trip. */
  | 'HOSTING'
  /** Activity of an active trip. */
  | 'ACTIVITY'
  /** Transportation of an active trip. */
  | 'TRANSPORTATION'
  /** Expense of an active trip. */
  | 'EXPENSE';

export interface ActivityInput {
  /** Identifier chosen by the client; prevents duplicates on create. */
  internalIdentifier?: InputMaybe<Scalars['String']['input']>;
  /** Whether clients should hide the activity; lists include it regardless. */
  hidden?: InputMaybe<Scalars['Boolean']['input']>;
  /**
   * Built-in type, such as `museum`, or slug of a category. Any other value is kept as sent. Defaults
   * to `general`.
   */
  activityType?: InputMaybe<Scalars['String']['input']>;
  /** Part of the day, in a form that clients define. */
  period?: InputMaybe<Scalars['StringOrNull']['input']>;
  /** Start time. */
  startsAt?: InputMaybe<Scalars['DateTimeOrNull']['input']>;
  /** End time. */
  endsAt?: InputMaybe<Scalars['DateTimeOrNull']['input']>;
  /** Whether the activity lasts all day. */
  allDay?: InputMaybe<Scalars['Boolean']['input']>;
  /** Display name. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Description, free text. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Phone number, free text. */
  phone?: InputMaybe<Scalars['String']['input']>;
  /** Website URL. */
  website?: InputMaybe<Scalars['String']['input']>;
  /** Whether the activity is checked off. */
  checked?: InputMaybe<Scalars['Boolean']['input']>;
  /** Address, free text. */
  address?: InputMaybe<Scalars['String']['input']>;
  /** Longitude in decimal degrees. */
  longitude?: InputMaybe<Scalars['FloatOrNull']['input']>;
  /** Latitude in decimal degrees. */
  latitude?: InputMaybe<Scalars['FloatOrNull']['input']>;
  /** Notes, free text. */
  notes?: InputMaybe<Scalars['String']['input']>;
  /** Apple Maps place ID. */
  appleMapsId?: InputMaybe<Scalars['String']['input']>;
  /** IANA time zone name, stored as sent without validation. Defaults to the trip's time zone. */
  timezone?: InputMaybe<Scalars['String']['input']>;
  /** URL of the location on the booking provider's website. */
  providerLocationUrl?: InputMaybe<Scalars['String']['input']>;
  /** Reservation code of the booking provider. */
  providerReservationCode?: InputMaybe<Scalars['String']['input']>;
  /** Reservation details of the booking provider, free text. */
  providerReservationDescription?: InputMaybe<Scalars['String']['input']>;
  /** Reference to a document of the booking provider, free text. */
  providerDocument?: InputMaybe<Scalars['String']['input']>;
  /** Google Places ID. */
  googlePlacesId?: InputMaybe<Scalars['String']['input']>;
  /** Price in `currency`. */
  price?: InputMaybe<Scalars['FloatOrNull']['input']>;
  /** Currency of `price`, such as `EUR`, stored as sent. */
  currency?: InputMaybe<Scalars['String']['input']>;
  /** User IDs of the trip members assigned to the activity; IDs of other users are dropped. */
  assignedUsers?: InputMaybe<Array<Scalars['Int']['input']>>;
  /** Position within a day, as set by the client. Defaults to 0. */
  sortOrder?: InputMaybe<Scalars['Int']['input']>;
  /**
   * ID of the trip to move the activity to. Requires the permission to edit that trip as well. If the
   * activity has a price, the permission to edit expenses is required on both trips; if it has
   * documents or booking emails, the permission to edit documents. Ignored on create.
   */
  updateTrip?: InputMaybe<Scalars['IntOrNull']['input']>;
}

export interface DocumentUpdateInput {
  /** Title; may be blank. */
  title?: InputMaybe<Scalars['String']['input']>;
  /** Description, free text. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** URL of a thumbnail. Blank removes it. */
  thumbUrl?: InputMaybe<Scalars['StringOrNull']['input']>;
  /** URL of a favicon. Blank removes it. */
  faviconUrl?: InputMaybe<Scalars['StringOrNull']['input']>;
  /** ID of the trip to move the document to. */
  tripId?: InputMaybe<Scalars['IntOrNull']['input']>;
  /** ID of the activity to move the document to. */
  activityId?: InputMaybe<Scalars['IntOrNull']['input']>;
  /** ID of the hosting to move the document to. */
  hostingId?: InputMaybe<Scalars['IntOrNull']['input']>;
  /** ID of the transportation to move the document to. */
  transportationId?: InputMaybe<Scalars['IntOrNull']['input']>;
}

export interface EmailInput {
  /** Subject; may be blank. */
  subject?: InputMaybe<Scalars['String']['input']>;
  /** ID of the trip to move the email to. */
  tripId?: InputMaybe<Scalars['IntOrNull']['input']>;
  /** ID of the activity to move the email to. */
  activityId?: InputMaybe<Scalars['IntOrNull']['input']>;
  /** ID of the hosting to move the email to. */
  hostingId?: InputMaybe<Scalars['IntOrNull']['input']>;
  /** ID of the transportation to move the email to. */
  transportationId?: InputMaybe<Scalars['IntOrNull']['input']>;
}

export interface CategoryInput {
  /** Display name. Required on create. */
  name?: InputMaybe<Scalars['String']['input']>;
  /**
   * Identifier of the category in the `activityType` of activities. If blank or omitted on create, it
   * is derived from `name`; if blank on update, it stays unchanged.
   */
  slug?: InputMaybe<Scalars['String']['input']>;
  /**
   * `golf`, or `customicon-` followed by lowercase words joined with `-`. Any other value becomes
   * `customicon-star`.
   */
  iconName?: InputMaybe<Scalars['String']['input']>;
  /** Six hexadecimal digits with or without a leading `#`. Blank becomes `#8E8E93`. */
  color?: InputMaybe<Scalars['String']['input']>;
}

export interface GuestInviteInput {
  /** User ID. */
  userId?: InputMaybe<Scalars['Int']['input']>;
  /** Permissions to grant. */
  permissions?: InputMaybe<GuestPermissionsInput>;
}

export interface InviteInput {
  /** ID of the trip. */
  tripId: Scalars['Int']['input'];
  /** Primary email address of the user. */
  invitedUserEmail: Scalars['String']['input'];
  /** Permissions to grant. */
  permissions?: InputMaybe<InvitePermissionsInput>;
}

export interface GuestPermissionsInput {
  /** Accepted for compatibility; has no effect. */
  title?: InputMaybe<Scalars['String']['input']>;
  /**
   * Whether to deny all edit permissions and the permission to add guests, regardless of other fields.
   * Defaults to false.
   */
  readOnly?: InputMaybe<Scalars['Boolean']['input']>;
  /**
   * Whether the guest may edit the trip and its hostings, activities and transportations. Defaults to
   * true.
   */
  canEdit?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether the guest may invite and remove guests and change their permissions. Defaults to false. */
  canAddGuests?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether the guest may see expenses and prices. Defaults to true. */
  canSeeExpenses?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether the guest may edit expenses and prices. Defaults to true. */
  canEditExpenses?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether the guest may see documents and booking emails. Defaults to true. */
  canSeeDocuments?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether the guest may edit documents and booking emails. Defaults to true. */
  canEditDocuments?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether the guest is travelling. Defaults to true. */
  isTravelling?: InputMaybe<Scalars['Boolean']['input']>;
}

export interface InvitePermissionsInput {
  /** Accepted for compatibility; has no effect. */
  title?: InputMaybe<Scalars['String']['input']>;
  /**
   * Whether to deny all edit permissions and the permission to add guests, regardless of other fields.
   * Defaults to false.
   */
  readOnly?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether the invitee may invite and remove guests and change their permissions. Defaults to false. */
  canAddGuests?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether the invitee may see expenses and prices. Defaults to true. */
  canSeeExpenses?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether the invitee may edit expenses and prices. Defaults to true. */
  canEditExpenses?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether the invitee may see documents and booking emails. Defaults to true. */
  canSeeDocuments?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether the invitee may edit documents and booking emails. Defaults to true. */
  canEditDocuments?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether the invitee is travelling. Defaults to true. */
  isTravelling?: InputMaybe<Scalars['Boolean']['input']>;
}

export interface InvitationAnswerInput {
  /** Token from the invitation mail. */
  token: Scalars['String']['input'];
  /** Whether to join the trip; false declines the invitation. */
  accept: Scalars['Boolean']['input'];
}

export interface PermissionsInput {
  /** Whether the member may edit the trip and its hostings, activities and transportations. */
  canEdit?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether the member may invite and remove guests and change their permissions. */
  canAddGuests?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether the member may see expenses and prices. */
  canSeeExpenses?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether the member may edit expenses and prices. */
  canEditExpenses?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether the member may see documents and booking emails. */
  canSeeDocuments?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether the member may edit documents and booking emails. */
  canEditDocuments?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether the member is travelling. */
  isTravelling?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether the member wants notifications about the trip. */
  receiveNotifications?: InputMaybe<Scalars['Boolean']['input']>;
}

export interface DocumentInput {
  /** `http` or `https` URL of a link, or the `objectKey` of a prepared upload. */
  url: Scalars['String']['input'];
  /** `url` for a link, otherwise the media type that the upload was prepared with. Defaults to `url`. */
  fileType?: InputMaybe<Scalars['String']['input']>;
  /** Title; may be blank. */
  title?: InputMaybe<Scalars['String']['input']>;
  /** Description, free text. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** URL of a thumbnail. */
  thumbUrl?: InputMaybe<Scalars['StringOrNull']['input']>;
  /** URL of a favicon. */
  faviconUrl?: InputMaybe<Scalars['StringOrNull']['input']>;
  /** Token of the prepared upload. Required unless `fileType` is `url`. */
  uploadToken?: InputMaybe<Scalars['String']['input']>;
}

export interface DocumentTitleInput {
  /** Title. */
  title: Scalars['String']['input'];
}

export interface UploadInput {
  /** `document`, `profile_photo` or `trip_cover`. */
  purpose: Scalars['String']['input'];
  /** File name; only its extension is used. */
  filename: Scalars['String']['input'];
  /**
   * Media type. Profile photos and trip covers must be JPEG, PNG, GIF, WebP, AVIF, HEIC, HEIF, BMP or
   * TIFF.
   */
  contentType: Scalars['String']['input'];
  /**
   * Size in bytes: at least 1, at most 104,857,600 for documents and 20,971,520 for images. Required
   * for documents.
   */
  contentLength?: InputMaybe<Scalars['IntOrNull']['input']>;
  /**
   * `private` for documents, `public` for images. Defaults to the value that matches `purpose`; the
   * other value is an error.
   */
  visibility?: InputMaybe<Scalars['String']['input']>;
  /**
   * Kind of the object that the file is for: `trip`, `activity`, `hosting` or `transportation`.
   * Required for documents; only `trip` is allowed for trip covers, and none for profile photos.
   */
  parentType?: InputMaybe<Scalars['String']['input']>;
  /** ID of the object that the file is for. Required with `parentType`. */
  parentId?: InputMaybe<Scalars['IntOrNull']['input']>;
}

export interface CalendarInput {
  /** Text of the calendar; with `compressed`, the compressed calendar in base64. */
  content: Scalars['String']['input'];
  /** Whether the calendar is compressed with gzip, so that a larger one fits in a request. */
  compressed?: InputMaybe<Scalars['Boolean']['input']>;
}

export interface AlternativeEmailInput {
  /** Email address; must not be in use by any account. */
  email: Scalars['String']['input'];
}

export interface ExpenseInput {
  /** Title. Required on create. */
  title?: InputMaybe<Scalars['String']['input']>;
  /** Time of the expense. Defaults to the current time. */
  date?: InputMaybe<Scalars['DateTime']['input']>;
  /** Amount in `currency`. Required on create. */
  price?: InputMaybe<Scalars['Float']['input']>;
  /** Currency of `price`, such as `EUR`, stored as sent. Defaults to the caller's `defaultCurrency`. */
  currency?: InputMaybe<Scalars['String']['input']>;
}

export interface HostingInput {
  /** Identifier chosen by the client; prevents duplicates on create. */
  internalIdentifier?: InputMaybe<Scalars['String']['input']>;
  /** Whether clients should hide the hosting; lists include it regardless. */
  hidden?: InputMaybe<Scalars['Boolean']['input']>;
  /** Check-in time. */
  startsAt?: InputMaybe<Scalars['DateTimeOrNull']['input']>;
  /** Check-out time. */
  endsAt?: InputMaybe<Scalars['DateTimeOrNull']['input']>;
  /** IANA time zone name, stored as sent without validation. Defaults to the trip's time zone. */
  timezone?: InputMaybe<Scalars['String']['input']>;
  /** Display name. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Description, free text. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Address, free text. */
  address?: InputMaybe<Scalars['String']['input']>;
  /** Longitude in decimal degrees. */
  longitude?: InputMaybe<Scalars['FloatOrNull']['input']>;
  /** Latitude in decimal degrees. */
  latitude?: InputMaybe<Scalars['FloatOrNull']['input']>;
  /** Phone number, free text. */
  phone?: InputMaybe<Scalars['String']['input']>;
  /** Apple Maps place ID. */
  appleMapsId?: InputMaybe<Scalars['String']['input']>;
  /** Room type, free text. */
  roomType?: InputMaybe<Scalars['String']['input']>;
  /** Room number, free text. */
  roomNumber?: InputMaybe<Scalars['String']['input']>;
  /** Website URL. */
  website?: InputMaybe<Scalars['String']['input']>;
  /** Notes, free text. */
  notes?: InputMaybe<Scalars['String']['input']>;
  /** URL of the location on the booking provider's website. */
  providerLocationUrl?: InputMaybe<Scalars['String']['input']>;
  /** Reservation code of the booking provider. */
  providerReservationCode?: InputMaybe<Scalars['String']['input']>;
  /** Reservation details of the booking provider, free text. */
  providerReservationDescription?: InputMaybe<Scalars['String']['input']>;
  /** Reference to a document of the booking provider, free text. */
  providerDocument?: InputMaybe<Scalars['String']['input']>;
  /** Google Places ID. */
  googlePlacesId?: InputMaybe<Scalars['String']['input']>;
  /** Price in `currency`. */
  price?: InputMaybe<Scalars['FloatOrNull']['input']>;
  /** Currency of `price`, such as `EUR`, stored as sent. */
  currency?: InputMaybe<Scalars['String']['input']>;
  /** User IDs of the trip members assigned to the hosting; IDs of other users are dropped. */
  assignedUsers?: InputMaybe<Array<Scalars['Int']['input']>>;
  /** Position within a day, as set by the client. Defaults to 0. */
  sortOrder?: InputMaybe<Scalars['Int']['input']>;
  /**
   * ID of the trip to move the hosting to. Requires the permission to edit that trip as well. If the
   * hosting has a price, the permission to edit expenses is required on both trips; if it has
   * documents or booking emails, the permission to edit documents. Ignored on create.
   */
  updateTrip?: InputMaybe<Scalars['IntOrNull']['input']>;
}

export interface KeyInput {
  /** Name, by which its owner recognizes the key. Required. */
  name: Scalars['String']['input'];
  /** Whether the key may only read, and log out. */
  readOnly?: InputMaybe<Scalars['Boolean']['input']>;
  /** IDs of the only trips of the key; all trips, later ones too, if null or omitted. */
  trips?: InputMaybe<Array<Scalars['Int']['input']>>;
  /** Permissions that the key lacks on all trips, those that the caller owns too. */
  withheld?: InputMaybe<Array<MemberRight>>;
  /** Time from which the key is unknown; never if null or omitted. Not after that of the key that makes it. */
  expiresAt?: InputMaybe<Scalars['DateTimeOrNull']['input']>;
}

export interface CredentialsInput {
  /** Username or primary email address, case-insensitive. */
  username: Scalars['String']['input'];
  /** Password. */
  password: Scalars['Password']['input'];
}

export interface LogInInput {
  /** Username or primary email address, case-insensitive. Ignored if `email` is sent. */
  username?: InputMaybe<Scalars['String']['input']>;
  /** Primary email address, case-insensitive. */
  email?: InputMaybe<Scalars['String']['input']>;
  /** Password. */
  password: Scalars['Password']['input'];
}

export interface PasswordResetInput {
  /** Primary email address of the account. */
  email: Scalars['String']['input'];
}

export interface PasswordResetConfirmInput {
  /** Account identifier from the reset link. */
  uid: Scalars['String']['input'];
  /** Token from the reset link; valid once, for 60 minutes. */
  token: Scalars['String']['input'];
  /** New password of at least 8 characters. */
  newPassword1: Scalars['Password']['input'];
  /** New password, repeated. */
  newPassword2: Scalars['Password']['input'];
}

export interface PasswordChangeInput {
  /** New password of at least 8 characters. */
  newPassword1: Scalars['Password']['input'];
  /** New password, repeated. */
  newPassword2: Scalars['Password']['input'];
  /** Current password. Optional, but it must be correct if it is sent. */
  oldPassword?: InputMaybe<Scalars['Password']['input']>;
}

export interface TransportationInput {
  /** Identifier chosen by the client; prevents duplicates on create. */
  internalIdentifier?: InputMaybe<Scalars['String']['input']>;
  /** Whether clients should hide the transportation; lists include it regardless. */
  hidden?: InputMaybe<Scalars['Boolean']['input']>;
  /** Display name. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Description, free text. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Notes, free text. */
  notes?: InputMaybe<Scalars['String']['input']>;
  /**
   * Means of transport, such as `airplane` or `train`. Any other value is kept as sent. Required on
   * create; may be neither null nor blank.
   */
  transportationType?: InputMaybe<Scalars['String']['input']>;
  /** Phone number, free text. */
  phone?: InputMaybe<Scalars['String']['input']>;
  /** Website URL. */
  website?: InputMaybe<Scalars['String']['input']>;
  /** Name of the place of departure, such as a station or an airport. */
  departureDescription?: InputMaybe<Scalars['String']['input']>;
  /** Time of departure. */
  departureAt?: InputMaybe<Scalars['DateTimeOrNull']['input']>;
  /** IANA time zone name at the place of departure, stored as sent without validation. */
  departureTimezone?: InputMaybe<Scalars['String']['input']>;
  /** Address of the place of departure, free text. */
  departureAddress?: InputMaybe<Scalars['String']['input']>;
  /** Longitude of the place of departure in decimal degrees. */
  departureLongitude?: InputMaybe<Scalars['FloatOrNull']['input']>;
  /** Latitude of the place of departure in decimal degrees. */
  departureLatitude?: InputMaybe<Scalars['FloatOrNull']['input']>;
  /** Kind of the place of departure, such as `lodging`; any value is kept as sent. */
  departureLocationType?: InputMaybe<Scalars['String']['input']>;
  /** Apple Maps place ID of the place of departure. */
  departureAppleMapsId?: InputMaybe<Scalars['StringOrNull']['input']>;
  /** Terminal of departure. */
  departureTerminal?: InputMaybe<Scalars['String']['input']>;
  /** Gate of departure. */
  departureGate?: InputMaybe<Scalars['String']['input']>;
  /** Name of the place of arrival, such as a station or an airport. */
  arrivalDescription?: InputMaybe<Scalars['String']['input']>;
  /** Time of arrival. */
  arrivalAt?: InputMaybe<Scalars['DateTimeOrNull']['input']>;
  /** IANA time zone name at the place of arrival, stored as sent without validation. */
  arrivalTimezone?: InputMaybe<Scalars['String']['input']>;
  /** Address of the place of arrival, free text. */
  arrivalAddress?: InputMaybe<Scalars['String']['input']>;
  /** Longitude of the place of arrival in decimal degrees. */
  arrivalLongitude?: InputMaybe<Scalars['FloatOrNull']['input']>;
  /** Latitude of the place of arrival in decimal degrees. */
  arrivalLatitude?: InputMaybe<Scalars['FloatOrNull']['input']>;
  /** Kind of the place of arrival, such as `lodging`; any value is kept as sent. */
  arrivalLocationType?: InputMaybe<Scalars['String']['input']>;
  /** Apple Maps place ID of the place of arrival. */
  arrivalAppleMapsId?: InputMaybe<Scalars['StringOrNull']['input']>;
  /** Terminal of arrival. */
  arrivalTerminal?: InputMaybe<Scalars['String']['input']>;
  /** Gate of arrival. */
  arrivalGate?: InputMaybe<Scalars['String']['input']>;
  /** Baggage claim at the place of arrival. */
  arrivalBags?: InputMaybe<Scalars['String']['input']>;
  /** Carrier, such as an airline or a railway company. */
  company?: InputMaybe<Scalars['String']['input']>;
  /** Seat number. */
  seatNumber?: InputMaybe<Scalars['String']['input']>;
  /** Class of travel, such as `economy`. */
  seatClass?: InputMaybe<Scalars['String']['input']>;
  /** Flight, train or line number. */
  transportNumber?: InputMaybe<Scalars['String']['input']>;
  /** Flight, train or line number that is actually in use. */
  actualTransportNumber?: InputMaybe<Scalars['StringOrNull']['input']>;
  /** Coach number. */
  coachNumber?: InputMaybe<Scalars['String']['input']>;
  /** Description of the vehicle, free text. */
  vehicleDescription?: InputMaybe<Scalars['String']['input']>;
  /** FlightAware identifier of the flight. */
  flightAwareIdentifier?: InputMaybe<Scalars['String']['input']>;
  /** Whether the user wants automatic updates, which clients perform. */
  automaticUpdates?: InputMaybe<Scalars['Boolean']['input']>;
  /** Distance in meters. */
  distanceMeters?: InputMaybe<Scalars['IntOrNull']['input']>;
  /** URL of the booking on the booking provider's website. */
  providerUrl?: InputMaybe<Scalars['String']['input']>;
  /** Reservation code of the booking provider. */
  providerReservationCode?: InputMaybe<Scalars['String']['input']>;
  /** Reservation details of the booking provider, free text. */
  providerReservationDescription?: InputMaybe<Scalars['String']['input']>;
  /** Reference to a document of the booking provider, free text. */
  providerDocument?: InputMaybe<Scalars['String']['input']>;
  /** Price in `currency`. */
  price?: InputMaybe<Scalars['FloatOrNull']['input']>;
  /** Currency of `price`, such as `EUR`, stored as sent. */
  currency?: InputMaybe<Scalars['String']['input']>;
  /** User IDs of the trip members assigned to the transportation; IDs of other users are dropped. */
  assignedUsers?: InputMaybe<Array<Scalars['Int']['input']>>;
  /** Position within a day, as set by the client. Defaults to 0. */
  sortOrder?: InputMaybe<Scalars['Int']['input']>;
  /**
   * ID of the trip to move the transportation to. Requires the permission to edit that trip as well.
   * If the transportation has a price, the permission to edit expenses is required on both trips; if
   * it has documents or booking emails, the permission to edit documents. Ignored on create.
   */
  updateTrip?: InputMaybe<Scalars['IntOrNull']['input']>;
}

export interface TripInput {
  /** Identifier chosen by the client; with more than 5 characters, it prevents duplicates on create. */
  internalIdentifier?: InputMaybe<Scalars['String']['input']>;
  /** Display name. */
  name?: InputMaybe<Scalars['String']['input']>;
  /**
   * IANA time zone name, stored as sent without validation. Defaults to the time zone of the caller's
   * profile.
   */
  timezone?: InputMaybe<Scalars['String']['input']>;
  /** Whether clients should hide the trip; lists include it regardless. */
  hidden?: InputMaybe<Scalars['Boolean']['input']>;
  /** Description, free text. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** First day. */
  startsAt?: InputMaybe<Scalars['DateOrNull']['input']>;
  /** Last day. */
  endsAt?: InputMaybe<Scalars['DateOrNull']['input']>;
  /** Cover gradient, as a number that clients define. Defaults to 0. */
  coverGradient?: InputMaybe<Scalars['Int']['input']>;
  /** URL of the cover image. */
  coverImageUrl?: InputMaybe<Scalars['StringOrNull']['input']>;
  /**
   * Whether the trip has dates. If false, clients ignore `startsAt` and `endsAt`. Defaults to true if
   * one of the two is sent.
   */
  hasDates?: InputMaybe<Scalars['Boolean']['input']>;
  /** Number of days. Defaults to 0. */
  numberOfDays?: InputMaybe<Scalars['Int']['input']>;
  /**
   * Guests to add when the trip is created; ignored on update. Unknown user IDs, duplicates and the
   * caller are skipped.
   */
  guestInvites?: InputMaybe<Array<GuestInviteInput>>;
}

export interface SignUpInput {
  /** Username; must be unique. */
  username: Scalars['String']['input'];
  /** Password of at least 8 characters. */
  password: Scalars['Password']['input'];
  /**
   * Primary email address; must not be in use by any account. Defaults to `username`, which must then
   * be an email address.
   */
  email: Scalars['String']['input'];
  /** Display name. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** URL of the profile photo. Blank means none. */
  photoUrl?: InputMaybe<Scalars['StringOrNull']['input']>;
}

export interface ProfileInput {
  /** URL of the profile photo. Blank removes it. */
  photoUrl?: InputMaybe<Scalars['StringOrNull']['input']>;
  /** Username; must be unique. Blank leaves it unchanged. */
  username?: InputMaybe<Scalars['String']['input']>;
  /** Primary email address; must not be in use by another account. */
  email?: InputMaybe<Scalars['String']['input']>;
  /** Display name. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Language code, such as `en`, stored as sent. */
  language?: InputMaybe<Scalars['String']['input']>;
  /** Whether calendar entries show emojis. */
  calendarEmojis?: InputMaybe<Scalars['Boolean']['input']>;
  /** Categories hidden from the calendar, in a form that clients define. */
  calendarHiddenCategories?: InputMaybe<Scalars['JSON']['input']>;
  /** Whether hostings are all-day entries of the calendar. */
  calendarLodgingsAllDay?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether trips are all-day entries of the calendar. */
  calendarTripsAllDay?: InputMaybe<Scalars['Boolean']['input']>;
  /** IANA time zone name, stored as sent without validation; the default for new trips. */
  timezone?: InputMaybe<Scalars['String']['input']>;
  /** Default currency for new expenses, such as `EUR`, stored as sent. */
  defaultCurrency?: InputMaybe<Scalars['String']['input']>;
  /** Currency of the app store, stored as sent. */
  storeCurrency?: InputMaybe<Scalars['String']['input']>;
  /** Whether the user wants general flight notifications. */
  notificationsFlightsGeneralEnabled?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether the user wants notifications about departures and arrivals. */
  notificationsFlightsDepartureAndArrival?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether the user wants notifications about activities that collaborators add. */
  notificationsCollaboratorsNewActivitiesEnabled?: InputMaybe<Scalars['Boolean']['input']>;
  /** Campaign name from the app store attribution. Blank leaves it unchanged. */
  asaCampaignName?: InputMaybe<Scalars['String']['input']>;
  /** Keyword from the app store attribution. Blank leaves it unchanged. */
  asaKeywordName?: InputMaybe<Scalars['String']['input']>;
  /** Country of the app store. Blank leaves it unchanged. */
  asaStoreCountry?: InputMaybe<Scalars['String']['input']>;
}

export interface AuthUserInput {
  /** Username; must be unique. */
  username?: InputMaybe<Scalars['String']['input']>;
  /** First name. */
  firstName?: InputMaybe<Scalars['String']['input']>;
  /** Last name. */
  lastName?: InputMaybe<Scalars['String']['input']>;
}

export interface MutationCreateTripArgs {
  input: TripInput;
}

export interface MutationUpdateTripArgs {
  /** ID of the trip. */
  id: Scalars['Int']['input'];
  input: TripInput;
  /** Refuses with `CONFLICT` unless the object has this version. */
  ifVersion?: InputMaybe<Scalars['Int']['input']>;
}

export interface MutationDeleteTripArgs {
  /** ID of the trip. */
  id: Scalars['Int']['input'];
  /** Refuses with `CONFLICT` unless the object has this version. */
  ifVersion?: InputMaybe<Scalars['Int']['input']>;
}

export interface MutationInviteArgs {
  input: InviteInput;
}

export interface MutationAcceptInvitationArgs {
  /** ID of the trip. */
  tripId: Scalars['Int']['input'];
}

export interface MutationDeclineInvitationArgs {
  /** ID of the trip. */
  tripId: Scalars['Int']['input'];
}

export interface MutationAnswerInvitationArgs {
  input: InvitationAnswerInput;
}

export interface MutationSetPermissionsArgs {
  /** ID of the trip. */
  tripId: Scalars['Int']['input'];
  /** User ID of the member. */
  userId: Scalars['Int']['input'];
  input: PermissionsInput;
  /** Refuses with `CONFLICT` unless the object has this version. */
  ifVersion?: InputMaybe<Scalars['Int']['input']>;
}

export interface MutationRemoveCollaboratorArgs {
  /** ID of the trip. */
  tripId: Scalars['Int']['input'];
  /** User ID of the member or invitee. */
  userId: Scalars['Int']['input'];
  /** Refuses with `CONFLICT` unless the object has this version. */
  ifVersion?: InputMaybe<Scalars['Int']['input']>;
}

export interface MutationRequestFavoriteArgs {
  /** Primary email address of the other user. */
  email: Scalars['String']['input'];
}

export interface MutationConfirmFavoriteArgs {
  /** ID of the favorite. */
  id: Scalars['Int']['input'];
}

export interface MutationRemoveFavoriteArgs {
  /** ID of the favorite. */
  id: Scalars['Int']['input'];
  /** Refuses with `CONFLICT` unless the object has this version. */
  ifVersion?: InputMaybe<Scalars['Int']['input']>;
}

export interface MutationCreateCategoryArgs {
  input: CategoryInput;
}

export interface MutationUpdateCategoryArgs {
  /** ID of the category. */
  id: Scalars['Int']['input'];
  input: CategoryInput;
  /** Refuses with `CONFLICT` unless the object has this version. */
  ifVersion?: InputMaybe<Scalars['Int']['input']>;
}

export interface MutationDeleteCategoryArgs {
  /** ID of the category. */
  id: Scalars['Int']['input'];
  /** Refuses with `CONFLICT` unless the object has this version. */
  ifVersion?: InputMaybe<Scalars['Int']['input']>;
}

export interface MutationRestoreArgs {
  /** Kind of the object. */
  kind: RestorableKind;
  /** ID of the object. */
  id: Scalars['Int']['input'];
  /** Primary email address of the user to act for. Required for operators, not allowed for users. */
  as?: InputMaybe<Scalars['String']['input']>;
}

export interface MutationDeliverEmailArgs {
  /** RFC 5322 message in base64. */
  raw: Scalars['String']['input'];
  /** Secret address for booking emails of the account, or the shared address. */
  recipient?: InputMaybe<Scalars['String']['input']>;
  /** Primary email address of the account. */
  owner?: InputMaybe<Scalars['String']['input']>;
}

export interface MutationSetFavoriteArgs {
  /** Primary email address of the account. */
  email: Scalars['String']['input'];
  /** Primary email address of the favorite user. */
  favorite: Scalars['String']['input'];
  /** Whether the favorite is an unconfirmed request; if false, it is confirmed for both users. */
  pending: Scalars['Boolean']['input'];
}

export interface MutationSetSubjectArgs {
  /** Primary email address of the account. */
  email: Scalars['String']['input'];
  /** Subject (`sub`) of the tokens, up to 255 characters. Null removes the binding. */
  subject?: InputMaybe<Scalars['String']['input']>;
}

export interface MutationSetPremiumArgs {
  /** Primary email address of the account. */
  email: Scalars['String']['input'];
  /** Whether the account has a Pro subscription. */
  isPremium: Scalars['Boolean']['input'];
  /** Time at which the Pro subscription ends. Omitted for one without end. */
  expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
}

export interface MutationAttachDocumentArgs {
  /** ID of the trip. */
  tripId: Scalars['Int']['input'];
  /** ID of a hosting of the trip, in place of the trip. At most one such ID may be sent. */
  hostingId?: InputMaybe<Scalars['Int']['input']>;
  /** ID of an activity of the trip, in place of the trip. */
  activityId?: InputMaybe<Scalars['Int']['input']>;
  /** ID of a transportation of the trip, in place of the trip. */
  transportationId?: InputMaybe<Scalars['Int']['input']>;
  input: DocumentInput;
}

export interface MutationRenameDocumentArgs {
  /** ID of the trip. */
  tripId: Scalars['Int']['input'];
  /** ID of a hosting of the trip, in place of the trip. At most one such ID may be sent. */
  hostingId?: InputMaybe<Scalars['Int']['input']>;
  /** ID of an activity of the trip, in place of the trip. */
  activityId?: InputMaybe<Scalars['Int']['input']>;
  /** ID of a transportation of the trip, in place of the trip. */
  transportationId?: InputMaybe<Scalars['Int']['input']>;
  /** ID of the document. */
  id: Scalars['Int']['input'];
  input: DocumentTitleInput;
}

export interface MutationRemoveDocumentArgs {
  /** ID of the trip. */
  tripId: Scalars['Int']['input'];
  /** ID of a hosting of the trip, in place of the trip. At most one such ID may be sent. */
  hostingId?: InputMaybe<Scalars['Int']['input']>;
  /** ID of an activity of the trip, in place of the trip. */
  activityId?: InputMaybe<Scalars['Int']['input']>;
  /** ID of a transportation of the trip, in place of the trip. */
  transportationId?: InputMaybe<Scalars['Int']['input']>;
  /** ID of the document. */
  id: Scalars['Int']['input'];
  /** Refuses with `CONFLICT` unless the object has this version. */
  ifVersion?: InputMaybe<Scalars['Int']['input']>;
}

export interface MutationPrepareUploadArgs {
  input: UploadInput;
}

export interface MutationUpdateDocumentArgs {
  /** ID of the document. */
  id: Scalars['Int']['input'];
  input: DocumentUpdateInput;
  /** Refuses with `CONFLICT` unless the object has this version. */
  ifVersion?: InputMaybe<Scalars['Int']['input']>;
}

export interface MutationAddAlternativeEmailArgs {
  input: AlternativeEmailInput;
}

export interface MutationRemoveAlternativeEmailArgs {
  /** ID of the alternative address. */
  id: Scalars['Int']['input'];
}

export interface MutationVerifyAlternativeEmailArgs {
  /** Hash at the end of the verification link. */
  hash: Scalars['String']['input'];
}

export interface MutationImportCalendarArgs {
  input: CalendarInput;
}

export interface MutationUpdateEmailArgs {
  /** ID of the email. */
  id: Scalars['Int']['input'];
  input: EmailInput;
  /** Refuses with `CONFLICT` unless the object has this version. */
  ifVersion?: InputMaybe<Scalars['Int']['input']>;
}

export interface MutationDeleteEmailArgs {
  /** ID of the email. */
  id: Scalars['Int']['input'];
  /** Refuses with `CONFLICT` unless the object has this version. */
  ifVersion?: InputMaybe<Scalars['Int']['input']>;
}

export interface MutationCreateHostingArgs {
  /** ID of the trip. */
  tripId: Scalars['Int']['input'];
  input: HostingInput;
}

export interface MutationUpdateHostingArgs {
  /** ID of the trip. */
  tripId: Scalars['Int']['input'];
  /** ID of the hosting. */
  id: Scalars['Int']['input'];
  input: HostingInput;
  /** Refuses with `CONFLICT` unless the object has this version. */
  ifVersion?: InputMaybe<Scalars['Int']['input']>;
}

export interface MutationDeleteHostingArgs {
  /** ID of the trip. */
  tripId: Scalars['Int']['input'];
  /** ID of the hosting. */
  id: Scalars['Int']['input'];
  /** Refuses with `CONFLICT` unless the object has this version. */
  ifVersion?: InputMaybe<Scalars['Int']['input']>;
}

export interface MutationCreateActivityArgs {
  /** ID of the trip. */
  tripId: Scalars['Int']['input'];
  input: ActivityInput;
}

export interface MutationUpdateActivityArgs {
  /** ID of the trip. */
  tripId: Scalars['Int']['input'];
  /** ID of the activity. */
  id: Scalars['Int']['input'];
  input: ActivityInput;
  /** Refuses with `CONFLICT` unless the object has this version. */
  ifVersion?: InputMaybe<Scalars['Int']['input']>;
}

export interface MutationDeleteActivityArgs {
  /** ID of the trip. */
  tripId: Scalars['Int']['input'];
  /** ID of the activity. */
  id: Scalars['Int']['input'];
  /** Refuses with `CONFLICT` unless the object has this version. */
  ifVersion?: InputMaybe<Scalars['Int']['input']>;
}

export interface MutationCreateTransportationArgs {
  /** ID of the trip. */
  tripId: Scalars['Int']['input'];
  input: TransportationInput;
}

export interface MutationUpdateTransportationArgs {
  /** ID of the trip. */
  tripId: Scalars['Int']['input'];
  /** ID of the transportation. */
  id: Scalars['Int']['input'];
  input: TransportationInput;
  /** Refuses with `CONFLICT` unless the object has this version. */
  ifVersion?: InputMaybe<Scalars['Int']['input']>;
}

export interface MutationDeleteTransportationArgs {
  /** ID of the trip. */
  tripId: Scalars['Int']['input'];
  /** ID of the transportation. */
  id: Scalars['Int']['input'];
  /** Refuses with `CONFLICT` unless the object has this version. */
  ifVersion?: InputMaybe<Scalars['Int']['input']>;
}

export interface MutationCreateExpenseArgs {
  /** ID of the trip. */
  tripId: Scalars['Int']['input'];
  input: ExpenseInput;
}

export interface MutationUpdateExpenseArgs {
  /** ID of the trip. */
  tripId: Scalars['Int']['input'];
  /** ID of the expense. */
  id: Scalars['Int']['input'];
  input: ExpenseInput;
  /** Refuses with `CONFLICT` unless the object has this version. */
  ifVersion?: InputMaybe<Scalars['Int']['input']>;
}

export interface MutationDeleteExpenseArgs {
  /** ID of the trip. */
  tripId: Scalars['Int']['input'];
  /** ID of the expense. */
  id: Scalars['Int']['input'];
  /** Refuses with `CONFLICT` unless the object has this version. */
  ifVersion?: InputMaybe<Scalars['Int']['input']>;
}

export interface MutationCreateKeyArgs {
  input: KeyInput;
}

export interface MutationDeleteKeyArgs {
  /** ID of the key. */
  id: Scalars['Int']['input'];
}

export interface MutationNarrowKeyArgs {
  /** Primary email address of the account. */
  email: Scalars['String']['input'];
  /** ID of the key. */
  id: Scalars['Int']['input'];
  /** Whether the key may only read from now on. */
  readOnly: Scalars['Boolean']['input'];
  /** IDs of the only trips of the key, among those it has; 1 to 100. Unchanged if omitted. */
  trips?: InputMaybe<Array<Scalars['Int']['input']>>;
  /** Permissions that the key lacks from now on. */
  withheld: Array<MemberRight>;
  /** Time from which the key is unknown, not later than before. Unchanged if omitted. */
  expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
}

export interface MutationRevokeKeyArgs {
  /** Primary email address of the account. */
  email: Scalars['String']['input'];
  /** ID of the key. */
  id: Scalars['Int']['input'];
}

export interface MutationSignUpArgs {
  input: SignUpInput;
}

export interface MutationCreateApiKeyArgs {
  input: CredentialsInput;
}

export interface MutationLogInArgs {
  input: LogInInput;
}

export interface MutationRequestPasswordResetArgs {
  input: PasswordResetInput;
}

export interface MutationConfirmPasswordResetArgs {
  input: PasswordResetConfirmInput;
}

export interface MutationChangePasswordArgs {
  input: PasswordChangeInput;
}

export interface MutationUpdateMeArgs {
  input: ProfileInput;
  /** Refuses with `CONFLICT` unless the object has this version. */
  ifVersion?: InputMaybe<Scalars['Int']['input']>;
}

export interface MutationUpdateAuthUserArgs {
  input: AuthUserInput;
}

export interface MutationReplaceAuthUserArgs {
  input: AuthUserInput;
}

export interface QueryTripArgs {
  /** ID of the trip. */
  id: Scalars['Int']['input'];
}

export interface QueryTripsArgs {
  /** Page size, 1 to 100. */
  first: Scalars['Int']['input'];
  /** Page number, starting at 1; -1 is the last page. */
  page: Scalars['Int']['input'];
  /**
   * Only trips changed since this time or in the two days before it. Trips of other owners are
   * always included.
   */
  updatedSince?: InputMaybe<Scalars['DateTime']['input']>;
}

export interface QueryDeletedTripsArgs {
  /** Page size, 1 to 100. */
  first: Scalars['Int']['input'];
  /** Page number, starting at 1; -1 is the last page. */
  page: Scalars['Int']['input'];
  /**
   * Only trips deleted since this time or in the two days before it. Trips of other owners are
   * always included.
   */
  updatedSince?: InputMaybe<Scalars['DateTime']['input']>;
}

export interface QueryDocumentDownloadArgs {
  /** ID of the document. */
  id: Scalars['Int']['input'];
}

export interface QueryAlternativeEmailsArgs {
  /** Page size, 1 to 100. */
  first: Scalars['Int']['input'];
  /** Page number, starting at 1; -1 is the last page. */
  page: Scalars['Int']['input'];
}

export interface QueryInboxArgs {
  /** Page size, 1 to 100. */
  first: Scalars['Int']['input'];
  /** Page number, starting at 1; -1 is the last page. */
  page: Scalars['Int']['input'];
}

export interface QueryInboxEmailArgs {
  /** ID of the email. */
  id: Scalars['Int']['input'];
}

export interface QueryCategoryArgs {
  /** ID of the category. */
  id: Scalars['Int']['input'];
}

export interface QueryFavoritesArgs {
  /** Page size, 1 to 100. */
  first: Scalars['Int']['input'];
  /** Page number, starting at 1; -1 is the last page. */
  page: Scalars['Int']['input'];
}

export interface QueryFavoriteRequestsArgs {
  /** Page size, 1 to 100. */
  first: Scalars['Int']['input'];
  /** Page number, starting at 1; -1 is the last page. */
  page: Scalars['Int']['input'];
}

export interface QueryMailedInvitationArgs {
  /** Token from the link. */
  token: Scalars['String']['input'];
}

export interface QueryIsResetLinkValidArgs {
  /** Account identifier from the link. */
  uid: Scalars['String']['input'];
  /** Token from the link. */
  token: Scalars['String']['input'];
}

export interface QueryInvitationsArgs {
  /** Page size, 1 to 100. */
  first: Scalars['Int']['input'];
  /** Page number, starting at 1; -1 is the last page. */
  page: Scalars['Int']['input'];
}

export interface QueryOutboxArgs {
  /** Only mails to this email address. */
  to?: InputMaybe<Scalars['String']['input']>;
  /** Page size, 1 to 100. */
  first: Scalars['Int']['input'];
}

export interface QueryDocumentsArgs {
  /** ID of the trip. */
  tripId: Scalars['Int']['input'];
  /** ID of a hosting of the trip, in place of the trip. At most one such ID may be sent. */
  hostingId?: InputMaybe<Scalars['Int']['input']>;
  /** ID of an activity of the trip, in place of the trip. */
  activityId?: InputMaybe<Scalars['Int']['input']>;
  /** ID of a transportation of the trip, in place of the trip. */
  transportationId?: InputMaybe<Scalars['Int']['input']>;
  /** Page size, 1 to 100. */
  first: Scalars['Int']['input'];
  /** Page number, starting at 1; -1 is the last page. */
  page: Scalars['Int']['input'];
  /** Only documents changed at or after this time. */
  updatedSince?: InputMaybe<Scalars['DateTime']['input']>;
}

export interface QueryDocumentArgs {
  /** ID of the trip. */
  tripId: Scalars['Int']['input'];
  /** ID of a hosting of the trip, in place of the trip. At most one such ID may be sent. */
  hostingId?: InputMaybe<Scalars['Int']['input']>;
  /** ID of an activity of the trip, in place of the trip. */
  activityId?: InputMaybe<Scalars['Int']['input']>;
  /** ID of a transportation of the trip, in place of the trip. */
  transportationId?: InputMaybe<Scalars['Int']['input']>;
  /** ID of the document. */
  id: Scalars['Int']['input'];
}

export interface QueryDeletedDocumentsArgs {
  /** ID of the trip. */
  tripId: Scalars['Int']['input'];
  /** ID of a hosting of the trip, in place of the trip. At most one such ID may be sent. */
  hostingId?: InputMaybe<Scalars['Int']['input']>;
  /** ID of an activity of the trip, in place of the trip. */
  activityId?: InputMaybe<Scalars['Int']['input']>;
  /** ID of a transportation of the trip, in place of the trip. */
  transportationId?: InputMaybe<Scalars['Int']['input']>;
  /** Page size, 1 to 100. */
  first: Scalars['Int']['input'];
  /** Page number, starting at 1; -1 is the last page. */
  page: Scalars['Int']['input'];
  /** Only documents deleted at or after this time. */
  since?: InputMaybe<Scalars['DateTime']['input']>;
  /** Same as `since`, which takes precedence. */
  updatedSince?: InputMaybe<Scalars['DateTime']['input']>;
}

export interface QueryEmailsArgs {
  /** ID of the trip. */
  tripId: Scalars['Int']['input'];
  /** ID of a hosting of the trip, in place of the trip. At most one such ID may be sent. */
  hostingId?: InputMaybe<Scalars['Int']['input']>;
  /** ID of an activity of the trip, in place of the trip. */
  activityId?: InputMaybe<Scalars['Int']['input']>;
  /** ID of a transportation of the trip, in place of the trip. */
  transportationId?: InputMaybe<Scalars['Int']['input']>;
  /** Page size, 1 to 100. */
  first: Scalars['Int']['input'];
  /** Page number, starting at 1; -1 is the last page. */
  page: Scalars['Int']['input'];
  /** Only emails changed at or after this time. */
  updatedSince?: InputMaybe<Scalars['DateTime']['input']>;
}

export interface QueryEmailArgs {
  /** ID of the trip. */
  tripId: Scalars['Int']['input'];
  /** ID of a hosting of the trip, in place of the trip. At most one such ID may be sent. */
  hostingId?: InputMaybe<Scalars['Int']['input']>;
  /** ID of an activity of the trip, in place of the trip. */
  activityId?: InputMaybe<Scalars['Int']['input']>;
  /** ID of a transportation of the trip, in place of the trip. */
  transportationId?: InputMaybe<Scalars['Int']['input']>;
  /** ID of the email. */
  id: Scalars['Int']['input'];
}

export interface QueryDeletedEmailsArgs {
  /** ID of the trip. */
  tripId: Scalars['Int']['input'];
  /** ID of a hosting of the trip, in place of the trip. At most one such ID may be sent. */
  hostingId?: InputMaybe<Scalars['Int']['input']>;
  /** ID of an activity of the trip, in place of the trip. */
  activityId?: InputMaybe<Scalars['Int']['input']>;
  /** ID of a transportation of the trip, in place of the trip. */
  transportationId?: InputMaybe<Scalars['Int']['input']>;
  /** Page size, 1 to 100. */
  first: Scalars['Int']['input'];
  /** Page number, starting at 1; -1 is the last page. */
  page: Scalars['Int']['input'];
  /** Only emails deleted at or after this time. */
  since?: InputMaybe<Scalars['DateTime']['input']>;
  /** Same as `since`, which takes precedence. */
  updatedSince?: InputMaybe<Scalars['DateTime']['input']>;
}

export interface QueryChangesArgs {
  /**
   * `position` of the last page that was applied. Without it, or with one that can no longer be
   * used, the first page has `resetAll`, and everything follows.
   */
  since?: InputMaybe<Scalars['String']['input']>;
  /** Maximum number of objects, 1 to 500, in `destroyed` and `changed` together. */
  first: Scalars['Int']['input'];
}

export interface QueryKeysOfArgs {
  /** Primary email address of the account. */
  email: Scalars['String']['input'];
}

export interface TripCollaboratorsArgs {
  /** Page size, 1 to 100. */
  first: Scalars['Int']['input'];
  /** Page number, starting at 1; -1 is the last page. */
  page: Scalars['Int']['input'];
}

export interface TripTimelineArgs {
  /** Page size, 1 to 100. */
  first: Scalars['Int']['input'];
  /**
   * `endCursor` of the previous page, for the same `from` and `to`. Fails with `BAD_USER_INPUT` for
   * any other value.
   */
  after?: InputMaybe<Scalars['String']['input']>;
  /** Only items that end on or after this local day. */
  from?: InputMaybe<Scalars['Date']['input']>;
  /** Only items that start on or before this local day. */
  to?: InputMaybe<Scalars['Date']['input']>;
}

export interface TripHostingArgs {
  /** ID of the hosting. */
  id: Scalars['Int']['input'];
}

export interface TripHostingsArgs {
  /** Page size, 1 to 100. */
  first: Scalars['Int']['input'];
  /** Page number, starting at 1; -1 is the last page. */
  page: Scalars['Int']['input'];
  /** Only hostings that changed, or whose attached emails changed, at or after this time. */
  updatedSince?: InputMaybe<Scalars['DateTime']['input']>;
}

export interface TripDeletedHostingsArgs {
  /** Page size, 1 to 100. */
  first: Scalars['Int']['input'];
  /** Page number, starting at 1; -1 is the last page. */
  page: Scalars['Int']['input'];
  /** Only hostings deleted or moved at or after this time. */
  updatedSince?: InputMaybe<Scalars['DateTime']['input']>;
  /** Whether to include hostings that were moved. */
  withMoved: Scalars['Boolean']['input'];
}

export interface TripActivityArgs {
  /** ID of the activity. */
  id: Scalars['Int']['input'];
}

export interface TripActivitiesArgs {
  /** Page size, 1 to 100. */
  first: Scalars['Int']['input'];
  /** Page number, starting at 1; -1 is the last page. */
  page: Scalars['Int']['input'];
  /** Only activities that changed, or whose attached emails changed, at or after this time. */
  updatedSince?: InputMaybe<Scalars['DateTime']['input']>;
  /** Only activities of exactly this type. */
  activityType?: InputMaybe<Scalars['String']['input']>;
}

export interface TripDeletedActivitiesArgs {
  /** Page size, 1 to 100. */
  first: Scalars['Int']['input'];
  /** Page number, starting at 1; -1 is the last page. */
  page: Scalars['Int']['input'];
  /** Only activities deleted or moved at or after this time. */
  updatedSince?: InputMaybe<Scalars['DateTime']['input']>;
  /** Whether to include activities that were moved. */
  withMoved: Scalars['Boolean']['input'];
  /** Only activities of exactly this type. */
  activityType?: InputMaybe<Scalars['String']['input']>;
}

export interface TripTransportationArgs {
  /** ID of the transportation. */
  id: Scalars['Int']['input'];
}

export interface TripTransportationsArgs {
  /** Page size, 1 to 100. */
  first: Scalars['Int']['input'];
  /** Page number, starting at 1; -1 is the last page. */
  page: Scalars['Int']['input'];
  /** Only transportations that changed, or whose attached emails changed, at or after this time. */
  updatedSince?: InputMaybe<Scalars['DateTime']['input']>;
  /** Only transportations of exactly this type. */
  transportationType?: InputMaybe<Scalars['String']['input']>;
}

export interface TripDeletedTransportationsArgs {
  /** Page size, 1 to 100. */
  first: Scalars['Int']['input'];
  /** Page number, starting at 1; -1 is the last page. */
  page: Scalars['Int']['input'];
  /** Only transportations deleted or moved at or after this time. */
  updatedSince?: InputMaybe<Scalars['DateTime']['input']>;
  /** Whether to include transportations that were moved. */
  withMoved: Scalars['Boolean']['input'];
  /** Only transportations of exactly this type. */
  transportationType?: InputMaybe<Scalars['String']['input']>;
}

export interface TripExpenseArgs {
  /** ID of the expense. */
  id: Scalars['Int']['input'];
}

export interface TripExpensesArgs {
  /** Page size, 1 to 100. */
  first: Scalars['Int']['input'];
  /** Page number, starting at 1; -1 is the last page. */
  page: Scalars['Int']['input'];
  /** Only expenses changed at or after this time. */
  updatedSince?: InputMaybe<Scalars['DateTime']['input']>;
}

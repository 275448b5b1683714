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
  DateOrNull: { input: string | null; output: string | null; }
  DateTime: { input: string; output: string; }
  DateTimeOrNull: { input: string | null; output: string | null; }
  FloatOrNull: { input: number | null; output: number | null; }
  IntOrNull: { input: number | null; output: number | null; }
  JSON: { input: unknown; output: unknown; }
  Password: { input: string; output: string; }
  StringOrNull: { input: string | null; output: string | null; }
}

export type RestorableKind =
  | 'TRIP'
  | 'HOSTING'
  | 'ACTIVITY'
  | 'TRANSPORTATION'
  | 'EXPENSE'
  | 'CATEGORY'
  | 'DOCUMENT'
  | 'EMAIL';

export interface ActivityInput {
  internalIdentifier?: InputMaybe<Scalars['String']['input']>;
  hidden?: InputMaybe<Scalars['Boolean']['input']>;
  activityType?: InputMaybe<Scalars['String']['input']>;
  period?: InputMaybe<Scalars['StringOrNull']['input']>;
  startsAt?: InputMaybe<Scalars['DateTimeOrNull']['input']>;
  endsAt?: InputMaybe<Scalars['DateTimeOrNull']['input']>;
  allDay?: InputMaybe<Scalars['Boolean']['input']>;
  name?: InputMaybe<Scalars['String']['input']>;
  description?: InputMaybe<Scalars['String']['input']>;
  phone?: InputMaybe<Scalars['String']['input']>;
  website?: InputMaybe<Scalars['String']['input']>;
  checked?: InputMaybe<Scalars['Boolean']['input']>;
  address?: InputMaybe<Scalars['String']['input']>;
  longitude?: InputMaybe<Scalars['FloatOrNull']['input']>;
  latitude?: InputMaybe<Scalars['FloatOrNull']['input']>;
  notes?: InputMaybe<Scalars['String']['input']>;
  appleMapsId?: InputMaybe<Scalars['String']['input']>;
  /** The trip's zone by default. */
  timezone?: InputMaybe<Scalars['String']['input']>;
  providerLocationUrl?: InputMaybe<Scalars['String']['input']>;
  providerReservationCode?: InputMaybe<Scalars['String']['input']>;
  providerReservationDescription?: InputMaybe<Scalars['String']['input']>;
  providerDocument?: InputMaybe<Scalars['String']['input']>;
  googlePlacesId?: InputMaybe<Scalars['String']['input']>;
  price?: InputMaybe<Scalars['FloatOrNull']['input']>;
  currency?: InputMaybe<Scalars['String']['input']>;
  /** User ids; others than joined members of the trip are left out. */
  assignedUsers?: InputMaybe<Array<Scalars['Int']['input']>>;
  sortOrder?: InputMaybe<Scalars['Int']['input']>;
  /**
   * On update: moves it to this trip, which the caller must be able to edit too. With a price it needs
   * the right to edit expenses on both trips, with documents or emails the right to change those.
   */
  updateTrip?: InputMaybe<Scalars['IntOrNull']['input']>;
}

export interface CategoryInput {
  name?: InputMaybe<Scalars['String']['input']>;
  /** Made from the name by default; blank counts as absent. */
  slug?: InputMaybe<Scalars['String']['input']>;
  /** `golf`, or `customicon-` and lower-case words joined by `-`; anything else becomes the default. */
  iconName?: InputMaybe<Scalars['String']['input']>;
  /** Six hexadecimal digits, with or without `#`. */
  color?: InputMaybe<Scalars['String']['input']>;
}

export interface GuestInviteInput {
  userId?: InputMaybe<Scalars['Int']['input']>;
  permissions?: InputMaybe<GuestPermissionsInput>;
}

export interface InviteInput {
  tripId: Scalars['Int']['input'];
  /** Compared with primary addresses. */
  invitedUserEmail: Scalars['String']['input'];
  permissions?: InputMaybe<InvitePermissionsInput>;
}

export interface GuestPermissionsInput {
  title?: InputMaybe<Scalars['String']['input']>;
  /** Takes away editing of every kind and adding guests, whatever else is sent. */
  readOnly?: InputMaybe<Scalars['Boolean']['input']>;
  canEdit?: InputMaybe<Scalars['Boolean']['input']>;
  canAddGuests?: InputMaybe<Scalars['Boolean']['input']>;
  canSeeExpenses?: InputMaybe<Scalars['Boolean']['input']>;
  canEditExpenses?: InputMaybe<Scalars['Boolean']['input']>;
  canSeeDocuments?: InputMaybe<Scalars['Boolean']['input']>;
  canEditDocuments?: InputMaybe<Scalars['Boolean']['input']>;
  isTravelling?: InputMaybe<Scalars['Boolean']['input']>;
}

export interface InvitePermissionsInput {
  title?: InputMaybe<Scalars['String']['input']>;
  /** Takes away editing of every kind and adding guests, whatever else is sent. */
  readOnly?: InputMaybe<Scalars['Boolean']['input']>;
  canAddGuests?: InputMaybe<Scalars['Boolean']['input']>;
  canSeeExpenses?: InputMaybe<Scalars['Boolean']['input']>;
  canEditExpenses?: InputMaybe<Scalars['Boolean']['input']>;
  canSeeDocuments?: InputMaybe<Scalars['Boolean']['input']>;
  canEditDocuments?: InputMaybe<Scalars['Boolean']['input']>;
  isTravelling?: InputMaybe<Scalars['Boolean']['input']>;
}

export interface InvitationAnswerInput {
  token: Scalars['String']['input'];
  accept: Scalars['Boolean']['input'];
}

export interface PermissionsInput {
  canEdit?: InputMaybe<Scalars['Boolean']['input']>;
  canAddGuests?: InputMaybe<Scalars['Boolean']['input']>;
  canSeeExpenses?: InputMaybe<Scalars['Boolean']['input']>;
  canEditExpenses?: InputMaybe<Scalars['Boolean']['input']>;
  canSeeDocuments?: InputMaybe<Scalars['Boolean']['input']>;
  canEditDocuments?: InputMaybe<Scalars['Boolean']['input']>;
  isTravelling?: InputMaybe<Scalars['Boolean']['input']>;
  receiveNotifications?: InputMaybe<Scalars['Boolean']['input']>;
}

export interface DocumentInput {
  /** An http or https address, or the object key of a prepared file. */
  url: Scalars['String']['input'];
  /** `url` by default; else the media type that was prepared. */
  fileType?: InputMaybe<Scalars['String']['input']>;
  title?: InputMaybe<Scalars['String']['input']>;
  description?: InputMaybe<Scalars['String']['input']>;
  thumbUrl?: InputMaybe<Scalars['StringOrNull']['input']>;
  faviconUrl?: InputMaybe<Scalars['StringOrNull']['input']>;
  /** The receipt of the upload; required unless `fileType` is `url`. */
  uploadToken?: InputMaybe<Scalars['String']['input']>;
}

export interface DocumentTitleInput {
  title: Scalars['String']['input'];
}

export interface DocumentUpdateInput {
  title?: InputMaybe<Scalars['String']['input']>;
  description?: InputMaybe<Scalars['String']['input']>;
  thumbUrl?: InputMaybe<Scalars['StringOrNull']['input']>;
  faviconUrl?: InputMaybe<Scalars['StringOrNull']['input']>;
  tripId?: InputMaybe<Scalars['IntOrNull']['input']>;
  activityId?: InputMaybe<Scalars['IntOrNull']['input']>;
  hostingId?: InputMaybe<Scalars['IntOrNull']['input']>;
  transportationId?: InputMaybe<Scalars['IntOrNull']['input']>;
}

export interface UploadInput {
  /** `document`, `profile_photo` or `trip_cover`. */
  purpose: Scalars['String']['input'];
  /** Only its extension is used. */
  filename: Scalars['String']['input'];
  /** A media type; of an image for the two image purposes. */
  contentType: Scalars['String']['input'];
  /** Bytes, 1 to 104857600, of images to 20971520; required for documents. */
  contentLength?: InputMaybe<Scalars['IntOrNull']['input']>;
  /** `private` for documents, `public` for images: the default. */
  visibility?: InputMaybe<Scalars['String']['input']>;
  /** `trip`, `activity`, `hosting` or `transportation`; required for documents. */
  parentType?: InputMaybe<Scalars['String']['input']>;
  /** 1 or more. */
  parentId?: InputMaybe<Scalars['IntOrNull']['input']>;
}

export interface EmailInput {
  subject?: InputMaybe<Scalars['String']['input']>;
  tripId?: InputMaybe<Scalars['IntOrNull']['input']>;
  activityId?: InputMaybe<Scalars['IntOrNull']['input']>;
  hostingId?: InputMaybe<Scalars['IntOrNull']['input']>;
  transportationId?: InputMaybe<Scalars['IntOrNull']['input']>;
}

export interface AlternativeEmailInput {
  email: Scalars['String']['input'];
}

export interface ExpenseInput {
  title?: InputMaybe<Scalars['String']['input']>;
  /** Now by default. */
  date?: InputMaybe<Scalars['DateTime']['input']>;
  price?: InputMaybe<Scalars['Float']['input']>;
  /** The caller's default currency by default. */
  currency?: InputMaybe<Scalars['String']['input']>;
}

export interface HostingInput {
  internalIdentifier?: InputMaybe<Scalars['String']['input']>;
  hidden?: InputMaybe<Scalars['Boolean']['input']>;
  startsAt?: InputMaybe<Scalars['DateTimeOrNull']['input']>;
  endsAt?: InputMaybe<Scalars['DateTimeOrNull']['input']>;
  /** The trip's zone by default. */
  timezone?: InputMaybe<Scalars['String']['input']>;
  name?: InputMaybe<Scalars['String']['input']>;
  description?: InputMaybe<Scalars['String']['input']>;
  address?: InputMaybe<Scalars['String']['input']>;
  longitude?: InputMaybe<Scalars['FloatOrNull']['input']>;
  latitude?: InputMaybe<Scalars['FloatOrNull']['input']>;
  phone?: InputMaybe<Scalars['String']['input']>;
  appleMapsId?: InputMaybe<Scalars['String']['input']>;
  roomType?: InputMaybe<Scalars['String']['input']>;
  roomNumber?: InputMaybe<Scalars['String']['input']>;
  website?: InputMaybe<Scalars['String']['input']>;
  notes?: InputMaybe<Scalars['String']['input']>;
  providerLocationUrl?: InputMaybe<Scalars['String']['input']>;
  providerReservationCode?: InputMaybe<Scalars['String']['input']>;
  providerReservationDescription?: InputMaybe<Scalars['String']['input']>;
  providerDocument?: InputMaybe<Scalars['String']['input']>;
  googlePlacesId?: InputMaybe<Scalars['String']['input']>;
  price?: InputMaybe<Scalars['FloatOrNull']['input']>;
  currency?: InputMaybe<Scalars['String']['input']>;
  /** User ids; others than joined members of the trip are left out. */
  assignedUsers?: InputMaybe<Array<Scalars['Int']['input']>>;
  sortOrder?: InputMaybe<Scalars['Int']['input']>;
  /**
   * On update: moves it to this trip, which the caller must be able to edit too. With a price it needs
   * the right to edit expenses on both trips, with documents or emails the right to change those.
   */
  updateTrip?: InputMaybe<Scalars['IntOrNull']['input']>;
}

export interface CredentialsInput {
  /** A username, or an email address. */
  username: Scalars['String']['input'];
  password: Scalars['Password']['input'];
}

export interface LogInInput {
  username?: InputMaybe<Scalars['String']['input']>;
  /** Wins over `username`. */
  email?: InputMaybe<Scalars['String']['input']>;
  password: Scalars['Password']['input'];
}

export interface PasswordResetInput {
  email: Scalars['String']['input'];
}

export interface PasswordResetConfirmInput {
  uid: Scalars['String']['input'];
  token: Scalars['String']['input'];
  newPassword1: Scalars['Password']['input'];
  newPassword2: Scalars['Password']['input'];
}

export interface PasswordChangeInput {
  newPassword1: Scalars['Password']['input'];
  newPassword2: Scalars['Password']['input'];
  /** Must be right if it is sent. */
  oldPassword?: InputMaybe<Scalars['Password']['input']>;
}

export interface TransportationInput {
  internalIdentifier?: InputMaybe<Scalars['String']['input']>;
  hidden?: InputMaybe<Scalars['Boolean']['input']>;
  name?: InputMaybe<Scalars['String']['input']>;
  description?: InputMaybe<Scalars['String']['input']>;
  notes?: InputMaybe<Scalars['String']['input']>;
  transportationType?: InputMaybe<Scalars['String']['input']>;
  phone?: InputMaybe<Scalars['String']['input']>;
  website?: InputMaybe<Scalars['String']['input']>;
  departureDescription?: InputMaybe<Scalars['String']['input']>;
  departureAt?: InputMaybe<Scalars['DateTimeOrNull']['input']>;
  departureTimezone?: InputMaybe<Scalars['String']['input']>;
  departureAddress?: InputMaybe<Scalars['String']['input']>;
  departureLongitude?: InputMaybe<Scalars['FloatOrNull']['input']>;
  departureLatitude?: InputMaybe<Scalars['FloatOrNull']['input']>;
  departureLocationType?: InputMaybe<Scalars['String']['input']>;
  departureAppleMapsId?: InputMaybe<Scalars['StringOrNull']['input']>;
  departureTerminal?: InputMaybe<Scalars['String']['input']>;
  departureGate?: InputMaybe<Scalars['String']['input']>;
  arrivalDescription?: InputMaybe<Scalars['String']['input']>;
  arrivalAt?: InputMaybe<Scalars['DateTimeOrNull']['input']>;
  arrivalTimezone?: InputMaybe<Scalars['String']['input']>;
  arrivalAddress?: InputMaybe<Scalars['String']['input']>;
  arrivalLongitude?: InputMaybe<Scalars['FloatOrNull']['input']>;
  arrivalLatitude?: InputMaybe<Scalars['FloatOrNull']['input']>;
  arrivalLocationType?: InputMaybe<Scalars['String']['input']>;
  arrivalAppleMapsId?: InputMaybe<Scalars['StringOrNull']['input']>;
  arrivalTerminal?: InputMaybe<Scalars['String']['input']>;
  arrivalGate?: InputMaybe<Scalars['String']['input']>;
  arrivalBags?: InputMaybe<Scalars['String']['input']>;
  company?: InputMaybe<Scalars['String']['input']>;
  seatNumber?: InputMaybe<Scalars['String']['input']>;
  seatClass?: InputMaybe<Scalars['String']['input']>;
  transportNumber?: InputMaybe<Scalars['String']['input']>;
  actualTransportNumber?: InputMaybe<Scalars['StringOrNull']['input']>;
  coachNumber?: InputMaybe<Scalars['String']['input']>;
  vehicleDescription?: InputMaybe<Scalars['String']['input']>;
  flightAwareIdentifier?: InputMaybe<Scalars['String']['input']>;
  automaticUpdates?: InputMaybe<Scalars['Boolean']['input']>;
  distanceMeters?: InputMaybe<Scalars['IntOrNull']['input']>;
  providerUrl?: InputMaybe<Scalars['String']['input']>;
  providerReservationCode?: InputMaybe<Scalars['String']['input']>;
  providerReservationDescription?: InputMaybe<Scalars['String']['input']>;
  providerDocument?: InputMaybe<Scalars['String']['input']>;
  price?: InputMaybe<Scalars['FloatOrNull']['input']>;
  currency?: InputMaybe<Scalars['String']['input']>;
  /** User ids; others than joined members of the trip are left out. */
  assignedUsers?: InputMaybe<Array<Scalars['Int']['input']>>;
  sortOrder?: InputMaybe<Scalars['Int']['input']>;
  /**
   * On update: moves it to this trip, which the caller must be able to edit too. With a price it needs
   * the right to edit expenses on both trips, with documents or emails the right to change those.
   */
  updateTrip?: InputMaybe<Scalars['IntOrNull']['input']>;
}

export interface TripInput {
  /** On create: if longer than 5 characters and on another trip of the caller, nothing is created. */
  internalIdentifier?: InputMaybe<Scalars['String']['input']>;
  name?: InputMaybe<Scalars['String']['input']>;
  /** The caller's own zone by default. */
  timezone?: InputMaybe<Scalars['String']['input']>;
  hidden?: InputMaybe<Scalars['Boolean']['input']>;
  description?: InputMaybe<Scalars['String']['input']>;
  startsAt?: InputMaybe<Scalars['DateOrNull']['input']>;
  endsAt?: InputMaybe<Scalars['DateOrNull']['input']>;
  coverGradient?: InputMaybe<Scalars['Int']['input']>;
  coverImageUrl?: InputMaybe<Scalars['StringOrNull']['input']>;
  /** By default true if a date is sent with the new trip. */
  hasDates?: InputMaybe<Scalars['Boolean']['input']>;
  numberOfDays?: InputMaybe<Scalars['Int']['input']>;
  /**
   * On create only: who joins, or is invited, with the new trip. Unknown ids, repeats and the caller
   * are skipped.
   */
  guestInvites?: InputMaybe<Array<GuestInviteInput>>;
}

export interface SignUpInput {
  username: Scalars['String']['input'];
  password: Scalars['Password']['input'];
  /** The username by default, which then must be an email address. */
  email: Scalars['String']['input'];
  name?: InputMaybe<Scalars['String']['input']>;
  photoUrl?: InputMaybe<Scalars['StringOrNull']['input']>;
}

export interface ProfileInput {
  photoUrl?: InputMaybe<Scalars['StringOrNull']['input']>;
  /** Blank leaves it. */
  username?: InputMaybe<Scalars['String']['input']>;
  email?: InputMaybe<Scalars['String']['input']>;
  name?: InputMaybe<Scalars['String']['input']>;
  language?: InputMaybe<Scalars['String']['input']>;
  calendarEmojis?: InputMaybe<Scalars['Boolean']['input']>;
  calendarHiddenCategories?: InputMaybe<Scalars['JSON']['input']>;
  calendarLodgingsAllDay?: InputMaybe<Scalars['Boolean']['input']>;
  calendarTripsAllDay?: InputMaybe<Scalars['Boolean']['input']>;
  timezone?: InputMaybe<Scalars['String']['input']>;
  defaultCurrency?: InputMaybe<Scalars['String']['input']>;
  storeCurrency?: InputMaybe<Scalars['String']['input']>;
  notificationsFlightsGeneralEnabled?: InputMaybe<Scalars['Boolean']['input']>;
  notificationsFlightsDepartureAndArrival?: InputMaybe<Scalars['Boolean']['input']>;
  notificationsCollaboratorsNewActivitiesEnabled?: InputMaybe<Scalars['Boolean']['input']>;
  /** Blank leaves it. */
  asaCampaignName?: InputMaybe<Scalars['String']['input']>;
  /** Blank leaves it. */
  asaKeywordName?: InputMaybe<Scalars['String']['input']>;
  /** Blank leaves it. */
  asaStoreCountry?: InputMaybe<Scalars['String']['input']>;
}

export interface AuthUserInput {
  username?: InputMaybe<Scalars['String']['input']>;
  firstName?: InputMaybe<Scalars['String']['input']>;
  lastName?: InputMaybe<Scalars['String']['input']>;
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
}

export interface MutationUpdateAuthUserArgs {
  input: AuthUserInput;
}

export interface MutationReplaceAuthUserArgs {
  input: AuthUserInput;
}

export interface MutationCreateTripArgs {
  input: TripInput;
}

export interface MutationUpdateTripArgs {
  id: Scalars['Int']['input'];
  input: TripInput;
}

export interface MutationDeleteTripArgs {
  id: Scalars['Int']['input'];
}

export interface MutationCreateHostingArgs {
  tripId: Scalars['Int']['input'];
  input: HostingInput;
}

export interface MutationUpdateHostingArgs {
  tripId: Scalars['Int']['input'];
  id: Scalars['Int']['input'];
  input: HostingInput;
}

export interface MutationDeleteHostingArgs {
  tripId: Scalars['Int']['input'];
  id: Scalars['Int']['input'];
}

export interface MutationCreateActivityArgs {
  tripId: Scalars['Int']['input'];
  input: ActivityInput;
}

export interface MutationUpdateActivityArgs {
  tripId: Scalars['Int']['input'];
  id: Scalars['Int']['input'];
  input: ActivityInput;
}

export interface MutationDeleteActivityArgs {
  tripId: Scalars['Int']['input'];
  id: Scalars['Int']['input'];
}

export interface MutationCreateTransportationArgs {
  tripId: Scalars['Int']['input'];
  input: TransportationInput;
}

export interface MutationUpdateTransportationArgs {
  tripId: Scalars['Int']['input'];
  id: Scalars['Int']['input'];
  input: TransportationInput;
}

export interface MutationDeleteTransportationArgs {
  tripId: Scalars['Int']['input'];
  id: Scalars['Int']['input'];
}

export interface MutationCreateExpenseArgs {
  tripId: Scalars['Int']['input'];
  input: ExpenseInput;
}

export interface MutationUpdateExpenseArgs {
  tripId: Scalars['Int']['input'];
  id: Scalars['Int']['input'];
  input: ExpenseInput;
}

export interface MutationDeleteExpenseArgs {
  tripId: Scalars['Int']['input'];
  id: Scalars['Int']['input'];
}

export interface MutationInviteArgs {
  input: InviteInput;
}

export interface MutationAcceptInvitationArgs {
  tripId: Scalars['Int']['input'];
}

export interface MutationDeclineInvitationArgs {
  tripId: Scalars['Int']['input'];
}

export interface MutationAnswerInvitationArgs {
  input: InvitationAnswerInput;
}

export interface MutationSetPermissionsArgs {
  tripId: Scalars['Int']['input'];
  userId: Scalars['Int']['input'];
  input: PermissionsInput;
}

export interface MutationRemoveCollaboratorArgs {
  tripId: Scalars['Int']['input'];
  userId: Scalars['Int']['input'];
}

export interface MutationRequestFavoriteArgs {
  email: Scalars['String']['input'];
}

export interface MutationConfirmFavoriteArgs {
  id: Scalars['Int']['input'];
}

export interface MutationRemoveFavoriteArgs {
  id: Scalars['Int']['input'];
}

export interface MutationCreateCategoryArgs {
  input: CategoryInput;
}

export interface MutationUpdateCategoryArgs {
  id: Scalars['Int']['input'];
  input: CategoryInput;
}

export interface MutationDeleteCategoryArgs {
  id: Scalars['Int']['input'];
}

export interface MutationPrepareUploadArgs {
  input: UploadInput;
}

export interface MutationAttachDocumentArgs {
  tripId: Scalars['Int']['input'];
  hostingId?: InputMaybe<Scalars['Int']['input']>;
  activityId?: InputMaybe<Scalars['Int']['input']>;
  transportationId?: InputMaybe<Scalars['Int']['input']>;
  input: DocumentInput;
}

export interface MutationRenameDocumentArgs {
  tripId: Scalars['Int']['input'];
  hostingId?: InputMaybe<Scalars['Int']['input']>;
  activityId?: InputMaybe<Scalars['Int']['input']>;
  transportationId?: InputMaybe<Scalars['Int']['input']>;
  id: Scalars['Int']['input'];
  input: DocumentTitleInput;
}

export interface MutationRemoveDocumentArgs {
  tripId: Scalars['Int']['input'];
  hostingId?: InputMaybe<Scalars['Int']['input']>;
  activityId?: InputMaybe<Scalars['Int']['input']>;
  transportationId?: InputMaybe<Scalars['Int']['input']>;
  id: Scalars['Int']['input'];
}

export interface MutationUpdateDocumentArgs {
  id: Scalars['Int']['input'];
  input: DocumentUpdateInput;
}

export interface MutationAddAlternativeEmailArgs {
  input: AlternativeEmailInput;
}

export interface MutationRemoveAlternativeEmailArgs {
  id: Scalars['Int']['input'];
}

export interface MutationVerifyAlternativeEmailArgs {
  hash: Scalars['String']['input'];
}

export interface MutationUpdateEmailArgs {
  id: Scalars['Int']['input'];
  input: EmailInput;
}

export interface MutationDeleteEmailArgs {
  id: Scalars['Int']['input'];
}

export interface MutationRestoreArgs {
  kind: RestorableKind;
  id: Scalars['Int']['input'];
  as?: InputMaybe<Scalars['String']['input']>;
}

export interface MutationDeliverEmailArgs {
  raw: Scalars['String']['input'];
  recipient?: InputMaybe<Scalars['String']['input']>;
  owner?: InputMaybe<Scalars['String']['input']>;
}

export interface MutationSetFavoriteArgs {
  email: Scalars['String']['input'];
  favorite: Scalars['String']['input'];
  pending: Scalars['Boolean']['input'];
}

export interface MutationSetSubjectArgs {
  email: Scalars['String']['input'];
  subject?: InputMaybe<Scalars['String']['input']>;
}

export interface MutationSetPremiumArgs {
  email: Scalars['String']['input'];
  isPremium: Scalars['Boolean']['input'];
  expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
}

export interface QueryTripArgs {
  id: Scalars['Int']['input'];
}

export interface QueryTripsArgs {
  /** Results a page, 1 to 100. */
  first: Scalars['Int']['input'];
  /** The page, from 1; -1 is the last one. */
  page: Scalars['Int']['input'];
  /**
   * Only trips changed since then, or less than two days before. Trips of other people are always
   * included.
   */
  updatedSince?: InputMaybe<Scalars['DateTime']['input']>;
}

export interface QueryDeletedTripsArgs {
  first: Scalars['Int']['input'];
  page: Scalars['Int']['input'];
  /** Only trips deleted since then, or less than two days before; those of other people always. */
  updatedSince?: InputMaybe<Scalars['DateTime']['input']>;
}

export interface QueryDocumentsArgs {
  tripId: Scalars['Int']['input'];
  hostingId?: InputMaybe<Scalars['Int']['input']>;
  activityId?: InputMaybe<Scalars['Int']['input']>;
  transportationId?: InputMaybe<Scalars['Int']['input']>;
  first: Scalars['Int']['input'];
  page: Scalars['Int']['input'];
  updatedSince?: InputMaybe<Scalars['DateTime']['input']>;
}

export interface QueryDocumentArgs {
  tripId: Scalars['Int']['input'];
  hostingId?: InputMaybe<Scalars['Int']['input']>;
  activityId?: InputMaybe<Scalars['Int']['input']>;
  transportationId?: InputMaybe<Scalars['Int']['input']>;
  id: Scalars['Int']['input'];
}

export interface QueryDeletedDocumentsArgs {
  tripId: Scalars['Int']['input'];
  hostingId?: InputMaybe<Scalars['Int']['input']>;
  activityId?: InputMaybe<Scalars['Int']['input']>;
  transportationId?: InputMaybe<Scalars['Int']['input']>;
  first: Scalars['Int']['input'];
  page: Scalars['Int']['input'];
  since?: InputMaybe<Scalars['DateTime']['input']>;
  updatedSince?: InputMaybe<Scalars['DateTime']['input']>;
}

export interface QueryDocumentDownloadArgs {
  id: Scalars['Int']['input'];
}

export interface QueryAlternativeEmailsArgs {
  first: Scalars['Int']['input'];
  page: Scalars['Int']['input'];
}

export interface QueryInboxArgs {
  first: Scalars['Int']['input'];
  page: Scalars['Int']['input'];
}

export interface QueryInboxEmailArgs {
  id: Scalars['Int']['input'];
}

export interface QueryEmailsArgs {
  tripId: Scalars['Int']['input'];
  hostingId?: InputMaybe<Scalars['Int']['input']>;
  activityId?: InputMaybe<Scalars['Int']['input']>;
  transportationId?: InputMaybe<Scalars['Int']['input']>;
  first: Scalars['Int']['input'];
  page: Scalars['Int']['input'];
  updatedSince?: InputMaybe<Scalars['DateTime']['input']>;
}

export interface QueryEmailArgs {
  tripId: Scalars['Int']['input'];
  hostingId?: InputMaybe<Scalars['Int']['input']>;
  activityId?: InputMaybe<Scalars['Int']['input']>;
  transportationId?: InputMaybe<Scalars['Int']['input']>;
  id: Scalars['Int']['input'];
}

export interface QueryDeletedEmailsArgs {
  tripId: Scalars['Int']['input'];
  hostingId?: InputMaybe<Scalars['Int']['input']>;
  activityId?: InputMaybe<Scalars['Int']['input']>;
  transportationId?: InputMaybe<Scalars['Int']['input']>;
  first: Scalars['Int']['input'];
  page: Scalars['Int']['input'];
  since?: InputMaybe<Scalars['DateTime']['input']>;
  updatedSince?: InputMaybe<Scalars['DateTime']['input']>;
}

export interface QueryCategoryArgs {
  id: Scalars['Int']['input'];
}

export interface QueryFavoritesArgs {
  first: Scalars['Int']['input'];
  page: Scalars['Int']['input'];
}

export interface QueryFavoriteRequestsArgs {
  first: Scalars['Int']['input'];
  page: Scalars['Int']['input'];
}

export interface QueryInvitationsArgs {
  first: Scalars['Int']['input'];
  page: Scalars['Int']['input'];
}

export interface QueryOutboxArgs {
  /** Only mail to this address. */
  to?: InputMaybe<Scalars['String']['input']>;
  first: Scalars['Int']['input'];
}

export interface TripCollaboratorsArgs {
  first: Scalars['Int']['input'];
  page: Scalars['Int']['input'];
}

export interface TripHostingArgs {
  id: Scalars['Int']['input'];
}

export interface TripHostingsArgs {
  first: Scalars['Int']['input'];
  page: Scalars['Int']['input'];
  updatedSince?: InputMaybe<Scalars['DateTime']['input']>;
}

export interface TripDeletedHostingsArgs {
  first: Scalars['Int']['input'];
  page: Scalars['Int']['input'];
  updatedSince?: InputMaybe<Scalars['DateTime']['input']>;
}

export interface TripActivityArgs {
  id: Scalars['Int']['input'];
}

export interface TripActivitiesArgs {
  first: Scalars['Int']['input'];
  page: Scalars['Int']['input'];
  updatedSince?: InputMaybe<Scalars['DateTime']['input']>;
  /** Exactly this type. */
  activityType?: InputMaybe<Scalars['String']['input']>;
}

export interface TripDeletedActivitiesArgs {
  first: Scalars['Int']['input'];
  page: Scalars['Int']['input'];
  updatedSince?: InputMaybe<Scalars['DateTime']['input']>;
}

export interface TripTransportationArgs {
  id: Scalars['Int']['input'];
}

export interface TripTransportationsArgs {
  first: Scalars['Int']['input'];
  page: Scalars['Int']['input'];
  updatedSince?: InputMaybe<Scalars['DateTime']['input']>;
  /** Exactly this type. */
  transportationType?: InputMaybe<Scalars['String']['input']>;
}

export interface TripDeletedTransportationsArgs {
  first: Scalars['Int']['input'];
  page: Scalars['Int']['input'];
  updatedSince?: InputMaybe<Scalars['DateTime']['input']>;
}

export interface TripExpenseArgs {
  id: Scalars['Int']['input'];
}

export interface TripExpensesArgs {
  first: Scalars['Int']['input'];
  page: Scalars['Int']['input'];
  updatedSince?: InputMaybe<Scalars['DateTime']['input']>;
}

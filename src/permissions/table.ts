/**
 * THE permission table: who may call or read what, a line for every field of every type. What has
 * no line is denied, and a test walks the schema to find it. `allow` below the root means: whoever
 * has access to the trip may read it; `allow` on a root field means the field is public.
 */
import { permissions, rights } from './rights.ts'
import {
  editorOfActivity,
  editorOfExpense,
  editorOfExpenses,
  editorOfHosting,
  editorOfItinerary,
  editorOfTransportation,
  editorOfTrip,
  memberOfTrip,
  operator,
  ownerOfTrip,
  seesExpenses,
  seesExpensesOfTrip,
  signedIn,
} from './rules.ts'
import { ownsCategory, seesCategory } from './rules-of-categories.ts'
import { removesCollaborator, setsPermissions } from './rules-of-collaborators.ts'
import {
  changesDocument,
  changesDocuments,
  changesDocumentThere,
  seesDocument,
  seesDocuments,
} from './rules-of-documents.ts'
import { deletesEmail, movesEmail, seesOwnEmail } from './rules-of-emails.ts'
import { askedForFavorite, partyToFavorite } from './rules-of-favorites.ts'
import { invitedToTrip, invitesToTrip } from './rules-of-members.ts'
import { changerOfActivity, changerOfHosting, changerOfTransportation } from './rules-of-moves.ts'
import { restores } from './rules-of-restore.ts'
import { preparesUpload } from './rules-of-uploads.ts'
import { allow, type Table } from './shield.ts'

/** `allow` for each of the fields named in the text. */
function open(fields: string): Table[string] {
  return Object.fromEntries(
    fields
      .trim()
      .split(/\s+/)
      .map((field) => [field, allow]),
  )
}

const page = open('count results')

export const table: Table = {
  Query: {
    me: signedIn,
    trip: memberOfTrip,
    trips: signedIn,
    deletedTrips: signedIn,
    alternativeEmails: signedIn,
    inbox: signedIn,
    inboxEmail: seesOwnEmail,
    emails: seesDocuments,
    email: seesDocuments,
    deletedEmails: seesDocuments,
    documents: seesDocuments,
    document: seesDocuments,
    deletedDocuments: seesDocuments,
    documentDownload: seesDocument,
    categories: signedIn,
    category: seesCategory,
    favorites: signedIn,
    favoriteRequests: signedIn,
    invitations: signedIn,
    outbox: operator,
  },
  Mutation: {
    signUp: allow,
    createApiKey: allow,
    logIn: allow,
    logOut: signedIn,
    requestPasswordReset: allow,
    confirmPasswordReset: allow,
    changePassword: signedIn,
    updateMe: signedIn,
    updateAuthUser: signedIn,
    replaceAuthUser: signedIn,

    createTrip: signedIn,
    updateTrip: editorOfTrip,
    deleteTrip: ownerOfTrip,

    createHosting: editorOfItinerary,
    updateHosting: changerOfHosting,
    deleteHosting: editorOfHosting,
    createActivity: editorOfItinerary,
    updateActivity: changerOfActivity,
    deleteActivity: editorOfActivity,
    createTransportation: editorOfItinerary,
    updateTransportation: changerOfTransportation,
    deleteTransportation: editorOfTransportation,
    createExpense: editorOfExpenses,
    updateExpense: editorOfExpense,
    deleteExpense: editorOfExpense,

    invite: invitesToTrip,
    acceptInvitation: invitedToTrip,
    declineInvitation: invitedToTrip,
    answerInvitation: allow,
    setPermissions: setsPermissions,
    removeCollaborator: removesCollaborator,
    requestFavorite: signedIn,
    confirmFavorite: askedForFavorite,
    removeFavorite: partyToFavorite,

    createCategory: signedIn,
    updateCategory: ownsCategory,
    deleteCategory: ownsCategory,

    prepareUpload: preparesUpload,
    attachDocument: changesDocuments,
    renameDocument: changesDocumentThere,
    removeDocument: changesDocumentThere,
    updateDocument: changesDocument,

    addAlternativeEmail: signedIn,
    removeAlternativeEmail: signedIn,
    verifyAlternativeEmail: allow,
    updateEmail: movesEmail,
    deleteEmail: deletesEmail,

    restore: restores,

    deliverEmail: operator,
    setFavorite: operator,
    setSubject: operator,
    setPremium: operator,
  },

  Trip: {
    ...open(`id internalIdentifier name timezone hidden description startsAt endsAt coverGradient
      coverImageUrl ownerId collaboratorsCount hasDates numberOfDays createdAt changedAt
      viewerCan guests collaborators emails hosting hostings deletedHostings activity activities
      deletedActivities transportation transportations deletedTransportations`),
    expense: seesExpensesOfTrip,
    expenses: seesExpensesOfTrip,
  },
  Hosting: {
    ...open(`id owner tripId internalIdentifier hidden startsAt endsAt timezone name description
      address longitude latitude phone appleMapsId roomType roomNumber website notes
      providerLocationUrl providerReservationCode providerReservationDescription providerDocument
      googlePlacesId assignedUsers sortOrder emails createdAt updatedAt`),
    price: seesExpenses,
    currency: seesExpenses,
  },
  Activity: {
    ...open(`id owner tripId internalIdentifier hidden activityType period startsAt endsAt allDay
      name description phone website checked address longitude latitude notes appleMapsId timezone
      providerLocationUrl providerReservationCode providerReservationDescription providerDocument
      googlePlacesId assignedUsers sortOrder emails createdAt updatedAt`),
    price: seesExpenses,
    currency: seesExpenses,
  },
  Transportation: {
    ...open(`id owner tripId internalIdentifier hidden name description notes transportationType
      phone website departureDescription departureAt departureTimezone departureAddress
      departureLongitude departureLatitude departureLocationType departureAppleMapsId
      departureTerminal departureGate arrivalDescription arrivalAt arrivalTimezone arrivalAddress
      arrivalLongitude arrivalLatitude arrivalLocationType arrivalAppleMapsId arrivalTerminal
      arrivalGate arrivalBags company seatNumber seatClass transportNumber actualTransportNumber
      coachNumber vehicleDescription flightAwareIdentifier automaticUpdates distanceMeters
      providerUrl providerReservationCode providerReservationDescription providerDocument
      assignedUsers sortOrder emails createdAt updatedAt`),
    price: seesExpenses,
    currency: seesExpenses,
  },
  // Only behind Trip.expense and Trip.expenses, and the mutations that return one.
  Expense: open('id title date price currency ownerId tripId createdAt updatedAt'),
  Person: open('id name email photoUrl'),
  Collaborator: open('id name email photoUrl permissions joined'),
  Permissions: open(permissions.map(({ name }) => name).join(' ')),
  ViewerCan: open(rights.map(({ can }) => can).join(' ')),
  // Only behind the caller's own lists and answers, as the two kinds of favorites.
  Invitation: open('tripId createdAt'),
  Removal: open('tripId userId'),
  Favorite: open('id favoriteUser automaticSuggestOnNewTrips pending createdAt updatedAt'),
  FavoriteUser: open('id name email photoUrl'),
  FavoriteRequest: open('id inviter createdAt'),
  // Reached only through the documents of one parent.
  Document: open(`id title description ownerId owner fileType url thumbUrl faviconUrl tempReadUrl
    hostings activities transportations createdAt updatedAt`),
  DocumentDownload: open('downloadUrl fileType title expiresAt'),
  Upload: open(`uploadUrl method headers objectKey bucket purpose visibility expiresAt publicUrl
    contentLength uploadToken`),
  Category: open('id ownerId slug name iconName color createdAt'),
  Email: open(`id uniqueParserIdentifier date subject bodyPreview content safeContent attachments
    attachmentsCount parsedSuccessfully reason hostings activities transportations updatedAt`),
  AlternativeEmail: open('id email verified'),
  EmailAttachment: open(`id filename payload binary mailContentType contentId contentDisposition
    charset contentTransferEncoding`),
  Tombstone: open('id deletedAt'),
  // Only behind Query.me and what answers the caller's own account.
  User: open(`id name username email firstName lastName isPremium premiumExpirationDate
    isTripitConnected lastActivityDate language business calendarIdentifier calendarEmojis
    calendarHiddenCategories calendarLodgingsAllDay calendarTripsAllDay photoUrl
    isNewsletterSubscriber timezone defaultCurrency storeCurrency anonymousEmailIdentifier
    notificationsFlightsGeneralEnabled notificationsFlightsDepartureAndArrival
    notificationsCollaboratorsNewActivitiesEnabled asaCampaignName asaKeywordName asaStoreCountry
    createdAt`),
  ApiKey: open('key'),
  Notice: open('detail'),
  Success: open('success'),
  PremiumState: open('email isPremium premiumExpirationDate'),
  OutgoingMail: open('id recipient subject text html state attempts createdAt'),

  TripPage: page,
  HostingPage: page,
  ActivityPage: page,
  TransportationPage: page,
  ExpensePage: page,
  CollaboratorPage: page,
  TombstonePage: page,
  CategoryList: open('results'),
  AlternativeEmailPage: page,
  DocumentPage: page,
  EmailPage: page,
  FavoritePage: page,
  FavoriteRequestPage: page,
  InvitationPage: page,
}

/** Public root fields, as coordinates: `Mutation.signUp`. */
export const publicFields: ReadonlySet<string> = new Set(
  ['Query', 'Mutation'].flatMap((type) =>
    Object.entries(table[type] ?? {})
      .filter(([, rule]) => rule === allow)
      .map(([field]) => `${type}.${field}`),
  ),
)

/** Root fields that take callers without credentials, but not with wrong ones (test/spec/01.4). */
export const optionalFields: ReadonlySet<string> = new Set(['Mutation.prepareUpload'])

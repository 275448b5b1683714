/**
 * The fields open to everybody who reaches their object, by type; the others are in table.ts. A
 * field in neither is denied.
 */
import { permissions, rights } from '../rights.ts'

const page = 'count results'

export const openFields = {
  Trip: `id internalIdentifier name timezone hidden description startsAt endsAt coverGradient
    coverImageUrl ownerId collaboratorsCount hasDates numberOfDays createdAt changedAt version
    viewerCan guests collaborators emails timeline hosting hostings deletedHostings activity
    activities deletedActivities transportation transportations deletedTransportations`,
  Hosting: `id owner tripId internalIdentifier hidden startsAt endsAt timezone name description
    address longitude latitude phone appleMapsId roomType roomNumber website notes
    providerLocationUrl providerReservationCode providerReservationDescription providerDocument
    googlePlacesId assignedUsers sortOrder emails createdAt updatedAt version`,
  Activity: `id owner tripId internalIdentifier hidden activityType period startsAt endsAt allDay
    name description phone website checked address longitude latitude notes appleMapsId timezone
    providerLocationUrl providerReservationCode providerReservationDescription providerDocument
    googlePlacesId assignedUsers sortOrder emails createdAt updatedAt version`,
  Transportation: `id owner tripId internalIdentifier hidden name description notes
    transportationType phone website departureDescription departureAt departureTimezone
    departureAddress departureLongitude departureLatitude departureLocationType
    departureAppleMapsId departureTerminal departureGate arrivalDescription arrivalAt
    arrivalTimezone arrivalAddress arrivalLongitude arrivalLatitude arrivalLocationType
    arrivalAppleMapsId arrivalTerminal arrivalGate arrivalBags company seatNumber seatClass
    transportNumber actualTransportNumber coachNumber vehicleDescription flightAwareIdentifier
    automaticUpdates distanceMeters providerUrl providerReservationCode
    providerReservationDescription providerDocument assignedUsers sortOrder emails createdAt
    updatedAt version`,
  // Only behind Trip.expense and Trip.expenses, and mutations that return one.
  Expense: 'id title date price currency ownerId tripId createdAt updatedAt version',
  Person: 'id name email photoUrl',
  Collaborator: 'id name email photoUrl permissions joined tripId version',
  Permissions: permissions.map(({ name }) => name).join(' '),
  ViewerCan: rights.map(({ can }) => can).join(' '),
  // Only behind the caller's own lists and answers, like both kinds of favorites.
  Invitation: 'tripId createdAt',
  MailedInvitation: 'tripName inviterName',
  Removal: 'tripId userId',
  Favorite: 'id favoriteUser automaticSuggestOnNewTrips pending createdAt updatedAt version',
  FavoriteUser: 'id name email photoUrl',
  FavoriteRequest: 'id inviter createdAt',
  // Reached only through the documents of a parent.
  Document: `id title description ownerId owner fileType url thumbUrl faviconUrl tempReadUrl
    hostings activities transportations createdAt updatedAt tripId version`,
  DocumentDownload: 'downloadUrl fileType title expiresAt',
  Upload: `uploadUrl method headers objectKey bucket purpose visibility expiresAt publicUrl
    contentLength uploadToken`,
  Category: 'id ownerId slug name iconName color createdAt version',
  Email: `id uniqueParserIdentifier date subject bodyPreview content safeContent attachments
    attachmentsCount parsedSuccessfully reason hostings activities transportations updatedAt
    tripId version`,
  CalendarImport: 'filed waiting known emails',
  AlternativeEmail: 'id email verified',
  EmailAttachment: `id filename payload binary mailContentType contentId contentDisposition
    charset contentTransferEncoding`,
  Tombstone: 'id deletedAt isMoved',
  // Only behind Query.me and answers about the caller's own account.
  User: `id name username email firstName lastName isPremium premiumExpirationDate
    isTripitConnected lastActivityDate language business calendarIdentifier calendarUrl
    calendarEmojis calendarHiddenCategories calendarLodgingsAllDay calendarTripsAllDay photoUrl
    isNewsletterSubscriber timezone defaultCurrency storeCurrency anonymousEmailIdentifier
    notificationsFlightsGeneralEnabled notificationsFlightsDepartureAndArrival
    notificationsCollaboratorsNewActivitiesEnabled asaCampaignName asaKeywordName asaStoreCountry
    createdAt version`,
  ApiKey: 'key',
  NewKey: 'key info',
  KeyInfo: 'id name createdAt lastUsedAt expiresAt readOnly trips withheld isCurrent',
  Notice: 'detail',
  Success: 'success',
  PremiumState: 'email isPremium premiumExpirationDate',
  OutgoingMail: 'id recipient subject text html state attempts createdAt',

  TripPage: page,
  HostingPage: page,
  ActivityPage: page,
  TransportationPage: page,
  ExpensePage: page,
  CollaboratorPage: page,
  TombstonePage: page,
  TimelinePage: 'count results endCursor',
  // Filtered by what the caller sees of each trip.
  Changes: 'position hasMore resetAll reset destroyed changed',
  Destroyed: 'kind id tripId',
  CategoryList: 'results',
  AlternativeEmailPage: page,
  DocumentPage: page,
  EmailPage: page,
  FavoritePage: page,
  FavoriteRequestPage: page,
  InvitationPage: page,
} satisfies Record<string, string>

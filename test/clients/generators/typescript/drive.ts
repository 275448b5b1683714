/** What openapi-generator makes for `fetch`, from sign-up to delete; prints what it got. */
import {
  AccountApi,
  ActivitiesApi,
  type Activity,
  Configuration,
  type ErrorDetail,
  LoginApi,
  ResponseError,
  type Trip,
  TripsApi,
} from './client/index.ts'

const { TRIPS_URL: basePath = '', TRIPS_USERNAME: username = '' } = process.env
const { TRIPS_PASSWORD: password = '' } = process.env

const strangers = new Configuration({ basePath })
const signUpBody = { username, password }
const user = await new AccountApi(strangers).signUp({ signUpBody })
const errorOf = async (error: unknown): Promise<object> =>
  error instanceof ResponseError ? error.response.json() : Promise.reject(error)
const refused = await new AccountApi(strangers).signUp({ signUpBody }).catch(errorOf)
const { key } = await new LoginApi(strangers).logIn({ logInBody: { email: username, password } })

const client = new Configuration({ basePath, apiKey: `Token ${key}` })
const trips = new TripsApi(client)
const activities = new ActivitiesApi(client)

const createTripBody = {
  name: 'Lisbon',
  internalIdentifier: 'lisbon-2031',
  startsAt: new Date('2031-04-18'),
}
const trip: Trip = await trips.createTrip({ createTripBody })
// What has no body, or lacks keys that the type requires, is read without the type.
const duplicate = await trips.createTripRaw({ createTripBody })

const moment = new Date('2031-04-19T10:00:00Z')
const tripId = trip.id
const activity: Activity = await activities.createActivity({
  tripId,
  createActivityBody: { name: 'Tile museum', startsAt: moment },
})
const later = await activities.listActivitiesV2({ tripId, page: 1, updatedSince: moment })
const listed = await activities.listActivitiesV2({ tripId })
const listedTrips = await trips.listTripsV2()

const changed = await activities.updateActivity({
  ...{ tripId, id: activity.id },
  updateActivityBody: { name: 'Azulejos' },
})
const second = await trips.createTrip({ createTripBody: { name: 'Porto' } })
const moved = await activities.updateActivityRaw({
  ...{ tripId, id: activity.id },
  updateActivityBody: { updateTrip: second.id },
})
const movedTo = await activities.listActivitiesV2({ tripId: second.id })
const narrow = await trips.listTripsV2Raw({ fields: ['name'], fieldsLeftOut: 'id' })

await trips.deleteTrip({ id: tripId })
const deleted = await trips.getTripV2({ id: tripId }).catch(errorOf)
const tombstones = await trips.listTripsV2Raw({ deleted: true })

const names = (page: { results: { name: string }[] }) => page.results.map(({ name }) => name)
const isMoment = (date: Date | null) => date?.valueOf() === moment.valueOf()

console.log(
  JSON.stringify({
    'signed up': user.username === username,
    refused: Object.keys(refused),
    trip: [trip.name, trip.startsAt?.toISOString().slice(0, 10)],
    duplicate: (await duplicate.raw.text()) || null,
    activity: [activity.name, isMoment(activity.startsAt)],
    later: names(later),
    listed: names(listed),
    trips: names(listedTrips),
    changed: [changed.name, isMoment(changed.startsAt)],
    moved: [moved.raw.status, await moved.raw.text()],
    activities: names(movedTo),
    fields: (await narrow.raw.json()).results,
    deleted: (deleted as ErrorDetail).detail,
    tombstones: JSON.stringify((await tombstones.raw.json()).results) === `[{"id":${tripId}}]`,
  }),
)

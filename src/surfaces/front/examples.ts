/** The initial tabs of the IDE, one per operation (test/surfaces/front/examples). */

interface Example {
  query: string
  /** JSON. */
  variables: string
}

const example = (query: string, variables: object = {}): Example => ({
  query: `${query.trim()}\n`,
  variables: JSON.stringify(variables, null, 2),
})

const signUpAndLogIn = example(
  `
# 1. Run SignUp once, then LogIn. Until you reload the
# page, the key that LogIn returns then replaces
# <key> in the tab "Headers" below.

mutation SignUp($input: SignUpInput!) {
  signUp(input: $input) {
    id
    username
  }
}

mutation LogIn($input: LogInInput!) {
  logIn(input: $input) {
    key
  }
}
`,
  { input: { username: 'ada@mail.example', password: 'correct horse' } },
)

const listTrips = example(`
# 2. Your trips, each with its first activities.

query ListTrips {
  trips(first: 20) {
    count
    results {
      id
      name
      activities(first: 5) {
        results {
          id
          name
          startsAt
        }
      }
    }
  }
}
`)

const createActivity = example(
  `
# 3. Run CreateTrip, then CreateActivity. The ID of
# the new trip then replaces 0 for "tripId" in the
# tab "Variables" below.

mutation CreateTrip($trip: TripInput!) {
  createTrip(input: $trip) {
    id
    name
  }
}

mutation CreateActivity(
  $tripId: Int!
  $activity: ActivityInput!
) {
  createActivity(tripId: $tripId, input: $activity) {
    id
    name
    startsAt
  }
}
`,
  {
    trip: { name: 'Lisbon', timezone: 'Europe/Lisbon' },
    tripId: 0,
    activity: {
      name: 'Castelo de São Jorge',
      activityType: 'museum',
      startsAt: '2031-04-18T10:00:00+01:00',
      timezone: 'Europe/Lisbon',
    },
  },
)

const changes = example(
  `
# 4. Everything that you see, in pages. Later, set
# "since" in the tab "Variables" below to the last
# "position", and you get what has changed.

query Changes($since: String) {
  changes(since: $since, first: 20) {
    position
    hasMore
    resetAll
    reset
    destroyed {
      kind
      id
      tripId
    }
    changed {
      __typename
      ... on Trip {
        id
        name
      }
      ... on Activity {
        id
        tripId
        name
      }
    }
  }
}
`,
  { since: '' },
)

export const examples: readonly Example[] = [signUpAndLogIn, listTrips, createActivity, changes]

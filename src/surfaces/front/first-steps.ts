/** The first commands to type in a shell, as in the README (test/surfaces/front/first-steps). */

interface FirstStep {
  /** A description of the command. */
  does: string
  line: string
}

const asked = (url: string, ...more: string[]) => ['curl -sS', url, ...more].join(' ')
const withKey = '-H "authorization: Token $key"'
const sending = (body: object) => `-H content-type:application/json -d '${JSON.stringify(body)}'`

const password = 'correct horse'
const account = { username: 'ada@mail.example', password }
const login = { email: 'ada@mail.example', password }
const trip = { name: 'Lisbon', timezone: 'Europe/Lisbon' }
const flight = {
  transportation_type: 'airplane',
  company: 'TAP',
  transport_number: 'TP 571',
  departure_at: '2031-04-18T07:10:00+02:00',
}

/** Five commands for the service at this URL, to run in order in one shell. */
export function firstSteps(url: string): readonly FirstStep[] {
  const newKey = asked(`${url}/auth/login`, sending(login))
  const newTrip = asked(`'${url}/v1/trips?fields=id'`, withKey, sending(trip))
  const flights = (version: string) => `${url}/${version}/trip/$trip/transportations`
  return [
    { does: 'Sign up', line: asked(`${url}/v1/signup`, sending(account)) },
    { does: 'Log in', line: `key=$(${newKey} | cut -d'"' -f4)` },
    { does: 'Create a trip', line: `trip=$(${newTrip} | tr -dc 0-9)` },
    { does: 'Add a flight', line: asked(flights('v1'), withKey, sending(flight)) },
    { does: 'List the flights', line: asked(flights('v2'), withKey) },
  ]
}

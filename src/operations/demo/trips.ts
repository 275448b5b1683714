/** The invented trips: one that is over, one under way, two to come, one without dates. */
import type { Days } from './days.ts'

export interface DemoTrip {
  trip: Record<string, unknown>
  hostings?: Record<string, unknown>[]
  activities?: Record<string, unknown>[]
  transportations?: Record<string, unknown>[]
  expenses?: Record<string, unknown>[]
}

export const categories = [
  { name: 'Azulejos', icon_name: 'customicon-star', color: '#3478F6' },
  { name: 'Ramen', icon_name: 'customicon-star', color: '#D9480F' },
]

const lisbon = 'Europe/Lisbon'
const berlin = 'Europe/Berlin'
const tokyo = 'Asia/Tokyo'
const newYork = 'America/New_York'

const dated = (name: string, timezone: string, days: Days, from: number, to: number) => ({
  ...{ name, timezone, starts_at: days.on(from), ends_at: days.on(to) },
  ...{ has_dates: true, number_of_days: to - from + 1 },
})

const past = (days: Days): DemoTrip => ({
  trip: { ...dated('Weekend in Porto', lisbon, days, -60, -57), cover_gradient: 3 },
  hostings: [
    {
      ...{ name: 'Pensao do Rio', address: 'Rua da Alfandega 12, Porto', room_type: 'Double' },
      ...{ starts_at: days.at(-60, '15:00', lisbon), ends_at: days.at(-57, '11:00', lisbon) },
      ...{ provider_reservation_code: 'PDR-2210', price: 312, currency: 'EUR' },
    },
  ],
  activities: [
    {
      ...{ name: 'Tiles of Sao Bento', activity_type: 'azulejos', checked: true },
      ...{ starts_at: days.at(-59, '10:00', lisbon), ends_at: days.at(-59, '11:30', lisbon) },
      ...{ latitude: 41.1456, longitude: -8.6109 },
    },
    {
      ...{ name: 'Port wine tasting', activity_type: 'general', checked: true },
      ...{ starts_at: days.at(-58, '17:00', lisbon), ends_at: days.at(-58, '19:00', lisbon) },
      ...{ price: 28, currency: 'EUR' },
    },
  ],
  transportations: [
    {
      ...{ transportation_type: 'train', company: 'CP', transport_number: 'AP 121' },
      ...{ departure_description: 'Lisboa Oriente', departure_timezone: lisbon },
      ...{ arrival_description: 'Porto Campanha', arrival_timezone: lisbon },
      ...{ departure_at: days.at(-60, '09:39', lisbon), arrival_at: days.at(-60, '12:28', lisbon) },
      ...{ seat_number: '54', coach_number: '4', price: 33.4, currency: 'EUR' },
    },
  ],
  expenses: [
    {
      ...{ title: 'Dinner at the river', price: 64.5, currency: 'EUR' },
      date: days.at(-59, '21:00', lisbon),
    },
    {
      ...{ title: 'Tram tickets', price: 11.2, currency: 'EUR' },
      date: days.at(-58, '09:00', lisbon),
    },
  ],
})

const underWay = (days: Days): DemoTrip => ({
  trip: {
    ...dated('Berlin with friends', berlin, days, -2, 4),
    description: 'Museums by day, concerts by night.',
  },
  hostings: [
    {
      ...{ name: 'Hotel am Kanal', address: 'Maybachufer 3, 12047 Berlin', timezone: berlin },
      ...{ starts_at: days.at(-2, '15:00', berlin), ends_at: days.at(4, '11:00', berlin) },
      ...{ phone: '+49 30 5550 100', provider_reservation_code: 'HK-77120' },
      ...{ latitude: 52.4947, longitude: 13.4253, price: 742, currency: 'EUR' },
    },
  ],
  activities: [
    {
      ...{ name: 'Pergamon panorama', activity_type: 'museum', timezone: berlin },
      ...{ starts_at: days.at(0, '11:00', berlin), ends_at: days.at(0, '13:00', berlin) },
      ...{ price: 14, currency: 'EUR' },
    },
    {
      ...{ name: 'Concert at the Philharmonie', activity_type: 'concert', timezone: berlin },
      ...{ starts_at: days.at(1, '20:00', berlin), ends_at: days.at(1, '22:15', berlin) },
      ...{ address: 'Herbert-von-Karajan-Str. 1, Berlin', price: 58, currency: 'EUR' },
    },
    {
      ...{ name: 'Lake day', activity_type: 'general', timezone: berlin, all_day: true },
      starts_at: days.at(3, '00:00', berlin),
    },
  ],
  transportations: [
    {
      ...{ transportation_type: 'airplane', company: 'TAP', transport_number: 'TP 532' },
      ...{ departure_description: 'Lisbon (LIS)', departure_timezone: lisbon },
      ...{ arrival_description: 'Berlin (BER)', arrival_timezone: berlin },
      ...{ departure_at: days.at(-2, '07:10', lisbon), arrival_at: days.at(-2, '11:35', berlin) },
      ...{ departure_terminal: '1', seat_number: '14A', price: 189.9, currency: 'EUR' },
    },
  ],
  expenses: [
    {
      ...{ title: 'Week tickets', price: 86, currency: 'EUR' },
      date: days.at(-2, '12:30', berlin),
    },
    {
      ...{ title: 'Breakfast', price: 31.8, currency: 'EUR' },
      date: days.at(-1, '09:30', berlin),
    },
  ],
})

const toCome = (days: Days): DemoTrip => ({
  trip: { ...dated('Two weeks in Japan', tokyo, days, 45, 58), cover_gradient: 5 },
  activities: [
    {
      ...{ name: 'Ramen street', activity_type: 'ramen', timezone: tokyo },
      ...{ starts_at: days.at(47, '12:00', tokyo), ends_at: days.at(47, '13:00', tokyo) },
    },
    {
      ...{ name: 'Fushimi Inari before sunrise', activity_type: 'hiking', timezone: tokyo },
      ...{ starts_at: days.at(52, '05:00', tokyo), ends_at: days.at(52, '08:00', tokyo) },
      ...{ latitude: 34.9671, longitude: 135.7727 },
    },
  ],
  transportations: [
    {
      ...{ transportation_type: 'train', company: 'JR Central', transport_number: 'Nozomi 21' },
      ...{ departure_description: 'Tokyo', departure_timezone: tokyo },
      ...{ arrival_description: 'Kyoto', arrival_timezone: tokyo },
      ...{ departure_at: days.at(51, '09:00', tokyo), arrival_at: days.at(51, '11:12', tokyo) },
      ...{ seat_number: '7E', coach_number: '11', price: 14170, currency: 'JPY' },
    },
  ],
})

const forWork = (days: Days): DemoTrip => ({
  trip: dated('New York, for work', newYork, days, 120, 124),
  activities: [
    {
      ...{ name: 'Workshop', activity_type: 'meeting', timezone: newYork },
      ...{ starts_at: days.at(121, '09:00', newYork), ends_at: days.at(121, '17:00', newYork) },
    },
  ],
  transportations: [
    {
      ...{ transportation_type: 'airplane', company: 'TAP', transport_number: 'TP 201' },
      ...{ departure_description: 'Lisbon (LIS)', departure_timezone: lisbon },
      ...{ arrival_description: 'Newark (EWR)', arrival_timezone: newYork },
      ...{
        departure_at: days.at(120, '11:00', lisbon),
        arrival_at: days.at(120, '14:05', newYork),
      },
    },
  ],
})

export type TripName = 'past' | 'underWay' | 'toCome' | 'forWork' | 'undated'

/** All trips, as REST input. */
export const tripsOf = (days: Days): Record<TripName, DemoTrip> => ({
  past: past(days),
  underWay: underWay(days),
  toCome: toCome(days),
  forWork: forWork(days),
  undated: { trip: { name: 'The Azores, one day', timezone: 'Atlantic/Azores' } },
})

/**
 * Bodies of itinerary items as a client sends them: the examples of the OpenAPI document are
 * recorded from these (recording.ts).
 */
const hosting = {
  name: 'Hotel Mondego',
  address: 'Rua da Prata 12, Lisbon',
  latitude: 38.7103,
  longitude: -9.1372,
  phone: '+351 21 555 0142',
  website: 'https://hotel-mondego.example/',
  room_type: 'Double',
  room_number: '214',
  starts_at: '2031-04-18T14:00:00Z',
  ends_at: '2031-04-21T10:00:00Z',
  timezone: 'Europe/Lisbon',
  description: 'Three nights with breakfast',
  notes: 'Late arrival, after 22:00',
  provider_reservation_code: 'HM-48213',
  price: 410.5,
  currency: 'EUR',
}

const activity = {
  activity_type: 'museum',
  name: 'Tile Museum',
  address: 'Rua da Madre de Deus 4, Lisbon',
  latitude: 38.7246,
  longitude: -9.1137,
  website: 'https://tiles.example/visit',
  starts_at: '2031-04-19T09:30:00Z',
  ends_at: '2031-04-19T11:30:00Z',
  timezone: 'Europe/Lisbon',
  notes: 'Tickets are at the entrance',
  provider_reservation_code: 'T-1907',
  price: 16,
  currency: 'EUR',
}

const transportation = {
  transportation_type: 'airplane',
  company: 'TAP',
  transport_number: 'TP 571',
  departure_description: 'BER',
  departure_at: '2031-04-18T05:10:00Z',
  departure_timezone: 'Europe/Berlin',
  departure_terminal: '1',
  departure_gate: 'B14',
  arrival_description: 'LIS',
  arrival_at: '2031-04-18T08:40:00Z',
  arrival_timezone: 'Europe/Lisbon',
  arrival_terminal: '1',
  seat_number: '14C',
  seat_class: 'Economy',
  price: 182.4,
  currency: 'EUR',
}

const expense = {
  title: 'Dinner',
  date: '2031-04-19T20:00:00Z',
  price: 62.4,
  currency: 'EUR',
}

/** What lies in a trip, by the words of its paths. */
export const children = [
  { one: 'hosting', many: 'hostings', body: hosting },
  { one: 'activity', many: 'activities', body: activity },
  { one: 'transportation', many: 'transportations', body: transportation },
  { one: 'expense', many: 'expenses', body: expense },
] as const

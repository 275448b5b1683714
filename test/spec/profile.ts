/** The profile and its validation errors (test/spec/09). */
import { invalid } from './answers.ts'

/** The keys of a profile in their order (test/spec/09). */
export const profileKeys = [
  'id',
  'name',
  'username',
  'email',
  'is_premium',
  'is_tripit_connected',
  'premium_expiration_date',
  'last_activity_date',
  'language',
  'business',
  'calendar_identifier',
  'calendar_emojis',
  'calendar_hidden_categories',
  'calendar_lodgings_all_day',
  'calendar_trips_all_day',
  'photo_url',
  'is_newsletter_subscriber',
  'timezone',
  'default_currency',
  'store_currency',
  'anonymous_email_identifier',
  'notifications_flights_general_enabled',
  'notifications_flights_departure_and_arrival',
  'notifications_collaborators_new_activities_enabled',
]

/** The profile of a new account. */
export const newProfile = {
  is_premium: false,
  is_tripit_connected: false,
  premium_expiration_date: null,
  language: 'en',
  business: [],
  calendar_emojis: false,
  calendar_hidden_categories: null,
  calendar_lodgings_all_day: true,
  calendar_trips_all_day: true,
  photo_url: null,
  is_newsletter_subscriber: true,
  timezone: 'UTC',
  default_currency: 'USD',
  store_currency: 'USD',
  notifications_flights_general_enabled: true,
  notifications_flights_departure_and_arrival: true,
  notifications_collaborators_new_activities_enabled: true,
}

export const usernameTaken = invalid('username', 'A user with this username already exists.')
export const wrongUsername = invalid(
  'username',
  'Enter a valid username. This value may contain only letters, numbers, and @/./+/-/_ characters.',
)
export const wrongEmail = invalid('email', 'Enter a valid email address.')

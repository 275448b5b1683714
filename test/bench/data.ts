/**
 * The generated data of the bench: 1,000 users, 20,000 trips, 200,000 activities, the same on every
 * database it is loaded into. Ids, times and texts follow from the row's number alone. The large
 * data has nine times as much in addition, all of it other people's.
 */
import { createHash } from 'node:crypto'

/** The measured user's key, and what the measured requests ask for. */
export const sample = {
  /** Owns 400 trips and has joined 10 others; 3 of those are on its first page. */
  key: createHash('sha1').update('bench').digest('hex'),
  /** A user with about 20 trips: the statement counts must be the same for it. */
  smallKey: createHash('sha1').update('bench small').digest('hex'),
  /** A trip of the measured user with 260 activities, and one of these. */
  trip: 50,
  activity: 2400,
  /** A trip of the measured user with few activities. */
  smallTrip: 100,
  /** Since this moment (the 2 days of test/spec/01.8 included) 1 % of the trips have changed. */
  updatedSince: '2026-02-20T00:00:00Z',
  /** The measured user's own trips, which the creates are spread over. */
  ownTrips: Array.from({ length: 400 }, (_, n) => (n + 1) * 50),
} as const

const smallUser = 2
const userCount = 1_000
const tripCount = 20_000
const activityCount = 200_000

/** How many times the ordinary data there is. */
export type DataSize = 1 | 10

/** One of the people whom only the large data has, by a number. */
const other = (number: string, size: DataSize) =>
  `${userCount + 1} + (${number}) % ${Math.max(1, userCount * (size - 1))}`
const tables = ['account', 'api_key', 'trip', 'member', 'activity']

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const users = (size: DataSize) => `
  insert into account (id, username, email, password_hash, name, photo_url, is_premium,
    calendar_identifier, anonymous_email_identifier)
  select u, 'user' || u || '@mail.example', 'user' || u || '@mail.example', '!',
    case when u % 7 = 0 then 'Zoë "Zo" Núñez ' else 'Ines Prado ' end || u,
    case when u % 4 = 0 then 'https://photos.example/' || md5(u::text) || '.jpg' end, u % 10 = 1,
    md5('calendar ' || u), 'anon_' || md5('anonymous ' || u)
  from generate_series(1, ${userCount * size}) u`

const keys = (size: DataSize) => `
  insert into api_key (user_id, hash)
  select u, case u when 1 then '${sha256(sample.key)}' when ${smallUser}
    then '${sha256(sample.smallKey)}' else encode(sha256(('key ' || u)::bytea), 'hex') end
  from generate_series(1, ${userCount * size}) u`

/** Fifty trips in a row of every 5,000, one of them the measured user's, have changed of late. */
const changedAt = (trip: string) => `
  case when ${trip} / 50 % 100 = 3 then timestamptz '2026-03-01 08:00:00.5Z'
    else timestamptz '2026-01-01 08:00:00.123456Z' end + ${trip} * interval '1 second'`

// Every fiftieth trip is the measured user's.
const trips = (size: DataSize) => `
  insert into trip (id, owner_id, internal_identifier, name, timezone, description, starts_at,
    ends_at, cover_gradient, cover_image_url, has_dates, number_of_days, created_at, changed_at)
  select t, case when t > ${tripCount} then ${other('t', size)} when t % 50 = 0 then 1
      else 2 + t % 999 end, 'trip-' || md5(t::text),
    'Long weekend number ' || t, 'Europe/Lisbon',
    case when t % 3 = 0 then '' else repeat('Trams, tiles and the river. ', 1 + t % 5) end,
    case when t % 5 > 0 then date '2030-01-01' + t % 700 end,
    case when t % 5 > 0 then date '2030-01-04' + t % 700 end, t % 9,
    case when t % 4 = 0 then 'https://covers.example/' || md5('cover ' || t) || '.jpg' end,
    t % 5 > 0, t % 8, timestamptz '2025-12-01 08:00:00.123456Z' + t * interval '1 second',
    ${changedAt('t')}
  from generate_series(1, ${tripCount * size}) t`

const owners = `
  insert into member (trip_id, user_id, is_owner, joined, can_edit, can_add_guests,
    can_see_expenses, can_edit_expenses, can_see_documents, can_edit_documents, is_travelling)
  select id, owner_id, true, true, true, true, true, true, true, true, id % 500 <> 0 from trip`

// A third of the trips have two guests, the second of whom is sometimes still pending.
const guests = (size: DataSize) => `
  insert into member (trip_id, user_id, joined, can_edit, can_see_expenses, can_edit_expenses,
    can_see_documents)
  select id, case when id > ${tripCount} then ${other('id * 7 + g * 311', size)}
      else 3 + (id * 7 + g * 311) % 997 end, g = 1 or id % 4 > 0, g = 1, id % 2 = 0,
    g = 1 and id % 2 = 0, true
  from trip, generate_series(1, 2) g where id % 150 between 50 and 99
  on conflict do nothing`

const measuredUserAsGuest = `
  insert into member (trip_id, user_id, joined, can_edit, can_see_expenses)
  select id, 1, true, true, id % 4000 = 7 from trip where id % 2000 = 7 and id <= ${tripCount}
  on conflict do nothing`

const activities = (size: DataSize) => `
  insert into activity (id, trip_id, owner_id, internal_identifier, activity_type, period,
    starts_at, ends_at, name, description, checked, address, longitude, latitude, notes, timezone,
    price, currency, created_at, updated_at, changed_at)
  select a, trip.id, case when a % 3 = 0 then coalesce(guest.user_id, owner_id) else owner_id end,
    'activity-' || md5(a::text), (array['museum', 'restaurant', 'general'])[1 + a % 3],
    case when a % 6 = 0 then 'morning' end, start, start + interval '90 minutes',
    'Tile museum ' || a, case when a % 2 = 0 then 'Ask for the "blue" room. ' else '' end,
    a % 4 = 0, 'Rua da Madre de Deus ' || a % 90 || ', Lisboa', -9.14 - a % 100 / 1000.0,
    38.71 + a % 100 / 1000.0, repeat('A note. ', a % 6), 'Europe/Lisbon',
    case when a % 3 = 0 then a % 500 / 4.0 end, case when a % 3 = 0 then 'EUR' else '' end,
    born, born, born
  from (select n as a,
      case when n > ${activityCount}
          then ${tripCount + 1} + n * 31 % ${Math.max(1, tripCount * (size - 1))}
        when n % 800 = 0 then ${sample.trip} else 1 + n * 31 % ${tripCount} end as t,
      timestamptz '2030-01-01 09:30:00Z' + n % 700 * interval '1 day' as start,
      timestamptz '2026-01-01 08:00:00.654321Z' as born
    from generate_series(1, ${activityCount * size}) n) made
  join trip on trip.id = made.t
  left join member guest on guest.trip_id = trip.id and guest.can_edit and not guest.is_owner
    and guest.joined and guest.user_id > 1
  order by a`

/**
 * Loads everything into an empty, migrated database. `run` sends one statement. The triggers are
 * off meanwhile: what they would set is set here, row by row they take minutes.
 */
export async function loadData(
  run: (text: string) => Promise<unknown>,
  size: DataSize = 1,
): Promise<void> {
  for (const table of tables) await run(`alter table ${table} disable trigger user`)
  for (const text of [users(size), keys(size), trips(size), owners]) await run(text)
  for (const text of [guests(size), measuredUserAsGuest, activities(size)]) await run(text)
  for (const table of tables) await run(`alter table ${table} enable trigger user`)
  for (const table of ['account', 'trip', 'activity']) {
    await run(`select setval('${table}_id_seq', (select max(id) from ${table}))`)
  }
  for (const table of tables) await run(`vacuum analyze ${table}`)
}

/**
 * Takes the created activities away again, and the change times that they left on their trips, so
 * that every round starts from the same rows.
 */
export async function forgetCreated(
  run: (text: string) => Promise<unknown>,
  size: DataSize = 1,
): Promise<void> {
  await run(`delete from activity where id > ${activityCount * size}`)
  await run('alter table trip disable trigger user')
  await run(`update trip set changed_at = ${changedAt('id')} where changed_at > '2026-06-01'`)
  await run('alter table trip enable trigger user')
  await run('vacuum analyze activity')
  await run('vacuum analyze trip')
}

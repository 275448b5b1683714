/** A large account for the bench of `export` and `import`. */

const tables = ['account', 'trip', 'member', 'hosting', 'activity', 'transportation', 'expense']
const rights = `can_edit, can_add_guests, can_see_expenses, can_edit_expenses, can_see_documents,
  can_edit_documents`

const people = `
  insert into account (username, email, password_hash, calendar_identifier,
    anonymous_email_identifier)
  select name, name || '@mail.example', '!', md5(name), 'anon_' || md5(name)
  from unnest(array['mover', 'guest']) name order by name desc`

const trips = (count: number) => `
  insert into trip (owner_id, name, timezone, description, internal_identifier)
  select 1, 'Trip ' || n, 'Europe/Lisbon', repeat('Trams and tiles. ', n % 9), 'trip-' || n
  from generate_series(1, ${count}) n`

// A guest on each trip; the owner does not travel to all of them.
const members = `
  insert into member (trip_id, user_id, is_owner, joined, ${rights}, is_travelling)
  select id, person, person = 1, true, person = 1, person = 1, person = 1, person = 1, person = 1,
    person = 1, id % 3 > 0
  from trip, generate_series(1, 2) person`

/** A quarter of the items, spread over the trips: what all of a kind have, and its own columns. */
const itemsOf = (kind: string, count: number, trips: number, own: Record<string, string>) => `
  insert into ${kind} (trip_id, owner_id, price, currency, ${Object.keys(own)})
  select 1 + n % ${trips}, 1 + n % 2, n % 500 / 4.0, 'EUR', ${Object.values(own)}
  from generate_series(1, ${Math.ceil(count / 4)}) n`

const bookable = {
  internal_identifier: "'item-' || md5(n::text)",
  name: "'Museum of tiles ' || n",
  description: "case when n % 2 = 0 then 'Ask for the blue room. ' else '' end",
  notes: "repeat('A note. ', n % 6)",
  assigned_users: "case when n % 5 = 0 then array[1, 2] else '{}' end",
}
const start = "timestamptz '2030-01-01 09:30:00Z' + n % 700 * interval '1 day'"
const items = (count: number, trips: number) => [
  itemsOf('hosting', count, trips, { ...bookable, starts_at: start }),
  itemsOf('activity', count, trips, { ...bookable, starts_at: start }),
  itemsOf('transportation', count, trips, {
    ...{ ...bookable, transportation_type: "'train'", departure_at: start },
  }),
  itemsOf('expense', count, trips, { title: "'Tram ' || n", date: start }),
]

// In activities; each email has two attachments, and each document is a link.
const emails = (count: number) => `
  with made as (
    insert into email (owner_id, activity_id, unique_parser_identifier, message_key, subject, html)
    select 1, n, 'bench:' || n, 'bench:' || n, 'Your ticket ' || n, repeat('<p>Seat 21</p>', 300)
    from generate_series(1, ${count}) n returning id)
  insert into email_attachment (email_id, filename, payload)
  select id, 'ticket-' || part || '.pdf', convert_to(repeat('ticket ' || part, 500), 'UTF8')
  from made, generate_series(1, 2) part`
const links = (count: number) => `
  insert into document (owner_id, activity_id, title, url)
  select 1, n, 'Map ' || n, 'https://maps.example/' || n from generate_series(1, ${count}) n`

/** How large it is: items, trips, and emails and documents that are attached to the items. */
export interface AccountSize {
  items: number
  trips: number
  attached: number
}

/**
 * Fills an empty database with the account `mover`, and a guest of its trips. `run` sends one
 * statement. The triggers are off meanwhile, as they are for all that the bench loads.
 */
export async function loadAccount(
  run: (text: string) => Promise<unknown>,
  size: AccountSize,
): Promise<void> {
  const all = [...tables, 'email']
  for (const table of all) await run(`alter table ${table} disable trigger user`)
  await run(people)
  for (const text of [trips(size.trips), members, ...items(size.items, size.trips)]) await run(text)
  for (const text of [emails(size.attached), links(size.attached)]) await run(text)
  for (const table of all) await run(`alter table ${table} enable trigger user`)
  await run('analyze')
}

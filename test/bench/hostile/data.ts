/**
 * What the hostile bench finds stored: two accounts that own far more than people do, and an honest
 * one with an ordinary trip. All texts lie on the database's side, so loading takes seconds.
 */
import { createHash } from 'node:crypto'

const hashOf = (text: string, algorithm: 'sha1' | 'sha256') =>
  createHash(algorithm).update(text).digest('hex')

/** API keys. mallory and moe have long rows, mel has many trips; ines and hera are honest. */
export const keys = {
  mallory: hashOf('mallory', 'sha1'),
  mel: hashOf('mel', 'sha1'),
  ines: hashOf('ines', 'sha1'),
  moe: hashOf('moe', 'sha1'),
  hera: hashOf('hera', 'sha1'),
} as const

/** The secret address of mallory's mail is `<this>@<domain>`. */
export const secretOfMallory = 'anon_mallory'

/** Ids that the attacks name. */
export const ids = {
  /** mallory's, with 100 activities of 80 kB each; 49 trips like it follow. */
  longTrip: 1,
  /** mallory's, with 385 MB of attachments filed on it. */
  mailTrip: 51,
  /** mallory's, with 200 emails on one hosting. */
  backEdgeTrip: 52,
  /** ines's, with 100 hostings; mel may not see its prices. 48 trips like it follow. */
  hiddenTrip: 100,
  honestTrip: 200,
  /** moe's, with 100 activities as long as mallory's. */
  tripOfMoe: 300,
  /** hera's first, with 20 activities; 99 trips like it follow. */
  tripOfHera: 400,
  /** mallory's, with one image shown 500 times. */
  imageEmail: 900,
} as const

const account = (id: number, name: keyof typeof keys) => `
  insert into account (id, username, email, password_hash, name, is_premium,
    calendar_identifier, anonymous_email_identifier)
  values (${id}, '${name}@mail.example', '${name}@mail.example', '!', '${name}', true,
    'cal_${name}', 'anon_${name}');
  insert into api_key (user_id, hash) values (${id}, '${hashOf(keys[name], 'sha256')}')`

const trips = (owner: number, first: number, count: number, description = "''") => `
  insert into trip (id, owner_id, name, timezone, description)
  select n, ${owner}, 'Trip ' || n, 'Europe/Lisbon', ${description}
  from generate_series(${first}, ${first + count - 1}) n`

const html = "'<p>Seat 21</p>' || repeat('Seat 21 in coach 4. ', 500000)"

const emails = (values: string, count: number) => `
  insert into email (owner_id, unique_parser_identifier, message_key, ${values.split(' = ')[0]})
  select 1, 'bench:' || md5(random()::text), md5(random()::text), ${values.split(' = ')[1]}
  from generate_series(1, ${count})`

const image = `
  insert into email (id, owner_id, unique_parser_identifier, message_key, html)
  values (${ids.imageEmail}, 1, 'bench:image', 'image', repeat('<img src="cid:a">', 500));
  insert into email_attachment (email_id, mail_content_type, content_id, payload)
  values (${ids.imageEmail}, 'image/png', '<a>', decode(repeat('00', 500000), 'hex'))`

/** The statements that load it, in order. */
export const statements = [
  account(1, 'mallory'),
  account(2, 'mel'),
  account(3, 'ines'),
  account(4, 'moe'),
  account(5, 'hera'),
  trips(1, ids.longTrip, 52),
  trips(3, ids.hiddenTrip, 49),
  trips(3, ids.honestTrip, 20),
  trips(4, ids.tripOfMoe, 1),
  trips(5, ids.tripOfHera, 100),
  trips(2, 1_000, 12_000, "repeat('Tiles. ', 2850)"),
  `insert into activity (trip_id, owner_id, name, description, notes, address,
     provider_reservation_description)
   select t, 1, 'Activity ' || n, long, long, long, long
   from generate_series(${ids.longTrip}, ${ids.longTrip + 48}) t, generate_series(1, 100) n,
     repeat('Tiles. ', 2850) long`,
  `insert into activity (trip_id, owner_id, name, description)
   select ${ids.tripOfMoe}, 4, 'Activity ' || n, repeat('Tiles. ', 2850)
   from generate_series(1, 100) n`,
  `insert into activity (trip_id, owner_id, name, description, address)
   select t, 5, 'Activity ' || n, 'Two tickets', 'Largo 3'
   from generate_series(${ids.tripOfHera}, ${ids.tripOfHera + 99}) t, generate_series(1, 20) n`,
  `insert into hosting (trip_id, owner_id, name, price, currency)
   select t, 3, 'Hosting ' || n, 100, 'EUR'
   from generate_series(${ids.hiddenTrip}, ${ids.hiddenTrip + 48}) t, generate_series(1, 100) n`,
  `insert into member (trip_id, user_id, joined)
   select t, 2, true from generate_series(${ids.hiddenTrip}, ${ids.hiddenTrip + 48}) t`,
  `insert into activity (trip_id, owner_id, name)
   select ${ids.honestTrip}, 3, 'Activity ' || n from generate_series(1, 60) n`,
  `insert into hosting (id, trip_id, owner_id, name) values (1000000, ${ids.backEdgeTrip}, 1, 'H')`,
  emails(`html = ${html}`, 36),
  emails(`trip_id = ${ids.mailTrip}`, 11),
  `insert into email_attachment (email_id, filename, payload)
   select id, 'a.bin', convert_to(repeat('x', 35000000), 'UTF8') from email
   where trip_id = ${ids.mailTrip}`,
  emails('hosting_id = 1000000', 200),
  image,
  ...['account', 'trip', 'hosting', 'email'].map(
    (table) => `select setval(pg_get_serial_sequence('${table}', 'id'), 2000000)`,
  ),
].flatMap((text) => text.split(/;\n/))

-- All of a database of 1.0: tables with their checks and indexes, then functions and triggers. What
-- the tables take from functions comes before them. Numbers in parentheses are sections of the
-- specification. A database made by the migrations of before 1.0 has all of this already, and is
-- taken over as it is (src/outside/database/before-1.0.ts).

-- ---------------------------------------------------------------------------------------------
-- What columns and indexes are computed by

-- The numbers by which booking emails find an item: its visible one, the second line of its key,
-- and those from the fourth on; in lower case, without blanks; null without any (17).
create function codes_of(code text, key text) returns text[] language sql immutable return
  nullif(array_remove(
    array[regexp_replace(lower(code), '\s', '', 'g')]
      || (string_to_array(key, E'\n'))[2:2] || (string_to_array(key, E'\n'))[4:], ''), '{}');

-- The ID in an object key, or in a URL that ends with one; null for any other text (14).
create function object_id(address text) returns text language sql immutable parallel safe as $$
  select substring(split_part(split_part(address, '#', 1), '?', 1) from '.*([0-9a-f]{32})')
$$;

-- ---------------------------------------------------------------------------------------------
-- Tables

create type mail_state as enum ('PENDING', 'SENT', 'FAILED');

-- An account. An address is its primary one here, or an alternative one (address_is_free, below).
create table account (
  id serial not null,
  username text not null,
  email text not null,
  password_hash text not null,
  name text not null default '',
  first_name text not null default '',
  last_name text not null default '',
  photo_url text,
  is_premium boolean not null default false,
  premium_expiration_date timestamptz(6),
  last_activity_date timestamptz(6) not null default clock_timestamp(),
  language text not null default 'en',
  is_tripit_connected boolean not null default false,
  calendar_identifier text not null,
  calendar_emojis boolean not null default false,
  calendar_hidden_categories jsonb,
  calendar_lodgings_all_day boolean not null default true,
  calendar_trips_all_day boolean not null default true,
  is_newsletter_subscriber boolean not null default true,
  timezone text not null default 'UTC',
  default_currency text not null default 'USD',
  store_currency text not null default 'USD',
  anonymous_email_identifier text not null,
  notifications_flights_general_enabled boolean not null default true,
  notifications_flights_departure_and_arrival boolean not null default true,
  notifications_collaborators_new_activities_enabled boolean not null default true,
  asa_campaign_name text not null default '',
  asa_keyword_name text not null default '',
  asa_store_country text not null default '',
  created_at timestamptz(6) not null default clock_timestamp(),
  oauth_subject text,
  constraint account_pkey primary key (id),
  constraint account_names_are_lower_case
    check (username = lower(username) and email = lower(email))
);
create unique index account_username_key on account (username);
create unique index account_email_key on account (email);
create unique index account_calendar_identifier_key on account (calendar_identifier);
create unique index account_anonymous_email_identifier_key on account (anonymous_email_identifier);
create unique index account_oauth_subject_key on account (oauth_subject);
create index account_photo_object on account (object_id(photo_url))
  where object_id(photo_url) is not null;
-- Calendar feeds are looked up by the hash of their secret: how long that takes says nothing about
-- how much of a guess was right.
create index account_calendar_hash on account (hashtextextended(calendar_identifier, 0));

-- A key that a login has issued, as its SHA-256.
create table api_key (
  id serial not null,
  user_id integer not null,
  hash text not null,
  created_at timestamptz(6) not null default clock_timestamp(),
  constraint api_key_pkey primary key (id),
  constraint api_key_user_id_fkey foreign key (user_id) references account (id) on delete cascade
);
create unique index api_key_hash_key on api_key (hash);
create index api_key_user_id_idx on api_key (user_id);

-- An open password reset; its token is stored as a SHA-256.
create table password_reset (
  id serial not null,
  user_id integer not null,
  hash text not null,
  expires_at timestamptz(6) not null,
  constraint password_reset_pkey primary key (id),
  constraint password_reset_user_id_fkey
    foreign key (user_id) references account (id) on delete cascade
);
create unique index password_reset_hash_key on password_reset (hash);
create index password_reset_user_id_idx on password_reset (user_id);

-- One counted try of something that has a rate limit. Each limit looks back as far as it has to,
-- and its old rows go by the second index.
create table attempt (
  id bigserial not null,
  "limit" text not null,
  subject text not null,
  at timestamptz(6) not null default clock_timestamp(),
  is_pending boolean not null default false,
  constraint attempt_pkey primary key (id)
);
create index attempt_limit_subject_at_idx on attempt ("limit", subject, at);
create index attempt_limit_at_idx on attempt ("limit", at);

-- From where an account has lately been logged in to: the slow limit over all networks is not for
-- these. `account` is the hash by which the throttle knows it.
create table login_network (
  account text not null,
  network text not null,
  at timestamptz(6) not null,
  constraint login_network_pkey primary key (account, network)
);
create index login_network_at_idx on login_network (at);

-- Outgoing mail. `is_urgent`: somebody waits for it. `caused_by` has no foreign key, since it is
-- only counted; it is null for what no signed-in user caused. `token` is in the link while that is
-- valid.
create table outgoing_mail (
  id serial not null,
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null default '',
  state mail_state not null default 'PENDING',
  attempts integer not null default 0,
  next_attempt_at timestamptz(6) not null default clock_timestamp(),
  last_error text not null default '',
  created_at timestamptz(6) not null default clock_timestamp(),
  sent_at timestamptz(6),
  is_urgent boolean not null default false,
  caused_by integer,
  token text,
  token_hash text,
  constraint outgoing_mail_pkey primary key (id)
);
create index outgoing_mail_recipient_id_idx on outgoing_mail (recipient, id);
create unique index outgoing_mail_token_hash_key on outgoing_mail (token_hash);
create index outgoing_mail_of_account on outgoing_mail (caused_by, created_at)
  where caused_by is not null;
create index outgoing_mail_to_recipient on outgoing_mail (recipient, created_at)
  where caused_by is not null;
-- The urgent ones first, then those whose turn came first.
create index outgoing_mail_due on outgoing_mail (is_urgent desc, next_attempt_at, id)
  where state = 'PENDING';
create index outgoing_mail_done on outgoing_mail (coalesce(sent_at, created_at))
  where state <> 'PENDING';

-- A trip, deleted ones included.
create table trip (
  id serial not null,
  owner_id integer not null,
  internal_identifier text not null default '',
  name text not null default '',
  timezone text not null default '',
  hidden boolean not null default false,
  description text not null default '',
  starts_at date,
  ends_at date,
  cover_gradient integer not null default 0,
  cover_image_url text,
  has_dates boolean not null default false,
  number_of_days integer not null default 0,
  created_at timestamptz(6) not null default clock_timestamp(),
  changed_at timestamptz(6) not null default clock_timestamp(),
  deleted_at timestamptz(6),
  constraint trip_pkey primary key (id),
  constraint trip_owner_id_fkey foreign key (owner_id) references account (id),
  constraint trip_days_are_counted check (number_of_days >= 0)
);
create index trip_owner_id_changed_at_idx on trip (owner_id, changed_at);
create index trip_owner_id_internal_identifier_idx on trip (owner_id, internal_identifier);
-- The live trips of one owner, and below the live rows of one trip, in the order of their lists
-- (1.6).
create index trip_live on trip (owner_id, id) where deleted_at is null;
create index trip_cover_object on trip (object_id(cover_image_url))
  where object_id(cover_image_url) is not null;

-- A member or invitee of a trip. The hash of the mailed token and who invited are kept only while
-- the invitation is open.
create table member (
  trip_id integer not null,
  user_id integer not null,
  is_owner boolean not null default false,
  joined boolean not null default false,
  can_edit boolean not null default false,
  can_add_guests boolean not null default false,
  can_see_expenses boolean not null default false,
  can_edit_expenses boolean not null default false,
  can_see_documents boolean not null default false,
  can_edit_documents boolean not null default false,
  is_travelling boolean not null default true,
  receive_notifications boolean not null default true,
  created_at timestamptz(6) not null default clock_timestamp(),
  invitation_hash text,
  invited_by integer,
  constraint member_pkey primary key (trip_id, user_id),
  constraint member_trip_id_fkey foreign key (trip_id) references trip (id) on delete cascade,
  constraint member_user_id_fkey foreign key (user_id) references account (id),
  constraint member_invited_by_fkey
    foreign key (invited_by) references account (id) on delete set null,
  constraint member_owner_has_every_right check (not is_owner or
    (joined and can_edit and can_add_guests and can_see_expenses and can_edit_expenses
      and can_see_documents and can_edit_documents)),
  constraint member_joined_has_no_invitation check (invitation_hash is null or not joined),
  constraint member_joined_has_no_inviter check (invited_by is null or not joined)
);
create index member_user_id_trip_id_idx on member (user_id, trip_id);
create unique index member_one_owner on member (trip_id) where is_owner;
-- The trips that a user has joined without owning them: a few of the many rows of an owner.
create index member_of_others on member (user_id, trip_id) where joined and not is_owner;
create unique index member_invitation_hash_key on member (invitation_hash);

-- An itinerary item; `reservation_key`, `reservation_codes` and `reservation_said` are what booking
-- emails know it by and have said of it last (17), and are never exposed.
create table hosting (
  id serial not null,
  trip_id integer not null,
  owner_id integer not null,
  internal_identifier text not null default '',
  hidden boolean not null default false,
  starts_at timestamptz(6),
  ends_at timestamptz(6),
  timezone text not null default '',
  name text not null default '',
  description text not null default '',
  address text not null default '',
  longitude double precision,
  latitude double precision,
  phone text not null default '',
  apple_maps_id text not null default '',
  room_type text not null default '',
  room_number text not null default '',
  website text not null default '',
  notes text not null default '',
  provider_location_url text not null default '',
  provider_reservation_code text not null default '',
  provider_reservation_description text not null default '',
  provider_document text not null default '',
  google_places_id text not null default '',
  price double precision,
  currency text not null default '',
  assigned_users integer[] default array[]::integer[],
  sort_order integer not null default 0,
  created_at timestamptz(6) not null default clock_timestamp(),
  updated_at timestamptz(6) not null default clock_timestamp(),
  changed_at timestamptz(6) not null default clock_timestamp(),
  deleted_at timestamptz(6),
  reservation_key text,
  reservation_codes text[]
    generated always as (codes_of(provider_reservation_code, reservation_key)) stored,
  reservation_said jsonb,
  constraint hosting_pkey primary key (id),
  constraint hosting_trip_id_fkey foreign key (trip_id) references trip (id),
  constraint hosting_owner_id_fkey foreign key (owner_id) references account (id),
  constraint hosting_assigned_are_few check (cardinality(assigned_users) <= 100)
);
create index hosting_trip_id_changed_at_idx on hosting (trip_id, changed_at);
create index hosting_trip_id_internal_identifier_idx on hosting (trip_id, internal_identifier);
create index hosting_live on hosting (trip_id, id) where deleted_at is null;
create index hosting_reserved on hosting using gin (reservation_codes)
  where deleted_at is null and reservation_codes is not null;

-- As hosting.
create table activity (
  id serial not null,
  trip_id integer not null,
  owner_id integer not null,
  internal_identifier text not null default '',
  hidden boolean not null default false,
  activity_type text not null default 'general',
  period text,
  starts_at timestamptz(6),
  ends_at timestamptz(6),
  all_day boolean not null default false,
  name text not null default '',
  description text not null default '',
  phone text not null default '',
  website text not null default '',
  checked boolean not null default false,
  address text not null default '',
  longitude double precision,
  latitude double precision,
  notes text not null default '',
  apple_maps_id text not null default '',
  timezone text not null default '',
  provider_location_url text not null default '',
  provider_reservation_code text not null default '',
  provider_reservation_description text not null default '',
  provider_document text not null default '',
  google_places_id text not null default '',
  price double precision,
  currency text not null default '',
  assigned_users integer[] default array[]::integer[],
  sort_order integer not null default 0,
  created_at timestamptz(6) not null default clock_timestamp(),
  updated_at timestamptz(6) not null default clock_timestamp(),
  changed_at timestamptz(6) not null default clock_timestamp(),
  deleted_at timestamptz(6),
  reservation_key text,
  reservation_codes text[]
    generated always as (codes_of(provider_reservation_code, reservation_key)) stored,
  reservation_said jsonb,
  constraint activity_pkey primary key (id),
  constraint activity_trip_id_fkey foreign key (trip_id) references trip (id),
  constraint activity_owner_id_fkey foreign key (owner_id) references account (id),
  constraint activity_assigned_are_few check (cardinality(assigned_users) <= 100)
);
create index activity_trip_id_changed_at_idx on activity (trip_id, changed_at);
create index activity_trip_id_internal_identifier_idx on activity (trip_id, internal_identifier);
create index activity_live on activity (trip_id, id) where deleted_at is null;
create index activity_reserved on activity using gin (reservation_codes)
  where deleted_at is null and reservation_codes is not null;

-- As hosting.
create table transportation (
  id serial not null,
  trip_id integer not null,
  owner_id integer not null,
  internal_identifier text not null default '',
  hidden boolean not null default false,
  name text not null default '',
  description text not null default '',
  notes text not null default '',
  transportation_type text not null,
  phone text not null default '',
  website text not null default '',
  departure_description text not null default '',
  departure_at timestamptz(6),
  departure_timezone text not null default '',
  departure_address text not null default '',
  departure_longitude double precision,
  departure_latitude double precision,
  departure_location_type text not null default '',
  departure_apple_maps_id text,
  departure_terminal text not null default '',
  departure_gate text not null default '',
  arrival_description text not null default '',
  arrival_at timestamptz(6),
  arrival_timezone text not null default '',
  arrival_address text not null default '',
  arrival_longitude double precision,
  arrival_latitude double precision,
  arrival_location_type text not null default '',
  arrival_apple_maps_id text,
  arrival_terminal text not null default '',
  arrival_gate text not null default '',
  arrival_bags text not null default '',
  company text not null default '',
  seat_number text not null default '',
  seat_class text not null default '',
  transport_number text not null default '',
  actual_transport_number text,
  coach_number text not null default '',
  vehicle_description text not null default '',
  flight_aware_identifier text not null default '',
  automatic_updates boolean not null default false,
  distance_meters integer,
  provider_url text not null default '',
  provider_reservation_code text not null default '',
  provider_reservation_description text not null default '',
  provider_document text not null default '',
  price double precision,
  currency text not null default '',
  assigned_users integer[] default array[]::integer[],
  sort_order integer not null default 0,
  created_at timestamptz(6) not null default clock_timestamp(),
  updated_at timestamptz(6) not null default clock_timestamp(),
  changed_at timestamptz(6) not null default clock_timestamp(),
  deleted_at timestamptz(6),
  reservation_key text,
  reservation_codes text[]
    generated always as (codes_of(provider_reservation_code, reservation_key)) stored,
  reservation_said jsonb,
  constraint transportation_pkey primary key (id),
  constraint transportation_trip_id_fkey foreign key (trip_id) references trip (id),
  constraint transportation_owner_id_fkey foreign key (owner_id) references account (id),
  constraint transportation_assigned_are_few check (cardinality(assigned_users) <= 100)
);
create index transportation_trip_id_changed_at_idx on transportation (trip_id, changed_at);
create index transportation_trip_id_internal_identifier_idx
  on transportation (trip_id, internal_identifier);
create index transportation_live on transportation (trip_id, id) where deleted_at is null;
create index transportation_reserved on transportation using gin (reservation_codes)
  where deleted_at is null and reservation_codes is not null;

-- An expense of a trip.
create table expense (
  id serial not null,
  trip_id integer not null,
  owner_id integer not null,
  title text not null,
  date timestamptz(6) not null default clock_timestamp(),
  price double precision not null,
  currency text not null default '',
  created_at timestamptz(6) not null default clock_timestamp(),
  updated_at timestamptz(6) not null default clock_timestamp(),
  changed_at timestamptz(6) not null default clock_timestamp(),
  deleted_at timestamptz(6),
  constraint expense_pkey primary key (id),
  constraint expense_trip_id_fkey foreign key (trip_id) references trip (id),
  constraint expense_owner_id_fkey foreign key (owner_id) references account (id)
);
create index expense_trip_id_changed_at_idx on expense (trip_id, changed_at);
create index expense_live on expense (trip_id, id) where deleted_at is null;

-- What has left a trip for another one, for clients that keep a copy.
create table moved_item (
  trip_id integer not null,
  kind text not null,
  item_id integer not null,
  moved_at timestamptz(6) not null,
  constraint moved_item_pkey primary key (trip_id, kind, item_id),
  constraint moved_item_trip_id_fkey foreign key (trip_id) references trip (id) on delete cascade
);

-- A custom category; the slug of a deleted one is free again (8).
create table category (
  id serial not null,
  owner_id integer not null,
  slug text not null,
  name text not null,
  icon_name text not null default 'customicon-star',
  color text not null default '#8E8E93',
  created_at timestamptz(6) not null default clock_timestamp(),
  deleted_at timestamptz(6),
  constraint category_pkey primary key (id),
  constraint category_owner_id_fkey foreign key (owner_id) references account (id),
  constraint category_color_is_hex check (color ~ '^#[0-9A-Fa-f]{6}$')
);
create unique index category_active_slug on category (owner_id, slug) where deleted_at is null;

-- An alternative address of an account, in lower case like all addresses.
create table alternative_email (
  id serial not null,
  user_id integer not null,
  email text not null,
  verified boolean not null default false,
  hash text not null,
  created_at timestamptz(6) not null default clock_timestamp(),
  constraint alternative_email_pkey primary key (id),
  constraint alternative_email_user_id_fkey
    foreign key (user_id) references account (id) on delete cascade,
  constraint alternative_email_is_lower_case check (email = lower(email))
);
create unique index alternative_email_email_key on alternative_email (email);
create unique index alternative_email_hash_key on alternative_email (hash);
create index alternative_email_user_id_id_idx on alternative_email (user_id, id);

-- A booking email, attached to one parent or in the inbox of its owner. The original is stored only
-- where it is what is answered, in base64. What it weighs is counted as it is written, so that
-- lists know it before they read it (2.9).
create table email (
  id serial not null,
  owner_id integer not null,
  trip_id integer,
  hosting_id integer,
  activity_id integer,
  transportation_id integer,
  unique_parser_identifier text not null,
  message_key text not null,
  date timestamptz(6) not null default clock_timestamp(),
  subject text not null default '',
  body_preview text not null default '',
  html text not null default '',
  text text not null default '',
  raw bytea,
  parsed_successfully boolean not null default false,
  reason text not null default '',
  created_at timestamptz(6) not null default clock_timestamp(),
  updated_at timestamptz(6) not null default clock_timestamp(),
  deleted_at timestamptz(6),
  subject_bytes integer not null generated always as (octet_length(subject)) stored,
  body_bytes integer not null generated always as
    (octet_length(html) + octet_length(text) + coalesce(octet_length(raw), 0) / 3 * 4) stored,
  cancellations jsonb,
  constraint email_pkey primary key (id),
  constraint email_owner_id_fkey foreign key (owner_id) references account (id),
  constraint email_trip_id_fkey foreign key (trip_id) references trip (id),
  constraint email_hosting_id_fkey foreign key (hosting_id) references hosting (id),
  constraint email_activity_id_fkey foreign key (activity_id) references activity (id),
  constraint email_transportation_id_fkey
    foreign key (transportation_id) references transportation (id),
  constraint email_has_one_parent
    check (num_nonnulls(trip_id, hosting_id, activity_id, transportation_id) <= 1)
);
create index email_trip_id_idx on email (trip_id);
create index email_hosting_id_idx on email (hosting_id);
create index email_activity_id_idx on email (activity_id);
create index email_transportation_id_idx on email (transportation_id);
create unique index email_owner_id_message_key_key on email (owner_id, message_key);
create index email_inbox on email (owner_id, date desc)
  where deleted_at is null and trip_id is null and hosting_id is null
    and activity_id is null and transportation_id is null;
create index email_cancellations on email using gin (cancellations jsonb_path_ops)
  where cancellations is not null;

-- A part of an email that is not its text.
create table email_attachment (
  id serial not null,
  email_id integer not null,
  filename text not null default '',
  payload bytea,
  "binary" boolean not null default true,
  mail_content_type text not null default 'application/octet-stream',
  content_id text,
  content_disposition text not null default 'attachment',
  charset text,
  content_transfer_encoding text,
  payload_bytes integer not null generated always as (coalesce(octet_length(payload), 0)) stored,
  constraint email_attachment_pkey primary key (id),
  constraint email_attachment_email_id_fkey
    foreign key (email_id) references email (id) on delete cascade
);
create index email_attachment_email_id_idx on email_attachment (email_id);

-- A document, attached to one parent at most. Its weight is counted as it is written.
create table document (
  id serial not null,
  owner_id integer not null,
  trip_id integer,
  hosting_id integer,
  activity_id integer,
  transportation_id integer,
  title text not null default '',
  description text not null default '',
  file_type text not null default 'url',
  url text not null,
  thumb_url text,
  favicon_url text,
  receipt_hash text,
  created_at timestamptz(6) not null default clock_timestamp(),
  updated_at timestamptz(6) not null default clock_timestamp(),
  deleted_at timestamptz(6),
  text_bytes integer not null generated always as
    (octet_length(description) + octet_length(url)
      + coalesce(octet_length(thumb_url), 0) + coalesce(octet_length(favicon_url), 0)) stored,
  constraint document_pkey primary key (id),
  constraint document_owner_id_fkey foreign key (owner_id) references account (id),
  constraint document_trip_id_fkey foreign key (trip_id) references trip (id),
  constraint document_hosting_id_fkey foreign key (hosting_id) references hosting (id),
  constraint document_activity_id_fkey foreign key (activity_id) references activity (id),
  constraint document_transportation_id_fkey
    foreign key (transportation_id) references transportation (id),
  constraint document_has_one_parent
    check (num_nonnulls(trip_id, hosting_id, activity_id, transportation_id) <= 1)
);
create unique index document_receipt_hash_key on document (receipt_hash);
create index document_trip_id_idx on document (trip_id);
create index document_hosting_id_idx on document (hosting_id);
create index document_activity_id_idx on document (activity_id);
create index document_transportation_id_idx on document (transportation_id);
create index document_object on document (object_id(url))
  where object_id(url) is not null;

-- A prepared upload (14): a row stands for an object from before its first byte until it is removed;
-- what nothing refers to a day later was abandoned. The ID is the random part of the key; `subject`
-- is who prepared it, an account or a client; `mib` is at least 1; `settled`: it was looked at
-- after its URL had expired.
create table upload (
  id text not null,
  key text not null,
  visibility text not null,
  created_at timestamptz(6) not null default clock_timestamp(),
  subject text,
  mib integer not null default 1,
  settled boolean not null default false,
  constraint upload_pkey primary key (id),
  constraint upload_visibility check (visibility in ('private', 'public'))
);
create index upload_created_at_idx on upload (created_at);
create index upload_subject_created_at_idx on upload (subject, created_at);
create index upload_unsettled on upload (created_at, id) where not settled;

-- A favorite. An address is asked once at a time, and a person is confirmed once: of two addresses
-- of one person the requester learns nothing, and an address may pass on to somebody else (11.1).
create table favorite (
  id serial not null,
  user_id integer not null,
  email text not null,
  favorite_user_id integer,
  automatic_suggest_on_new_trips boolean not null default true,
  pending boolean not null default true,
  created_at timestamptz(6) not null default clock_timestamp(),
  updated_at timestamptz(6) not null default clock_timestamp(),
  constraint favorite_pkey primary key (id),
  constraint favorite_user_id_fkey
    foreign key (user_id) references account (id) on delete cascade,
  constraint favorite_favorite_user_id_fkey foreign key (favorite_user_id) references account (id)
);
create index favorite_favorite_user_id_idx on favorite (favorite_user_id);
create index favorite_user_id_idx on favorite (user_id);
create unique index favorite_one_request on favorite (user_id, email) where pending;
create unique index favorite_one_confirmed on favorite (user_id, favorite_user_id)
  where not pending;

-- ---------------------------------------------------------------------------------------------
-- Calendar feeds

-- What a clock shows at a moment in the first of these zones that PostgreSQL knows, else in UTC:
-- zones are stored as they are sent, and "at time zone" fails for an unknown name.
create function local_time(moment timestamptz, variadic zones text[]) returns timestamp
language plpgsql stable as $$
declare zone text;
begin
  if moment is null then return null; end if;
  foreach zone in array zones loop
    continue when zone is null or zone = '';
    begin
      return moment at time zone zone;
    exception when invalid_parameter_value then null;
    end;
  end loop;
  return moment at time zone 'UTC';
end $$;

-- ---------------------------------------------------------------------------------------------
-- Addresses (7, 9): two tables cannot share a unique index

-- An address belongs to one account, as its primary or an alternative one; writers of the same
-- address queue on a lock before they look, and an account may make its own alternative address the
-- primary.
create function address_is_free() returns trigger language plpgsql as $$
declare taken boolean;
begin
  perform pg_advisory_xact_lock(hashtextextended('address ' || new.email, 0));
  if tg_table_name = 'account' then
    select exists (select from alternative_email
                   where email = new.email and user_id <> new.id) into taken;
  else
    select exists (select from account where email = new.email) into taken;
  end if;
  if taken then
    raise unique_violation using message = 'address is taken', constraint = 'address_is_taken',
      table = tg_table_name;
  end if;
  return new;
end $$;

create trigger address_is_free before insert or update of email on account
  for each row execute function address_is_free();
create trigger address_is_free before insert or update of email on alternative_email
  for each row execute function address_is_free();

-- ---------------------------------------------------------------------------------------------
-- Identifiers (1.10): a create whose identifier is taken inserts nothing. They have no unique
-- index, since updates and moves may repeat one; deleted rows count. An import keeps identifiers as
-- they are, by a setting of its transaction: a lock for each of very many would fill the table of
-- locks.

-- A trip is created once per owner and identifier, if that has more than five characters; the lock
-- makes the look and the insert one step.
create function trip_identifier_is_free() returns trigger language plpgsql as $$
begin
  if char_length(new.internal_identifier) <= 5 then return new; end if;
  perform pg_advisory_xact_lock(
    hashtextextended('trip ' || new.owner_id || ' ' || new.internal_identifier, 0));
  if exists (select from trip
             where owner_id = new.owner_id and internal_identifier = new.internal_identifier) then
    return null;
  end if;
  return new;
end $$;

create trigger identifier_is_free before insert on trip for each row
  when (current_setting('trips.identifiers', true) is distinct from 'kept')
  execute function trip_identifier_is_free();

-- An item is created once per trip and identifier, in the same way.
create function child_identifier_is_free() returns trigger language plpgsql as $$
declare taken boolean;
begin
  if new.internal_identifier = '' then return new; end if;
  perform pg_advisory_xact_lock(
    hashtextextended(tg_table_name || ' ' || new.trip_id || ' ' || new.internal_identifier, 0));
  execute format('select exists (select from %I where trip_id = $1 and internal_identifier = $2)',
                 tg_table_name)
    using new.trip_id, new.internal_identifier into taken;
  if taken then return null; end if;
  return new;
end $$;

create trigger identifier_is_free before insert on hosting for each row
  when (current_setting('trips.identifiers', true) is distinct from 'kept')
  execute function child_identifier_is_free();
create trigger identifier_is_free before insert on activity for each row
  when (current_setting('trips.identifiers', true) is distinct from 'kept')
  execute function child_identifier_is_free();
create trigger identifier_is_free before insert on transportation for each row
  when (current_setting('trips.identifiers', true) is distinct from 'kept')
  execute function child_identifier_is_free();

-- ---------------------------------------------------------------------------------------------
-- Members (1.9, 11.4, 11.5)

-- The owners of new trips become members with every right, by one statement, so that each trip is
-- touched once.
create function trips_get_their_owners() returns trigger language plpgsql as $$
begin
  insert into member (trip_id, user_id, is_owner, joined, can_edit, can_add_guests,
    can_see_expenses, can_edit_expenses, can_see_documents, can_edit_documents)
  select id, owner_id, true, true, true, true, true, true, true, true from new_rows;
  return null;
end $$;

create trigger owner_is_member after insert on trip
  referencing new table as new_rows for each statement execute function trips_get_their_owners();

-- A right goes with the rights it needs, decided on the row as it is when it is written: a change
-- names only some of the rights (src/core/rights.ts lists the same needs).
create function member_rights_are_consistent() returns trigger language plpgsql as $$
begin
  new.can_add_guests := new.can_add_guests and new.can_edit;
  new.can_edit_expenses := new.can_edit_expenses and new.can_edit and new.can_see_expenses;
  new.can_edit_documents := new.can_edit_documents and new.can_edit and new.can_see_documents;
  return new;
end $$;

create trigger rights_are_consistent before insert or update on member
  for each row execute function member_rights_are_consistent();

-- Only joined members are assigned, once each, in the order in which they were named, at most 100
-- (15); they are held until the assignment is stored, so that a member who is removed at the same
-- time is not left assigned.
create function assigned_users_are_members() returns trigger language plpgsql as $$
begin
  if cardinality(new.assigned_users) > 0 then
    perform from member m
      where m.trip_id = new.trip_id and m.user_id = any (new.assigned_users) and m.joined
      order by m.user_id for key share;
    new.assigned_users := array(
      select m.user_id
      from (select u, min(n) as n from unnest(new.assigned_users) with ordinality as a(u, n)
            group by u) named
      join member m on m.trip_id = new.trip_id and m.user_id = named.u and m.joined
      order by named.n limit 100);
  end if;
  return new;
end $$;

create trigger assigned_users_are_members before insert or update of assigned_users, trip_id
  on hosting for each row execute function assigned_users_are_members();
create trigger assigned_users_are_members before insert or update of assigned_users, trip_id
  on activity for each row execute function assigned_users_are_members();
create trigger assigned_users_are_members before insert or update of assigned_users, trip_id
  on transportation for each row execute function assigned_users_are_members();

-- A member who leaves is taken out of all assignments by one statement, which locks the trip after
-- all of its children, as every write of a child does.
create function member_leaves_assignments() returns trigger language plpgsql as $$
begin
  with hostings as (
    update hosting set assigned_users = array_remove(assigned_users, old.user_id)
    where trip_id = old.trip_id and old.user_id = any (assigned_users)
  ), activities as (
    update activity set assigned_users = array_remove(assigned_users, old.user_id)
    where trip_id = old.trip_id and old.user_id = any (assigned_users)
  )
  update transportation set assigned_users = array_remove(assigned_users, old.user_id)
    where trip_id = old.trip_id and old.user_id = any (assigned_users);
  return null;
end $$;

create trigger assignments_end after delete on member
  for each row execute function member_leaves_assignments();

-- ---------------------------------------------------------------------------------------------
-- Change times (1.8): trip.changed_at moves with the trip, its members, its items and their emails,
-- and with nothing else; the changed_at of an item moves with the item and its emails, its
-- updated_at with the item alone. So `updatedSince` compares one indexed column. A change is dated
-- when it is made, by clock_timestamp(), not when its transaction began. Locks are taken children
-- before trips, each in the order of their IDs.

-- A trip is dated when its row changes.
create function trip_changes() returns trigger language plpgsql as $$
begin
  if new is distinct from old then new.changed_at := clock_timestamp(); end if;
  return new;
end $$;

create trigger change_time before update on trip
  for each row execute function trip_changes();

-- An item is dated whenever it is written, unless the update sets changed_at itself, as emails do.
create function child_changes() returns trigger language plpgsql as $$
begin
  if new.changed_at = old.changed_at then
    new.updated_at := clock_timestamp();
    new.changed_at := new.updated_at;
  end if;
  return new;
end $$;

create trigger change_time before update on hosting
  for each row execute function child_changes();
create trigger change_time before update on activity
  for each row execute function child_changes();
create trigger change_time before update on transportation
  for each row execute function child_changes();
create trigger change_time before update on expense
  for each row execute function child_changes();

-- An email or a document is dated whenever it is written.
create function email_changes() returns trigger language plpgsql as $$
begin
  new.updated_at := clock_timestamp();
  return new;
end $$;

create trigger change_time before update on email
  for each row execute function email_changes();
create trigger change_time before update on document
  for each row execute function email_changes();

-- Dates these trips, in the order of their IDs, so that two moves in opposite directions do not
-- deadlock; each by two statements, because an update with the snapshot of before the wait would
-- queue at an old version of the row, behind somebody who waits for this transaction; and each by
-- its key, because PL/pgSQL keeps plans, and one for a list, made while there are few trips, reads
-- all of them.
create function touch_trips(variadic ids int[]) returns void language plpgsql as $$
declare one int;
begin
  for one in select distinct id from unnest(ids) as id order by id loop
    perform from trip where id = one for no key update;
    update trip set changed_at = clock_timestamp() where id = one;
  end loop;
end $$;

-- Rows with a `trip_id` touch their old and new trips, each once a statement: touched once a row, a
-- trip took time by the square of their number.
create function rows_change_trips() returns trigger language plpgsql as $$
declare trips int[];
begin
  case tg_op
    when 'INSERT' then trips := array(select distinct trip_id from new_rows);
    when 'DELETE' then trips := array(select distinct trip_id from old_rows);
    else trips := array(select trip_id from old_rows union select trip_id from new_rows);
  end case;
  if cardinality(trips) > 0 then perform touch_trips(variadic trips); end if;
  return null;
end $$;

create trigger trip_insert_time after insert on hosting
  referencing new table as new_rows for each statement execute function rows_change_trips();
create trigger trip_change_time after update on hosting
  referencing old table as old_rows new table as new_rows
  for each statement execute function rows_change_trips();
create trigger trip_insert_time after insert on activity
  referencing new table as new_rows for each statement execute function rows_change_trips();
create trigger trip_change_time after update on activity
  referencing old table as old_rows new table as new_rows
  for each statement execute function rows_change_trips();
create trigger trip_insert_time after insert on transportation
  referencing new table as new_rows for each statement execute function rows_change_trips();
create trigger trip_change_time after update on transportation
  referencing old table as old_rows new table as new_rows
  for each statement execute function rows_change_trips();
create trigger trip_insert_time after insert on expense
  referencing new table as new_rows for each statement execute function rows_change_trips();
create trigger trip_change_time after update on expense
  referencing old table as old_rows new table as new_rows
  for each statement execute function rows_change_trips();
create trigger trip_insert_time after insert on member
  referencing new table as new_rows for each statement execute function rows_change_trips();
create trigger trip_change_time after update on member
  referencing old table as old_rows new table as new_rows
  for each statement execute function rows_change_trips();
create trigger trip_delete_time after delete on member
  referencing old table as old_rows for each statement execute function rows_change_trips();

-- Emails that are attached, moved, changed or deleted touch their old and new parents, whose trips
-- are held in the order of their IDs before any is written; the moment is taken when all locks are
-- held, and an item that has it already is not written again, which would look like a change of its
-- own.
create function emails_change_parents() returns trigger language plpgsql
set enable_seqscan = off -- its plans, too, are kept from when there were few rows
as $$
declare
  moment timestamptz;
  hostings int[];
  activities int[];
  transportations int[];
  trips int[];
begin
  if tg_op = 'INSERT' then
    select array_agg(hosting_id) filter (where hosting_id is not null),
      array_agg(activity_id) filter (where activity_id is not null),
      array_agg(transportation_id) filter (where transportation_id is not null),
      array_agg(trip_id) filter (where trip_id is not null)
    into hostings, activities, transportations, trips from new_rows;
  else
    select array_agg(hosting_id) filter (where hosting_id is not null),
      array_agg(activity_id) filter (where activity_id is not null),
      array_agg(transportation_id) filter (where transportation_id is not null),
      array_agg(trip_id) filter (where trip_id is not null)
    into hostings, activities, transportations, trips
    from (select hosting_id, activity_id, transportation_id, trip_id from old_rows
      union all select hosting_id, activity_id, transportation_id, trip_id from new_rows) email;
  end if;
  if coalesce(hostings, activities, transportations, trips) is null then return null; end if;
  perform from hosting where id = any (hostings) order by id for no key update;
  perform from activity where id = any (activities) order by id for no key update;
  perform from transportation where id = any (transportations) order by id for no key update;
  perform from trip where id = any (array(
      select trip_id from hosting where id = any (hostings)
      union select trip_id from activity where id = any (activities)
      union select trip_id from transportation where id = any (transportations)
      union select unnest(trips)))
    order by id for no key update;
  moment := clock_timestamp();
  if hostings is not null then
    update hosting set changed_at = moment where id = any (hostings) and changed_at <> moment;
  end if;
  if activities is not null then
    update activity set changed_at = moment where id = any (activities) and changed_at <> moment;
  end if;
  if transportations is not null then
    update transportation set changed_at = moment
      where id = any (transportations) and changed_at <> moment;
  end if;
  if trips is not null then perform touch_trips(variadic trips); end if;
  return null;
end $$;

create trigger parent_insert_time after insert on email
  referencing new table as new_rows for each statement execute function emails_change_parents();
create trigger parent_change_time after update on email
  referencing old table as old_rows new table as new_rows
  for each statement execute function emails_change_parents();

-- An item that moves to another trip leaves a row behind, from which clients that keep a copy of
-- the old one learn of it.
create function item_moves() returns trigger language plpgsql as $$
begin
  -- It may have been here before.
  delete from moved_item
    where trip_id = new.trip_id and kind = tg_table_name and item_id = new.id;
  insert into moved_item values (old.trip_id, tg_table_name, old.id, clock_timestamp())
    on conflict (trip_id, kind, item_id) do update set moved_at = excluded.moved_at;
  return null;
end $$;

create trigger item_moves after update of trip_id on hosting
  for each row when (old.trip_id <> new.trip_id) execute function item_moves();
create trigger item_moves after update of trip_id on activity
  for each row when (old.trip_id <> new.trip_id) execute function item_moves();
create trigger item_moves after update of trip_id on transportation
  for each row when (old.trip_id <> new.trip_id) execute function item_moves();

-- ---------------------------------------------------------------------------------------------
-- Uploads (14)

-- Whether anything refers to an object; deleted documents and trips count, since they can be
-- restored and then need their files.
create function object_is_referenced(object text) returns boolean language sql stable as $$
  select exists (select from document where object_id(url) = object)
    or exists (select from account where object_id(photo_url) = object)
    or exists (select from trip where object_id(cover_image_url) = object)
$$;

-- A writer of a reference holds the upload until the reference can be seen: the job that removes
-- abandoned objects locks an upload before it looks for references, so it either sees this one or
-- has removed the object before.
create function reference_holds_upload() returns trigger language plpgsql as $$
begin
  perform from upload where id = object_id(to_jsonb(new) ->> tg_argv[0]) for key share;
  return new;
end $$;

create trigger reference_holds_upload before insert or update of url on document
  for each row when (object_id(new.url) is not null)
  execute function reference_holds_upload('url');
create trigger reference_holds_upload before insert or update of photo_url on account
  for each row when (object_id(new.photo_url) is not null)
  execute function reference_holds_upload('photo_url');
create trigger reference_holds_upload before insert or update of cover_image_url on trip
  for each row when (object_id(new.cover_image_url) is not null)
  execute function reference_holds_upload('cover_image_url');

-- ---------------------------------------------------------------------------------------------
-- Outgoing mail (1.3, 17)

-- Writes the mails that fit the limits, all of them if `by_whom` is null, and returns how many; the
-- others are dropped. Transactions that count the same mails queue on locks, of which there are 256
-- in all, so that no transaction can fill the table of locks; they are taken in one order and as
-- the last ones of their transaction. The nth mail of an account within the hour has its turn n
-- minutes later than the first, and all have it by now: each is due at once, but after the first
-- one of others.
create function write_mails(
  mails json, by_whom int, by_most int, by_seconds int, to_most int, to_seconds int
) returns int language plpgsql as $$
declare
  before int;
  written int;
begin
  if by_whom is not null and json_array_length(mails) > 0 then
    perform pg_advisory_xact_lock(hashtextextended('mails ' || slot, 0)) from (
      select distinct hashtext(who) & 255 as slot from (
        select 'by ' || by_whom
        union all select 'to ' || (mail ->> 'recipient') from json_array_elements(mails) m (mail)
      ) counted (who) order by slot) slots;
  end if;
  select count(*) into before from outgoing_mail
    where caused_by = by_whom and created_at > now() - make_interval(secs => by_seconds);
  with fitting as (
    select mail, row_number() over (order by n) + before as n
    from json_array_elements(mails) with ordinality m (mail, n)
    where by_whom is null or to_most = 0 or to_most > (
      select count(*) from outgoing_mail o where o.recipient = mail ->> 'recipient'
        and o.caused_by is not null and o.created_at > now() - make_interval(secs => to_seconds))
  )
  insert into outgoing_mail
    (recipient, subject, text, html, is_urgent, token, token_hash, caused_by, next_attempt_at)
  select r.recipient, r.subject, r.text, r.html, coalesce(r.is_urgent, false), r.token,
    encode(sha256(convert_to(r.token, 'UTF8')), 'hex'), by_whom,
    now() - make_interval(mins => greatest(60 - n::int, 0))
  from fitting cross join lateral json_populate_record(null::outgoing_mail, mail) r
  where by_whom is null or by_most = 0 or n <= by_most
  order by n;
  get diagnostics written = row_count;
  return written;
end $$;

-- A token that has been used, withdrawn or cleaned away is replaced in its mail by words that fit
-- into a link: a mail that is sent so late leads to the page that says so.
create function forget_mailed_token() returns trigger language plpgsql as $$
begin
  update outgoing_mail
  set text = replace(text, token, 'no-longer-valid'), html = replace(html, token, 'no-longer-valid'),
    token = null, token_hash = null
  where token_hash = to_jsonb(old) ->> tg_argv[0];
  return null;
end $$;

create trigger forget_mailed_token after delete on password_reset
  for each row execute function forget_mailed_token('hash');
create trigger forget_mailed_token_of_gone after delete on member
  for each row when (old.invitation_hash is not null)
  execute function forget_mailed_token('invitation_hash');
create trigger forget_mailed_token_of_answered after update of invitation_hash on member
  for each row when (old.invitation_hash is distinct from new.invitation_hash)
  execute function forget_mailed_token('invitation_hash');
create trigger forget_mailed_token_of_gone after delete on alternative_email
  for each row execute function forget_mailed_token('hash');
create trigger forget_mailed_token_of_verified after update of verified on alternative_email
  for each row when (new.verified and not old.verified)
  execute function forget_mailed_token('hash');

-- A database as 1.0 leaves it, with a row in every table. Every later version must migrate it, so it is
-- never edited (test/outside/database/released.test.ts). Its schema was made by the migrations of before
-- 1.0, and taken over: `pg_dump --no-owner --no-privileges --inserts --rows-per-insert=50`, without
-- comments and settings.
SET check_function_bodies = false;
CREATE TYPE public.mail_state AS ENUM (
    'PENDING',
    'SENT',
    'FAILED'
);
CREATE FUNCTION public.address_is_free() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
CREATE FUNCTION public.assigned_users_are_members() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
CREATE FUNCTION public.child_changes() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if new.changed_at = old.changed_at then
    new.updated_at := clock_timestamp();
    new.changed_at := new.updated_at;
  end if;
  return new;
end $$;
CREATE FUNCTION public.child_identifier_is_free() RETURNS trigger
    LANGUAGE plpgsql
    AS $_$
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
end $_$;
CREATE FUNCTION public.codes_of(code text, key text) RETURNS text[]
    LANGUAGE sql IMMUTABLE
    RETURN NULLIF(array_remove(((ARRAY[regexp_replace(lower(code), '\s'::text, ''::text, 'g'::text)] || (string_to_array(key, '
'::text))[2:2]) || (string_to_array(key, '
'::text))[4:]), ''::text), '{}'::text[]);
CREATE FUNCTION public.email_changes() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  new.updated_at := clock_timestamp();
  return new;
end $$;
CREATE FUNCTION public.emails_change_parents() RETURNS trigger
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    AS $$
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
CREATE FUNCTION public.forget_mailed_token() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  update outgoing_mail
  set text = replace(text, token, 'no-longer-valid'), html = replace(html, token, 'no-longer-valid'),
    token = null, token_hash = null
  where token_hash = to_jsonb(old) ->> tg_argv[0];
  return null;
end $$;
CREATE FUNCTION public.item_moves() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  -- It may have been here before.
  delete from moved_item
    where trip_id = new.trip_id and kind = tg_table_name and item_id = new.id;
  insert into moved_item values (old.trip_id, tg_table_name, old.id, clock_timestamp())
    on conflict (trip_id, kind, item_id) do update set moved_at = excluded.moved_at;
  return null;
end $$;
CREATE FUNCTION public.local_time(moment timestamp with time zone, VARIADIC zones text[]) RETURNS timestamp without time zone
    LANGUAGE plpgsql STABLE
    AS $$
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
CREATE FUNCTION public.member_leaves_assignments() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
CREATE FUNCTION public.member_rights_are_consistent() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  new.can_add_guests := new.can_add_guests and new.can_edit;
  new.can_edit_expenses := new.can_edit_expenses and new.can_edit and new.can_see_expenses;
  new.can_edit_documents := new.can_edit_documents and new.can_edit and new.can_see_documents;
  return new;
end $$;
CREATE FUNCTION public.object_id(address text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select substring(split_part(split_part(address, '#', 1), '?', 1) from '.*([0-9a-f]{32})')
$$;
CREATE FUNCTION public.object_is_referenced(object text) RETURNS boolean
    LANGUAGE sql STABLE
    AS $$
  select exists (select from document where object_id(url) = object)
    or exists (select from account where object_id(photo_url) = object)
    or exists (select from trip where object_id(cover_image_url) = object)
$$;
CREATE FUNCTION public.reference_holds_upload() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform from upload where id = object_id(to_jsonb(new) ->> tg_argv[0]) for key share;
  return new;
end $$;
CREATE FUNCTION public.rows_change_trips() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
CREATE FUNCTION public.touch_trips(VARIADIC ids integer[]) RETURNS void
    LANGUAGE plpgsql
    AS $$
declare one int;
begin
  for one in select distinct id from unnest(ids) as id order by id loop
    perform from trip where id = one for no key update;
    update trip set changed_at = clock_timestamp() where id = one;
  end loop;
end $$;
CREATE FUNCTION public.trip_changes() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if new is distinct from old then new.changed_at := clock_timestamp(); end if;
  return new;
end $$;
CREATE FUNCTION public.trip_identifier_is_free() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
CREATE FUNCTION public.trips_get_their_owners() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into member (trip_id, user_id, is_owner, joined, can_edit, can_add_guests,
    can_see_expenses, can_edit_expenses, can_see_documents, can_edit_documents)
  select id, owner_id, true, true, true, true, true, true, true, true from new_rows;
  return null;
end $$;
CREATE FUNCTION public.write_mails(mails json, by_whom integer, by_most integer, by_seconds integer, to_most integer, to_seconds integer) RETURNS integer
    LANGUAGE plpgsql
    AS $$
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
CREATE TABLE public._prisma_migrations (
    id character varying(36) NOT NULL,
    checksum character varying(64) NOT NULL,
    finished_at timestamp with time zone,
    migration_name character varying(255) NOT NULL,
    logs text,
    rolled_back_at timestamp with time zone,
    started_at timestamp with time zone DEFAULT now() NOT NULL,
    applied_steps_count integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.account (
    id integer NOT NULL,
    username text NOT NULL,
    email text NOT NULL,
    password_hash text NOT NULL,
    name text DEFAULT ''::text NOT NULL,
    first_name text DEFAULT ''::text NOT NULL,
    last_name text DEFAULT ''::text NOT NULL,
    photo_url text,
    is_premium boolean DEFAULT false NOT NULL,
    premium_expiration_date timestamp(6) with time zone,
    last_activity_date timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
    language text DEFAULT 'en'::text NOT NULL,
    is_tripit_connected boolean DEFAULT false NOT NULL,
    calendar_identifier text NOT NULL,
    calendar_emojis boolean DEFAULT false NOT NULL,
    calendar_hidden_categories jsonb,
    calendar_lodgings_all_day boolean DEFAULT true NOT NULL,
    calendar_trips_all_day boolean DEFAULT true NOT NULL,
    is_newsletter_subscriber boolean DEFAULT true NOT NULL,
    timezone text DEFAULT 'UTC'::text NOT NULL,
    default_currency text DEFAULT 'USD'::text NOT NULL,
    store_currency text DEFAULT 'USD'::text NOT NULL,
    anonymous_email_identifier text NOT NULL,
    notifications_flights_general_enabled boolean DEFAULT true NOT NULL,
    notifications_flights_departure_and_arrival boolean DEFAULT true NOT NULL,
    notifications_collaborators_new_activities_enabled boolean DEFAULT true NOT NULL,
    asa_campaign_name text DEFAULT ''::text NOT NULL,
    asa_keyword_name text DEFAULT ''::text NOT NULL,
    asa_store_country text DEFAULT ''::text NOT NULL,
    created_at timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
    oauth_subject text,
    CONSTRAINT account_names_are_lower_case CHECK (((username = lower(username)) AND (email = lower(email))))
);
CREATE SEQUENCE public.account_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.account_id_seq OWNED BY public.account.id;
CREATE TABLE public.activity (
    id integer NOT NULL,
    trip_id integer NOT NULL,
    owner_id integer NOT NULL,
    internal_identifier text DEFAULT ''::text NOT NULL,
    hidden boolean DEFAULT false NOT NULL,
    activity_type text DEFAULT 'general'::text NOT NULL,
    period text,
    starts_at timestamp(6) with time zone,
    ends_at timestamp(6) with time zone,
    all_day boolean DEFAULT false NOT NULL,
    name text DEFAULT ''::text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    phone text DEFAULT ''::text NOT NULL,
    website text DEFAULT ''::text NOT NULL,
    checked boolean DEFAULT false NOT NULL,
    address text DEFAULT ''::text NOT NULL,
    longitude double precision,
    latitude double precision,
    notes text DEFAULT ''::text NOT NULL,
    apple_maps_id text DEFAULT ''::text NOT NULL,
    timezone text DEFAULT ''::text NOT NULL,
    provider_location_url text DEFAULT ''::text NOT NULL,
    provider_reservation_code text DEFAULT ''::text NOT NULL,
    provider_reservation_description text DEFAULT ''::text NOT NULL,
    provider_document text DEFAULT ''::text NOT NULL,
    google_places_id text DEFAULT ''::text NOT NULL,
    price double precision,
    currency text DEFAULT ''::text NOT NULL,
    assigned_users integer[] DEFAULT ARRAY[]::integer[],
    sort_order integer DEFAULT 0 NOT NULL,
    created_at timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
    updated_at timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
    changed_at timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
    deleted_at timestamp(6) with time zone,
    reservation_key text,
    reservation_codes text[] GENERATED ALWAYS AS (public.codes_of(provider_reservation_code, reservation_key)) STORED,
    reservation_said jsonb,
    CONSTRAINT activity_assigned_are_few CHECK ((cardinality(assigned_users) <= 100))
);
CREATE SEQUENCE public.activity_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.activity_id_seq OWNED BY public.activity.id;
CREATE TABLE public.alternative_email (
    id integer NOT NULL,
    user_id integer NOT NULL,
    email text NOT NULL,
    verified boolean DEFAULT false NOT NULL,
    hash text NOT NULL,
    created_at timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT alternative_email_is_lower_case CHECK ((email = lower(email)))
);
CREATE SEQUENCE public.alternative_email_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.alternative_email_id_seq OWNED BY public.alternative_email.id;
CREATE TABLE public.api_key (
    id integer NOT NULL,
    user_id integer NOT NULL,
    hash text NOT NULL,
    created_at timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL
);
CREATE SEQUENCE public.api_key_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.api_key_id_seq OWNED BY public.api_key.id;
CREATE TABLE public.attempt (
    id bigint NOT NULL,
    "limit" text NOT NULL,
    subject text NOT NULL,
    at timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
    is_pending boolean DEFAULT false NOT NULL
);
CREATE SEQUENCE public.attempt_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.attempt_id_seq OWNED BY public.attempt.id;
CREATE TABLE public.category (
    id integer NOT NULL,
    owner_id integer NOT NULL,
    slug text NOT NULL,
    name text NOT NULL,
    icon_name text DEFAULT 'customicon-star'::text NOT NULL,
    color text DEFAULT '#8E8E93'::text NOT NULL,
    created_at timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
    deleted_at timestamp(6) with time zone,
    CONSTRAINT category_color_is_hex CHECK ((color ~ '^#[0-9A-Fa-f]{6}$'::text))
);
CREATE SEQUENCE public.category_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.category_id_seq OWNED BY public.category.id;
CREATE TABLE public.document (
    id integer NOT NULL,
    owner_id integer NOT NULL,
    trip_id integer,
    hosting_id integer,
    activity_id integer,
    transportation_id integer,
    title text DEFAULT ''::text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    file_type text DEFAULT 'url'::text NOT NULL,
    url text NOT NULL,
    thumb_url text,
    favicon_url text,
    receipt_hash text,
    created_at timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
    updated_at timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
    deleted_at timestamp(6) with time zone,
    text_bytes integer GENERATED ALWAYS AS ((((octet_length(description) + octet_length(url)) + COALESCE(octet_length(thumb_url), 0)) + COALESCE(octet_length(favicon_url), 0))) STORED NOT NULL,
    CONSTRAINT document_has_one_parent CHECK ((num_nonnulls(trip_id, hosting_id, activity_id, transportation_id) <= 1))
);
CREATE SEQUENCE public.document_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.document_id_seq OWNED BY public.document.id;
CREATE TABLE public.email (
    id integer NOT NULL,
    owner_id integer NOT NULL,
    trip_id integer,
    hosting_id integer,
    activity_id integer,
    transportation_id integer,
    unique_parser_identifier text NOT NULL,
    message_key text NOT NULL,
    date timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
    subject text DEFAULT ''::text NOT NULL,
    body_preview text DEFAULT ''::text NOT NULL,
    html text DEFAULT ''::text NOT NULL,
    text text DEFAULT ''::text NOT NULL,
    raw bytea,
    parsed_successfully boolean DEFAULT false NOT NULL,
    reason text DEFAULT ''::text NOT NULL,
    created_at timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
    updated_at timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
    deleted_at timestamp(6) with time zone,
    subject_bytes integer GENERATED ALWAYS AS (octet_length(subject)) STORED NOT NULL,
    body_bytes integer GENERATED ALWAYS AS (((octet_length(html) + octet_length(text)) + ((COALESCE(octet_length(raw), 0) / 3) * 4))) STORED NOT NULL,
    cancellations jsonb,
    CONSTRAINT email_has_one_parent CHECK ((num_nonnulls(trip_id, hosting_id, activity_id, transportation_id) <= 1))
);
CREATE TABLE public.email_attachment (
    id integer NOT NULL,
    email_id integer NOT NULL,
    filename text DEFAULT ''::text NOT NULL,
    payload bytea,
    "binary" boolean DEFAULT true NOT NULL,
    mail_content_type text DEFAULT 'application/octet-stream'::text NOT NULL,
    content_id text,
    content_disposition text DEFAULT 'attachment'::text NOT NULL,
    charset text,
    content_transfer_encoding text,
    payload_bytes integer GENERATED ALWAYS AS (COALESCE(octet_length(payload), 0)) STORED NOT NULL
);
CREATE SEQUENCE public.email_attachment_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.email_attachment_id_seq OWNED BY public.email_attachment.id;
CREATE SEQUENCE public.email_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.email_id_seq OWNED BY public.email.id;
CREATE TABLE public.expense (
    id integer NOT NULL,
    trip_id integer NOT NULL,
    owner_id integer NOT NULL,
    title text NOT NULL,
    date timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
    price double precision NOT NULL,
    currency text DEFAULT ''::text NOT NULL,
    created_at timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
    updated_at timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
    changed_at timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
    deleted_at timestamp(6) with time zone
);
CREATE SEQUENCE public.expense_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.expense_id_seq OWNED BY public.expense.id;
CREATE TABLE public.favorite (
    id integer NOT NULL,
    user_id integer NOT NULL,
    email text NOT NULL,
    favorite_user_id integer,
    automatic_suggest_on_new_trips boolean DEFAULT true NOT NULL,
    pending boolean DEFAULT true NOT NULL,
    created_at timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
    updated_at timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL
);
CREATE SEQUENCE public.favorite_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.favorite_id_seq OWNED BY public.favorite.id;
CREATE TABLE public.hosting (
    id integer NOT NULL,
    trip_id integer NOT NULL,
    owner_id integer NOT NULL,
    internal_identifier text DEFAULT ''::text NOT NULL,
    hidden boolean DEFAULT false NOT NULL,
    starts_at timestamp(6) with time zone,
    ends_at timestamp(6) with time zone,
    timezone text DEFAULT ''::text NOT NULL,
    name text DEFAULT ''::text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    address text DEFAULT ''::text NOT NULL,
    longitude double precision,
    latitude double precision,
    phone text DEFAULT ''::text NOT NULL,
    apple_maps_id text DEFAULT ''::text NOT NULL,
    room_type text DEFAULT ''::text NOT NULL,
    room_number text DEFAULT ''::text NOT NULL,
    website text DEFAULT ''::text NOT NULL,
    notes text DEFAULT ''::text NOT NULL,
    provider_location_url text DEFAULT ''::text NOT NULL,
    provider_reservation_code text DEFAULT ''::text NOT NULL,
    provider_reservation_description text DEFAULT ''::text NOT NULL,
    provider_document text DEFAULT ''::text NOT NULL,
    google_places_id text DEFAULT ''::text NOT NULL,
    price double precision,
    currency text DEFAULT ''::text NOT NULL,
    assigned_users integer[] DEFAULT ARRAY[]::integer[],
    sort_order integer DEFAULT 0 NOT NULL,
    created_at timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
    updated_at timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
    changed_at timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
    deleted_at timestamp(6) with time zone,
    reservation_key text,
    reservation_codes text[] GENERATED ALWAYS AS (public.codes_of(provider_reservation_code, reservation_key)) STORED,
    reservation_said jsonb,
    CONSTRAINT hosting_assigned_are_few CHECK ((cardinality(assigned_users) <= 100))
);
CREATE SEQUENCE public.hosting_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.hosting_id_seq OWNED BY public.hosting.id;
CREATE TABLE public.login_network (
    account text NOT NULL,
    network text NOT NULL,
    at timestamp(6) with time zone NOT NULL
);
CREATE TABLE public.member (
    trip_id integer NOT NULL,
    user_id integer NOT NULL,
    is_owner boolean DEFAULT false NOT NULL,
    joined boolean DEFAULT false NOT NULL,
    can_edit boolean DEFAULT false NOT NULL,
    can_add_guests boolean DEFAULT false NOT NULL,
    can_see_expenses boolean DEFAULT false NOT NULL,
    can_edit_expenses boolean DEFAULT false NOT NULL,
    can_see_documents boolean DEFAULT false NOT NULL,
    can_edit_documents boolean DEFAULT false NOT NULL,
    is_travelling boolean DEFAULT true NOT NULL,
    receive_notifications boolean DEFAULT true NOT NULL,
    created_at timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
    invitation_hash text,
    invited_by integer,
    CONSTRAINT member_joined_has_no_invitation CHECK (((invitation_hash IS NULL) OR (NOT joined))),
    CONSTRAINT member_joined_has_no_inviter CHECK (((invited_by IS NULL) OR (NOT joined))),
    CONSTRAINT member_owner_has_every_right CHECK (((NOT is_owner) OR (joined AND can_edit AND can_add_guests AND can_see_expenses AND can_edit_expenses AND can_see_documents AND can_edit_documents)))
);
CREATE TABLE public.moved_item (
    trip_id integer NOT NULL,
    kind text NOT NULL,
    item_id integer NOT NULL,
    moved_at timestamp(6) with time zone NOT NULL
);
CREATE TABLE public.outgoing_mail (
    id integer NOT NULL,
    recipient text NOT NULL,
    subject text NOT NULL,
    text text NOT NULL,
    html text DEFAULT ''::text NOT NULL,
    state public.mail_state DEFAULT 'PENDING'::public.mail_state NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    next_attempt_at timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
    last_error text DEFAULT ''::text NOT NULL,
    created_at timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
    sent_at timestamp(6) with time zone,
    is_urgent boolean DEFAULT false NOT NULL,
    caused_by integer,
    token text,
    token_hash text
);
CREATE SEQUENCE public.outgoing_mail_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.outgoing_mail_id_seq OWNED BY public.outgoing_mail.id;
CREATE TABLE public.password_reset (
    id integer NOT NULL,
    user_id integer NOT NULL,
    hash text NOT NULL,
    expires_at timestamp(6) with time zone NOT NULL
);
CREATE SEQUENCE public.password_reset_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.password_reset_id_seq OWNED BY public.password_reset.id;
CREATE TABLE public.transportation (
    id integer NOT NULL,
    trip_id integer NOT NULL,
    owner_id integer NOT NULL,
    internal_identifier text DEFAULT ''::text NOT NULL,
    hidden boolean DEFAULT false NOT NULL,
    name text DEFAULT ''::text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    notes text DEFAULT ''::text NOT NULL,
    transportation_type text NOT NULL,
    phone text DEFAULT ''::text NOT NULL,
    website text DEFAULT ''::text NOT NULL,
    departure_description text DEFAULT ''::text NOT NULL,
    departure_at timestamp(6) with time zone,
    departure_timezone text DEFAULT ''::text NOT NULL,
    departure_address text DEFAULT ''::text NOT NULL,
    departure_longitude double precision,
    departure_latitude double precision,
    departure_location_type text DEFAULT ''::text NOT NULL,
    departure_apple_maps_id text,
    departure_terminal text DEFAULT ''::text NOT NULL,
    departure_gate text DEFAULT ''::text NOT NULL,
    arrival_description text DEFAULT ''::text NOT NULL,
    arrival_at timestamp(6) with time zone,
    arrival_timezone text DEFAULT ''::text NOT NULL,
    arrival_address text DEFAULT ''::text NOT NULL,
    arrival_longitude double precision,
    arrival_latitude double precision,
    arrival_location_type text DEFAULT ''::text NOT NULL,
    arrival_apple_maps_id text,
    arrival_terminal text DEFAULT ''::text NOT NULL,
    arrival_gate text DEFAULT ''::text NOT NULL,
    arrival_bags text DEFAULT ''::text NOT NULL,
    company text DEFAULT ''::text NOT NULL,
    seat_number text DEFAULT ''::text NOT NULL,
    seat_class text DEFAULT ''::text NOT NULL,
    transport_number text DEFAULT ''::text NOT NULL,
    actual_transport_number text,
    coach_number text DEFAULT ''::text NOT NULL,
    vehicle_description text DEFAULT ''::text NOT NULL,
    flight_aware_identifier text DEFAULT ''::text NOT NULL,
    automatic_updates boolean DEFAULT false NOT NULL,
    distance_meters integer,
    provider_url text DEFAULT ''::text NOT NULL,
    provider_reservation_code text DEFAULT ''::text NOT NULL,
    provider_reservation_description text DEFAULT ''::text NOT NULL,
    provider_document text DEFAULT ''::text NOT NULL,
    price double precision,
    currency text DEFAULT ''::text NOT NULL,
    assigned_users integer[] DEFAULT ARRAY[]::integer[],
    sort_order integer DEFAULT 0 NOT NULL,
    created_at timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
    updated_at timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
    changed_at timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
    deleted_at timestamp(6) with time zone,
    reservation_key text,
    reservation_codes text[] GENERATED ALWAYS AS (public.codes_of(provider_reservation_code, reservation_key)) STORED,
    reservation_said jsonb,
    CONSTRAINT transportation_assigned_are_few CHECK ((cardinality(assigned_users) <= 100))
);
CREATE SEQUENCE public.transportation_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.transportation_id_seq OWNED BY public.transportation.id;
CREATE TABLE public.trip (
    id integer NOT NULL,
    owner_id integer NOT NULL,
    internal_identifier text DEFAULT ''::text NOT NULL,
    name text DEFAULT ''::text NOT NULL,
    timezone text DEFAULT ''::text NOT NULL,
    hidden boolean DEFAULT false NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    starts_at date,
    ends_at date,
    cover_gradient integer DEFAULT 0 NOT NULL,
    cover_image_url text,
    has_dates boolean DEFAULT false NOT NULL,
    number_of_days integer DEFAULT 0 NOT NULL,
    created_at timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
    changed_at timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
    deleted_at timestamp(6) with time zone,
    CONSTRAINT trip_days_are_counted CHECK ((number_of_days >= 0))
);
CREATE SEQUENCE public.trip_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.trip_id_seq OWNED BY public.trip.id;
CREATE TABLE public.upload (
    id text NOT NULL,
    key text NOT NULL,
    visibility text NOT NULL,
    created_at timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
    subject text,
    mib integer DEFAULT 1 NOT NULL,
    settled boolean DEFAULT false NOT NULL,
    CONSTRAINT upload_visibility CHECK ((visibility = ANY (ARRAY['private'::text, 'public'::text])))
);
ALTER TABLE ONLY public.account ALTER COLUMN id SET DEFAULT nextval('public.account_id_seq'::regclass);
ALTER TABLE ONLY public.activity ALTER COLUMN id SET DEFAULT nextval('public.activity_id_seq'::regclass);
ALTER TABLE ONLY public.alternative_email ALTER COLUMN id SET DEFAULT nextval('public.alternative_email_id_seq'::regclass);
ALTER TABLE ONLY public.api_key ALTER COLUMN id SET DEFAULT nextval('public.api_key_id_seq'::regclass);
ALTER TABLE ONLY public.attempt ALTER COLUMN id SET DEFAULT nextval('public.attempt_id_seq'::regclass);
ALTER TABLE ONLY public.category ALTER COLUMN id SET DEFAULT nextval('public.category_id_seq'::regclass);
ALTER TABLE ONLY public.document ALTER COLUMN id SET DEFAULT nextval('public.document_id_seq'::regclass);
ALTER TABLE ONLY public.email ALTER COLUMN id SET DEFAULT nextval('public.email_id_seq'::regclass);
ALTER TABLE ONLY public.email_attachment ALTER COLUMN id SET DEFAULT nextval('public.email_attachment_id_seq'::regclass);
ALTER TABLE ONLY public.expense ALTER COLUMN id SET DEFAULT nextval('public.expense_id_seq'::regclass);
ALTER TABLE ONLY public.favorite ALTER COLUMN id SET DEFAULT nextval('public.favorite_id_seq'::regclass);
ALTER TABLE ONLY public.hosting ALTER COLUMN id SET DEFAULT nextval('public.hosting_id_seq'::regclass);
ALTER TABLE ONLY public.outgoing_mail ALTER COLUMN id SET DEFAULT nextval('public.outgoing_mail_id_seq'::regclass);
ALTER TABLE ONLY public.password_reset ALTER COLUMN id SET DEFAULT nextval('public.password_reset_id_seq'::regclass);
ALTER TABLE ONLY public.transportation ALTER COLUMN id SET DEFAULT nextval('public.transportation_id_seq'::regclass);
ALTER TABLE ONLY public.trip ALTER COLUMN id SET DEFAULT nextval('public.trip_id_seq'::regclass);
INSERT INTO public._prisma_migrations VALUES
	('1', 'da4ae23f99bb97139b6a32b20c70333254b51ce8b27dfbf22c10fe18c251440d', '2031-05-01 00:00:00+00', '1.0', NULL, NULL, '2031-05-01 00:00:00+00', 1);
INSERT INTO public.account VALUES
	(1, 'olga@mail.example', 'olga@mail.example', '$argon2id$', 'Olga', '', '', 'https://trips.example/objects/0123456789abcdef0123456789abcdef', false, NULL, '2031-01-01 00:00:00+00', 'en', false, 'calendar-olga', false, NULL, true, true, true, 'UTC', 'USD', 'USD', 'mail-olga', true, true, true, '', '', '', '2031-01-01 00:00:00+00', 'subject-olga'),
	(2, 'ed@mail.example', 'ed@mail.example', '$argon2id$', 'Ed', '', '', NULL, false, NULL, '2031-01-01 00:00:00+00', 'en', false, 'calendar-ed', false, NULL, true, true, true, 'UTC', 'USD', 'USD', 'mail-ed', true, true, true, '', '', '', '2031-01-01 00:00:00+00', NULL);
INSERT INTO public.activity VALUES
	(1, 1, 2, '', false, 'general', NULL, '2031-04-18 19:00:00+00', NULL, false, 'Fado
\night; 🎶', '', '', '', false, '', -9.13, 38.71, '', '', '', '', '', '', '', '', NULL, '', '{}', 0, '2026-11-23 18:38:59.413944+00', '2026-11-23 18:38:59.413944+00', '2026-11-23 18:38:59.413944+00', NULL, NULL, DEFAULT, NULL);
INSERT INTO public.alternative_email VALUES
	(1, 1, 'o@mail.example', false, 'verification', '2026-11-23 18:38:59.438765+00');
INSERT INTO public.api_key VALUES
	(1, 1, 'deb87fabd17715bb31ad4cf4ffb9494eeb15f8d33d85b031a301c64ab3417eaa', '2031-01-02 00:00:00+00');
INSERT INTO public.attempt VALUES
	(1, 'login', 'olga', '2031-01-02 00:00:00+00', true);
INSERT INTO public.category VALUES
	(1, 1, 'fado', 'Fado', 'customicon-star', '#8E8E93', '2026-11-23 18:38:59.437886+00', NULL);
INSERT INTO public.document VALUES
	(1, 1, 1, NULL, NULL, NULL, 'Voucher', '', 'url', 'objects/0123456789abcdef0123456789abcdef', NULL, NULL, 'receipt', '2026-11-23 18:38:59.459378+00', '2026-11-23 18:38:59.459378+00', NULL, DEFAULT);
INSERT INTO public.email VALUES
	(1, 1, NULL, 1, NULL, NULL, 'hotel', 'message-1', '2031-02-01 00:00:00+00', 'Your booking', '', '<p>ab12</p>', '', '\x00ff10', false, '', '2026-11-23 18:38:59.444279+00', '2026-11-23 18:38:59.444279+00', NULL, DEFAULT, DEFAULT, '["ab12"]');
INSERT INTO public.email_attachment VALUES
	(1, 1, 'voucher.pdf', '\x25504446', true, 'application/octet-stream', NULL, 'attachment', NULL, NULL, DEFAULT);
INSERT INTO public.expense VALUES
	(1, 1, 1, 'Tram', '2031-04-19 00:00:00+00', 3, '', '2026-11-23 18:38:59.430049+00', '2026-11-23 18:38:59.430049+00', '2026-11-23 18:38:59.430049+00', NULL);
INSERT INTO public.favorite VALUES
	(1, 1, 'ed@mail.example', 2, true, false, '2026-11-23 18:38:59.460869+00', '2026-11-23 18:38:59.460869+00');
INSERT INTO public.hosting VALUES
	(1, 1, 1, '', false, NULL, NULL, '', 'Hotel ''Tejo''', '', '', NULL, NULL, '', '', '', '', '', '', '', 'AB 12', '', '', '', 99.5, 'EUR', '{2,1}', 0, '2026-11-23 18:38:59.402216+00', '2026-11-23 18:38:59.402216+00', '2026-11-23 18:38:59.450885+00', NULL, 'hotel
ab12
1', DEFAULT, '{"name": ["Hotel"]}');
INSERT INTO public.login_network VALUES
	('olga', '192.0.2.0/24', '2031-01-02 00:00:00+00');
INSERT INTO public.member VALUES
	(1, 1, true, true, true, true, true, true, true, true, true, true, '2026-11-23 18:38:59.376974+00', NULL, NULL),
	(2, 1, true, true, true, true, true, true, true, true, true, true, '2026-11-23 18:38:59.386137+00', NULL, NULL),
	(1, 2, false, true, true, false, true, true, false, false, true, true, '2026-11-23 18:38:59.395895+00', NULL, NULL),
	(2, 2, false, false, false, false, false, false, false, false, true, true, '2026-11-23 18:38:59.396765+00', 'invitation', 1);
INSERT INTO public.moved_item VALUES
	(1, 'transportation', 1, '2026-11-23 18:38:59.428844+00');
INSERT INTO public.outgoing_mail VALUES
	(1, 'o@mail.example', 'Verify your address', 'https://trips.example/verify/token', '', 'PENDING', 0, '2026-11-23 18:38:59.482124+00', '', '2026-11-23 18:38:59.482124+00', NULL, true, 1, 'token', 'verification');
INSERT INTO public.password_reset VALUES
	(1, 2, 'reset', '2031-01-03 00:00:00+00');
INSERT INTO public.transportation VALUES
	(1, 2, 1, '', false, '', '', '', 'train', '', '', '', '2031-04-18 07:00:00+00', '', '', NULL, NULL, '', NULL, '', '', '', NULL, '', '', NULL, NULL, '', NULL, '', '', '', '', '', '', '', NULL, '', '', '', false, NULL, '', '', '', '', NULL, '', '{}', 0, '2026-11-23 18:38:59.418076+00', '2026-11-23 18:38:59.428297+00', '2026-11-23 18:38:59.428297+00', NULL, NULL, DEFAULT, NULL);
INSERT INTO public.trip VALUES
	(2, 1, '', 'Porto', '', false, '', NULL, NULL, 0, NULL, false, 0, '2026-11-23 18:38:59.376472+00', '2026-11-23 18:38:59.429624+00', NULL),
	(1, 1, 'trip-lisbon', 'Lisbon', 'Europe/Lisbon', false, '', '2031-04-18', NULL, 0, NULL, true, 3, '2026-11-23 18:38:59.375448+00', '2026-11-23 18:38:59.452335+00', NULL);
INSERT INTO public.upload VALUES
	('0123456789abcdef0123456789abcdef', 'p/0123456789abcdef0123456789abcdef', 'private', '2031-01-04 00:00:00+00', '#1', 2, true);
SELECT pg_catalog.setval('public.account_id_seq', 2, true);
SELECT pg_catalog.setval('public.activity_id_seq', 1, true);
SELECT pg_catalog.setval('public.alternative_email_id_seq', 1, true);
SELECT pg_catalog.setval('public.api_key_id_seq', 1, true);
SELECT pg_catalog.setval('public.attempt_id_seq', 1, true);
SELECT pg_catalog.setval('public.category_id_seq', 1, true);
SELECT pg_catalog.setval('public.document_id_seq', 1, true);
SELECT pg_catalog.setval('public.email_attachment_id_seq', 1, true);
SELECT pg_catalog.setval('public.email_id_seq', 1, true);
SELECT pg_catalog.setval('public.expense_id_seq', 1, true);
SELECT pg_catalog.setval('public.favorite_id_seq', 1, true);
SELECT pg_catalog.setval('public.hosting_id_seq', 1, true);
SELECT pg_catalog.setval('public.outgoing_mail_id_seq', 1, true);
SELECT pg_catalog.setval('public.password_reset_id_seq', 1, true);
SELECT pg_catalog.setval('public.transportation_id_seq', 1, true);
SELECT pg_catalog.setval('public.trip_id_seq', 2, true);
ALTER TABLE ONLY public._prisma_migrations
    ADD CONSTRAINT _prisma_migrations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.account
    ADD CONSTRAINT account_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.activity
    ADD CONSTRAINT activity_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.alternative_email
    ADD CONSTRAINT alternative_email_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.attempt
    ADD CONSTRAINT attempt_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.category
    ADD CONSTRAINT category_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.document
    ADD CONSTRAINT document_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.email_attachment
    ADD CONSTRAINT email_attachment_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.email
    ADD CONSTRAINT email_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.expense
    ADD CONSTRAINT expense_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.favorite
    ADD CONSTRAINT favorite_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.hosting
    ADD CONSTRAINT hosting_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.login_network
    ADD CONSTRAINT login_network_pkey PRIMARY KEY (account, network);
ALTER TABLE ONLY public.member
    ADD CONSTRAINT member_pkey PRIMARY KEY (trip_id, user_id);
ALTER TABLE ONLY public.moved_item
    ADD CONSTRAINT moved_item_pkey PRIMARY KEY (trip_id, kind, item_id);
ALTER TABLE ONLY public.outgoing_mail
    ADD CONSTRAINT outgoing_mail_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.password_reset
    ADD CONSTRAINT password_reset_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.transportation
    ADD CONSTRAINT transportation_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.trip
    ADD CONSTRAINT trip_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.upload
    ADD CONSTRAINT upload_pkey PRIMARY KEY (id);
CREATE UNIQUE INDEX account_anonymous_email_identifier_key ON public.account USING btree (anonymous_email_identifier);
CREATE INDEX account_calendar_hash ON public.account USING btree (hashtextextended(calendar_identifier, (0)::bigint));
CREATE UNIQUE INDEX account_calendar_identifier_key ON public.account USING btree (calendar_identifier);
CREATE UNIQUE INDEX account_email_key ON public.account USING btree (email);
CREATE UNIQUE INDEX account_oauth_subject_key ON public.account USING btree (oauth_subject);
CREATE INDEX account_photo_object ON public.account USING btree (public.object_id(photo_url)) WHERE (public.object_id(photo_url) IS NOT NULL);
CREATE UNIQUE INDEX account_username_key ON public.account USING btree (username);
CREATE INDEX activity_live ON public.activity USING btree (trip_id, id) WHERE (deleted_at IS NULL);
CREATE INDEX activity_reserved ON public.activity USING gin (reservation_codes) WHERE ((deleted_at IS NULL) AND (reservation_codes IS NOT NULL));
CREATE INDEX activity_trip_id_changed_at_idx ON public.activity USING btree (trip_id, changed_at);
CREATE INDEX activity_trip_id_internal_identifier_idx ON public.activity USING btree (trip_id, internal_identifier);
CREATE UNIQUE INDEX alternative_email_email_key ON public.alternative_email USING btree (email);
CREATE UNIQUE INDEX alternative_email_hash_key ON public.alternative_email USING btree (hash);
CREATE INDEX alternative_email_user_id_id_idx ON public.alternative_email USING btree (user_id, id);
CREATE UNIQUE INDEX api_key_hash_key ON public.api_key USING btree (hash);
CREATE INDEX api_key_user_id_idx ON public.api_key USING btree (user_id);
CREATE INDEX attempt_limit_at_idx ON public.attempt USING btree ("limit", at);
CREATE INDEX attempt_limit_subject_at_idx ON public.attempt USING btree ("limit", subject, at);
CREATE UNIQUE INDEX category_active_slug ON public.category USING btree (owner_id, slug) WHERE (deleted_at IS NULL);
CREATE INDEX document_activity_id_idx ON public.document USING btree (activity_id);
CREATE INDEX document_hosting_id_idx ON public.document USING btree (hosting_id);
CREATE INDEX document_object ON public.document USING btree (public.object_id(url)) WHERE (public.object_id(url) IS NOT NULL);
CREATE UNIQUE INDEX document_receipt_hash_key ON public.document USING btree (receipt_hash);
CREATE INDEX document_transportation_id_idx ON public.document USING btree (transportation_id);
CREATE INDEX document_trip_id_idx ON public.document USING btree (trip_id);
CREATE INDEX email_activity_id_idx ON public.email USING btree (activity_id);
CREATE INDEX email_attachment_email_id_idx ON public.email_attachment USING btree (email_id);
CREATE INDEX email_cancellations ON public.email USING gin (cancellations jsonb_path_ops) WHERE (cancellations IS NOT NULL);
CREATE INDEX email_hosting_id_idx ON public.email USING btree (hosting_id);
CREATE INDEX email_inbox ON public.email USING btree (owner_id, date DESC) WHERE ((deleted_at IS NULL) AND (trip_id IS NULL) AND (hosting_id IS NULL) AND (activity_id IS NULL) AND (transportation_id IS NULL));
CREATE UNIQUE INDEX email_owner_id_message_key_key ON public.email USING btree (owner_id, message_key);
CREATE INDEX email_transportation_id_idx ON public.email USING btree (transportation_id);
CREATE INDEX email_trip_id_idx ON public.email USING btree (trip_id);
CREATE INDEX expense_live ON public.expense USING btree (trip_id, id) WHERE (deleted_at IS NULL);
CREATE INDEX expense_trip_id_changed_at_idx ON public.expense USING btree (trip_id, changed_at);
CREATE INDEX favorite_favorite_user_id_idx ON public.favorite USING btree (favorite_user_id);
CREATE UNIQUE INDEX favorite_one_confirmed ON public.favorite USING btree (user_id, favorite_user_id) WHERE (NOT pending);
CREATE UNIQUE INDEX favorite_one_request ON public.favorite USING btree (user_id, email) WHERE pending;
CREATE INDEX favorite_user_id_idx ON public.favorite USING btree (user_id);
CREATE INDEX hosting_live ON public.hosting USING btree (trip_id, id) WHERE (deleted_at IS NULL);
CREATE INDEX hosting_reserved ON public.hosting USING gin (reservation_codes) WHERE ((deleted_at IS NULL) AND (reservation_codes IS NOT NULL));
CREATE INDEX hosting_trip_id_changed_at_idx ON public.hosting USING btree (trip_id, changed_at);
CREATE INDEX hosting_trip_id_internal_identifier_idx ON public.hosting USING btree (trip_id, internal_identifier);
CREATE INDEX login_network_at_idx ON public.login_network USING btree (at);
CREATE UNIQUE INDEX member_invitation_hash_key ON public.member USING btree (invitation_hash);
CREATE INDEX member_of_others ON public.member USING btree (user_id, trip_id) WHERE (joined AND (NOT is_owner));
CREATE UNIQUE INDEX member_one_owner ON public.member USING btree (trip_id) WHERE is_owner;
CREATE INDEX member_user_id_trip_id_idx ON public.member USING btree (user_id, trip_id);
CREATE INDEX outgoing_mail_done ON public.outgoing_mail USING btree (COALESCE(sent_at, created_at)) WHERE (state <> 'PENDING'::public.mail_state);
CREATE INDEX outgoing_mail_due ON public.outgoing_mail USING btree (is_urgent DESC, next_attempt_at, id) WHERE (state = 'PENDING'::public.mail_state);
CREATE INDEX outgoing_mail_of_account ON public.outgoing_mail USING btree (caused_by, created_at) WHERE (caused_by IS NOT NULL);
CREATE INDEX outgoing_mail_recipient_id_idx ON public.outgoing_mail USING btree (recipient, id);
CREATE INDEX outgoing_mail_to_recipient ON public.outgoing_mail USING btree (recipient, created_at) WHERE (caused_by IS NOT NULL);
CREATE UNIQUE INDEX outgoing_mail_token_hash_key ON public.outgoing_mail USING btree (token_hash);
CREATE UNIQUE INDEX password_reset_hash_key ON public.password_reset USING btree (hash);
CREATE INDEX password_reset_user_id_idx ON public.password_reset USING btree (user_id);
CREATE INDEX transportation_live ON public.transportation USING btree (trip_id, id) WHERE (deleted_at IS NULL);
CREATE INDEX transportation_reserved ON public.transportation USING gin (reservation_codes) WHERE ((deleted_at IS NULL) AND (reservation_codes IS NOT NULL));
CREATE INDEX transportation_trip_id_changed_at_idx ON public.transportation USING btree (trip_id, changed_at);
CREATE INDEX transportation_trip_id_internal_identifier_idx ON public.transportation USING btree (trip_id, internal_identifier);
CREATE INDEX trip_cover_object ON public.trip USING btree (public.object_id(cover_image_url)) WHERE (public.object_id(cover_image_url) IS NOT NULL);
CREATE INDEX trip_live ON public.trip USING btree (owner_id, id) WHERE (deleted_at IS NULL);
CREATE INDEX trip_owner_id_changed_at_idx ON public.trip USING btree (owner_id, changed_at);
CREATE INDEX trip_owner_id_internal_identifier_idx ON public.trip USING btree (owner_id, internal_identifier);
CREATE INDEX upload_created_at_idx ON public.upload USING btree (created_at);
CREATE INDEX upload_subject_created_at_idx ON public.upload USING btree (subject, created_at);
CREATE INDEX upload_unsettled ON public.upload USING btree (created_at, id) WHERE (NOT settled);
CREATE TRIGGER address_is_free BEFORE INSERT OR UPDATE OF email ON public.account FOR EACH ROW EXECUTE FUNCTION public.address_is_free();
CREATE TRIGGER address_is_free BEFORE INSERT OR UPDATE OF email ON public.alternative_email FOR EACH ROW EXECUTE FUNCTION public.address_is_free();
CREATE TRIGGER assigned_users_are_members BEFORE INSERT OR UPDATE OF assigned_users, trip_id ON public.activity FOR EACH ROW EXECUTE FUNCTION public.assigned_users_are_members();
CREATE TRIGGER assigned_users_are_members BEFORE INSERT OR UPDATE OF assigned_users, trip_id ON public.hosting FOR EACH ROW EXECUTE FUNCTION public.assigned_users_are_members();
CREATE TRIGGER assigned_users_are_members BEFORE INSERT OR UPDATE OF assigned_users, trip_id ON public.transportation FOR EACH ROW EXECUTE FUNCTION public.assigned_users_are_members();
CREATE TRIGGER assignments_end AFTER DELETE ON public.member FOR EACH ROW EXECUTE FUNCTION public.member_leaves_assignments();
CREATE TRIGGER change_time BEFORE UPDATE ON public.activity FOR EACH ROW EXECUTE FUNCTION public.child_changes();
CREATE TRIGGER change_time BEFORE UPDATE ON public.document FOR EACH ROW EXECUTE FUNCTION public.email_changes();
CREATE TRIGGER change_time BEFORE UPDATE ON public.email FOR EACH ROW EXECUTE FUNCTION public.email_changes();
CREATE TRIGGER change_time BEFORE UPDATE ON public.expense FOR EACH ROW EXECUTE FUNCTION public.child_changes();
CREATE TRIGGER change_time BEFORE UPDATE ON public.hosting FOR EACH ROW EXECUTE FUNCTION public.child_changes();
CREATE TRIGGER change_time BEFORE UPDATE ON public.transportation FOR EACH ROW EXECUTE FUNCTION public.child_changes();
CREATE TRIGGER change_time BEFORE UPDATE ON public.trip FOR EACH ROW EXECUTE FUNCTION public.trip_changes();
CREATE TRIGGER forget_mailed_token AFTER DELETE ON public.password_reset FOR EACH ROW EXECUTE FUNCTION public.forget_mailed_token('hash');
CREATE TRIGGER forget_mailed_token_of_answered AFTER UPDATE OF invitation_hash ON public.member FOR EACH ROW WHEN ((old.invitation_hash IS DISTINCT FROM new.invitation_hash)) EXECUTE FUNCTION public.forget_mailed_token('invitation_hash');
CREATE TRIGGER forget_mailed_token_of_gone AFTER DELETE ON public.alternative_email FOR EACH ROW EXECUTE FUNCTION public.forget_mailed_token('hash');
CREATE TRIGGER forget_mailed_token_of_gone AFTER DELETE ON public.member FOR EACH ROW WHEN ((old.invitation_hash IS NOT NULL)) EXECUTE FUNCTION public.forget_mailed_token('invitation_hash');
CREATE TRIGGER forget_mailed_token_of_verified AFTER UPDATE OF verified ON public.alternative_email FOR EACH ROW WHEN ((new.verified AND (NOT old.verified))) EXECUTE FUNCTION public.forget_mailed_token('hash');
CREATE TRIGGER identifier_is_free BEFORE INSERT ON public.activity FOR EACH ROW WHEN ((current_setting('trips.identifiers'::text, true) IS DISTINCT FROM 'kept'::text)) EXECUTE FUNCTION public.child_identifier_is_free();
CREATE TRIGGER identifier_is_free BEFORE INSERT ON public.hosting FOR EACH ROW WHEN ((current_setting('trips.identifiers'::text, true) IS DISTINCT FROM 'kept'::text)) EXECUTE FUNCTION public.child_identifier_is_free();
CREATE TRIGGER identifier_is_free BEFORE INSERT ON public.transportation FOR EACH ROW WHEN ((current_setting('trips.identifiers'::text, true) IS DISTINCT FROM 'kept'::text)) EXECUTE FUNCTION public.child_identifier_is_free();
CREATE TRIGGER identifier_is_free BEFORE INSERT ON public.trip FOR EACH ROW WHEN ((current_setting('trips.identifiers'::text, true) IS DISTINCT FROM 'kept'::text)) EXECUTE FUNCTION public.trip_identifier_is_free();
CREATE TRIGGER item_moves AFTER UPDATE OF trip_id ON public.activity FOR EACH ROW WHEN ((old.trip_id <> new.trip_id)) EXECUTE FUNCTION public.item_moves();
CREATE TRIGGER item_moves AFTER UPDATE OF trip_id ON public.hosting FOR EACH ROW WHEN ((old.trip_id <> new.trip_id)) EXECUTE FUNCTION public.item_moves();
CREATE TRIGGER item_moves AFTER UPDATE OF trip_id ON public.transportation FOR EACH ROW WHEN ((old.trip_id <> new.trip_id)) EXECUTE FUNCTION public.item_moves();
CREATE TRIGGER owner_is_member AFTER INSERT ON public.trip REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.trips_get_their_owners();
CREATE TRIGGER parent_change_time AFTER UPDATE ON public.email REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.emails_change_parents();
CREATE TRIGGER parent_insert_time AFTER INSERT ON public.email REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.emails_change_parents();
CREATE TRIGGER reference_holds_upload BEFORE INSERT OR UPDATE OF photo_url ON public.account FOR EACH ROW WHEN ((public.object_id(new.photo_url) IS NOT NULL)) EXECUTE FUNCTION public.reference_holds_upload('photo_url');
CREATE TRIGGER reference_holds_upload BEFORE INSERT OR UPDATE OF url ON public.document FOR EACH ROW WHEN ((public.object_id(new.url) IS NOT NULL)) EXECUTE FUNCTION public.reference_holds_upload('url');
CREATE TRIGGER reference_holds_upload BEFORE INSERT OR UPDATE OF cover_image_url ON public.trip FOR EACH ROW WHEN ((public.object_id(new.cover_image_url) IS NOT NULL)) EXECUTE FUNCTION public.reference_holds_upload('cover_image_url');
CREATE TRIGGER rights_are_consistent BEFORE INSERT OR UPDATE ON public.member FOR EACH ROW EXECUTE FUNCTION public.member_rights_are_consistent();
CREATE TRIGGER trip_change_time AFTER UPDATE ON public.activity REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.rows_change_trips();
CREATE TRIGGER trip_change_time AFTER UPDATE ON public.expense REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.rows_change_trips();
CREATE TRIGGER trip_change_time AFTER UPDATE ON public.hosting REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.rows_change_trips();
CREATE TRIGGER trip_change_time AFTER UPDATE ON public.member REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.rows_change_trips();
CREATE TRIGGER trip_change_time AFTER UPDATE ON public.transportation REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.rows_change_trips();
CREATE TRIGGER trip_delete_time AFTER DELETE ON public.member REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.rows_change_trips();
CREATE TRIGGER trip_insert_time AFTER INSERT ON public.activity REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.rows_change_trips();
CREATE TRIGGER trip_insert_time AFTER INSERT ON public.expense REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.rows_change_trips();
CREATE TRIGGER trip_insert_time AFTER INSERT ON public.hosting REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.rows_change_trips();
CREATE TRIGGER trip_insert_time AFTER INSERT ON public.member REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.rows_change_trips();
CREATE TRIGGER trip_insert_time AFTER INSERT ON public.transportation REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.rows_change_trips();
ALTER TABLE ONLY public.activity
    ADD CONSTRAINT activity_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.account(id);
ALTER TABLE ONLY public.activity
    ADD CONSTRAINT activity_trip_id_fkey FOREIGN KEY (trip_id) REFERENCES public.trip(id);
ALTER TABLE ONLY public.alternative_email
    ADD CONSTRAINT alternative_email_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.account(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.account(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.category
    ADD CONSTRAINT category_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.account(id);
ALTER TABLE ONLY public.document
    ADD CONSTRAINT document_activity_id_fkey FOREIGN KEY (activity_id) REFERENCES public.activity(id);
ALTER TABLE ONLY public.document
    ADD CONSTRAINT document_hosting_id_fkey FOREIGN KEY (hosting_id) REFERENCES public.hosting(id);
ALTER TABLE ONLY public.document
    ADD CONSTRAINT document_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.account(id);
ALTER TABLE ONLY public.document
    ADD CONSTRAINT document_transportation_id_fkey FOREIGN KEY (transportation_id) REFERENCES public.transportation(id);
ALTER TABLE ONLY public.document
    ADD CONSTRAINT document_trip_id_fkey FOREIGN KEY (trip_id) REFERENCES public.trip(id);
ALTER TABLE ONLY public.email
    ADD CONSTRAINT email_activity_id_fkey FOREIGN KEY (activity_id) REFERENCES public.activity(id);
ALTER TABLE ONLY public.email_attachment
    ADD CONSTRAINT email_attachment_email_id_fkey FOREIGN KEY (email_id) REFERENCES public.email(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.email
    ADD CONSTRAINT email_hosting_id_fkey FOREIGN KEY (hosting_id) REFERENCES public.hosting(id);
ALTER TABLE ONLY public.email
    ADD CONSTRAINT email_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.account(id);
ALTER TABLE ONLY public.email
    ADD CONSTRAINT email_transportation_id_fkey FOREIGN KEY (transportation_id) REFERENCES public.transportation(id);
ALTER TABLE ONLY public.email
    ADD CONSTRAINT email_trip_id_fkey FOREIGN KEY (trip_id) REFERENCES public.trip(id);
ALTER TABLE ONLY public.expense
    ADD CONSTRAINT expense_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.account(id);
ALTER TABLE ONLY public.expense
    ADD CONSTRAINT expense_trip_id_fkey FOREIGN KEY (trip_id) REFERENCES public.trip(id);
ALTER TABLE ONLY public.favorite
    ADD CONSTRAINT favorite_favorite_user_id_fkey FOREIGN KEY (favorite_user_id) REFERENCES public.account(id);
ALTER TABLE ONLY public.favorite
    ADD CONSTRAINT favorite_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.account(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.hosting
    ADD CONSTRAINT hosting_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.account(id);
ALTER TABLE ONLY public.hosting
    ADD CONSTRAINT hosting_trip_id_fkey FOREIGN KEY (trip_id) REFERENCES public.trip(id);
ALTER TABLE ONLY public.member
    ADD CONSTRAINT member_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES public.account(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.member
    ADD CONSTRAINT member_trip_id_fkey FOREIGN KEY (trip_id) REFERENCES public.trip(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.member
    ADD CONSTRAINT member_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.account(id);
ALTER TABLE ONLY public.moved_item
    ADD CONSTRAINT moved_item_trip_id_fkey FOREIGN KEY (trip_id) REFERENCES public.trip(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.password_reset
    ADD CONSTRAINT password_reset_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.account(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.transportation
    ADD CONSTRAINT transportation_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.account(id);
ALTER TABLE ONLY public.transportation
    ADD CONSTRAINT transportation_trip_id_fkey FOREIGN KEY (trip_id) REFERENCES public.trip(id);
ALTER TABLE ONLY public.trip
    ADD CONSTRAINT trip_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.account(id);

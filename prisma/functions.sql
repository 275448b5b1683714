-- Every function and trigger of the database as it stands, each once. The migrations create them;
-- `npm run drift` fails where they differ from this page (functions.mjs). To change one, write a
-- migration and edit it here. Numbers in parentheses are sections of the specification.
--
-- A trigger stands here for one of two reasons: it keeps what no other place keeps, whichever
-- statement writes, or it holds locks until the commit, so that two writers cannot break together
-- what each of them has checked. What one statement can decide by itself is decided in src/core.

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

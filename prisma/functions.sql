-- All functions and triggers of the database in their current form. The migrations create them;
-- `npm run drift` fails if they differ from this page (functions.mjs). To change one, write a
-- migration and edit it here. Numbers in parentheses are sections of the specification (test/spec).
--
-- A trigger has one of two purposes: it enforces a rule for every write, or it holds locks until
-- the commit, so that two writers cannot together break what each has checked. Whatever one
-- statement can decide alone is decided in src/core.

-- ---------------------------------------------------------------------------------------------
-- Functions of computed columns and of indexes

-- The reservation codes by which booking emails find an item: its visible one, in lower case
-- without spaces, the second line of its key, and all lines from the fourth on; null if there are
-- none (17).
create function codes_of(code text, key text) returns text[] language sql immutable return
  nullif(array_remove(
    array[regexp_replace(lower(code), '\s', '', 'g')]
      || (string_to_array(key, E'\n'))[2:2] || (string_to_array(key, E'\n'))[4:], ''), '{}');

-- The ID in an object key, or at the end of a URL; null for any other text (14).
create function object_id(address text) returns text language sql immutable parallel safe as $$
  select substring(split_part(split_part(address, '#', 1), '?', 1) from '.*([0-9a-f]{32})')
$$;

-- ---------------------------------------------------------------------------------------------
-- Calendar feeds

-- The local time of a moment in the first of these zones that PostgreSQL knows, else in UTC. Zones
-- are stored as sent, and "at time zone" fails for an unknown name.
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

-- An address belongs to one account, as its primary or an alternative one. Writers of the same
-- address queue on a lock before they check. An account may make its own alternative address its
-- primary one.
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
-- Identifiers (1.10): a create with a taken identifier inserts nothing. A unique index is
-- impossible, because updates and moves may duplicate one; deleted rows count. An import is exempt,
-- by a setting of its transaction: a lock for each of its rows would fill the lock table.

-- A trip is created once per owner and identifier, if that has more than five characters; the lock
-- makes check and insert atomic.
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

-- Makes the owners of new trips members with every right, in one statement so that each trip is
-- changed once.
create function trips_get_their_owners() returns trigger language plpgsql as $$
begin
  insert into member (trip_id, user_id, is_owner, joined, can_edit, can_add_guests,
    can_see_expenses, can_edit_expenses, can_see_documents, can_edit_documents)
  select id, owner_id, true, true, true, true, true, true, true, true from new_rows;
  return null;
end $$;

create trigger owner_is_member after insert on trip
  referencing new table as new_rows for each statement execute function trips_get_their_owners();

-- Clears rights that need a missing one (src/core/rights.ts lists the same needs). Checks the whole
-- row, because a change names only some of the rights.
create function member_rights_are_consistent() returns trigger language plpgsql as $$
begin
  new.can_add_guests := new.can_add_guests and new.can_edit;
  new.can_edit_expenses := new.can_edit_expenses and new.can_edit and new.can_see_expenses;
  new.can_edit_documents := new.can_edit_documents and new.can_edit and new.can_see_documents;
  return new;
end $$;

create trigger rights_are_consistent before insert or update on member
  for each row execute function member_rights_are_consistent();

-- Only joined members are assigned, once each, in the given order, at most 100 (15). They are
-- locked until the commit, so that a member removed concurrently does not stay assigned.
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

-- Removes a member who leaves from all assignments. Locks the items first, because writing the
-- first one locks the trip.
create function member_leaves_assignments() returns trigger language plpgsql as $$
begin
  perform from hosting where trip_id = old.trip_id and old.user_id = any (assigned_users)
    order by id for no key update;
  perform from activity where trip_id = old.trip_id and old.user_id = any (assigned_users)
    order by id for no key update;
  perform from transportation where trip_id = old.trip_id and old.user_id = any (assigned_users)
    order by id for no key update;
  update hosting set assigned_users = array_remove(assigned_users, old.user_id)
    where trip_id = old.trip_id and old.user_id = any (assigned_users);
  update activity set assigned_users = array_remove(assigned_users, old.user_id)
    where trip_id = old.trip_id and old.user_id = any (assigned_users);
  update transportation set assigned_users = array_remove(assigned_users, old.user_id)
    where trip_id = old.trip_id and old.user_id = any (assigned_users);
  return old;
end $$;

create trigger assignments_end before delete on member
  for each row execute function member_leaves_assignments();

-- ---------------------------------------------------------------------------------------------
-- Versions (B1) and change times (1.8). A version counts the changes of a trip, or of what belongs
-- to an account alone; each row has the version at which it last changed, and the one at which it
-- entered. It is assigned under the lock on the trip's row, which is held until the commit: so
-- versions are committed in order, and a reader of version 7 has seen all up to 7. The lock order
-- is accounts, members, what is attached to items, items, trips; each by ID. A row is written only
-- once its trip is locked.
--
-- trip.changed_at changes with the trip, its members, its items and their emails, and nothing else;
-- an item's changed_at with the item and its emails, its updated_at with the item alone. So
-- `updatedSince` compares one indexed column. Both are set under the same lock, and are later than
-- every earlier change of the trip, even if a clock was set back.

-- Locks a trip and gives it the version of this transaction, once, and, if dated, the time of its
-- change. The update is a separate statement: with a snapshot from before the wait, it would queue
-- at an old version of the row. Null for a trip that is gone. The version is greater than `above`,
-- that of an object from another place: no version of an object is ever given again.
create function change_trip(
  one int, is_dated boolean, above int default 0, out version int, out moment timestamptz
) language plpgsql as $$
declare
  own boolean;
  was_dated boolean;
begin
  select t.version, t.xmin = pg_current_xact_id()::xid, t.dated_version = t.version, t.changed_at
    into version, own, was_dated, moment from trip t where t.id = one for no key update;
  was_dated := own and was_dated;
  if not found or own and version > above and (was_dated or not is_dated) then return; end if;
  if is_dated and not was_dated then
    moment := greatest(clock_timestamp(), moment + interval '1 millisecond');
  end if;
  if not own or version <= above then version := greatest(version, above) + 1; end if;
  update trip t set version = change_trip.version, changed_at = moment,
      dated_version = case when is_dated or was_dated then change_trip.version
        else t.dated_version end
    where t.id = one;
end $$;

-- Dates a trip whose own row changes; functions set its versions themselves. An update without new
-- values counts too, because later writes of the transaction assume that the row has its version.
create function trip_changes() returns trigger language plpgsql as $$
declare is_new boolean := new is distinct from old;
begin
  if new.version = old.version and new.dated_version = old.dated_version
      and new.people_version = old.people_version then
    new.version := old.version + 1;
    if is_new then
      new.dated_version := new.version;
      new.changed_at := greatest(clock_timestamp(), old.changed_at + interval '1 millisecond');
    end if;
  end if;
  return new;
end $$;

create trigger change_time before update on trip
  for each row execute function trip_changes();

-- Records what was in a trip from one version to another; `changed` is the version at which it last
-- changed there.
create function leave_trip(
  trip int, kind text, object int, entered int, changed int, version int
) returns void language sql as $$
  insert into departure (trip_id, kind, object_id, entered, changed, version)
  values ($1, $2, $3, $4, $5, $6)
$$;

-- Locks the emails and documents of an item; must precede the lock on the item.
create function hold_attached(kind text, item int) returns void language plpgsql as $$
begin
  execute format('select from email where %I = $1 order by id for no key update', kind || '_id')
    using item;
  execute format('select from document where %I = $1 order by id for no key update', kind || '_id')
    using item;
end $$;

-- The same, with the item already locked. What others hold was attached in between, and they may be
-- waiting for the item, so this raises a conflict and the writer starts over.
create function attached_are_held(kind text, item int) returns void language plpgsql as $$
begin
  execute format('select from email where %I = $1 for no key update nowait', kind || '_id')
    using item;
  execute format('select from document where %I = $1 for no key update nowait', kind || '_id')
    using item;
exception when lock_not_available then
  raise serialization_failure using message = 'something was attached meanwhile';
end $$;

-- An item has the version of its trip, and is dated by every write, unless the update sets
-- changed_at itself, as emails do; an import keeps its times. An item that waited for its trip is
-- created when it is written, unless the insert names another time. A move changes both trips. A
-- deleted item leaves the trip at that moment, and enters it again when restored.
create function child_changes() returns trigger language plpgsql as $$
declare
  moment timestamptz;
  here int;
  there int;
  was_there boolean := tg_op = 'UPDATE' and old.deleted_at is null;
  moves boolean := tg_op = 'UPDATE' and old.trip_id <> new.trip_id;
begin
  if tg_op = 'UPDATE' and tg_table_name <> 'expense'
      and (moves or was_there <> (new.deleted_at is null)) then
    perform attached_are_held(tg_table_name, old.id);
  end if;
  -- The trip with the lower ID is locked first.
  if moves and old.trip_id < new.trip_id then perform change_trip(old.trip_id, true); end if;
  select * into here, moment
    from change_trip(new.trip_id, true, case when moves then old.version else 0 end);
  there := here;
  if moves then select version into there from change_trip(old.trip_id, true); end if;
  if was_there and (moves or new.deleted_at is not null) then
    perform leave_trip(old.trip_id, tg_table_name, old.id, old.entered, old.version, there);
  end if;
  if new.deleted_at is null then
    new.version := here;
    if moves or not was_there then new.entered := here; end if;
  elsif was_there then
    new.deleted_at := moment;
  end if;
  if tg_op = 'UPDATE' then
    if new.changed_at = old.changed_at then
      new.changed_at := moment;
      new.updated_at := moment;
    end if;
  elsif current_setting('trips.identifiers', true) is distinct from 'kept' then
    if new.created_at between statement_timestamp() and moment then new.created_at := moment; end if;
    new.changed_at := moment;
    new.updated_at := moment;
  end if;
  return new;
end $$;

create trigger versioned before insert or update on hosting
  for each row execute function child_changes();
create trigger versioned before insert or update on activity
  for each row execute function child_changes();
create trigger versioned before insert or update on transportation
  for each row execute function child_changes();
create trigger versioned before insert or update on expense
  for each row execute function child_changes();

-- A member or invitee has the version of the trip, too. Not all members see invitees, so one who
-- joins leaves as an invitee and enters as a member.
create function member_changes() returns trigger language plpgsql as $$
declare here int;
begin
  if tg_op = 'DELETE' then
    select version into here from change_trip(old.trip_id, true);
    if here is not null then
      perform leave_trip(old.trip_id, case when old.joined then 'member' else 'invitee' end,
        old.user_id, old.entered, old.version, here);
    end if;
    return old;
  end if;
  -- An insert that will find the member there, and so change nothing. One who is being removed may
  -- be gone by then.
  if tg_op = 'INSERT' then
    perform from member where trip_id = new.trip_id and user_id = new.user_id
      for key share skip locked;
    if found then return new; end if;
  end if;
  -- A new name, which changes the trip without dating it.
  if tg_op = 'UPDATE' and new.version <> old.version then return new; end if;
  select version into here from change_trip(new.trip_id, true);
  if tg_op = 'UPDATE' and new.joined <> old.joined then
    perform leave_trip(new.trip_id, case when old.joined then 'member' else 'invitee' end,
      new.user_id, old.entered, old.version, here);
  end if;
  new.version := here;
  if tg_op = 'INSERT' or new.joined <> old.joined then new.entered := here; end if;
  return new;
end $$;

create trigger versioned before insert or update or delete on member
  for each row execute function member_changes();

-- Where something is attached: the trip of its parent, and whether the parent is live. A table, since
-- the plan of one is kept with the statement that reads it.
create function parent_trip(trip int, hosting int, activity int, transportation int)
returns table (place int, is_live boolean) language sql stable as $$
  select $1, true where $1 is not null
  union all select trip_id, deleted_at is null from hosting where id = $2
  union all select trip_id, deleted_at is null from activity where id = $3
  union all select trip_id, deleted_at is null from transportation where id = $4
$$;

-- Locks the old and new parents of an email or a document. Those of an email change with it; a
-- document locks its new parent against a concurrent deletion.
create function hold_parents(is_email boolean, hostings int[], activities int[],
  transportations int[]) returns void language plpgsql as $$
begin
  if is_email then
    perform from hosting where id = any (hostings) order by id for no key update;
    perform from activity where id = any (activities) order by id for no key update;
    perform from transportation where id = any (transportations) order by id for no key update;
  else
    perform from hosting where id = any (hostings) for share;
    perform from activity where id = any (activities) for share;
    perform from transportation where id = any (transportations) for share;
  end if;
end $$;

-- An email or a document is dated by every write, and has the version of the trip where it is
-- visible (`at_trip`), or none while it or its parent is deleted. In the inbox, an email has the
-- version of its owner. When its parent carries it, only `at_trip` is set, which does not date it.
create function attached_changes() returns trigger language plpgsql as $$
declare
  from_place int;
  to_place int;
  is_live boolean;
  is_new boolean := tg_op = 'INSERT';
  is_carried boolean := not is_new and old.at_trip is distinct from new.at_trip;
  is_email boolean := tg_table_name = 'email';
  was record := case when is_new then new else old end;
  stays boolean := not is_new and (old.trip_id, old.hosting_id, old.activity_id,
    old.transportation_id) is not distinct from (new.trip_id, new.hosting_id, new.activity_id,
    new.transportation_id);
  waited boolean := is_email and not is_new and old.deleted_at is null and
    num_nonnulls(old.trip_id, old.hosting_id, old.activity_id, old.transportation_id) = 0;
  waits boolean := is_email and new.deleted_at is null and
    num_nonnulls(new.trip_id, new.hosting_id, new.activity_id, new.transportation_id) = 0;
  own int;
  one int;
begin
  -- An insert that will find the row there, and so change nothing.
  if is_new and is_email then
    if exists (select from email e
      where e.owner_id = new.owner_id and e.message_key = new.message_key) then return new; end if;
  elsif is_new then
    if exists (select from document d where d.receipt_hash = new.receipt_hash) then
      return new;
    end if;
  end if;
  if waited or waits then
    own := change_account(new.owner_id, case when waited or is_new then 0 else old.version end);
  end if;
  if not is_carried and (is_email or not stays) then
    perform hold_parents(is_email, array[was.hosting_id, new.hosting_id],
      array[was.activity_id, new.activity_id],
      array[was.transportation_id, new.transportation_id]);
  end if;
  select p.place, p.is_live into to_place, is_live
    from parent_trip(new.trip_id, new.hosting_id, new.activity_id, new.transportation_id) p;
  if is_carried then
    from_place := old.at_trip;
  elsif not is_new then
    select p.place into from_place
      from parent_trip(old.trip_id, old.hosting_id, old.activity_id, old.transportation_id) p;
  end if;
  for one in select distinct id from unnest(array[from_place, to_place]) id
      where id is not null order by id loop
    perform change_trip(one, is_email and not is_carried,
      case when one = to_place and to_place is distinct from from_place and not is_new
        then old.version else 0 end);
  end loop;
  if not is_new and not is_carried
      or is_new and current_setting('trips.identifiers', true) is distinct from 'kept' then
    new.updated_at := clock_timestamp();
    if is_new and new.created_at between statement_timestamp() and new.updated_at then
      new.created_at := new.updated_at;
    end if;
  end if;
  if not is_new and old.deleted_at is null and new.deleted_at is not null then
    new.deleted_at := new.updated_at;
  end if;
  new.at_trip := case when new.deleted_at is null and is_live then to_place end;
  if not is_new and old.at_trip <> coalesce(new.at_trip, 0) then
    perform leave_trip(old.at_trip, tg_table_name, old.id, old.entered, old.version,
      (select version from change_trip(old.at_trip, false)));
  end if;
  if waited and not waits then
    perform leave_account(old.owner_id, 'email', old.id, old.entered, old.version, own);
  end if;
  if waits then
    new.version := own;
    if not waited then new.entered := own; end if;
  elsif new.at_trip is not null then
    select version into new.version from change_trip(new.at_trip, false);
    if is_new or new.at_trip is distinct from old.at_trip then new.entered := new.version; end if;
  end if;
  return new;
end $$;

create trigger versioned before insert or update on email
  for each row execute function attached_changes();
create trigger versioned before insert or update on document
  for each row execute function attached_changes();

-- Dates the old and new parents of emails that are attached, moved, changed or deleted, with the
-- time of their trip. An item that already has that time is not written again, which would look
-- like a change of its own.
create function emails_change_parents() returns trigger language plpgsql
set enable_seqscan = off -- its plans are kept from when there were few rows
as $$
declare
  hostings int[];
  activities int[];
  transportations int[];
begin
  if tg_op = 'INSERT' then
    select array_agg(hosting_id), array_agg(activity_id), array_agg(transportation_id)
    into hostings, activities, transportations from new_rows;
  else
    -- Those that their parent carries change nothing of it.
    select array_agg(parent.hosting_id), array_agg(parent.activity_id),
      array_agg(parent.transportation_id)
    into hostings, activities, transportations
    from old_rows o join new_rows n using (id) cross join lateral (
      values (o.hosting_id, o.activity_id, o.transportation_id),
        (n.hosting_id, n.activity_id, n.transportation_id)
    ) parent (hosting_id, activity_id, transportation_id)
    where o.updated_at <> n.updated_at;
  end if;
  update hosting h set changed_at = greatest(t.changed_at, h.changed_at + interval '1 millisecond')
    from trip t where h.id = any (hostings) and t.id = h.trip_id and h.changed_at <> t.changed_at;
  update activity a set changed_at = greatest(t.changed_at, a.changed_at + interval '1 millisecond')
    from trip t where a.id = any (activities) and t.id = a.trip_id and a.changed_at <> t.changed_at;
  update transportation r
    set changed_at = greatest(t.changed_at, r.changed_at + interval '1 millisecond')
    from trip t where r.id = any (transportations) and t.id = r.trip_id
      and r.changed_at <> t.changed_at;
  return null;
end $$;

create trigger parent_insert_time after insert on email
  referencing new table as new_rows for each statement execute function emails_change_parents();
create trigger parent_change_time after update on email
  referencing old table as old_rows new table as new_rows
  for each statement execute function emails_change_parents();

-- An item carries its emails and documents when it moves, and hides them while it is deleted.
create function item_carries() returns trigger language plpgsql as $$
declare place int := case when new.deleted_at is null then new.trip_id end;
begin
  execute format('update email set at_trip = $1
      where %1$I = $2 and deleted_at is null and at_trip is distinct from $1',
    tg_table_name || '_id') using place, new.id;
  execute format('update document set at_trip = $1
      where %1$I = $2 and deleted_at is null and at_trip is distinct from $1',
    tg_table_name || '_id') using place, new.id;
  return null;
end $$;

create trigger carries after update of trip_id, deleted_at on hosting for each row
  when (old.trip_id <> new.trip_id or (old.deleted_at is null) <> (new.deleted_at is null))
  execute function item_carries();
create trigger carries after update of trip_id, deleted_at on activity for each row
  when (old.trip_id <> new.trip_id or (old.deleted_at is null) <> (new.deleted_at is null))
  execute function item_carries();
create trigger carries after update of trip_id, deleted_at on transportation for each row
  when (old.trip_id <> new.trip_id or (old.deleted_at is null) <> (new.deleted_at is null))
  execute function item_carries();

-- The owner of an item or a document that others bring into a trip, or that is imported, may never
-- have been on its roster; a departure that no reader sees records them instead.
create function author_is_known() returns trigger language plpgsql as $$
declare place int := coalesce(to_jsonb(new) ->> 'at_trip', to_jsonb(new) ->> 'trip_id');
begin
  if not exists (select from member where trip_id = place and user_id = new.owner_id)
      and not exists (select from departure where trip_id = place and kind = 'member'
        and object_id = new.owner_id) then
    -- A change of the person's name waits, or is waited for.
    perform from account where id = new.owner_id for key share;
    perform leave_trip(place, 'member', new.owner_id, new.version, new.version, new.version);
  end if;
  return null;
end $$;

create trigger author_is_known after update of trip_id on hosting for each row
  when (old.trip_id <> new.trip_id) execute function author_is_known();
create trigger author_is_known after update of trip_id on activity for each row
  when (old.trip_id <> new.trip_id) execute function author_is_known();
create trigger author_is_known after update of trip_id on transportation for each row
  when (old.trip_id <> new.trip_id) execute function author_is_known();
create trigger author_is_imported after insert on hosting for each row
  when (current_setting('trips.identifiers', true) = 'kept') execute function author_is_known();
create trigger author_is_imported after insert on activity for each row
  when (current_setting('trips.identifiers', true) = 'kept') execute function author_is_known();
create trigger author_is_imported after insert on transportation for each row
  when (current_setting('trips.identifiers', true) = 'kept') execute function author_is_known();
create trigger author_is_imported after insert on expense for each row
  when (current_setting('trips.identifiers', true) = 'kept') execute function author_is_known();
create trigger author_is_known after update on document for each row
  when (new.at_trip is not null and new.at_trip is distinct from old.at_trip)
  execute function author_is_known();
create trigger author_is_imported after insert on document for each row
  when (new.at_trip is not null and current_setting('trips.identifiers', true) = 'kept')
  execute function author_is_known();

-- An item that moves leaves a row in the old trip, so that clients with a copy of it learn of the
-- move.
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

-- The version of an account counts the changes of what belongs to it alone: its row, keys,
-- alternative addresses, categories, favorites and inbox. Increased once per transaction, under the
-- lock of the row; null for an account that is gone.
create function change_account(one int, above int default 0) returns int language plpgsql as $$
declare
  given int;
  own boolean;
begin
  select a.version, a.xmin = pg_current_xact_id()::xid into given, own
    from account a where a.id = one for no key update;
  if found and (not own or given <= above) then
    given := greatest(given, above) + 1;
    update account a set version = given where a.id = one;
  end if;
  return given;
end $$;

-- Records what belonged to an account from one version to another.
create function leave_account(
  account int, kind text, object int, entered int, changed int, version int
) returns void language sql as $$
  insert into departure (account_id, kind, object_id, entered, changed, version)
  values ($1, $2, $3, $4, $5, $6)
$$;

-- An account whose own row is updated gets a new version; change_account sets its version itself. A
-- change that others see waits for all uncommitted references to the account, so that
-- person_changes finds them.
create function account_changes() returns trigger language plpgsql as $$
begin
  if new.version = old.version then new.version := old.version + 1; end if;
  if (old.name, old.email, old.photo_url) is distinct from (new.name, new.email, new.photo_url) then
    perform from account where id = new.id for update;
  end if;
  return new;
end $$;

create trigger versioned before update on account
  for each row execute function account_changes();

-- A new name, address or photo changes the trips on whose roster the account is or was, which
-- includes all where it can own an item (`author_is_known`), and the favorites that show it.
create function person_changes() returns trigger language plpgsql as $$
declare
  one int;
  here int;
begin
  perform from member where user_id = new.id order by trip_id for no key update;
  for one in select trip_id from member where user_id = new.id
      union select trip_id from departure where kind = 'member' and object_id = new.id
      order by 1 loop
    select version into here from change_trip(one, false);
    update trip set people_version = here where id = one and people_version <> here;
    update member set version = here
      where trip_id = one and user_id = new.id and version <> here;
  end loop;
  update favorite set user_id = user_id where favorite_user_id = new.id and not pending;
  return null;
end $$;

create trigger person_changes after update of name, email, photo_url on account for each row
  when ((old.name, old.email, old.photo_url) is distinct from (new.name, new.email, new.photo_url))
  execute function person_changes();

-- Keys and alternative addresses change their account.
create function account_rows_change() returns trigger language plpgsql as $$
begin
  perform change_account(coalesce(new.user_id, old.user_id));
  return coalesce(new, old);
end $$;

create trigger versioned before insert or delete or update of read_only, trips, withheld, expires_at
  on api_key for each row execute function account_rows_change();
create trigger versioned before insert or update or delete on alternative_email
  for each row execute function account_rows_change();

-- A favorite has the version of the account that owns it.
create function favorite_changes() returns trigger language plpgsql as $$
declare here int := change_account(coalesce(new.user_id, old.user_id));
begin
  if tg_op = 'DELETE' then
    if here is not null then
      perform leave_account(old.user_id, 'favorite', old.id, old.entered, old.version, here);
    end if;
    return old;
  end if;
  new.version := here;
  if tg_op = 'INSERT' then
    new.entered := here;
    if current_setting('trips.identifiers', true) is distinct from 'kept' then
      new.updated_at := new.created_at;
    end if;
  end if;
  return new;
end $$;

create trigger versioned before insert or update or delete on favorite
  for each row execute function favorite_changes();

-- A category has the version of its owner, and leaves the account when deleted.
create function category_changes() returns trigger language plpgsql as $$
declare was_there boolean := tg_op = 'UPDATE' and old.deleted_at is null;
begin
  new.version := change_account(new.owner_id);
  new.changed_at := clock_timestamp();
  if new.deleted_at is null and not was_there then new.entered := new.version; end if;
  if was_there and new.deleted_at is not null then
    perform leave_account(
      new.owner_id, 'category', new.id, old.entered, old.version, new.version);
  end if;
  return new;
end $$;

create trigger versioned before insert or update on category
  for each row execute function category_changes();

-- ---------------------------------------------------------------------------------------------
-- Uploads (14)

-- Whether anything refers to an object. Deleted documents and trips count, because restoring them
-- needs their files.
create function object_is_referenced(object text) returns boolean language sql stable as $$
  select exists (select from document where object_id(url) = object)
    or exists (select from account where object_id(photo_url) = object)
    or exists (select from trip where object_id(cover_image_url) = object)
$$;

-- A writer of a reference locks the upload until the commit. The job that removes abandoned objects
-- locks an upload before it looks for references, so it either sees this one or has already removed
-- the object.
create function reference_holds_upload() returns trigger language plpgsql as $$
declare
  -- As a variable it is computed once, not for every row of a scan.
  referenced text := object_id(to_jsonb(new) ->> tg_argv[0]);
begin
  perform from upload where id = referenced for key share;
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
-- Idempotency keys (B4)

-- What requests with this key have done, as a holder knows it: what it has done itself, and, while it
-- has no limits, what others without limits have done for the account.
create function known_idempotency_keys(account int, one text, by_holder text, less text)
returns setof idempotency_key language sql stable as $$
  select * from idempotency_key
  where account_id = account and key = one and (holder = by_holder or narrowing = '' and less = '')
    and created_at > now() - interval '24 hours'
$$;

-- Locks a key of a request until the transaction ends, and returns what is known of it; with
-- `counts`, also the number of the account's keys, and the bytes of their answers. Not free: another
-- request holds the lock. Waiting for it here would take a connection. The statement's own snapshot
-- is older than the locks, and misses requests that ended in between; those of a function are newer.
create function hold_idempotency_key(
  account int, one text, by_holder text, less text, counts boolean,
  out is_free boolean, out known idempotency_key[], out keys int, out bytes int
) language plpgsql as $$
declare name text := concat_ws(' ', 'idempotency', account, one);
begin
  is_free := pg_try_advisory_xact_lock(hashtextextended(concat_ws(' ', name, by_holder), 0))
    and (less <> '' or pg_try_advisory_xact_lock(hashtextextended(name, 0)));
  known := array(select k from known_idempotency_keys(account, one, by_holder, less) k);
  if not counts or not is_free or cardinality(known) > 0 then return; end if;
  -- Comparing texts by the rules of a language would take several times as long.
  select count(distinct concat_ws(' ', key, case when narrowing <> '' then holder end) collate "C"),
    least(coalesce(sum(pg_column_size(answer)), 0), 2147483647) into keys, bytes
    from idempotency_key
    where account_id = account and created_at > now() - interval '24 hours';
end $$;

-- ---------------------------------------------------------------------------------------------
-- Outgoing mail (1.3, 17)

-- Writes the mails that fit the limits (all if `by_whom` is null), drops the others, and returns
-- how many were written. Transactions that count the same mails queue on locks, taken in one order
-- and as the last of their transaction; there are only 256, so that no transaction can fill the
-- lock table. The nth mail of an account within the hour is dated back by 60 - n minutes: all are
-- due at once, but later ones come after the first ones of other accounts.
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

-- Replaces a token that was used, withdrawn or cleaned away in its waiting mail by words that fit
-- into a link: if the mail is still sent, its link leads to a page that says so.
create function forget_mailed_token() returns trigger language plpgsql as $$
declare
  -- As a variable it is computed once, not for every row of a scan.
  hash text := to_jsonb(old) ->> tg_argv[0];
begin
  update outgoing_mail
  set text = replace(text, token, 'no-longer-valid'), html = replace(html, token, 'no-longer-valid'),
    token = null, token_hash = null
  where token_hash = hash;
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

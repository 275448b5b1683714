-- Versions (B1): every trip and every account counts its changes, and what belongs to it has the
-- version at which it last changed and the one at which it entered. All that is there begins with
-- 1.

alter table account add column version integer not null default 1;
alter table trip
  add column version integer not null default 1,
  -- The version at which changed_at last moved.
  add column dated_version integer not null default 1,
  -- The version at which a person who is shown in the trip last changed.
  add column people_version integer not null default 1;
alter table member
  add column version integer not null default 1,
  add column entered integer not null default 1;
alter table hosting
  add column version integer not null default 1,
  add column entered integer not null default 1;
alter table activity
  add column version integer not null default 1,
  add column entered integer not null default 1;
alter table transportation
  add column version integer not null default 1,
  add column entered integer not null default 1;
alter table expense
  add column version integer not null default 1,
  add column entered integer not null default 1;
alter table category
  add column version integer not null default 1,
  add column entered integer not null default 1;
alter table favorite
  add column version integer not null default 1,
  add column entered integer not null default 1;
alter table email
  add column version integer not null default 1,
  add column entered integer not null default 1,
  -- The trip where it can be seen; none while it or its parent is deleted.
  add column at_trip integer;
-- Nothing is dated by this.
alter table email disable trigger user;
update email one set at_trip = place.trip_id from (
  select one.id, coalesce(one.trip_id, h.trip_id, a.trip_id, r.trip_id) as trip_id
  from email one
    left join hosting h on h.id = one.hosting_id and h.deleted_at is null
    left join activity a on a.id = one.activity_id and a.deleted_at is null
    left join transportation r on r.id = one.transportation_id and r.deleted_at is null
  where one.deleted_at is null) place
where place.id = one.id and place.trip_id is not null;
alter table email enable trigger user;
alter table document
  add column version integer not null default 1,
  add column entered integer not null default 1,
  -- The trip where it can be seen; none while it or its parent is deleted.
  add column at_trip integer;
alter table document disable trigger user;
update document one set at_trip = place.trip_id from (
  select one.id, coalesce(one.trip_id, h.trip_id, a.trip_id, r.trip_id) as trip_id
  from document one
    left join hosting h on h.id = one.hosting_id and h.deleted_at is null
    left join activity a on a.id = one.activity_id and a.deleted_at is null
    left join transportation r on r.id = one.transportation_id and r.deleted_at is null
  where one.deleted_at is null) place
where place.id = one.id and place.trip_id is not null;
alter table document enable trigger user;

-- What was in a trip, or belonged to an account, from one version to another, and does not any
-- more.
create table departure (
  id serial not null,
  trip_id integer,
  account_id integer,
  -- The table of the object; of a member, `object_id` is the account.
  kind text not null,
  object_id integer not null,
  entered integer not null,
  changed integer not null,
  version integer not null,
  constraint departure_pkey primary key (id),
  constraint departure_trip_id_fkey foreign key (trip_id) references trip (id) on delete cascade,
  constraint departure_account_id_fkey
    foreign key (account_id) references account (id) on delete cascade,
  constraint departure_is_of_one check (num_nonnulls(trip_id, account_id) = 1)
);
create index departure_trip_id_version_idx on departure (trip_id, version);
create index departure_account_id_version_idx on departure (account_id, version);
create index departure_object_id_idx on departure (object_id) where kind = 'member';
create index email_at_trip_version_idx on email (at_trip, version);
create index document_at_trip_version_idx on document (at_trip, version);

-- The history of this database, which a restore begins anew.
create table history (
  id uuid not null default gen_random_uuid(),
  constraint history_pkey primary key (id)
);
insert into history default values;

-- Owners of items and documents who are not on the roster.
insert into departure (trip_id, kind, object_id, entered, changed, version)
select distinct item.trip_id, 'member', item.owner_id, 1, 1, 1 from (
  select trip_id, owner_id from hosting union select trip_id, owner_id from activity
  union select trip_id, owner_id from transportation
  union select trip_id, owner_id from expense
  union select at_trip, owner_id from document where at_trip is not null) item
where not exists (select from member m
  where m.trip_id = item.trip_id and m.user_id = item.owner_id);

drop trigger assignments_end on member;
drop trigger change_time on hosting;
drop trigger change_time on activity;
drop trigger change_time on transportation;
drop trigger change_time on expense;
drop trigger change_time on email;
drop trigger change_time on document;
drop trigger trip_insert_time on hosting;
drop trigger trip_change_time on hosting;
drop trigger trip_insert_time on activity;
drop trigger trip_change_time on activity;
drop trigger trip_insert_time on transportation;
drop trigger trip_change_time on transportation;
drop trigger trip_insert_time on expense;
drop trigger trip_change_time on expense;
drop trigger trip_insert_time on member;
drop trigger trip_change_time on member;
drop trigger trip_delete_time on member;
drop function email_changes();
drop function touch_trips(int[]);
drop function rows_change_trips();

-- A member who leaves is taken out of all assignments. The items are held first, since the writes
-- of the first ones hold the trip.
create or replace function member_leaves_assignments() returns trigger language plpgsql as $$
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

-- A trip whose own row changes is dated; functions set its versions themselves. An update without
-- new values counts too: what the transaction writes later takes the row for one with its version.
create or replace function trip_changes() returns trigger language plpgsql as $$
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

-- An item has the version of its trip, and is dated whenever it is written, unless the update sets
-- changed_at itself, as emails do; an import keeps its times. A move changes both trips. What is
-- deleted has left the trip, at that moment, and enters it again where it is restored.
create or replace function child_changes() returns trigger language plpgsql as $$
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
  if moves then
    perform change_trip(least(old.trip_id, new.trip_id), true);
    perform change_trip(greatest(old.trip_id, new.trip_id), true);
  end if;
  select * into here, moment from change_trip(new.trip_id, true);
  if was_there and (moves or new.deleted_at is not null) then
    select version into there from change_trip(old.trip_id, true);
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
    new.changed_at := moment;
    new.updated_at := moment;
  end if;
  return new;
end $$;

-- Emails that are attached, moved, changed or deleted date their old and new parents, as their trip
-- has been; an item that has that time already is not written again, which would look like a change
-- of its own.
create or replace function emails_change_parents() returns trigger language plpgsql
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

-- Holds a trip, and gives it the version of this transaction, once, and the time of its change if
-- that is dated. The update is a statement of its own: one with the snapshot of before the wait
-- would queue at an old version of the row. Null for a trip that is gone.
create function change_trip(one int, is_dated boolean, out version int, out moment timestamptz)
language plpgsql as $$
declare
  own boolean;
  dated int;
begin
  select t.version, t.dated_version, t.xmin = pg_current_xact_id()::xid, t.changed_at
    into version, dated, own, moment from trip t where t.id = one for no key update;
  if not found or own and (dated = version or not is_dated) then return; end if;
  if is_dated then moment := greatest(clock_timestamp(), moment + interval '1 millisecond'); end if;
  if not own then version := version + 1; end if;
  update trip t set version = change_trip.version,
      dated_version = case when is_dated then change_trip.version else t.dated_version end,
      changed_at = case when is_dated then moment else t.changed_at end
    where t.id = one;
end $$;

-- What was in a trip, from one version to another, and is not any more; `changed` is the version at
-- which it last changed there.
create function leave_trip(
  trip int, kind text, object int, entered int, changed int, version int
) returns void language sql as $$
  insert into departure (trip_id, kind, object_id, entered, changed, version)
  values ($1, $2, $3, $4, $5, $6)
$$;

-- Holds the emails and documents of an item, which must come before the item.
create function hold_attached(kind text, item int) returns void language plpgsql as $$
begin
  execute format('select from email where %I = $1 order by id for no key update', kind || '_id')
    using item;
  execute format('select from document where %I = $1 order by id for no key update', kind || '_id')
    using item;
end $$;

-- The same once the item is held: what others hold was attached in between, and they may wait
-- for the item. A conflict, so that the writer begins again.
create function attached_are_held(kind text, item int) returns void language plpgsql as $$
begin
  execute format('select from email where %I = $1 for no key update nowait', kind || '_id')
    using item;
  execute format('select from document where %I = $1 for no key update nowait', kind || '_id')
    using item;
exception when lock_not_available then
  raise serialization_failure using message = 'something was attached meanwhile';
end $$;

-- A member or invitee has the version of the trip as well. Invitees are not shown to all members, so
-- one who joins leaves as an invitee and enters as a member.
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

-- Where something is that is attached: the trip of its parent, and whether the parent is there.
create function parent_trip(trip int, hosting int, activity int, transportation int,
  out place int, out is_live boolean) language sql stable as $$
  select $1, true where $1 is not null
  union all select trip_id, deleted_at is null from hosting where id = $2
  union all select trip_id, deleted_at is null from activity where id = $3
  union all select trip_id, deleted_at is null from transportation where id = $4
$$;

-- Holds the parents that an email or a document has or had. Those of an email are changed with it;
-- a document holds its new parent, which may be about to be deleted.
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

-- An email or a document is dated whenever it is written, and has the version of the trip where it
-- can be seen (`at_trip`): none while it or its parent is deleted. Waiting in the inbox, an email
-- has the version of its owner. Carried by its parent, which sets `at_trip` alone, it is not dated.
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
  if is_new then
    if is_email and exists (select from email e
        where e.owner_id = new.owner_id and e.message_key = to_jsonb(new) ->> 'message_key')
      or not is_email and exists (select from document d
        where d.receipt_hash = to_jsonb(new) ->> 'receipt_hash') then return new; end if;
  end if;
  if waited or waits then own := change_account(new.owner_id); end if;
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
    perform change_trip(one, is_email and not is_carried);
  end loop;
  if not is_new and not is_carried
      or is_new and current_setting('trips.identifiers', true) is distinct from 'kept' then
    new.updated_at := clock_timestamp();
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

-- An item carries its emails and documents where it moves, and out of sight while it is deleted.
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

-- The owner of an item that others bring into a trip, or import, may never have been on its roster:
-- an entry without a version to be told at stands in for that.
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

-- The version of an account counts the changes of what belongs to it alone: its row, its keys,
-- alternative addresses, categories and favorites, and its inbox. Given once a transaction, under
-- the lock of its row; null for an account that is gone.
create function change_account(one int) returns int language plpgsql as $$
declare
  given int;
  own boolean;
begin
  select a.version, a.xmin = pg_current_xact_id()::xid into given, own
    from account a where a.id = one for no key update;
  if found and not own then
    given := given + 1;
    update account a set version = given where a.id = one;
  end if;
  return given;
end $$;

-- What belonged to an account, from one version to another, and does not any more.
create function leave_account(
  account int, kind text, object int, entered int, changed int, version int
) returns void language sql as $$
  insert into departure (account_id, kind, object_id, entered, changed, version)
  values ($1, $2, $3, $4, $5, $6)
$$;

-- An account whose own row is updated has a new version; change_account sets its version itself. A
-- change that others see waits for all that refer to the account and are not committed yet, so that
-- person_changes sees where.
create function account_changes() returns trigger language plpgsql as $$
begin
  if new.version = old.version then new.version := old.version + 1; end if;
  if (old.name, old.email, old.photo_url) is distinct from (new.name, new.email, new.photo_url) then
    perform from account where id = new.id for update;
  end if;
  return new;
end $$;

-- A new name, address or photo changes the trips on whose roster the account is or was, which are
-- all where it can own an item (`author_is_known`), and the favorites that show it.
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

-- Keys and alternative addresses change their account.
create function account_rows_change() returns trigger language plpgsql as $$
begin
  perform change_account(coalesce(new.user_id, old.user_id));
  return coalesce(new, old);
end $$;

-- A favorite has the version of the account that it is a favorite of.
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
  if tg_op = 'INSERT' then new.entered := here; end if;
  return new;
end $$;

-- A category has the version of its owner, and leaves the account where it is deleted.
create function category_changes() returns trigger language plpgsql as $$
declare was_there boolean := tg_op = 'UPDATE' and old.deleted_at is null;
begin
  new.version := change_account(new.owner_id);
  if new.deleted_at is null and not was_there then new.entered := new.version; end if;
  if was_there and new.deleted_at is not null then
    perform leave_account(
      new.owner_id, 'category', new.id, old.entered, old.version, new.version);
  end if;
  return new;
end $$;

create trigger assignments_end before delete on member
  for each row execute function member_leaves_assignments();
create trigger versioned before insert or update on hosting
  for each row execute function child_changes();
create trigger versioned before insert or update on activity
  for each row execute function child_changes();
create trigger versioned before insert or update on transportation
  for each row execute function child_changes();
create trigger versioned before insert or update on expense
  for each row execute function child_changes();
create trigger versioned before insert or update or delete on member
  for each row execute function member_changes();
create trigger versioned before insert or update on email
  for each row execute function attached_changes();
create trigger versioned before insert or update on document
  for each row execute function attached_changes();
create trigger carries after update of trip_id, deleted_at on hosting for each row
  when (old.trip_id <> new.trip_id or (old.deleted_at is null) <> (new.deleted_at is null))
  execute function item_carries();
create trigger carries after update of trip_id, deleted_at on activity for each row
  when (old.trip_id <> new.trip_id or (old.deleted_at is null) <> (new.deleted_at is null))
  execute function item_carries();
create trigger carries after update of trip_id, deleted_at on transportation for each row
  when (old.trip_id <> new.trip_id or (old.deleted_at is null) <> (new.deleted_at is null))
  execute function item_carries();
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
create trigger versioned before update on account
  for each row execute function account_changes();
create trigger person_changes after update of name, email, photo_url on account for each row
  when ((old.name, old.email, old.photo_url) is distinct from (new.name, new.email, new.photo_url))
  execute function person_changes();
create trigger versioned before insert or delete on api_key
  for each row execute function account_rows_change();
create trigger versioned before insert or update or delete on alternative_email
  for each row execute function account_rows_change();
create trigger versioned before insert or update or delete on favorite
  for each row execute function favorite_changes();
create trigger versioned before insert or update on category
  for each row execute function category_changes();

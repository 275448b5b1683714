-- Of two requests with one idempotency key, only one takes effect, even if one ends while the other
-- starts. A key that is narrowed changes its account. A changed category is found by its time.

-- Whether a request with this key has left an outcome. A new snapshot: the statement that asks holds
-- the key's lock, but its own snapshot is older, and misses a request that ended in between.
create function idempotency_key_is_known(account int, holding text, one text) returns boolean
language plpgsql as $$
begin
  return exists (select from idempotency_key
    where account_id = account and holder = holding and key = one);
end $$;

drop trigger versioned on api_key;
create trigger versioned before insert or delete or update of read_only, trips, withheld, expires_at
  on api_key for each row execute function account_rows_change();

alter table category add column changed_at timestamptz(6);
create index category_changed_at_idx on category (changed_at);

create or replace function category_changes() returns trigger language plpgsql as $$
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

-- An object that moves gets a version that it never had, also where the versions of the
-- two places are close.
drop function change_trip(int, boolean);
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

drop function change_account(int);
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

create or replace function attached_changes() returns trigger language plpgsql as $$
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

-- A new row has one time: until now a row that waited for its trip was created before it was updated.

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
    if new.created_at between statement_timestamp() and moment then new.created_at := moment; end if;
    new.changed_at := moment;
    new.updated_at := moment;
  end if;
  return new;
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

create or replace function favorite_changes() returns trigger language plpgsql as $$
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

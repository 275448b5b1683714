-- What changes a trip touches it once a statement, no longer once a row: of a trip that is touched
-- again in the same transaction every former version is looked at again, so the many rows of an
-- import took time by the square of their number. What counts as a change of which trip, and the
-- order of the locks (children before trips, each in the order of their ids), is as before.

-- In the order of their ids, so that two moves in opposite directions do not deadlock. Two statements
-- for each: an update with the snapshot of before the wait would queue at the version that others
-- have left behind, where somebody who waits for this transaction may stand in front of it. One trip
-- at a time, by its key: PL/pgSQL keeps plans, and one for a list that was made while there were few
-- trips would read all of them when there are many.
create or replace function touch_trips(variadic ids int[]) returns void language plpgsql as $$
declare one int;
begin
  for one in select distinct id from unnest(ids) as id order by id loop
    perform from trip where id = one for no key update;
    update trip set changed_at = clock_timestamp() where id = one;
  end loop;
end $$;

-- Of all tables whose rows have a `trip_id`. A statement that has written no row touches nothing.
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

-- A trigger with such tables is for one kind of statement.
drop trigger trip_change_time on hosting;
create trigger trip_insert_time after insert on hosting
  referencing new table as new_rows for each statement execute function rows_change_trips();
create trigger trip_change_time after update on hosting
  referencing old table as old_rows new table as new_rows
  for each statement execute function rows_change_trips();

drop trigger trip_change_time on activity;
create trigger trip_insert_time after insert on activity
  referencing new table as new_rows for each statement execute function rows_change_trips();
create trigger trip_change_time after update on activity
  referencing old table as old_rows new table as new_rows
  for each statement execute function rows_change_trips();

drop trigger trip_change_time on transportation;
create trigger trip_insert_time after insert on transportation
  referencing new table as new_rows for each statement execute function rows_change_trips();
create trigger trip_change_time after update on transportation
  referencing old table as old_rows new table as new_rows
  for each statement execute function rows_change_trips();

drop trigger trip_change_time on expense;
create trigger trip_insert_time after insert on expense
  referencing new table as new_rows for each statement execute function rows_change_trips();
create trigger trip_change_time after update on expense
  referencing old table as old_rows new table as new_rows
  for each statement execute function rows_change_trips();

drop trigger trip_change_time on member;
create trigger trip_insert_time after insert on member
  referencing new table as new_rows for each statement execute function rows_change_trips();
create trigger trip_change_time after update on member
  referencing old table as old_rows new table as new_rows
  for each statement execute function rows_change_trips();
create trigger trip_delete_time after delete on member
  referencing old table as old_rows for each statement execute function rows_change_trips();

drop function child_changes_trip();
drop function member_changes_trip();

-- The owners of new trips become members by one statement, which then touches these trips.
drop trigger owner_is_member on trip;
drop function trip_gets_its_owner();
create function trips_get_their_owners() returns trigger language plpgsql as $$
begin
  insert into member (trip_id, user_id, is_owner, joined, can_edit, can_add_guests,
    can_see_expenses, can_edit_expenses, can_see_documents, can_edit_documents)
  select id, owner_id, true, true, true, true, true, true, true, true from new_rows;
  return null;
end $$;

create trigger owner_is_member after insert on trip
  referencing new table as new_rows for each statement execute function trips_get_their_owners();

-- Attaching, moving, changing or deleting emails counts for their old and their new parents; touched
-- children touch their trips by the triggers above. The trips are held in the order of their ids,
-- whether an email lies in one itself or at a child of it. The moment is taken when all locks are
-- held, so that it never lies before one that somebody else has just written. A child that has that
-- moment already is not written again: that would look like a change of its own (child_changes).
drop trigger parent_change_time on email;
drop function email_changes_parents();
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

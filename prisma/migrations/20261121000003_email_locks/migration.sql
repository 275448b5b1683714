-- Children before trips, each in id order: whoever edits a child locks the child first and its trip
-- last, so an email that moves must not hold the trip while it waits for the child.
create or replace function email_changes_parents() returns trigger language plpgsql as $$
declare moment timestamptz := clock_timestamp();
begin
  if tg_op = 'INSERT' then old := new; end if;
  perform from hosting where id in (old.hosting_id, new.hosting_id) order by id for no key update;
  perform from activity where id in (old.activity_id, new.activity_id) order by id for no key update;
  perform from transportation where id in (old.transportation_id, new.transportation_id)
    order by id for no key update;
  update hosting set changed_at = moment where id in (old.hosting_id, new.hosting_id);
  update activity set changed_at = moment where id in (old.activity_id, new.activity_id);
  update transportation set changed_at = moment
    where id in (old.transportation_id, new.transportation_id);
  perform touch_trips(old.trip_id, new.trip_id);
  return null;
end $$;

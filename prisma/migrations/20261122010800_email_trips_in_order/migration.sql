-- The trips that an email touches are held in the order of their ids, whether it lies in one itself or
-- at a child of it: two emails that go opposite ways, between a trip and a child of another, waited for
-- each other. Children come before trips, as wherever a child is written.
create or replace function email_changes_parents() returns trigger language plpgsql as $$
declare moment timestamptz;
begin
  if tg_op = 'INSERT' then old := new; end if;
  perform from hosting where id in (old.hosting_id, new.hosting_id) order by id for no key update;
  perform from activity where id in (old.activity_id, new.activity_id) order by id for no key update;
  perform from transportation where id in (old.transportation_id, new.transportation_id)
    order by id for no key update;
  perform from trip where id = any (array(
      select trip_id from hosting where id in (old.hosting_id, new.hosting_id)
      union select trip_id from activity where id in (old.activity_id, new.activity_id)
      union select trip_id from transportation
        where id in (old.transportation_id, new.transportation_id)
      union values (old.trip_id), (new.trip_id)))
    order by id for no key update;
  moment := clock_timestamp();
  update hosting set changed_at = moment
    where id in (old.hosting_id, new.hosting_id) and changed_at <> moment;
  update activity set changed_at = moment
    where id in (old.activity_id, new.activity_id) and changed_at <> moment;
  update transportation set changed_at = moment
    where id in (old.transportation_id, new.transportation_id) and changed_at <> moment;
  perform touch_trips(old.trip_id, new.trip_id);
  return null;
end $$;

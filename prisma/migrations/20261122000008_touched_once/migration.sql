-- A child that two emails touch within one tick of the clock has that moment already, and writing it
-- again would look like a change of the child's own (child_changes). The moment is taken when the
-- locks are held, so that it never lies before one that somebody else has just written.
create or replace function email_changes_parents() returns trigger language plpgsql as $$
declare moment timestamptz;
begin
  if tg_op = 'INSERT' then old := new; end if;
  perform from hosting where id in (old.hosting_id, new.hosting_id) order by id for no key update;
  perform from activity where id in (old.activity_id, new.activity_id) order by id for no key update;
  perform from transportation where id in (old.transportation_id, new.transportation_id)
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

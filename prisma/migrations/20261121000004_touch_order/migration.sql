-- In id order, so that two moves in opposite directions do not deadlock. Two statements: an update
-- with the snapshot of before the wait would queue at the version that others have left behind,
-- where somebody who waits for this transaction may stand in front of it.
create or replace function touch_trips(variadic ids int[]) returns void language sql as $$
  select from trip where id = any (ids) order by id for no key update;
  update trip set changed_at = clock_timestamp() where id = any (ids);
$$;

-- The plan of a function that returns one row was made anew for every email and document stored; that
-- of one that returns a table is kept with the statement that reads it.

drop function parent_trip(int, int, int, int);

create function parent_trip(trip int, hosting int, activity int, transportation int)
returns table (place int, is_live boolean) language sql stable as $$
  select $1, true where $1 is not null
  union all select trip_id, deleted_at is null from hosting where id = $2
  union all select trip_id, deleted_at is null from activity where id = $3
  union all select trip_id, deleted_at is null from transportation where id = $4
$$;

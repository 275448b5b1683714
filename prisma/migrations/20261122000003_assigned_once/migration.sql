-- Who is assigned is assigned once, in the order in which they were named, and at most 100 are (15).
-- The rest is as before: whoever is assigned is held until the assignment is stored.
create or replace function assigned_users_are_members() returns trigger language plpgsql as $$
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

-- What is stored already is written again, through that function; clients that sync get it anew.
update hosting set assigned_users = assigned_users
  where cardinality(assigned_users) > 100
    or cardinality(assigned_users) > (select count(distinct u) from unnest(assigned_users) u);
update activity set assigned_users = assigned_users
  where cardinality(assigned_users) > 100
    or cardinality(assigned_users) > (select count(distinct u) from unnest(assigned_users) u);
update transportation set assigned_users = assigned_users
  where cardinality(assigned_users) > 100
    or cardinality(assigned_users) > (select count(distinct u) from unnest(assigned_users) u);

-- So no read has to count them.
alter table hosting add constraint hosting_assigned_are_few
  check (cardinality(assigned_users) <= 100);
alter table activity add constraint activity_assigned_are_few
  check (cardinality(assigned_users) <= 100);
alter table transportation add constraint transportation_assigned_are_few
  check (cardinality(assigned_users) <= 100);

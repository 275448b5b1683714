-- Whoever keeps a copy of a trip learns from here what has left it for another one.
create table moved_item (
    trip_id integer not null,
    kind text not null,
    item_id integer not null,
    moved_at timestamptz(6) not null,

    constraint moved_item_pkey primary key (trip_id, kind, item_id)
);
alter table moved_item add constraint moved_item_trip_id_fkey
    foreign key (trip_id) references trip (id) on delete cascade on update no action;

create function item_moves() returns trigger language plpgsql as $$
begin
  -- It may have been here before.
  delete from moved_item
    where trip_id = new.trip_id and kind = tg_table_name and item_id = new.id;
  insert into moved_item values (old.trip_id, tg_table_name, old.id, clock_timestamp())
    on conflict (trip_id, kind, item_id) do update set moved_at = excluded.moved_at;
  return null;
end $$;

create trigger item_moves after update of trip_id on hosting
  for each row when (old.trip_id <> new.trip_id) execute function item_moves();
create trigger item_moves after update of trip_id on activity
  for each row when (old.trip_id <> new.trip_id) execute function item_moves();
create trigger item_moves after update of trip_id on transportation
  for each row when (old.trip_id <> new.trip_id) execute function item_moves();

-- The numbers an object is known by, as they are compared: in lower case, without blanks. One is
-- what people see, the other that of the message it was made of. A later message finds the trips
-- and the objects that it means by them (17). Null without a number, so that the indexes hold only
-- what can be found. The three tables are written anew, once.
create function codes_of(code text, key text) returns text[] language sql immutable return
  nullif(array_remove(array_remove(
    array[regexp_replace(lower(code), '\s', '', 'g'), split_part(key, E'\n', 2)], ''), null), '{}');

alter table hosting add column reservation_codes text[]
  generated always as (codes_of(provider_reservation_code, reservation_key)) stored;
alter table activity add column reservation_codes text[]
  generated always as (codes_of(provider_reservation_code, reservation_key)) stored;
alter table transportation add column reservation_codes text[]
  generated always as (codes_of(provider_reservation_code, reservation_key)) stored;

create index hosting_reserved on hosting using gin (reservation_codes)
  where deleted_at is null and reservation_codes is not null;
create index activity_reserved on activity using gin (reservation_codes)
  where deleted_at is null and reservation_codes is not null;
create index transportation_reserved on transportation using gin (reservation_codes)
  where deleted_at is null and reservation_codes is not null;

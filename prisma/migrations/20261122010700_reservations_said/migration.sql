-- What the booking mails of an object have said last (17): when, under which numbers, and each field,
-- so that an older message changes nothing, and what a person has changed since is known.
alter table hosting add column reservation_said jsonb;
alter table activity add column reservation_said jsonb;
alter table transportation add column reservation_said jsonb;

-- The key names further numbers and the booking itself (`flight ap123 2031-04-18`) from its fourth
-- line on. Keys of before have three lines: what is stored of them stays right.
create or replace function codes_of(code text, key text) returns text[] language sql immutable return
  nullif(array_remove(
    array[regexp_replace(lower(code), '\s', '', 'g')]
      || (string_to_array(key, E'\n'))[2:2] || (string_to_array(key, E'\n'))[4:], ''), '{}');

-- What a message cancels: a confirmation that is older may come after it.
alter table email add column cancellations jsonb;
create index email_cancellations on email using gin (cancellations jsonb_path_ops)
  where cancellations is not null;

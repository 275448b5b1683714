-- An import keeps the identifiers of its rows as they are: those that were changed or moved may share
-- one (1.10), and a lock for each of very many would fill the table of locks. It says so with the
-- setting `trips.identifiers`, for its own transaction.
drop trigger identifier_is_free on trip;
create trigger identifier_is_free before insert on trip for each row
  when (current_setting('trips.identifiers', true) is distinct from 'kept')
  execute function trip_identifier_is_free();

drop trigger identifier_is_free on hosting;
create trigger identifier_is_free before insert on hosting for each row
  when (current_setting('trips.identifiers', true) is distinct from 'kept')
  execute function child_identifier_is_free();

drop trigger identifier_is_free on activity;
create trigger identifier_is_free before insert on activity for each row
  when (current_setting('trips.identifiers', true) is distinct from 'kept')
  execute function child_identifier_is_free();

drop trigger identifier_is_free on transportation;
create trigger identifier_is_free before insert on transportation for each row
  when (current_setting('trips.identifiers', true) is distinct from 'kept')
  execute function child_identifier_is_free();

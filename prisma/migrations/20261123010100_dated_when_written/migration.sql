-- New rows are dated when they are written, by clock_timestamp(), as their changes are (1.8): now() is
-- when the transaction began, and in Prisma the clock of the process. Whoever asks for what has
-- changed since then compares both. created_at goes with them, so that a new row shows one moment.
alter table account
  alter column last_activity_date set default clock_timestamp(),
  alter column created_at set default clock_timestamp();
alter table api_key
  alter column created_at set default clock_timestamp();
alter table attempt
  alter column at set default clock_timestamp();
alter table outgoing_mail
  alter column next_attempt_at set default clock_timestamp(),
  alter column created_at set default clock_timestamp();
alter table trip
  alter column created_at set default clock_timestamp(),
  alter column changed_at set default clock_timestamp();
alter table member
  alter column created_at set default clock_timestamp();
alter table hosting
  alter column created_at set default clock_timestamp(),
  alter column updated_at set default clock_timestamp(),
  alter column changed_at set default clock_timestamp();
alter table activity
  alter column created_at set default clock_timestamp(),
  alter column updated_at set default clock_timestamp(),
  alter column changed_at set default clock_timestamp();
alter table transportation
  alter column created_at set default clock_timestamp(),
  alter column updated_at set default clock_timestamp(),
  alter column changed_at set default clock_timestamp();
alter table expense
  alter column date set default clock_timestamp(),
  alter column created_at set default clock_timestamp(),
  alter column updated_at set default clock_timestamp(),
  alter column changed_at set default clock_timestamp();
alter table category
  alter column created_at set default clock_timestamp();
alter table alternative_email
  alter column created_at set default clock_timestamp();
alter table email
  alter column date set default clock_timestamp(),
  alter column created_at set default clock_timestamp(),
  alter column updated_at set default clock_timestamp();
alter table document
  alter column created_at set default clock_timestamp(),
  alter column updated_at set default clock_timestamp();
alter table upload
  alter column created_at set default clock_timestamp();
alter table favorite
  alter column created_at set default clock_timestamp(),
  alter column updated_at set default clock_timestamp();

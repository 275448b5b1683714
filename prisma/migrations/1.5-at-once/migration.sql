-- Of two requests with one idempotency key, only one takes effect, even if one ends while the other
-- starts. A key that is narrowed changes its account. A changed category is found by its time.

-- Whether a request with this key has left an outcome. A new snapshot: the statement that asks holds
-- the key's lock, but its own snapshot is older, and misses a request that ended in between.
create function idempotency_key_is_known(account int, holding text, one text) returns boolean
language plpgsql as $$
begin
  return exists (select from idempotency_key
    where account_id = account and holder = holding and key = one);
end $$;

drop trigger versioned on api_key;
create trigger versioned before insert or delete or update of read_only, trips, withheld, expires_at
  on api_key for each row execute function account_rows_change();

alter table category add column changed_at timestamptz(6);
create index category_changed_at_idx on category (changed_at);

create or replace function category_changes() returns trigger language plpgsql as $$
declare was_there boolean := tg_op = 'UPDATE' and old.deleted_at is null;
begin
  new.version := change_account(new.owner_id);
  new.changed_at := clock_timestamp();
  if new.deleted_at is null and not was_there then new.entered := new.version; end if;
  if was_there and new.deleted_at is not null then
    perform leave_account(
      new.owner_id, 'category', new.id, old.entered, old.version, new.version);
  end if;
  return new;
end $$;

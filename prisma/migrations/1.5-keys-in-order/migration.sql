-- Of two requests with one idempotency key, only one takes effect, even if one ends while the other
-- starts. A key that is narrowed changes its account.

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

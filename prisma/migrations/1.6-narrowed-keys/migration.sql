-- A request takes effect once, even if its key is narrowed while it runs, and repeats its answer only
-- to a key that lacks what it lacked then.

alter table idempotency_key
  -- What the API key lacked; empty for one without limits, which acts for the account.
  add column narrowing text not null default '',
  drop constraint idempotency_key_pkey,
  add constraint idempotency_key_pkey primary key (account_id, key, holder, part);

-- It is unknown what these keys lacked, so their answers are not repeated.
update idempotency_key set narrowing = '*' where holder <> '';

drop function idempotency_key_is_known(int, text, text);

-- What requests with this key have done, as a holder knows it: what it has done itself, and, while it
-- has no limits, what others without limits have done for the account.
create function known_idempotency_keys(account int, one text, by_holder text, less text)
returns setof idempotency_key language sql stable as $$
  select * from idempotency_key
  where account_id = account and key = one and (holder = by_holder or narrowing = '' and less = '')
    and created_at > now() - interval '24 hours'
$$;

-- Locks a key of a request until the transaction ends, and returns what is known of it; with
-- `counts`, also the number of the account's keys, and the bytes of their answers. Not free: another
-- request holds the lock. Waiting for it here would take a connection. The statement's own snapshot
-- is older than the locks, and misses requests that ended in between; those of a function are newer.
create function hold_idempotency_key(
  account int, one text, by_holder text, less text, counts boolean,
  out is_free boolean, out known idempotency_key[], out keys int, out bytes int
) language plpgsql as $$
declare name text := concat_ws(' ', 'idempotency', account, one);
begin
  is_free := pg_try_advisory_xact_lock(hashtextextended(concat_ws(' ', name, by_holder), 0))
    and (less <> '' or pg_try_advisory_xact_lock(hashtextextended(name, 0)));
  known := array(select k from known_idempotency_keys(account, one, by_holder, less) k);
  if not counts or not is_free or cardinality(known) > 0 then return; end if;
  -- Comparing texts by the rules of a language would take several times as long.
  select count(distinct concat_ws(' ', key, case when narrowing <> '' then holder end) collate "C"),
    least(coalesce(sum(pg_column_size(answer)), 0), 2147483647) into keys, bytes
    from idempotency_key
    where account_id = account and created_at > now() - interval '24 hours';
end $$;

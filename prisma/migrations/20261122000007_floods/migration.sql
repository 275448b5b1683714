-- Against floods: of guesses at passwords, and of mails to strangers (contract 1.3, 17).

-- ---------------------------------------------------------------------------------------------
-- Guesses

-- From where an account has lately been logged in to: the slow limit over all networks is not for
-- these. `account` is the hash that the throttle knows it by.
create table login_network (
  account text not null,
  network text not null,
  at timestamptz(6) not null,
  constraint login_network_pkey primary key (account, network)
);
create index login_network_at_idx on login_network (at);

-- Each limit looks back as far as it has to, and its old rows go by this index.
drop index attempt_at_idx;
create index attempt_limit_at_idx on attempt ("limit", at);

-- ---------------------------------------------------------------------------------------------
-- Mails

alter table outgoing_mail
  -- Resets and verifications, which somebody waits for.
  add column is_urgent boolean not null default false,
  -- Whose doing the mail is; null: nobody's who is signed in. No foreign key: it is only counted.
  add column caused_by integer,
  -- What the mail's link holds while that is good for something, and its SHA-256.
  add column token text,
  add column token_hash text;
create unique index outgoing_mail_token_hash_key on outgoing_mail (token_hash);
create index outgoing_mail_of_account on outgoing_mail (caused_by, created_at)
  where caused_by is not null;
create index outgoing_mail_to_recipient on outgoing_mail (recipient, created_at)
  where caused_by is not null;

-- The urgent ones first, then those whose turn came first.
drop index outgoing_mail_due;
create index outgoing_mail_due on outgoing_mail (is_urgent desc, next_attempt_at, id)
  where state = 'PENDING';
create index outgoing_mail_done on outgoing_mail ((coalesce(sent_at, created_at)))
  where state <> 'PENDING';

update outgoing_mail set is_urgent = true
where state = 'PENDING' and subject in ('Reset your password', 'Verify your address');

-- Writes the mails that fit and answers how many those are; the others are dropped. `by_whom` null:
-- all of them. The locks let transactions that count the same mails count in turn. There are 256
-- for all accounts and recipients together, so that no transaction can fill the table of locks, and
-- they are taken in one order and as the last ones of their transaction.
--
-- The nth mail of an account within the hour has its turn n minutes later than the first, and all
-- have it by now: a row is due at once, but the first mail of somebody else goes before it.
create function write_mails(
  mails json, by_whom int, by_most int, by_seconds int, to_most int, to_seconds int
) returns int language plpgsql as $$
declare
  before int;
  written int;
begin
  if by_whom is not null and json_array_length(mails) > 0 then
    perform pg_advisory_xact_lock(hashtextextended('mails ' || slot, 0)) from (
      select distinct hashtext(who) & 255 as slot from (
        select 'by ' || by_whom
        union all select 'to ' || (mail ->> 'recipient') from json_array_elements(mails) m (mail)
      ) counted (who) order by slot) slots;
  end if;
  select count(*) into before from outgoing_mail
    where caused_by = by_whom and created_at > now() - make_interval(secs => by_seconds);
  with fitting as (
    select mail, row_number() over (order by n) + before as n
    from json_array_elements(mails) with ordinality m (mail, n)
    where by_whom is null or to_most = 0 or to_most > (
      select count(*) from outgoing_mail o where o.recipient = mail ->> 'recipient'
        and o.caused_by is not null and o.created_at > now() - make_interval(secs => to_seconds))
  )
  insert into outgoing_mail
    (recipient, subject, text, html, is_urgent, token, token_hash, caused_by, next_attempt_at)
  select r.recipient, r.subject, r.text, r.html, coalesce(r.is_urgent, false), r.token,
    encode(sha256(convert_to(r.token, 'UTF8')), 'hex'), by_whom,
    now() - make_interval(mins => greatest(60 - n::int, 0))
  from fitting cross join lateral json_populate_record(null::outgoing_mail, mail) r
  where by_whom is null or by_most = 0 or n <= by_most
  order by n;
  get diagnostics written = row_count;
  return written;
end $$;

-- A token that has been used, withdrawn or cleaned away is good for nothing, so the mail that holds
-- it shall not show it either. What stands in its place fits into a link: a mail that is sent so
-- late leads to the page that says so.
create function forget_mailed_token() returns trigger language plpgsql as $$
begin
  update outgoing_mail
  set text = replace(text, token, 'no-longer-valid'), html = replace(html, token, 'no-longer-valid'),
    token = null, token_hash = null
  where token_hash = to_jsonb(old) ->> tg_argv[0];
  return null;
end $$;

create trigger forget_mailed_token after delete on password_reset
  for each row execute function forget_mailed_token('hash');
create trigger forget_mailed_token_of_gone after delete on member
  for each row when (old.invitation_hash is not null)
  execute function forget_mailed_token('invitation_hash');
create trigger forget_mailed_token_of_answered after update of invitation_hash on member
  for each row when (old.invitation_hash is distinct from new.invitation_hash)
  execute function forget_mailed_token('invitation_hash');
create trigger forget_mailed_token_of_gone after delete on alternative_email
  for each row execute function forget_mailed_token('hash');
create trigger forget_mailed_token_of_verified after update of verified on alternative_email
  for each row when (new.verified and not old.verified)
  execute function forget_mailed_token('hash');

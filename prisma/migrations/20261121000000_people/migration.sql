-- Invitations are answered by the token of their mail, too; only its hash is kept, and only while the
-- answer is open. Bearer tokens name an account by their subject (17).
alter table member add column invitation_hash text;
create unique index member_invitation_hash_key on member (invitation_hash);
alter table member add constraint member_joined_has_no_invitation
  check (invitation_hash is null or not joined);

alter table account add column oauth_subject text;
create unique index account_oauth_subject_key on account (oauth_subject);

-- An address is asked once at a time, and a person is confirmed once: of two addresses that were one
-- person's the requester learns nothing, and an address may pass on to somebody else (11.1).
drop index favorite_user_id_email_key;
create index favorite_user_id_idx on favorite (user_id);
create unique index favorite_one_request on favorite (user_id, email) where pending;
create unique index favorite_one_confirmed on favorite (user_id, favorite_user_id) where not pending;

-- Whoever is assigned is held until the assignment is stored, so that nobody is left assigned who is
-- removed at the same time; whoever leaves is taken out of all kinds by one statement, which locks the
-- trip after all of its children, as every write of a child does (11.5).
create or replace function assigned_users_are_members() returns trigger language plpgsql as $$
begin
  if cardinality(new.assigned_users) > 0 then
    perform from member m
      where m.trip_id = new.trip_id and m.user_id = any (new.assigned_users) and m.joined
      order by m.user_id for key share;
    new.assigned_users := array(
      select u from unnest(new.assigned_users) with ordinality as a(u, n)
      where exists (select from member m
                    where m.trip_id = new.trip_id and m.user_id = u and m.joined)
      order by n);
  end if;
  return new;
end $$;

create or replace function member_leaves_assignments() returns trigger language plpgsql as $$
begin
  with hostings as (
    update hosting set assigned_users = array_remove(assigned_users, old.user_id)
    where trip_id = old.trip_id and old.user_id = any (assigned_users)
  ), activities as (
    update activity set assigned_users = array_remove(assigned_users, old.user_id)
    where trip_id = old.trip_id and old.user_id = any (assigned_users)
  )
  update transportation set assigned_users = array_remove(assigned_users, old.user_id)
    where trip_id = old.trip_id and old.user_id = any (assigned_users);
  return null;
end $$;

-- The page behind the link of an invitation mail names who invited. Like the token's hash, it is kept only
-- while the answer is open; for invitations of before, the page does not say.
alter table member add column invited_by integer;
alter table member add constraint member_invited_by_fkey foreign key (invited_by)
  references account (id) on delete set null on update no action;
alter table member add constraint member_joined_has_no_inviter
  check (invited_by is null or not joined);

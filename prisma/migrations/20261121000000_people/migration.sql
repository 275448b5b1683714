-- Invitations are answered by the token of their mail, too; only its hash is kept, and only while the
-- answer is open. Bearer tokens name an account by their subject (17).
alter table member add column invitation_hash text;
create unique index member_invitation_hash_key on member (invitation_hash);
alter table member add constraint member_joined_has_no_invitation
  check (invitation_hash is null or not joined);

alter table account add column oauth_subject text;
create unique index account_oauth_subject_key on account (oauth_subject);

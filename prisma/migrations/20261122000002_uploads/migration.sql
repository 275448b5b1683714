-- Who prepared an upload (an account, or the address of a client without one; null: the service
-- itself) and how much it may be, in MiB and 1 at least, bound what is prepared and never used.
alter table upload add column subject text;
alter table upload add column mib integer not null default 1;
create index upload_subject_created_at_idx on upload (subject, created_at);

-- Whether the object was looked at after its address had expired. Those from before are as they are.
alter table upload add column settled boolean not null default true;
alter table upload alter column settled set default false;
create index upload_unsettled on upload (created_at, id) where not settled;

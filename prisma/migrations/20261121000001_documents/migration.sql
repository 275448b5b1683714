-- Prepared uploads (14). A row tells of an object from before its first byte until it is removed;
-- what nothing refers to a day later was abandoned. The id is the random part of the key.
create table upload (
  id text not null,
  key text not null,
  visibility text not null,
  created_at timestamptz(6) not null default current_timestamp,
  constraint upload_pkey primary key (id)
);
create index upload_created_at_idx on upload (created_at);
alter table upload add constraint upload_visibility check (visibility in ('private', 'public'));

-- The id in an object key, or in an address that ends with one; null for any other text.
create function object_id(address text) returns text language sql immutable parallel safe as $$
  select substring(split_part(split_part(address, '#', 1), '?', 1) from '.*([0-9a-f]{32})')
$$;

create index document_object on document (object_id(url)) where object_id(url) is not null;
create index account_photo_object on account (object_id(photo_url))
  where object_id(photo_url) is not null;
create index trip_cover_object on trip (object_id(cover_image_url))
  where object_id(cover_image_url) is not null;

-- Deleted documents and trips count: they can be restored, and then need their files.
create function object_is_referenced(object text) returns boolean language sql stable as $$
  select exists (select from document where object_id(url) = object)
    or exists (select from account where object_id(photo_url) = object)
    or exists (select from trip where object_id(cover_image_url) = object)
$$;

-- Whoever writes a reference holds the upload until the reference can be seen. The job that removes
-- abandoned objects locks an upload before it looks for references, so it either sees this one or
-- has removed the object before the reference came to be.
create function reference_holds_upload() returns trigger language plpgsql as $$
begin
  perform from upload where id = object_id(to_jsonb(new) ->> tg_argv[0]) for key share;
  return new;
end $$;

create trigger reference_holds_upload before insert or update of url on document
  for each row when (object_id(new.url) is not null)
  execute function reference_holds_upload('url');
create trigger reference_holds_upload before insert or update of photo_url on account
  for each row when (object_id(new.photo_url) is not null)
  execute function reference_holds_upload('photo_url');
create trigger reference_holds_upload before insert or update of cover_image_url on trip
  for each row when (object_id(new.cover_image_url) is not null)
  execute function reference_holds_upload('cover_image_url');

-- Copies and exports read the deleted categories of an account too; `category_active_slug` has none
-- of these.
create index category_owner_id_id_idx on category (owner_id, id);

-- In a scan of the uploads or mails, which is the plan while the table is small, the object or hash
-- was computed for every row.
create or replace function reference_holds_upload() returns trigger language plpgsql as $$
declare
  -- As a variable it is computed once, not for every row of a scan.
  referenced text := object_id(to_jsonb(new) ->> tg_argv[0]);
begin
  perform from upload where id = referenced for key share;
  return new;
end $$;

create or replace function forget_mailed_token() returns trigger language plpgsql as $$
declare
  -- As a variable it is computed once, not for every row of a scan.
  hash text := to_jsonb(old) ->> tg_argv[0];
begin
  update outgoing_mail
  set text = replace(text, token, 'no-longer-valid'), html = replace(html, token, 'no-longer-valid'),
    token = null, token_hash = null
  where token_hash = hash;
  return null;
end $$;

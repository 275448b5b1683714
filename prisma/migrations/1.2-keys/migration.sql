-- Keys with less (B5): what a key may do less than its account. Keys that logins have issued have no
-- name and may do everything.

alter table api_key
  add column name text,
  add column read_only boolean not null default false,
  -- The only trips; empty for all of them, later ones too.
  add column trips integer[] not null default '{}',
  -- Columns of `member`.
  add column withheld text[] not null default '{}',
  add column expires_at timestamptz(6),
  -- True to the hour.
  add column last_used_at timestamptz(6),
  add constraint api_key_withholds_rights check (withheld <@ array['can_edit', 'can_add_guests',
    'can_see_expenses', 'can_edit_expenses', 'can_see_documents', 'can_edit_documents']);

-- Copies and exports read the deleted categories of an account too; `category_active_slug` has none
-- of these.
create index category_owner_id_id_idx on category (owner_id, id);

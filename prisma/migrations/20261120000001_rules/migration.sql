-- What the tables alone cannot say: checks, the duplicate rules, and the change times that sync
-- stands on. Sections in parentheses are those of the contract.

-- ---------------------------------------------------------------------------------------------
-- Plain facts

alter table account add constraint account_names_are_lower_case
  check (username = lower(username) and email = lower(email));
alter table alternative_email add constraint alternative_email_is_lower_case
  check (email = lower(email));
alter table trip add constraint trip_days_are_counted check (number_of_days >= 0);
alter table category add constraint category_color_is_hex check (color ~ '^#[0-9A-Fa-f]{6}$');
alter table email add constraint email_has_one_parent
  check (num_nonnulls(trip_id, hosting_id, activity_id, transportation_id) <= 1);
alter table document add constraint document_has_one_parent
  check (num_nonnulls(trip_id, hosting_id, activity_id, transportation_id) <= 1);

-- One active category per owner and slug; the slug of a deleted one is free again (8).
create unique index category_active_slug on category (owner_id, slug) where deleted_at is null;
create unique index member_one_owner on member (trip_id) where is_owner;
create index outgoing_mail_due on outgoing_mail (next_attempt_at) where state = 'PENDING';
create index email_inbox on email (owner_id, date desc)
  where deleted_at is null and trip_id is null and hosting_id is null
    and activity_id is null and transportation_id is null;

-- The live trips of one owner and the live rows of one trip, in the order of their lists (1.6).
create index hosting_live on hosting (trip_id, id) where deleted_at is null;
create index activity_live on activity (trip_id, id) where deleted_at is null;
create index transportation_live on transportation (trip_id, id) where deleted_at is null;
-- The trips somebody has joined without owning them: a few of the many rows of an owner.
create index member_of_others on member (user_id, trip_id) where joined and not is_owner;
create index trip_live on trip (owner_id, id) where deleted_at is null;
create index expense_live on expense (trip_id, id) where deleted_at is null;

-- ---------------------------------------------------------------------------------------------
-- An address belongs to one account, be it primary or alternative (7, 9); an account may make its
-- own alternative address the primary one. Two tables cannot share a unique index, so writers of one
-- address queue on an advisory lock and then look.

create function address_is_free() returns trigger language plpgsql as $$
declare taken boolean;
begin
  perform pg_advisory_xact_lock(hashtextextended('address ' || new.email, 0));
  if tg_table_name = 'account' then
    select exists (select from alternative_email
                   where email = new.email and user_id <> new.id) into taken;
  else
    select exists (select from account where email = new.email) into taken;
  end if;
  if taken then
    raise unique_violation using message = 'address is taken', constraint = 'address_is_taken',
      table = tg_table_name;
  end if;
  return new;
end $$;

create trigger address_is_free before insert or update of email on account
  for each row execute function address_is_free();
create trigger address_is_free before insert or update of email on alternative_email
  for each row execute function address_is_free();

-- ---------------------------------------------------------------------------------------------
-- Duplicate identifiers (1.10). A create whose identifier is taken inserts nothing. This is no
-- unique index because updates and moves may repeat an identifier; the advisory lock makes the
-- look and the insert one step, also between servers. Deleted rows count.

create function trip_identifier_is_free() returns trigger language plpgsql as $$
begin
  if char_length(new.internal_identifier) <= 5 then return new; end if;
  perform pg_advisory_xact_lock(
    hashtextextended('trip ' || new.owner_id || ' ' || new.internal_identifier, 0));
  if exists (select from trip
             where owner_id = new.owner_id and internal_identifier = new.internal_identifier) then
    return null;
  end if;
  return new;
end $$;

create trigger identifier_is_free before insert on trip
  for each row execute function trip_identifier_is_free();

create function child_identifier_is_free() returns trigger language plpgsql as $$
declare taken boolean;
begin
  if new.internal_identifier = '' then return new; end if;
  perform pg_advisory_xact_lock(
    hashtextextended(tg_table_name || ' ' || new.trip_id || ' ' || new.internal_identifier, 0));
  execute format('select exists (select from %I where trip_id = $1 and internal_identifier = $2)',
                 tg_table_name)
    using new.trip_id, new.internal_identifier into taken;
  if taken then return null; end if;
  return new;
end $$;

create trigger identifier_is_free before insert on hosting
  for each row execute function child_identifier_is_free();
create trigger identifier_is_free before insert on activity
  for each row execute function child_identifier_is_free();
create trigger identifier_is_free before insert on transportation
  for each row execute function child_identifier_is_free();

-- ---------------------------------------------------------------------------------------------
-- Members (1.9). The owner is a member with every right. Rights that need another right go with it.

create function member_rights_are_consistent() returns trigger language plpgsql as $$
begin
  new.can_add_guests := new.can_add_guests and new.can_edit;
  new.can_edit_expenses := new.can_edit_expenses and new.can_edit and new.can_see_expenses;
  new.can_edit_documents := new.can_edit_documents and new.can_edit and new.can_see_documents;
  return new;
end $$;

create trigger rights_are_consistent before insert or update on member
  for each row execute function member_rights_are_consistent();

alter table member add constraint member_owner_has_every_right check (not is_owner or
  (joined and can_edit and can_add_guests and can_see_expenses and can_edit_expenses
   and can_see_documents and can_edit_documents));

create function trip_gets_its_owner() returns trigger language plpgsql as $$
begin
  insert into member (trip_id, user_id, is_owner, joined, can_edit, can_add_guests,
    can_see_expenses, can_edit_expenses, can_see_documents, can_edit_documents)
  values (new.id, new.owner_id, true, true, true, true, true, true, true, true);
  return null;
end $$;

create trigger owner_is_member after insert on trip
  for each row execute function trip_gets_its_owner();

-- Only joined members are assigned to anything; whoever leaves is taken out (11.5).
create function assigned_users_are_members() returns trigger language plpgsql as $$
begin
  if cardinality(new.assigned_users) > 0 then
    new.assigned_users := array(
      select u from unnest(new.assigned_users) with ordinality as a(u, n)
      where exists (select from member m
                    where m.trip_id = new.trip_id and m.user_id = u and m.joined)
      order by n);
  end if;
  return new;
end $$;

create trigger assigned_users_are_members before insert or update of assigned_users, trip_id
  on hosting for each row execute function assigned_users_are_members();
create trigger assigned_users_are_members before insert or update of assigned_users, trip_id
  on activity for each row execute function assigned_users_are_members();
create trigger assigned_users_are_members before insert or update of assigned_users, trip_id
  on transportation for each row execute function assigned_users_are_members();

create function member_leaves_assignments() returns trigger language plpgsql as $$
begin
  update hosting set assigned_users = array_remove(assigned_users, old.user_id)
    where trip_id = old.trip_id and old.user_id = any (assigned_users);
  update activity set assigned_users = array_remove(assigned_users, old.user_id)
    where trip_id = old.trip_id and old.user_id = any (assigned_users);
  update transportation set assigned_users = array_remove(assigned_users, old.user_id)
    where trip_id = old.trip_id and old.user_id = any (assigned_users);
  return null;
end $$;

create trigger assignments_end after delete on member
  for each row execute function member_leaves_assignments();

-- ---------------------------------------------------------------------------------------------
-- Change times (1.8). trip.changed_at moves with the trip row, its members, its children and their
-- emails, and with nothing else; a child's changed_at moves with the child and its emails. So
-- `updatedSince` compares one indexed column. clock_timestamp(), not now(): a change is dated when
-- it is made, not when its transaction began.

create function trip_changes() returns trigger language plpgsql as $$
begin
  if new is distinct from old then new.changed_at := clock_timestamp(); end if;
  return new;
end $$;

create trigger change_time before update on trip
  for each row execute function trip_changes();

-- In id order, so that two moves in opposite directions do not deadlock.
create function touch_trips(variadic ids int[]) returns void language sql as $$
  with locked as (select id from trip where id = any (ids) order by id for no key update)
  update trip set changed_at = clock_timestamp() from locked where trip.id = locked.id
$$;

-- An update that sets changed_at itself is a touch from an email; any other is the child's own.
create function child_changes() returns trigger language plpgsql as $$
begin
  if new.changed_at = old.changed_at then
    new.updated_at := clock_timestamp();
    new.changed_at := new.updated_at;
  end if;
  return new;
end $$;

create function child_changes_trip() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.trip_id <> new.trip_id then
    perform touch_trips(old.trip_id, new.trip_id);
  else
    perform touch_trips(new.trip_id);
  end if;
  return null;
end $$;

create function member_changes_trip() returns trigger language plpgsql as $$
begin
  perform touch_trips(case when tg_op = 'DELETE' then old.trip_id else new.trip_id end);
  return null;
end $$;

create trigger change_time before update on hosting
  for each row execute function child_changes();
create trigger change_time before update on activity
  for each row execute function child_changes();
create trigger change_time before update on transportation
  for each row execute function child_changes();
create trigger change_time before update on expense
  for each row execute function child_changes();

create trigger trip_change_time after insert or update on hosting
  for each row execute function child_changes_trip();
create trigger trip_change_time after insert or update on activity
  for each row execute function child_changes_trip();
create trigger trip_change_time after insert or update on transportation
  for each row execute function child_changes_trip();
create trigger trip_change_time after insert or update on expense
  for each row execute function child_changes_trip();
create trigger trip_change_time after insert or update or delete on member
  for each row execute function member_changes_trip();

-- Attaching, moving, changing or deleting an email counts for the old and the new parent; a touched
-- child touches its trip by the triggers above.
create function email_changes() returns trigger language plpgsql as $$
begin
  new.updated_at := clock_timestamp();
  return new;
end $$;

create function email_changes_parents() returns trigger language plpgsql as $$
declare moment timestamptz := clock_timestamp();
begin
  if tg_op = 'INSERT' then old := new; end if;
  perform touch_trips(old.trip_id, new.trip_id);
  update hosting set changed_at = moment where id in (old.hosting_id, new.hosting_id);
  update activity set changed_at = moment where id in (old.activity_id, new.activity_id);
  update transportation set changed_at = moment
    where id in (old.transportation_id, new.transportation_id);
  return null;
end $$;

create trigger change_time before update on email
  for each row execute function email_changes();
create trigger parent_change_time after insert or update on email
  for each row execute function email_changes_parents();
create trigger change_time before update on document
  for each row execute function email_changes();

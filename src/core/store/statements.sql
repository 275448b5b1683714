-- Generated from src/core/store/ by `npm run generate`; do not edit.
--
-- The hot statements as they are sent, but for white space, under the name of the REST operation
-- that sends them, with the fields that it asks for by default; writes with all fields of their
-- input. One statement serves every page of a list: `$2` is the page, `$3` its size. Those of
-- idempotency keys and of arriving emails come last.

-- Who asks, by key, and what they may do on the trip that the path names
select asked.n::int as n,
  (
    select h.id || ' ' || case when pg_is_in_recovery() then '' else
      left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) end
    from history h
  ) as history, u.id as "id", u.username as "username", u.email as "email", u.name as "name",
  u.photo_url as "photoUrl", u.timezone as "timezone", u.default_currency as "defaultCurrency",
  m.trip_id as "tripId", m.is_owner as "isOwner", m.can_edit as "canEdit",
  m.can_add_guests as "canAddGuests", m.can_see_expenses as "canSeeExpenses",
  m.can_edit_expenses as "canEditExpenses",
  (
    m.can_see_documents
      and
        (o.is_premium and (o.premium_expiration_date is null or o.premium_expiration_date > now()))
  ) as "canSeeDocuments",
  (
    m.can_edit_documents
      and
        (o.is_premium and (o.premium_expiration_date is null or o.premium_expiration_date > now()))
  ) as "canEditDocuments",
  case when k.read_only or k.trips <> '{}' or k.withheld <> '{}' then
  concat_ws(' ', k.read_only, k.trips, k.withheld) end as stored,
  k.last_used_at is null or k.last_used_at < now() - interval '1 hour' as "isRested"
from (
  select *
  from unnest($1::text[], $2::int[]) with ordinality as one (name, trip, n)
  limit cardinality($1)
) asked
join api_key k on k.hash = asked.name
  and (k.expires_at is null or k.expires_at > now())
join account u on u.id = k.user_id
left join (member m join trip t on t.id = m.trip_id left join account o on o.id = t.owner_id) on
  m.trip_id = asked.trip
  and m.user_id = u.id
  and m.joined
  and t.deleted_at is null;

-- Who asks, by subject, and what they may do on the trip that the path names
select asked.n::int as n,
  (
    select h.id || ' ' || case when pg_is_in_recovery() then '' else
      left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) end
    from history h
  ) as history, u.id as "id", u.username as "username", u.email as "email", u.name as "name",
  u.photo_url as "photoUrl", u.timezone as "timezone", u.default_currency as "defaultCurrency",
  m.trip_id as "tripId", m.is_owner as "isOwner", m.can_edit as "canEdit",
  m.can_add_guests as "canAddGuests", m.can_see_expenses as "canSeeExpenses",
  m.can_edit_expenses as "canEditExpenses",
  (
    m.can_see_documents
      and
        (o.is_premium and (o.premium_expiration_date is null or o.premium_expiration_date > now()))
  ) as "canSeeDocuments",
  (
    m.can_edit_documents
      and
        (o.is_premium and (o.premium_expiration_date is null or o.premium_expiration_date > now()))
  ) as "canEditDocuments", null as stored, false as "isRested"
from (
  select *
  from unnest($1::text[], $2::int[]) with ordinality as one (name, trip, n)
  limit cardinality($1)
) asked
join account u on u.oauth_subject = asked.name
left join (member m join trip t on t.id = m.trip_id left join account o on o.id = t.owner_id) on
  m.trip_id = asked.trip
  and m.user_id = u.id
  and m.joined
  and t.deleted_at is null;

-- Who asks, by email, and what they may do on the trip that the path names
select asked.n::int as n,
  (
    select h.id || ' ' || case when pg_is_in_recovery() then '' else
      left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) end
    from history h
  ) as history, u.id as "id", u.username as "username", u.email as "email", u.name as "name",
  u.photo_url as "photoUrl", u.timezone as "timezone", u.default_currency as "defaultCurrency",
  m.trip_id as "tripId", m.is_owner as "isOwner", m.can_edit as "canEdit",
  m.can_add_guests as "canAddGuests", m.can_see_expenses as "canSeeExpenses",
  m.can_edit_expenses as "canEditExpenses",
  (
    m.can_see_documents
      and
        (o.is_premium and (o.premium_expiration_date is null or o.premium_expiration_date > now()))
  ) as "canSeeDocuments",
  (
    m.can_edit_documents
      and
        (o.is_premium and (o.premium_expiration_date is null or o.premium_expiration_date > now()))
  ) as "canEditDocuments", null as stored, false as "isRested"
from (
  select *
  from unnest($1::text[], $2::int[]) with ordinality as one (name, trip, n)
  limit cardinality($1)
) asked
join account u on u.email = asked.name
left join (member m join trip t on t.id = m.trip_id left join account o on o.id = t.owner_id) on
  m.trip_id = asked.trip
  and m.user_id = u.id
  and m.joined
  and t.deleted_at is null;

-- What a user may do on trips
select m.trip_id as "tripId", m.is_owner as "isOwner", m.can_edit as "canEdit",
  m.can_add_guests as "canAddGuests", m.can_see_expenses as "canSeeExpenses",
  m.can_edit_expenses as "canEditExpenses",
  (
    m.can_see_documents
      and
        (o.is_premium and (o.premium_expiration_date is null or o.premium_expiration_date > now()))
  ) as "canSeeDocuments",
  (
    m.can_edit_documents
      and
        (o.is_premium and (o.premium_expiration_date is null or o.premium_expiration_date > now()))
  ) as "canEditDocuments"
from member m
join trip t on t.id = m.trip_id
left join account o on o.id = t.owner_id
where m.trip_id = any ($1::int[])
  and m.user_id = $2
  and m.joined
  and t.deleted_at is null;

-- The same, held until the transaction ends
select m.trip_id as "tripId", m.is_owner as "isOwner", m.can_edit as "canEdit",
  m.can_add_guests as "canAddGuests", m.can_see_expenses as "canSeeExpenses",
  m.can_edit_expenses as "canEditExpenses",
  (
    m.can_see_documents
      and
        (o.is_premium and (o.premium_expiration_date is null or o.premium_expiration_date > now()))
  ) as "canSeeDocuments",
  (
    m.can_edit_documents
      and
        (o.is_premium and (o.premium_expiration_date is null or o.premium_expiration_date > now()))
  ) as "canEditDocuments"
from member m
join trip t on t.id = m.trip_id
left join account o on o.id = t.owner_id
where m.trip_id = any ($1::int[])
  and m.user_id = $2
  and m.joined
  and t.deleted_at is null
order by m.trip_id
for share of m;

-- TripsV2
with mine as materialized (
  select id
  from trip
  where owner_id = $5
    and deleted_at is null
  union all
  select t.id
  from member m
  cross join lateral (select id from trip where id = m.trip_id and deleted_at is null limit 1) t
  where m.user_id = $5
    and m.joined
    and not m.is_owner
)
select c.*
from (
  select asked.n::int as "listNumber", total.count as "listCount", asked.is_seen as "isSeen",
    c.id as "id", c.owner_id as "ownerId", c.internal_identifier as "internalIdentifier",
    c.name as "name", c.timezone as "timezone", c.hidden as "hidden",
    c.description as "description", c.starts_at as "startsAt", c.ends_at as "endsAt",
    c.cover_gradient as "coverGradient", c.cover_image_url as "coverImageUrl",
    c.has_dates as "hasDates", c.number_of_days as "numberOfDays", c.version as "version",
    people."collaboratorsCount", people.guests,
    sum(
      case when c.id is not null then 700 + coalesce(octet_length(c.description), 0) +
        coalesce(octet_length(c.cover_image_url), 0) + 4 * pg_column_size(people.guests) end
    ) over () as "listBytes"
  from (
    select one.*, true as is_seen
    from unnest($1::int[]) with ordinality as one (trip, n)
    limit cardinality($1)
  ) asked
  cross join lateral (select count(*)::int as count from mine c where true) total
  left join lateral (
    select t.*
    from (
      select c.*
      from mine c
      where true
      order by c.id
      limit $4::int offset $3::int::bigint *
        greatest(0, case when $2::int = -1 then (total.count - 1) / $3::int else $2 - 1 end)
    ) c
    join trip t on t.id = c.id
  ) c on true
  cross join lateral (
    select count(*)::int as "collaboratorsCount",
      coalesce(
        json_agg(
          json_build_array(
            m.user_id, a.name, a.email, a.photo_url, m.version, m.is_owner, m.can_edit,
              m.can_add_guests, m.can_see_expenses, m.can_edit_expenses, m.can_see_documents,
              m.can_edit_documents, m.is_travelling, m.receive_notifications
          )
        ) filter (where not (m.is_owner and m.is_travelling)), '[]'
      ) as guests
    from member m
    join account a on a.id = m.user_id
    where m.trip_id = c.id
      and m.joined
  ) people
) c
where c."listBytes" is null or c."listBytes" <= $6::bigint
order by c."listNumber", c.id;

-- TripsV2, for If-None-Match
with mine as materialized (
  select id
  from trip
  where owner_id = $5
    and deleted_at is null
  union all
  select t.id
  from member m
  cross join lateral (select id from trip where id = m.trip_id and deleted_at is null limit 1) t
  where m.user_id = $5
    and m.joined
    and not m.is_owner
)
select asked.n::int as "listNumber", total.count as "listCount", asked.is_seen as "isSeen",
  array_agg(c.id order by c.id) as ids, array_agg(c.version order by c.id) as versions
from (
  select one.*, true as is_seen
  from unnest($1::int[]) with ordinality as one (trip, n)
  limit cardinality($1)
) asked
cross join lateral (select count(*)::int as count from mine c where true) total
left join lateral (
  select t.*
  from (
    select c.*
    from mine c
    where true
    order by c.id
    limit $4::int offset $3::int::bigint *
      greatest(0, case when $2::int = -1 then (total.count - 1) / $3::int else $2 - 1 end)
  ) c
  join trip t on t.id = c.id
) c on true
group by asked.n, total.count, asked.is_seen
order by asked.n;

-- TripsV2, updatedSince
with mine as materialized (
  select id
  from trip
  where owner_id = $5
    and deleted_at is null
    and changed_at >= $6::timestamptz - interval '2 days'
  union all
  select t.id
  from member m
  cross join lateral (select id from trip where id = m.trip_id and deleted_at is null limit 1) t
  where m.user_id = $5
    and m.joined
    and not m.is_owner
)
select c.*
from (
  select asked.n::int as "listNumber", total.count as "listCount", asked.is_seen as "isSeen",
    c.id as "id", c.owner_id as "ownerId", c.internal_identifier as "internalIdentifier",
    c.name as "name", c.timezone as "timezone", c.hidden as "hidden",
    c.description as "description", c.starts_at as "startsAt", c.ends_at as "endsAt",
    c.cover_gradient as "coverGradient", c.cover_image_url as "coverImageUrl",
    c.has_dates as "hasDates", c.number_of_days as "numberOfDays", c.version as "version",
    people."collaboratorsCount", people.guests,
    sum(
      case when c.id is not null then 700 + coalesce(octet_length(c.description), 0) +
        coalesce(octet_length(c.cover_image_url), 0) + 4 * pg_column_size(people.guests) end
    ) over () as "listBytes"
  from (
    select one.*, true as is_seen
    from unnest($1::int[]) with ordinality as one (trip, n)
    limit cardinality($1)
  ) asked
  cross join lateral (select count(*)::int as count from mine c where true) total
  left join lateral (
    select t.*
    from (
      select c.*
      from mine c
      where true
      order by c.id
      limit $4::int offset $3::int::bigint *
        greatest(0, case when $2::int = -1 then (total.count - 1) / $3::int else $2 - 1 end)
    ) c
    join trip t on t.id = c.id
  ) c on true
  cross join lateral (
    select count(*)::int as "collaboratorsCount",
      coalesce(
        json_agg(
          json_build_array(
            m.user_id, a.name, a.email, a.photo_url, m.version, m.is_owner, m.can_edit,
              m.can_add_guests, m.can_see_expenses, m.can_edit_expenses, m.can_see_documents,
              m.can_edit_documents, m.is_travelling, m.receive_notifications
          )
        ) filter (where not (m.is_owner and m.is_travelling)), '[]'
      ) as guests
    from member m
    join account a on a.id = m.user_id
    where m.trip_id = c.id
      and m.joined
  ) people
) c
where c."listBytes" is null or c."listBytes" <= $7::bigint
order by c."listNumber", c.id;

-- DeletedTrips
with mine as materialized (
  select id
  from trip
  where owner_id = $5
    and deleted_at is not null
  union all
  select t.id
  from member m
  cross join lateral (select id from trip where id = m.trip_id and deleted_at is not null limit 1) t
  where m.user_id = $5
    and m.joined
    and not m.is_owner
)
select c.*
from (
  select asked.n::int as "listNumber", total.count as "listCount", asked.is_seen as "isSeen",
    c.id as "id", c.owner_id as "ownerId",
    sum(case when c.id is not null then 150 end) over () as "listBytes"
  from (
    select one.*, true as is_seen
    from unnest($1::int[]) with ordinality as one (trip, n)
    limit cardinality($1)
  ) asked
  cross join lateral (select count(*)::int as count from mine c where true) total
  left join lateral (
    select t.*
    from (
      select c.*
      from mine c
      where true
      order by c.id
      limit $4::int offset $3::int::bigint *
        greatest(0, case when $2::int = -1 then (total.count - 1) / $3::int else $2 - 1 end)
    ) c
    join trip t on t.id = c.id
  ) c on true
) c
where c."listBytes" is null or c."listBytes" <= $6::bigint
order by c."listNumber", c.id;

-- DeletedTrips, updatedSince
with mine as materialized (
  select id
  from trip
  where owner_id = $5
    and deleted_at is not null
    and deleted_at >= $6::timestamptz - interval '2 days'
  union all
  select t.id
  from member m
  cross join lateral (select id from trip where id = m.trip_id and deleted_at is not null limit 1) t
  where m.user_id = $5
    and m.joined
    and not m.is_owner
)
select c.*
from (
  select asked.n::int as "listNumber", total.count as "listCount", asked.is_seen as "isSeen",
    c.id as "id", c.owner_id as "ownerId",
    sum(case when c.id is not null then 150 end) over () as "listBytes"
  from (
    select one.*, true as is_seen
    from unnest($1::int[]) with ordinality as one (trip, n)
    limit cardinality($1)
  ) asked
  cross join lateral (select count(*)::int as count from mine c where true) total
  left join lateral (
    select t.*
    from (
      select c.*
      from mine c
      where true
      order by c.id
      limit $4::int offset $3::int::bigint *
        greatest(0, case when $2::int = -1 then (total.count - 1) / $3::int else $2 - 1 end)
    ) c
    join trip t on t.id = c.id
  ) c on true
) c
where c."listBytes" is null or c."listBytes" <= $7::bigint
order by c."listNumber", c.id;

-- TripV2
select c.id as "id", c.owner_id as "ownerId", c.internal_identifier as "internalIdentifier",
  c.name as "name", c.timezone as "timezone", c.hidden as "hidden", c.description as "description",
  c.starts_at as "startsAt", c.ends_at as "endsAt", c.cover_gradient as "coverGradient",
  c.cover_image_url as "coverImageUrl", c.has_dates as "hasDates",
  c.number_of_days as "numberOfDays", c.version as "version", people."collaboratorsCount",
  people.guests
from trip c
cross join lateral (
  select count(*)::int as "collaboratorsCount",
    coalesce(
      json_agg(
        json_build_array(
          m.user_id, a.name, a.email, a.photo_url, m.version, m.is_owner, m.can_edit,
            m.can_add_guests, m.can_see_expenses, m.can_edit_expenses, m.can_see_documents,
            m.can_edit_documents, m.is_travelling, m.receive_notifications
        )
      ) filter (where not (m.is_owner and m.is_travelling)), '[]'
    ) as guests
  from member m
  join account a on a.id = m.user_id
  where m.trip_id = c.id
    and m.joined
) people
where c.id = $1
  and c.id = $2
  and c.deleted_at is null
  and exists (select from member v where v.trip_id = $2 and v.user_id = $3 and v.joined);

-- CreateTrip
with c as (
  insert into trip (
    internal_identifier, name, timezone, hidden, description, starts_at, ends_at, cover_gradient,
      cover_image_url, has_dates, number_of_days, owner_id
  )
  select internal_identifier, name, timezone, hidden, description, starts_at, ends_at,
    cover_gradient, cover_image_url, has_dates, number_of_days, owner_id
  from json_populate_record(null::trip, $1)
  returning *
)
select c.id as "id", c.owner_id as "ownerId", c.internal_identifier as "internalIdentifier",
  c.name as "name", c.timezone as "timezone", c.hidden as "hidden", c.description as "description",
  c.starts_at as "startsAt", c.ends_at as "endsAt", c.cover_gradient as "coverGradient",
  c.cover_image_url as "coverImageUrl", c.has_dates as "hasDates",
  c.number_of_days as "numberOfDays"
from c;

-- UpdateTrip
with permitted as (
  select t.id, t.timezone
  from member m
  join trip t on t.id = m.trip_id
  left join account o on o.id = t.owner_id
  where m.trip_id = any ($1::int[])
    and m.user_id = $2
    and m.joined
    and t.deleted_at is null
    and m.can_edit
  for share of m
) ,
  c as (
    update trip c
    set created_at = c.created_at, internal_identifier = r.internal_identifier, name = r.name,
      timezone = r.timezone, hidden = r.hidden, description = r.description,
      starts_at = r.starts_at, ends_at = r.ends_at, cover_gradient = r.cover_gradient,
      cover_image_url = r.cover_image_url, has_dates = r.has_dates,
      number_of_days = r.number_of_days
    from json_populate_record(null::trip, $3) r
    where c.id = $4
      and c.id = $5
      and c.deleted_at is null
      and (select count(*) from permitted) = 1
    returning c.*
  )
select c.id as "id", c.owner_id as "ownerId", c.internal_identifier as "internalIdentifier",
  c.name as "name", c.timezone as "timezone", c.hidden as "hidden", c.description as "description",
  c.starts_at as "startsAt", c.ends_at as "endsAt", c.cover_gradient as "coverGradient",
  c.cover_image_url as "coverImageUrl", c.has_dates as "hasDates",
  c.number_of_days as "numberOfDays",
  case when not exists (select from email e where e.trip_id = c.id and e.deleted_at is null) then
  '[]'::json end as emails, people."collaboratorsCount", people.guests
from c
cross join lateral (
  select count(*)::int as "collaboratorsCount",
    coalesce(
      json_agg(
        json_build_array(
          m.user_id, a.name, a.email, a.photo_url, m.version, m.is_owner, m.can_edit,
            m.can_add_guests, m.can_see_expenses, m.can_edit_expenses, m.can_see_documents,
            m.can_edit_documents, m.is_travelling, m.receive_notifications
        )
      ) filter (where not (m.is_owner and m.is_travelling)), '[]'
    ) as guests
  from member m
  join account a on a.id = m.user_id
  where m.trip_id = c.id
    and m.joined
) people;

-- DeleteTrip
with permitted as (
  select t.id, t.timezone
  from member m
  join trip t on t.id = m.trip_id
  left join account o on o.id = t.owner_id
  where m.trip_id = any ($1::int[])
    and m.user_id = $2
    and m.joined
    and t.deleted_at is null
    and m.is_owner
  for share of m
) ,
  c as (
    update trip c
    set deleted_at = clock_timestamp()
    from permitted
    where c.id = $3
      and c.id = permitted.id
      and c.deleted_at is null
    returning c.*
  )
select c.id as "id", c.owner_id as "ownerId"
from c;

-- CreateTrip, with a key
with key_free as materialized (
  select held.keys, held.bytes, held.is_free
    and cardinality(held.known) = 0
    and not coalesce(held.keys >= $8 or held.bytes >= 67108864, false) as goes
  from hold_idempotency_key($2::int, $3::text, $4::text, $5::text, $8::int is not null) held
),
  c as (
    insert into trip (
      internal_identifier, name, timezone, hidden, description, starts_at, ends_at, cover_gradient,
        cover_image_url, has_dates, number_of_days, owner_id
    )
    select internal_identifier, name, timezone, hidden, description, starts_at, ends_at,
      cover_gradient, cover_image_url, has_dates, number_of_days, owner_id
    from json_populate_record(null::trip, $1)
    where (select goes from key_free)
    returning *
  ) ,
  x as (
    select c.id as "id", c.owner_id as "ownerId", c.internal_identifier as "internalIdentifier",
      c.name as "name", c.timezone as "timezone", c.hidden as "hidden",
      c.description as "description", c.starts_at as "startsAt", c.ends_at as "endsAt",
      c.cover_gradient as "coverGradient", c.cover_image_url as "coverImageUrl",
      c.has_dates as "hasDates", c.number_of_days as "numberOfDays"
    from c
  ) ,
  kept as (
    insert into idempotency_key
      (account_id, key, holder, narrowing, fingerprint, part, rights, answer)
    select $2, $3, $4, $5, $6, $7,
      concat(
        x.id, ':', (true)::int, (true)::int, (true)::int, (true)::int, (true)::int,
          (
            (
              o.is_premium
                and (o.premium_expiration_date is null or o.premium_expiration_date > now())
            )
          )::int,
          (
            (
              o.is_premium
                and (o.premium_expiration_date is null or o.premium_expiration_date > now())
            )
          )::int
      ), concat('{"row":', coalesce(to_json(x)::text, 'null'), '}')
    from x
    join account o on o.id = x."ownerId"
    where (select goes from key_free)
    on conflict (account_id, key, holder, part)
    do update set narrowing = excluded.narrowing, fingerprint = excluded.fingerprint,
      rights = excluded.rights, answer = excluded.answer, created_at = excluded.created_at
    returning part
  )
select key_free.goes, key_free.keys as "keyCount", key_free.bytes as "keptBytes", x.*
from key_free
left join x on true;

-- UpdateTrip, with a key
with key_free as materialized (
  select held.keys, held.bytes, held.is_free
    and cardinality(held.known) = 0
    and not coalesce(held.keys >= $12 or held.bytes >= 67108864, false) as goes
  from hold_idempotency_key($6::int, $7::text, $8::text, $9::text, $12::int is not null) held
),
  permitted as (
    select t.id, t.timezone,
      concat(
        t.id, ':', (m.is_owner)::int, (m.can_edit)::int, (m.can_add_guests)::int,
          (m.can_see_expenses)::int, (m.can_edit_expenses)::int,
          (
            (
              m.can_see_documents
                and (
                  o.is_premium
                    and (o.premium_expiration_date is null or o.premium_expiration_date > now())
                )
            )
          )::int,
          (
            (
              m.can_edit_documents
                and (
                  o.is_premium
                    and (o.premium_expiration_date is null or o.premium_expiration_date > now())
                )
            )
          )::int
      ) as rights
    from member m
    join trip t on t.id = m.trip_id
    left join account o on o.id = t.owner_id
    where m.trip_id = any ($1::int[])
      and m.user_id = $2
      and m.joined
      and t.deleted_at is null
      and m.can_edit
      and (select goes from key_free)
    for share of m
  ) ,
  c as (
    update trip c
    set created_at = c.created_at, internal_identifier = r.internal_identifier, name = r.name,
      timezone = r.timezone, hidden = r.hidden, description = r.description,
      starts_at = r.starts_at, ends_at = r.ends_at, cover_gradient = r.cover_gradient,
      cover_image_url = r.cover_image_url, has_dates = r.has_dates,
      number_of_days = r.number_of_days
    from json_populate_record(null::trip, $3) r
    where c.id = $4
      and c.id = $5
      and c.deleted_at is null
      and (select count(*) from permitted) = 1
      and not exists (select from email e where e.trip_id = c.id and e.deleted_at is null)
    returning c.*
  ) ,
  x as (
    select c.id as "id", c.owner_id as "ownerId", c.internal_identifier as "internalIdentifier",
      c.name as "name", c.timezone as "timezone", c.hidden as "hidden",
      c.description as "description", c.starts_at as "startsAt", c.ends_at as "endsAt",
      c.cover_gradient as "coverGradient", c.cover_image_url as "coverImageUrl",
      c.has_dates as "hasDates", c.number_of_days as "numberOfDays",
      case when not exists (select from email e where e.trip_id = c.id and e.deleted_at is null)
      then '[]'::json end as emails, people."collaboratorsCount", people.guests
    from c
    cross join lateral (
      select count(*)::int as "collaboratorsCount",
        coalesce(
          json_agg(
            json_build_array(
              m.user_id, a.name, a.email, a.photo_url, m.version, m.is_owner, m.can_edit,
                m.can_add_guests, m.can_see_expenses, m.can_edit_expenses, m.can_see_documents,
                m.can_edit_documents, m.is_travelling, m.receive_notifications
            )
          ) filter (where not (m.is_owner and m.is_travelling)), '[]'
        ) as guests
      from member m
      join account a on a.id = m.user_id
      where m.trip_id = c.id
        and m.joined
    ) people
  ) ,
  kept as (
    insert into idempotency_key
      (account_id, key, holder, narrowing, fingerprint, part, rights, answer)
    select $6, $7, $8, $9, $10, $11, permitted.rights,
      concat('{"row":', coalesce(to_json(x)::text, 'null'), '}')
    from x, permitted
    where (select goes from key_free)
    on conflict (account_id, key, holder, part)
    do update set narrowing = excluded.narrowing, fingerprint = excluded.fingerprint,
      rights = excluded.rights, answer = excluded.answer, created_at = excluded.created_at
    returning part
  )
select key_free.goes, key_free.keys as "keyCount", key_free.bytes as "keptBytes", x.*
from key_free
left join x on true;

-- DeleteTrip, with a key
with key_free as materialized (
  select held.keys, held.bytes, held.is_free
    and cardinality(held.known) = 0
    and not coalesce(held.keys >= $10 or held.bytes >= 67108864, false) as goes
  from hold_idempotency_key($4::int, $5::text, $6::text, $7::text, $10::int is not null) held
),
  permitted as (
    select t.id, t.timezone,
      concat(
        t.id, ':', (m.is_owner)::int, (m.can_edit)::int, (m.can_add_guests)::int,
          (m.can_see_expenses)::int, (m.can_edit_expenses)::int,
          (
            (
              m.can_see_documents
                and (
                  o.is_premium
                    and (o.premium_expiration_date is null or o.premium_expiration_date > now())
                )
            )
          )::int,
          (
            (
              m.can_edit_documents
                and (
                  o.is_premium
                    and (o.premium_expiration_date is null or o.premium_expiration_date > now())
                )
            )
          )::int
      ) as rights
    from member m
    join trip t on t.id = m.trip_id
    left join account o on o.id = t.owner_id
    where m.trip_id = any ($1::int[])
      and m.user_id = $2
      and m.joined
      and t.deleted_at is null
      and m.is_owner
      and (select goes from key_free)
    for share of m
  ) ,
  c as (
    update trip c
    set deleted_at = clock_timestamp()
    from permitted
    where c.id = $3
      and c.id = permitted.id
      and c.deleted_at is null
    returning c.*
  ) , x as (select c.id as "id", c.owner_id as "ownerId" from c) ,
  kept as (
    insert into idempotency_key
      (account_id, key, holder, narrowing, fingerprint, part, rights, answer)
    select $4, $5, $6, $7, $8, $9, concat(x.id, ':-'),
      concat('{"row":', coalesce(to_json(x)::text, 'null'), '}')
    from x
    where (select goes from key_free)
    on conflict (account_id, key, holder, part)
    do update set narrowing = excluded.narrowing, fingerprint = excluded.fingerprint,
      rights = excluded.rights, answer = excluded.answer, created_at = excluded.created_at
    returning part
  )
select key_free.goes, key_free.keys as "keyCount", key_free.bytes as "keptBytes", x.*
from key_free
left join x on true;

-- HostingsV2
select c.*
from (
  select asked.n::int as "listNumber", total.count as "listCount", asked.is_seen as "isSeen",
    c.id as "id", c.trip_id as "tripId", c.owner_id as "ownerId",
    c.internal_identifier as "internalIdentifier", c.hidden as "hidden", c.starts_at as "startsAt",
    c.ends_at as "endsAt", c.timezone as "timezone", c.name as "name",
    c.description as "description", c.address as "address", c.longitude as "longitude",
    c.latitude as "latitude", c.phone as "phone", c.room_type as "roomType",
    c.room_number as "roomNumber", c.website as "website", c.notes as "notes",
    c.provider_reservation_code as "providerReservationCode", c.price as "price",
    c.currency as "currency", c.created_at as "createdAt", c.updated_at as "updatedAt",
    c.version as "version", o.name as "ownerName", o.email as "ownerEmail",
    o.photo_url as "ownerPhotoUrl", c.owner_id = any (asked.members) as "ownerIsMember",
    sum(
      case when c.id is not null then 1000 + coalesce(octet_length(c.description), 0) +
        coalesce(octet_length(c.address), 0) + coalesce(octet_length(c.website), 0) +
        coalesce(octet_length(c.notes), 0) end
    ) over () as "listBytes"
  from (
    select one.*,
      (select true from member v where v.trip_id = one.trip and v.user_id = $5 and v.joined) as
      is_seen,
      array(select y.user_id from member y where y.trip_id = one.trip and y.joined) as members
    from unnest($1::int[]) with ordinality as one (trip, n)
    limit cardinality($1)
  ) asked
  cross join lateral (
    select count(*)::int as count
    from hosting c
    where c.trip_id = asked.trip
      and c.deleted_at is null
      and asked.is_seen
  ) total
  left join lateral (
    select c.*
    from hosting c
    where c.trip_id = asked.trip
      and c.deleted_at is null
      and asked.is_seen
    order by c.id
    limit $4::int offset $3::int::bigint *
      greatest(0, case when $2::int = -1 then (total.count - 1) / $3::int else $2 - 1 end)
  ) c on true
  left join account o on o.id = c.owner_id
) c
where c."listBytes" is null or c."listBytes" <= $6::bigint
order by c."listNumber", c.id;

-- HostingsV2, for If-None-Match
select c.*
from (
  select asked.n::int as "listNumber", total.count as "listCount", asked.is_seen as "isSeen",
    c.id as "id", c.trip_id as "tripId", c.owner_id as "ownerId", c.price as "price",
    c.currency as "currency", c.version as "version", o.name as "ownerName",
    o.email as "ownerEmail", o.photo_url as "ownerPhotoUrl",
    c.owner_id = any (asked.members) as "ownerIsMember",
    sum(case when c.id is not null then 300 end) over () as "listBytes"
  from (
    select one.*,
      (select true from member v where v.trip_id = one.trip and v.user_id = $5 and v.joined) as
      is_seen,
      array(select y.user_id from member y where y.trip_id = one.trip and y.joined) as members
    from unnest($1::int[]) with ordinality as one (trip, n)
    limit cardinality($1)
  ) asked
  cross join lateral (
    select count(*)::int as count
    from hosting c
    where c.trip_id = asked.trip
      and c.deleted_at is null
      and asked.is_seen
  ) total
  left join lateral (
    select c.*
    from hosting c
    where c.trip_id = asked.trip
      and c.deleted_at is null
      and asked.is_seen
    order by c.id
    limit $4::int offset $3::int::bigint *
      greatest(0, case when $2::int = -1 then (total.count - 1) / $3::int else $2 - 1 end)
  ) c on true
  left join account o on o.id = c.owner_id
) c
where c."listBytes" is null or c."listBytes" <= $6::bigint
order by c."listNumber", c.id;

-- HostingsV2, updatedSince
select c.*
from (
  select asked.n::int as "listNumber", total.count as "listCount", asked.is_seen as "isSeen",
    c.id as "id", c.trip_id as "tripId", c.owner_id as "ownerId",
    c.internal_identifier as "internalIdentifier", c.hidden as "hidden", c.starts_at as "startsAt",
    c.ends_at as "endsAt", c.timezone as "timezone", c.name as "name",
    c.description as "description", c.address as "address", c.longitude as "longitude",
    c.latitude as "latitude", c.phone as "phone", c.room_type as "roomType",
    c.room_number as "roomNumber", c.website as "website", c.notes as "notes",
    c.provider_reservation_code as "providerReservationCode", c.price as "price",
    c.currency as "currency", c.created_at as "createdAt", c.updated_at as "updatedAt",
    c.version as "version", o.name as "ownerName", o.email as "ownerEmail",
    o.photo_url as "ownerPhotoUrl", c.owner_id = any (asked.members) as "ownerIsMember",
    sum(
      case when c.id is not null then 1000 + coalesce(octet_length(c.description), 0) +
        coalesce(octet_length(c.address), 0) + coalesce(octet_length(c.website), 0) +
        coalesce(octet_length(c.notes), 0) end
    ) over () as "listBytes"
  from (
    select one.*,
      (select true from member v where v.trip_id = one.trip and v.user_id = $5 and v.joined) as
      is_seen,
      array(select y.user_id from member y where y.trip_id = one.trip and y.joined) as members
    from unnest($1::int[]) with ordinality as one (trip, n)
    limit cardinality($1)
  ) asked
  cross join lateral (
    select count(*)::int as count
    from hosting c
    where c.trip_id = asked.trip
      and c.deleted_at is null
      and asked.is_seen
      and c.changed_at >= $6::timestamptz
  ) total
  left join lateral (
    select c.*
    from hosting c
    where c.trip_id = asked.trip
      and c.deleted_at is null
      and asked.is_seen
      and c.changed_at >= $6::timestamptz
    order by c.id
    limit $4::int offset $3::int::bigint *
      greatest(0, case when $2::int = -1 then (total.count - 1) / $3::int else $2 - 1 end)
  ) c on true
  left join account o on o.id = c.owner_id
) c
where c."listBytes" is null or c."listBytes" <= $7::bigint
order by c."listNumber", c.id;

-- DeletedHostings
select c.*
from (
  select asked.n::int as "listNumber", total.count as "listCount", asked.is_seen as "isSeen",
    c.id as "id", c.trip_id as "tripId",
    sum(case when c.id is not null then 150 end) over () as "listBytes"
  from (
    select one.*,
      (select true from member v where v.trip_id = one.trip and v.user_id = $5 and v.joined) as
      is_seen
    from unnest($1::int[]) with ordinality as one (trip, n)
    limit cardinality($1)
  ) asked
  cross join lateral (
    select count(*)::int as count
    from hosting c
    where c.trip_id = asked.trip
      and c.deleted_at is not null
      and asked.is_seen
  ) total
  left join lateral (
    select c.*
    from hosting c
    where c.trip_id = asked.trip
      and c.deleted_at is not null
      and asked.is_seen
    order by c.id
    limit $4::int offset $3::int::bigint *
      greatest(0, case when $2::int = -1 then (total.count - 1) / $3::int else $2 - 1 end)
  ) c on true
) c
where c."listBytes" is null or c."listBytes" <= $6::bigint
order by c."listNumber", c.id;

-- DeletedHostings, updatedSince
select c.*
from (
  select asked.n::int as "listNumber", total.count as "listCount", asked.is_seen as "isSeen",
    c.id as "id", c.trip_id as "tripId",
    sum(case when c.id is not null then 150 end) over () as "listBytes"
  from (
    select one.*,
      (select true from member v where v.trip_id = one.trip and v.user_id = $5 and v.joined) as
      is_seen
    from unnest($1::int[]) with ordinality as one (trip, n)
    limit cardinality($1)
  ) asked
  cross join lateral (
    select count(*)::int as count
    from hosting c
    where c.trip_id = asked.trip
      and c.deleted_at is not null
      and asked.is_seen
      and c.deleted_at >= $6::timestamptz
  ) total
  left join lateral (
    select c.*
    from hosting c
    where c.trip_id = asked.trip
      and c.deleted_at is not null
      and asked.is_seen
      and c.deleted_at >= $6::timestamptz
    order by c.id
    limit $4::int offset $3::int::bigint *
      greatest(0, case when $2::int = -1 then (total.count - 1) / $3::int else $2 - 1 end)
  ) c on true
) c
where c."listBytes" is null or c."listBytes" <= $7::bigint
order by c."listNumber", c.id;

-- Trip.deletedHostings, withMoved
select c.*
from (
  select asked.n::int as "listNumber", total.count as "listCount", asked.is_seen as "isSeen",
    c.id as "id", c.trip_id as "tripId", c.is_moved as "isMoved",
    sum(case when c.id is not null then 150 end) over () as "listBytes"
  from (
    select one.*,
      (select true from member v where v.trip_id = one.trip and v.user_id = $5 and v.joined) as
      is_seen
    from unnest($1::int[]) with ordinality as one (trip, n)
    limit cardinality($1)
  ) asked
  cross join lateral (
    select count(*)::int as count
    from (
      select id, trip_id, deleted_at, false as is_moved
      from hosting
      where trip_id = asked.trip
        and deleted_at is not null
      union all
      select item_id, trip_id, moved_at, true
      from moved_item
      where trip_id = asked.trip
        and kind = 'hosting'
    ) c
    where c.trip_id = asked.trip
      and c.deleted_at is not null
      and asked.is_seen
  ) total
  left join lateral (
    select c.*
    from (
      select id, trip_id, deleted_at, false as is_moved
      from hosting
      where trip_id = asked.trip
        and deleted_at is not null
      union all
      select item_id, trip_id, moved_at, true
      from moved_item
      where trip_id = asked.trip
        and kind = 'hosting'
    ) c
    where c.trip_id = asked.trip
      and c.deleted_at is not null
      and asked.is_seen
    order by c.id
    limit $4::int offset $3::int::bigint *
      greatest(0, case when $2::int = -1 then (total.count - 1) / $3::int else $2 - 1 end)
  ) c on true
) c
where c."listBytes" is null or c."listBytes" <= $6::bigint
order by c."listNumber", c.id;

-- HostingV2
select c.id as "id", c.trip_id as "tripId", c.owner_id as "ownerId",
  c.internal_identifier as "internalIdentifier", c.hidden as "hidden", c.starts_at as "startsAt",
  c.ends_at as "endsAt", c.timezone as "timezone", c.name as "name", c.description as "description",
  c.address as "address", c.longitude as "longitude", c.latitude as "latitude", c.phone as "phone",
  c.room_type as "roomType", c.room_number as "roomNumber", c.website as "website",
  c.notes as "notes", c.provider_reservation_code as "providerReservationCode", c.price as "price",
  c.currency as "currency", c.created_at as "createdAt", c.updated_at as "updatedAt",
  c.version as "version", o.name as "ownerName", o.email as "ownerEmail",
  o.photo_url as "ownerPhotoUrl", c.owner_id = any (asked.members) as "ownerIsMember"
from hosting c
left join account o on o.id = c.owner_id
cross join lateral
  (select array(select y.user_id from member y where y.trip_id = c.trip_id and y.joined) as members)
  asked
where c.id = $1
  and c.trip_id = $2
  and c.deleted_at is null
  and exists (select from member v where v.trip_id = $2 and v.user_id = $3 and v.joined);

-- Whether hosting and trip belong together
select from hosting c where c.id = $1 and c.trip_id = $2 and c.deleted_at is null;

-- CreateHosting
with permitted as (
  select t.id, t.timezone
  from member m
  join trip t on t.id = m.trip_id
  left join account o on o.id = t.owner_id
  where m.trip_id = any ($1::int[])
    and m.user_id = $2
    and m.joined
    and t.deleted_at is null
    and m.can_edit
    and m.can_edit_expenses
  for share of m
),
  c as (
    insert into hosting (
      trip_id, owner_id, internal_identifier, hidden, starts_at, ends_at, timezone, name,
        description, address, longitude, latitude, phone, apple_maps_id, room_type, room_number,
        website, notes, provider_location_url, provider_reservation_code,
        provider_reservation_description, provider_document, google_places_id, price, currency,
        assigned_users, sort_order
    )
    select permitted.id, $2, r.internal_identifier, r.hidden, r.starts_at, r.ends_at, r.timezone,
      r.name, r.description, r.address, r.longitude, r.latitude, r.phone, r.apple_maps_id,
      r.room_type, r.room_number, r.website, r.notes, r.provider_location_url,
      r.provider_reservation_code, r.provider_reservation_description, r.provider_document,
      r.google_places_id, r.price, r.currency, r.assigned_users, r.sort_order
    from permitted, json_populate_record(null::hosting, $3) r
    returning *
  )
select (select count(*)::int from permitted) as permitted, c.id as "id", c.trip_id as "tripId",
  c.owner_id as "ownerId", c.internal_identifier as "internalIdentifier", c.hidden as "hidden",
  c.starts_at as "startsAt", c.ends_at as "endsAt", c.timezone as "timezone", c.name as "name",
  c.description as "description", c.address as "address", c.longitude as "longitude",
  c.latitude as "latitude", c.phone as "phone", c.room_type as "roomType",
  c.room_number as "roomNumber", c.website as "website", c.notes as "notes",
  c.provider_reservation_code as "providerReservationCode", c.price as "price",
  c.currency as "currency", c.created_at as "createdAt", c.updated_at as "updatedAt",
  case when not exists (select from email e where e.hosting_id = c.id and e.deleted_at is null) then
  '[]'::json end as emails, o.name as "ownerName", o.email as "ownerEmail",
  o.photo_url as "ownerPhotoUrl", c.owner_id = any (asked.members) as "ownerIsMember"
from (select) as one
left join c on true
left join account o on o.id = c.owner_id
cross join lateral
  (select array(select y.user_id from member y where y.trip_id = c.trip_id and y.joined) as members)
  asked;

-- UpdateHosting
with permitted as (
  select t.id, t.timezone
  from member m
  join trip t on t.id = m.trip_id
  left join account o on o.id = t.owner_id
  where m.trip_id = any ($1::int[])
    and m.user_id = $2
    and m.joined
    and t.deleted_at is null
    and m.can_edit
    and m.can_edit_expenses
  for share of m
) ,
  assigned as (
    select
    from member m
    where m.trip_id = $7
      and m.user_id = any ($6::int[])
    order by m.user_id
    for key share
  ),
  c as (
    update hosting c
    set created_at = c.created_at, internal_identifier = r.internal_identifier, hidden = r.hidden,
      starts_at = r.starts_at, ends_at = r.ends_at, timezone = r.timezone, name = r.name,
      description = r.description, address = r.address, longitude = r.longitude,
      latitude = r.latitude, phone = r.phone, apple_maps_id = r.apple_maps_id,
      room_type = r.room_type, room_number = r.room_number, website = r.website, notes = r.notes,
      provider_location_url = r.provider_location_url,
      provider_reservation_code = r.provider_reservation_code,
      provider_reservation_description = r.provider_reservation_description,
      provider_document = r.provider_document, google_places_id = r.google_places_id,
      price = r.price, currency = r.currency, assigned_users = r.assigned_users,
      sort_order = r.sort_order
    from json_populate_record(null::hosting, $3) r
    where c.id = $4
      and c.trip_id = $5
      and c.deleted_at is null
      and (select count(*) from permitted) = 1
      and (select count(*) from assigned) >= 0
    returning c.*
  )
select c.id as "id", c.trip_id as "tripId", c.owner_id as "ownerId",
  c.internal_identifier as "internalIdentifier", c.hidden as "hidden", c.starts_at as "startsAt",
  c.ends_at as "endsAt", c.timezone as "timezone", c.name as "name", c.description as "description",
  c.address as "address", c.longitude as "longitude", c.latitude as "latitude", c.phone as "phone",
  c.room_type as "roomType", c.room_number as "roomNumber", c.website as "website",
  c.notes as "notes", c.provider_reservation_code as "providerReservationCode", c.price as "price",
  c.currency as "currency", c.created_at as "createdAt", c.updated_at as "updatedAt",
  case when not exists (select from email e where e.hosting_id = c.id and e.deleted_at is null) then
  '[]'::json end as emails, o.name as "ownerName", o.email as "ownerEmail",
  o.photo_url as "ownerPhotoUrl", c.owner_id = any (asked.members) as "ownerIsMember"
from c
left join account o on o.id = c.owner_id
cross join lateral
  (select array(select y.user_id from member y where y.trip_id = c.trip_id and y.joined) as members)
  asked;

-- DeleteHosting
with permitted as (
  select t.id, t.timezone
  from member m
  join trip t on t.id = m.trip_id
  left join account o on o.id = t.owner_id
  where m.trip_id = any ($1::int[])
    and m.user_id = $2
    and m.joined
    and t.deleted_at is null
    and m.can_edit
  for share of m
) ,
  held as materialized (
    select hold_attached('hosting', c.id)
    from hosting c, permitted
    where c.id = $3
      and c.trip_id = permitted.id
  ),
  c as (
    update hosting c
    set deleted_at = clock_timestamp()
    from permitted , held
    where c.id = $3
      and c.trip_id = permitted.id
      and c.deleted_at is null
    returning c.*
  )
select c.id as "id", c.trip_id as "tripId"
from c;

-- CreateHosting, with a key
with key_free as materialized (
  select held.keys, held.bytes, held.is_free
    and cardinality(held.known) = 0
    and not coalesce(held.keys >= $10 or held.bytes >= 67108864, false) as goes
  from hold_idempotency_key($4::int, $5::text, $6::text, $7::text, $10::int is not null) held
),
  permitted as (
    select t.id, t.timezone,
      concat(
        t.id, ':', (m.is_owner)::int, (m.can_edit)::int, (m.can_add_guests)::int,
          (m.can_see_expenses)::int, (m.can_edit_expenses)::int,
          (
            (
              m.can_see_documents
                and (
                  o.is_premium
                    and (o.premium_expiration_date is null or o.premium_expiration_date > now())
                )
            )
          )::int,
          (
            (
              m.can_edit_documents
                and (
                  o.is_premium
                    and (o.premium_expiration_date is null or o.premium_expiration_date > now())
                )
            )
          )::int
      ) as rights
    from member m
    join trip t on t.id = m.trip_id
    left join account o on o.id = t.owner_id
    where m.trip_id = any ($1::int[])
      and m.user_id = $2
      and m.joined
      and t.deleted_at is null
      and m.can_edit
      and m.can_edit_expenses
      and (select goes from key_free)
      and m.can_see_expenses = true
    for share of m
  ),
  c as (
    insert into hosting (
      trip_id, owner_id, internal_identifier, hidden, starts_at, ends_at, timezone, name,
        description, address, longitude, latitude, phone, apple_maps_id, room_type, room_number,
        website, notes, provider_location_url, provider_reservation_code,
        provider_reservation_description, provider_document, google_places_id, price, currency,
        assigned_users, sort_order
    )
    select permitted.id, $2, r.internal_identifier, r.hidden, r.starts_at, r.ends_at, r.timezone,
      r.name, r.description, r.address, r.longitude, r.latitude, r.phone, r.apple_maps_id,
      r.room_type, r.room_number, r.website, r.notes, r.provider_location_url,
      r.provider_reservation_code, r.provider_reservation_description, r.provider_document,
      r.google_places_id, r.price, r.currency, r.assigned_users, r.sort_order
    from permitted, json_populate_record(null::hosting, $3) r
    returning *
  ) ,
  x as (
    select (select count(*)::int from permitted) as permitted, c.id as "id", c.trip_id as "tripId",
      c.owner_id as "ownerId", c.internal_identifier as "internalIdentifier", c.hidden as "hidden",
      c.starts_at as "startsAt", c.ends_at as "endsAt", c.timezone as "timezone", c.name as "name",
      c.description as "description", c.address as "address", c.longitude as "longitude",
      c.latitude as "latitude", c.phone as "phone", c.room_type as "roomType",
      c.room_number as "roomNumber", c.website as "website", c.notes as "notes",
      c.provider_reservation_code as "providerReservationCode", c.price as "price",
      c.currency as "currency", c.created_at as "createdAt", c.updated_at as "updatedAt",
      case when not exists (select from email e where e.hosting_id = c.id and e.deleted_at is null)
      then '[]'::json end as emails, o.name as "ownerName", o.email as "ownerEmail",
      o.photo_url as "ownerPhotoUrl", c.owner_id = any (asked.members) as "ownerIsMember"
    from (select) as one
    left join c on true
    left join account o on o.id = c.owner_id
    cross join lateral (
      select array(select y.user_id from member y where y.trip_id = c.trip_id and y.joined) as
        members
    ) asked
  ) ,
  kept as (
    insert into idempotency_key
      (account_id, key, holder, narrowing, fingerprint, part, rights, answer)
    select $4, $5, $6, $7, $8, $9, permitted.rights,
      concat('{"row":', coalesce(to_json(x)::text, 'null'), '}')
    from x, permitted
    where (select goes from key_free)
    on conflict (account_id, key, holder, part)
    do update set narrowing = excluded.narrowing, fingerprint = excluded.fingerprint,
      rights = excluded.rights, answer = excluded.answer, created_at = excluded.created_at
    returning part
  )
select key_free.goes, key_free.keys as "keyCount", key_free.bytes as "keptBytes", x.*
from key_free
left join x on true;

-- UpdateHosting, with a key
with key_free as materialized (
  select held.keys, held.bytes, held.is_free
    and cardinality(held.known) = 0
    and not coalesce(held.keys >= $14 or held.bytes >= 67108864, false) as goes
  from hold_idempotency_key($8::int, $9::text, $10::text, $11::text, $14::int is not null) held
),
  permitted as (
    select t.id, t.timezone,
      concat(
        t.id, ':', (m.is_owner)::int, (m.can_edit)::int, (m.can_add_guests)::int,
          (m.can_see_expenses)::int, (m.can_edit_expenses)::int,
          (
            (
              m.can_see_documents
                and (
                  o.is_premium
                    and (o.premium_expiration_date is null or o.premium_expiration_date > now())
                )
            )
          )::int,
          (
            (
              m.can_edit_documents
                and (
                  o.is_premium
                    and (o.premium_expiration_date is null or o.premium_expiration_date > now())
                )
            )
          )::int
      ) as rights
    from member m
    join trip t on t.id = m.trip_id
    left join account o on o.id = t.owner_id
    where m.trip_id = any ($1::int[])
      and m.user_id = $2
      and m.joined
      and t.deleted_at is null
      and m.can_edit
      and m.can_edit_expenses
      and (select goes from key_free)
      and m.can_see_expenses = true
    for share of m
  ) ,
  assigned as (
    select
    from member m
    where m.trip_id = $7
      and m.user_id = any ($6::int[])
    order by m.user_id
    for key share
  ),
  c as (
    update hosting c
    set created_at = c.created_at, internal_identifier = r.internal_identifier, hidden = r.hidden,
      starts_at = r.starts_at, ends_at = r.ends_at, timezone = r.timezone, name = r.name,
      description = r.description, address = r.address, longitude = r.longitude,
      latitude = r.latitude, phone = r.phone, apple_maps_id = r.apple_maps_id,
      room_type = r.room_type, room_number = r.room_number, website = r.website, notes = r.notes,
      provider_location_url = r.provider_location_url,
      provider_reservation_code = r.provider_reservation_code,
      provider_reservation_description = r.provider_reservation_description,
      provider_document = r.provider_document, google_places_id = r.google_places_id,
      price = r.price, currency = r.currency, assigned_users = r.assigned_users,
      sort_order = r.sort_order
    from json_populate_record(null::hosting, $3) r
    where c.id = $4
      and c.trip_id = $5
      and c.deleted_at is null
      and (select count(*) from permitted) = 1
      and (select count(*) from assigned) >= 0
      and not exists (select from email e where e.hosting_id = c.id and e.deleted_at is null)
      and exists
        (select from member y where y.trip_id = c.trip_id and y.user_id = c.owner_id and y.joined)
    returning c.*
  ) ,
  x as (
    select c.id as "id", c.trip_id as "tripId", c.owner_id as "ownerId",
      c.internal_identifier as "internalIdentifier", c.hidden as "hidden",
      c.starts_at as "startsAt", c.ends_at as "endsAt", c.timezone as "timezone", c.name as "name",
      c.description as "description", c.address as "address", c.longitude as "longitude",
      c.latitude as "latitude", c.phone as "phone", c.room_type as "roomType",
      c.room_number as "roomNumber", c.website as "website", c.notes as "notes",
      c.provider_reservation_code as "providerReservationCode", c.price as "price",
      c.currency as "currency", c.created_at as "createdAt", c.updated_at as "updatedAt",
      case when not exists (select from email e where e.hosting_id = c.id and e.deleted_at is null)
      then '[]'::json end as emails, o.name as "ownerName", o.email as "ownerEmail",
      o.photo_url as "ownerPhotoUrl", c.owner_id = any (asked.members) as "ownerIsMember"
    from c
    left join account o on o.id = c.owner_id
    cross join lateral (
      select array(select y.user_id from member y where y.trip_id = c.trip_id and y.joined) as
        members
    ) asked
  ) ,
  kept as (
    insert into idempotency_key
      (account_id, key, holder, narrowing, fingerprint, part, rights, answer)
    select $8, $9, $10, $11, $12, $13, permitted.rights,
      concat('{"row":', coalesce(to_json(x)::text, 'null'), '}')
    from x, permitted
    where (select goes from key_free)
    on conflict (account_id, key, holder, part)
    do update set narrowing = excluded.narrowing, fingerprint = excluded.fingerprint,
      rights = excluded.rights, answer = excluded.answer, created_at = excluded.created_at
    returning part
  )
select key_free.goes, key_free.keys as "keyCount", key_free.bytes as "keptBytes", x.*
from key_free
left join x on true;

-- DeleteHosting, with a key
with key_free as materialized (
  select held.keys, held.bytes, held.is_free
    and cardinality(held.known) = 0
    and not coalesce(held.keys >= $10 or held.bytes >= 67108864, false) as goes
  from hold_idempotency_key($4::int, $5::text, $6::text, $7::text, $10::int is not null) held
),
  permitted as (
    select t.id, t.timezone,
      concat(
        t.id, ':', (m.is_owner)::int, (m.can_edit)::int, (m.can_add_guests)::int,
          (m.can_see_expenses)::int, (m.can_edit_expenses)::int,
          (
            (
              m.can_see_documents
                and (
                  o.is_premium
                    and (o.premium_expiration_date is null or o.premium_expiration_date > now())
                )
            )
          )::int,
          (
            (
              m.can_edit_documents
                and (
                  o.is_premium
                    and (o.premium_expiration_date is null or o.premium_expiration_date > now())
                )
            )
          )::int
      ) as rights
    from member m
    join trip t on t.id = m.trip_id
    left join account o on o.id = t.owner_id
    where m.trip_id = any ($1::int[])
      and m.user_id = $2
      and m.joined
      and t.deleted_at is null
      and m.can_edit
      and (select goes from key_free)
    for share of m
  ) ,
  held as materialized (
    select hold_attached('hosting', c.id)
    from hosting c, permitted
    where c.id = $3
      and c.trip_id = permitted.id
  ),
  c as (
    update hosting c
    set deleted_at = clock_timestamp()
    from permitted , held
    where c.id = $3
      and c.trip_id = permitted.id
      and c.deleted_at is null
    returning c.*
  ) , x as (select c.id as "id", c.trip_id as "tripId" from c) ,
  kept as (
    insert into idempotency_key
      (account_id, key, holder, narrowing, fingerprint, part, rights, answer)
    select $4, $5, $6, $7, $8, $9, permitted.rights,
      concat('{"row":', coalesce(to_json(x)::text, 'null'), '}')
    from x, permitted
    where (select goes from key_free)
    on conflict (account_id, key, holder, part)
    do update set narrowing = excluded.narrowing, fingerprint = excluded.fingerprint,
      rights = excluded.rights, answer = excluded.answer, created_at = excluded.created_at
    returning part
  )
select key_free.goes, key_free.keys as "keyCount", key_free.bytes as "keptBytes", x.*
from key_free
left join x on true;

-- ActivitiesV2
select c.*
from (
  select asked.n::int as "listNumber", total.count as "listCount", asked.is_seen as "isSeen",
    c.id as "id", c.trip_id as "tripId", c.owner_id as "ownerId",
    c.internal_identifier as "internalIdentifier", c.hidden as "hidden",
    c.activity_type as "activityType", c.period as "period", c.starts_at as "startsAt",
    c.ends_at as "endsAt", c.all_day as "allDay", c.name as "name", c.description as "description",
    c.checked as "checked", c.address as "address", c.longitude as "longitude",
    c.latitude as "latitude", c.timezone as "timezone", c.price as "price",
    c.currency as "currency", c.created_at as "createdAt", c.updated_at as "updatedAt",
    c.version as "version", o.name as "ownerName", o.email as "ownerEmail",
    o.photo_url as "ownerPhotoUrl", c.owner_id = any (asked.members) as "ownerIsMember",
    sum(
      case when c.id is not null then 1000 + coalesce(octet_length(c.description), 0) +
        coalesce(octet_length(c.address), 0) end
    ) over () as "listBytes"
  from (
    select one.*,
      (select true from member v where v.trip_id = one.trip and v.user_id = $5 and v.joined) as
      is_seen,
      array(select y.user_id from member y where y.trip_id = one.trip and y.joined) as members
    from unnest($1::int[]) with ordinality as one (trip, n)
    limit cardinality($1)
  ) asked
  cross join lateral (
    select count(*)::int as count
    from activity c
    where c.trip_id = asked.trip
      and c.deleted_at is null
      and asked.is_seen
  ) total
  left join lateral (
    select c.*
    from activity c
    where c.trip_id = asked.trip
      and c.deleted_at is null
      and asked.is_seen
    order by c.id
    limit $4::int offset $3::int::bigint *
      greatest(0, case when $2::int = -1 then (total.count - 1) / $3::int else $2 - 1 end)
  ) c on true
  left join account o on o.id = c.owner_id
) c
where c."listBytes" is null or c."listBytes" <= $6::bigint
order by c."listNumber", c.id;

-- ActivitiesV2, for If-None-Match
select c.*
from (
  select asked.n::int as "listNumber", total.count as "listCount", asked.is_seen as "isSeen",
    c.id as "id", c.trip_id as "tripId", c.owner_id as "ownerId", c.price as "price",
    c.currency as "currency", c.version as "version", o.name as "ownerName",
    o.email as "ownerEmail", o.photo_url as "ownerPhotoUrl",
    c.owner_id = any (asked.members) as "ownerIsMember",
    sum(case when c.id is not null then 300 end) over () as "listBytes"
  from (
    select one.*,
      (select true from member v where v.trip_id = one.trip and v.user_id = $5 and v.joined) as
      is_seen,
      array(select y.user_id from member y where y.trip_id = one.trip and y.joined) as members
    from unnest($1::int[]) with ordinality as one (trip, n)
    limit cardinality($1)
  ) asked
  cross join lateral (
    select count(*)::int as count
    from activity c
    where c.trip_id = asked.trip
      and c.deleted_at is null
      and asked.is_seen
  ) total
  left join lateral (
    select c.*
    from activity c
    where c.trip_id = asked.trip
      and c.deleted_at is null
      and asked.is_seen
    order by c.id
    limit $4::int offset $3::int::bigint *
      greatest(0, case when $2::int = -1 then (total.count - 1) / $3::int else $2 - 1 end)
  ) c on true
  left join account o on o.id = c.owner_id
) c
where c."listBytes" is null or c."listBytes" <= $6::bigint
order by c."listNumber", c.id;

-- ActivitiesV2, updatedSince
select c.*
from (
  select asked.n::int as "listNumber", total.count as "listCount", asked.is_seen as "isSeen",
    c.id as "id", c.trip_id as "tripId", c.owner_id as "ownerId",
    c.internal_identifier as "internalIdentifier", c.hidden as "hidden",
    c.activity_type as "activityType", c.period as "period", c.starts_at as "startsAt",
    c.ends_at as "endsAt", c.all_day as "allDay", c.name as "name", c.description as "description",
    c.checked as "checked", c.address as "address", c.longitude as "longitude",
    c.latitude as "latitude", c.timezone as "timezone", c.price as "price",
    c.currency as "currency", c.created_at as "createdAt", c.updated_at as "updatedAt",
    c.version as "version", o.name as "ownerName", o.email as "ownerEmail",
    o.photo_url as "ownerPhotoUrl", c.owner_id = any (asked.members) as "ownerIsMember",
    sum(
      case when c.id is not null then 1000 + coalesce(octet_length(c.description), 0) +
        coalesce(octet_length(c.address), 0) end
    ) over () as "listBytes"
  from (
    select one.*,
      (select true from member v where v.trip_id = one.trip and v.user_id = $5 and v.joined) as
      is_seen,
      array(select y.user_id from member y where y.trip_id = one.trip and y.joined) as members
    from unnest($1::int[]) with ordinality as one (trip, n)
    limit cardinality($1)
  ) asked
  cross join lateral (
    select count(*)::int as count
    from activity c
    where c.trip_id = asked.trip
      and c.deleted_at is null
      and asked.is_seen
      and c.changed_at >= $6::timestamptz
  ) total
  left join lateral (
    select c.*
    from activity c
    where c.trip_id = asked.trip
      and c.deleted_at is null
      and asked.is_seen
      and c.changed_at >= $6::timestamptz
    order by c.id
    limit $4::int offset $3::int::bigint *
      greatest(0, case when $2::int = -1 then (total.count - 1) / $3::int else $2 - 1 end)
  ) c on true
  left join account o on o.id = c.owner_id
) c
where c."listBytes" is null or c."listBytes" <= $7::bigint
order by c."listNumber", c.id;

-- ActivitiesV2, activityType
select c.*
from (
  select asked.n::int as "listNumber", total.count as "listCount", asked.is_seen as "isSeen",
    c.id as "id", c.trip_id as "tripId", c.owner_id as "ownerId",
    c.internal_identifier as "internalIdentifier", c.hidden as "hidden",
    c.activity_type as "activityType", c.period as "period", c.starts_at as "startsAt",
    c.ends_at as "endsAt", c.all_day as "allDay", c.name as "name", c.description as "description",
    c.checked as "checked", c.address as "address", c.longitude as "longitude",
    c.latitude as "latitude", c.timezone as "timezone", c.price as "price",
    c.currency as "currency", c.created_at as "createdAt", c.updated_at as "updatedAt",
    c.version as "version", o.name as "ownerName", o.email as "ownerEmail",
    o.photo_url as "ownerPhotoUrl", c.owner_id = any (asked.members) as "ownerIsMember",
    sum(
      case when c.id is not null then 1000 + coalesce(octet_length(c.description), 0) +
        coalesce(octet_length(c.address), 0) end
    ) over () as "listBytes"
  from (
    select one.*,
      (select true from member v where v.trip_id = one.trip and v.user_id = $5 and v.joined) as
      is_seen,
      array(select y.user_id from member y where y.trip_id = one.trip and y.joined) as members
    from unnest($1::int[]) with ordinality as one (trip, n)
    limit cardinality($1)
  ) asked
  cross join lateral (
    select count(*)::int as count
    from activity c
    where c.trip_id = asked.trip
      and c.deleted_at is null
      and asked.is_seen
      and c.activity_type = $6
  ) total
  left join lateral (
    select c.*
    from activity c
    where c.trip_id = asked.trip
      and c.deleted_at is null
      and asked.is_seen
      and c.activity_type = $6
    order by c.id
    limit $4::int offset $3::int::bigint *
      greatest(0, case when $2::int = -1 then (total.count - 1) / $3::int else $2 - 1 end)
  ) c on true
  left join account o on o.id = c.owner_id
) c
where c."listBytes" is null or c."listBytes" <= $7::bigint
order by c."listNumber", c.id;

-- DeletedActivities
select c.*
from (
  select asked.n::int as "listNumber", total.count as "listCount", asked.is_seen as "isSeen",
    c.id as "id", c.trip_id as "tripId",
    sum(case when c.id is not null then 150 end) over () as "listBytes"
  from (
    select one.*,
      (select true from member v where v.trip_id = one.trip and v.user_id = $5 and v.joined) as
      is_seen
    from unnest($1::int[]) with ordinality as one (trip, n)
    limit cardinality($1)
  ) asked
  cross join lateral (
    select count(*)::int as count
    from activity c
    where c.trip_id = asked.trip
      and c.deleted_at is not null
      and asked.is_seen
  ) total
  left join lateral (
    select c.*
    from activity c
    where c.trip_id = asked.trip
      and c.deleted_at is not null
      and asked.is_seen
    order by c.id
    limit $4::int offset $3::int::bigint *
      greatest(0, case when $2::int = -1 then (total.count - 1) / $3::int else $2 - 1 end)
  ) c on true
) c
where c."listBytes" is null or c."listBytes" <= $6::bigint
order by c."listNumber", c.id;

-- DeletedActivities, updatedSince
select c.*
from (
  select asked.n::int as "listNumber", total.count as "listCount", asked.is_seen as "isSeen",
    c.id as "id", c.trip_id as "tripId",
    sum(case when c.id is not null then 150 end) over () as "listBytes"
  from (
    select one.*,
      (select true from member v where v.trip_id = one.trip and v.user_id = $5 and v.joined) as
      is_seen
    from unnest($1::int[]) with ordinality as one (trip, n)
    limit cardinality($1)
  ) asked
  cross join lateral (
    select count(*)::int as count
    from activity c
    where c.trip_id = asked.trip
      and c.deleted_at is not null
      and asked.is_seen
      and c.deleted_at >= $6::timestamptz
  ) total
  left join lateral (
    select c.*
    from activity c
    where c.trip_id = asked.trip
      and c.deleted_at is not null
      and asked.is_seen
      and c.deleted_at >= $6::timestamptz
    order by c.id
    limit $4::int offset $3::int::bigint *
      greatest(0, case when $2::int = -1 then (total.count - 1) / $3::int else $2 - 1 end)
  ) c on true
) c
where c."listBytes" is null or c."listBytes" <= $7::bigint
order by c."listNumber", c.id;

-- Trip.deletedActivities, withMoved
select c.*
from (
  select asked.n::int as "listNumber", total.count as "listCount", asked.is_seen as "isSeen",
    c.id as "id", c.trip_id as "tripId", c.is_moved as "isMoved",
    sum(case when c.id is not null then 150 end) over () as "listBytes"
  from (
    select one.*,
      (select true from member v where v.trip_id = one.trip and v.user_id = $5 and v.joined) as
      is_seen
    from unnest($1::int[]) with ordinality as one (trip, n)
    limit cardinality($1)
  ) asked
  cross join lateral (
    select count(*)::int as count
    from (
      select id, trip_id, deleted_at, false as is_moved
      from activity
      where trip_id = asked.trip
        and deleted_at is not null
      union all
      select item_id, trip_id, moved_at, true
      from moved_item
      where trip_id = asked.trip
        and kind = 'activity'
    ) c
    where c.trip_id = asked.trip
      and c.deleted_at is not null
      and asked.is_seen
  ) total
  left join lateral (
    select c.*
    from (
      select id, trip_id, deleted_at, false as is_moved
      from activity
      where trip_id = asked.trip
        and deleted_at is not null
      union all
      select item_id, trip_id, moved_at, true
      from moved_item
      where trip_id = asked.trip
        and kind = 'activity'
    ) c
    where c.trip_id = asked.trip
      and c.deleted_at is not null
      and asked.is_seen
    order by c.id
    limit $4::int offset $3::int::bigint *
      greatest(0, case when $2::int = -1 then (total.count - 1) / $3::int else $2 - 1 end)
  ) c on true
) c
where c."listBytes" is null or c."listBytes" <= $6::bigint
order by c."listNumber", c.id;

-- Trip.deletedActivities, withMoved, activityType
select c.*
from (
  select asked.n::int as "listNumber", total.count as "listCount", asked.is_seen as "isSeen",
    c.id as "id", c.trip_id as "tripId", c.is_moved as "isMoved",
    sum(case when c.id is not null then 150 end) over () as "listBytes"
  from (
    select one.*,
      (select true from member v where v.trip_id = one.trip and v.user_id = $5 and v.joined) as
      is_seen
    from unnest($1::int[]) with ordinality as one (trip, n)
    limit cardinality($1)
  ) asked
  cross join lateral (
    select count(*)::int as count
    from (
      select id, trip_id, deleted_at, false as is_moved, activity_type
      from activity
      where trip_id = asked.trip
        and deleted_at is not null
      union all
      select item_id, trip_id, moved_at, true,
        (select activity_type from activity where id = item_id)
      from moved_item
      where trip_id = asked.trip
        and kind = 'activity'
    ) c
    where c.trip_id = asked.trip
      and c.deleted_at is not null
      and asked.is_seen
      and c.activity_type = $6
  ) total
  left join lateral (
    select c.*
    from (
      select id, trip_id, deleted_at, false as is_moved, activity_type
      from activity
      where trip_id = asked.trip
        and deleted_at is not null
      union all
      select item_id, trip_id, moved_at, true,
        (select activity_type from activity where id = item_id)
      from moved_item
      where trip_id = asked.trip
        and kind = 'activity'
    ) c
    where c.trip_id = asked.trip
      and c.deleted_at is not null
      and asked.is_seen
      and c.activity_type = $6
    order by c.id
    limit $4::int offset $3::int::bigint *
      greatest(0, case when $2::int = -1 then (total.count - 1) / $3::int else $2 - 1 end)
  ) c on true
) c
where c."listBytes" is null or c."listBytes" <= $7::bigint
order by c."listNumber", c.id;

-- ActivityV2
select c.id as "id", c.trip_id as "tripId", c.owner_id as "ownerId",
  c.internal_identifier as "internalIdentifier", c.hidden as "hidden",
  c.activity_type as "activityType", c.period as "period", c.starts_at as "startsAt",
  c.ends_at as "endsAt", c.all_day as "allDay", c.name as "name", c.description as "description",
  c.checked as "checked", c.address as "address", c.longitude as "longitude",
  c.latitude as "latitude", c.timezone as "timezone", c.price as "price", c.currency as "currency",
  c.created_at as "createdAt", c.updated_at as "updatedAt", c.version as "version",
  o.name as "ownerName", o.email as "ownerEmail", o.photo_url as "ownerPhotoUrl",
  c.owner_id = any (asked.members) as "ownerIsMember"
from activity c
left join account o on o.id = c.owner_id
cross join lateral
  (select array(select y.user_id from member y where y.trip_id = c.trip_id and y.joined) as members)
  asked
where c.id = $1
  and c.trip_id = $2
  and c.deleted_at is null
  and exists (select from member v where v.trip_id = $2 and v.user_id = $3 and v.joined);

-- Whether activity and trip belong together
select from activity c where c.id = $1 and c.trip_id = $2 and c.deleted_at is null;

-- CreateActivity
with permitted as (
  select t.id, t.timezone
  from member m
  join trip t on t.id = m.trip_id
  left join account o on o.id = t.owner_id
  where m.trip_id = any ($1::int[])
    and m.user_id = $2
    and m.joined
    and t.deleted_at is null
    and m.can_edit
    and m.can_edit_expenses
  for share of m
),
  c as (
    insert into activity (
      trip_id, owner_id, internal_identifier, hidden, activity_type, period, starts_at, ends_at,
        all_day, name, description, phone, website, checked, address, longitude, latitude, notes,
        apple_maps_id, timezone, provider_location_url, provider_reservation_code,
        provider_reservation_description, provider_document, google_places_id, price, currency,
        assigned_users, sort_order
    )
    select permitted.id, $2, r.internal_identifier, r.hidden, r.activity_type, r.period,
      r.starts_at, r.ends_at, r.all_day, r.name, r.description, r.phone, r.website, r.checked,
      r.address, r.longitude, r.latitude, r.notes, r.apple_maps_id, r.timezone,
      r.provider_location_url, r.provider_reservation_code, r.provider_reservation_description,
      r.provider_document, r.google_places_id, r.price, r.currency, r.assigned_users, r.sort_order
    from permitted, json_populate_record(null::activity, $3) r
    returning *
  )
select (select count(*)::int from permitted) as permitted, c.id as "id", c.trip_id as "tripId",
  c.owner_id as "ownerId", c.internal_identifier as "internalIdentifier", c.hidden as "hidden",
  c.activity_type as "activityType", c.period as "period", c.starts_at as "startsAt",
  c.ends_at as "endsAt", c.all_day as "allDay", c.name as "name", c.description as "description",
  c.checked as "checked", c.address as "address", c.longitude as "longitude",
  c.latitude as "latitude", c.timezone as "timezone", c.price as "price", c.currency as "currency",
  c.created_at as "createdAt", c.updated_at as "updatedAt",
  case when not exists (select from email e where e.activity_id = c.id and e.deleted_at is null)
  then '[]'::json end as emails, o.name as "ownerName", o.email as "ownerEmail",
  o.photo_url as "ownerPhotoUrl", c.owner_id = any (asked.members) as "ownerIsMember"
from (select) as one
left join c on true
left join account o on o.id = c.owner_id
cross join lateral
  (select array(select y.user_id from member y where y.trip_id = c.trip_id and y.joined) as members)
  asked;

-- UpdateActivity
with permitted as (
  select t.id, t.timezone
  from member m
  join trip t on t.id = m.trip_id
  left join account o on o.id = t.owner_id
  where m.trip_id = any ($1::int[])
    and m.user_id = $2
    and m.joined
    and t.deleted_at is null
    and m.can_edit
    and m.can_edit_expenses
  for share of m
) ,
  assigned as (
    select
    from member m
    where m.trip_id = $7
      and m.user_id = any ($6::int[])
    order by m.user_id
    for key share
  ),
  c as (
    update activity c
    set created_at = c.created_at, internal_identifier = r.internal_identifier, hidden = r.hidden,
      activity_type = r.activity_type, period = r.period, starts_at = r.starts_at,
      ends_at = r.ends_at, all_day = r.all_day, name = r.name, description = r.description,
      phone = r.phone, website = r.website, checked = r.checked, address = r.address,
      longitude = r.longitude, latitude = r.latitude, notes = r.notes,
      apple_maps_id = r.apple_maps_id, timezone = r.timezone,
      provider_location_url = r.provider_location_url,
      provider_reservation_code = r.provider_reservation_code,
      provider_reservation_description = r.provider_reservation_description,
      provider_document = r.provider_document, google_places_id = r.google_places_id,
      price = r.price, currency = r.currency, assigned_users = r.assigned_users,
      sort_order = r.sort_order
    from json_populate_record(null::activity, $3) r
    where c.id = $4
      and c.trip_id = $5
      and c.deleted_at is null
      and (select count(*) from permitted) = 1
      and (select count(*) from assigned) >= 0
    returning c.*
  )
select c.id as "id", c.trip_id as "tripId", c.owner_id as "ownerId",
  c.internal_identifier as "internalIdentifier", c.hidden as "hidden",
  c.activity_type as "activityType", c.period as "period", c.starts_at as "startsAt",
  c.ends_at as "endsAt", c.all_day as "allDay", c.name as "name", c.description as "description",
  c.checked as "checked", c.address as "address", c.longitude as "longitude",
  c.latitude as "latitude", c.timezone as "timezone", c.price as "price", c.currency as "currency",
  c.created_at as "createdAt", c.updated_at as "updatedAt",
  case when not exists (select from email e where e.activity_id = c.id and e.deleted_at is null)
  then '[]'::json end as emails, o.name as "ownerName", o.email as "ownerEmail",
  o.photo_url as "ownerPhotoUrl", c.owner_id = any (asked.members) as "ownerIsMember"
from c
left join account o on o.id = c.owner_id
cross join lateral
  (select array(select y.user_id from member y where y.trip_id = c.trip_id and y.joined) as members)
  asked;

-- DeleteActivity
with permitted as (
  select t.id, t.timezone
  from member m
  join trip t on t.id = m.trip_id
  left join account o on o.id = t.owner_id
  where m.trip_id = any ($1::int[])
    and m.user_id = $2
    and m.joined
    and t.deleted_at is null
    and m.can_edit
  for share of m
) ,
  held as materialized (
    select hold_attached('activity', c.id)
    from activity c, permitted
    where c.id = $3
      and c.trip_id = permitted.id
  ),
  c as (
    update activity c
    set deleted_at = clock_timestamp()
    from permitted , held
    where c.id = $3
      and c.trip_id = permitted.id
      and c.deleted_at is null
    returning c.*
  )
select c.id as "id", c.trip_id as "tripId"
from c;

-- CreateActivity, with a key
with key_free as materialized (
  select held.keys, held.bytes, held.is_free
    and cardinality(held.known) = 0
    and not coalesce(held.keys >= $10 or held.bytes >= 67108864, false) as goes
  from hold_idempotency_key($4::int, $5::text, $6::text, $7::text, $10::int is not null) held
),
  permitted as (
    select t.id, t.timezone,
      concat(
        t.id, ':', (m.is_owner)::int, (m.can_edit)::int, (m.can_add_guests)::int,
          (m.can_see_expenses)::int, (m.can_edit_expenses)::int,
          (
            (
              m.can_see_documents
                and (
                  o.is_premium
                    and (o.premium_expiration_date is null or o.premium_expiration_date > now())
                )
            )
          )::int,
          (
            (
              m.can_edit_documents
                and (
                  o.is_premium
                    and (o.premium_expiration_date is null or o.premium_expiration_date > now())
                )
            )
          )::int
      ) as rights
    from member m
    join trip t on t.id = m.trip_id
    left join account o on o.id = t.owner_id
    where m.trip_id = any ($1::int[])
      and m.user_id = $2
      and m.joined
      and t.deleted_at is null
      and m.can_edit
      and m.can_edit_expenses
      and (select goes from key_free)
      and m.can_see_expenses = true
    for share of m
  ),
  c as (
    insert into activity (
      trip_id, owner_id, internal_identifier, hidden, activity_type, period, starts_at, ends_at,
        all_day, name, description, phone, website, checked, address, longitude, latitude, notes,
        apple_maps_id, timezone, provider_location_url, provider_reservation_code,
        provider_reservation_description, provider_document, google_places_id, price, currency,
        assigned_users, sort_order
    )
    select permitted.id, $2, r.internal_identifier, r.hidden, r.activity_type, r.period,
      r.starts_at, r.ends_at, r.all_day, r.name, r.description, r.phone, r.website, r.checked,
      r.address, r.longitude, r.latitude, r.notes, r.apple_maps_id, r.timezone,
      r.provider_location_url, r.provider_reservation_code, r.provider_reservation_description,
      r.provider_document, r.google_places_id, r.price, r.currency, r.assigned_users, r.sort_order
    from permitted, json_populate_record(null::activity, $3) r
    returning *
  ) ,
  x as (
    select (select count(*)::int from permitted) as permitted, c.id as "id", c.trip_id as "tripId",
      c.owner_id as "ownerId", c.internal_identifier as "internalIdentifier", c.hidden as "hidden",
      c.activity_type as "activityType", c.period as "period", c.starts_at as "startsAt",
      c.ends_at as "endsAt", c.all_day as "allDay", c.name as "name",
      c.description as "description", c.checked as "checked", c.address as "address",
      c.longitude as "longitude", c.latitude as "latitude", c.timezone as "timezone",
      c.price as "price", c.currency as "currency", c.created_at as "createdAt",
      c.updated_at as "updatedAt",
      case when not exists (select from email e where e.activity_id = c.id and e.deleted_at is null)
      then '[]'::json end as emails, o.name as "ownerName", o.email as "ownerEmail",
      o.photo_url as "ownerPhotoUrl", c.owner_id = any (asked.members) as "ownerIsMember"
    from (select) as one
    left join c on true
    left join account o on o.id = c.owner_id
    cross join lateral (
      select array(select y.user_id from member y where y.trip_id = c.trip_id and y.joined) as
        members
    ) asked
  ) ,
  kept as (
    insert into idempotency_key
      (account_id, key, holder, narrowing, fingerprint, part, rights, answer)
    select $4, $5, $6, $7, $8, $9, permitted.rights,
      concat('{"row":', coalesce(to_json(x)::text, 'null'), '}')
    from x, permitted
    where (select goes from key_free)
    on conflict (account_id, key, holder, part)
    do update set narrowing = excluded.narrowing, fingerprint = excluded.fingerprint,
      rights = excluded.rights, answer = excluded.answer, created_at = excluded.created_at
    returning part
  )
select key_free.goes, key_free.keys as "keyCount", key_free.bytes as "keptBytes", x.*
from key_free
left join x on true;

-- UpdateActivity, with a key
with key_free as materialized (
  select held.keys, held.bytes, held.is_free
    and cardinality(held.known) = 0
    and not coalesce(held.keys >= $14 or held.bytes >= 67108864, false) as goes
  from hold_idempotency_key($8::int, $9::text, $10::text, $11::text, $14::int is not null) held
),
  permitted as (
    select t.id, t.timezone,
      concat(
        t.id, ':', (m.is_owner)::int, (m.can_edit)::int, (m.can_add_guests)::int,
          (m.can_see_expenses)::int, (m.can_edit_expenses)::int,
          (
            (
              m.can_see_documents
                and (
                  o.is_premium
                    and (o.premium_expiration_date is null or o.premium_expiration_date > now())
                )
            )
          )::int,
          (
            (
              m.can_edit_documents
                and (
                  o.is_premium
                    and (o.premium_expiration_date is null or o.premium_expiration_date > now())
                )
            )
          )::int
      ) as rights
    from member m
    join trip t on t.id = m.trip_id
    left join account o on o.id = t.owner_id
    where m.trip_id = any ($1::int[])
      and m.user_id = $2
      and m.joined
      and t.deleted_at is null
      and m.can_edit
      and m.can_edit_expenses
      and (select goes from key_free)
      and m.can_see_expenses = true
    for share of m
  ) ,
  assigned as (
    select
    from member m
    where m.trip_id = $7
      and m.user_id = any ($6::int[])
    order by m.user_id
    for key share
  ),
  c as (
    update activity c
    set created_at = c.created_at, internal_identifier = r.internal_identifier, hidden = r.hidden,
      activity_type = r.activity_type, period = r.period, starts_at = r.starts_at,
      ends_at = r.ends_at, all_day = r.all_day, name = r.name, description = r.description,
      phone = r.phone, website = r.website, checked = r.checked, address = r.address,
      longitude = r.longitude, latitude = r.latitude, notes = r.notes,
      apple_maps_id = r.apple_maps_id, timezone = r.timezone,
      provider_location_url = r.provider_location_url,
      provider_reservation_code = r.provider_reservation_code,
      provider_reservation_description = r.provider_reservation_description,
      provider_document = r.provider_document, google_places_id = r.google_places_id,
      price = r.price, currency = r.currency, assigned_users = r.assigned_users,
      sort_order = r.sort_order
    from json_populate_record(null::activity, $3) r
    where c.id = $4
      and c.trip_id = $5
      and c.deleted_at is null
      and (select count(*) from permitted) = 1
      and (select count(*) from assigned) >= 0
      and not exists (select from email e where e.activity_id = c.id and e.deleted_at is null)
      and exists
        (select from member y where y.trip_id = c.trip_id and y.user_id = c.owner_id and y.joined)
    returning c.*
  ) ,
  x as (
    select c.id as "id", c.trip_id as "tripId", c.owner_id as "ownerId",
      c.internal_identifier as "internalIdentifier", c.hidden as "hidden",
      c.activity_type as "activityType", c.period as "period", c.starts_at as "startsAt",
      c.ends_at as "endsAt", c.all_day as "allDay", c.name as "name",
      c.description as "description", c.checked as "checked", c.address as "address",
      c.longitude as "longitude", c.latitude as "latitude", c.timezone as "timezone",
      c.price as "price", c.currency as "currency", c.created_at as "createdAt",
      c.updated_at as "updatedAt",
      case when not exists (select from email e where e.activity_id = c.id and e.deleted_at is null)
      then '[]'::json end as emails, o.name as "ownerName", o.email as "ownerEmail",
      o.photo_url as "ownerPhotoUrl", c.owner_id = any (asked.members) as "ownerIsMember"
    from c
    left join account o on o.id = c.owner_id
    cross join lateral (
      select array(select y.user_id from member y where y.trip_id = c.trip_id and y.joined) as
        members
    ) asked
  ) ,
  kept as (
    insert into idempotency_key
      (account_id, key, holder, narrowing, fingerprint, part, rights, answer)
    select $8, $9, $10, $11, $12, $13, permitted.rights,
      concat('{"row":', coalesce(to_json(x)::text, 'null'), '}')
    from x, permitted
    where (select goes from key_free)
    on conflict (account_id, key, holder, part)
    do update set narrowing = excluded.narrowing, fingerprint = excluded.fingerprint,
      rights = excluded.rights, answer = excluded.answer, created_at = excluded.created_at
    returning part
  )
select key_free.goes, key_free.keys as "keyCount", key_free.bytes as "keptBytes", x.*
from key_free
left join x on true;

-- DeleteActivity, with a key
with key_free as materialized (
  select held.keys, held.bytes, held.is_free
    and cardinality(held.known) = 0
    and not coalesce(held.keys >= $10 or held.bytes >= 67108864, false) as goes
  from hold_idempotency_key($4::int, $5::text, $6::text, $7::text, $10::int is not null) held
),
  permitted as (
    select t.id, t.timezone,
      concat(
        t.id, ':', (m.is_owner)::int, (m.can_edit)::int, (m.can_add_guests)::int,
          (m.can_see_expenses)::int, (m.can_edit_expenses)::int,
          (
            (
              m.can_see_documents
                and (
                  o.is_premium
                    and (o.premium_expiration_date is null or o.premium_expiration_date > now())
                )
            )
          )::int,
          (
            (
              m.can_edit_documents
                and (
                  o.is_premium
                    and (o.premium_expiration_date is null or o.premium_expiration_date > now())
                )
            )
          )::int
      ) as rights
    from member m
    join trip t on t.id = m.trip_id
    left join account o on o.id = t.owner_id
    where m.trip_id = any ($1::int[])
      and m.user_id = $2
      and m.joined
      and t.deleted_at is null
      and m.can_edit
      and (select goes from key_free)
    for share of m
  ) ,
  held as materialized (
    select hold_attached('activity', c.id)
    from activity c, permitted
    where c.id = $3
      and c.trip_id = permitted.id
  ),
  c as (
    update activity c
    set deleted_at = clock_timestamp()
    from permitted , held
    where c.id = $3
      and c.trip_id = permitted.id
      and c.deleted_at is null
    returning c.*
  ) , x as (select c.id as "id", c.trip_id as "tripId" from c) ,
  kept as (
    insert into idempotency_key
      (account_id, key, holder, narrowing, fingerprint, part, rights, answer)
    select $4, $5, $6, $7, $8, $9, permitted.rights,
      concat('{"row":', coalesce(to_json(x)::text, 'null'), '}')
    from x, permitted
    where (select goes from key_free)
    on conflict (account_id, key, holder, part)
    do update set narrowing = excluded.narrowing, fingerprint = excluded.fingerprint,
      rights = excluded.rights, answer = excluded.answer, created_at = excluded.created_at
    returning part
  )
select key_free.goes, key_free.keys as "keyCount", key_free.bytes as "keptBytes", x.*
from key_free
left join x on true;

-- TransportationsV2
select c.*
from (
  select asked.n::int as "listNumber", total.count as "listCount", asked.is_seen as "isSeen",
    c.id as "id", c.trip_id as "tripId", c.owner_id as "ownerId",
    c.internal_identifier as "internalIdentifier", c.hidden as "hidden", c.name as "name",
    c.transportation_type as "transportationType",
    c.departure_description as "departureDescription", c.departure_at as "departureAt",
    c.departure_timezone as "departureTimezone", c.arrival_description as "arrivalDescription",
    c.arrival_at as "arrivalAt", c.arrival_timezone as "arrivalTimezone", c.company as "company",
    c.seat_number as "seatNumber", c.seat_class as "seatClass",
    c.transport_number as "transportNumber", c.departure_terminal as "departureTerminal",
    c.departure_gate as "departureGate", c.arrival_terminal as "arrivalTerminal",
    c.price as "price", c.currency as "currency", c.created_at as "createdAt",
    c.updated_at as "updatedAt", c.departure_apple_maps_id as "departureAppleMapsId",
    c.arrival_apple_maps_id as "arrivalAppleMapsId",
    c.actual_transport_number as "actualTransportNumber", c.version as "version",
    o.name as "ownerName", o.email as "ownerEmail", o.photo_url as "ownerPhotoUrl",
    c.owner_id = any (asked.members) as "ownerIsMember",
    sum(
      case when c.id is not null then 1000 + coalesce(octet_length(c.departure_description), 0) +
        coalesce(octet_length(c.arrival_description), 0) end
    ) over () as "listBytes"
  from (
    select one.*,
      (select true from member v where v.trip_id = one.trip and v.user_id = $5 and v.joined) as
      is_seen,
      array(select y.user_id from member y where y.trip_id = one.trip and y.joined) as members
    from unnest($1::int[]) with ordinality as one (trip, n)
    limit cardinality($1)
  ) asked
  cross join lateral (
    select count(*)::int as count
    from transportation c
    where c.trip_id = asked.trip
      and c.deleted_at is null
      and asked.is_seen
  ) total
  left join lateral (
    select c.*
    from transportation c
    where c.trip_id = asked.trip
      and c.deleted_at is null
      and asked.is_seen
    order by c.id
    limit $4::int offset $3::int::bigint *
      greatest(0, case when $2::int = -1 then (total.count - 1) / $3::int else $2 - 1 end)
  ) c on true
  left join account o on o.id = c.owner_id
) c
where c."listBytes" is null or c."listBytes" <= $6::bigint
order by c."listNumber", c.id;

-- TransportationsV2, for If-None-Match
select c.*
from (
  select asked.n::int as "listNumber", total.count as "listCount", asked.is_seen as "isSeen",
    c.id as "id", c.trip_id as "tripId", c.owner_id as "ownerId", c.price as "price",
    c.currency as "currency", c.version as "version", o.name as "ownerName",
    o.email as "ownerEmail", o.photo_url as "ownerPhotoUrl",
    c.owner_id = any (asked.members) as "ownerIsMember",
    sum(case when c.id is not null then 300 end) over () as "listBytes"
  from (
    select one.*,
      (select true from member v where v.trip_id = one.trip and v.user_id = $5 and v.joined) as
      is_seen,
      array(select y.user_id from member y where y.trip_id = one.trip and y.joined) as members
    from unnest($1::int[]) with ordinality as one (trip, n)
    limit cardinality($1)
  ) asked
  cross join lateral (
    select count(*)::int as count
    from transportation c
    where c.trip_id = asked.trip
      and c.deleted_at is null
      and asked.is_seen
  ) total
  left join lateral (
    select c.*
    from transportation c
    where c.trip_id = asked.trip
      and c.deleted_at is null
      and asked.is_seen
    order by c.id
    limit $4::int offset $3::int::bigint *
      greatest(0, case when $2::int = -1 then (total.count - 1) / $3::int else $2 - 1 end)
  ) c on true
  left join account o on o.id = c.owner_id
) c
where c."listBytes" is null or c."listBytes" <= $6::bigint
order by c."listNumber", c.id;

-- TransportationsV2, updatedSince
select c.*
from (
  select asked.n::int as "listNumber", total.count as "listCount", asked.is_seen as "isSeen",
    c.id as "id", c.trip_id as "tripId", c.owner_id as "ownerId",
    c.internal_identifier as "internalIdentifier", c.hidden as "hidden", c.name as "name",
    c.transportation_type as "transportationType",
    c.departure_description as "departureDescription", c.departure_at as "departureAt",
    c.departure_timezone as "departureTimezone", c.arrival_description as "arrivalDescription",
    c.arrival_at as "arrivalAt", c.arrival_timezone as "arrivalTimezone", c.company as "company",
    c.seat_number as "seatNumber", c.seat_class as "seatClass",
    c.transport_number as "transportNumber", c.departure_terminal as "departureTerminal",
    c.departure_gate as "departureGate", c.arrival_terminal as "arrivalTerminal",
    c.price as "price", c.currency as "currency", c.created_at as "createdAt",
    c.updated_at as "updatedAt", c.departure_apple_maps_id as "departureAppleMapsId",
    c.arrival_apple_maps_id as "arrivalAppleMapsId",
    c.actual_transport_number as "actualTransportNumber", c.version as "version",
    o.name as "ownerName", o.email as "ownerEmail", o.photo_url as "ownerPhotoUrl",
    c.owner_id = any (asked.members) as "ownerIsMember",
    sum(
      case when c.id is not null then 1000 + coalesce(octet_length(c.departure_description), 0) +
        coalesce(octet_length(c.arrival_description), 0) end
    ) over () as "listBytes"
  from (
    select one.*,
      (select true from member v where v.trip_id = one.trip and v.user_id = $5 and v.joined) as
      is_seen,
      array(select y.user_id from member y where y.trip_id = one.trip and y.joined) as members
    from unnest($1::int[]) with ordinality as one (trip, n)
    limit cardinality($1)
  ) asked
  cross join lateral (
    select count(*)::int as count
    from transportation c
    where c.trip_id = asked.trip
      and c.deleted_at is null
      and asked.is_seen
      and c.changed_at >= $6::timestamptz
  ) total
  left join lateral (
    select c.*
    from transportation c
    where c.trip_id = asked.trip
      and c.deleted_at is null
      and asked.is_seen
      and c.changed_at >= $6::timestamptz
    order by c.id
    limit $4::int offset $3::int::bigint *
      greatest(0, case when $2::int = -1 then (total.count - 1) / $3::int else $2 - 1 end)
  ) c on true
  left join account o on o.id = c.owner_id
) c
where c."listBytes" is null or c."listBytes" <= $7::bigint
order by c."listNumber", c.id;

-- TransportationsV2, transportationType
select c.*
from (
  select asked.n::int as "listNumber", total.count as "listCount", asked.is_seen as "isSeen",
    c.id as "id", c.trip_id as "tripId", c.owner_id as "ownerId",
    c.internal_identifier as "internalIdentifier", c.hidden as "hidden", c.name as "name",
    c.transportation_type as "transportationType",
    c.departure_description as "departureDescription", c.departure_at as "departureAt",
    c.departure_timezone as "departureTimezone", c.arrival_description as "arrivalDescription",
    c.arrival_at as "arrivalAt", c.arrival_timezone as "arrivalTimezone", c.company as "company",
    c.seat_number as "seatNumber", c.seat_class as "seatClass",
    c.transport_number as "transportNumber", c.departure_terminal as "departureTerminal",
    c.departure_gate as "departureGate", c.arrival_terminal as "arrivalTerminal",
    c.price as "price", c.currency as "currency", c.created_at as "createdAt",
    c.updated_at as "updatedAt", c.departure_apple_maps_id as "departureAppleMapsId",
    c.arrival_apple_maps_id as "arrivalAppleMapsId",
    c.actual_transport_number as "actualTransportNumber", c.version as "version",
    o.name as "ownerName", o.email as "ownerEmail", o.photo_url as "ownerPhotoUrl",
    c.owner_id = any (asked.members) as "ownerIsMember",
    sum(
      case when c.id is not null then 1000 + coalesce(octet_length(c.departure_description), 0) +
        coalesce(octet_length(c.arrival_description), 0) end
    ) over () as "listBytes"
  from (
    select one.*,
      (select true from member v where v.trip_id = one.trip and v.user_id = $5 and v.joined) as
      is_seen,
      array(select y.user_id from member y where y.trip_id = one.trip and y.joined) as members
    from unnest($1::int[]) with ordinality as one (trip, n)
    limit cardinality($1)
  ) asked
  cross join lateral (
    select count(*)::int as count
    from transportation c
    where c.trip_id = asked.trip
      and c.deleted_at is null
      and asked.is_seen
      and c.transportation_type = $6
  ) total
  left join lateral (
    select c.*
    from transportation c
    where c.trip_id = asked.trip
      and c.deleted_at is null
      and asked.is_seen
      and c.transportation_type = $6
    order by c.id
    limit $4::int offset $3::int::bigint *
      greatest(0, case when $2::int = -1 then (total.count - 1) / $3::int else $2 - 1 end)
  ) c on true
  left join account o on o.id = c.owner_id
) c
where c."listBytes" is null or c."listBytes" <= $7::bigint
order by c."listNumber", c.id;

-- DeletedTransportations
select c.*
from (
  select asked.n::int as "listNumber", total.count as "listCount", asked.is_seen as "isSeen",
    c.id as "id", c.trip_id as "tripId",
    sum(case when c.id is not null then 150 end) over () as "listBytes"
  from (
    select one.*,
      (select true from member v where v.trip_id = one.trip and v.user_id = $5 and v.joined) as
      is_seen
    from unnest($1::int[]) with ordinality as one (trip, n)
    limit cardinality($1)
  ) asked
  cross join lateral (
    select count(*)::int as count
    from transportation c
    where c.trip_id = asked.trip
      and c.deleted_at is not null
      and asked.is_seen
  ) total
  left join lateral (
    select c.*
    from transportation c
    where c.trip_id = asked.trip
      and c.deleted_at is not null
      and asked.is_seen
    order by c.id
    limit $4::int offset $3::int::bigint *
      greatest(0, case when $2::int = -1 then (total.count - 1) / $3::int else $2 - 1 end)
  ) c on true
) c
where c."listBytes" is null or c."listBytes" <= $6::bigint
order by c."listNumber", c.id;

-- DeletedTransportations, updatedSince
select c.*
from (
  select asked.n::int as "listNumber", total.count as "listCount", asked.is_seen as "isSeen",
    c.id as "id", c.trip_id as "tripId",
    sum(case when c.id is not null then 150 end) over () as "listBytes"
  from (
    select one.*,
      (select true from member v where v.trip_id = one.trip and v.user_id = $5 and v.joined) as
      is_seen
    from unnest($1::int[]) with ordinality as one (trip, n)
    limit cardinality($1)
  ) asked
  cross join lateral (
    select count(*)::int as count
    from transportation c
    where c.trip_id = asked.trip
      and c.deleted_at is not null
      and asked.is_seen
      and c.deleted_at >= $6::timestamptz
  ) total
  left join lateral (
    select c.*
    from transportation c
    where c.trip_id = asked.trip
      and c.deleted_at is not null
      and asked.is_seen
      and c.deleted_at >= $6::timestamptz
    order by c.id
    limit $4::int offset $3::int::bigint *
      greatest(0, case when $2::int = -1 then (total.count - 1) / $3::int else $2 - 1 end)
  ) c on true
) c
where c."listBytes" is null or c."listBytes" <= $7::bigint
order by c."listNumber", c.id;

-- Trip.deletedTransportations, withMoved
select c.*
from (
  select asked.n::int as "listNumber", total.count as "listCount", asked.is_seen as "isSeen",
    c.id as "id", c.trip_id as "tripId", c.is_moved as "isMoved",
    sum(case when c.id is not null then 150 end) over () as "listBytes"
  from (
    select one.*,
      (select true from member v where v.trip_id = one.trip and v.user_id = $5 and v.joined) as
      is_seen
    from unnest($1::int[]) with ordinality as one (trip, n)
    limit cardinality($1)
  ) asked
  cross join lateral (
    select count(*)::int as count
    from (
      select id, trip_id, deleted_at, false as is_moved
      from transportation
      where trip_id = asked.trip
        and deleted_at is not null
      union all
      select item_id, trip_id, moved_at, true
      from moved_item
      where trip_id = asked.trip
        and kind = 'transportation'
    ) c
    where c.trip_id = asked.trip
      and c.deleted_at is not null
      and asked.is_seen
  ) total
  left join lateral (
    select c.*
    from (
      select id, trip_id, deleted_at, false as is_moved
      from transportation
      where trip_id = asked.trip
        and deleted_at is not null
      union all
      select item_id, trip_id, moved_at, true
      from moved_item
      where trip_id = asked.trip
        and kind = 'transportation'
    ) c
    where c.trip_id = asked.trip
      and c.deleted_at is not null
      and asked.is_seen
    order by c.id
    limit $4::int offset $3::int::bigint *
      greatest(0, case when $2::int = -1 then (total.count - 1) / $3::int else $2 - 1 end)
  ) c on true
) c
where c."listBytes" is null or c."listBytes" <= $6::bigint
order by c."listNumber", c.id;

-- Trip.deletedTransportations, withMoved, transportationType
select c.*
from (
  select asked.n::int as "listNumber", total.count as "listCount", asked.is_seen as "isSeen",
    c.id as "id", c.trip_id as "tripId", c.is_moved as "isMoved",
    sum(case when c.id is not null then 150 end) over () as "listBytes"
  from (
    select one.*,
      (select true from member v where v.trip_id = one.trip and v.user_id = $5 and v.joined) as
      is_seen
    from unnest($1::int[]) with ordinality as one (trip, n)
    limit cardinality($1)
  ) asked
  cross join lateral (
    select count(*)::int as count
    from (
      select id, trip_id, deleted_at, false as is_moved, transportation_type
      from transportation
      where trip_id = asked.trip
        and deleted_at is not null
      union all
      select item_id, trip_id, moved_at, true,
        (select transportation_type from transportation where id = item_id)
      from moved_item
      where trip_id = asked.trip
        and kind = 'transportation'
    ) c
    where c.trip_id = asked.trip
      and c.deleted_at is not null
      and asked.is_seen
      and c.transportation_type = $6
  ) total
  left join lateral (
    select c.*
    from (
      select id, trip_id, deleted_at, false as is_moved, transportation_type
      from transportation
      where trip_id = asked.trip
        and deleted_at is not null
      union all
      select item_id, trip_id, moved_at, true,
        (select transportation_type from transportation where id = item_id)
      from moved_item
      where trip_id = asked.trip
        and kind = 'transportation'
    ) c
    where c.trip_id = asked.trip
      and c.deleted_at is not null
      and asked.is_seen
      and c.transportation_type = $6
    order by c.id
    limit $4::int offset $3::int::bigint *
      greatest(0, case when $2::int = -1 then (total.count - 1) / $3::int else $2 - 1 end)
  ) c on true
) c
where c."listBytes" is null or c."listBytes" <= $7::bigint
order by c."listNumber", c.id;

-- TransportationV2
select c.id as "id", c.trip_id as "tripId", c.owner_id as "ownerId",
  c.internal_identifier as "internalIdentifier", c.hidden as "hidden", c.name as "name",
  c.transportation_type as "transportationType", c.departure_description as "departureDescription",
  c.departure_at as "departureAt", c.departure_timezone as "departureTimezone",
  c.arrival_description as "arrivalDescription", c.arrival_at as "arrivalAt",
  c.arrival_timezone as "arrivalTimezone", c.company as "company", c.seat_number as "seatNumber",
  c.seat_class as "seatClass", c.transport_number as "transportNumber",
  c.departure_terminal as "departureTerminal", c.departure_gate as "departureGate",
  c.arrival_terminal as "arrivalTerminal", c.price as "price", c.currency as "currency",
  c.created_at as "createdAt", c.updated_at as "updatedAt",
  c.departure_apple_maps_id as "departureAppleMapsId",
  c.arrival_apple_maps_id as "arrivalAppleMapsId",
  c.actual_transport_number as "actualTransportNumber", c.version as "version",
  o.name as "ownerName", o.email as "ownerEmail", o.photo_url as "ownerPhotoUrl",
  c.owner_id = any (asked.members) as "ownerIsMember"
from transportation c
left join account o on o.id = c.owner_id
cross join lateral
  (select array(select y.user_id from member y where y.trip_id = c.trip_id and y.joined) as members)
  asked
where c.id = $1
  and c.trip_id = $2
  and c.deleted_at is null
  and exists (select from member v where v.trip_id = $2 and v.user_id = $3 and v.joined);

-- Whether transportation and trip belong together
select from transportation c where c.id = $1 and c.trip_id = $2 and c.deleted_at is null;

-- CreateTransportation
with permitted as (
  select t.id, t.timezone
  from member m
  join trip t on t.id = m.trip_id
  left join account o on o.id = t.owner_id
  where m.trip_id = any ($1::int[])
    and m.user_id = $2
    and m.joined
    and t.deleted_at is null
    and m.can_edit
    and m.can_edit_expenses
  for share of m
),
  c as (
    insert into transportation (
      trip_id, owner_id, internal_identifier, hidden, name, description, notes, transportation_type,
        phone, website, departure_description, departure_at, departure_timezone, departure_address,
        departure_longitude, departure_latitude, departure_location_type, departure_apple_maps_id,
        departure_terminal, departure_gate, arrival_description, arrival_at, arrival_timezone,
        arrival_address, arrival_longitude, arrival_latitude, arrival_location_type,
        arrival_apple_maps_id, arrival_terminal, arrival_gate, arrival_bags, company, seat_number,
        seat_class, transport_number, actual_transport_number, coach_number, vehicle_description,
        flight_aware_identifier, automatic_updates, distance_meters, provider_url,
        provider_reservation_code, provider_reservation_description, provider_document, price,
        currency, assigned_users, sort_order
    )
    select permitted.id, $2, r.internal_identifier, r.hidden, r.name, r.description, r.notes,
      r.transportation_type, r.phone, r.website, r.departure_description, r.departure_at,
      r.departure_timezone, r.departure_address, r.departure_longitude, r.departure_latitude,
      r.departure_location_type, r.departure_apple_maps_id, r.departure_terminal, r.departure_gate,
      r.arrival_description, r.arrival_at, r.arrival_timezone, r.arrival_address,
      r.arrival_longitude, r.arrival_latitude, r.arrival_location_type, r.arrival_apple_maps_id,
      r.arrival_terminal, r.arrival_gate, r.arrival_bags, r.company, r.seat_number, r.seat_class,
      r.transport_number, r.actual_transport_number, r.coach_number, r.vehicle_description,
      r.flight_aware_identifier, r.automatic_updates, r.distance_meters, r.provider_url,
      r.provider_reservation_code, r.provider_reservation_description, r.provider_document, r.price,
      r.currency, r.assigned_users, r.sort_order
    from permitted, json_populate_record(null::transportation, $3) r
    returning *
  )
select (select count(*)::int from permitted) as permitted, c.id as "id", c.trip_id as "tripId",
  c.owner_id as "ownerId", c.internal_identifier as "internalIdentifier", c.hidden as "hidden",
  c.name as "name", c.transportation_type as "transportationType",
  c.departure_description as "departureDescription", c.departure_at as "departureAt",
  c.departure_timezone as "departureTimezone", c.arrival_description as "arrivalDescription",
  c.arrival_at as "arrivalAt", c.arrival_timezone as "arrivalTimezone", c.company as "company",
  c.seat_number as "seatNumber", c.seat_class as "seatClass",
  c.transport_number as "transportNumber", c.departure_terminal as "departureTerminal",
  c.departure_gate as "departureGate", c.arrival_terminal as "arrivalTerminal", c.price as "price",
  c.currency as "currency", c.created_at as "createdAt", c.updated_at as "updatedAt",
  case when not exists
  (select from email e where e.transportation_id = c.id and e.deleted_at is null) then '[]'::json
  end as emails, o.name as "ownerName", o.email as "ownerEmail", o.photo_url as "ownerPhotoUrl",
  c.owner_id = any (asked.members) as "ownerIsMember"
from (select) as one
left join c on true
left join account o on o.id = c.owner_id
cross join lateral
  (select array(select y.user_id from member y where y.trip_id = c.trip_id and y.joined) as members)
  asked;

-- UpdateTransportation
with permitted as (
  select t.id, t.timezone
  from member m
  join trip t on t.id = m.trip_id
  left join account o on o.id = t.owner_id
  where m.trip_id = any ($1::int[])
    and m.user_id = $2
    and m.joined
    and t.deleted_at is null
    and m.can_edit
    and m.can_edit_expenses
  for share of m
) ,
  assigned as (
    select
    from member m
    where m.trip_id = $7
      and m.user_id = any ($6::int[])
    order by m.user_id
    for key share
  ),
  c as (
    update transportation c
    set created_at = c.created_at, internal_identifier = r.internal_identifier, hidden = r.hidden,
      name = r.name, description = r.description, notes = r.notes,
      transportation_type = r.transportation_type, phone = r.phone, website = r.website,
      departure_description = r.departure_description, departure_at = r.departure_at,
      departure_timezone = r.departure_timezone, departure_address = r.departure_address,
      departure_longitude = r.departure_longitude, departure_latitude = r.departure_latitude,
      departure_location_type = r.departure_location_type,
      departure_apple_maps_id = r.departure_apple_maps_id,
      departure_terminal = r.departure_terminal, departure_gate = r.departure_gate,
      arrival_description = r.arrival_description, arrival_at = r.arrival_at,
      arrival_timezone = r.arrival_timezone, arrival_address = r.arrival_address,
      arrival_longitude = r.arrival_longitude, arrival_latitude = r.arrival_latitude,
      arrival_location_type = r.arrival_location_type,
      arrival_apple_maps_id = r.arrival_apple_maps_id, arrival_terminal = r.arrival_terminal,
      arrival_gate = r.arrival_gate, arrival_bags = r.arrival_bags, company = r.company,
      seat_number = r.seat_number, seat_class = r.seat_class, transport_number = r.transport_number,
      actual_transport_number = r.actual_transport_number, coach_number = r.coach_number,
      vehicle_description = r.vehicle_description,
      flight_aware_identifier = r.flight_aware_identifier, automatic_updates = r.automatic_updates,
      distance_meters = r.distance_meters, provider_url = r.provider_url,
      provider_reservation_code = r.provider_reservation_code,
      provider_reservation_description = r.provider_reservation_description,
      provider_document = r.provider_document, price = r.price, currency = r.currency,
      assigned_users = r.assigned_users, sort_order = r.sort_order
    from json_populate_record(null::transportation, $3) r
    where c.id = $4
      and c.trip_id = $5
      and c.deleted_at is null
      and (select count(*) from permitted) = 1
      and (select count(*) from assigned) >= 0
    returning c.*
  )
select c.id as "id", c.trip_id as "tripId", c.owner_id as "ownerId",
  c.internal_identifier as "internalIdentifier", c.hidden as "hidden", c.name as "name",
  c.transportation_type as "transportationType", c.departure_description as "departureDescription",
  c.departure_at as "departureAt", c.departure_timezone as "departureTimezone",
  c.arrival_description as "arrivalDescription", c.arrival_at as "arrivalAt",
  c.arrival_timezone as "arrivalTimezone", c.company as "company", c.seat_number as "seatNumber",
  c.seat_class as "seatClass", c.transport_number as "transportNumber",
  c.departure_terminal as "departureTerminal", c.departure_gate as "departureGate",
  c.arrival_terminal as "arrivalTerminal", c.price as "price", c.currency as "currency",
  c.created_at as "createdAt", c.updated_at as "updatedAt",
  case when not exists
  (select from email e where e.transportation_id = c.id and e.deleted_at is null) then '[]'::json
  end as emails, o.name as "ownerName", o.email as "ownerEmail", o.photo_url as "ownerPhotoUrl",
  c.owner_id = any (asked.members) as "ownerIsMember"
from c
left join account o on o.id = c.owner_id
cross join lateral
  (select array(select y.user_id from member y where y.trip_id = c.trip_id and y.joined) as members)
  asked;

-- DeleteTransportation
with permitted as (
  select t.id, t.timezone
  from member m
  join trip t on t.id = m.trip_id
  left join account o on o.id = t.owner_id
  where m.trip_id = any ($1::int[])
    and m.user_id = $2
    and m.joined
    and t.deleted_at is null
    and m.can_edit
  for share of m
) ,
  held as materialized (
    select hold_attached('transportation', c.id)
    from transportation c, permitted
    where c.id = $3
      and c.trip_id = permitted.id
  ),
  c as (
    update transportation c
    set deleted_at = clock_timestamp()
    from permitted , held
    where c.id = $3
      and c.trip_id = permitted.id
      and c.deleted_at is null
    returning c.*
  )
select c.id as "id", c.trip_id as "tripId"
from c;

-- CreateTransportation, with a key
with key_free as materialized (
  select held.keys, held.bytes, held.is_free
    and cardinality(held.known) = 0
    and not coalesce(held.keys >= $10 or held.bytes >= 67108864, false) as goes
  from hold_idempotency_key($4::int, $5::text, $6::text, $7::text, $10::int is not null) held
),
  permitted as (
    select t.id, t.timezone,
      concat(
        t.id, ':', (m.is_owner)::int, (m.can_edit)::int, (m.can_add_guests)::int,
          (m.can_see_expenses)::int, (m.can_edit_expenses)::int,
          (
            (
              m.can_see_documents
                and (
                  o.is_premium
                    and (o.premium_expiration_date is null or o.premium_expiration_date > now())
                )
            )
          )::int,
          (
            (
              m.can_edit_documents
                and (
                  o.is_premium
                    and (o.premium_expiration_date is null or o.premium_expiration_date > now())
                )
            )
          )::int
      ) as rights
    from member m
    join trip t on t.id = m.trip_id
    left join account o on o.id = t.owner_id
    where m.trip_id = any ($1::int[])
      and m.user_id = $2
      and m.joined
      and t.deleted_at is null
      and m.can_edit
      and m.can_edit_expenses
      and (select goes from key_free)
      and m.can_see_expenses = true
    for share of m
  ),
  c as (
    insert into transportation (
      trip_id, owner_id, internal_identifier, hidden, name, description, notes, transportation_type,
        phone, website, departure_description, departure_at, departure_timezone, departure_address,
        departure_longitude, departure_latitude, departure_location_type, departure_apple_maps_id,
        departure_terminal, departure_gate, arrival_description, arrival_at, arrival_timezone,
        arrival_address, arrival_longitude, arrival_latitude, arrival_location_type,
        arrival_apple_maps_id, arrival_terminal, arrival_gate, arrival_bags, company, seat_number,
        seat_class, transport_number, actual_transport_number, coach_number, vehicle_description,
        flight_aware_identifier, automatic_updates, distance_meters, provider_url,
        provider_reservation_code, provider_reservation_description, provider_document, price,
        currency, assigned_users, sort_order
    )
    select permitted.id, $2, r.internal_identifier, r.hidden, r.name, r.description, r.notes,
      r.transportation_type, r.phone, r.website, r.departure_description, r.departure_at,
      r.departure_timezone, r.departure_address, r.departure_longitude, r.departure_latitude,
      r.departure_location_type, r.departure_apple_maps_id, r.departure_terminal, r.departure_gate,
      r.arrival_description, r.arrival_at, r.arrival_timezone, r.arrival_address,
      r.arrival_longitude, r.arrival_latitude, r.arrival_location_type, r.arrival_apple_maps_id,
      r.arrival_terminal, r.arrival_gate, r.arrival_bags, r.company, r.seat_number, r.seat_class,
      r.transport_number, r.actual_transport_number, r.coach_number, r.vehicle_description,
      r.flight_aware_identifier, r.automatic_updates, r.distance_meters, r.provider_url,
      r.provider_reservation_code, r.provider_reservation_description, r.provider_document, r.price,
      r.currency, r.assigned_users, r.sort_order
    from permitted, json_populate_record(null::transportation, $3) r
    returning *
  ) ,
  x as (
    select (select count(*)::int from permitted) as permitted, c.id as "id", c.trip_id as "tripId",
      c.owner_id as "ownerId", c.internal_identifier as "internalIdentifier", c.hidden as "hidden",
      c.name as "name", c.transportation_type as "transportationType",
      c.departure_description as "departureDescription", c.departure_at as "departureAt",
      c.departure_timezone as "departureTimezone", c.arrival_description as "arrivalDescription",
      c.arrival_at as "arrivalAt", c.arrival_timezone as "arrivalTimezone", c.company as "company",
      c.seat_number as "seatNumber", c.seat_class as "seatClass",
      c.transport_number as "transportNumber", c.departure_terminal as "departureTerminal",
      c.departure_gate as "departureGate", c.arrival_terminal as "arrivalTerminal",
      c.price as "price", c.currency as "currency", c.created_at as "createdAt",
      c.updated_at as "updatedAt",
      case when not exists
      (select from email e where e.transportation_id = c.id and e.deleted_at is null) then
      '[]'::json end as emails, o.name as "ownerName", o.email as "ownerEmail",
      o.photo_url as "ownerPhotoUrl", c.owner_id = any (asked.members) as "ownerIsMember"
    from (select) as one
    left join c on true
    left join account o on o.id = c.owner_id
    cross join lateral (
      select array(select y.user_id from member y where y.trip_id = c.trip_id and y.joined) as
        members
    ) asked
  ) ,
  kept as (
    insert into idempotency_key
      (account_id, key, holder, narrowing, fingerprint, part, rights, answer)
    select $4, $5, $6, $7, $8, $9, permitted.rights,
      concat('{"row":', coalesce(to_json(x)::text, 'null'), '}')
    from x, permitted
    where (select goes from key_free)
    on conflict (account_id, key, holder, part)
    do update set narrowing = excluded.narrowing, fingerprint = excluded.fingerprint,
      rights = excluded.rights, answer = excluded.answer, created_at = excluded.created_at
    returning part
  )
select key_free.goes, key_free.keys as "keyCount", key_free.bytes as "keptBytes", x.*
from key_free
left join x on true;

-- UpdateTransportation, with a key
with key_free as materialized (
  select held.keys, held.bytes, held.is_free
    and cardinality(held.known) = 0
    and not coalesce(held.keys >= $14 or held.bytes >= 67108864, false) as goes
  from hold_idempotency_key($8::int, $9::text, $10::text, $11::text, $14::int is not null) held
),
  permitted as (
    select t.id, t.timezone,
      concat(
        t.id, ':', (m.is_owner)::int, (m.can_edit)::int, (m.can_add_guests)::int,
          (m.can_see_expenses)::int, (m.can_edit_expenses)::int,
          (
            (
              m.can_see_documents
                and (
                  o.is_premium
                    and (o.premium_expiration_date is null or o.premium_expiration_date > now())
                )
            )
          )::int,
          (
            (
              m.can_edit_documents
                and (
                  o.is_premium
                    and (o.premium_expiration_date is null or o.premium_expiration_date > now())
                )
            )
          )::int
      ) as rights
    from member m
    join trip t on t.id = m.trip_id
    left join account o on o.id = t.owner_id
    where m.trip_id = any ($1::int[])
      and m.user_id = $2
      and m.joined
      and t.deleted_at is null
      and m.can_edit
      and m.can_edit_expenses
      and (select goes from key_free)
      and m.can_see_expenses = true
    for share of m
  ) ,
  assigned as (
    select
    from member m
    where m.trip_id = $7
      and m.user_id = any ($6::int[])
    order by m.user_id
    for key share
  ),
  c as (
    update transportation c
    set created_at = c.created_at, internal_identifier = r.internal_identifier, hidden = r.hidden,
      name = r.name, description = r.description, notes = r.notes,
      transportation_type = r.transportation_type, phone = r.phone, website = r.website,
      departure_description = r.departure_description, departure_at = r.departure_at,
      departure_timezone = r.departure_timezone, departure_address = r.departure_address,
      departure_longitude = r.departure_longitude, departure_latitude = r.departure_latitude,
      departure_location_type = r.departure_location_type,
      departure_apple_maps_id = r.departure_apple_maps_id,
      departure_terminal = r.departure_terminal, departure_gate = r.departure_gate,
      arrival_description = r.arrival_description, arrival_at = r.arrival_at,
      arrival_timezone = r.arrival_timezone, arrival_address = r.arrival_address,
      arrival_longitude = r.arrival_longitude, arrival_latitude = r.arrival_latitude,
      arrival_location_type = r.arrival_location_type,
      arrival_apple_maps_id = r.arrival_apple_maps_id, arrival_terminal = r.arrival_terminal,
      arrival_gate = r.arrival_gate, arrival_bags = r.arrival_bags, company = r.company,
      seat_number = r.seat_number, seat_class = r.seat_class, transport_number = r.transport_number,
      actual_transport_number = r.actual_transport_number, coach_number = r.coach_number,
      vehicle_description = r.vehicle_description,
      flight_aware_identifier = r.flight_aware_identifier, automatic_updates = r.automatic_updates,
      distance_meters = r.distance_meters, provider_url = r.provider_url,
      provider_reservation_code = r.provider_reservation_code,
      provider_reservation_description = r.provider_reservation_description,
      provider_document = r.provider_document, price = r.price, currency = r.currency,
      assigned_users = r.assigned_users, sort_order = r.sort_order
    from json_populate_record(null::transportation, $3) r
    where c.id = $4
      and c.trip_id = $5
      and c.deleted_at is null
      and (select count(*) from permitted) = 1
      and (select count(*) from assigned) >= 0
      and not exists (select from email e where e.transportation_id = c.id and e.deleted_at is null)
      and exists
        (select from member y where y.trip_id = c.trip_id and y.user_id = c.owner_id and y.joined)
    returning c.*
  ) ,
  x as (
    select c.id as "id", c.trip_id as "tripId", c.owner_id as "ownerId",
      c.internal_identifier as "internalIdentifier", c.hidden as "hidden", c.name as "name",
      c.transportation_type as "transportationType",
      c.departure_description as "departureDescription", c.departure_at as "departureAt",
      c.departure_timezone as "departureTimezone", c.arrival_description as "arrivalDescription",
      c.arrival_at as "arrivalAt", c.arrival_timezone as "arrivalTimezone", c.company as "company",
      c.seat_number as "seatNumber", c.seat_class as "seatClass",
      c.transport_number as "transportNumber", c.departure_terminal as "departureTerminal",
      c.departure_gate as "departureGate", c.arrival_terminal as "arrivalTerminal",
      c.price as "price", c.currency as "currency", c.created_at as "createdAt",
      c.updated_at as "updatedAt",
      case when not exists
      (select from email e where e.transportation_id = c.id and e.deleted_at is null) then
      '[]'::json end as emails, o.name as "ownerName", o.email as "ownerEmail",
      o.photo_url as "ownerPhotoUrl", c.owner_id = any (asked.members) as "ownerIsMember"
    from c
    left join account o on o.id = c.owner_id
    cross join lateral (
      select array(select y.user_id from member y where y.trip_id = c.trip_id and y.joined) as
        members
    ) asked
  ) ,
  kept as (
    insert into idempotency_key
      (account_id, key, holder, narrowing, fingerprint, part, rights, answer)
    select $8, $9, $10, $11, $12, $13, permitted.rights,
      concat('{"row":', coalesce(to_json(x)::text, 'null'), '}')
    from x, permitted
    where (select goes from key_free)
    on conflict (account_id, key, holder, part)
    do update set narrowing = excluded.narrowing, fingerprint = excluded.fingerprint,
      rights = excluded.rights, answer = excluded.answer, created_at = excluded.created_at
    returning part
  )
select key_free.goes, key_free.keys as "keyCount", key_free.bytes as "keptBytes", x.*
from key_free
left join x on true;

-- DeleteTransportation, with a key
with key_free as materialized (
  select held.keys, held.bytes, held.is_free
    and cardinality(held.known) = 0
    and not coalesce(held.keys >= $10 or held.bytes >= 67108864, false) as goes
  from hold_idempotency_key($4::int, $5::text, $6::text, $7::text, $10::int is not null) held
),
  permitted as (
    select t.id, t.timezone,
      concat(
        t.id, ':', (m.is_owner)::int, (m.can_edit)::int, (m.can_add_guests)::int,
          (m.can_see_expenses)::int, (m.can_edit_expenses)::int,
          (
            (
              m.can_see_documents
                and (
                  o.is_premium
                    and (o.premium_expiration_date is null or o.premium_expiration_date > now())
                )
            )
          )::int,
          (
            (
              m.can_edit_documents
                and (
                  o.is_premium
                    and (o.premium_expiration_date is null or o.premium_expiration_date > now())
                )
            )
          )::int
      ) as rights
    from member m
    join trip t on t.id = m.trip_id
    left join account o on o.id = t.owner_id
    where m.trip_id = any ($1::int[])
      and m.user_id = $2
      and m.joined
      and t.deleted_at is null
      and m.can_edit
      and (select goes from key_free)
    for share of m
  ) ,
  held as materialized (
    select hold_attached('transportation', c.id)
    from transportation c, permitted
    where c.id = $3
      and c.trip_id = permitted.id
  ),
  c as (
    update transportation c
    set deleted_at = clock_timestamp()
    from permitted , held
    where c.id = $3
      and c.trip_id = permitted.id
      and c.deleted_at is null
    returning c.*
  ) , x as (select c.id as "id", c.trip_id as "tripId" from c) ,
  kept as (
    insert into idempotency_key
      (account_id, key, holder, narrowing, fingerprint, part, rights, answer)
    select $4, $5, $6, $7, $8, $9, permitted.rights,
      concat('{"row":', coalesce(to_json(x)::text, 'null'), '}')
    from x, permitted
    where (select goes from key_free)
    on conflict (account_id, key, holder, part)
    do update set narrowing = excluded.narrowing, fingerprint = excluded.fingerprint,
      rights = excluded.rights, answer = excluded.answer, created_at = excluded.created_at
    returning part
  )
select key_free.goes, key_free.keys as "keyCount", key_free.bytes as "keptBytes", x.*
from key_free
left join x on true;

-- ExpensesV1
select c.*
from (
  select asked.n::int as "listNumber", total.count as "listCount", asked.is_seen as "isSeen",
    c.id as "id", c.trip_id as "tripId", c.title as "title", c.date as "date", c.price as "price",
    c.currency as "currency", c.owner_id as "ownerId", c.version as "version",
    sum(case when c.id is not null then 500 end) over () as "listBytes"
  from (
    select one.*,
      (
        select v.can_see_expenses
        from member v
        where v.trip_id = one.trip
          and v.user_id = $5
          and v.joined
      ) as is_seen
    from unnest($1::int[]) with ordinality as one (trip, n)
    limit cardinality($1)
  ) asked
  cross join lateral (
    select count(*)::int as count
    from expense c
    where c.trip_id = asked.trip
      and c.deleted_at is null
      and asked.is_seen
  ) total
  left join lateral (
    select c.*
    from expense c
    where c.trip_id = asked.trip
      and c.deleted_at is null
      and asked.is_seen
    order by c.id
    limit $4::int offset $3::int::bigint *
      greatest(0, case when $2::int = -1 then (total.count - 1) / $3::int else $2 - 1 end)
  ) c on true
) c
where c."listBytes" is null or c."listBytes" <= $6::bigint
order by c."listNumber", c.id;

-- ExpensesV1, for If-None-Match
select asked.n::int as "listNumber", total.count as "listCount", asked.is_seen as "isSeen",
  array_agg(c.id order by c.id) as ids, array_agg(c.version order by c.id) as versions
from (
  select one.*,
    (
      select v.can_see_expenses
      from member v
      where v.trip_id = one.trip
        and v.user_id = $5
        and v.joined
    ) as is_seen
  from unnest($1::int[]) with ordinality as one (trip, n)
  limit cardinality($1)
) asked
cross join lateral (
  select count(*)::int as count
  from expense c
  where c.trip_id = asked.trip
    and c.deleted_at is null
    and asked.is_seen
) total
left join lateral (
  select c.*
  from expense c
  where c.trip_id = asked.trip
    and c.deleted_at is null
    and asked.is_seen
  order by c.id
  limit $4::int offset $3::int::bigint *
    greatest(0, case when $2::int = -1 then (total.count - 1) / $3::int else $2 - 1 end)
) c on true
group by asked.n, total.count, asked.is_seen
order by asked.n;

-- ExpensesV1, updatedSince
select c.*
from (
  select asked.n::int as "listNumber", total.count as "listCount", asked.is_seen as "isSeen",
    c.id as "id", c.trip_id as "tripId", c.title as "title", c.date as "date", c.price as "price",
    c.currency as "currency", c.owner_id as "ownerId", c.version as "version",
    sum(case when c.id is not null then 500 end) over () as "listBytes"
  from (
    select one.*,
      (
        select v.can_see_expenses
        from member v
        where v.trip_id = one.trip
          and v.user_id = $5
          and v.joined
      ) as is_seen
    from unnest($1::int[]) with ordinality as one (trip, n)
    limit cardinality($1)
  ) asked
  cross join lateral (
    select count(*)::int as count
    from expense c
    where c.trip_id = asked.trip
      and c.deleted_at is null
      and asked.is_seen
      and c.changed_at >= $6::timestamptz
  ) total
  left join lateral (
    select c.*
    from expense c
    where c.trip_id = asked.trip
      and c.deleted_at is null
      and asked.is_seen
      and c.changed_at >= $6::timestamptz
    order by c.id
    limit $4::int offset $3::int::bigint *
      greatest(0, case when $2::int = -1 then (total.count - 1) / $3::int else $2 - 1 end)
  ) c on true
) c
where c."listBytes" is null or c."listBytes" <= $7::bigint
order by c."listNumber", c.id;

-- ExpenseV1
select c.id as "id", c.trip_id as "tripId", c.title as "title", c.date as "date",
  c.price as "price", c.currency as "currency", c.owner_id as "ownerId", c.version as "version"
from expense c
where c.id = $1
  and c.trip_id = $2
  and c.deleted_at is null
  and exists (
    select from member v where v.trip_id = $2 and v.user_id = $3 and v.joined and v.can_see_expenses
  );

-- Whether expense and trip belong together
select from expense c where c.id = $1 and c.trip_id = $2 and c.deleted_at is null;

-- CreateExpense
with permitted as (
  select t.id, t.timezone
  from member m
  join trip t on t.id = m.trip_id
  left join account o on o.id = t.owner_id
  where m.trip_id = any ($1::int[])
    and m.user_id = $2
    and m.joined
    and t.deleted_at is null
    and m.can_edit_expenses
  for share of m
),
  c as (
    insert into expense (trip_id, owner_id, title, date, price, currency)
    select permitted.id, $2, r.title, r.date, r.price, r.currency
    from permitted, json_populate_record(null::expense, $3) r
    returning *
  )
select (select count(*)::int from permitted) as permitted, c.id as "id", c.trip_id as "tripId",
  c.title as "title", c.date as "date", c.price as "price", c.currency as "currency",
  c.owner_id as "ownerId"
from (select) as one
left join c on true;

-- UpdateExpense
with permitted as (
  select t.id, t.timezone
  from member m
  join trip t on t.id = m.trip_id
  left join account o on o.id = t.owner_id
  where m.trip_id = any ($1::int[])
    and m.user_id = $2
    and m.joined
    and t.deleted_at is null
    and m.can_edit_expenses
  for share of m
) ,
  c as (
    update expense c
    set created_at = c.created_at, title = r.title, date = r.date, price = r.price,
      currency = r.currency
    from json_populate_record(null::expense, $3) r
    where c.id = $4
      and c.trip_id = $5
      and c.deleted_at is null
      and (select count(*) from permitted) = 1
    returning c.*
  )
select c.id as "id", c.trip_id as "tripId", c.title as "title", c.date as "date",
  c.price as "price", c.currency as "currency", c.owner_id as "ownerId"
from c;

-- DeleteExpense
with permitted as (
  select t.id, t.timezone
  from member m
  join trip t on t.id = m.trip_id
  left join account o on o.id = t.owner_id
  where m.trip_id = any ($1::int[])
    and m.user_id = $2
    and m.joined
    and t.deleted_at is null
    and m.can_edit_expenses
  for share of m
) ,
  c as (
    update expense c
    set deleted_at = clock_timestamp()
    from permitted
    where c.id = $3
      and c.trip_id = permitted.id
      and c.deleted_at is null
    returning c.*
  )
select c.id as "id", c.trip_id as "tripId"
from c;

-- CreateExpense, with a key
with key_free as materialized (
  select held.keys, held.bytes, held.is_free
    and cardinality(held.known) = 0
    and not coalesce(held.keys >= $10 or held.bytes >= 67108864, false) as goes
  from hold_idempotency_key($4::int, $5::text, $6::text, $7::text, $10::int is not null) held
),
  permitted as (
    select t.id, t.timezone,
      concat(
        t.id, ':', (m.is_owner)::int, (m.can_edit)::int, (m.can_add_guests)::int,
          (m.can_see_expenses)::int, (m.can_edit_expenses)::int,
          (
            (
              m.can_see_documents
                and (
                  o.is_premium
                    and (o.premium_expiration_date is null or o.premium_expiration_date > now())
                )
            )
          )::int,
          (
            (
              m.can_edit_documents
                and (
                  o.is_premium
                    and (o.premium_expiration_date is null or o.premium_expiration_date > now())
                )
            )
          )::int
      ) as rights
    from member m
    join trip t on t.id = m.trip_id
    left join account o on o.id = t.owner_id
    where m.trip_id = any ($1::int[])
      and m.user_id = $2
      and m.joined
      and t.deleted_at is null
      and m.can_edit_expenses
      and (select goes from key_free)
      and m.can_see_expenses = true
    for share of m
  ),
  c as (
    insert into expense (trip_id, owner_id, title, date, price, currency)
    select permitted.id, $2, r.title, r.date, r.price, r.currency
    from permitted, json_populate_record(null::expense, $3) r
    returning *
  ) ,
  x as (
    select (select count(*)::int from permitted) as permitted, c.id as "id", c.trip_id as "tripId",
      c.title as "title", c.date as "date", c.price as "price", c.currency as "currency",
      c.owner_id as "ownerId"
    from (select) as one
    left join c on true
  ) ,
  kept as (
    insert into idempotency_key
      (account_id, key, holder, narrowing, fingerprint, part, rights, answer)
    select $4, $5, $6, $7, $8, $9, permitted.rights,
      concat('{"row":', coalesce(to_json(x)::text, 'null'), '}')
    from x, permitted
    where (select goes from key_free)
    on conflict (account_id, key, holder, part)
    do update set narrowing = excluded.narrowing, fingerprint = excluded.fingerprint,
      rights = excluded.rights, answer = excluded.answer, created_at = excluded.created_at
    returning part
  )
select key_free.goes, key_free.keys as "keyCount", key_free.bytes as "keptBytes", x.*
from key_free
left join x on true;

-- UpdateExpense, with a key
with key_free as materialized (
  select held.keys, held.bytes, held.is_free
    and cardinality(held.known) = 0
    and not coalesce(held.keys >= $12 or held.bytes >= 67108864, false) as goes
  from hold_idempotency_key($6::int, $7::text, $8::text, $9::text, $12::int is not null) held
),
  permitted as (
    select t.id, t.timezone,
      concat(
        t.id, ':', (m.is_owner)::int, (m.can_edit)::int, (m.can_add_guests)::int,
          (m.can_see_expenses)::int, (m.can_edit_expenses)::int,
          (
            (
              m.can_see_documents
                and (
                  o.is_premium
                    and (o.premium_expiration_date is null or o.premium_expiration_date > now())
                )
            )
          )::int,
          (
            (
              m.can_edit_documents
                and (
                  o.is_premium
                    and (o.premium_expiration_date is null or o.premium_expiration_date > now())
                )
            )
          )::int
      ) as rights
    from member m
    join trip t on t.id = m.trip_id
    left join account o on o.id = t.owner_id
    where m.trip_id = any ($1::int[])
      and m.user_id = $2
      and m.joined
      and t.deleted_at is null
      and m.can_edit_expenses
      and (select goes from key_free)
      and m.can_see_expenses = true
    for share of m
  ) ,
  c as (
    update expense c
    set created_at = c.created_at, title = r.title, date = r.date, price = r.price,
      currency = r.currency
    from json_populate_record(null::expense, $3) r
    where c.id = $4
      and c.trip_id = $5
      and c.deleted_at is null
      and (select count(*) from permitted) = 1
    returning c.*
  ) ,
  x as (
    select c.id as "id", c.trip_id as "tripId", c.title as "title", c.date as "date",
      c.price as "price", c.currency as "currency", c.owner_id as "ownerId"
    from c
  ) ,
  kept as (
    insert into idempotency_key
      (account_id, key, holder, narrowing, fingerprint, part, rights, answer)
    select $6, $7, $8, $9, $10, $11, permitted.rights,
      concat('{"row":', coalesce(to_json(x)::text, 'null'), '}')
    from x, permitted
    where (select goes from key_free)
    on conflict (account_id, key, holder, part)
    do update set narrowing = excluded.narrowing, fingerprint = excluded.fingerprint,
      rights = excluded.rights, answer = excluded.answer, created_at = excluded.created_at
    returning part
  )
select key_free.goes, key_free.keys as "keyCount", key_free.bytes as "keptBytes", x.*
from key_free
left join x on true;

-- DeleteExpense, with a key
with key_free as materialized (
  select held.keys, held.bytes, held.is_free
    and cardinality(held.known) = 0
    and not coalesce(held.keys >= $10 or held.bytes >= 67108864, false) as goes
  from hold_idempotency_key($4::int, $5::text, $6::text, $7::text, $10::int is not null) held
),
  permitted as (
    select t.id, t.timezone,
      concat(
        t.id, ':', (m.is_owner)::int, (m.can_edit)::int, (m.can_add_guests)::int,
          (m.can_see_expenses)::int, (m.can_edit_expenses)::int,
          (
            (
              m.can_see_documents
                and (
                  o.is_premium
                    and (o.premium_expiration_date is null or o.premium_expiration_date > now())
                )
            )
          )::int,
          (
            (
              m.can_edit_documents
                and (
                  o.is_premium
                    and (o.premium_expiration_date is null or o.premium_expiration_date > now())
                )
            )
          )::int
      ) as rights
    from member m
    join trip t on t.id = m.trip_id
    left join account o on o.id = t.owner_id
    where m.trip_id = any ($1::int[])
      and m.user_id = $2
      and m.joined
      and t.deleted_at is null
      and m.can_edit_expenses
      and (select goes from key_free)
    for share of m
  ) ,
  c as (
    update expense c
    set deleted_at = clock_timestamp()
    from permitted
    where c.id = $3
      and c.trip_id = permitted.id
      and c.deleted_at is null
    returning c.*
  ) , x as (select c.id as "id", c.trip_id as "tripId" from c) ,
  kept as (
    insert into idempotency_key
      (account_id, key, holder, narrowing, fingerprint, part, rights, answer)
    select $4, $5, $6, $7, $8, $9, permitted.rights,
      concat('{"row":', coalesce(to_json(x)::text, 'null'), '}')
    from x, permitted
    where (select goes from key_free)
    on conflict (account_id, key, holder, part)
    do update set narrowing = excluded.narrowing, fingerprint = excluded.fingerprint,
      rights = excluded.rights, answer = excluded.answer, created_at = excluded.created_at
    returning part
  )
select key_free.goes, key_free.keys as "keyCount", key_free.bytes as "keptBytes", x.*
from key_free
left join x on true;

-- A part of a request with an idempotency key is claimed
with held as materialized (
  select *
  from hold_idempotency_key($1::int, $2::text, $3::text, $4::text, $7::int is not null) held
), known as (select k.* from held, unnest(held.known) k),
  made as (
    insert into idempotency_key
      (account_id, key, holder, narrowing, fingerprint, part, rights, answer)
    select $1, $2, $3, $4, $5, $6, '', null
    from held
    where is_free
      and not coalesce(held.keys >= $7 or held.bytes >= 67108864, false)
      and not exists (select from known where part = $6 or fingerprint <> $5)
    on conflict (account_id, key, holder, part)
    do update set narrowing = excluded.narrowing, fingerprint = excluded.fingerprint,
      rights = excluded.rights, answer = excluded.answer, created_at = excluded.created_at
    returning part
  )
select held.is_free as "isFree", exists (select from made) as "isMade",
  exists (select from known where fingerprint <> $5) as "isReused",
  coalesce(held.keys >= $7 or held.bytes >= 67108864, false) as "isFull", held.keys as "keyCount",
  held.bytes as "keptBytes", mine.narrowing, mine.rights, mine.answer
from held
left join known mine on mine.part = $6;

-- Its answer is kept
update idempotency_key
set rights = $5, answer = $6
where account_id = $1
  and key = $2
  and holder = $3
  and part = $4
returning part;

-- Whether a key belongs to another request
select part from known_idempotency_keys($1, $2, $3, $4) where fingerprint <> $5 limit 1;

-- When an account has room for another key
with live as (
  select key, case when narrowing <> '' then holder end as own, created_at,
    pg_column_size(answer) as bytes
  from idempotency_key
  where account_id = $1::int
    and created_at > now() - interval '24 hours'
),
  last as (
    select greatest(
      (
        select max(created_at) as last
        from live
        group by key, own
        order by last desc offset 9999
        limit 1
      ),
        (
          select max(created_at)
          from (select created_at, sum(bytes) over (order by created_at desc) as kept from live)
            newer
          where kept >= 67108864
        )
    ) as made
  )
select ceil(extract(epoch from made + interval '24 hours' - now()))::int as seconds
from last;

-- Keys older than a day are removed
with due as materialized (
  select ctid as place
  from idempotency_key
  where created_at <= now() - interval '24 hours'
  order by created_at
  limit $1
  for update skip locked
),
  done as
  (delete from idempotency_key k where k.ctid = any (array(select place from due)) returning k.part)
select count(*)::int as count
from done;

-- Keys dated in the future get the time of now
with due as materialized (
  select ctid as place
  from idempotency_key
  where created_at > now() + interval '10 minutes'
  order by created_at
  limit $1
  for update skip locked
),
  done as (
    update idempotency_key k
    set created_at = now()
    where k.ctid = any (array(select place from due))
    returning k.part
  )
select count(*)::int as count
from done;

-- A booking email: the filing of its account is held
with known as materialized (select id from email where owner_id = $1::int and message_key = $2),
  held as materialized
  (select id from account where id = $1 and not exists (select from known) for no key update)
select exists (select from known) as "isKnown", (select count(*) from held) as locked;

-- It is stored
insert into email (
  owner_id, message_key, unique_parser_identifier, date, subject, body_preview, html, text, raw,
    reason, cancellations, parsed_successfully, trip_id, activity_id, hosting_id, transportation_id
) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
on conflict
do nothing
returning id;

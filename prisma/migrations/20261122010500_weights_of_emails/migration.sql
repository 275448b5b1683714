-- What emails weigh, stored beside them: PostgreSQL counts it as it writes a row, and who reads knows
-- what an email would bring before it is read (2.9). The lengths are taken without reading what is
-- stored apart, but both tables are written anew, once: with 10 GiB of mail that takes minutes and
-- as much disk again for as long.

alter table email
  add column subject_bytes integer not null generated always as (octet_length(subject)) stored,
  -- The original is stored only where it is what is answered, in base64.
  add column body_bytes integer not null generated always as
    (octet_length(html) + octet_length(text) + coalesce(octet_length(raw), 0) / 3 * 4) stored;

-- As it is answered, in base64.
alter table email_attachment
  add column payload_bytes integer not null generated always as
    ((coalesce(octet_length(payload), 0) + 2) / 3 * 4) stored;

-- What the long texts of a document weigh, counted as it is written, so that lists know what they
-- would bring before they read it. The table is written anew, once.
alter table document add column text_bytes integer not null generated always as
  (octet_length(description) + octet_length(url)
    + coalesce(octet_length(thumb_url), 0) + coalesce(octet_length(favicon_url), 0)) stored;

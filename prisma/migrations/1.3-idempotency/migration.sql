-- Idempotency keys (B4): what requests with a key have done, and the answers to them.

create table idempotency_key (
  -- Without a foreign key: its lock would let two requests of an account that change the account
  -- wait for each other. The rows of a deleted account end after a day, as all others do.
  account_id integer not null,
  -- The hash of the narrowed key that made the request (B5); empty for the account itself.
  holder text not null default '',
  key text not null,
  -- What the request did: the part of its answer that this is.
  part text not null,
  fingerprint text not null,
  -- The caller's rights in the trips concerned, as they were after the effect.
  rights text not null default '',
  -- Null only while the request runs.
  answer text,
  created_at timestamptz(6) not null default clock_timestamp(),
  constraint idempotency_key_pkey primary key (account_id, holder, key, part)
);

create index idempotency_key_created_at_idx on idempotency_key (created_at);

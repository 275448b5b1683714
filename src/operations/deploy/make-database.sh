#!/usr/bin/env bash
# The role and the database of the service, made at the first start of the server (compose.yaml).
# The role owns its database and nothing else. Its settings are for sessions behind a pooler, which
# belong to no client.
set -euo pipefail
psql --set ON_ERROR_STOP=1 --set password="$(cat /run/secrets/trips-password)" <<'END'
create role trips login password :'password';
alter role trips set statement_timeout = '10s';
alter role trips set idle_in_transaction_session_timeout = '30s';
alter role trips set jit = off;
create database trips owner trips template template0 encoding 'UTF8' locale 'C.UTF-8';
END

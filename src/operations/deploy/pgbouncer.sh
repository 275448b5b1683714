#!/bin/sh
# Prints the configuration of PgBouncer in front of PostgreSQL, for many service processes. PgBouncer
# reads no environment, and of a section that an included file has begun it forgets everything:
#   src/operations/deploy/pgbouncer.sh > /etc/pgbouncer/pgbouncer.ini
# Environment, with the defaults of one machine: LISTEN_ADDRESS (127.0.0.1) and LISTEN_PORT (6432);
# DATABASE_HOST (127.0.0.1), DATABASE_PORT (5432) and DATABASE_NAME (trips) of the server; USERS_FILE
# (/etc/pgbouncer/userlist.txt). DATABASE_URL of the service names PgBouncer, DATABASE_DIRECT_URL the
# server.
set -eu
cat <<END
[databases]
${DATABASE_NAME:=trips} = host=${DATABASE_HOST:-127.0.0.1} port=${DATABASE_PORT:-5432} dbname=$DATABASE_NAME

[pgbouncer]
listen_addr = ${LISTEN_ADDRESS:-127.0.0.1}
listen_port = ${LISTEN_PORT:-6432}
unix_socket_dir =
; A line for each user: "trips" "password", or in place of the password the SCRAM secret that the
; server itself has, from pg_authid.rolpassword. One made from the same password does not do.
auth_type = scram-sha-256
auth_file = ${USERS_FILE:-/etc/pgbouncer/userlist.txt}

pool_mode = transaction
; Connections to the server: at most this many statements and transactions run at once.
default_pool_size = 20
; Connections from the service: DATABASE_POOL_SIZE times the number of processes fit many times.
max_client_conn = 1000

; The service gives up a statement after 12 s; one that has not got a connection in 5 s never will.
query_wait_timeout = 5
server_connect_timeout = 2
; After a failover, try the server again soon.
server_login_retry = 1
; No logs of every connection.
log_connections = 0
log_disconnections = 0
END

#!/usr/bin/env bash
# A temporary PostgreSQL server for the tests, run from the installed PostgreSQL programs.
#
#   test/postgres.sh start [directory]            start it unless it runs, and print its URL
#   test/postgres.sh standby directory primary    start a standby of the server in the directory
#                                                 `primary`, and print its URL
#   test/postgres.sh promote directory            make a standby a primary
#   test/postgres.sh stop [directory]             stop it and delete the directory
#
#   TEST_DATABASE_URL=$(test/postgres.sh start) npm test; test/postgres.sh stop
#
# It listens on a free port of 127.0.0.1, accepts every connection without a password, and is tuned
# for speed, not for durability. Exit code 3: PostgreSQL is not installed.
set -euo pipefail

command=${1:-}
directory=${2:-${TMPDIR:-/tmp}/trips-postgres-$(id -u)}
primary=${3:-}

usage() {
  sed -n '2,10s/^# \{0,1\}//p' "$0" >&2
  exit 2
}

programs() {
  local newest
  newest=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1)
  if [ -z "$newest" ] && command -v initdb >/dev/null; then newest=$(dirname "$(command -v initdb)"); fi
  if [ -z "$newest" ]; then
    echo 'PostgreSQL server not installed (Debian: apt-get install postgresql).' >&2
    exit 3
  fi
  echo "$newest"
}

# The server refuses to run as root.
as_owner() {
  if [ "$(id -u)" -ne 0 ]; then "$@"; else runuser -u "$owner" -- "$@"; fi
}

start() {
  if [ -s "$directory/url" ] && as_owner "$bin/pg_ctl" status -D "$directory/data" >/dev/null; then
    cat "$directory/url"
    return
  fi
  make_directory
  as_owner "$bin/initdb" -D "$directory/data" -U trips --auth=trust --encoding=UTF8 \
    --locale=C.UTF-8 --no-sync >"$directory/initdb.log"
  launch
}

standby() {
  make_directory
  as_owner "$bin/pg_basebackup" -D "$directory/data" -d "$(cat "$primary/url")" --no-sync \
    --checkpoint=fast --write-recovery-conf
  launch
}

promote() {
  as_owner "$bin/pg_ctl" promote -w -D "$directory/data" >/dev/null
}

make_directory() {
  rm -rf "$directory"
  mkdir -p -m 700 "$directory"
  if [ "$(id -u)" -eq 0 ]; then chown "$owner" "$directory"; fi
  cd "$directory"
}

launch() {
  local port settings
  port=$(node -e "const s = require('net').createServer().listen(0, '127.0.0.1', () => {
    console.log(s.address().port); s.close() })")
  settings="-c listen_addresses=127.0.0.1 -c port=$port -c unix_socket_directories=$directory"
  settings+=' -c max_connections=200 -c shared_buffers=128MB'
  settings+=' -c fsync=off -c synchronous_commit=off -c full_page_writes=off'
  if ! as_owner "$bin/pg_ctl" start -w -D "$directory/data" -l "$directory/server.log" \
    -o "$settings" >"$directory/start.log"; then
    cat "$directory/start.log" "$directory/server.log" >&2
    exit 1
  fi
  echo "postgresql://trips@127.0.0.1:$port/postgres" | tee "$directory/url"
}

stop() {
  if [ -d "$directory/data" ]; then
    as_owner "$bin/pg_ctl" stop -m immediate -D "$directory/data" >/dev/null || true
  fi
  rm -rf "$directory"
}

owner=postgres
id "$owner" >/dev/null 2>&1 || owner=nobody
case $command in
  start | standby | promote | stop)
    bin=$(programs)
    "$command"
    ;;
  *) usage ;;
esac

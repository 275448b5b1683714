#!/usr/bin/env bash
# Makes the passwords and keys of compose.yaml in src/operations/deploy/secrets/, once.
set -euo pipefail
cd "$(dirname "$0")"
if [ -e secrets ]; then
  echo 'src/operations/deploy/secrets exists already; nothing was changed.' >&2
  exit 0
fi
umask 022
# The directory keeps others of this machine out; in the containers, any account may have to read.
mkdir -m 700 secrets
cd secrets
random() { head -c 24 /dev/urandom | od -An -v -tx1 | tr -d ' \n'; }
password=$(random)
access=$(random)
secret=$(random)
random >postgres-password
printf '%s' "$password" >trips-password
printf '"trips" "%s"\n' "$password" >userlist.txt
cat >objects.env <<END
ROOT_ACCESS_KEY=$access
ROOT_SECRET_KEY=$secret
AWS_ACCESS_KEY_ID=$access
AWS_SECRET_ACCESS_KEY=$secret
END
cat >service.env <<END
DATABASE_URL=postgresql://trips:$password@pooler:6432/trips
DATABASE_DIRECT_URL=postgresql://trips:$password@postgres:5432/trips
SECRET_KEY=$(random)
OPERATOR_KEY=$(random)
S3_ACCESS_KEY_ID=$access
S3_SECRET_ACCESS_KEY=$secret
END

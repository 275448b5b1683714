#!/bin/sh
# The two buckets of the service: one private, one that everybody may read from (compose.yaml).
set -eu
export AWS_DEFAULT_REGION=us-east-1 AWS_ENDPOINT_URL=http://objects:7070
tries=0
until aws s3api list-buckets >/dev/null; do
  tries=$((tries + 1))
  if [ "$tries" -eq 30 ]; then exit 1; fi
  sleep 1
done
has() { aws s3api head-bucket --bucket "$1" 2>/dev/null; }
has trips-private || aws s3api create-bucket --bucket trips-private
has trips-public ||
  aws s3api create-bucket --bucket trips-public --object-ownership BucketOwnerPreferred
aws s3api put-bucket-policy --bucket trips-public --policy '{
  "Version": "2012-10-17",
  "Statement": [{ "Effect": "Allow", "Principal": "*", "Action": ["s3:GetObject"],
    "Resource": ["arn:aws:s3:::trips-public/*"] }]
}'

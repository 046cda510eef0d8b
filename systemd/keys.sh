#!/usr/bin/env bash
# keys.sh FOLDER: makes the key that signs updates and releases, key.pem, which has to stay secret, and the certificate by
# which boxes and people know it, cert.pem. What is there already stays.
set -euo pipefail
umask 022

folder=$1
[ ! -e "$folder/key.pem" ] || {
	[ -e "$folder/cert.pem" ] || { echo "$folder has a key.pem without its cert.pem" >&2; exit 1; }
	exit 0
}
"$(dirname "$0")/need.sh" openssl openssl
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$folder"
# Valid since long ago and for ever: neither a box nor the machine that signs need have a right clock.
(
	umask 077
	touch "$work/database"
	printf '%s\n' '[ca]' default_ca=updates '[updates]' "database=$work/database" default_md=sha256 rand_serial=yes policy=any x509_extensions=signs \
		'[any]' commonName=supplied '[signs]' basicConstraints=critical,CA:true subjectKeyIdentifier=hash authorityKeyIdentifier=keyid:always > "$work/ca"
	openssl req -batch -new -newkey rsa:3072 -nodes -subj "/CN=updates of arbitre" -keyout "$work/key.pem" -out "$work/request"
	openssl ca -batch -config "$work/ca" -selfsign -keyfile "$work/key.pem" -in "$work/request" -notext \
		-startdate 19700101000000Z -enddate 99991231235959Z -outdir "$work" -out "$folder/cert.pem"
	mv "$work/key.pem" "$folder"
) 2> "$work/log" || { cat "$work/log" >&2; exit 1; }

#!/usr/bin/env bash
# sign.sh KEYS FOLDER: puts the certificate of the KEYS (keys.sh) into the folder of a release, as arbitre.pem, the sums of all
# files there, SHA256SUMS, and their signature, SHA256SUMS.sig. systemd/image/README.md says how to check them.
set -euo pipefail

keys=$(realpath "$1")
cd "$2"
[ "$(openssl pkey -in "$keys/key.pem" -pubout)" = "$(openssl x509 -in "$keys/cert.pem" -noout -pubkey)" ] ||
	{ echo "$keys/key.pem and cert.pem do not belong together" >&2; exit 1; }
install -m 644 "$keys/cert.pem" arbitre.pem
rm -f SHA256SUMS SHA256SUMS.sig
sums=$(LC_ALL=C; sha256sum -- *)
printf '%s\n' "$sums" > SHA256SUMS
openssl dgst -sha256 -sign "$keys/key.pem" -out SHA256SUMS.sig SHA256SUMS

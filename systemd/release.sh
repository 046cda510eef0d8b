#!/usr/bin/env bash
# release.sh -v VERSION [-k KEYS] [-u URL] [-o FOLDER]: makes all files of a release, and prints their names. It is all that
# .github/workflows/release.yml does for a tag but the upload:
#
#   arbitre_VERSION_*.deb, .tar.gz   package.sh's
#   arbitre-VERSION.*                image.sh's: the card, an update, Imager's list, the bill of materials
#   arbitre.pem                      the certificate of the KEYS
#   SHA256SUMS, SHA256SUMS.sig       the sums of all of them, signed
#
# KEYS is a folder as keys.sh makes it; without it, the texts of its two files are in $UPDATE_KEY and $UPDATE_CERT. URL is where
# the files will be found on the web. FOLDER is dist, and has to be empty. The commit has to have the tag vVERSION, by which the
# program knows its version. It needs what package.sh and image.sh need: root, Go and, the first time, the network.
set -euo pipefail
umask 022

fail() { echo "release: $*" >&2; exit 1; }

version=''
keys=''
url=()
out=dist
while getopts v:k:u:o: option; do
	case $option in
	v) version=$OPTARG ;;
	k) keys=$(realpath "$OPTARG") ;;
	u) url=(-u "$OPTARG") ;;
	o) out=$OPTARG ;;
	*) exit 2 ;;
	esac
done
[ -n "$version" ] || { echo "usage: release.sh -v VERSION [-k KEYS] [-u URL] [-o FOLDER]" >&2; exit 2; }
mkdir -p "$out"
out=$(realpath "$out")
cd "$(dirname "$0")/.."
[ -z "$(ls -A "$out")" ] || fail "$out is not empty, and all that lies there would be signed"

systemd/need.sh openssl openssl git git
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
if [ -z "$keys" ]; then
	[ -n "${UPDATE_KEY-}" ] && [ -n "${UPDATE_CERT-}" ] ||
		fail "no key signs it: name a folder by -k, or set UPDATE_KEY and UPDATE_CERT; systemd/keys.sh makes them"
	keys=$work/keys
	mkdir -m 700 "$keys"
	printf '%s\n' "$UPDATE_KEY" > "$keys/key.pem"
	printf '%s\n' "$UPDATE_CERT" > "$keys/cert.pem"
fi
for file in key.pem cert.pem; do
	[ -s "$keys/$file" ] || fail "there is no $keys/$file: systemd/keys.sh makes both, and boxes take no updates of another key"
done
systemd/sign.sh "$keys" "$(mktemp -d "$work/tried.XXXX")" || fail "nothing can be signed with the keys of $keys"
git tag --points-at HEAD | grep -qxF "v$version" || fail "this commit does not have the tag v$version, by which the program knows its version"
[ -z "$(git status --porcelain)" ] || fail "something is changed here, or not committed: $(git status --porcelain | head -1)"

systemd/package.sh -v "$version" -o "$out" > "$work/made"
dpkg-deb --extract "$out/arbitre_${version}_arm64.deb" "$work/arm64"
said=$(go version -m "$work/arm64/usr/bin/arbitre" | awk '$1 == "mod" { print $3 }')
[ "$said" = "v$version" ] || # Go takes no tag from v2 on for a module whose path does not end in /v2
	fail "the program would say that it is $said, and not v$version"
systemd/image.sh -v "$version" -k "$keys" "${url[@]}" -o "$out" >> "$work/made"
while read -r file; do [ -s "$file" ] || fail "$file is missing"; done < "$work/made"
systemd/sign.sh "$keys" "$out"
printf '%s\n' "$out"/*

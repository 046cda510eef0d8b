#!/usr/bin/env bash
# need.sh [COMMAND PACKAGE]...: installs the packages whose commands, or files, are missing, by apt as root or with sudo.
# For ten minutes it waits for whoever else installs something.
set -euo pipefail
export LC_ALL=C DEBIAN_FRONTEND=noninteractive

say() { echo "need: $*" >&2; }

missing=()
while [ $# -gt 0 ]; do
	PATH=$PATH:/usr/sbin command -v "$1" > /dev/null || [ -e "$1" ] || missing+=("$2")
	shift 2
done
[ ${#missing[@]} -gt 0 ] || exit 0
command -v apt-get > /dev/null || { say "needs a Debian, or these packages: ${missing[*]}"; exit 1; }
as_root=()
[ "$(id -u)" = 0 ] || as_root=(sudo)

# "apt-get update" does not wait for a lock, whatever DPkg::Lock::Timeout is.
apt() {
	local said waits=
	until said=$("${as_root[@]}" apt-get -qq "$@" 2>&1); do
		case $said in
		*"Could not get lock"* | *"Unable to acquire the dpkg frontend lock"*) ;;
		*) echo "$said" >&2; exit 1 ;;
		esac
		[ -n "$waits" ] || say "waits for another program that installs packages: $(sed -n 's/.*\(held by process.*\)/\1/p;T;q' <<< "$said")"
		waits+=.
		[ ${#waits} -lt 200 ] || { say "another program has held the lock of apt for ten minutes: end it and try again"; exit 1; }
		sleep 3
	done
}
say "installs ${missing[*]}"
apt update
apt install -y --no-install-recommends "${missing[@]}"

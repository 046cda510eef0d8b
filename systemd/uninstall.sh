#!/bin/sh
# uninstall.sh [--purge]: takes away what install.sh of the same archive installed; with --purge also the configuration,
# the journals and the results.
set -eu
cd "$(dirname "$0")"

[ "$(id -u)" = 0 ] || { echo "uninstall.sh: needs root: sudo $0" >&2; exit 1; }
systemctl disable --quiet --now arbitre.service || true
find usr -type f | while read -r file; do rm -f "/$file"; done
rmdir /usr/share/doc/arbitre/examples /usr/share/doc/arbitre 2> /dev/null || true
systemctl daemon-reload
if [ "${1:-}" = --purge ]; then
	rm -rf /var/lib/arbitre
	rm -f /etc/arbitre/arbitre.toml /etc/arbitre/arbitre.toml.old
	rmdir /etc/arbitre 2> /dev/null || true
fi

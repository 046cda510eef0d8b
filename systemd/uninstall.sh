#!/bin/sh
# uninstall.sh [--purge]: takes away what install.sh installed; with --purge also the configuration, the journals and the
# results.
set -eu

purge=no
case $* in
'') ;;
--purge) purge=yes ;;
*) echo "usage: uninstall.sh [--purge]" >&2; exit 2 ;;
esac
[ "$(id -u)" = 0 ] || { echo "uninstall.sh: needs root: sudo $0" >&2; exit 1; }
list=/usr/share/doc/arbitre/files
if [ -f $list ]; then
	systemctl disable --quiet --now arbitre.service || true
	sed '/\/$/d' $list | while read -r file; do rm -f "/$file"; done
	folders=$(sed -n '/\/$/p' $list | sort -r)
	rm -f $list
	for folder in $folders; do rmdir "/$folder" 2> /dev/null || true; done # what else is in it is not arbitre's
	systemctl daemon-reload
	udevadm control --reload || true
elif [ $purge = no ] || [ -e /usr/bin/arbitre ]; then
	echo "uninstall.sh: there is no arbitre here that install.sh has installed" >&2
	exit 1
fi
if [ $purge = yes ]; then
	rm -rf /var/lib/arbitre /run/arbitre
	rm -f /etc/arbitre/arbitre.toml
	rmdir /etc/arbitre 2> /dev/null || true
fi

#!/bin/sh
# upgrade.sh PACKAGE: installs a package of arbitre on this machine, as root, and waits until the table is open. If that
# takes more than half a minute after that, it puts back what was installed before.
set -eu
umask 022
export LC_ALL=C DEBIAN_FRONTEND=noninteractive

package=$1
limit=30

# The laptop may be closed in the midst of it: then nobody reads on, and it is done to the end all the same.
trap '' HUP PIPE
say() { echo "$(hostname): $*" || true; }

installed() { dpkg-query --show --showformat='${db:Status-Status}' arbitre 2> /dev/null; }
version() { dpkg-query --show --showformat='${Version}' arbitre; }
property() { systemctl show --property="$1" --value arbitre.service; }

# repack makes a package of what is installed now.
repack() {
	mkdir -p "$work/old/DEBIAN"
	dpkg-query --listfiles arbitre | while read -r path; do
		if [ -d "$path" ]; then
			mkdir -p "$work/old$path"
		elif [ -e "$path" ]; then
			cp -p "$path" "$work/old$path"
		fi
	done
	dpkg-query --status arbitre | sed '/^Status:/d' > "$work/old/DEBIAN/control"
	for part in preinst postinst prerm postrm md5sums; do
		path=$(dpkg-query --control-path arbitre $part)
		[ -z "$path" ] || cp -p "$path" "$work/old/DEBIAN/$part"
	done
	dpkg-deb --root-owner-group -Zgzip -z1 --build "$work/old" "$work/old.deb" > /dev/null
}

# ready waits until the program that was just installed has said READY, and lives on for three seconds.
ready() {
	waited=0
	lived=0
	last=
	while [ $waited -lt $limit ]; do # not by the clock, which a Pi sets some time after its start
		process=$(property MainPID)
		if [ "$(property ActiveState)" != active ] || [ "$process" != "$last" ] || [ "$(readlink "/proc/$process/exe")" != /usr/bin/arbitre ]; then
			lived=0
		elif [ $lived = 3 ]; then
			return 0
		else
			lived=$((lived + 1))
		fi
		last=$process
		sleep 1
		waited=$((waited + 1))
	done
	return 1
}

# rests reports whether nothing starts it: between two tries it is inactive for a moment, too, until its sockets are there.
rests() {
	for _ in 1 2 3; do
		[ "$(property ActiveState)" = inactive ] || return 1
		sleep 1
	done
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
before=
if [ "$(installed)" = installed ]; then
	before=$(version)
	repack
fi
since=$(date '+%Y-%m-%d %H:%M:%S')
if dpkg --install "$package" > "$work/log" 2>&1; then
	if rests; then
		say "installed $(version)${before:+ in place of $before}; it is not started, as the system there wants it"
		exit
	fi
	say "installed $(version)${before:+ in place of $before}; waits until it is ready"
	if ready; then
		say "$(property StatusText)"
		exit
	fi
	say "it does not get ready:"
	journalctl --unit=arbitre.service --since="$since" --no-pager --output=cat | tail -n 20 || true
else
	say "it can't be installed:"
	cat "$work/log" || true
fi
if [ -z "$before" ]; then
	say "there was no version before. \"sudo arbitre doctor\" tells more; it is tried again all the time."
	exit 1
fi
dpkg --install "$work/old.deb" > "$work/log" 2>&1 || { cat "$work/log"; exit 1; }
if ready; then
	say "the version before, $(version), is back: $(property StatusText)"
else
	say "the version before, $(version), is back, and does not get ready either: \"sudo arbitre doctor\" says why"
fi
exit 1

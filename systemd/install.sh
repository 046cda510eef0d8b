#!/bin/sh
# install.sh: installs or upgrades arbitre where there is systemd but no dpkg. Configuration, journals and results stay.
set -eu
umask 022
export LC_ALL=C
cd "$(dirname "$0")"

[ "$(id -u)" = 0 ] || { echo "install.sh: needs root: sudo $0" >&2; exit 1; }
[ -d /run/systemd/system ] || { echo "install.sh: this machine was not started by systemd" >&2; exit 1; }
if [ "$(dpkg-query --show --showformat='${db:Status-Status}' arbitre 2> /dev/null)" = installed ]; then
	echo "install.sh: arbitre is installed as a package: upgrade that, or remove it first" >&2
	exit 1
fi

# What is installed, for uninstall.sh, and so that an upgrade takes away what the new version no longer has: files, and
# with a slash behind them the folders that were not there before.
list=/usr/share/doc/arbitre/files
work=$(mktemp -d)
find usr -type f > "$work/files"
: > "$work/made"
end() {
	while read -r file; do rm -f "/$file.new"; done < "$work/files"
	rm -rf "$list.new" "$work"
}
trap end EXIT
trap 'exit 130' INT TERM HUP

# Before the rules are there, which udev may read at once: of a group that it does not know it forgets the rule.
systemd-sysusers "$PWD/usr/lib/sysusers.d/arbitre.conf"
# All of it is on the disk before the first file takes its place: neither a power cut nor a full disk leaves half of one.
while read -r file; do
	mode=644
	[ ! -x "$file" ] || mode=755
	folder=${file%/*}
	while [ ! -d "/$folder" ]; do
		echo "$folder/" >> "$work/made"
		folder=${folder%/*}
	done
	mkdir -p "/${file%/*}"
	cp "$file" "/$file.new"
	chmod $mode "/$file.new"
done < "$work/files"
[ ! -f "$list" ] || sed -n '/\/$/p' "$list" >> "$work/made"
sort -u "$work/files" "$work/made" > "$list.new"
sync
while read -r file; do mv -f "/$file.new" "/$file"; done < "$work/files"
if [ -f "$list" ]; then
	comm -23 "$list" "$list.new" > "$work/gone"
	while read -r file; do rm -f "/$file"; done < "$work/gone"
fi
mv -f "$list.new" "$list"

modprobe -qa i2c-dev snd || true
udevadm control --reload || true
udevadm trigger --action=change --subsystem-match=gpio --subsystem-match=i2c-dev --subsystem-match=pwm --settle || true
systemctl daemon-reload
systemctl enable --quiet arbitre.service
if systemctl restart arbitre.service; then
	echo "arbitre: $(systemctl show --property=StatusText --value arbitre.service)"
else
	echo "arbitre: the table can't be opened yet; \"sudo arbitre doctor\" says why, and it is tried again all the time." >&2
	exit 1
fi

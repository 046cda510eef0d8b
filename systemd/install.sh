#!/bin/sh
# install.sh: installs or upgrades arbitre where there is systemd but no dpkg. Configuration, journals and results stay.
set -eu
cd "$(dirname "$0")"

[ "$(id -u)" = 0 ] || { echo "install.sh: needs root: sudo $0" >&2; exit 1; }
[ -d /run/systemd/system ] || { echo "install.sh: this machine was not started by systemd" >&2; exit 1; }
if dpkg -s arbitre > /dev/null 2>&1; then
	echo "install.sh: arbitre is installed as a package: upgrade that, or remove it first" >&2
	exit 1
fi

# Before the rules are there, which udev may read at once: of a group that it does not know it forgets the rule.
systemd-sysusers "$PWD/usr/lib/sysusers.d/arbitre.conf"
find usr -type d -exec install -d -m 755 "/{}" \;
find usr -type f | while read -r file; do
	mode=644
	[ ! -x "$file" ] || mode=755
	cp "$file" "/$file.new" && chmod $mode "/$file.new" && mv -f "/$file.new" "/$file"
done

modprobe -qa i2c-dev snd || true
udevadm control --reload
udevadm trigger --action=change --subsystem-match=gpio --subsystem-match=i2c-dev --subsystem-match=pwm --settle
systemctl daemon-reload
systemctl enable --quiet arbitre.service
if systemctl restart arbitre.service; then
	echo "arbitre: $(systemctl show --property=StatusText --value arbitre.service)"
else
	echo "arbitre: the table can't be opened yet; \"sudo arbitre doctor\" says why, and it is tried again all the time." >&2
	exit 1
fi

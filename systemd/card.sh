#!/usr/bin/env bash
# card.sh [-v VERSION | -p PACKAGE] BOOTFS: prepares a card with Raspberry Pi OS Lite so that the Pi installs arbitre at its
# first start and opens the table, with no network, no SSH and no password. BOOTFS is the folder where the card's first
# partition, bootfs, is mounted. What Raspberry Pi Imager has written there stays as it is: user, wireless network, SSH.
#
# PACKAGE is one of those that package.sh makes; without it card.sh makes the one for the card, with VERSION if it is
# named, for which it needs Go. It can be run again, before the first start or after it, to put another version there.
set -euo pipefail

say() { echo "card: $*"; }
fail() { say "$*" >&2; exit 1; }

version=() package=
while getopts v:p: option; do
	case $option in
	v) version=(-v "$OPTARG") ;;
	p) package=$OPTARG ;;
	*) exit 2 ;;
	esac
done
shift $((OPTIND - 1))
[ $# = 1 ] || { echo "usage: card.sh [-v VERSION | -p PACKAGE] BOOTFS" >&2; exit 2; }
boot=${1%/}

for file in config.txt cmdline.txt; do
	[ -f "$boot/$file" ] || fail "$boot has no $file: name the folder where the card's partition bootfs is mounted"
done
for file in user-data meta-data; do
	[ -f "$boot/$file" ] || fail "$boot has no $file: write Raspberry Pi OS Lite of November 2025 or later (Trixie) to the card"
done
# A system of 32 bits has the kernel of 64 bits as well.
if [ -f "$boot/kernel7.img" ]; then
	architecture=armhf
elif [ -f "$boot/kernel8.img" ]; then
	architecture=arm64
else
	fail "$boot has neither kernel7.img nor kernel8.img: write Raspberry Pi OS Lite to the card"
fi
[ -w "$boot" ] || fail "$boot can't be written to: mount it so that you may, or use sudo"
hook=$boot/vendor-data mark="# Written by arbitre's card.sh."
[ ! -f "$hook" ] || grep -qxF "$mark" "$hook" || fail "$hook is somebody else's: move it away, or install the package by hand"

if [ -z "$package" ]; then
	work=$(mktemp -d)
	trap 'rm -rf "$work"' EXIT
	say "makes the package for $architecture"
	"$(dirname "$0")/package.sh" ${version[@]+"${version[@]}"} -o "$work" "$architecture" > "$work/made"
	package=$(sed -n '/\.deb$/p' "$work/made")
fi
case ${package##*/} in
arbitre_*_"$architecture".deb) ;;
*) fail "${package##*/} is not for this card, which needs arbitre_*_$architecture.deb" ;;
esac
cp "$package" "$boot/arbitre.new" # by this name until it is whole
rm -f "$boot"/arbitre_*.deb
mv "$boot/arbitre.new" "$boot/${package##*/}"

# cloud-init reads vendor-data beside the owner's user-data, and runs such a hook early in each start. Its scripts for the
# end of the first one would not do: they wait for multi-user.target, and so does Raspberry Pi OS on a card without a
# user, for somebody who chooses one. cloud-config.service may start the Pi anew, and so waits for the package. The
# default dependencies would start anew what sysinit.target wants and has ended already.
cat > "$hook" <<END
#cloud-boothook
#!/bin/sh
$mark
# A package of arbitre that lies here is installed, and then deleted.
ls /boot/firmware/arbitre_*.deb > /dev/null 2>&1 || exit 0
systemd-run --no-block --unit=arbitre-install --property=Type=oneshot --property=DefaultDependencies=no \\
	--property=After=basic.target --property=Before=cloud-config.service /bin/sh -c \\
	'dpkg --install /boot/firmware/arbitre_*.deb && rm /boot/firmware/arbitre_*.deb && sync'
END

# What the defaults need: the display's bus, and a square wave for the buzzer (PWMOverlay in hw/pwm.go).
setting() { # LINE PATTERN
	grep -Eq "^$2" "$boot/config.txt" || printf '\n[all]\n%s\n' "$1" >> "$boot/config.txt"
}
setting dtparam=i2c_arm=on 'dtparam=i2c_arm=on'
setting dtoverlay=pwm,pin=12,func=4 'dtoverlay=pwm(-2chan)?(,|$)'
sync
say "${package##*/} is on the card: eject it, put it into the Pi, and plug that in. The table opens by itself."

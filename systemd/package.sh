#!/bin/sh
# package.sh [-v VERSION] [-o FOLDER] [ARCHITECTURE...]: makes packages for Debian and Raspberry Pi OS, and archives
# with an install.sh for other systems with systemd. It prints the names of the packages.
#
#   arm64      Pi 3 and later, Zero 2, with a 64-bit system
#   armhf      every Pi, from the first and the Zero on (ARMv6), with Raspberry Pi OS of 32 bits
#   armel-v6   the first Pi and the Zero with Debian's own system for them, which has no hardware floating point
#   amd64      a PC, which gets the program of a club as well
#
# Without architectures it makes all. The folder is dist. The version is that of the commit, as Go names it. It needs
# Go and, the first time, the network. The same commit gives the same bytes. The manual and what completes the command
# line are what the program prints: made on another system than Linux, where it does not run, a package has neither.
# The archives need GNU tar.
set -eu
umask 022
export LC_ALL=C

version=
out=
while getopts v:o: option; do
	case $option in
	v) version=$OPTARG ;;
	o) out=$OPTARG ;;
	*) exit 2 ;;
	esac
done
shift $((OPTIND - 1))
[ $# -gt 0 ] || set -- arm64 armhf armel-v6 amd64
# Absolute, before the folder is left.
case $out in
'' | /*) ;;
*) out=$PWD/$out ;;
esac
cd "$(dirname "$0")/.."
out=${out:-$PWD/dist}

nfpm=github.com/goreleaser/nfpm/v2/cmd/nfpm@v2.43.0

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP

# No program is made for this machine, which may be none that it can be made for.
build() { # ARCHITECTURE
	case $1 in
	armhf | armel-v6) goarch=arm ;;
	arm64 | amd64) goarch=$1 ;;
	*) echo "package.sh: no architecture $1: there are arm64, armhf, armel-v6 and amd64" >&2; exit 2 ;;
	esac
	CGO_ENABLED=0 GOOS=linux GOARCH=$goarch GOARM=6 go build -buildvcs=auto -trimpath -ldflags='-s -w' -o "$work/arbitre-$1" ./cmd/arbitre
	[ "$1" != amd64 ] ||
		CGO_ENABLED=0 GOOS=linux GOARCH=amd64 go build -buildvcs=auto -trimpath -ldflags='-s -w' -o "$work/club-$1" ./cmd/arbitre-club
}
for name; do build "$name"; done

# What Go has noted in the program: its version, and the date of the commit.
stamp() { go version -m "$work/arbitre-$name" | sed -n "s/^[[:space:]]*$1//p"; }
if [ -z "$version" ]; then
	# v1.2.3-0.20261120085526-0adaa4543885+dirty comes before v1.2.3; for dpkg that takes a tilde.
	version=$(stamp "mod[[:space:]]*arbitre[[:space:]]*v" | sed 's/[[:space:]].*//; s/-/~/; s/-/./g')
	[ -n "$version" ] || { echo "package.sh: this is no clone of the repository, so name a version: package.sh -v 1.2.3" >&2; exit 2; }
fi
case $version in
[0-9]*) ;;
*) echo "package.sh: a version begins with a digit, $version does not" >&2; exit 2 ;;
esac
date=$(stamp "build[[:space:]]*vcs.time=")
date=${date:-1980-01-01T00:00:00Z}

# What is the same in all packages.
common=$work/common
mkdir -p "$common/usr/bin" "$common/usr/share/man/man1" "$common/usr/share/doc/arbitre/examples" \
	"$common/usr/share/bash-completion/completions" "$common/usr/share/zsh/vendor-completions" \
	"$common/usr/share/fish/vendor_completions.d" "$common/usr/lib/systemd/system" "$common/usr/lib/sysusers.d" "$common/usr/lib/tmpfiles.d" \
	"$common/usr/lib/udev/rules.d" "$common/usr/lib/modules-load.d" "$common/usr/share/lintian/overrides"
cp systemd/arbitre*.service systemd/arbitre*.path systemd/arbitre*.socket "$common/usr/lib/systemd/system/"
cp systemd/sysusers.conf "$common/usr/lib/sysusers.d/arbitre.conf"
cp systemd/tmpfiles.conf "$common/usr/lib/tmpfiles.d/arbitre.conf"
cp systemd/udev.rules "$common/usr/lib/udev/rules.d/60-arbitre.rules"
cp systemd/modules.conf "$common/usr/lib/modules-load.d/arbitre.conf"
cp systemd/debian/lintian-overrides "$common/usr/share/lintian/overrides/arbitre"
cp systemd/arbitre.toml systemd/avahi.service "$common/usr/share/doc/arbitre/examples/"
cp systemd/README.md "$common/usr/share/doc/arbitre/"
if [ "$(go env GOHOSTOS)" = linux ]; then
	GOOS=linux GOARCH=$(go env GOHOSTARCH) CGO_ENABLED=0 go build -buildvcs=false -trimpath -ldflags='-s -w' -o "$work/here" ./cmd/arbitre
	"$work/here" man | gzip -9n > "$common/usr/share/man/man1/arbitre.1.gz"
	"$work/here" completion bash > "$common/usr/share/bash-completion/completions/arbitre"
	"$work/here" completion zsh > "$common/usr/share/zsh/vendor-completions/_arbitre"
	"$work/here" completion fish > "$common/usr/share/fish/vendor_completions.d/arbitre.fish"
else
	echo "package.sh: without a manual and completion, which only Linux can make" >&2
fi
gzip -9n > "$common/usr/share/doc/arbitre/changelog.gz" <<END
arbitre ($version) stable; urgency=medium

  * Made from the commit of $date.

 -- The authors of arbitre <authors@arbitre.invalid>  Thu, 01 Jan 1970 00:00:00 +0000
END
systemd/copyright.sh > "$common/usr/share/doc/arbitre/copyright"

mkdir -p "$out"
for name; do
	root=$work/$name
	cp -R "$common" "$root"
	mv "$work/arbitre-$name" "$root/usr/bin/arbitre"
	[ ! -e "$work/club-$name" ] || mv "$work/club-$name" "$root/usr/bin/arbitre-club"

	{
		cat <<END
name: arbitre
version: "$version"
version_schema: none
arch: ${name%-v6}
section: misc
priority: optional
maintainer: The authors of arbitre <authors@arbitre.invalid>
description: |-
  referee beside a card table
  A Raspberry Pi with arcade buttons, lamps, a small display and a buzzer
  decides who slapped first, applies the rule sheet and keeps the score.
depends: [systemd, udev, procps]
recommends: [alsa-utils]
suggests: [avahi-daemon, espeak-ng, network-manager]
mtime: $date
scripts:
  preinstall: systemd/debian/preinst
  postinstall: systemd/debian/postinst
  preremove: systemd/debian/prerm
  postremove: systemd/debian/postrm
contents:
- {dst: /etc/arbitre, type: dir}
END
		(cd "$root" && find usr -type f) | sort | while read -r file; do
			mode=0644
			[ ! -x "$root/$file" ] || mode=0755
			printf -- '- {src: "%s", dst: "%s", file_info: {mode: %s}}\n' "$root/$file" "/$file" "$mode"
		done
	} > "$work/nfpm.yaml"
	file=arbitre_${version}_$name
	go run "$nfpm" package --packager deb --config "$work/nfpm.yaml" --target "$out/$file.deb" > "$work/log" ||
		{ cat "$work/log" >&2; exit 1; }
	cp systemd/install.sh systemd/uninstall.sh "$root/"
	cp LICENSE "$root/usr/share/doc/arbitre/" # which Debian has for all its packages
	printf '%s\n' "$out/$file.deb"
	if tar --version 2>&1 | grep -q GNU; then
		tar --format=ustar --sort=name --mtime="$date" --owner=root:0 --group=root:0 --mode=u=rwX,go=rX \
			--transform="s,^\.,$file," -I 'gzip -9n' -C "$root" -cf "$out/$file.tar.gz" .
		printf '%s\n' "$out/$file.tar.gz"
	else
		echo "package.sh: without an archive, which GNU tar makes" >&2
	fi
done

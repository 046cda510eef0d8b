#!/bin/sh
# deploy.sh [-F SSH_CONFIG] [-v VERSION] USER@HOST: builds arbitre for a Pi with Debian or Raspberry Pi OS, installs or
# upgrades it there, and waits until it is ready to play. If it does not get ready, the version before is put back.
# A game that is being played goes on after it. It needs Go and ssh here, and there root or sudo.
set -eu

config=
version=
while getopts F:v: option; do
	case $option in
	F) config=$OPTARG ;;
	v) version=$OPTARG ;;
	*) exit 2 ;;
	esac
done
shift $((OPTIND - 1))
[ $# = 1 ] || { echo "usage: deploy.sh [-F SSH_CONFIG] [-v VERSION] USER@HOST" >&2; exit 2; }
host=$1
here=$(cd "$(dirname "$0")" && pwd)

say() { echo "deploy: $*"; }
fail() { echo "deploy: $*" >&2; exit 1; }

work=$(mktemp -d)
# One connection for all, so that a password is asked for once.
on() { ssh ${config:+-F "$config"} -o ControlMaster=auto -o ControlPath="$work/ssh" -o ControlPersist=yes "$@"; }
end() {
	on -O exit "$host" 2> /dev/null || true
	rm -rf "$work"
}
trap end EXIT
trap 'exit 130' INT TERM HUP

on "$host" true || fail "no way to $host: try ssh $host"
architecture=$(on "$host" dpkg --print-architecture) || fail "$host has no dpkg: use the archive that package.sh makes, and its install.sh"
case $architecture in
arm64 | armhf | amd64) name=$architecture ;;
armel) name=armel-v6 ;;
*) fail "there is no arbitre for $architecture, which $host is" ;;
esac
on "$host" test -d /run/systemd/system || fail "$host was not started by systemd"
terminal=-T
root=
if [ "$(on "$host" id -u)" != 0 ]; then
	root=sudo
	on "$host" sudo -n true 2> /dev/null || terminal=-t # it asks for a password
fi

say "$host is $(on "$host" uname -m), $architecture; builds for it"
"$here/package.sh" ${version:+-v "$version"} -o "$work" "$name" > "$work/made"
package=$(sed -n '/\.deb$/p' "$work/made")

say "copies ${package##*/}"
there=$(on "$host" mktemp -d)
on "$host" "cat > $there/new.deb" < "$package"
on "$host" "cat > $there/upgrade.sh" < "$here/upgrade.sh"
done=0
on $terminal "$host" "$root sh $there/upgrade.sh $there/new.deb" || done=$?
on "$host" "rm -rf $there" || true
exit $done

#!/bin/sh
# copyright.sh: prints the licence of arbitre, and in their own words those of all that its programs carry: they are
# static, and their licences ask for that.
set -eu
export LC_ALL=C
cd "$(dirname "$0")/.."

cat systemd/debian/copyright

# notice NAME FILE
notice() {
	printf '\n\n== %s: %s\n\n' "$1" "${2##*/}"
	if grep -q 'apache.org/licenses/LICENSE-2.0' "$2"; then
		echo "Apache License, Version 2.0, as above."
	else
		cat "$2"
	fi
}

CGO_ENABLED=0 GOOS=linux go list -deps -f '{{with .Module}}{{if not .Main}}{{.Path}} {{.Dir}}{{end}}{{end}}' ./cmd/arbitre ./cmd/arbitre-club | sort -u | while read -r path dir; do
	for file in "$dir"/LICENSE* "$dir"/NOTICE* "$dir"/AUTHORS* "$dir"/PATENTS*; do
		[ ! -f "$file" ] || notice "$path" "$file"
	done
done
# The fonts are embedded, and have licences beside those of the modules that they come with.
notice "the fonts Go Regular and Go Bold" "$(go list -f '{{.Dir}}' golang.org/x/image/font/gofont/goregular)/../ttfs/README"
notice "the font 7x13" display/typeface/fonts/README.md
license=$(go env GOROOT)/LICENSE
if [ -f "$license" ]; then
	notice "the standard library of Go" "$license"
else # Debian's Go comes without
	printf '\n\n== the standard library of Go: LICENSE\n\nThat of golang.org/x/sys, as above.\n'
fi

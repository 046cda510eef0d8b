#!/usr/bin/env bash
# image.sh [-v VERSION] [-o FOLDER] [-s SOURCES] [-l KERNEL] [-k KEYS]... [-u URL] [-q]: makes the image of a card for the
# Raspberry Pi 3, 4 and Zero 2, of Debian 13 for arm64 and our package. It prints the names of what it has made:
#
#   arbitre-VERSION.img.zst       the card
#   arbitre-VERSION.raucb         the same as an update, for boxes that were made with the same KEYS
#   arbitre-VERSION.cdx.json      what is in it, and under which licences: a bill of materials (CycloneDX 1.6)
#   arbitre-VERSION.rpi-imager-manifest   offers the card in Raspberry Pi Imager
#
# VERSION and FOLDER are those of package.sh. SOURCES is a file with lines "deb …" of Debian 13, main and
# non-free-firmware; without it they are those of this machine, which is a Debian. KERNEL is what follows "linux-image-"
# in the name of its package, arm64 without it. UNTRIED: with the archive of Raspberry Pi OS among the SOURCES, rpi-v8 is
# its kernel for the same models, and rpi-2712 the one for the Pi 5. KEYS is a folder with key.pem, which signs updates
# and has to stay secret, and cert.pem, by which a box knows them; both are made if they are missing. A box takes the
# updates of all KEYS that are named here, and this update is signed with the last: -k NEW -k OLD is for boxes that know
# OLD alone. Without KEYS the box takes no updates. URL is the folder on the web where Imager will find the card; without it that is
# FOLDER. -q is for tests: it makes the card as it is (.img), less compressed, with its kernel's headers beside it.
#
# It needs root, for the files are root's, and Go; what else it misses of Debian's tools it installs. What comes from the
# archive is kept in ${XDG_CACHE_HOME:-~/.cache}/arbitre-image: remove that for newer packages. The same commit and the
# same archive give the same bytes, from a clone: of a worktree Go notes no commit. There is no loop device and nothing is
# mounted, so that a container will do.
set -euo pipefail
umask 022
export LC_ALL=C TZ=UTC MTOOLS_SKIP_CHECK=1

say() { echo "image: $*" >&2; }
fail() { say "$*"; exit 1; }

out=dist
asked=()
sources=
kernel=arm64
keys=()
url=
level=19
while getopts v:o:s:l:k:u:q option; do
	case $option in
	v) asked=(-v "$OPTARG") ;;
	o) out=$OPTARG ;;
	s) sources=$(realpath "$OPTARG") ;;
	l) kernel=$OPTARG ;;
	k) keys+=("$(realpath -m "$OPTARG")") ;;
	u) url=${OPTARG%/} ;;
	q) level=1 ;;
	*) exit 2 ;;
	esac
done
mkdir -p "$out"
out=$(realpath "$out")
cd "$(dirname "$0")"
[ "$(id -u)" = 0 ] || fail "run it as root"

needs=(mmdebstrap mmdebstrap arch-test arch-test mksquashfs squashfs-tools mkfs.vfat dosfstools mcopy mtools mke2fs e2fsprogs
	sfdisk fdisk mkimage u-boot-tools fdtoverlay device-tree-compiler cpio cpio xz xz-utils zstd zstd rauc rauc
	openssl openssl depmod kmod jq jq)
[ "$(dpkg --print-architecture)" = arm64 ] || needs+=(qemu-aarch64-static qemu-user-static update-binfmts binfmt-support)
./need.sh "${needs[@]}"

# What is installed in the root, and what is only unpacked, for it would do at its installation, in an emulated processor
# and for many minutes, what is done here in seconds: an initrd, and the list of the modules.
installed=systemd-sysv,udev,dbus,kmod,init-system-helpers,procps,e2fsprogs,fdisk,alsa-utils,espeak-ng
installed+=,network-manager,wpasupplicant,dnsmasq-base,firmware-brcm80211,wireless-regdb,rauc-service,systemd-timesyncd
unpacked=(raspi-firmware u-boot-rpi busybox-static)
debians() { [ "$kernel" = arm64 ]; } # which boots in QEMU, too

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP

if [ -z "$sources" ]; then
	sources=$work/sources
	here=$(. /etc/os-release && echo "$VERSION_CODENAME")
	apt-get indextargets --format "deb \$(SITE) \$(RELEASE) main non-free-firmware" 'Created-By: Packages' |
		sort -u | sed -n "s/ $here\(-[a-z]*\)\? / trixie\1 /p" > "$sources"
fi
[ -s "$sources" ] || fail "apt knows no archive of Debian here: name one by -s"

cache=${XDG_CACHE_HOME:-$HOME/.cache}/arbitre-image
base=$cache/$({ cat "$sources"; echo "$installed" "${unpacked[@]}" "$kernel"; } | sha256sum | cut -c1-16)
if [ ! -d "$base" ]; then
	say "installs Debian 13 for arm64: four minutes, once"
	arch-test arm64 > /dev/null || update-binfmts --enable qemu-aarch64
	mkdir -p "$work/base"/{deb,headers}
	# shellcheck disable=SC2016 # mmdebstrap's shell knows them
	get='cd "$IMAGE_BASE/deb" && image=$(apt-cache depends linux-image-$IMAGE_KERNEL | sed -n "s/.*Depends: \(linux-image-6.*\)/\1/p") &&
		apt-get download -qq -o APT::Sandbox::User=root $image $IMAGE_UNPACKED'
	# shellcheck disable=SC2016
	! debians || get+=' && cd ../headers && headers=linux-headers-${image#linux-image-} &&
		apt-get download -qq -o APT::Sandbox::User=root $headers ${headers%-arm64}-common'
	IMAGE_BASE=$work/base IMAGE_KERNEL=$kernel IMAGE_UNPACKED="${unpacked[*]}" mmdebstrap --quiet --mode=root --variant=minbase \
		--architectures=arm64 --include=$installed --aptopt='APT::Install-Recommends "false"' --dpkgopt=force-unsafe-io \
		--customize-hook="export APT_CONFIG=\$MMDEBSTRAP_APT_CONFIG; $get" --format=tar trixie "$work/base/root.tar" "$sources" >&2
	mkdir -p "$cache"
	mv -T "$work/base" "$base" 2> /dev/null || [ -d "$base" ] # another run may have been first
fi

say "makes the package"
./package.sh "${asked[@]}" -o "$work/dist" arm64 > "$work/made"
package=$(sed -n '/\.deb$/p' "$work/made")
version=$(dpkg-deb -f "$package" Version)
name=arbitre-$version
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2> /dev/null || echo 0)
export SOURCE_DATE_EPOCH E2FSPROGS_FAKE_TIME=$SOURCE_DATE_EPOCH

say "lays out the root"
root=$work/root
unpack=$work/unpacked
mkdir "$root" "$unpack"
tar -xf "$base/root.tar" -C "$root"
for deb in "$base"/deb/*.deb; do dpkg-deb -x "$deb" "$unpack"; done
cp "$package" "$root/tmp/arbitre.deb"
chroot "$root" dpkg --install /tmp/arbitre.deb > "$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }

cp -r "$unpack/usr/share/doc" "$root/usr/share"
if [ $level != 1 ]; then
	say "writes down what is in it"
	mkdir "$root/var/lib/dpkg/status.d"
	for deb in "$base"/deb/*.deb; do dpkg-deb --field "$deb" > "$root/var/lib/dpkg/status.d/$(dpkg-deb --field "$deb" Package)"; done
	# Its number, its date and what it calls the folder are not the same twice.
	syft=v1.57.0
	SYFT_FILE_METADATA_SELECTION=none go run -ldflags "-X main.version=$syft" "github.com/anchore/syft/cmd/syft@$syft" scan "dir:$root" \
		--quiet --override-default-catalogers dpkg-db-cataloger,go-module-binary-cataloger \
		--source-name arbitre --source-version "$version" --output cyclonedx-json@1.6 |
		jq 'del(.serialNumber, .metadata.component."bom-ref") | .metadata.component.type = "firmware" |
			.metadata.timestamp = (env.SOURCE_DATE_EPOCH | tonumber | todate) |
			.components |= map(select(.type != "file"))' > "$out/$name.cdx.json"
fi

cp -rT image/root "$root"
mkdir -p "$root/boot/firmware" "$root/data" "$root/etc/NetworkManager/system-connections"
echo "$version" > "$root/usr/lib/arbitre/version"
for folder in "${keys[@]}"; do
	./keys.sh "$folder"
	cat "$folder/cert.pem" >> "$root/etc/rauc/keyring.pem"
done
echo arbitre > "$root/etc/hostname"
: > "$root/etc/machine-id" # another one for each start
ln -sf /run/NetworkManager/resolv.conf "$root/etc/resolv.conf"
units=$root/etc/systemd/system
wanted() { # TARGET UNIT
	mkdir -p "$units/$1.wants"
	ln -sf "../$2" "$units/$1.wants/$2"
}
wanted local-fs.target arbitre-grow.service
wanted multi-user.target arbitre-asked.service
wanted multi-user.target arbitre-keep.service
wanted multi-user.target arbitre-offer.service
wanted multi-user.target arbitre-update.path
# Nobody logs in, nothing is due at night, what would be kept is forgotten with /var, and nobody looks into the kernel.
for unit in sys-kernel-debug.mount sys-kernel-tracing.mount dev-hugepages.mount dev-mqueue.mount sys-fs-fuse-connections.mount \
	sys-kernel-config.mount proc-sys-fs-binfmt_misc.automount systemd-pstore.service modprobe@.service \
	systemd-ask-password-console.path systemd-ask-password-wall.path systemd-tmpfiles-clean.timer \
	getty.target getty@tty1.service systemd-logind.service systemd-user-sessions.service rauc-mark-good.service \
	apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer e2scrub_all.timer e2scrub_reap.service fstrim.timer \
	systemd-update-done.service systemd-journal-catalog-update.service systemd-random-seed.service \
	systemd-firstboot.service systemd-time-wait-sync.service NetworkManager-wait-online.service NetworkManager-dispatcher.service; do
	ln -sf /dev/null "$units/$unit"
done
mkdir -p "$root/etc/systemd/system-generators"
for generator in getty gpt-auto hibernate-resume rc-local ssh system-update sysv tpm2; do
	ln -sf /dev/null "$root/etc/systemd/system-generators/systemd-$generator-generator"
done
# What tells when and where it was made, or was of use only for that.
rm -rf "$root"/etc/apt/sources.list* "$root"/var/{cache,log,tmp}/* "$root"/var/lib/{apt,dpkg}/* "$root"/{tmp,run}/* \
	"$root"/etc/*- "$root"/usr/share/{man,info,locale,lintian,bash-completion,zsh,fish,sounds} "$root/usr/lib/udev/hwdb.d"
find "$root/usr/share/doc" ! -type d ! -name copyright -delete
# Nobody logs in, so nobody needs another's rights; what root uses of them it can do all the same.
rm -f "$root"/usr/bin/{chage,chfn,chsh,expiry,gpasswd,newgrp,passwd,su}
find "$root" -type f -perm /6000 -exec chmod a-s {} +
sed -i 's/^\([^:]*:[^:]*\):[0-9]*:/\1:20000:/' "$root/etc/shadow"

say "chooses the kernel's modules"
release=$(basename "$unpack"/usr/lib/modules/*)
modules=$root/usr/lib/modules/$release
mkdir -p "$root/usr/lib/modules"
cp -r "$unpack/usr/lib/modules/$release" "$modules"
depmod -b "$root" "$release"
# What no Pi has, and no table needs: of media a loudspeaker on USB needs the controller.
(
	cd "$modules/kernel"
	rm -rf drivers/{accessibility,ata,atm,cdrom,crypto,cxl,edac,extcon,firewire,gnss,gpu,hv,hwtracing,iio,infiniband} \
		drivers/{isdn,memstick,message,mtd,nfc,nvdimm,nvme,parport,slimbus,soundwire,target,tee,ufs,vdpa,vfio,vhost,w1,xen} \
		fs/{afs,bcachefs,btrfs,ceph,dlm,ecryptfs,f2fs,gfs2,jfs,nfs,nfsd,nilfs2,ocfs2,orangefs,smb,ubifs,udf,xfs} \
		net/{6lowpan,9p,appletalk,atm,batman-adv,bluetooth,can,ceph,dccp,ieee802154,nfc,openvswitch,rds,rxrpc,sched,sctp,smc,sunrpc,tipc,vmw_vsock} \
		sound/{firewire,pci}
	find drivers/{media,net/ethernet,net/wireless,scsi} -mindepth 1 -maxdepth 1 -type d \
		! -name mc ! -name broadcom ! -name cadence -exec rm -r {} +
	cd ..
	while IFS=: read -r module needs; do # nor what could not be loaded without it
		for need in $needs; do
			[ -e "$need" ] || rm -f "$module"
		done
	done < modules.dep
)
depmod -b "$root" "$release"

say "makes the initrd"
initrd=$work/initrd
mkdir -p "$initrd"/{bin,dev,modules,proc,root,run,sys}
cp "$unpack/usr/bin/busybox" "$initrd/bin/"
install -m 755 image/initrd "$initrd/init"
# For the cards of a Pi, and the disk of a guest. Raspberry Pi's own kernel has what its cards need built in.
loads=squashfs
! debians || loads="sdhci_iproc bcm2835 gpio-regulator fixed virtio_blk squashfs"
for module in $loads; do
	modprobe -d "$root" -S "$release" --show-depends $module | sed -n 's/^insmod \([^ ]*\).*/\1/p'
done | awk '!seen[$0]++' | while read -r path; do
	module=$(basename "${path%.xz}")
	xz -dc "$path" > "$initrd/modules/$module"
	echo "$module" >> "$initrd/modules/order"
done
find "$initrd" -exec touch -hd "@$SOURCE_DATE_EPOCH" {} +
(cd "$initrd" && find . -mindepth 1 | sort | cpio --quiet -o -H newc --reproducible -R 0:0) | zstd -q -$level > "$work/initrd.zst"

say "packs root and kernel"
slot=$work/slot
find "$root" -exec touch -hd "@$SOURCE_DATE_EPOCH" {} +
mksquashfs "$root" "$slot" -quiet -no-progress -noappend -comp zstd -Xcompression-level $level -b 128K -no-exports >&2
gzip -$((level > 9 ? 9 : level))n < "$unpack/boot/vmlinuz-$release" > "$work/vmlinuz.gz" # U-Boot knows no zstd for it
mkimage -A arm64 -O linux -T multi -C none -n "$release" -d "$work/vmlinuz.gz:$work/initrd.zst" "$work/pack" > /dev/null
cat "$work/pack" >> "$slot"
truncate -s %4096 "$slot"

say "puts the card together"
boot=$work/boot
mkdir "$boot"
cp "$unpack"/usr/lib/raspi-firmware/{bootcode.bin,start.elf,fixup.dat,start4.elf,fixup4.dat} image/config.txt "$boot"
cp "$unpack/usr/lib/u-boot/rpi_arm64/u-boot.bin" "$boot"
mkimage -A arm64 -T script -C none -n arbitre -d image/boot.cmd "$boot/boot.scr" > /dev/null
trees=$unpack/usr/lib/linux-image-$release
dtc -q -I dts -O dtb -o "$work/locked.dtbo" image/locked.dts
if debians; then
	for pi in bcm2711-rpi-4-b bcm2711-rpi-400 bcm2837-rpi-3-a-plus bcm2837-rpi-3-b bcm2837-rpi-3-b-plus bcm2837-rpi-zero-2-w; do
		tree=$trees/broadcom/$pi.dtb
		case $pi in bcm2711*) pin=pwm0_0_gpio12 ;; *) pin=pwm0_gpio12 ;; esac
		sed "s/&pwm0_gpio12/\&$pin/" image/pwm.dts | dtc -q -@ -I dts -O dtb -o "$work/pwm.dtbo" -
		fdtoverlay -i "$tree" -o "$boot/$pi.dtb" "$work/pwm.dtbo" "$work/locked.dtbo"
	done
else # the firmware knows its device trees, and lays overlays over them
	cp "$trees"/broadcom/bcm27*.dtb "$boot"
	cp -r "$trees/overlays" "$boot"
	cp "$work/locked.dtbo" "$boot/overlays"
	sed -i 's/^upstream_kernel=1$/dtparam=i2c_arm=on\ndtoverlay=pwm,pin=12,func=4\ndtoverlay=locked/' "$boot/config.txt"
fi
find "$boot" -exec touch -hd "@$SOURCE_DATE_EPOCH" {} +
truncate -s 256M "$work/boot.fat"
mkfs.vfat --invariant -F 32 -i A4B17E00 -n ARBITRE "$work/boot.fat" > /dev/null
mcopy -i "$work/boot.fat" -spm "$boot"/* ::

truncate -s 64M "$work/data.ext4"
mke2fs -q -t ext4 -b 4096 -J size=8 -L arbitre-data -U a4b17e00-0000-4000-8000-000000000004 \
	-E hash_seed=a4b17e00-0000-4000-8000-000000000005,lazy_itable_init=0,lazy_journal_init=0,root_owner=0:0 "$work/data.ext4"
# Not by mke2fs -d, which takes the time of a folder's change from here.
printf 'mkdir %s\n' games settings networks | debugfs -w -f - "$work/data.ext4" > /dev/null 2>&1

card=$work/card
truncate -s 964M "$card"
sfdisk --quiet "$card" <<-END
	label: dos
	label-id: 0xa4b17e00
	start=4MiB, size=256MiB, type=c, bootable
	start=260MiB, size=320MiB, type=83
	start=580MiB, size=320MiB, type=83
	start=900MiB, size=64MiB, type=83
END
[ "$(stat -c %s "$slot")" -le $((320 << 20)) ] || fail "the root is larger than its partition"
put() { dd if="$1" of="$card" bs=1M seek="$2" conv=notrunc,sparse status=none; }
put "$work/boot.fat" 4
put "$slot" 260
put "$work/data.ext4" 900

made=()
if [ ${#keys[@]} -gt 0 ]; then
	say "signs the update"
	mkdir "$work/bundle"
	mv "$slot" "$work/bundle/root.img"
	cat > "$work/bundle/manifest.raucm" <<-END
		[update]
		compatible=arbitre-arm64
		version=$version
		[bundle]
		format=verity
		[image.root]
		filename=root.img
	END
	rm -f "$out/$name.raucb"
	# What is in it is compressed.
	signer=${keys[-1]}
	rauc bundle --cert="$signer/cert.pem" --key="$signer/key.pem" --mksquashfs-args="-noD -noF -no-xattrs" "$work/bundle" \
		"$work/update.raucb" >&2
	# As a box that was made with the same keys does it.
	rauc --conf=image/root/etc/rauc/system.conf --keyring="$signer/cert.pem" info "$work/update.raucb" > "$work/log" 2>&1 ||
		{ cat "$work/log" >&2; fail "no box would take this update: is $(date +%F), when it was signed, within the time that $signer/cert.pem is valid, and do both files belong together?"; }
	mv "$work/update.raucb" "$out/$name.raucb"
	made+=("$out/$name.raucb")
fi
if [ $level = 1 ]; then
	cp --sparse=always "$card" "$out/$name.img"
	# For hw/realkernel/card: headers for its own modules, simulated radios, and a phone's programs.
	cp -r "$base/headers" "$out"
	mkdir -p "$out/guest"
	xz -dc "$unpack/usr/lib/modules/$release/kernel/drivers/net/wireless/virtual/mac80211_hwsim.ko.xz" > "$out/guest/mac80211_hwsim.ko"
	cp "$unpack/usr/bin/busybox" "$out/guest"
	printf '%s\n' "$out/$name.img" "${made[@]}"
	exit
fi
zstd -q -f -$level -T0 --long=24 "$card" -o "$out/$name.img.zst"
say "kernel and initrd $(($(stat -c %s "$work/pack") >> 10)) KiB, of it initrd $(($(stat -c %s "$work/initrd.zst") >> 10)) KiB;" \
	"card $(($(stat -c %s "$out/$name.img.zst") / 1000000)) MB"

# Imager's own format: doc/schema-notes.md in its repository. It knows the Zero 2 as a Pi 3.
jq -n --arg version "$version" --arg url "${url:-file://$out}/$name.img.zst" --arg date "$(date -d "@$SOURCE_DATE_EPOCH" +%F)" \
	--argjson size "$(stat -c %s "$out/$name.img.zst")" --argjson card "$(stat -c %s "$card")" \
	--arg sum "$(sha256sum < "$out/$name.img.zst" | cut -c1-64)" --arg card_sum "$(sha256sum < "$card" | cut -c1-64)" \
	-f image/imager.jq > "$out/$name.rpi-imager-manifest"
printf '%s\n' "$out/$name".{img.zst,cdx.json,rpi-imager-manifest} "${made[@]}"

# U-Boot runs this at every start, as boot.scr. It boots the good root, or a new one, at most as often as "left" says, and
# counts that in one of two sectors before the first partition: the one with the higher serial and a right checksum holds.
# Where no new root is tried nothing is written.
#
# A root's partition begins with a squashfs. Behind it stand kernel and initrd, as one image with checksums. All numbers
# are hexadecimal.
setexpr initrd ${kernel_addr_r} + 6000000
setexpr state ${kernel_addr_r} + 7000000
setexpr pack ${kernel_addr_r} + 8000000
setexpr kernel_comp_addr_r ${kernel_addr_r} + c000000
${devtype} dev ${devnum}

setenv good 2
setenv left 0
setenv newest 0
setenv sector 80
for copy in 80 400; do
	if ${devtype} read ${state} ${copy} 1 && env import -c ${state} 0x200 serial; then
		if test 0x${serial} -gt 0x${newest}; then
			env import -c ${state} 0x200 good new left
			setenv newest ${serial}
			setenv sector ${copy}
		fi
	fi
done

setenv roots ${good}
if test 0x${left} -gt 0; then
	setenv roots ${new} ${good}
	setexpr left ${left} - 1
	setexpr serial ${newest} + 1
	if test ${sector} = 80; then setenv sector 400; else setenv sector 80; fi
	env export -c -s 0x200 ${state} good left new serial
	${devtype} write ${state} ${sector} 1
fi
setenv console tty0
if test ${devtype} = virtio; then setenv console ttyAMA0; fi

for root in ${roots} 2 3; do
	part start ${devtype} ${devnum} ${root} at
	part uuid ${devtype} ${devnum}:${root} id
	# The length of a squashfs stands at its byte 40. It is filled up to 4 KiB.
	${devtype} read ${pack} ${at} 1
	setexpr byte ${pack} + 28
	setexpr.l length *${byte}
	setexpr length ${length} + fff
	setexpr length ${length} / 1000
	setexpr length ${length} * 8
	setexpr at ${at} + ${length}
	# The length of the image stands at its byte 12, with the highest byte first.
	${devtype} read ${pack} ${at} 1
	setexpr byte ${pack} + c
	setexpr.b high *${byte}
	setexpr byte ${pack} + d
	setexpr.b low *${byte}
	if test 0x${high} -lt 2; then
		setexpr high ${high} * 8000
		setexpr low ${low} * 80
		setexpr length ${high} + ${low}
		setexpr length ${length} + 81
		if ${devtype} read ${pack} ${at} ${length} && imxtract ${pack} 0 ${kernel_addr_r}; then
			setenv kernel_comp_size ${filesize}
			if imxtract ${pack} 1 ${initrd}; then
				setenv bootargs root=PARTUUID=${id} rauc.slot=${root} console=${console} quiet panic=10 fsck.repair=yes
				echo "root ${root} starts"
				booti ${kernel_addr_r} ${initrd}:${filesize} ${fdt_addr}
			fi
		fi
	fi
	echo "partition ${root} has no kernel"
done
sleep 10
reset

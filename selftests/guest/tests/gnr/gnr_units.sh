# SPDX-License-Identifier: GPL-2.0-only
# what: Granite Rapids: every unit, sums over 126 CHAs, units from 64 on, fixed and free-running counters, windows
# machine: gnr
# kernels: 6.1 6.12
# why: 6.1 has no config3
# perf: 6.12
load
equal "units that were not used" "$(module_messages | grep -c 'not used\|second one')" 0
equal "a message for each package" "$(module_messages | grep -c 'units, discovery table of')" 2

count_every_unit

event=event=0x35,umask=0x1
{
	echo "section all CHAs of both packages"
	for die in 0 1; do
		sum=0
		echo "open all$die uncoreall_cha/$event/ die=$die"
		for id in $(unit_ids cha); do
			n=$((1000 * (die + 1) + 7 * id))
			sum=$((sum + n))
			echo "sim inject die=$die unit=cha:$id event=0x35 umask=0x1 n=$n"
		done
		echo "expect all$die $sum"
	done
	echo "close all"
	echo end
} | pmontest

# Where the kernel has config3, units from 64 on can be chosen; elsewhere the kernel refuses what it does not know.
if [ -e $PMUS/uncoreall_cha/format/unit_mask2 ]; then
	equal "format" "$(cat $PMUS/uncoreall_cha/format/unit_mask2)" config3:0-63
	equal "others with it" "$(ls -d $PMUS/*/format/unit_mask2 | wc -l)" 2
	pmontest <<-END
	section units 63, 64 and 125
	open low uncoreall_cha/$event,unit_mask=0x8000000000000000/ die=1
	open high uncoreall_cha/$event/ die=1 config3=0x1
	open both uncoreall_cha/$event,unit_mask=0x8000000000000000/ die=1 config3=0x2000000000000001
	refuse EINVAL uncoreall_cha/$event/ die=1 config3=0x4000000000000000
	refuse EINVAL uncore_cha_64/$event/ die=1 config3=0x1
	refuse EINVAL uncoreall_iio/event=0x1/ die=1 config3=0x1
	sim inject die=1 unit=cha:63 event=0x35 umask=0x1 n=3
	sim inject die=1 unit=cha:64 event=0x35 umask=0x1 n=50
	sim inject die=1 unit=cha:65 event=0x35 umask=0x1 n=10000
	sim inject die=1 unit=cha:125 event=0x35 umask=0x1 n=700
	expect low 3
	expect high 50
	expect both 753
	close all
	end
	END
else
	case $KERNEL in
	6.1*)	ok "6.1 has no config3" ;;
	*)	not_ok "no unit_mask2" ;;
	esac
	pmontest <<-END
	refuse EINVAL|E2BIG uncoreall_cha/$event/ die=1 config3=0x1
	END
fi

for die in 0 1; do
	pmontest <<-END
	section fixed counters of die $die
	open dclk uncore_imc_1/event=0xff/ die=$die
	open cas uncore_imc_1/event=0x5,umask=0xcf/ die=$die
	open uclk uncore_ubox/event=0xff/ die=$die
	sim inject-free die=$die unit=imc:1 counter=fixed n=123456789
	sim inject-free die=$die unit=ubox:0 counter=fixed n=987654321
	sim inject die=$die unit=imc:1 event=0x5 umask=0xcf n=5
	expect dclk 123456789 iMC DCLK
	expect cas 5 beside it
	expect uclk 987654321 UBox UCLK
	close all
	end
	section free-running counters of die $die
	$(for stack in 0 3 15; do
		echo "open clock$stack uncore_iio_free_running_$stack/event=0xff,umask=0x10/ die=$die"
		echo "sim inject-free die=$die unit=iio:$stack counter=ioclk n=$((1000 + stack))"
		for port in 0 7; do
			echo "open in$port.$stack uncore_iio_free_running_$stack/event=0xff,umask=0x2$port/ die=$die"
			echo "open out$port.$stack uncore_iio_free_running_$stack/event=0xff,umask=0x3$port/ die=$die"
			echo "sim inject-free die=$die unit=iio:$stack counter=bw_in$port n=$((200 * stack + port))"
			echo "sim inject-free die=$die unit=iio:$stack counter=bw_out$port n=$((300 * stack + port))"
		done
	done
	for stack in 0 3 15; do
		echo "expect clock$stack $((1000 + stack))"
		for port in 0 7; do
			echo "expect in$port.$stack $((200 * stack + port))"
			echo "expect out$port.$stack $((300 * stack + port))"
		done
	done)
	close all
	end
	END
done

# Nobody has seen freeze on overflow there.
pmontest <<END
section windows
refuse EOPNOTSUPP uncore_cha_0/$event/ period=100
refuse EOPNOTSUPP uncoreall_cha/$event/ period=100
END
unload
load sample_untried=1
pmontest <<END
section windows that are allowed
open w uncore_cha_100/$event/ die=1 period=100 sample_type=0x10 samples
sim inject die=1 unit=cha:100 event=0x35 umask=0x1 n=100
thaw 1
expect-samples w 1
expect-sample w 100
expect w 100
close all
end
END

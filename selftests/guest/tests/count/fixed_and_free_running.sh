# SPDX-License-Identifier: GPL-2.0-only
# what: fixed counters and free-running counters count exactly, and wrap
# machine: small
# kernels: 6.12
# quick: yes
load
for die in 0 1; do
	pmontest <<END
section fixed counters of die $die
open dclk uncore_imc_1/event=0xff/ die=$die
open cas uncore_imc_1/event=0x2,umask=0x11/ die=$die
open uclk uncore_ubox/event=0xff/ die=$die
sim inject-free die=$die unit=imc:1 counter=fixed n=123456789
sim inject-free die=$die unit=ubox:0 counter=fixed n=987654321
sim inject die=$die unit=imc:1 event=0x2 umask=0x11 n=5
expect dclk 123456789 iMC DCLK
expect cas 5 beside it
expect uclk 987654321 UBox UCLK
sim inject-free die=$die unit=imc:1 counter=fixed n=1
expect dclk 123456790 iMC DCLK
close dclk uclk
open dclk uncore_imc_1/event=0xff/ die=$die
open uclk uncore_ubox/event=0xff/ die=$die
sim inject-free die=$die unit=imc:1 counter=fixed n=7
sim inject-free die=$die unit=ubox:0 counter=fixed n=8
expect dclk 7 without what an earlier event has left
expect uclk 8 without what an earlier event has left
end
section free-running counters of die $die
open clock uncore_iio_free_running_1/event=0xff,umask=0x10/ die=$die
open in0 uncore_iio_free_running_1/event=0xff,umask=0x20/ die=$die
open in7 uncore_iio_free_running_1/event=0xff,umask=0x27/ die=$die
open out3 uncore_iio_free_running_1/event=0xff,umask=0x33/ die=$die
open mcclk uncore_imc_free_running_0/event=0xff,umask=0x10/ die=$die
open rpq uncore_imc_free_running_0/event=0xff,umask=0x20/ die=$die
open wpq uncore_imc_free_running_0/event=0xff,umask=0x30/ die=$die
sim inject-free die=$die unit=iio:1 counter=ioclk n=1001
sim inject-free die=$die unit=iio:1 counter=bw_in0 n=1002
sim inject-free die=$die unit=iio:1 counter=bw_in7 n=1003
sim inject-free die=$die unit=iio:1 counter=bw_out3 n=1004
sim inject-free die=$die unit=imc:0 counter=dclk n=1005
sim inject-free die=$die unit=imc:0 counter=rpq n=1006
sim inject-free die=$die unit=imc:0 counter=wpq n=1007
expect clock 1001
expect in0 1002
expect in7 1003
expect out3 1004
expect mcclk 1005
expect rpq 1006
expect wpq 1007
end
section each port of a stack
$(for port in 0 1 2 3 4 5 6 7; do
	echo "open i$port uncore_iio_free_running_0/event=0xff,umask=0x2$port/ die=$die"
	echo "open o$port uncore_iio_free_running_0/event=0xff,umask=0x3$port/ die=$die"
	echo "sim inject-free die=$die unit=iio:0 counter=bw_in$port n=$((100 + port))"
	echo "sim inject-free die=$die unit=iio:0 counter=bw_out$port n=$((200 + port))"
done
for port in 0 1 2 3 4 5 6 7; do
	echo "expect i$port $((100 + port)) in, port $port"
	echo "expect o$port $((200 + port)) out, port $port"
done)
end
section events that no free-running counter has
refuse EINVAL uncore_iio_free_running_0/event=0xff,umask=0x28/ die=$die
refuse EINVAL uncore_iio_free_running_0/event=0x01,umask=0x10/ die=$die
refuse EINVAL uncore_imc_free_running_0/event=0xff,umask=0x31/ die=$die
refuse EINVAL uncore_imc_free_running_0/event=0xff/ die=$die
refuse EINVAL uncore_cha_0/event=0xff,umask=0x1,edge=1,config=0x80000/ die=$die
end
END
done

# They run all the time: only what comes after the start counts, and they wrap like the others.
pmontest <<END
section free-running counters begin and wrap anywhere
sim inject-free die=0 unit=iio:0 counter=bw_in1 n=5000
sim preset die=0 unit=imc:1 counter=fixed value=$(((1 << 48) - 5))
open in1 uncore_iio_free_running_0/event=0xff,umask=0x21/ die=0
expect in1 0
sim inject-free die=0 unit=iio:0 counter=bw_in1 n=7
expect in1 7
sim preset die=0 unit=iio:0 counter=bw_in2 value=$(((1 << 48) - 5))
open in2 uncore_iio_free_running_0/event=0xff,umask=0x22/ die=0
sim inject-free die=0 unit=iio:0 counter=bw_in2 n=12
expect in2 12 across the wrap
end
END

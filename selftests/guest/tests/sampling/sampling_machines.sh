# SPDX-License-Identifier: GPL-2.0-only
# what: sampling where the guide leaves open how freezes and resets work, and with other status positions
# machine: small
# kernels: 6.12
# variant: single freeze=single resets=held
# variant: latency freeze_latency=10 positions=unique
# variant: sparse positions=sparse
load

# What counters go on between the overflow and the freeze belongs to the next period.
late=0
[ "$VARIANT" = latency ] && late=10
pmontest <<END
section samples on the machine $VARIANT
open l uncore_cha_0/event=0x35,umask=1/ period=1000 sample_type=0x10 samples group
open sibling uncore_cha_0/event=0x35,umask=2/ leader=l
open plain uncore_cha_0/event=0x18,umask=1/
open c uncore_imc_0/event=0x2,umask=0x11/ period=700 sample_type=0x10 samples
open d uncore_imc_1/event=0x2,umask=0x11/ period=700 sample_type=0x10 samples
open i uncore_iio_1/$(event_terms iio)/ period=500 sample_type=0x10 samples
open r uncore_irp_1/event=0x18/ period=500 sample_type=0x10 samples
open x uncore_cxldp_1/$(event_terms cxldp)/ period=500 sample_type=0x10 samples
sim inject die=0 unit=cha:0 event=0x35 umask=2 n=31
sim inject die=0 unit=cha:0 event=0x35 umask=1 n=5000
thaw 0
expect-samples l 1
expect-sample l $((1000 + late)) 31
sim inject die=0 unit=cha:0 event=0x35 umask=1 n=$((999 - late))
expect-samples l 1
sim inject die=0 unit=cha:0 event=0x35 umask=1 n=1
thaw 0
expect-samples l 2
expect-sample l 2000 31
sim inject die=0 unit=imc:* event=0x2 umask=0x11 n=5000
thaw 0
expect-samples c 1
expect-samples d 1
expect-sample d $((700 + late))
sim inject die=0 unit=irp:1 event=0x18 n=5000
thaw 0
sim inject die=0 unit=iio:1 $(sim_terms iio) n=5000
thaw 0
expect-samples r 1
expect-samples i 1
expect-sample i $((500 + late))
sim inject die=0 unit=cxldp:1 $(sim_terms cxldp) n=5000
thaw 0
expect-samples x 1
expect-sample x $((500 + late))
sim inject die=0 unit=cha:0 event=0x18 umask=1 n=17
expect plain 17
end
END

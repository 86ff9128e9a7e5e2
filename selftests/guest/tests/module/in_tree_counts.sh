# SPDX-License-Identifier: GPL-2.0-only
# what: the kernel's own intel_uncore counts the injected values too, so the simulator is right
# machine: large
# kernels: 6.12
# module: none
# judges: simulator
# perf: 6.12
insmod "$(kernel_module msr)" allow_writes=on 2>/dev/null
load_in_tree

# Names that the in-tree driver has for a type: `uncore_upi`, or `uncore_type_8` where it has none.
in_tree_base() {
	case $1 in
	ubox)	number=5 ;;
	cxlcm)	number=12 ;;
	cxldp)	number=13 ;;
	mdf)	number=11 ;;
	upi)	number=8 ;;
	m3upi)	number=9 ;;
	*)	number=none ;;
	esac
	for base in "uncore_$1" "uncore_type_$number"; do
		if ls $PMUS | grep -qE "^$base(_[0-9]+)?\$"; then
			echo "$base"
			return
		fi
	done
}

# Since 6.11 every UPI and M3UPI PMU drives the registers of link 0: does that of link 1 count what link 0 sees?
reads_link_0() {
	count ${base}_1/$terms/ <<-END
		inject die=0 unit=$type:0 $simulated n=1
	END
	grep -q '^S0|.*|1$' $STAT
}

for type in $TYPES; do
	base=$(in_tree_base $type)
	terms=$(event_terms $type)
	simulated=$(sim_terms $type)
	link_0=
	case $type:$base in
	# Older builds of 6.12 make these only where the UBox's PCI functions say which package is which.
	upi:|m3upi:)
		note "intel_uncore of $(uname -r) has no PMU for $type"
		continue ;;
	*:)	not_ok "intel_uncore has no PMU for $type"
		continue ;;
	upi:*|m3upi:*)
		! reads_link_0 || link_0=yes ;;
	esac
	# 6.1 knows no constraints of CXL units and begins at counter 0: an event that may be there.
	[ $base = uncore_type_12 ] && terms=event=0x02,umask=0x1 simulated="event=0x02 umask=0x1"
	: >/tmp/commands
	: >/tmp/expected
	events=
	for pmu in $(ls $PMUS | grep -E "^$base(_[0-9]+)?\$"); do
		id=${pmu#$base}
		id=${id#_}
		id=${id:-0}
		event="$pmu/$terms/"
		events="$events $event"
		for die in 0 1; do
			n=$((100000 * (die + 1) + 1000 * id + 7))
			echo "inject die=$die unit=$type:$id $simulated n=$n"
			[ -z "$link_0" ] || n=$((100000 * (die + 1) + 7))
			echo "S$die|$event|$n" >>/tmp/expected
		done >>/tmp/commands
	done
	count $events </tmp/commands
	expect_counts "intel_uncore, all units of $type" </tmp/expected
done
# What that driver does to the hardware is not ours to judge.
pmonctl violations | head -n 4 | sed 's/^/# /'
sim violations reset >/dev/null

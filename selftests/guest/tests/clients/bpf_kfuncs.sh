# SPDX-License-Identifier: GPL-2.0-only
# what: BPF programs read counters and their units by functions of the module, exactly, on each CPU, and know when a count is old
# machine: small
# kernels: 6.1 6.12 7.3
# why: each has another verifier and registers functions in another way
load

# The program runs at a tracepoint of our own, which fires when and where this test wants.
cat >/tmp/at <<'END'
#!/bin/sh
echo "refuse EINVAL uncore_cha_0/event=0x1,config2=0x1/ cpu=0" | taskset -c $1 pmontest | grep -v '^ok'
true
END
chmod +x /tmp/at
inject() { echo "pmonctl inject die=0 unit='$1' event=0x18 umask=0x1 n=$2 >/dev/null"; }
# reads CPU: what the program has found there: fresh elsewhere busy waiting failed count
reads() { awk -v cpu=$1 'NF >= 7 && $1 == cpu { print $2, $3, $4, $5, $6, $7 }' /tmp/out; }
now() { sed -n "s/^CPU $1: //p" /tmp/out; }

# --- in each register space: only MSRs are out of reach for the other package
for pmu in uncoreall_cha:cha:4 uncore_m2m_1:m2m:1 uncoreall_imc:imc:2; do
	name=${pmu%%:*} type=${pmu#*:}
	units=${type#*:} type=${type%:*}
	where="$type:*" ids=$(seq 0 $((units - 1)))
	[ $units != 1 ] || where=$type:1 ids=1
	each= sum=$((units * 1330))
	for id in $ids; do
		each="$each; $(inject $type:$id $((id + 1)))"
		sum=$((sum + id + 1))
	done
	read_units -t refused -d 0 $name 0x118 sh -c "
		$(inject "$where" 1000); /tmp/at 0
		$(inject "$where" 300); /tmp/at 2; /tmp/at 3
		$(inject "$where" 30); /tmp/at 1
		pmonctl inject die=1 unit='$where' event=0x18 umask=0x1 n=7 >/dev/null $each" >/tmp/out 2>&1
	equal "$name: status" $? 0
	sed 's/^/# /' /tmp/out
	far="1 0 0 0 0 $((units * 1300))" error=
	[ $type != cha ] || far="0 1 0 0 0 $((units * 1000))" error=" (Invalid cross-device link)"
	equal "$name on the owner" "$(reads 0)" "1 0 0 0 0 $((units * 1000))"
	equal "$name on another CPU of the die" "$(reads 1)" "1 0 0 0 0 $((units * 1330))"
	equal "$name on CPU 2" "$(reads 2)" "$far"
	equal "$name on CPU 3" "$(reads 3)" "$far"
	expected="$sum ="
	for id in $ids; do
		expected="$expected $id:$((1331 + id))"
	done
	equal "$name and its units, from user space on CPU 0" "$(now 0)" "$expected"
	equal "$name and its units, on CPU 1" "$(now 1)" "$expected"
	equal "$name and its units, on CPU 3" "$(now 3)" "$expected$error"
done

# --- each CPU its own die
read_units -t refused uncoreall_cha 0x118 sh -c "
	$(inject cha:1 11); pmonctl inject die=1 unit=cha:2 event=0x18 umask=0x1 n=22 >/dev/null
	for cpu in 0 1 2 3; do /tmp/at \$cpu; done" >/tmp/out 2>&1
for cpu in 0 1 2 3; do
	equal "its own die on CPU $cpu" "$(reads $cpu)" "1 0 0 0 0 $((cpu < 2 ? 11 : 22))"
done

# --- an event of another program, while others have the counters, and when it is closed
cat >/tmp/by_id <<'END'
#!/bin/sh
# The number that an event's last trace line has.
id=$(sed -n 's/.* id=\([0-9]*\).*/\1/p' /sys/kernel/tracing/trace | tail -n 1)
echo $id >/tmp/id
read_units -t refused -i $id sh -c "$1" >/tmp/out.$2 2>&1
END
# Who may load a program that calls them, a syscall program among them: this needs the BTF of the module.
cat >/tmp/as_user <<'END'
#!/bin/sh
for set in none bpf bpf,perfmon bpf,perfmon,sys_admin; do
	as $set read_units -i $(cat /tmp/id) true >/tmp/out.$set 2>&1
	echo $set $?
done >/tmp/loaded
END
chmod +x /tmp/by_id /tmp/as_user
echo 1 >/sys/kernel/tracing/events/uncore_pmon/unit_count/enable
{
	echo "section events of pmontest"
	echo "open s uncore_cha_2/event=0x18,umask=0x1/ cpu=0 period=5000 sample_type=0x10 samples"
	echo "sim inject die=0 unit=cha:2 event=0x18 umask=0x1 n=7"
	echo "expect s 7"
	echo "run /tmp/by_id \"/tmp/at 0; $(inject cha:2 3); /tmp/at 1\" period"
	echo "expect s 10"
	echo "close s"
	echo "open a uncore_cha_0/event=0x18,umask=0x1/ cpu=0"
	echo "sim inject die=0 unit=cha:0 event=0x18 umask=0x1 n=5"
	echo "expect a 5"
	echo "run /tmp/by_id '/tmp/at 1; ! rmmod uncore_pmon 2>/dev/null' open"
	echo "run /tmp/as_user"
	for n in 1 2 3 4; do
		echo "open p$n uncore_cha_0/event=0x19,umask=$n/ cpu=0 pinned"
	done
	echo "run /tmp/by_id '/tmp/at 0' waiting"
	echo "end"
} | pmontest
echo 0 >/sys/kernel/tracing/events/uncore_pmon/unit_count/enable
/bin/true >/sys/kernel/tracing/trace
cp /tmp/out.period /tmp/out
equal "an event with a period, on the owner" "$(reads 0)" "1 0 0 0 0 7"
# The last count that was found, or what the die's timer has found since then.
check "elsewhere: $(reads 1)" eval 'reads 1 | grep -qE "^0 1 0 0 0 (7|10)$"'
equal "on the owner again" "$(now 0)" "10 = 2:10"
cp /tmp/out.open /tmp/out
equal "it is read" "$(reads 1)" "1 0 0 0 0 5"
equal "it has one unit" "$(now 0)" "5 = 0:5"
equal "capabilities, and whether that was enough to load" "$(echo $(cat /tmp/loaded))" \
	"none 1 bpf 1 bpf,perfmon 1 bpf,perfmon,sys_admin 0"
check "what is missing" grep "cannot load the BPF program" /tmp/out.bpf,perfmon
equal "what user 1000 reads then" "$(sed -n 's/^CPU 0: //p' /tmp/out.bpf,perfmon,sys_admin)" "5 = 0:5"
cp /tmp/out.waiting /tmp/out
equal "others have its counter" "$(reads 0)" "0 0 0 1 0 5"
equal "its last count" "$(now 1)" "5 = 0:5 (Resource temporarily unavailable)"
read_units -t refused -i $(cat /tmp/id) sh -c "/tmp/at 0; ! rmmod uncore_pmon 2>/dev/null" >/tmp/out 2>&1
equal "a program alone keeps the module" $? 0
equal "it is closed" "$(reads 0)" "0 0 0 0 1 0"
equal "and has no units" "$(now 1)" "0 = (No such file or directory)"

# --- within the driver's own lock, and in NMIs
cat >/tmp/drive <<'END'
#!/bin/sh
{
	echo "open other uncore_cha_1/event=0x19,umask=0x1/ cpu=0"
	echo "sim inject die=0 unit=cha:1 event=0x19 umask=0x1 n=10"
	echo "expect other 10"
	echo "close other"
} | taskset -c 0 pmontest >/tmp/drive.out || cat /tmp/drive.out
END
chmod +x /tmp/drive
for point in read_msr write_msr unit_count hrtimer_start; do
	for pmu in uncoreall_cha uncore_m2m_1 uncore_imc_0; do
		type=${pmu#uncore*_}
		number=${type#*_}
		type=${type%_*}
		expected="100 = $number:100"
		[ $pmu != uncoreall_cha ] || expected="400 = 0:100 1:100 2:100 3:100"
		read_units -t $point -d 0 $pmu 0x118 sh -c "$(inject "$type:*" 100); /tmp/drive" >/tmp/out 2>&1
		sed 's/^/# /' /tmp/out
		check "$point: $pmu was read on CPU 0, and each error was that this CPU was busy" \
			awk 'NF >= 7 && $1 == 0 && $2 + $4 > 0 && $6 == 0 { n = 1 } END { exit !n }' /tmp/out
		case $point in
		*_msr)	check "$point: the driver's own accesses are told from others" \
				awk 'NF >= 7 && $1 == 0 && $4 > 0 { n = 1 } END { exit !n }' /tmp/out ;;
		esac
		equal "$point: $pmu, nothing is lost" "$(now 0)" "$expected"
	done
done

insmod /lib/consumer.ko
C=/sys/kernel/debug/uncore_consumer
echo "open 0 uncore_cha_0 event=0x35,umask=0x1 0 0" >$C/command
read_units -t nmi_handler -d 0 uncoreall_cha 0x118 sh -c "
	$(inject 'cha:*' 10); echo read 0 1 nmi >$C/command; echo read 0 2 nmi >$C/command" >/tmp/out 2>&1
sed 's/^/# /' /tmp/out
check "in an NMI on CPU 1" awk 'NF >= 7 && $1 == 1 && $2 > 0 && $7 == 40 { n = 1 } END { exit !n }' /tmp/out
check "in an NMI of the other package" awk 'NF >= 7 && $1 == 2 && $2 == 0 && $3 > 0 { n = 1 } END { exit !n }' /tmp/out
rmmod consumer

# Programs are freed some time after their end, and hold the module until then.
for i in $(seq 200); do
	[ "$(cat /sys/module/uncore_pmon/refcnt)" != 0 ] || break
	usleep 50000
done

# --- the module as the headers of 6.1 leave it
unload
if [ "$SERIES" = 6.1 ]; then
	check "the module without BTF" insmod /lib/uncore_pmon_plain.ko
	refuse "its functions" read_units -i 1 true
	equal "why" "$(read_units -i 1 true 2>&1)" \
		"read_units: uncore_pmon is not loaded, or it has no BTF: on Linux 6.1 it needs \`make btf\`"
	equal "words about it in the log" "$(log_of_test | grep -c BTF)" 0
	unload
fi

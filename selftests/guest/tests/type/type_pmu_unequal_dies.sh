# SPDX-License-Identifier: GPL-2.0-only
# what: a type PMU counts the units that each package has, also where these differ
# machine: small
# kernels: 6.12
# variant: unequal	packages=4 cha.1=0 m2m.1=1 imc.1=4 irp.1=1 mdf.0=0 upi.0=1 upi.1=0 m3upi.1=0 absent.2=cha:1,imc:0,upi:0,m3upi:1,irp:0 absent.3=cha:0,m2m:1,upi:1,irp:1
#
# Package 0 has all units of small but MDFs and a link, package 1 has fewer and more of some types and none of others. The last
# two lack units at the start, in the middle and at the end. Each has one CPU.
PACKAGES=4
load
cha_0="0 1 2 3" cha_1= cha_2="0 2 3" cha_3="1 2 3"
m2m_0="0 1" m2m_1="0" m2m_2="0 1" m2m_3="0"
imc_0="0 1" imc_1="0 1 2 3" imc_2="1" imc_3="0 1"
irp_0="0 1" irp_1="0" irp_2="1" irp_3="0"
upi_0="0" upi_1= upi_2="1" upi_3="0"
m3upi_0="0 1" m3upi_1= m3upi_2="0" m3upi_3="0 1"

# sums: each unit of each package that has one counts 1000 and its number; the sums have to follow
sums() {
	type=$1
	event=$2
	for die in $(dies); do
		units=$(eval echo "\$${type}_$die")
		[ -n "$units" ] || continue
		{
			echo "section units $units of $type on package $die"
			echo "open a uncoreall_$type/event=$event,umask=0x1/ die=$die"
			sum=0
			mask=0
			for id in $units; do
				echo "sim inject die=$die unit=$type:$id event=$event umask=0x1 n=$((1000 + id))"
				sum=$((sum + 1000 + id))
				mask=$((mask | 1 << id))
			done
			for other in $(dies); do
				[ $other = $die ] || echo "sim inject die=$other unit=* event=$event umask=0x1 n=55555"
			done
			echo "expect a $sum"
			echo "end"
			echo "open m uncoreall_$type/event=$event,umask=0x1,unit_mask=$mask/ die=$die"
			for id in 0 1 2 3; do
				case " $units " in
				*" $id "*) ;;
				*) echo "refuse EINVAL uncoreall_$type/event=$event,unit_mask=$((1 << id))/ die=$die" ;;
				esac
			done
		} | pmontest
	done
}

equal "CHAs of any package" "$(echo $(unit_ids cha))" "0 1 2 3"
equal "CPUs of a unit that two packages have" "$(cpumask uncore_cha_1)" 0,3
equal "CPUs of a unit that package 1 alone has" "$(cpumask uncore_imc_2)" 1
equal "CPUs of a type that package 1 lacks" "$(cpumask uncoreall_cha)" 0,2-3
equal "CPUs of links that package 1 lacks" "$(cpumask uncoreall_upi) $(cpumask uncoreall_m3upi)" "0,2-3 0,2-3"
equal "CPUs of a type that package 0 lacks" "$(cpumask uncoreall_mdf) $(cpumask uncore_mdf_0)" "1-3 1-3"
pmontest <<END
refuse EINVAL uncoreall_cha/event=0x35,umask=0x1/ cpu=1
refuse EINVAL uncoreall_mdf/event=0x15,umask=0x1/ cpu=0
END
sums cha 0x35
sums m2m 0x18
sums imc 0x02
sums irp 0x18
sums upi 0x12
sums m3upi 0x22

# SPDX-License-Identifier: GPL-2.0-only
# what: a type PMU counts the units that each package has, also where these differ
# machine: small
# kernels: 6.12
# variant: fewer cha.1=2 m2m.1=1 imc.1=4
# variant: gaps absent.0=cha:1,imc:0,upi:0,m3upi:1,irp:0 absent.1=cha:0,m2m:1,upi:1,irp:1
# variant: one-sided cha.1=0 mdf.0=0 upi=1
load

# sums: each unit of each package that has one counts 1000 and its number; the sums have to follow
sums() {
	type=$1
	event=$2
	for die in 0 1; do
		units=$(eval echo "\$$3_$die")
		if [ -z "$units" ]; then
			refuse "uncoreall_$type has no CPU on package $die" \
				grep -q "$((2 * die))" $PMUS/uncoreall_$type/cpumask
			continue
		fi
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
			echo "sim inject die=$((1 - die)) unit=* event=$event umask=0x1 n=55555"
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

irp_0="0 1" irp_1="0 1"
upi_0="0 1" upi_1="0 1"
m3upi_0="0 1" m3upi_1="0 1"
case $VARIANT in
fewer)
	cha_0="0 1 2 3" cha_1="0 1"
	m2m_0="0 1" m2m_1="0"
	imc_0="0 1" imc_1="0 1 2 3"
	;;
gaps)
	cha_0="0 2 3" cha_1="1 2 3"
	m2m_0="0 1" m2m_1="0"
	imc_0="1" imc_1="0 1"
	irp_0="1" irp_1="0"
	upi_0="1" upi_1="0"
	m3upi_0="0"
	;;
one-sided)
	cha_0="0 1 2 3" cha_1=
	m2m_0="0 1" m2m_1="0 1"
	imc_0="0 1" imc_1="0 1"
	upi_0="0" upi_1="0"
	equal "cpumask of a type on package 0 alone" "$(cpumask uncoreall_cha)" 0
	equal "cpumask of a type on package 1 alone" "$(cpumask uncoreall_mdf)" 2
	pmontest <<END
refuse EINVAL uncoreall_cha/event=0x35,umask=0x1/ cpu=2
refuse EINVAL uncoreall_mdf/event=0x15,umask=0x1/ cpu=0
END
	;;
esac
sums cha 0x35 cha
sums m2m 0x18 m2m
sums imc 0x02 imc
sums irp 0x18 irp
sums upi 0x12 upi
sums m3upi 0x22 m3upi

# SPDX-License-Identifier: GPL-2.0-only
# The guest's initramfs. It is some cpio archives, one behind the other, not compressed (unpacking
# costs an emulated CPU more than reading does): a base that holds what never changes between two
# runs of the tests, the perfs that the tests start (each MiB of all this costs some ms of a processor),
# and a job that holds the module, the test scripts and what to run.

. "$SELFTESTS/lib/stubs.sh"

# make_cpio DIRECTORY FILE
make_cpio() {
	(cd "$1" && find . -mindepth 1 | LC_ALL=C sort | cpio --quiet -o -H newc -R 0:0) >"$2.new" &&
	mv "$2.new" "$2"
}

# copy_modules KERNEL DIRECTORY NAME...: modules of the kernel, decompressed; a name without a file is left out
copy_modules() {
	local source=$BUILD/kernel/$1/modules/ target=$2 name found
	shift 2

	for name; do
		found=$(find "$source" \( -name "${name//_/[-_]}.ko" -o -name "${name//_/[-_]}.ko.*" \) 2>/dev/null | head -n 1)
		case $found in
		"")	;;
		*.xz)	xz -dc "$found" >"$target/$name.ko" || return 1 ;;
		*.zst)	zstd -qdc "$found" >"$target/$name.ko" || return 1 ;;
		*)	cp "$found" "$target/$name.ko" || return 1 ;;
		esac
	done
}

# module_order KERNEL NAME...: these and the modules that they need, in the order in which insmod takes them. modules.dep has
# what a module needs behind the module, and what comes last there is loaded first. A module that is built in is left out.
module_order() {
	local file
	file=$(find "$BUILD/kernel/$1/modules/" -name modules.dep | head -n 1)
	shift
	awk -v names="$*" '
		function name(path) { gsub(/.*\/|\.ko.*/, "", path); gsub("-", "_", path); return path }
		function load(which,    i, n, parts) {
			if (which in loaded || !(which in needs))
				return
			loaded[which] = 1
			n = split(needs[which], parts, " ")
			for (i = n; i > 0; i--)
				load(name(parts[i]))
			printf "%s ", which
		}
		{ module = name($1); $1 = ""; needs[module] = $0 }
		END { for (n = split(names, wanted, " "); ++i <= n;) load(wanted[i]) }' "$file"
}

# copy_kernel_modules KERNEL DIRECTORY: the in-tree drivers that tests load
copy_kernel_modules() {
	local target
	target=$2/lib/modules/$(cat "$BUILD/kernel/$1/release")
	mkdir -p "$target"
	# shellcheck disable=SC2046 # words
	copy_modules "$1" "$target" intel_uncore msr e1000 libnvdimm nfit skx_edac_common i10nm_edac \
		intel_uncore_frequency_common intel_uncore_frequency $(module_order "$1" nvme)
}

# base_image KERNEL [PERF-VERSION...]: prints the names of the archives: what each guest has, uncore, and these perfs. Each is
# made once, for all kernels where it can.
base_image() {
	local kernel=$1 version uncore=uncore
	shift
	[[ $* != *-whole* ]] || uncore=uncore-whole

	mkdir -p "$BUILD/image"
	(
		flock 9
		make_archive "$BUILD/image/$kernel.cpio" base_tree "$kernel" "$BUILD/kernel/$kernel/release" \
			"$BUILD/tools/bin/busybox" || exit
		[ ! -e "$BUILD/guest/opt/uncore" ] || make_archive "$BUILD/image/$uncore.cpio" uncore_tree $uncore \
			"$BUILD/guest/opt/uncore/bin/uncore" "$SELFTESTS/lib/stubs.sh" || exit
		for version; do
			make_archive "$BUILD/image/perf-$version.cpio" perf_tree "$version" \
				"$BUILD/perf/${version%-whole}/bin/perf" "$SELFTESTS/lib/stubs.sh" || exit
		done
	) 9>"$BUILD/image/lock"
}

# make_archive FILE FUNCTION ARGUMENT FILE-IT-IS-MADE-OF...: FUNCTION DIRECTORY ARGUMENT fills a directory. Prints FILE.
make_archive() {
	local out=$1 fill=$2 argument=$3 tree source stale=
	shift 3

	for source in "$@" "$SELFTESTS/lib/image.sh"; do
		[ "$out" -nt "$source" ] || stale=yes
	done
	if [ -n "$stale" ]; then
		tree=$(mktemp -d "$BUILD/image/tree.XXXXXX") || return 1
		if ! "$fill" "$tree" "$argument" || ! make_cpio "$tree" "$out"; then
			rm -rf "$tree"
			return 1
		fi
		rm -rf "$tree"
	fi
	echo "$out"
}

base_tree() {
	local tree=$1

	mkdir -p "$tree"/{bin,dev,proc,sys,tmp,job,test,lib,opt,etc}
	# A console must exist before /init has mounted anything.
	mknod -m 600 "$tree/dev/console" c 5 1 2>/dev/null || true
	cp "$BUILD/tools/bin/busybox" "$tree/bin/busybox" &&
	ln -s busybox "$tree/bin/sh" &&
	cp -a "$BUILD/tools" "$tree/opt/tools" &&
	copy_kernel_modules "$2" "$tree"
}

# uncore with the libraries that it needs, uncore-whole with all of them
uncore_tree() {
	mkdir "$1/bin" "$1/opt" && cp -r "$BUILD/guest/opt/uncore" "$1/opt/" && ln -s /opt/uncore/bin/uncore "$1/bin/uncore" || return
	[ "$2" != uncore ] || with_stand_ins "$1/opt/uncore/lib" ../bin/uncore "$(cd "$1/opt/uncore/lib" && echo libmicrohttpd.so.*)"
}

# A VERSION with "-whole" is for those who may want all that perf has.
perf_tree() {
	local version=${2%-whole}

	mkdir "$1/opt" && cp -a "$BUILD/perf/$version" "$1/opt/perf-$version" || return
	[ "$version" != "$2" ] || [ ! -e "$1/opt/perf-$version/lib/perf.bin" ] || with_stand_ins "$1/opt/perf-$version/lib"
}

# needed_perfs LIST: the perf of tests that name none, that which a test runs with, and those that it starts besides
needed_perfs() {
	local test perf

	[ -z "${ONLY_PERF:-}" ] || { echo "$ONLY_PERF"; return; }
	{
		echo 6.12
		while read -r test perf; do
			[ "$perf" = - ] || echo "$perf"
			sed -n 's/^# other perfs: *//p' "$(test_file "$test")" | tr ' ' '\n'
		done <"$1"
	} | sort -uV
}

# job_image KERNEL MACHINE LIST FIRST-NUMBER OUT
job_image() {
	local kernel=$1 machine=$2 list=$3 first=$4 out=$5
	local tree tool module directory

	tree=$(mktemp -d "$BUILD/image/job.XXXXXX") || return 1
	mkdir -p "$tree"/{bin,job,test,lib/kunit}
	cp "$SELFTESTS/guest/init" "$tree/init"
	chmod 755 "$tree/init"
	cp "$SELFTESTS"/guest/*.sh "$tree/test/"
	cp -r "$SELFTESTS/guest/clients" "$tree/test/"
	mkdir "$tree/test/tests" && cp "$GUEST_TESTS"/*/* "$tree/test/tests/" || return 1
	"$TOP/tools/uncore/gen/metrics_page" >"$tree/test/metrics.rst" || return 1
	cp "$TOP"/Documentation/{events,older-processors,bpf,uncore-tasks}.rst \
		"$TOP/packaging/modprobe.conf" "$tree/test/"
	cp -r "$TOP/tools/uncore/processors" "$tree/test/"
	for tool in "$TOP/tools/pmonsim/pmonctl" "$BUILD/guest/pmontest" "$BUILD/guest/starve" "$BUILD/guest/as" \
		    "$BUILD/guest/move" "$BUILD/guest/faults" "$TOP/tools/pmonload" "$BUILD/guest/read_at" "$BUILD/guest/read_in_window" \
		    "$BUILD/guest/read_units" "$BUILD/guest/pmonfuzz" \
		    "$TOP/samples/uncore_bandwidth/textfile/uncore-bandwidth-textfile"; do
		[ ! -e "$tool" ] || cp "$tool" "$tree/bin/"
	done
	mkdir -p "$tree/opt"
	for module in "$BUILD/kernel/$kernel"/*.ko; do
		case ${module##*/} in
		*_test.ko)	directory=$tree/lib/kunit ;;
		'*.ko')		break ;;
		*)		directory=$tree/lib ;;
		esac
		# Nobody in the guest looks at what is for debuggers, nine tenths of a module.
		strip --strip-debug -o "$directory/${module##*/}" "$module" || { rm -rf "$tree"; return 1; }
	done
	{
		echo "KERNEL=$kernel"
		echo "SERIES=${kernel%%-*}"
		echo "MACHINE=$machine"
		echo "FIRST_NUMBER=$first"
		echo "VARIANT=${VARIANT:-}"
		echo "SOAK_SEED=${SOAK_SEED:-} SOAK_ROUNDS=${SOAK_ROUNDS:-} SOAK_TRANSITIONS=${SOAK_TRANSITIONS:-}"
		echo "FAULTS='${FAULTS:-}' FAULT_SEED=${FAULT_SEED:-} LIFE=${LIFE:-}"
		machine_config "$machine"
	} >"$tree/job/config"
	cp "$list" "$tree/job/list"
	# For tests that boot it once more.
	! grep -q "^kexec " "$list" || cp "$BUILD/kernel/$kernel/vmlinuz" "$tree/job/"
	# Too large to be everywhere.
	! grep -q "^bpftrace " "$list" || cp -a "$BUILD/bpftrace" "$tree/opt/"
	make_cpio "$tree" "$out"
	local status=$?
	rm -rf "$tree"
	return $status
}

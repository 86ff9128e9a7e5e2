# SPDX-License-Identifier: GPL-2.0-only
# The guest's initramfs. It is two cpio archives, one behind the other, not compressed (unpacking
# costs an emulated CPU more than reading does): a base that holds what never changes between two
# runs of the tests, and a job that holds the module, the test scripts and what to run.

# make_cpio DIRECTORY FILE
make_cpio() {
	(cd "$1" && find . -mindepth 1 | LC_ALL=C sort | cpio --quiet -o -H newc -R 0:0) >"$2.new" &&
	mv "$2.new" "$2"
}

# copy_kernel_modules KERNEL DIRECTORY: the in-tree drivers that tests load, decompressed
copy_kernel_modules() {
	local release source target name found
	release=$(cat "$BUILD/kernel/$1/release")
	target=$2/lib/modules/$release
	mkdir -p "$target"
	for name in intel_uncore msr e1000 libnvdimm nfit skx_edac_common i10nm_edac; do
		source=$BUILD/kernel/$1/modules/
		found=$(find "$source" \( -name "${name/_/[-_]}.ko" -o -name "${name/_/[-_]}.ko.*" \) 2>/dev/null | head -n 1)
		case $found in
		"")	;;
		*.xz)	xz -dc "$found" >"$target/$name.ko" || return 1 ;;
		*.zst)	zstd -qdc "$found" >"$target/$name.ko" || return 1 ;;
		*)	cp "$found" "$target/$name.ko" || return 1 ;;
		esac
	done
}

# base_image KERNEL with-perf|no-perf: prints the archive's name
base_image() {
	mkdir -p "$BUILD/image"
	(
		flock 9
		make_base_image "$@"
	) 9>"$BUILD/image/lock"
}

make_base_image() {
	local kernel=$1 kind=$2 out=$BUILD/image/$1-$2.cpio
	local tree version newest
	local versions=$PERF_VERSIONS

	[ "$kind" = with-perf ] || versions=
	[ "$kind" = with-perf ] && [ -n "${ONLY_PERF:-}" ] &&
		versions=$ONLY_PERF out=$BUILD/image/$kernel-perf-$ONLY_PERF.cpio
	newest=$BUILD/kernel/$kernel/release
	if [ -e "$out" ] && [ "$out" -nt "$newest" ] && [ "$out" -nt "$SELFTESTS/lib/image.sh" ] &&
	   [ "$out" -nt "$BUILD/tools/bin/busybox" ]; then
		local stale=
		for version in $versions; do
			[ "$out" -nt "$BUILD/perf/$version/bin/perf" ] || stale=yes
		done
		[ -n "$stale" ] || { echo "$out"; return 0; }
	fi

	tree=$(mktemp -d "$BUILD/image/tree.XXXXXX") || return 1
	mkdir -p "$tree"/{bin,dev,proc,sys,tmp,job,test,lib,opt,etc}
	cp "$BUILD/tools/bin/busybox" "$tree/bin/busybox" &&
	ln -s busybox "$tree/bin/sh" &&
	cp -a "$BUILD/tools" "$tree/opt/tools" &&
	copy_kernel_modules "$kernel" "$tree" || { rm -rf "$tree"; return 1; }
	for version in $versions; do
		cp -a "$BUILD/perf/$version" "$tree/opt/perf-$version" || { rm -rf "$tree"; return 1; }
	done
	# A console must exist before /init has mounted anything.
	mknod -m 600 "$tree/dev/console" c 5 1 2>/dev/null || true
	make_cpio "$tree" "$out" || { rm -rf "$tree"; return 1; }
	rm -rf "$tree"
	echo "$out"
}

# job_image KERNEL MACHINE LIST FIRST-NUMBER OUT
job_image() {
	local kernel=$1 machine=$2 list=$3 first=$4 out=$5
	local tree tool module

	tree=$(mktemp -d "$BUILD/image/job.XXXXXX") || return 1
	mkdir -p "$tree"/{bin,job,test,lib/kunit}
	cp "$SELFTESTS/guest/init" "$tree/init"
	chmod 755 "$tree/init"
	cp "$SELFTESTS"/guest/*.sh "$tree/test/"
	cp -r "$SELFTESTS/guest/tests" "$tree/test/"
	cp "$TOP"/Documentation/{metrics,filters,older-processors,bpf,uncore-tasks}.rst \
		"$TOP/packaging/modprobe.conf" "$tree/test/"
	cp -r "$TOP/tools/uncore/metrics" "$tree/test/"
	for tool in "$TOP/tools/pmonsim/pmonctl" "$BUILD/guest/pmontest" "$BUILD/guest/starve" \
		    "$BUILD/guest/move" "$TOP/tools/pmonload" "$BUILD/guest/read_at" "$BUILD/guest/read_in_window" \
		    "$BUILD/guest/read_units" "$BUILD/guest/pmonfuzz"; do
		[ ! -e "$tool" ] || cp "$tool" "$tree/bin/"
	done
	# With the libraries it needs.
	mkdir -p "$tree/opt"
	[ ! -e "$BUILD/guest/opt/uncore" ] ||
		{ cp -r "$BUILD/guest/opt/uncore" "$tree/opt/" && ln -s /opt/uncore/bin/uncore "$tree/bin/uncore"; }
	for module in "$BUILD/kernel/$kernel"/*.ko; do
		case ${module##*/} in
		*_test.ko)	cp "$module" "$tree/lib/kunit/" ;;
		'*.ko')		;;
		*)		cp "$module" "$tree/lib/" ;;
		esac
	done
	{
		echo "KERNEL=$kernel"
		echo "MACHINE=$machine"
		echo "FIRST_NUMBER=$first"
		echo "VARIANT=${VARIANT:-}"
		echo "SOAK_SEED=${SOAK_SEED:-} SOAK_ROUNDS=${SOAK_ROUNDS:-}"
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

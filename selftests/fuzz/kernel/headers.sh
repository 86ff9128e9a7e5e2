# SPDX-License-Identifier: GPL-2.0-only
# The kernel of kernel.h for programs with files of the driver. $TOP is the top folder.

# kernel_headers FOLDER: each header of the kernel that the driver includes is kernel.h, but for what libc takes from there, too.
# Sets kernel_flags, for the compiler.
kernel_headers() {
	local include=$1 driver=$TOP/drivers/perf/uncore_pmon header

	rm -rf "$include"
	sed -n 's/^#include <\([a-z]*\/.*\)>.*/\1/p' "$driver"/*.[ch] "$driver"/[!t]*/*.[ch] "$driver"/tests/model*.[ch] | sort -u |
		grep -vE 'linux/(errno|limits|uncore_pmon)\.h' | while IFS= read -r header; do
			mkdir -p "$include/${header%/*}"
			echo "#include \"$TOP/selftests/fuzz/kernel/kernel.h\"" >"$include/$header"
		done
	# shellcheck disable=SC2034 # for the caller
	kernel_flags="-std=gnu11 -D__KERNEL__ -I$include -I$driver -I$TOP/include -Wno-sign-compare -Wno-unused-parameter
		-Wno-missing-field-initializers"
}

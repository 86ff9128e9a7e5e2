# SPDX-License-Identifier: GPL-2.0-only
# uncore-pmon: Intel Xeon uncore counters for perf, out of tree. `make help` lists the targets.
# Kbuild describes the module to the kernel's build system; this file is for people.

ifneq ($(words $(subst :, ,$(CURDIR))),1)
$(error The kernel's build system rejects a path with a space or a colon: move this directory, $(CURDIR))
endif

# Of all that is built here: the module, uncore, the packages and the tarball.
VERSION = $(shell sed -n '1s/.*(\(.*\)).*/\1/p' debian/changelog)
KDIR ?= /lib/modules/$(shell uname -r)/build
MODULE := uncore_pmon.ko
PATCH ?= uncore_pmon.patch
SERIES ?= build/series
TOP := $(CURDIR)
DKMS_SOURCE = $(DESTDIR)/usr/src/uncore-pmon-$(VERSION)

export KERNEL TEST JOBS QUICK HEADERS MACHINE HOURS SEED TRANSITIONS N SEMANTIC PATCHES

module:
	@test -e "$(KDIR)/Makefile" || { \
		echo "make: no kernel headers in $(KDIR); install linux-headers-$$(uname -r)" \
		     "or set KDIR=directory" >&2; exit 1; }
	$(MAKE) -C "$(KDIR)" M="$(TOP)" W=1 modules

demo:
	@selftests/demo

shell:
	@selftests/shell/shell

pictures:
	@selftests/pictures/make

bench:
	@selftests/bench

check:
	@selftests/run

# For kernels whose headers cannot: pmonbtf tells which that are, and what it needs.
btf: module
	@tools/pmonbtf "$(KDIR)" ./$(MODULE) $(BTF_BASE)

soak:
	@selftests/soak

mutants:
	@selftests/mutate/run

check-bare:
	@selftests/check-bare

check-often:
	@selftests/check-often

check-faults:
	@selftests/check-faults

load: module
	@tools/pmonload ./$(MODULE)

unload:
	@tools/pmonload --unload

# The driver for a kernel source tree.
patch:
	@test -n "$(KSRC)" || { echo "make: set KSRC to the directory of a kernel source tree" >&2; exit 1; }
	@tools/kernel-patch "$(KSRC)" "$(PATCH)"
	@echo "$(PATCH)"

series:
	@test -n "$(KSRC)" || { echo "make: set KSRC to the directory of a kernel source tree" >&2; exit 1; }
	@tools/kernel-patch --series "$(KSRC)" "$(SERIES)"

# What makes it come in place of intel_uncore.
define configure-modprobe
	install -D -m 644 packaging/modprobe.conf "$(DESTDIR)/etc/modprobe.d/uncore_pmon.conf"
	install -D -m 644 packaging/modules-load.conf "$(DESTDIR)/etc/modules-load.d/uncore_pmon.conf"
endef

# What other modules are built against: samples/uncore_bandwidth is one. Debian's headers of 6.1 have another idea of
# `make kernelrelease` than the kernel of its own name.
RELEASE ?= $(shell sed -n 's/.*UTS_RELEASE "\(.*\)".*/\1/p' "$(KDIR)/include/generated/utsrelease.h")
INTERFACE := $(DESTDIR)/usr/src/uncore-pmon

install-interface:
	install -D -m 644 include/linux/uncore_pmon.h "$(INTERFACE)/include/linux/uncore_pmon.h"
	install -D -m 644 Module.symvers "$(INTERFACE)/$(RELEASE)/Module.symvers"

# After the module, with however many jobs: that is what makes Module.symvers.
module-with-interface: module
	$(MAKE) install-interface

install: module-with-interface
	$(MAKE) -C "$(KDIR)" M="$(TOP)" INSTALL_MOD_DIR=updates INSTALL_MOD_PATH="$(DESTDIR)" modules_install
	$(configure-modprobe)
	test -n "$(DESTDIR)" || depmod -a

# copy-sources(files and folders, into): without what was made there.
copy-sources = tar -c $(addprefix --exclude=,.gitignore *.o *.ko *.mod *.mod.c *.cmd .uncore drivers/*/processors/*_events.c) $(1) | tar -x -C "$(2)"

# What the module is built of, below DESTDIR.
dkms-source:
	install -d "$(DKMS_SOURCE)"
	$(call copy-sources,Kbuild Makefile debian/changelog drivers include tools/pmonevents/*.[ch] tools/pmonevents/Makefile,$(DKMS_SOURCE))
	sed 's/#MODULE_VERSION#/$(VERSION)/' packaging/dkms.conf >"$(DKMS_SOURCE)/dkms.conf"

# Rebuilt by DKMS for each new kernel. An earlier one of the same version, whatever its state, goes first.
dkms:
	@command -v dkms >/dev/null || { echo "make: dkms is not installed" >&2; exit 1; }
	$(MAKE) dkms-source
	-dkms remove -m uncore-pmon -v $(VERSION) --all >/dev/null 2>&1
	dkms add -m uncore-pmon -v $(VERSION)
	dkms build -m uncore-pmon -v $(VERSION)
	dkms install -m uncore-pmon -v $(VERSION)
	$(configure-modprobe)

# Debian packages in build/deb. They are built of a copy, which always has the same name.
DEB := build/deb
DEB_BUILD := -b
DEB_SOURCE = $(DEB)/uncore-pmon-$(VERSION)
deb:
	@command -v dpkg-buildpackage >/dev/null || { echo "make: dpkg-dev is not installed" >&2; exit 1; }
	@dpkg-checkbuilddeps 2>&1 | sed 's/.*: /make: packages that are missing: /' >&2; dpkg-checkbuilddeps 2>/dev/null
	rm -rf $(DEB)
	install -d $(DEB_SOURCE)
	$(call copy-sources,COPYING Documentation Kbuild Makefile README.md debian drivers include packaging tools/pmonevents \
		tools/pmonload tools/uncore,$(DEB_SOURCE))
	cd $(DEB_SOURCE) && dpkg-buildpackage $(DEB_BUILD) -us -uc
	rm -rf $(DEB_SOURCE)

# RPM packages in build/rpm, by rpmbuild, of the same files as `make deb`. On Debian the build requirements are those of
# `make deb`: rpmbuild does not know them.
RPM := build/rpm
RPM_NAME = uncore-pmon-$(VERSION)
rpm:
	@command -v rpmbuild >/dev/null || { echo "make: rpmbuild is not installed (Debian: package rpm)" >&2; exit 1; }
	rm -rf $(RPM)
	install -d $(RPM)/SOURCES $(RPM)/source/$(RPM_NAME)
	$(call copy-sources,COPYING Documentation Kbuild Makefile README.md debian drivers include packaging tools/pmonevents \
		tools/pmonload tools/uncore,$(RPM)/source/$(RPM_NAME))
	tar -C $(RPM)/source -cJf $(RPM)/SOURCES/$(RPM_NAME).tar.xz $(RPM_NAME)
	rm -rf $(RPM)/source
	rpmbuild -bb --define "_topdir $(TOP)/$(RPM)" --define "package_version $(VERSION)" packaging/uncore-pmon.spec
	mv $(RPM)/RPMS/*/*.rpm $(RPM)
	rm -rf $(RPM)/BUILD $(RPM)/BUILDROOT $(RPM)/RPMS $(RPM)/SRPMS

# For a browser, with search: its first page is build/docs/html/index.html.
html:
	$(MAKE) -C Documentation html
	@echo "$(TOP)/build/docs/html/index.html"

# The last commit as a tarball. It is the same, byte for byte, whoever makes it.
DIST := build/uncore-pmon-$(VERSION).tar.xz
DIST_LEVEL := -9
dist:
	@git rev-parse --git-dir >/dev/null || { echo "make: make dist requires a git repository" >&2; exit 1; }
	@strays=$$(git ls-tree -r --long HEAD | awk -F '\t' '{ split($$1, field, " ") } \
		field[4] == 0 || $$2 ~ /(~|\.(orig|rej|swp|log|o|ko))$$/ { print $$2 }'); test -z "$$strays" || { \
		echo "make: left over from a tool, and committed: $$strays" >&2; exit 1; }
	install -d build
	git archive --format=tar --prefix=uncore-pmon-$(VERSION)/ -o $(DIST:.xz=) HEAD
	xz -f $(DIST_LEVEL) -T1 $(DIST:.xz=)
	@echo "$(DIST)"

# Not the kernel's own clean target: that goes through all folders below this one, and would take objects,
# libraries and modules out of the systems in build/. build/ stays: it holds downloaded packages and
# built kernels. `make distclean` takes that too.
clean:
	find $(wildcard drivers tools/pmonevents samples selftests/guest/consumer) \( -name "*.o" -o -name "*.ko" -o -name "*.mod" -o -name "*.mod.c" \
		-o -name Module.symvers -o -name modules.order \
		-o -name ".*.cmd" -o -path "*/processors/*_events.c" \) -type f -delete
	rm -f $(MODULE) uncore_pmon.patch uncore_pmon.o uncore_pmon.mod uncore_pmon.mod.[co] .module-common.o .*.cmd \
		Module.symvers modules.order tools/pmonevents/pmonevents
	@for directory in tools/pmonsim tools/uncore; do \
		if [ -e $$directory/Makefile ]; then $(MAKE) -C $$directory clean; fi; done
	rm -rf build/logs build/image build/guest build/results.xml

distclean: clean
	rm -rf build

# The models of the driver's list of processors.
MACHINES = $(shell sed -n 's/^PMON_MODEL.\([a-z0-9]*\),.*/\1/p' drivers/perf/uncore_pmon/processors/list.h)

help:
	@echo "make [KDIR=DIR]     build $(MODULE) against a kernel's headers"
	@echo "make btf            the same with BTF, so that BPF programs can call its functions on Linux 6.1;"
	@echo "                    later kernels' headers include this"
	@echo "make demo           boot a simulated two-socket Emerald Rapids and run perf stat on it"
	@echo "make demo MEMORY=1  the same with a program that moves memory;"
	@echo "                    MACHINE=NAME: $(MACHINES)"
	@echo "make shell          a terminal of a simulated server, with uncore top and perf; MACHINE as above;"
	@echo "                    MEMORY=1: programs there cause the counts; KERNEL=6.1|6.12|7.3|debug"
	@echo "make pictures       pictures for the documentation, of the same server"
	@echo "make check          run every test; TEST=NAME and KERNEL=NAME select tests. NAME of a kernel:"
	@echo "                    6.1 6.12 7.3 debug"
	@echo "                    6.1-release 6.12-release 7.3-release  the oldest build of a series that Debian offers"
	@echo "                    6.1-rt 6.12-rt 7.3-rt                 the newest with PREEMPT_RT"
	@echo "                    6.12-tree 7.3-tree 7.3-core           compiled here, with the driver in it"
	@echo "                    kcsan debug-rt                        debug that looks for data races; with PREEMPT_RT"
	@echo "make check QUICK=1  run the most important tests on one kernel"
	@echo "make check-bare SUITE=trixie|bookworm  run the tests in a new Debian of that suite, in build/bare;"
	@echo "                    SECURITY=no: without its security archive; DEMO=1: run make demo there;"
	@echo "                    RUN=COMMAND: run that command of a shell there, with this terminal"
	@echo "make soak HOURS=N   make random calls under disturbances for N hours; KERNEL= and SEED= choose others"
	@echo "make soak BOOTS=N   boot N machines with random firmware"
	@echo "make soak TRANSITIONS=N  take CPUs offline and online N times while events sample"
	@echo "make soak CLIENTS=N  run uncore export for N seconds among 600 clients that misbehave and 20 honest ones"
	@echo "make mutants N=200  break the driver at N places, and list which tests find it"
	@echo "make mutants SEMANTIC=1  make each mistake of selftests/mutate/semantic, and list which test finds it"
	@echo "make check-often N=50  run 'uncore check' N times on good machines of several kinds"
	@echo "make check-faults SEED=1  break the simulated machine in each known way, and run 'uncore check' on it"
	@echo "make bench          compare the cost of counting with the kernel's own driver"
	@echo "make load, unload   load or unload the module now; intel_uncore cannot load meanwhile"
	@echo "make install        install the module for this kernel, in place of intel_uncore, and the files to build"
	@echo "                    other modules against it in /usr/src/uncore-pmon"
	@echo "make dkms           install the module for this kernel and later ones"
	@echo "make rpm            build RPM packages of the module and of uncore, in build/rpm"
	@echo "make deb            build Debian packages of the module, of uncore and of the documentation, in build/deb"
	@echo "make html           build the documentation for a browser, in build/docs/html"
	@echo "make dist           write the last commit as a tarball in build"
	@echo "make patch KSRC=DIR write the driver as a patch for the kernel source tree in DIR"
	@echo "make series KSRC=DIR write it as several series of patches, into build/series"
	@echo "make clean          remove build and test files; distclean: also downloaded packages"

.PHONY: rpm dist html pictures module btf demo shell bench check patch series load unload install install-interface dkms dkms-source deb clean distclean help soak mutants check-bare check-often check-faults module-with-interface

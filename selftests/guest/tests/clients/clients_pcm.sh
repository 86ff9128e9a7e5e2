# SPDX-License-Identifier: GPL-2.0-only
# what: PCM's configurations for the older processors have the enable bit, which intel_uncore ignores and this driver rejects
# machine: snbep
# kernels: 6.12
. /test/clients.sh

# CAS_COUNT.RD and .WR as PCM opens them through perf: each event alone, with bit 22. It opens bit 22 by itself before.
configured() {
	pmontest <<-END
	section $(driver_name): configurations without bit 22
	open r uncore_imc_1/config=0x304/ cpu=3
	open w uncore_imc_1/config=0xc04/ cpu=3
	sim inject die=1 unit=imc:1 event=0x4 umask=0x3 n=1001
	sim inject die=1 unit=imc:1 event=0x4 umask=0xc n=202
	expect r 1001
	expect w 202
	end
	END
	if loaded uncore_pmon; then
		pmontest <<-END
		section $(driver_name): with bit 22
		refuse EINVAL uncore_imc_1/config=0x400000/ cpu=3
		refuse EINVAL uncore_imc_1/config=0x400304/ cpu=3
		end
		END
	else
		pmontest <<-END
		section $(driver_name): with bit 22
		open e uncore_imc_1/config=0x400000/ cpu=3
		open r uncore_imc_1/config=0x400304/ cpu=3
		sim inject die=1 unit=imc:1 event=0x4 umask=0x3 n=1001
		expect e 0
		expect r 1001
		end
		END
	fi
}
with_each_driver configured

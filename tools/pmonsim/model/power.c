// SPDX-License-Identifier: GPL-2.0-only
/*
 * A sleep of the whole machine, and a platform reset.
 */
#include "model/machine_internal.h"

void machine_going_to_sleep(struct machine *m)
{
	pthread_mutex_lock(&m->lock);
	machine_take_time(m);
	machine_advance(m);
	if (m->forget.at == FORGET_AT_SLEEP)
		forget_now(m);
	pthread_mutex_unlock(&m->lock);
}

/* What firmware does after a reset. */
static void firmware_starts(struct machine *m)
{
	unsigned int i;

	for (i = 0; i < m->package_count; i++) {
		if (m->package[i].config.frozen)
			package_set_freeze(&m->package[i], true);
	}
}

void machine_platform_reset(struct machine *m)
{
	struct forget told;

	pthread_mutex_lock(&m->lock);
	machine_take_time(m);
	machine_advance(m);
	told = m->forget;
	m->forget = (struct forget){ .packages = (uint32_t)BIT_ULL(m->package_count) - 1 };
	forget_now(m);
	if (told.at == FORGET_AT_RESET) {
		m->forget = told;
		forget_now(m);
	}
	firmware_starts(m);
	m->platform_resets++;
	pthread_mutex_unlock(&m->lock);
}

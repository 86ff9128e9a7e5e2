/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Detects counter controls that other software has changed.
 *
 * Software that writes MSRs or PCI configuration space can change a counter that an event uses. The
 * event then counts something else, or nothing, and reads of its counter do not show this. So the
 * timer that reads counters before they wrap also reads the controls of running counters, usually
 * once a minute. A changed control is restored, and the event counts correctly from there on. The
 * error of its count is unknown, so it is reported once for each die.
 *
 * If rewriting does not restore a control, the unit lacks documented bits. The control is not
 * checked any more.
 */
#ifndef _UNCORE_PMON_CONTROLS_H
#define _UNCORE_PMON_CONTROLS_H

struct pmon_unit;

/**
 * pmon_controls_check() - check the controls of a unit's running counters
 * @unit: the unit
 *
 * Reads each control once, and a changed one twice with a write in between. Does nothing unless on
 * the owner CPU.
 *
 * Context: IRQs off, &pmon_die.lock held.
 */
void pmon_controls_check(struct pmon_unit *unit);

#endif

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Changes the owner CPU of a die, and moves its events.
 */
#ifndef _UNCORE_PMON_HANDOVER_H
#define _UNCORE_PMON_HANDOVER_H

struct pmon_core;
struct pmon_die;

/**
 * pmon_die_handover() - change the owner CPU of a die
 * @core: the driver
 * @die: the die
 * @target: the new owner, of the same die and online
 *
 * Events keep counting meanwhile.
 *
 * Context: process context on the old owner, which may be going offline; CPU hotplug is excluded,
 * or calls this; &pmon_core.lock held.
 */
void pmon_die_handover(struct pmon_core *core, struct pmon_die *die, int target);

/**
 * pmon_die_disown() - leave a die without an owner: its last CPU goes offline
 * @die: the die
 *
 * perf removes the events from that CPU later, one by one. Each removal is a commit, which must not
 * start a timer any more.
 *
 * Context: process context on the owner; &pmon_core.lock held.
 */
void pmon_die_disown(struct pmon_die *die);

/**
 * pmon_die_acquire() - make a CPU the owner of a die that has none
 * @die: the die
 * @cpu: its first CPU that comes online, or its last one if that failed to go offline
 *
 * Context: process context on @cpu.
 */
void pmon_die_acquire(struct pmon_die *die, int cpu);

/**
 * pmon_move_strays() - move events that are on another CPU than their die's owner
 * @core: the driver
 *
 * A pinned event that was rejected because of its CPU leaves the error state.
 *
 * Context: process context; CPU hotplug is excluded, or calls this. &pmon_core.lock held.
 */
void pmon_move_strays(struct pmon_core *core);

/**
 * pmon_leader_has_ended() - was the event's group removed from its CPU for good?
 * @event: an event that is being opened, or whose leader its user holds open
 *
 * Once the CPU is online again, perf would add the event to the group, but never start it.
 */
bool pmon_leader_has_ended(const struct perf_event *event);

/**
 * pmon_reject_orphan() - have perf reject an event whose leader has ended
 * @event: an event that is being opened, and is in the index
 *
 * Either this or pmon_end_detached() finds that the leader has ended, whichever runs last. It
 * changes the event's CPU: perf compares the CPUs of a group before it adds an event, and rejects
 * it (-EINVAL).
 *
 * Context: any.
 */
void pmon_reject_orphan(struct perf_event *event);

/**
 * pmon_end_detached() - end the events that perf has removed from a CPU
 * @core: the driver
 * @cpu: a CPU that went offline, or tried to
 *
 * perf does not move them to another CPU. From here on, their reads return 0, the end of the file.
 * New members of their groups are rejected.
 *
 * Context: process context, called by CPU hotplug; &pmon_core.lock held.
 */
void pmon_end_detached(struct pmon_core *core, int cpu);

#endif

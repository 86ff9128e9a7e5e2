/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Layout of the control device, shared by the simulator and by the guest's tool.
 *
 * BAR 0 holds the registers below, 32 bits each. BAR 1 is the window, plain memory: the guest puts
 * a command there and finds the reply in it. The write to MAILBOX_RUN returns when the command has
 * run, so nothing is ever polled. A reply longer than the window is fetched piece by piece.
 */
#ifndef PMONSIM_MAILBOX_H
#define PMONSIM_MAILBOX_H

#define MAILBOX_VENDOR 0x1234
#define MAILBOX_DEVICE 0x504d

#define MAILBOX_REGISTERS_SIZE 0x1000
#define MAILBOX_WINDOW_SIZE 0x100000

#define MAILBOX_MAGIC_VALUE 0x4e4f4d50u
#define MAILBOX_VERSION_VALUE 1u

enum mailbox_register {
	MAILBOX_MAGIC = 0x00,		/* RO: MAILBOX_MAGIC_VALUE */
	MAILBOX_VERSION = 0x04,		/* RO: MAILBOX_VERSION_VALUE */
	MAILBOX_WINDOW = 0x08,		/* RO: bytes of the window */
	MAILBOX_RUN = 0x10,		/* WO: run the command of that many bytes */
	MAILBOX_STATUS = 0x14,		/* RO: enum mailbox_status of the last command */
	MAILBOX_LENGTH = 0x18,		/* RO: bytes of the whole reply */
	MAILBOX_OFFSET = 0x1c,		/* RW: the reply's byte at the window's start */
};

enum mailbox_status {
	MAILBOX_IDLE,
	MAILBOX_OK,
	MAILBOX_ERROR,			/* the reply is the reason */
};

#endif /* PMONSIM_MAILBOX_H */

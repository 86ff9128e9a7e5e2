/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The PCI functions of a real machine, and the package of each.
 */
#ifndef PLACE_LISTING_H
#define PLACE_LISTING_H

#include <linux/pci.h>

#define FUNCTIONS	1400
#define PACKAGES	8
#define UNKNOWN		(-1)

struct function {
	unsigned int domain, bus, devfn, device, class;
	int node, package;
};

struct listing {
	char name[64], family[16];
	unsigned int sockets, nodes_of_package;
	bool part;
	struct function functions[FUNCTIONS];
	unsigned int num;
	bool has_ubox[PACKAGES];
	unsigned int num_uboxes;
};

extern struct listing listing;

/** listing_find() - the function at a place, NULL: none */
struct function *listing_find(unsigned int domain, unsigned int bus, unsigned int devfn);

/** listing_read() - the functions of real/FILE */
void listing_read(const char *file);

/** listing_change_functions() - differences from the file: +BUS:DEVICE.FUNCTION=ID/CLASS or -BUS:DEVICE.FUNCTION=ID */
void listing_change_functions(char *diff);

/** listing_change_nodes() - nodes of buses, BUS:NODE; @own: the file is that of this machine */
void listing_change_nodes(char *nodes, bool own);

/** listing_find_packages() - returns whether the package of each function with the id @ubox is known */
bool listing_find_packages(u16 ubox);

#endif

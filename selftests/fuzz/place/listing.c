// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reads a listing of a real machine, and finds the package of each function without the driver: there is only one package; or
 * it is the NUMA node of the bus; or the buses are split into runs of buses, so that the packages have the same functions.
 */
#include "../fuzz.h"
#include "listing.h"

struct listing listing;

/* --- reading -------------------------------------------------------------------------------- */

struct function *listing_find(unsigned int domain, unsigned int bus, unsigned int devfn)
{
	unsigned int i;

	for (i = 0; i < listing.num; i++) {
		struct function *f = &listing.functions[i];

		if (f->domain == domain && f->bus == bus && f->devfn == devfn)
			return f;
	}
	return NULL;
}

void listing_read(const char *file)
{
	char path[512], line[512], node[16];
	unsigned int vendor, slot, func;
	FILE *in;

	snprintf(path, sizeof(path), "%s/%s", PLACE_REAL, file);
	in = fopen(path, "r");
	if (!in) {
		perror(path);
		exit(1);
	}
	listing.num = 0;
	while (fgets(line, sizeof(line), in)) {
		struct function f = { .package = UNKNOWN };

		if (*line == '#' || sscanf(line, "%x:%x:%x.%x %x:%x %x %15s", &f.domain, &f.bus, &slot, &func, &vendor,
					   &f.device, &f.class, node) != 8 || vendor != PCI_VENDOR_ID_INTEL)
			continue;
		f.devfn = PCI_DEVFN(slot, func);
		f.node = *node == '-' ? NUMA_NO_NODE : atoi(node);
		REQUIRE(listing.num < FUNCTIONS);
		listing.functions[listing.num++] = f;
	}
	fclose(in);
}

void listing_change_functions(char *diff)
{
	unsigned int slot, func;
	char *item;

	while ((item = strsep(&diff, " "))) {
		struct function f = { .node = NUMA_NO_NODE, .package = UNKNOWN }, *old;

		if (!*item)
			continue;
		REQUIRE(sscanf(item + 1, "%x:%x.%x=%x/%x", &f.bus, &slot, &func, &f.device, &f.class) >= 4);
		f.devfn = PCI_DEVFN(slot, func);
		old = listing_find(0, f.bus, f.devfn);
		if (*item == '-') {
			if (old)
				*old = listing.functions[--listing.num];
		} else {
			listing.functions[old ? old - listing.functions : (long)listing.num++] = f;
		}
	}
}

/* BUS:NODE, of this machine if the file is that of another one */
void listing_change_nodes(char *nodes, bool own)
{
	int of_bus[256];
	unsigned int i, bus;
	char *item, node[16];

	for (i = 0; i < 256; i++)
		of_bus[i] = NUMA_NO_NODE;
	while ((item = strsep(&nodes, " "))) {
		if (sscanf(item, "%x:%15s", &bus, node) == 2 && bus < 256)
			of_bus[bus] = *node == '-' ? NUMA_NO_NODE : atoi(node);
	}
	for (i = 0; i < listing.num; i++) {
		struct function *f = &listing.functions[i];

		if (own || f->node == NUMA_NO_NODE)
			f->node = of_bus[f->bus];
	}
}

/* --- truth ---------------------------------------------------------------------------------- */

/* How many functions of the buses from @first on, and from @second on, the others lack. */
static unsigned int difference(const u8 *buses, unsigned int first, unsigned int second, unsigned int end)
{
	static bool used[FUNCTIONS];
	unsigned int i, j, left = 0, right = 0;

	memset(used, 0, sizeof(used));
	for (j = 0; j < listing.num; j++)
		right += listing.functions[j].bus >= buses[second] &&
			 (end == 0 || listing.functions[j].bus < end);
	for (i = 0; i < listing.num; i++) {
		const struct function *f = &listing.functions[i];

		if (f->bus < buses[first] || f->bus >= buses[second])
			continue;
		for (j = 0; j < listing.num; j++) {
			const struct function *g = &listing.functions[j];

			if (!used[j] && g->bus >= buses[second] && (end == 0 || g->bus < end) &&
			    g->devfn == f->devfn && g->device == f->device)
				break;
		}
		if (j < listing.num) {
			used[j] = true;
			right--;
		} else {
			left++;
		}
	}
	return left + right;
}

static unsigned int list_buses(u8 *buses)
{
	unsigned int bus, i, num = 0;

	for (bus = 0; bus < 256; bus++) {
		for (i = 0; i < listing.num && listing.functions[i].bus != bus; i++)
			;
		if (i < listing.num)
			buses[num++] = bus;
	}
	return num;
}

/* The best split into runs of buses; false: two are as good. Sockets: 2 or 4. */
static bool by_symmetry(void)
{
	unsigned int cuts[PACKAGES + 1] = { 0 }, best[PACKAGES + 1], lowest = ~0U, again = 0, num, i, k;
	u8 buses[256];

	num = list_buses(buses);
	for (i = 0; i < listing.num; i++)
		if (listing.functions[i].domain)
			return false;
	if (listing.part || listing.sockets > 4 || listing.sockets > num)
		return false;
	for (k = 0; k < listing.sockets; k++)
		cuts[k] = k;
	for (;;) {
		unsigned int cost = 0;

		for (k = 1; k < listing.sockets; k++)
			cost += difference(buses, cuts[k - 1], cuts[k], k + 1 < listing.sockets ? buses[cuts[k + 1]] : 0);
		again = cost < lowest ? 1 : again + (cost == lowest);
		if (cost < lowest) {
			lowest = cost;
			memcpy(best, cuts, sizeof(best));
		}
		/* The next of all combinations. */
		for (k = listing.sockets - 1; k > 0 && cuts[k] == num - listing.sockets + k; k--)
			;
		if (!k)
			break;
		cuts[k]++;
		for (k++; k < listing.sockets; k++)
			cuts[k] = cuts[k - 1] + 1;
	}
	if (again != 1)
		return false;
	for (i = 0; i < listing.num; i++) {
		struct function *f = &listing.functions[i];

		if (f->package != UNKNOWN)
			continue;
		for (k = listing.sockets; k-- > 0;)
			if (f->bus >= buses[best[k]]) {
				f->package = k;
				break;
			}
	}
	return true;
}

static bool nodes_tell(u16 ubox)
{
	bool seen[PACKAGES] = { false };
	unsigned int i, different = 0;
	int node = NUMA_NO_NODE;

	for (i = 0; i < listing.num; i++) {
		const struct function *f = &listing.functions[i];

		different += f->node != NUMA_NO_NODE && node != NUMA_NO_NODE && f->node != node;
		node = f->node == NUMA_NO_NODE ? node : f->node;
		if (f->device != ubox)
			continue;
		if (f->node == NUMA_NO_NODE || seen[f->node / listing.nodes_of_package])
			return false;
		seen[f->node / listing.nodes_of_package] = true;
	}
	return different;
}

bool listing_find_packages(u16 ubox)
{
	bool nodes = listing.sockets > 1 && nodes_tell(ubox), missing = false;
	unsigned int i;

	memset(listing.has_ubox, 0, sizeof(listing.has_ubox));
	listing.num_uboxes = 0;
	for (i = 0; i < listing.num; i++) {
		struct function *f = &listing.functions[i];

		if (listing.sockets == 1)
			f->package = 0;
		else if (nodes && f->node != NUMA_NO_NODE)
			f->package = f->node / listing.nodes_of_package;
		missing |= f->package == UNKNOWN;
	}
	if (missing)
		by_symmetry();
	for (i = 0; i < listing.num; i++) {
		const struct function *f = &listing.functions[i];

		if (f->device != ubox)
			continue;
		if (f->package == UNKNOWN)
			return false;
		listing.has_ubox[f->package] = true;
		listing.num_uboxes++;
	}
	return listing.num_uboxes;
}

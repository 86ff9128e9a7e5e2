// SPDX-License-Identifier: GPL-2.0-only
/* Ports and their devices as JSON. See json.h. */
#include <stdlib.h>
#include <string.h>

#include "base/json_file.h"
#include "base/memory.h"
#include "base/text.h"
#include "ports/json.h"

static struct json_object *json_device(const struct device *device)
{
	struct json_object *entry = json_object_new_object();

	json_set_text(entry, "address", device->address);
	json_set_text(entry, "name", device->name);
	json_set_index(entry, "node", device->node);
	json_object_object_add(entry, "lanes", device->width ? json_object_new_int((int)device->width) : NULL);
	json_set_text(entry, "speed", *device->speed ? device->speed : NULL);
	return entry;
}

struct json_object *json_ports(const struct port *port)
{
	struct json_object *list = json_object_new_array();
	size_t i;

	for (i = 0; i < 32 && port->num_devices; i++)
		if (port->mask >> i & 1)
			json_object_array_add(list, json_object_new_int((int)i));
	return list;
}

struct json_object *json_devices(const struct port *port)
{
	struct json_object *list = json_object_new_array();
	size_t i;

	for (i = 0; i < port->num_devices; i++)
		json_object_array_add(list, json_device(&port->devices[i]));
	return list;
}

void port_set_json(struct json_object *object, const struct port *port)
{
	json_object_object_add(object, "ports", json_ports(port));
	json_object_object_add(object, "devices", json_devices(port));
}

static bool read_device(struct json_object *entry, struct device *device)
{
	const char *address, *name, *speed;
	uint64_t lanes = 0;
	int node;

	if (!json_text(entry, "address", &address) || !json_text(entry, "name", &name) || !json_text(entry, "speed", &speed) ||
	    !json_index(entry, "node", &node) || (json_has(entry, "lanes") && !json_whole(entry, "lanes", 255, &lanes)))
		return false;
	if (!address || !*address || strlen(address) >= sizeof(device->address) || address[strspn(address, "0123456789abcdef:.")])
		return json_wrong("address");
	if (!name)
		return json_wrong("name");
	*device = (struct device){ .node = node, .width = (unsigned int)lanes };
	snprintf(device->address, sizeof(device->address), "%s", address);
	safe_text(name, device->name, sizeof(device->name));
	safe_text(speed ? speed : "", device->speed, sizeof(device->speed));
	return true;
}

static bool read_mask(struct json_object *ports, uint32_t *mask)
{
	size_t i;

	for (i = 0; i < json_object_array_length(ports); i++) {
		struct json_object *port = json_object_array_get_idx(ports, i);

		if (!json_is_whole(port, 31))
			return json_wrong("ports");
		*mask |= 1u << json_object_get_int(port);
	}
	return true;
}

bool port_read_json(struct json_object *object, struct port *port)
{
	struct json_object *ports, *devices;
	size_t i, num;

	*port = (struct port){ .devices = NULL };
	if (!json_has(object, "devices"))
		return true;
	devices = json_array(object, "devices");
	ports = json_array(object, "ports");
	if (!devices || !ports || !read_mask(ports, &port->mask))
		return false;
	num = json_object_array_length(devices);
	port->devices = allocated(calloc(num + 1, sizeof(*port->devices)));
	for (i = 0; i < num; i++)
		if (!read_device(json_object_array_get_idx(devices, i), &port->devices[i]))
			break;
	port->num_devices = i;
	if (num && i == num)
		return true;
	free(port->devices);
	*port = (struct port){ .devices = NULL };
	return json_wrong("devices");
}

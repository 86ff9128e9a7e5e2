// SPDX-License-Identifier: GPL-2.0-only
/* Ports and their devices as JSON. See json.h. */
#include <stdlib.h>
#include <string.h>

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

static const char *text_of(struct json_object *object, const char *key)
{
	struct json_object *value;

	return json_object_object_get_ex(object, key, &value) && json_object_is_type(value, json_type_string) ?
		json_object_get_string(value) : NULL;
}

static int number_of(struct json_object *object, const char *key, int none)
{
	struct json_object *value;

	return json_object_object_get_ex(object, key, &value) && json_object_is_type(value, json_type_int) ?
		json_object_get_int(value) : none;
}

static bool read_device(struct json_object *entry, struct device *device)
{
	const char *address = text_of(entry, "address"), *name = text_of(entry, "name"), *speed = text_of(entry, "speed");
	int lanes = number_of(entry, "lanes", 0), node = number_of(entry, "node", -1);

	if (!address || !*address || strlen(address) >= sizeof(device->address) ||
	    address[strspn(address, "0123456789abcdef:.")] || !name)
		return false;
	*device = (struct device){ .node = node < 0 ? -1 : node, .width = lanes < 0 ? 0 : (unsigned int)lanes };
	snprintf(device->address, sizeof(device->address), "%s", address);
	safe_text(name, device->name, sizeof(device->name));
	safe_text(speed ? speed : "", device->speed, sizeof(device->speed));
	return true;
}

static uint32_t read_mask(struct json_object *ports)
{
	uint32_t mask = 0;
	size_t i;

	for (i = 0; i < json_object_array_length(ports); i++) {
		int port = json_object_get_int(json_object_array_get_idx(ports, i));

		if (port >= 0 && port < 32)
			mask |= 1u << port;
	}
	return mask;
}

bool port_read_json(struct json_object *object, struct port *port)
{
	struct json_object *ports, *devices;
	size_t i, num;

	*port = (struct port){ .devices = NULL };
	if (!json_object_object_get_ex(object, "devices", &devices))
		return true;
	if (!json_object_is_type(devices, json_type_array) || !json_object_object_get_ex(object, "ports", &ports) ||
	    !json_object_is_type(ports, json_type_array))
		return false;
	port->mask = read_mask(ports);
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
	return false;
}

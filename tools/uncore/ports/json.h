/* SPDX-License-Identifier: GPL-2.0-only */
/* Ports and their devices as JSON: what `uncore io` prints, and what records contain. */
#ifndef UNCORE_PORTS_JSON_H
#define UNCORE_PORTS_JSON_H

#include "base/json.h"
#include "ports/ports.h"

/** json_ports() - the numbers of the ports; none if there is no device */
struct json_object *json_ports(const struct port *port);

/** json_devices() - the devices */
struct json_object *json_devices(const struct port *port);

/** port_set_json() - add both to an object as `ports` and `devices` */
void port_set_json(struct json_object *object, const struct port *port);

/**
 * port_read_json() - read what port_set_json() has added
 * @object: of a file from anywhere
 * @port: receives its ports, and its devices, to be released with free(); none if the object has no devices
 *
 * Return: false if the members are not what they should be. An address is one then, and a name is safe for a terminal.
 */
bool port_read_json(struct json_object *object, struct port *port);

#endif

// SPDX-License-Identifier: GPL-2.0-only
/* Certificate and password of `uncore export`. See serve.h. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/base64.h"
#include "base/memory.h"
#include "base/status.h"
#include "export/serve.h"

#define MAX_FILE	(1 << 20)

static const char scheme[] = "Basic ";

/* The text of a file that not everybody can read, NULL after a message. */
static char *read_secret(const char *path)
{
	FILE *file = fopen(path, "re");
	struct stat status;
	char *text = NULL;

	if (!file || fstat(fileno(file), &status)) {
		fail(STATUS_FAILED, "%s: %s", path, strerror(errno));
	} else if (status.st_mode & S_IROTH) {
		fail(STATUS_FAILED, "%s: all users can read it; chmod o= %s", path, path);
	} else {
		text = allocated(calloc(1, MAX_FILE + 1));
		text[fread(text, 1, MAX_FILE, file)] = '\0';
		if (getc(file) != EOF || ferror(file)) {
			fail(STATUS_FAILED, "%s: %s", path, strerror(ferror(file) ? errno : EFBIG));
			explicit_bzero(text, MAX_FILE);
			free(text);
			text = NULL;
		}
	}
	if (file)
		fclose(file);
	return text;
}

static char *basic(const char *text)
{
	char *header = NULL;
	size_t size;
	FILE *out = allocated(open_memstream(&header, &size));

	fputs(scheme, out);
	write_base64((const unsigned char *)text, strlen(text), out);
	fclose(out);
	return allocated(header);
}

int secrets_read(struct secrets *secrets, const char *tls, const char *password)
{
	char *line;

	*secrets = (struct secrets){ NULL };
	if (tls) {
		secrets->certificate = read_secret(tls);
		if (!secrets->certificate)
			return STATUS_FAILED;
	}
	if (!password)
		return STATUS_OK;
	line = read_secret(password);
	if (!line)
		return STATUS_FAILED;
	line[strcspn(line, "\r\n")] = '\0';
	if (strchr(line, ':'))
		secrets->authorization = basic(line);
	explicit_bzero(line, strlen(line));
	free(line);
	return secrets->authorization ? STATUS_OK :
		(int)fail(STATUS_FAILED, "%s: expected a line USER:PASSWORD", password);
}

void secrets_release(struct secrets *secrets)
{
	free(secrets->certificate);
	free(secrets->authorization);
}

bool secrets_allow(const struct secrets *secrets, const char *header)
{
	const char *right = secrets->authorization;
	size_t length, i;
	unsigned char differ;

	if (!right)
		return true;
	/* The scheme has no case. */
	if (!header || strncasecmp(header, scheme, strlen(scheme)))
		return false;
	right += strlen(scheme);
	header += strlen(scheme);
	/* It takes the same time wherever the first wrong character is. */
	length = strlen(header);
	differ = length != strlen(right);
	for (i = 0; right[i]; i++)
		differ |= (unsigned char)(right[i] ^ header[i < length ? i : length]);
	return !differ;
}

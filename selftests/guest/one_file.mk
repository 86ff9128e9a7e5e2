# SPDX-License-Identifier: GPL-2.0-only
# Included by the Makefile of a guest program that is one file: $(PROGRAM).c. Static, because the guest has no libraries.
OUT ?= .
CFLAGS := -std=c11 -D_GNU_SOURCE -O2 -Wall -Wextra -Werror

$(OUT)/$(PROGRAM): $(PROGRAM).c Makefile ../one_file.mk
	$(CC) $(CFLAGS) -static -o $@ $(PROGRAM).c

.PHONY: clean
clean:
	rm -f $(OUT)/$(PROGRAM)

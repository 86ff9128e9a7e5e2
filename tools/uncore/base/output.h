/* SPDX-License-Identifier: GPL-2.0-only */
/* Writing standard output, and what happens when a write fails. */
#ifndef UNCORE_OUTPUT_H
#define UNCORE_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/**
 * output_begin() - begin
 *
 * Standard files that the caller has closed stay unusable, but no other file takes their place. The program fails at its end if
 * standard output could not be written.
 */
void output_begin(void);

/** output_failure() - the exit status of that, if it is not STATUS_FAILED */
void output_failure(int status);

/** output_end_by_sigpipe() - end the program as if it did not block SIGPIPE: the output has no reader */
void output_end_by_sigpipe(void);

/**
 * output_flush() - write what was printed
 *
 * Call it after each interval, so that printing ends when the output is lost. If the reader of a pipe has gone, SIGPIPE ends
 * the run, and run_wait() returns false.
 *
 * Return: true, or false after a message, which comes once.
 */
bool output_flush(void);

/**
 * output_text() - write a long text
 * @text: its first byte
 * @size: number of bytes
 *
 * stdio does not keep the reason why a text that is longer than its buffer cannot be written. This function does.
 *
 * Return: as output_flush()
 */
bool output_text(const char *text, size_t size);

/**
 * output_is_input() - would writing a file destroy another one that is read?
 * @path: the file to write
 * @input: the file that is read, or NULL
 */
bool output_is_input(const char *path, const char *input);

/**
 * output_create() - open a file for what is recorded
 * @path: the file
 * @plain: fail if it is a symbolic link. For default names: root can be in a folder of another user
 * @alone: fail if standard output is the same file: the output of a command would be in the recording
 * @created: receives whether it is new
 *
 * An old file keeps what it has. A new one is for its owner alone, as perf.data is: counts and the command line are not for others.
 *
 * Open it before the counters, which can need all descriptors. A regular file is locked until the descriptor is closed: a second
 * recording into it is refused. A pipe waits for its reader; SIGINT and SIGTERM end the program meanwhile.
 *
 * Return: a descriptor, or -1 after a message.
 */
int output_create(const char *path, bool plain, bool alone, bool *created);

/** output_remove_empty() - remove a new file if nothing could be written to it */
void output_remove_empty(const char *path);

/**
 * output_try() - can output_open() open this file later? An old file stays as it is, a new one is not left
 * @path: the file. It cannot be the file of standard output, which has text by then
 *
 * Return: false after a message if not
 */
bool output_try(const char *path);

/**
 * output_open() - open a file that output_close() makes whole
 * @path: the file
 * @input: the recording that is read, in whatever form, or NULL
 *
 * A recording is not overwritten: `--html` without its PAGE takes the name behind it.
 * A signal that ends the program, or a failure, removes the file, also behind a link: half a page looks like a page.
 *
 * Return: the file, or NULL after a message
 */
FILE *output_open(const char *path, const char *input);

/**
 * output_close() - close a file of output_open()
 * @out: the file
 * @path: its name
 *
 * Return: STATUS_OK, or STATUS_FAILED after a message: it could not be written
 */
int output_close(FILE *out, const char *path);

#endif

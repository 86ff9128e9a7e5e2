// SPDX-License-Identifier: GPL-2.0-only
/*
 * `uncore top` on a terminal. See screen.h.
 */
#include <langinfo.h>
#include <ncurses.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/status.h"
#include "top/screen.h"

static volatile sig_atomic_t ended;

/* What is in the last row, or on the whole screen: page @help of the explanation, from 1 on. */
struct prompt {
	bool open;
	unsigned int help;
	bool more_help;
	char text[256];
	char error[160];
};

/* That of the screen while it is on. */
static const struct prompt *live;

/* For an exit() in the middle, for which there is a message: no memory. */
static void leave_screen(void)
{
	if (!live)
		return;
	endwin();
	fail_into(NULL, 0);
	if (*live->error)
		fail(STATUS_FAILED, "%s", live->error);
}

static void end(int signal)
{
	(void)signal;
	ended = 1;
}

static void start_colours(void)
{
	static const short many[10] = { 17, 18, 19, 54, 90, 126, 162, 197, 202, 220 };
	static const short few[10] = {
		COLOR_BLACK, COLOR_BLACK, COLOR_BLUE, COLOR_BLUE, COLOR_CYAN, COLOR_CYAN, COLOR_GREEN,
		COLOR_YELLOW, COLOR_MAGENTA, COLOR_RED,
	};
	const char *no_color = getenv("NO_COLOR");
	short i;

	if ((no_color && *no_color) || !has_colors())
		return;
	start_color();
	use_default_colors();
	init_pair(STYLE_BAR, COLOR_GREEN, -1);
	init_pair(STYLE_BAR2, COLOR_YELLOW, -1);
	for (i = 0; i < 10; i++)
		init_pair((short)(STYLE_HEAT_0 + i), COLORS >= 256 && i == 9 ? 16 : COLOR_WHITE,
			  COLORS >= 256 ? many[i] : few[i]);
}

static attr_t attributes(enum style style)
{
	if (style == STYLE_TITLE)
		return A_BOLD;
	if (style == STYLE_DIM)
		return A_DIM;
	return A_NORMAL;
}

static void show(const struct canvas *canvas)
{
	int row, column;

	for (row = 0; row < canvas->rows; row++) {
		for (column = 0; column < canvas->columns; column++) {
			const struct cell *cell = &canvas->cells[row * canvas->columns + column];
			short pair = cell->style >= STYLE_BAR && has_colors() ? (short)cell->style : 0;
			wchar_t text[2] = { cell->character, 0 };
			cchar_t character;

			setcchar(&character, text, attributes(cell->style), pair, NULL);
			mvadd_wch(row, column, &character);
		}
	}
}

/* The keys that fit into the row, the most useful ones first. */
static void draw_keys(struct canvas *canvas)
{
	static const char *const keys[] = {
		"q quit", "? help", "f freeze", "e event", "o order", "s package", "n next", "r reset", "t tasks",
		"d devices", "m nodes",
	};
	int column = 0;
	size_t i;

	for (i = 0; i < sizeof(keys) / sizeof(*keys) && column + (int)strlen(keys[i]) <= canvas->columns; i++)
		column = canvas_text(canvas, canvas->rows - 1, column, STYLE_DIM, "%s", keys[i]) + 2;
}

static void draw(const struct top *top, struct canvas *canvas, struct prompt *prompt)
{
	int last = LINES - 1;

	canvas_resize(canvas, LINES, COLS);
	if (prompt->help) {
		prompt->more_help = draw_help(canvas, prompt->help - 1);
		canvas_text(canvas, last, 0, STYLE_DIM, prompt->more_help ? "any key: next page" : "any key: back");
	} else {
		top_draw(top, canvas);
		/* In a low terminal a section has this row, too. */
		canvas_text(canvas, last, 0, STYLE_PLAIN, "%*s", canvas->columns, "");
		if (prompt->open)
			canvas_text(canvas, last, 0, STYLE_TITLE, "event: %s_", prompt->text);
		else if (*prompt->error)
			canvas_text(canvas, last, 0, STYLE_TITLE, "%s", prompt->error);
		else
			draw_keys(canvas);
	}
	show(canvas);
	refresh();
}

static void next_socket(struct top *top)
{
	if (++top->socket >= (int)top_sockets(top))
		top->socket = -1;
}

/* A key while an event is being typed. */
static void edit(struct top *top, struct prompt *prompt, int key)
{
	size_t length = strlen(prompt->text);

	if (key == 27) {
		prompt->open = false;
	} else if (key == '\n' || key == KEY_ENTER) {
		prompt->open = false;
		if (length && !top_set_heat(top, prompt->text, prompt->error, sizeof(prompt->error))) {
			top_forget_section(top, SECTION_HEAT);
			top_read(top);
		}
	} else if (key == KEY_BACKSPACE || key == 127 || key == 8) {
		if (length)
			prompt->text[length - 1] = '\0';
	} else if (key >= 0x20 && key < 0x7f && length + 1 < sizeof(prompt->text)) {
		prompt->text[length] = (char)key;
		prompt->text[length + 1] = '\0';
	}
}

/* getch() returns at once, and for ever, when the terminal is gone without a SIGHUP for this program. */
static bool terminal_gone(void)
{
	struct pollfd terminal = { .fd = STDIN_FILENO, .events = POLLIN };

	return poll(&terminal, 1, 0) > 0 && terminal.revents & (POLLHUP | POLLERR | POLLNVAL);
}

/* False if the key says to stop. */
static bool obey(struct top *top, struct prompt *prompt, int key)
{
	unsigned int sockets = top_sockets(top), shown = top_panes(top, COLS);

	if (key == ERR)
		return !terminal_gone();
	if (key == KEY_RESIZE)
		return true;
	if (prompt->open) {
		edit(top, prompt, key);
		return true;
	}
	if (prompt->help) {
		prompt->help = prompt->more_help ? prompt->help + 1 : 0;
		return true;
	}
	*prompt->error = '\0';
	switch (key) {
	case 'q':
		return false;
	case 'f':
		top->frozen = !top->frozen;
		break;
	case 'o':
		top->by_value = !top->by_value;
		break;
	case 's':
		next_socket(top);
		break;
	case KEY_RIGHT:
	case KEY_NPAGE:
		if (top->first_socket + shown < sockets)
			top->first_socket++;
		break;
	case KEY_LEFT:
	case KEY_PPAGE:
		if (top->first_socket)
			top->first_socket--;
		break;
	case 'n':
		top->first_socket = top->first_socket + shown < sockets ? top->first_socket + shown : 0;
		break;
	case '?':
	case 'h':
		prompt->help = 1;
		break;
	case 'r':
		top_forget(top);
		break;
	case 'm':
		top_tasks_stop(top);
		top_devices_stop(top);
		if (top->nodes)
			top->nodes = false;
		else
			top_nodes_start(top);
		break;
	case 't':
		top->nodes = false;
		top_devices_stop(top);
		if (top->tasks.on)
			top_tasks_stop(top);
		else if (!top_tasks_start(top))
			top_tasks_read(top);
		break;
	case 'd':
		top->nodes = false;
		top_tasks_stop(top);
		if (top->devices.on)
			top_devices_stop(top);
		else if (!top_devices_start(top))
			counters_read_rest(&top->devices.counters);
		break;
	case 'e':
		memset(prompt, 0, sizeof(*prompt));
		prompt->open = true;
		break;
	default:
		break;
	}
	return true;
}

int top_screen(struct top *top, unsigned long interval_ms)
{
	struct canvas canvas = { .unicode = !strcmp(nl_langinfo(CODESET), "UTF-8") };
	struct sigaction action = { .sa_handler = end };
	struct prompt prompt = { .open = false };
	double last = seconds_now(), last_read = last, interval = (double)interval_ms / 1000;
	const char *term = getenv("TERM");

	/* The picture shows what is gone. Other messages have the last row. */
	top->counters.reported = top->tasks.counters.reported = true;
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGHUP, &action, NULL);
	set_escdelay(25);
	if (!term || !*term || !newterm(NULL, stdout, stdin))
		return term && *term ? (int)fail(STATUS_FAILED, "unknown terminal type %s", term) :
			(int)fail(STATUS_FAILED, "TERM is not set; set it to the type of the terminal");
	cbreak();
	noecho();
	keypad(stdscr, TRUE);
	curs_set(0);
	start_colours();
	fail_into(prompt.error, sizeof(prompt.error));
	live = &prompt;
	atexit(leave_screen);
	top->seconds = interval;
	while (!ended) {
		double left = last + interval - seconds_now();

		draw(top, &canvas, &prompt);
		timeout(left > 0 ? (int)(left * 1000) + 1 : 0);
		if (!obey(top, &prompt, getch()))
			break;
		if (seconds_now() < last + interval)
			continue;
		last = seconds_now();
		/* The events go on while the picture stands still; the next one is of all that time. */
		if (top->frozen)
			continue;
		top_read(top);
		top->seconds = last - last_read;
		top_note(top);
		last_read = last;
	}
	live = NULL;
	endwin();
	fail_into(NULL, 0);
	canvas_free(&canvas);
	return STATUS_OK;
}

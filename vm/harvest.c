// SPDX-License-Identifier: GPL-2.0-or-later
#include "harvest.h"

#include "file.h"
#include "frame.h"
#include "functions.h"
#include "guest.h"
#include "unnamed.h"

#include <errno.h>
#include <signal.h>
#include <string.h>

#define ROWS_FAILED 2 /* the exit status of `run` */

/* The last line of what the program wrote to standard error says why it failed. */
static const char *last_line(char *text)
{
	size_t len = strlen(text);
	char *line;

	while (len && (text[len - 1] == '\n' || text[len - 1] == '\r'))
		text[--len] = '\0';
	line = strrchr(text, '\n');
	return line ? line + 1 : text;
}

static int program_failed(const struct guest_status *status, struct error *err)
{
	const char *line = last_line(status->errors);

	return error_set(
		err, -EBADMSG, "ptebench %s %d in the guest%s%s%.400s",
		status->killed ? "was ended by signal" : "exited with", status->number,
		status->killed && status->number == SIGKILL ? " (out of memory? see --memory)" : "",
		*line ? ": " : "", line);
}

/* Why there is no whole result: @frame is what is wrong with it, @ret the errno of that. */
static int no_result(const char *console, size_t size, int ret, const struct error *frame,
		     struct error *err)
{
	if (ret != -ENOENT)
		return error_set(err, ret == -EAGAIN ? -ENODATA : -EBADMSG, "%s", frame->text);
	if (guest_complained(console, size, err))
		return -EBADMSG;
	return error_set(err, -ENODATA, "ended without a result");
}

/* Completes the result @data by what the plugin wrote into @counts. */
static int add_functions(int counts, char **data, size_t *data_size, struct error *err)
{
	_cleanup_json_ json_t *result = json_loadb(*data, *data_size, 0, NULL);
	_cleanup_free_ unsigned char *counted = NULL;
	char path[UNNAMED_PATH_MAX];
	size_t counted_size;
	int ret = file_read(unnamed_path(counts, path), &counted, &counted_size);

	if (ret)
		return error_set(err, ret, "the plugin's counts: %s", strerror(-ret));
	if (!result)
		return error_set(err, -EBADMSG, "its result is no JSON");
	ret = functions_add(result, (const char *)counted, counted_size, err);
	if (ret)
		return ret;
	free(*data);
	*data = json_dumps(result, JSON_INDENT(1) | JSON_PRESERVE_ORDER);
	*data_size = *data ? strlen(*data) : 0;
	return *data ? 0 : error_set(err, -ENOMEM, "functions: not enough memory");
}

int harvest(const char *console, size_t size, int counts, const char *path, bool *rows_failed,
	    struct error *err)
{
	struct guest_status status = {.errors = NULL};
	_cleanup_free_ char *data = NULL;
	struct error why, no_status;
	size_t data_size;
	int ret = 0, without_status = guest_status_find(console, size, &status, &no_status);

	if (!without_status) {
		if (status.killed || (status.number && status.number != ROWS_FAILED))
			ret = program_failed(&status, err);
		guest_status_release(&status);
	}
	if (ret)
		return ret;
	ret = frame_find(console, size, FRAME_RESULT, &data, &data_size, &why);
	if (ret)
		return no_result(console, size, ret, &why, err);
	/* Or is it what the program had when it was killed? */
	if (without_status)
		return error_set(err, without_status == -EBADMSG ? -EBADMSG : -ENODATA, "%s",
				 no_status.text);
	if (counts >= 0)
		ret = add_functions(counts, &data, &data_size, err);
	if (ret)
		return ret;
	ret = write_file_atomic(path, data, data_size, 0644);
	if (ret)
		return error_set(err, ret,
				 "%s: cannot be written: %s (check space and permissions)", path,
				 strerror(-ret));
	*rows_failed = status.number == ROWS_FAILED;
	return 0;
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/load.h"

#include "compare/parse.h"

#include <pthread.h>
#include <sched.h>

#define MAX_THREADS 16
/* Files that are read and wait, or are being read: enough that no thread waits for a slow one. */
#define MAX_WAITING (2 * MAX_THREADS)

struct slot {
	bool done;
	int ret; /* of parse_file() */
	struct result_file file;
	struct error err;
};

struct loader {
	const struct found_files *found;
	const char *cases;
	pthread_mutex_t lock; /* of all below */
	pthread_cond_t changed;
	size_t next, taken; /* files that somebody reads or has read; that were handed over */
	size_t waiting;     /* how far the first may be ahead of the second */
	bool stop;
	struct slot slots[MAX_WAITING];
};

static size_t usable_cpus(void)
{
	cpu_set_t set;
	int nr;

	/* It is too small for machines of more than 1024 CPUs. */
	if (sched_getaffinity(0, sizeof(set), &set))
		return MAX_THREADS;
	nr = CPU_COUNT(&set);
	return nr > MAX_THREADS ? MAX_THREADS : (size_t)nr;
}

/* Reads the next file, if there is one and room for it. Called with the lock held. */
static bool read_one(struct loader *l)
{
	size_t i = l->next;
	struct slot *slot = &l->slots[i % MAX_WAITING];
	const struct found_file *file = &l->found->file[i];
	struct parse_options options = {.cases = l->cases};

	if (l->stop || i == l->found->nr || i >= l->taken + l->waiting)
		return false;
	l->next++;
	pthread_mutex_unlock(&l->lock);
	options.label = file->label;
	slot->ret = parse_file(file->path, &options, &slot->file, &slot->err);
	pthread_mutex_lock(&l->lock);
	slot->done = true;
	pthread_cond_broadcast(&l->changed);
	return true;
}

static void *work(void *data)
{
	struct loader *l = data;

	pthread_mutex_lock(&l->lock);
	while (!l->stop && l->next < l->found->nr)
		if (!read_one(l))
			pthread_cond_wait(&l->changed, &l->lock);
	pthread_mutex_unlock(&l->lock);
	return NULL;
}

/* Hands over all in order; reads, too, where the one that is wanted is not there yet. */
static int hand_over(struct loader *l,
		     int (*take)(void *data, size_t arm, struct result_file *file,
				 struct error *err),
		     void *data, struct error *err)
{
	int ret = 0;

	pthread_mutex_lock(&l->lock);
	while (l->taken < l->found->nr && ret >= 0) {
		struct slot *slot = &l->slots[l->taken % MAX_WAITING];

		if (!slot->done) {
			if (!read_one(l))
				pthread_cond_wait(&l->changed, &l->lock);
			continue;
		}
		pthread_mutex_unlock(&l->lock);
		ret = slot->ret;
		if (ret < 0)
			*err = slot->err;
		if (!ret) {
			ret = take(data, l->found->file[l->taken].arm, &slot->file, err);
			result_file_free(&slot->file);
		}
		pthread_mutex_lock(&l->lock);
		slot->done = false;
		l->taken++;
		pthread_cond_broadcast(&l->changed);
	}
	l->stop = true;
	pthread_cond_broadcast(&l->changed);
	pthread_mutex_unlock(&l->lock);
	return ret < 0 ? ret : 0;
}

int load_files(const struct found_files *found, const char *cases,
	       int (*take)(void *data, size_t arm, struct result_file *file, struct error *err),
	       void *data, struct error *err)
{
	struct loader l = {
		.found = found,
		.cases = cases,
		.lock = PTHREAD_MUTEX_INITIALIZER,
		.changed = PTHREAD_COND_INITIALIZER,
	};
	size_t wanted = usable_cpus() - 1, nr = 0;
	pthread_t threads[MAX_THREADS];
	int ret;

	l.waiting = 2 * (wanted + 1);
	if (wanted >= found->nr)
		wanted = found->nr ? found->nr - 1 : 0;
	/* With fewer, if need be with this thread alone, it takes longer. */
	while (nr < wanted && !pthread_create(&threads[nr], NULL, work, &l))
		nr++;
	ret = hand_over(&l, take, data, err);
	for (size_t i = 0; i < nr; i++)
		pthread_join(threads[i], NULL);
	/* What was read beyond a bad file. */
	for (size_t i = l.taken; i < l.next; i++)
		if (l.slots[i % MAX_WAITING].done && !l.slots[i % MAX_WAITING].ret)
			result_file_free(&l.slots[i % MAX_WAITING].file);
	pthread_cond_destroy(&l.changed);
	pthread_mutex_destroy(&l.lock);
	return ret;
}

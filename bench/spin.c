// SPDX-License-Identifier: GPL-2.0-or-later
#include "spin.h"

#include "pin.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct spinner {
	struct spinners *all;
	pthread_t thread;
	int cpu;
	bool misplaced;
};

struct spinners {
	atomic_bool go, stop;
	atomic_uint running;
	unsigned int nr;
	struct spinner each[];
};

static inline void relax(void)
{
#if defined(__x86_64__) || defined(__i386__)
	__builtin_ia32_pause();
#elif defined(__aarch64__)
	__asm__ volatile("yield");
#endif
}

static void *spin(void *arg)
{
	struct spinner *s = arg;

	while (!atomic_load(&s->all->go))
		sched_yield();
	s->misplaced = sched_getcpu() != s->cpu;
	atomic_fetch_add(&s->all->running, 1);
	while (!atomic_load_explicit(&s->all->stop, memory_order_relaxed))
		relax();
	return NULL;
}

/* Binds all, lets them go, and waits until each spins where it belongs. */
static int release(struct spinners *all, struct error *err)
{
	for (unsigned int i = 0; i < all->nr; i++) {
		int ret = pin_thread(all->each[i].thread, all->each[i].cpu, err);

		if (ret)
			return ret;
	}
	atomic_store(&all->go, true);
	while (atomic_load(&all->running) < all->nr)
		sched_yield();
	for (unsigned int i = 0; i < all->nr; i++)
		if (all->each[i].misplaced)
			return error_set(err, -EIO, "a spinning thread is not on CPU %d",
					 all->each[i].cpu);
	return 0;
}

int spin_start(const int *cpus, unsigned int nr, struct spinners **spinners, struct error *err)
{
	struct spinners *all = calloc(1, sizeof(*all) + nr * sizeof(all->each[0]));
	int ret = 0;

	if (!all)
		return -ENOMEM;
	for (unsigned int i = 0; i < nr && !ret; i++) {
		all->each[i].all = all;
		all->each[i].cpu = cpus[i];
		ret = -pthread_create(&all->each[i].thread, NULL, spin, &all->each[i]);
		all->nr += !ret;
	}
	if (ret)
		error_set(err, ret, "cannot start a spinning thread: %s", strerror(-ret));
	else
		ret = release(all, err);
	if (ret) {
		spin_stop(all);
		return ret;
	}
	*spinners = all;
	return 0;
}

uint64_t spin_cpu_ns(const struct spinners *spinners, unsigned int i)
{
	struct timespec t;
	clockid_t clock;

	if (pthread_getcpuclockid(spinners->each[i].thread, &clock) || clock_gettime(clock, &t))
		return 0;
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

void spin_stop(struct spinners *spinners)
{
	if (!spinners)
		return;
	atomic_store(&spinners->stop, true);
	atomic_store(&spinners->go, true);
	for (unsigned int i = 0; i < spinners->nr; i++)
		pthread_join(spinners->each[i].thread, NULL);
	free(spinners);
}

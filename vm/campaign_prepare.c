// SPDX-License-Identifier: GPL-2.0-or-later
#include "campaign_parts.h"

#include "guests.h"
#include "plugin.h"
#include "record.h"

#include "bench/stop.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static int exists(const struct campaign *c, struct error *err)
{
	return error_set(err, -EEXIST,
			 "%s: exists (--resume %s goes on with it; or another --campaign)", c->dir,
			 c->o->campaign);
}

static int choose_folder(struct campaign *c, const char *results_dir, struct error *err)
{
	if (snprintf(c->dir, sizeof(c->dir), "%s/%s", results_dir, c->o->campaign) >=
	    (int)sizeof(c->dir))
		return error_set(err, -ENAMETOOLONG, "%.100s...: too long a name (another folder)",
				 results_dir);
	if (c->o->resume && access(c->dir, F_OK))
		return error_set(err, -ENOENT, "--resume %s: no such campaign: %s: %s",
				 c->o->campaign, c->dir, strerror(errno));
	return c->o->resume || access(c->dir, F_OK) ? 0 : exists(c, err);
}

static void tell_kernel(const struct campaign *c, size_t arm)
{
	const struct kernel_image *image = &c->images[arm];

	fprintf(c->log, "ptebench: %s: Linux %s, %s", c->labels[arm], image->version,
		vm_arch_name(image->arch));
	if (image->cached[0])
		fprintf(c->log, " (cached; to get the newest, remove %s)", image->cached);
	fprintf(c->log, "\n");
}

static int find_images(struct campaign *c, struct error *err)
{
	const struct vm_options *o = c->o;

	for (size_t i = 0; i < o->nr_kernels; i++) {
		int ret = image_find(o->kernels[i].image, &c->images[i], err);

		if (!ret)
			ret = vm_check(&c->images[i], o->accel, err);
		if (ret)
			return ret;
		c->labels[i] = o->kernels[i].label;
		tell_kernel(c, i);
		if (c->images[i].arch != c->images[0].arch)
			return error_set(
				err, -EINVAL,
				"--kernel %s: for %s, not %s as %s (a comparison is of one "
				"architecture)",
				c->labels[i], vm_arch_name(c->images[i].arch),
				vm_arch_name(c->images[0].arch), c->labels[0]);
	}
	return 0;
}

static int not_made(const char *path, int ret, struct error *err)
{
	return error_set(err, ret, "%s: cannot be made: %s (check space and permissions)", path,
			 strerror(-ret));
}

/* Images may have taken long to fetch: the folder is this campaign's only if it is made here. */
static int make_folder(struct campaign *c, const char *results_dir, struct error *err)
{
	int ret = make_dirs(results_dir, 0755);

	if (ret)
		return not_made(results_dir, ret == -EEXIST ? -ENOTDIR : ret, err);
	if (!mkdir(c->dir, 0755))
		return 0;
	return errno == EEXIST ? exists(c, err) : not_made(c->dir, -errno, err);
}

static int make_folders_inside(struct campaign *c, struct error *err)
{
	char path[PATH_MAX];

	static const char *const others[] = {"consoles", CAMPAIGN_COUNTS};
	const size_t nr = c->o->nr_kernels, nr_others = c->o->explain ? 2 : 1;

	for (size_t i = 0; i < nr + nr_others; i++) {
		int ret;

		snprintf(path, sizeof(path), "%s/%s", c->dir,
			 i < nr ? c->labels[i] : others[i - nr]);
		ret = make_dirs(path, 0755);
		if (ret)
			return not_made(path, ret, err);
	}
	return 0;
}

/* Two at once would write the same files. */
static int lock_folder(struct campaign *c, struct error *err)
{
	c->lock = open(c->dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (c->lock < 0 || flock(c->lock, LOCK_EX | LOCK_NB))
		return error_set(err, -errno, "%s: cannot be locked: %s%s", c->dir, strerror(errno),
				 errno == EWOULDBLOCK ? " (another ptebench runs this campaign)"
						      : "");
	return 0;
}

/* From the lock on, nobody else changes anything in the folder. */
static int begin(struct campaign *c, struct vm_options *options, const char *results_dir,
		 struct error *err)
{
	int ret = options->resume ? 0 : make_folder(c, results_dir, err);

	if (!ret)
		ret = lock_folder(c, err);
	if (!ret && options->resume)
		ret = record_resume(c->dir, options, c->images, err);
	if (ret)
		return ret;
	ret = record_write(c->dir, options, c->images, err);
	/* Without a record it cannot go on, and would be in the way: gone, if nothing is in it. */
	if (ret)
		rmdir(c->dir);
	return ret ? ret : make_folders_inside(c, err);
}

static int choose_guests(struct campaign *c, struct error *err)
{
	int guests = guests_side_by_side(c->o->memory_bytes, err);

	if (guests < 0)
		return guests;
	/* Guests that share the host's CPUs share its time, which is what all others measure. */
	if (c->o->accel != VM_ICOUNT)
		guests = 1;
	c->nr_guests = guests < CAMPAIGN_MAX_GUESTS ? (size_t)guests : CAMPAIGN_MAX_GUESTS;
	return 0;
}

/* Comes after all others. Whether an earlier try has left it done. */
static bool add_counted(struct campaign *c, struct boot *boot, unsigned int arm)
{
	char path[PATH_MAX];

	*boot = (struct boot){.slot.arm = arm, .counted = true, .counts = -1};
	campaign_result_path(c, boot, path);
	if (access(path, R_OK))
		return false;
	campaign_boot_done(c, boot);
	return true;
}

/* All boots, and which of them an earlier try has left done. */
static int fill_boots(struct campaign *c, struct error *err)
{
	_cleanup_free_ struct boot_slot *slots = NULL;
	_cleanup_free_ bool *done = NULL;
	const size_t nr = c->o->nr_kernels * c->o->blocks;
	const size_t nr_counted = c->o->explain ? c->o->nr_kernels : 0;
	size_t nr_done;

	slots = calloc(nr + 1, sizeof(*slots));
	done = calloc(nr + 1, sizeof(*done));
	c->boots = calloc(nr + nr_counted, sizeof(*c->boots));
	c->iterations = json_object();
	if (!slots || !done || !c->boots || !c->iterations ||
	    order_fill(c->o->seed, (unsigned int)c->o->nr_kernels, c->o->blocks, slots))
		return error_set(err, -ENOMEM, "vm: not enough memory (fewer --boots)");
	nr_done = order_find_done(c->lock, slots, nr, c->labels, done);
	for (size_t i = 0; i < nr; i++) {
		c->boots[i] = (struct boot){.slot = slots[i], .counts = -1};
		if (done[i])
			campaign_boot_done(c, &c->boots[i]);
	}
	for (size_t i = 0; i < nr_counted; i++)
		nr_done += add_counted(c, &c->boots[nr + i], (unsigned int)i);
	c->nr_boots = nr + nr_counted;
	progress_init(&c->progress, c->log, c->nr_boots);
	fprintf(c->log,
		"ptebench: %zu boot%s, %u of each kernel, up to %zu at a time; seed %" PRIu64
		"; in %s\n",
		c->nr_boots, c->nr_boots == 1 ? "" : "s", c->o->blocks + c->o->explain,
		c->nr_guests, c->o->seed, c->dir);
	if (nr_done)
		fprintf(c->log, "ptebench: done already: %zu of them\n", nr_done);
	return 0;
}

int campaign_prepare(struct campaign *c, struct vm_options *options, const char *results_dir,
		     struct error *err)
{
	int ret = choose_folder(c, results_dir, err);

	if (!ret)
		ret = find_images(c, err);
	if (!ret && c->o->explain)
		ret = plugin_check(c->images[0].arch, err);
	if (!ret)
		ret = guests_prepare(c->images[0].arch, err);
	if (ret)
		return ret;
	c->stop_fd = stop_signals();
	if (c->stop_fd < 0)
		return error_set(err, -errno, "vm: signalfd: %s", strerror(errno));
	if (options->accel == VM_KVM)
		ret = vm_probe_kvm(&c->images[0], c->stop_fd, err);
	if (!ret)
		ret = campaign_copy(c, err);
	/* In the memory that the copies have left. */
	if (!ret)
		ret = choose_guests(c, err);
	if (!ret)
		ret = begin(c, options, results_dir, err);
	return ret ? ret : fill_boots(c, err);
}

void campaign_clean_up(struct campaign *c)
{
	for (size_t i = 0; i < c->nr_guests; i++)
		vm_free(c->guests[i]);
	close_fd(&c->base);
	for (size_t i = 0; i < VM_MAX_ARMS; i++)
		close_fd(&c->kernels[i]);
	json_decref(c->iterations);
	for (size_t i = 0; i < c->nr_boots; i++)
		close_fd(&c->boots[i].counts);
	free(c->boots);
	close_fd(&c->lock);
	if (c->stop_fd >= 0)
		stop_release();
	close_fd(&c->stop_fd);
}

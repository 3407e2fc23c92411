// SPDX-License-Identifier: GPL-2.0-or-later
/* The plugin, loaded by this program, which stands for QEMU: it has QEMU's functions. */
#include "bench/marks.h"
#include "plugin/abi.h"
#include "tmpdir.h"

#include <dlfcn.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <sys/wait.h>

#include <cmocka.h>

typedef void callback_fn(unsigned int vcpu, void *user);

struct qemu_plugin_insn {
	uint64_t address;
	size_t size;
	callback_fn *call;
	void *user;
};

struct qemu_plugin_tb {
	struct qemu_plugin_insn insns[4];
	size_t n;
	callback_fn *call;
	void *user;
};

static void (*on_translation)(uint64_t id, struct qemu_plugin_tb *tb);
static void (*on_exit_of_qemu)(uint64_t id, void *user);
static void *exit_user;

void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t id,
					   void (*call)(uint64_t id, struct qemu_plugin_tb *tb))
{
	assert_int_equal(id, 42);
	on_translation = call;
}

void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *tb, callback_fn *call,
					  enum qemu_plugin_cb_flags flags, void *user)
{
	assert_int_equal(flags, QEMU_PLUGIN_CB_NO_REGS);
	tb->call = call;
	tb->user = user;
}

void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *insn, callback_fn *call,
					    enum qemu_plugin_cb_flags flags, void *user)
{
	assert_int_equal(flags, QEMU_PLUGIN_CB_NO_REGS);
	insn->call = call;
	insn->user = user;
}

void qemu_plugin_register_atexit_cb(uint64_t id, void (*call)(uint64_t id, void *user), void *user)
{
	assert_int_equal(id, 42);
	on_exit_of_qemu = call;
	exit_user = user;
}

size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb)
{
	return tb->n;
}

uint64_t qemu_plugin_tb_vaddr(const struct qemu_plugin_tb *tb)
{
	return tb->insns[0].address;
}

struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *tb, size_t index)
{
	assert_in_range(index, 0, tb->n - 1);
	return (struct qemu_plugin_insn *)&tb->insns[index];
}

uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *insn)
{
	return insn->address;
}

size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *insn)
{
	return insn->size;
}

static void *load(void)
{
	void *plugin = dlopen(getenv("PLUGIN"), RTLD_NOW | RTLD_LOCAL);

	if (!plugin)
		fail_msg("%s", dlerror());
	on_translation = NULL;
	on_exit_of_qemu = NULL;
	return plugin;
}

static int install(void *plugin, int argc, char **argv)
{
	int (*function)(uint64_t id, const struct qemu_info *info, int argc, char **argv);

	*(void **)&function = dlsym(plugin, "qemu_plugin_install");
	assert_non_null(function);
	return function(42, NULL, argc, argv);
}

/* Loaded anew, so that it knows nothing, and told to write to the file "out". */
static void *start(const struct rootfs *dir)
{
	char argument[PATH_MAX + 8] = "out=";
	char *argv[] = {argument, NULL};
	void *plugin = load();

	tmpdir_path(dir, "out", argument + strlen(argument));
	assert_int_equal(install(plugin, 1, argv), 0);
	assert_non_null(on_translation);
	assert_non_null(on_exit_of_qemu);
	return plugin;
}

static void finish(const struct rootfs *dir, void *plugin, const char *expected)
{
	_cleanup_free_ char *text = NULL;

	on_exit_of_qemu(42, exit_user);
	assert_true(read_all_at(dir->fd, "out", &text) > 0); /* less the last newline */
	assert_string_equal(text, expected);
	dlclose(plugin);
}

/* A block at @address; @sizes: "134". */
static struct qemu_plugin_tb translate(uint64_t address, const char *sizes)
{
	struct qemu_plugin_tb tb = {.n = strlen(sizes)};

	for (size_t i = 0; i < tb.n; i++) {
		tb.insns[i].address = address;
		tb.insns[i].size = (size_t)(sizes[i] - '0');
		address += tb.insns[i].size;
	}
	on_translation(42, &tb);
	return tb;
}

/* The first @n instructions of it. */
static void execute(const struct qemu_plugin_tb *tb, size_t n)
{
	if (tb->call)
		tb->call(0, tb->user);
	for (size_t i = 0; i < n; i++)
		if (tb->insns[i].call)
			tb->insns[i].call(0, tb->insns[i].user);
}

static void execute_at(uint64_t address, const char *sizes)
{
	struct qemu_plugin_tb tb = translate(address, sizes);

	execute(&tb, tb.n);
}

static void begin(unsigned int number)
{
	execute_at(MARKS_BEGIN + number * MARKS_STRIDE, "1");
}

static void end(unsigned int number)
{
	execute_at(MARKS_END + number * MARKS_STRIDE, "1");
}

static int version(void)
{
	void *plugin = load();
	const int *chosen = dlsym(plugin, "qemu_plugin_version");
	int number;

	assert_non_null(chosen);
	number = *chosen;
	dlclose(plugin);
	return number;
}

static void test_version(void **state)
{
	void *newer;

	(void)state;
	assert_int_equal(version(), 1);
	newer = dlopen(getenv("NEWER_QEMU"), RTLD_NOW | RTLD_GLOBAL);
	assert_non_null(newer);
	assert_int_equal(version(), 2);
	dlclose(newer);
}

static void refuse(int argc, char **argv)
{
	void *plugin = load();

	assert_int_equal(install(plugin, argc, argv), -1);
	assert_null(on_translation);
	dlclose(plugin);
}

static void test_arguments(void **state)
{
	char out[] = "out=/nonexistent/out", other[] = "file=x", probe[] = "probe=on";
	char *argv[] = {out, other, NULL}, *only_other[] = {other}, *only_probe[] = {probe};
	int status;
	pid_t pid;

	(void)state;
	refuse(0, argv);
	refuse(1, argv);
	refuse(2, argv);
	refuse(1, only_other);
	/* The probe ends QEMU well. */
	pid = fork();
	assert_true(pid >= 0);
	if (!pid) {
		install(load(), 1, only_probe);
		_exit(7);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
}

static void test_between_marks(void **state)
{
	void *plugin = start(*state);
	struct qemu_plugin_tb user = translate(0x401000, "134"),
			      kernel = translate(0xffffffff81000010, "2");

	execute(&user, 3);
	begin(3);
	execute(&user, 3);
	execute(&kernel, 1);
	execute(&user, 3);
	end(3);
	execute(&kernel, 1);
	/* Again: the next repetition. */
	begin(3);
	execute(&user, 3);
	end(3);
	execute(&user, 3);
	finish(*state, plugin,
	       "work 3 2 whole\n"
	       "ffffffff81000010 1 2\n"
	       "401000 3 134\n"
	       "end");
}

static void test_works(void **state)
{
	void *plugin = start(*state);
	struct qemu_plugin_tb block = translate(0x401000, "1");

	begin(0);
	execute(&block, 1);
	execute(&block, 1);
	end(0);
	/* The largest number there is. */
	begin(MARKS_MAX - 1);
	execute(&block, 1);
	end(MARKS_MAX - 1);
	/* And one in which nothing was executed. */
	begin(5);
	end(5);
	finish(*state, plugin,
	       "work 0 1 whole\n401000 2 1\n"
	       "work 16383 1 whole\n401000 1 1\n"
	       "work 5 1 whole\n"
	       "end");
}

static void test_nothing(void **state)
{
	finish(*state, start(*state), "end");
}

static void test_broken(void **state)
{
	void *plugin = start(*state);

	/* A worker that was killed, before another one, and before one of its own number. */
	begin(1);
	begin(2);
	end(2);
	begin(3);
	begin(3);
	end(3);
	/* An end too many, and one of another number. */
	begin(4);
	end(4);
	end(4);
	begin(5);
	end(6);
	begin(7);
	end(7);
	begin(8);
	finish(*state, plugin,
	       "work 1 0 broken\nwork 2 1 whole\nwork 3 1 broken\nwork 4 2 broken\n"
	       "work 5 1 broken\nwork 7 1 whole\nwork 8 0 broken\nend");
}

/* What goes on in the next page may be among the block's instructions without being executed. */
static void test_page_end(void **state)
{
	void *plugin = start(*state);
	struct qemu_plugin_tb near = translate(0x401fe8, "99"), /* the last one at ...ff1 */
		nearer = translate(0x401fe9, "99"),             /* at ...ff2 */
		last = translate(0x401ff8, "44"),               /* to the page's end */
		alone = translate(0x401ffe, "7");

	begin(0);
	execute(&near, 2);
	execute(&nearer, 1);
	execute(&nearer, 2);
	execute(&last, 2);
	execute(&alone, 1);
	end(0);
	finish(*state, plugin,
	       "work 0 1 whole\n"
	       "401ffe 1 7\n"
	       "401ffc 1 4\n"
	       "401ff8 1 4\n"
	       "401ff2 1 9\n"
	       "401fe9 2 9\n"
	       "401fe8 1 99\n"
	       "end");
}

static void test_translated_again(void **state)
{
	void *plugin = start(*state);

	begin(0);
	execute_at(0x401000, "123");
	execute_at(0x401000, "123");
	/* Cut shorter, and at an address of the same bucket. */
	execute_at(0x401000, "12");
	execute_at(0x10000000000 + 0x401000, "123");
	end(0);
	finish(*state, plugin,
	       "work 0 1 whole\n"
	       "10000401000 1 123\n"
	       "401000 1 12\n"
	       "401000 2 123\n"
	       "end");
}

static void test_text(void **state)
{
	void *plugin = start(*state);

	begin(1);
	end(1);
	for (const char *byte = "d0 t \xff\n"; *byte; byte++)
		execute_at(MARKS_TEXT + (unsigned char)*byte * MARKS_STRIDE, "1");
	finish(*state, plugin, "work 1 1 whole\ntext\nd0 t \xff\nend");
}

/* LeakSanitizer's, where it is built in. */
void __lsan_disable(void) __attribute__((weak));

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_version),  cmocka_unit_test(test_arguments),
		tmpdir_test(test_between_marks), tmpdir_test(test_works),
		tmpdir_test(test_nothing),       tmpdir_test(test_broken),
		tmpdir_test(test_page_end),      tmpdir_test(test_translated_again),
		tmpdir_test(test_text),
	};

	/* The plugin keeps its blocks as long as QEMU lives, where others may still execute. */
	if (__lsan_disable)
		__lsan_disable();
	return cmocka_run_group_tests_name("plugin", tests, NULL, NULL);
}

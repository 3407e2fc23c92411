// SPDX-License-Identifier: GPL-2.0-or-later
#include "vm/outcome.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define EXITED(status) ((status) << 8) /* a wait status, see wait(2) */

static const struct explained {
	const char *console, *qemu;
	int wait_status;
	bool timed_out;
	enum vm_arch arch;
	enum vm_outcome outcome;
	const char *text; /* a part of it */
} explained[] = {
	{"hello\n[    1.5] reboot: Power down", "", 0, false, VM_X86_64, VM_ENDED, NULL},
	/* What it complains about in passing does not matter. */
	{"hello\n", "qemu-system-x86_64: warning: no active timers\n", 0, false, VM_X86_64,
	 VM_ENDED, NULL},
	{"[    1.2] Kernel panic - not syncing: VFS: Unable to mount root fs on "
	 "unknown-block(0,0)\r\n[    1.3] CPU: 0",
	 "", 0, false, VM_X86_64, VM_PANIC,
	 "kernel panic: VFS: Unable to mount root fs on unknown-block(0,0): the kernel did not take "
	 "the initramfs (it needs CONFIG_BLK_DEV_INITRD"},
	/* The cause comes before what follows from it. */
	{"Initramfs unpacking failed: write error\n"
	 "Kernel panic - not syncing: VFS: Unable to mount root fs on unknown-block(0,0)\n",
	 "", 0, false, VM_X86_64, VM_PANIC, "too little memory (give the guest more"},
	{"Initramfs unpacking failed: compression method gzip not configured\n"
	 "Kernel panic - not syncing: No working init found.\n",
	 "", 0, false, VM_X86_64, VM_PANIC, "(it needs CONFIG_RD_GZIP)"},
	{"Kernel panic - not syncing: System is deadlocked on memory\n", "", 0, false, VM_X86_64,
	 VM_PANIC, "out of memory (give"},
	{"Kernel panic - not syncing: Fatal exception\n", "", 0, false, VM_X86_64, VM_PANIC,
	 "kernel panic: Fatal exception (see the end of its console)"},
	/* One that hangs after its panic was killed. */
	{"Kernel panic - not syncing: Fatal exception\n", "", SIGKILL, true, VM_X86_64, VM_PANIC,
	 "kernel panic: Fatal"},
	{"hello\n", "", SIGKILL, true, VM_X86_64, VM_TIMEOUT, "not done after 90 s"},
	{"", "", SIGKILL, true, VM_X86_64, VM_TIMEOUT, "needs CONFIG_SERIAL_8250_CONSOLE"},
	{"", "", SIGKILL, true, VM_ARM64, VM_TIMEOUT, "needs CONFIG_SERIAL_AMBA_PL011_CONSOLE"},
	{"", "", 0, false, VM_X86_64, VM_SILENT, "without a word"},
	{"", "qemu-system-x86_64: could not load kernel 'x'\n\nqemu-system-x86_64: warning: x\n",
	 EXITED(1), false, VM_X86_64, VM_QEMU,
	 "QEMU failed with status 1: could not load kernel 'x'"},
	{"", "qemu-system-x86_64: cannot set up guest memory 'pc.ram': Cannot allocate memory\n",
	 EXITED(1), false, VM_X86_64, VM_QEMU, "(the host has too little memory"},
	{"hello\n", "", SIGKILL, false, VM_X86_64, VM_QEMU, "QEMU was killed"},
	{"", "kvm.c:3183: Assertion failed.\n", SIGABRT, false, VM_X86_64, VM_QEMU,
	 "QEMU crashed with signal 6 (Aborted): kvm.c:3183: Assertion failed."},
	{"", "", EXITED(1), false, VM_X86_64, VM_QEMU, "it did not say why"},
};

static void test_explain(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(explained); i++) {
		const struct explained *x = &explained[i];
		const struct vm_evidence evidence = {
			.console = x->console,
			.console_size = strlen(x->console),
			.qemu = x->qemu,
			.wait_status = x->wait_status,
			.timed_out = x->timed_out,
			.limit_ns = 90000000000u,
			.arch = x->arch,
		};
		struct error why = {"something old"};
		enum vm_outcome outcome = vm_explain(&evidence, &why);

		if (outcome != x->outcome || (x->text ? !strstr(why.text, x->text) : *why.text))
			fail_msg("%zu: outcome %d, '%s'", i, (int)outcome, why.text);
		assert_null(strchr(why.text, '\n'));
	}
}

static void test_console_end(void **state)
{
	static const char console[] = "first\n\n second\r\n \x1b\x07third\r\n\r\n";
	char buf[64], little[12];

	(void)state;
	assert_string_equal(vm_console_end(console, strlen(console), 2, buf, sizeof(buf)),
			    "   second\n   third\n");
	assert_string_equal(vm_console_end(console, strlen(console), 9, buf, sizeof(buf)),
			    "  first\n   second\n   third\n");
	assert_string_equal(vm_console_end(console, strlen(console), 9, little, sizeof(little)),
			    "   third\n");
	assert_string_equal(vm_console_end("no end", 6, 3, buf, sizeof(buf)), "  no end\n");
	assert_string_equal(vm_console_end("", 0, 3, buf, sizeof(buf)), "");
	assert_string_equal(vm_console_end("\n\n", 2, 3, buf, sizeof(buf)), "");
	/* Too long a line: its end. */
	assert_string_equal(vm_console_end("0123456789abcdef", 16, 3, little, sizeof(little)),
			    "  89abcdef\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_explain),
		cmocka_unit_test(test_console_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "kconfig.h"

#include "sysfile.h"

#include <fnmatch.h>
#include <string.h>

/* Globs; "CONFIG_" goes without saying. */
static const char *const relevant[] = {
	/* How pages are mapped, and what their entries carry. */
	"TRANSPARENT_HUGEPAGE*", "READ_ONLY_THP_FOR_FS", "NO_PAGE_MAPCOUNT", "ARM64_CONTPTE",
	"ARM64_*K_PAGES", "ARM64_VA_BITS", "ARM64_PA_BITS", "ARM64_HW_AFDBM", "ARM64_MTE",
	"ARM64_POE", "PAGE_SIZE_[0-9]*KB", "PGTABLE_LEVELS", "X86_5LEVEL", "X86_USER_SHADOW_STACK",
	"MEM_SOFT_DIRTY", "USERFAULTFD", "PTE_MARKER*", "PT_RECLAIM", "SPLIT_PTE_PTLOCKS",
	"SPLIT_PMD_PTLOCKS", "SPLIT_PTLOCK_CPUS", "HAVE_MOVE_P?D", "PER_VMA_LOCK*", "HIGHPTE",
	"KSM", "LRU_GEN*", "IDLE_PAGE_TRACKING", "PAGE_IDLE_FLAG", "PROC_PAGE_MONITOR",
	/* What is counted and accounted on the way. */
	"MEMCG*", "NUMA", "NUMA_BALANCING*", "NODES_SHIFT", "NR_CPUS", "SMP", "VM_EVENT_COUNTERS",
	"MEM_ALLOC_PROFILING*", "VIRT_CPU_ACCOUNTING*", "CONTEXT_TRACKING_USER*", "TASK_DELAY_ACCT",
	"PERF_EVENTS",
	/* What a system call and a TLB flush cost. */
	"PREEMPT*", "HZ", "NO_HZ*", "HIGH_RES_TIMERS", "PARAVIRT*", "KVM_GUEST", "HYPERV", "XEN",
	"CPU_MITIGATIONS", "MITIGATION_*", "PAGE_TABLE_ISOLATION", "UNMAP_KERNEL_AT_EL0",
	"RETPOLINE", "RETHUNK", "CALL_DEPTH_TRACKING", "BROADCAST_TLB_FLUSH",
	"ARM64_WORKAROUND_REPEAT_TLBI", "RANDOMIZE_KSTACK_OFFSET*", "SHADOW_CALL_STACK",
	"GENERIC_ENTRY", "AUDITSYSCALL", "SECCOMP", "SECURITY", "SECURITY_SELINUX",
	"SECURITY_APPARMOR", "LSM",
	/* How it was compiled. */
	"CC_VERSION_TEXT", "CC_OPTIMIZE_FOR_*", "LTO_*", "CFI", "CFI_CLANG", "AUTOFDO_CLANG",
	"PROPELLER_CLANG", "FRAME_POINTER", "UNWINDER_*", "FORTIFY_SOURCE", "STACKPROTECTOR*",
	"INIT_STACK_*", "LIST_HARDENED", "ZERO_CALL_USED_REGS", "*STACKLEAK*", "KSTACK_ERASE*",
	/* What looks for bugs. */
	"KASAN*", "KCSAN", "KMSAN", "KFENCE*", "UBSAN*", "KCOV*", "GCOV_*", "FUNCTION_TRACER",
	"DYNAMIC_FTRACE", "LOCKDEP", "LOCK_STAT", "PROVE_LOCKING", "PAGE_TABLE_CHECK*",
	"PAGE_POISONING", "PAGE_OWNER", "PAGE_EXTENSION", "SLUB_DEBUG*", "INIT_ON_*",
	"PROFILE_*_BRANCHES", "DEBUG_ATOMIC_SLEEP", "DEBUG_ENTRY", "DEBUG_KERNEL",
	"DEBUG_KMEMLEAK*", "DEBUG_LIST", "DEBUG_LOCK_ALLOC", "DEBUG_MAPLE_TREE", "DEBUG_MUTEXES",
	"DEBUG_OBJECTS*", "DEBUG_PAGEALLOC*", "DEBUG_PAGE_REF", "DEBUG_PREEMPT", "DEBUG_RWSEMS",
	"DEBUG_SPINLOCK", "DEBUG_TLBFLUSH", "DEBUG_VIRTUAL", "DEBUG_VM*"};

static bool is_relevant(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(relevant); i++)
		if (!fnmatch(relevant[i], name, 0))
			return true;
	return false;
}

json_t *kconfig_options(const struct kconfig *config)
{
	_cleanup_json_ json_t *options = json_object();
	char key[128], value[512];

	for (size_t i = 0; options && i < config->nr_lines; i++) {
		const char *line = config->lines[i];
		const char *name = key + strlen("CONFIG_");

		snprintf(key, sizeof(key), "%.*s", (int)strcspn(line, "="), line);
		if (!is_relevant(name) || !kconfig_get(config, name, value, sizeof(value)))
			continue;
		if (sysfile_put_text(options, key, value))
			return NULL;
	}
	return json_incref(options);
}

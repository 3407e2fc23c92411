/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The few functions of QEMU's interface to TCG plugins that we call, declared by ourselves: no
 * package has the header before QEMU 8.2. These have been the same from QEMU 4.2 to 10.x; what they
 * do is told by https://www.qemu.org/docs/master/devel/tcg-plugins.html.
 *
 * QEMU refuses a plugin whose version of the interface is outside of its window: 0 to 1 up to QEMU
 * 8.2, 2 and more from 9.0 on.
 */
#ifndef PLUGIN_ABI_H
#define PLUGIN_ABI_H

#include <stddef.h>
#include <stdint.h>

#define PLUGIN_EXPORT __attribute__((visibility("default")))

struct qemu_info; /* not looked into */

/* A translation block: instructions in a row, of which only the last may branch. */
struct qemu_plugin_tb;
struct qemu_plugin_insn;

enum qemu_plugin_cb_flags {
	QEMU_PLUGIN_CB_NO_REGS
};

void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t id,
					   void (*call)(uint64_t id, struct qemu_plugin_tb *tb));
void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *tb,
					  void (*call)(unsigned int vcpu, void *user),
					  enum qemu_plugin_cb_flags flags, void *user);
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *insn,
					    void (*call)(unsigned int vcpu, void *user),
					    enum qemu_plugin_cb_flags flags, void *user);
void qemu_plugin_register_atexit_cb(uint64_t id, void (*call)(uint64_t id, void *user), void *user);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
uint64_t qemu_plugin_tb_vaddr(const struct qemu_plugin_tb *tb);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *tb, size_t index);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *insn);
size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *insn);

/* What QEMU looks for in a plugin; -1 of the second refuses to be loaded. */
extern PLUGIN_EXPORT int qemu_plugin_version;
PLUGIN_EXPORT int qemu_plugin_install(uint64_t id, const struct qemu_info *info, int argc,
				      char **argv);

#endif

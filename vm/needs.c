// SPDX-License-Identifier: GPL-2.0-or-later
#include "needs.h"

#include <errno.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>

static void end_elf(Elf **elf)
{
	elf_end(*elf);
}

static int copy_string(char **to, const char *text)
{
	if (!text)
		return -ENOEXEC;
	free(*to);
	*to = strdup(text);
	return *to ? 0 : -ENOMEM;
}

static int add_name(struct needs *n, const char *name)
{
	char **more;

	if (!name)
		return -ENOEXEC;
	more = realloc(n->names, (n->nr + 1) * sizeof(*more));
	if (!more)
		return -ENOMEM;
	n->names = more;
	n->names[n->nr] = strdup(name);
	return n->names[n->nr++] ? 0 : -ENOMEM;
}

static int take_interpreter(Elf *elf, const GElf_Phdr *header, struct needs *n)
{
	Elf_Data *data =
		elf_getdata_rawchunk(elf, (int64_t)header->p_offset, header->p_filesz, ELF_T_BYTE);

	if (!data || !data->d_size || ((char *)data->d_buf)[data->d_size - 1])
		return -ENOEXEC;
	return copy_string(&n->interpreter, data->d_buf);
}

/* What loaders go by. *@dynamic: something is linked when it is started. */
static int read_segments(Elf *elf, struct needs *n, bool *dynamic)
{
	int ret = 0;
	size_t nr;

	if (elf_getphdrnum(elf, &nr))
		return -ENOEXEC;
	for (size_t i = 0; !ret && i < nr; i++) {
		GElf_Phdr header;

		if (!gelf_getphdr(elf, (int)i, &header))
			return -ENOEXEC;
		if (header.p_type == PT_INTERP)
			ret = take_interpreter(elf, &header, n);
		*dynamic |= header.p_type == PT_DYNAMIC;
	}
	return ret;
}

static int read_dynamic(Elf *elf, const GElf_Shdr *header, Elf_Scn *section, struct needs *n)
{
	Elf_Data *data = elf_getdata(section, NULL);
	bool has_runpath = false;
	GElf_Dyn entry;
	int ret = data ? 0 : -ENOEXEC;

	for (int i = 0; !ret && gelf_getdyn(data, i, &entry) && entry.d_tag != DT_NULL; i++) {
		const char *text = elf_strptr(elf, header->sh_link, entry.d_un.d_val);

		if (entry.d_tag == DT_NEEDED)
			ret = add_name(n, text);
		else if (entry.d_tag == DT_RUNPATH || (entry.d_tag == DT_RPATH && !has_runpath))
			ret = copy_string(&n->runpath, text);
		has_runpath |= entry.d_tag == DT_RUNPATH;
	}
	return ret;
}

/* @dynamic: without a section for that, what is needed would be overlooked. */
static int read_sections(Elf *elf, bool dynamic, struct needs *n)
{
	Elf_Scn *section = NULL;
	int ret = 0;

	while (!ret && (section = elf_nextscn(elf, section))) {
		GElf_Shdr header;

		if (!gelf_getshdr(section, &header))
			return -ENOEXEC;
		if (header.sh_type != SHT_DYNAMIC)
			continue;
		ret = read_dynamic(elf, &header, section, n);
		dynamic = false;
	}
	return dynamic && !ret ? -ENOEXEC : ret;
}

int needs_read(int fd, struct needs *needs)
{
	__attribute__((cleanup(end_elf))) Elf *elf = NULL;
	struct needs n = {0};
	GElf_Ehdr header;
	bool dynamic = false;
	int ret;

	elf_version(EV_CURRENT);
	elf = elf_begin(fd, ELF_C_READ, NULL);
	if (!elf || elf_kind(elf) != ELF_K_ELF || !gelf_getehdr(elf, &header))
		return -ENOEXEC;
	n.machine = header.e_machine;
	n.elf_class = gelf_getclass(elf);
	ret = read_segments(elf, &n, &dynamic);
	if (!ret)
		ret = read_sections(elf, dynamic, &n);
	if (ret)
		needs_release(&n);
	else
		*needs = n;
	return ret;
}

void needs_release(struct needs *needs)
{
	for (size_t i = 0; i < needs->nr; i++)
		free(needs->names[i]);
	free(needs->names);
	free(needs->interpreter);
	free(needs->runpath);
	*needs = (struct needs){0};
}

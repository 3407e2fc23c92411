// SPDX-License-Identifier: GPL-2.0-or-later
int help(void);

int help(void)
{
	return 0;
}

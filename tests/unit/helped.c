// SPDX-License-Identifier: GPL-2.0-or-later
int help(void);

int main(void)
{
	return help();
}

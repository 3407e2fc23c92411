#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# -m -O DIR CONFIG FRAGMENT: stands for Linux's.
cat "$5" >>"$3/.config"

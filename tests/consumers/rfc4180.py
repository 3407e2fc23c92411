#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Reads CSV, strictly by RFC 4180 with a header, as UTF-8; Python's own reader takes far more.

Usage: rfc4180.py FILE. Prints a JSON array of objects, column to field. Exit status 1 if a rule is
broken: line ends other than CRLF, quotes inside a plain field, lines of different length.
"""
import json
import re
import sys

# Text between the quotes, or a field without any; then what separates it from the next.
FIELD = re.compile(r'(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)')


def read(text):
    rows, row, place = [], [], 0
    while place < len(text):
        field = FIELD.match(text, place)
        assert field, f'character {place}: {text[place:place + 40]!r}'
        row.append(field[2] if field[1] is None else field[1].replace('""', '"'))
        if field[3] != ',':
            rows.append(row)
            row = []
        place = field.end()
    assert rows and not row, 'does not end with a line end'
    header = rows.pop(0)
    assert all(header) and len(set(header)) == len(header), 'columns without a name, or two alike'
    for row in rows:
        assert len(row) == len(header), f'{len(row)} fields instead of {len(header)}: {row}'
    return [dict(zip(header, row)) for row in rows]


if __name__ == '__main__':
    try:
        with open(sys.argv[1], encoding='utf-8', newline='') as f:
            print(json.dumps(read(f.read())))
    except (AssertionError, ValueError) as why:
        sys.exit(f'{sys.argv[1]}: {why}')

#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Reads the Go benchmark format, strictly by https://golang.org/design/14313-benchmark-format.

Usage: gobench.py FILE. Prints a JSON array of results: name (decoded), iterations, values by unit,
config. The format ignores every line that it does not know; here only comments and blank lines may
be such. As the testing package has it, no lower-case letter follows "Benchmark".
"""
import json
import re
import sys
from urllib.parse import unquote

NUMBER = re.compile(r'[0-9]+(\.[0-9]+)?(e[+-][0-9]+)?')
# Of a key only its first character need be a lower-case letter.
KEY = re.compile(r'([^\W\d_A-Z][^\sA-Z:]*):(?:[ \t]+(.*))?')


def read_result(line):
    fields = line.split()
    assert len(fields) >= 4 and len(fields) % 2 == 0, f'{len(fields)} fields: {line}'
    name, iterations = fields[0][len('Benchmark'):], fields[1]
    assert name and not name[0].islower(), f'name {name}'
    assert not re.search(r'-[0-9]+$', name), f'{name} ends like a number of CPUs'
    assert re.fullmatch('[1-9][0-9]*', iterations), f'iterations {iterations}'
    values = {}
    for value, unit in zip(fields[2::2], fields[3::2]):
        assert NUMBER.fullmatch(value), f'value {value}'
        assert unit not in values, f'{unit} comes twice'
        values[unit] = float(value)
    return {'name': unquote(name, errors='strict'), 'iterations': int(iterations),
            'values': values}


def read(text):
    assert text.endswith('\n'), 'does not end with a line end'
    config, results = {}, []
    for line in text[:-1].split('\n'):
        assert not re.search(r'[\x00-\x08\x0b-\x1f\x7f]', line), f'control character: {line!r}'
        key = KEY.fullmatch(line)
        if line.startswith('Benchmark'):
            results.append(read_result(line) | {'config': dict(config)})
        elif key and key[2]:
            config[key[1]] = unquote(key[2], errors='strict')
        elif key:
            config.pop(key[1], None)
        else:
            assert not line or line.startswith('#'), f'neither key, result nor comment: {line}'
    return results


if __name__ == '__main__':
    try:
        with open(sys.argv[1], encoding='utf-8', newline='') as f:
            print(json.dumps(read(f.read())))
    except (AssertionError, ValueError) as why:
        sys.exit(f'{sys.argv[1]}: {why}')

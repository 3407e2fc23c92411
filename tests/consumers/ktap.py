#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Reads KTAP, strictly by the kernel's Documentation/dev-tools/ktap.rst.

Usage: ktap.py FILE. Prints the tests as JSON: name (decoded), ok, directive, data, subtests.
Exit status 1 with a line on stderr if a rule is broken. What the document merely recommends (a
plan, '# ' before diagnostics) is required, since a writer has no reason to leave it out.
"""
import json
import re
import sys
from urllib.parse import unquote

RESULT = re.compile(r'(ok|not ok) ([0-9]+) ([^#]+?)(?: # (?:(SKIP|TODO|XFAIL|TIMEOUT|ERROR)\b ?)?(.*))?')
PLAN = re.compile(r'1\.\.(0|[1-9][0-9]*)')


class Broken(Exception):
    pass


class Reader:
    def __init__(self, text):
        if not text.endswith('\n'):
            raise Broken('does not end with a line end')
        self.lines = text[:-1].split('\n')
        self.place = 0

    def fail(self, why):
        raise Broken(f'line {self.place + 1}: {why}')

    def peek(self):
        return self.lines[self.place] if self.place < len(self.lines) else None

    def take(self, indent):
        line = self.peek()
        if line is None:
            self.fail('ends too early')
        if not line.startswith(indent) or line[len(indent):].startswith(' '):
            self.fail(f'not indented by {len(indent)}')
        if re.search(r'[\x00-\x1f\x7f]', line) or line.endswith(' '):
            self.fail('control character, or space at the end')
        self.place += 1
        return line[len(indent):]

    def block(self, depth):
        """A version line, a plan and as many results."""
        indent = '  ' * depth
        if self.take(indent) != 'KTAP version 1':
            self.fail('no version line')
        plan = PLAN.fullmatch(self.take(indent))
        if not plan:
            self.fail('no plan')
        return [self.test(depth, number + 1) for number in range(int(plan[1]))]

    def test(self, depth, number):
        indent = '  ' * depth
        subtests = []
        if self.peek() == indent + '  KTAP version 1':
            subtests = self.block(depth + 1)
        line = self.take(indent)
        while line.startswith('# '):
            line = self.take(indent)
        result = RESULT.fullmatch(line)
        if not result:
            self.fail(f'no result: {line}')
        ok = result[1] == 'ok'
        if int(result[2]) != number:
            self.fail(f'number {result[2]} instead of {number}')
        if '#' in (result[5] or ''):
            self.fail('a second "#"')
        if result[4] in ('TIMEOUT', 'ERROR') and ok:
            self.fail(f'{result[4]} goes with "not ok"')
        if ok and any(not test['ok'] for test in subtests):
            self.fail('passes, though a subtest failed')
        return {'name': unquote(result[3], errors='strict'), 'ok': ok, 'directive': result[4],
                'data': result[5], 'subtests': subtests}


def read(text):
    reader = Reader(text)
    tests = reader.block(0)
    if reader.peek() is not None:
        reader.fail('goes on after the plan')
    return tests


if __name__ == '__main__':
    try:
        with open(sys.argv[1], encoding='utf-8', newline='') as f:
            print(json.dumps(read(f.read())))
    except (Broken, ValueError) as why:
        sys.exit(f'{sys.argv[1]}: {why}')

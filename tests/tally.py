#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Counts single test cases of a `meson test` run.

Usage: tally.py LOGDIR STATUS, STATUS being meson's exit status. Lists what was skipped and what
failed, then closes with "N passed, N failed, N skipped". Exit status: 0, or 1 if anything failed
or nothing ran.

The cases are in meson's JUnit file. That leaves out a program which crashed or ran out of time
after its first case, and shows one that ran out of time before as passed, so that each program's
own result is taken from testlog.json.
"""
import json
import re
import sys
import xml.etree.ElementTree as ET
from pathlib import Path


def read_programs(logs):
    """Name of each test program: its line in testlog.json."""
    lines = (logs / 'testlog.json').read_text(errors='replace').splitlines()
    return {entry['name']: entry for entry in map(json.loads, lines)}


def read_cases(logs, programs):
    """Yields (program, case, outcome, reason); case is None where the program has no cases."""
    text = (logs / 'testlog.junit.xml').read_bytes().decode(errors='replace')
    # Meson copies control characters of a test's output as they are, which XML does not allow.
    root = ET.fromstring(re.sub('[\x00-\x08\x0b\x0c\x0e-\x1f]', '?', text).encode())
    for suite in root.iter('testsuite'):
        for case in suite.iter('testcase'):
            program, name, reason = case.get('name'), None, ''
            if program not in programs:
                reason = (case.findtext('system-out') or '').strip()
                name = re.sub(r'^\d+( -)? +', '', program)
                program = max((p for p in programs if suite.get('name').endswith('.' + p)), key=len)
            outcome = 'passed'
            for tag, what in (('skipped', 'skipped'), ('failure', 'failed'), ('error', 'failed')):
                if case.find(tag) is not None:
                    outcome = what
            yield program, name, outcome, reason


def judge(program, cases):
    """The cases of one program, with its own end taken into account."""
    result, status = program['result'], program.get('returncode') or 0
    output = program.get('stdout') or ''
    alone = len(cases) == 1 and cases[0][0] is None
    if result in ('TIMEOUT', 'INTERRUPT') or status < 0:
        end = f'killed by signal {-status}' if result == 'ERROR' else result.lower()
    elif result not in ('OK', 'SKIP', 'EXPECTEDFAIL') and not any(c[1] == 'failed' for c in cases):
        end = f'ended with status {status} before all its cases'
    elif alone and result == 'SKIP' and status == 0 and '1..0' not in output:
        end = 'printed no results'
    else:
        if alone and cases[0][1] == 'skipped':
            plan = re.search(r'1\.\.0 *# *\w+:? *(.*)', output)
            cases = [(None, 'skipped', plan[1] if plan else '')]
        return cases
    return ([] if alone else cases) + [(None, 'failed', end)]


def main():
    logs, meson_status = Path(sys.argv[1]), int(sys.argv[2])
    counts = {'passed': 0, 'failed': 0, 'skipped': 0}
    listed = {'skipped': [], 'failed': []}

    def count(program, case, outcome, reason):
        counts[outcome] += 1
        if outcome != 'passed':
            what = ': '.join(filter(None, (program, case)))
            listed[outcome].append(f'{outcome}: {what}' + (f' ({reason})' if reason else ''))

    try:
        programs = read_programs(logs)
        cases = {name: [] for name in programs}
        for program, case, outcome, reason in read_cases(logs, programs):
            cases[program].append((case, outcome, reason))
        for name, entry in programs.items():
            for case in judge(entry, cases[name]):
                count(name, *case)
    except (OSError, ValueError, ET.ParseError) as error:
        count('meson test', None, 'failed', f'no readable log: {error}')
    if meson_status and not counts['failed']:
        count('meson test', None, 'failed', f'exit status {meson_status}')

    for line in listed['skipped'] + listed['failed']:
        print(line)
    print('{passed} passed, {failed} failed, {skipped} skipped'.format(**counts))
    return 1 if counts['failed'] or not counts['passed'] else 0


if __name__ == '__main__':
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Reads JUnit XML, strictly by the schema of Jenkins' xUnit plugin (junit-10.xsd), and beyond.

Usage: junit.py FILE. Prints the suites as JSON: name, properties, and cases with classname, name,
result (None, failure, error, skipped), type, message, text. Exit status 1 if anything is amiss:
elements out of order, attributes unknown, missing or of the wrong form, counts that do not add up,
times of what is no time.
The schema leaves most attributes optional; here all that some reader needs must be there.
"""
import json
import re
import sys
import xml.etree.ElementTree as ET

COUNT = re.compile(r'0|[1-9][0-9]*')
# A number of seconds to xs:decimal as well as to Surefire: no exponent, no thousands separators.
TIME = re.compile(r'[0-9]+\.[0-9]+')
TEXT = re.compile(r'(?s).*')
SOME = re.compile(r'(?s).+')

# Element: attributes with their form, all required.
ATTRIBUTES = {
    'testsuites': {'name': SOME, 'tests': COUNT, 'failures': COUNT, 'errors': COUNT, 'time': TIME},
    'testsuite': {'name': SOME, 'tests': COUNT, 'failures': COUNT, 'errors': COUNT,
                  'skipped': COUNT, 'time': TIME},
    'properties': {},
    'property': {'name': SOME, 'value': TEXT},
    'testcase': {'classname': SOME, 'name': SOME, 'time': TIME},
    'failure': {'type': SOME, 'message': SOME},
    'error': {'type': SOME, 'message': SOME},
    'skipped': {'type': SOME, 'message': SOME},
    'system-out': {},
}

# Element: its children's names, each with a space after it, in order.
CHILDREN = {
    'testsuites': re.compile(r'(testsuite )*'),
    'testsuite': re.compile(r'properties (testcase )*'),
    'properties': re.compile(r'(property )+'),
    'testcase': re.compile(r'(skipped |error |failure )?system-out '),
}
NONE = re.compile('')


def check(element):
    wanted = ATTRIBUTES.get(element.tag)
    assert wanted is not None, f'<{element.tag}> is unknown'
    assert set(element.attrib) == set(wanted), f'<{element.tag}> has {sorted(element.attrib)}'
    for name, form in wanted.items():
        value = element.attrib[name]
        assert form.fullmatch(value), f'<{element.tag} {name}="{value}">'
    children = ''.join(f'{child.tag} ' for child in element)
    assert CHILDREN.get(element.tag, NONE).fullmatch(children), f'<{element.tag}> has {children}'
    if element.tag in CHILDREN:
        text = (element.text or '') + ''.join(child.tail or '' for child in element)
        assert not text.strip(), f'<{element.tag}> has text'
    for child in element:
        check(child)


def check_counts(element):
    cases = list(element.iter('testcase'))
    counts = {'tests': len(cases)}
    for attribute, tag in (('failures', 'failure'), ('errors', 'error'), ('skipped', 'skipped')):
        counts[attribute] = sum(case.find(tag) is not None for case in cases)
    for name, number in counts.items():
        assert element.get(name, str(number)) == str(number), f'<{element.tag}> {name}: {number}'


def check_times(element):
    times = [float(case.get('time')) for case in element.iter('testcase')]
    # Each is rounded to a nanosecond.
    wrong = abs(float(element.get('time')) - sum(times)) > 1e-9 * (len(times) + 1)
    assert not wrong, f'<{element.tag}> time: {sum(times)}'


def read_case(case):
    if ' instructions per iteration' in case.findtext('system-out'):
        assert float(case.get('time')) == 0, f'{case.get("name")}: instructions as seconds'
    results = [child for child in case if child.tag != 'system-out']
    result = results[0] if results else ET.Element('none')
    return {'classname': case.get('classname'), 'name': case.get('name'),
            'time': case.get('time'), 'result': result.tag if results else None,
            'type': result.get('type'), 'message': result.get('message'),
            'text': case.findtext('system-out')}


def read(data):
    assert data.startswith(b'<?xml version="1.0" encoding="UTF-8"?>\n'), 'no XML declaration'
    root = ET.fromstring(data)
    assert root.tag == 'testsuites', f'<{root.tag}> is the root'
    check(root)
    check_counts(root)
    check_times(root)
    suites = []
    for suite in root:
        check_counts(suite)
        check_times(suite)
        names = [case.get('name') for case in suite.iter('testcase')]
        assert len(names) == len(set(names)), f'{suite.get("name")}: a case comes twice'
        suites.append({
            'name': suite.get('name'),
            'properties': {p.get('name'): p.get('value') for p in suite.iter('property')},
            'cases': [read_case(case) for case in suite.iter('testcase')],
        })
    return suites


if __name__ == '__main__':
    try:
        with open(sys.argv[1], 'rb') as f:
            print(json.dumps(read(f.read())))
    except (AssertionError, ET.ParseError) as why:
        sys.exit(f'{sys.argv[1]}: {why}')

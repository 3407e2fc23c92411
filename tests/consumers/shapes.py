#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Holds the JSON forms of `ptebench compare` to their documented shape.

Usage: shapes.py json|gbench|bmf FILE. Prints the file. Exit status 1 if a key is unknown or
missing, a value of another type, null, or not finite.

A shape is a type, a list of one shape, or an object: key to shape, '?' before a key that may be
absent; the key '*' stands for any.
"""
import json
import math
import sys

NUMBER = (int, float)
INTERVAL = [NUMBER]
ESTIMATE = {'real_time': NUMBER, 'min': NUMBER, '?spread_percent': NUMBER,
            '?process_spread_percent': NUMBER}
COEFFICIENT = {'value': NUMBER, '?interval_95': INTERVAL}
CHANGE = {'?ratio': NUMBER, '?change_percent': NUMBER, '?interval_95_percent': INTERVAL}

# compare/README.md
REPORT = {
    'ptebench_compare': int,
    'status': int,
    'arms': [{
        'name': str, 'label': str, 'input': str, '?clock': str, 'flat': bool, 'published': bool,
        '?uncounted': [str], '?source': {'*': str}, 'files': [str],
        'boots': [{'id': str, '?release': str, '?version': str, '?machine': str, '?block': int,
                   '?position': int}],
    }],
    '?steps': [{'id': str, '?subject': str, '?arm': str, '?failure': str}],
    'cases': [{
        'name': str, 'control': bool, 'threshold_percent': NUMBER,
        'arms': [{
            'arm': str, '?failed': str, '?skipped': str, '?failed_boots': int,
            '?skipped_boots': int,
            **{'?' + key.lstrip('?'): shape for key, shape in ESTIMATE.items()},
            '?boots': [{'id': str, 'median': NUMBER, 'processes': int, 'repetitions': int}],
            '?directions': [{'name': str, **ESTIMATE}],
            '?workload': dict, '?min_iterations': int, '?max_iterations': int, '?contended': int,
            '?verified': bool, '?counters': {'*': (int, float, str)},
        }],
    }],
    'contrasts': [{
        'base': str, 'arm': str, 'step': bool, 'method': str, '?why': str, 'units': int,
        'gated': int, '?prior_df': NUMBER, '?moved_control': str, 'verdicts': {'*': int},
        'cases': [{
            'name': str, 'verdict': str, 'reason': str, 'fragile': bool, **CHANGE,
            '?method': str, '?units': int, '?interval_90_percent': INTERVAL, '?p': NUMBER,
            '?p_adjusted': NUMBER, '?sign_interval_percent': INTERVAL, '?p_sign_flip': NUMBER,
            '?detectable_percent': NUMBER, '?boots_needed': int,
            '?directions': [{'name': str, **CHANGE}],
        }],
        'differences': [{'name': str, '?base': str, '?here': str, 'fatal': bool,
                         'allowed': bool}],
    }],
    '?curves': [{
        'name': str, 'x': str, 'cases': [str], '?fitted': [str],
        '?lines': [{'arm': str, 'boots': int, 'intercept': COEFFICIENT, 'slope': COEFFICIENT,
                    'worst': str, 'worst_percent': NUMBER, 'straight': bool}],
        '?changes': [{'base': str, 'arm': str, 'step': bool, 'intercept': CHANGE,
                      'slope': CHANGE}],
    }],
    '?self_check': {'boots': [int], 'cases': int, '?median_change_percent': NUMBER,
                    '?largest_change_percent': NUMBER, '?largest': str, '?moved': str},
}

# What google/benchmark's compare.py, github-action-benchmark and Bencher's adapter read.
GBENCH = {
    'context': {'?date': str, 'executable': str, 'caches': list, 'label': str, '?kernel': str,
                '?clock': str},
    'benchmarks': [{'name': str, 'run_name': str, 'run_type': str, 'repetitions': int,
                    'repetition_index': int, 'threads': int, 'iterations': int,
                    'real_time': NUMBER, 'cpu_time': NUMBER, 'time_unit': str,
                    '?label': str}],
}

# https://bencher.dev/docs/reference/bencher-metric-format/
BMF = {'*': {'*': {'value': NUMBER, '?lower_value': NUMBER, '?upper_value': NUMBER}}}


def check(value, shape, path):
    if isinstance(shape, list):
        assert isinstance(value, list), f'{path}: no array'
        for i, element in enumerate(value):
            check(element, shape[0], f'{path}[{i}]')
    elif isinstance(shape, dict):
        assert isinstance(value, dict), f'{path}: no object'
        for key, element in value.items():
            wanted = shape.get(key, shape.get('?' + key, shape.get('*')))
            assert wanted, f'{path}.{key}: not documented'
            check(element, wanted, f'{path}.{key}')
        for key in shape:
            assert key[0] in '?*' or key in value, f'{path}.{key}: missing'
    else:
        # To Python a truth value is a whole number.
        assert isinstance(value, shape) and (shape is bool or not isinstance(value, bool)), \
            f'{path}: {value!r}'
        assert not isinstance(value, float) or math.isfinite(value), f'{path}: {value}'


def check_bmf(benchmarks):
    for name, measures in benchmarks.items():
        assert len(name) <= 1024, f'{name}: too long a name'
        for measure, m in measures.items():
            assert measure in ('latency', 'instructions'), measure
            assert m.get('lower_value', 0) <= m['value'] <= m.get('upper_value', math.inf), name


def check_gbench(file):
    counted = file['context'].get('clock') == 'instructions'
    for row in file['benchmarks']:
        assert row['time_unit'] == 'ns', row
        assert row.get('label') == ('instructions, not ns' if counted else None), row


def unique(pairs):
    assert len(dict(pairs)) == len(pairs), f'a key comes twice: {pairs}'
    return dict(pairs)


def refuse(constant):
    raise ValueError(f'{constant} is no JSON')


def read(form, text):
    root = json.loads(text, object_pairs_hook=unique, parse_constant=refuse)
    check(root, {'json': REPORT, 'gbench': GBENCH, 'bmf': BMF}[form], form)
    if form == 'bmf':
        check_bmf(root)
    if form == 'gbench':
        check_gbench(root)
    return root


if __name__ == '__main__':
    try:
        with open(sys.argv[2], encoding='utf-8') as f:
            print(json.dumps(read(sys.argv[1], f.read())))
    except (AssertionError, ValueError) as why:
        sys.exit(f'{sys.argv[2]}: {why}')

"""Math-Verify's side of `npm run bench -- verifiers`, one thread.

Reads the cases from the file named as the first argument (a JSON list of {gold, response, expected}), then one JSON job a
line ({"job": "pass"}), and answers each with CPU and wall seconds.
"""

import json
import logging
import resource
import sys
import time
from importlib.metadata import version

from math_verify import parse, verify

logging.disable(logging.CRITICAL)


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        cases = json.load(file)
    slowest = 0.0

    def judge_all():
        nonlocal slowest
        slowest, right = 0.0, 0
        for case in cases:
            start = time.perf_counter()
            correct = bool(verify(parse(f"${case['gold']}$"), parse(case["response"])))
            slowest = max(slowest, 1000 * (time.perf_counter() - start))
            expected = case.get("expected")
            right += expected is None or correct == expected
        return right

    jobs = {"pass": judge_all, "slowest": lambda: slowest}
    print(json.dumps({"ready": f"Math-Verify {version('math-verify')}"}), flush=True)
    for line in sys.stdin:
        job = json.loads(line)["job"]
        before, start = resource.getrusage(resource.RUSAGE_SELF), time.perf_counter()
        value = jobs[job]()
        wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_SELF)
        cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        print(json.dumps({"cpu": cpu, "wall": wall, "value": value, "rss": after.ru_maxrss / 1024}), flush=True)


main()

"""Fails when a test was skipped that is not on the named list, or when nothing was tested at all."""

import pathlib
import sys
import xml.etree.ElementTree as ET

report, listed = map(pathlib.Path, sys.argv[1:3])
allowed = {line.split("#")[0].strip() for line in listed.read_text(encoding="utf-8").splitlines()} - {""}
cases = list(ET.parse(report).getroot().iter("testcase"))
skipped = {f"{case.get('classname')}::{case.get('name')}" for case in cases if case.find("skipped") is not None}
strange = sorted(name for name in skipped if name.partition("[")[0] not in allowed)
if strange or not cases:
    sys.exit("Skipped, and not on the list:\n  " + "\n  ".join(strange) if strange else "No test ran.")
print(f"{len(cases)} tests, {len(skipped)} skipped, all of them listed.")

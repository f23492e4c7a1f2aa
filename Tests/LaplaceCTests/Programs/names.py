"""Reads a recording whose fields are called as parts of a schema."""
import sys

import laplace

recording = laplace.Recording(sys.argv[1])
before = {
    "rows.key": [1, 1], "rows.items": [2, 2], "rows.a.b": [3, 3], "rows.x?": [0, 0],
    "rows.n#.count": [1, 1], "rows.maybe.isPresent": [0, 0], "rows.maybe.some.isPresent": [0, 0],
    "rows.maybe": [0, 0], "rows.power": [0, 0], "rows.power.factor": [0, 0],
    "rows.power.until": [0, 0], "rows.n#": [4, 4], "gold.count": [2]}
changes = [
    {"rows.a.b": [3, 9]}, {"rows.x?": [0, 1]}, {"rows.maybe.isPresent": [0, 1]},
    {"rows.maybe.some.isPresent": [0, 1], "rows.maybe": [0, 7]},
    {"rows.power": [0, 1], "rows.power.factor": [0, 3], "rows.power.until": [0, 609]}, {}]
missing = before.keys() - set(recording.columns)
assert not missing, (missing, recording.columns)
expected = dict(before)
for step, change in enumerate([{}] + changes, -1):
    expected.update(change)
    for name, values in expected.items():
        found = recording.column(name, after=step).tolist()
        assert found == values, (step, name, found, values)
print("read")

"""Records arrays, reads them again, compares columns of a golden recording with what the tool says."""
import csv
import io
import subprocess
import sys

import numpy

import laplace

path, golden, tool = sys.argv[1:]
balls = numpy.zeros(20, dtype=[("x", "f4"), ("y", "f8"), ("on", "?")])
balls["y"] = numpy.arange(20)
digests, heights = [], []
with laplace.Recorder(path, "arrays", {"balls": balls}, inputs={"kick": [("speed", "f4")]}) as recorder:
    for step in range(300):
        kicks = [("kick", (2,))] if step % 50 == 9 else []
        balls["y"] += numpy.float64(0.5 if kicks else -0.125)
        balls["x"] += numpy.float32(0.25)
        digests.append(recorder.step({"balls": balls}, kicks))
        heights.append(balls["y"].copy())
recording = laplace.Recording(path)
assert len(recording) == 300 and recording.columns == ["balls.x", "balls.y", "balls.on"]
for step in range(300):
    assert recording.digest(after=step) == digests[step], step
    assert (recording.column("balls.y", after=step) == heights[step]).all(), step

field = "bodies.positionX"
run = subprocess.run([tool, "export", golden, "--csv", "--field", "bodies[*].positionX"],
                     capture_output=True, text=True, check=True)
steps = {}
for row in csv.DictReader(io.StringIO(run.stdout)):
    steps.setdefault(int(row["step"]), []).append(numpy.float32(row["positionX"]))
recording = laplace.Recording(golden)
assert len(steps) == len(recording) > 100
for step, column in steps.items():
    assert (recording.column(field, after=step) == numpy.array(column)).all(), step

for wrong in (lambda: laplace.Recording("/nowhere.mcap"), lambda: recording.column("no.such", after=0),
              lambda: recording.column(recording.columns[0], after=10**9),
              lambda: laplace.Recorder(path, "x", {"balls": numpy.zeros(3)}),
              lambda: laplace.Recorder(path, "x", {"t": numpy.full(1, numpy.nan, [("x", "f4")])})):
    try:
        wrong()
    except laplace.Error as error:
        assert "\n" not in str(error)
    else:
        raise AssertionError("was not refused")
print("recorded, read, refused")

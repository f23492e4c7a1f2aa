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

# Rows that do not lie one after the other are read where they are.
views = laplace.Recorder(path, "views", {"balls": balls[::2]})
views.step({"balls": balls[::-2]})
views.step({"balls": balls[3:3]})
views.step({"balls": numpy.broadcast_to(balls[:1], 7)})
# The same process takes over what it has not finished.
again = laplace.Recorder(path, "views", {"balls": balls[::2]})
again.step({"balls": balls[::-2]})
open_inputs = laplace.Recorder(path + "2", "arrays", {"balls": balls}, inputs={"kick": [("n", "u1")]})
other = balls.astype([("x", "f4"), ("y", "f4"), ("on", "?")])
for words, wrong in (
        ("made with dtype", lambda: again.step({"balls": other})),
        ("made with dtype", lambda: again.step({"balls": numpy.zeros(3)})),
        ("made with dtype", lambda: again.step({"balls": balls[["x", "y"]]})),
        ("made with dtype", lambda: again.step({"balls": balls.astype(balls.dtype.newbyteorder(">"))})),
        ("has shape (4, 5)", lambda: again.step({"balls": balls.reshape(4, 5)})),
        ("has shape ()", lambda: again.step({"balls": balls[0]})),
        ("tables are balls", lambda: again.step({})),
        ("is finished", lambda: views.step({"balls": balls})),
        ("is finished", lambda: views.mark("late")),
        ("no input 'push'", lambda: open_inputs.step({"balls": balls}, [("push", (1,))])),
        ("input 'kick' of", lambda: open_inputs.step({"balls": balls}, [("kick", (1, 2))])),
        ("input 'kick' of", lambda: open_inputs.step({"balls": balls}, [("kick", 1)])),
        ("in this machine's order", lambda: laplace.Recorder(
            path, "x", {"t": numpy.zeros(3, [("x", ">f4")])}))):
    try:
        wrong()
    except laplace.Error as error:
        assert words in str(error) and "\n" not in str(error), error
    else:
        raise AssertionError(words)
again.finish()
open_inputs.finish()
views = laplace.Recording(path)
assert len(views) == 1 and (views.column("balls.y", after=0) == balls["y"][::-2]).all()

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

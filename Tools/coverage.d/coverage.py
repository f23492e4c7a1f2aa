"""Runs the golden recordings with counters and lists the functions that none of them reaches."""

import collections
import concurrent.futures
import fnmatch
import glob
import json
import os
import subprocess
import sys
import tempfile

MODULES = ("DeterministicMath", "RigidBodies", "Dynamics")
# What the compiler makes of one line; its function is listed anyway.
NAMELESS = ("implicit closure", "variable initialization expression", "default argument")
EXCEPTIONS = "Tools/coverage.d/exceptions"


def fail(message):
    print("coverage: " + message, file=sys.stderr)
    sys.exit(2)


def run(recording, laplace, tools, folder):
    """Counts of one recording, by function, and by branch: a region of a function's source."""
    name = os.path.join(folder, os.path.basename(recording))
    environment = dict(os.environ, LLVM_PROFILE_FILE=name + ".raw")
    done = subprocess.run([laplace, "verify", recording, "--keyframes"], env=environment,
                          capture_output=True, text=True)
    if done.returncode != 0:
        fail(f"{recording} does not verify: {done.stderr.strip()}")
    subprocess.run([tools + "/llvm-profdata", "merge", "-sparse", name + ".raw", "-o", name], check=True)
    os.unlink(name + ".raw")
    text = subprocess.run([tools + "/llvm-cov", "export", laplace, "-instr-profile", name],
                          check=True, capture_output=True).stdout
    os.unlink(name)
    functions, branches = {}, {}
    for function in json.loads(text)["data"][0]["functions"]:
        file = function["filenames"][0].partition("/Sources/")[2]
        if file.split("/")[0] in MODULES:
            key = function["name"].rpartition(":")[2]
            place = (file, function["regions"][0][0])
            functions[key] = (place, functions.get(key, (place, 0))[1] + function["count"])
            for first, column, last, end, count, _, _, kind in function["regions"]:
                if kind == 0:  # code
                    branch = (file, first, column, last, end)
                    branches[branch] = (key, branches.get(branch, (key, 0))[1] + count)
    return functions, branches


def readable(symbols, tools):
    text = "\n".join(symbol.replace("$e", "$s") for symbol in symbols)
    out = subprocess.run([tools + "/swift-demangle", "--compact", "--simplified"], input=text,
                         check=True, capture_output=True, text=True).stdout
    return dict(zip(symbols, out.split("\n")))


def exceptions():
    rules = []
    for line in open(EXCEPTIONS, encoding="utf-8"):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        pattern, bar, reason = line.partition(" | ")
        if not bar or not reason:
            fail(f"{EXCEPTIONS}: a line needs 'PATTERN | reason': {line}")
        rules.append((pattern, reason))
    return rules


def main():
    tools, laplace, *words = sys.argv[1:]
    flags = {word for word in words if word.startswith("--")}
    recordings = [word for word in words if word not in flags] or sorted(glob.glob("Recordings/*.mcap"))
    with tempfile.TemporaryDirectory() as folder, \
            concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda path: run(path, laplace, tools, folder), recordings))
    counts = [functions for functions, _ in results]
    places = {key: place for functions in counts for key, (place, _) in functions.items()}
    names = readable(sorted(places), tools)
    named = [key for key in places if not any(word in names[key] for word in NAMELESS)]
    reached = collections.defaultdict(list)
    for path, functions in zip(recordings, counts):
        for key, (_, count) in functions.items():
            if count:
                reached[key].append(path)

    def line(key):
        (file, number), name = places[key], names[key]
        return f"{file}:{number} {name}"

    if "--alone" in flags:
        for path in recordings:
            alone = sorted(line(key) for key in named if reached[key] == [path])
            if alone:
                print(path)
                for text in alone:
                    print("  " + text)
        return 0

    if "--branches" in flags:
        total, owners = collections.Counter(), {}
        for _, branches in results:
            for branch, (key, count) in branches.items():
                total[branch] += count
                owners[branch] = key
        inside = [branch for branch in sorted(owners) if reached[owners[branch]]]
        missing = [branch for branch in inside if not total[branch]]
        for branch in missing:
            print(f"{branch[0]}:{branch[1]}:{branch[2]} {names[owners[branch]]}")
        print(f"{len(recordings)} recordings reach {len(inside) - len(missing)} of {len(inside)} branches "
              f"of the functions that they reach")
        return 0

    missing = sorted((key for key in named if not reached[key]), key=places.get)
    rules = exceptions()
    used = collections.Counter()
    left = []
    for key in missing:
        text = f"{places[key][0]} {names[key]}"
        rule = next((rule for rule in rules if fnmatch.fnmatchcase(text, rule[0])), None)
        if rule is None:
            left.append(key)
        else:
            used[rule] += 1
            if "--all" in flags:
                print(f"{line(key)}  ({rule[1]})")
    for key in left:
        print(line(key))
    needless = [pattern for pattern, reason in rules if not used[(pattern, reason)]]
    for pattern in needless:
        print(f"{EXCEPTIONS}: needless: {pattern}")
    print(f"{len(recordings)} recordings reach {len(named) - len(missing)} of {len(named)} functions; "
          f"{sum(used.values())} are excepted, {len(left)} are not reached")
    return 1 if left or needless else 0


sys.exit(main())

"""Runs the golden recordings with counters; lists the functions and branches that none of them reaches."""

import collections
import concurrent.futures
import functools
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

MODULES = ("DeterministicMath", "RigidBodies", "Dynamics")
# What the compiler makes of one line; its function is listed anyway.
NAMELESS = ("implicit closure", "variable initialization expression", "default argument")
EXCEPTIONS = "Tools/coverage.d/exceptions"
# Stands in a branch's source before the place where the branch begins.
MARK = ">>"


def fail(message):
    print("coverage: " + message, file=sys.stderr)
    sys.exit(2)


def run(recording, laplace, tools, folder):
    """Counts of one recording, by function, and by branch: a region of a function's source."""
    name = os.path.join(folder, os.path.basename(recording))
    environment = dict(os.environ, LLVM_PROFILE_FILE=name + ".raw")
    # One job: threads that count at once lose counts, and what is worked out of such counts is nothing.
    done = subprocess.run([laplace, "verify", recording, "--keyframes", "--jobs", "1"], env=environment,
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


class Rule:
    """A line of the exceptions: what matches its pattern need not be reached, for its reason."""

    def __init__(self, pattern, reason):
        self.pattern, self.reason, self.used = pattern, reason, 0
        self.matches = re.compile(".*".join(map(re.escape, pattern.split("*")))).fullmatch


def exceptions():
    rules = []
    for line in open(EXCEPTIONS, encoding="utf-8"):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        # Code may hold the bar, a reason may not.
        pattern, bar, reason = line.rpartition(" | ")
        if not bar or not reason:
            fail(f"{EXCEPTIONS}: a line needs 'PATTERN | reason': {line}")
        rules.append(Rule(pattern, reason))
    return rules


@functools.cache
def source(file):
    with open("Sources/" + file, encoding="utf-8") as lines:
        return lines.read().split("\n")


def statement(branch):
    """The statement in which a branch begins, on one line, marked there."""
    file, first, column, *_ = branch
    lines = source(file)
    # Columns count bytes.
    before, after = (part.decode() for part in split(lines[first - 1].encode(), column - 1))
    space = " " if before.endswith(" ") and before.strip() else ""
    before, after = before.strip(), after.strip()
    if after in ("", "{"):
        after = (after + " " + lines[first].strip()).strip()
    above = first - 1
    while not before and not after.startswith(("case", "default")) \
            or before.startswith(("else", "{", "?", ":")):
        above -= 1
        before = (lines[above].strip() + " " + before).strip()
    return before + space + MARK + after


def split(text, place):
    return text[:place], text[place:]


def left_over(things, rules, says_all):
    """Of pairs of a text to match and a text to print, those that no rule excepts."""
    left = []
    for text, line in things:
        rule = next((rule for rule in rules if rule.matches(text)), None)
        if rule is None:
            left.append(line)
        else:
            rule.used += 1
            if says_all:
                print(f"{line}  ({rule.reason})")
    for line in left:
        print(line)
    return len(left)


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

    missing = sorted((key for key in named if not reached[key]), key=places.get)
    total, owners = collections.Counter(), {}
    for _, branches in results:
        for branch, (key, count) in branches.items():
            total[branch] += count
            owners[branch] = key
    inside = [branch for branch in sorted(owners) if reached[owners[branch]]]
    untaken = [branch for branch in inside if not total[branch]]

    rules, says_all = exceptions(), "--all" in flags
    left = left_over([(f"{places[key][0]} {names[key]}", line(key)) for key in missing],
                     [rule for rule in rules if MARK not in rule.pattern], says_all)
    branches = [(branch, f"{names[owners[branch]]}: {statement(branch)}") for branch in untaken]
    left_branches = left_over(
        [(f"{branch[0]} {text}", f"{branch[0]}:{branch[1]}:{branch[2]} {text}") for branch, text in branches],
        [rule for rule in rules if MARK in rule.pattern], says_all)
    needless = [rule.pattern for rule in rules if not rule.used]
    for pattern in needless:
        print(f"{EXCEPTIONS}: needless: {pattern}")
    print(f"{len(recordings)} recordings reach {len(named) - len(missing)} of {len(named)} functions; "
          f"{len(missing) - left} are excepted, {left} are not reached")
    print(f"of the functions reached, they reach {len(inside) - len(untaken)} of {len(inside)} branches; "
          f"{len(untaken) - left_branches} are excepted, {left_branches} are not reached")
    return 1 if left or left_branches or needless else 0


sys.exit(main())

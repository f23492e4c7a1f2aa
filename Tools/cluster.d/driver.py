"""Runs a plan of `laplace plan` on workers of any kind."""
import collections, hashlib, json, os, shutil, subprocess, sys, time, zlib
from node import Node

BATCH_SECONDS = 1.0  # work that is worth its way through a scheduler
ATTEMPTS = 8  # of a unit whose worker was lost; all but the first alone


def make_node(lines, tool, base):
    """The plan's head, with every file in a command as a program that travels by its content."""
    programs, names = {}, {}

    def shipped(word, path):
        if path and os.path.isfile(path) and path not in names:
            with open(path, "rb") as file:
                data = file.read()
            names[path] = hashlib.sha256(data).hexdigest()
            programs.setdefault(names[path], zlib.compress(data, 1))
        return "sha256:" + names[path] if path in names else word

    head = [line for line in lines if line["kind"] in ("plan", "build")]
    for line in head:
        if words := line.get("command"):
            line["command"] = [shipped(words[0], shutil.which(words[0]))] + [
                shipped(word, word) for word in words[1:]]
    return Node(head, programs, shipped(tool, tool), base)


class Work:
    """The units of a wave: those that wait, those that run, and how long a unit of cost takes."""

    def __init__(self, lines, sink):
        self.recordings = {line["recording"]: line for line in lines
                           if line["kind"] == "recording" and "recording" in line}
        self.units = {line["unit"]: line for line in lines if line["kind"] == "unit"}
        self.queue, self.sink = collections.deque(self.units), sink
        self.running, self.done = {}, set()
        self.lost, self.reasons = collections.Counter(), set()
        self.spent, self.cost, self.left = (collections.Counter() for _ in range(3))  # by build
        for unit in self.units.values():
            self.left[unit["build"]] += unit["cost"]

    def seconds(self, build, cost):
        return cost * (self.spent[build] / self.cost[build] if self.cost[build] else 1e-4)

    def batch(self, width):
        """Units from the front of the queue: a second of work, or a fair share of what is left."""
        left = sum(self.seconds(build, cost) for build, cost in self.left.items())
        names, most, sum_ = [], min(BATCH_SECONDS, max(0.1, left / (3 * width))), 0
        while self.queue and (not names or sum_ < most):
            if names and self.lost[self.queue[0]]:
                break
            unit = self.units[self.queue.popleft()]
            if unit["unit"] not in self.done:
                names.append(unit["unit"])
                sum_ += self.seconds(unit["build"], unit["cost"])
                if self.lost[names[0]]:  # alone: the next loss is its own fault
                    break
        return names

    def submit(self, pool, names, copies=1):
        units = [self.units[name] for name in names]
        numbers = dict.fromkeys(unit["recording"] for unit in units if "recording" in unit)
        future = pool.submit([self.recordings[number] for number in numbers], units)
        self.running[future] = (names, time.time(), copies)

    def fill(self, pool):
        width = max(1, pool.width())
        while self.queue and len(self.running) < 2 * width:
            if names := self.batch(width):
                self.submit(pool, names)
        if not self.queue and len(self.running) < width:  # what is late runs a second time
            late = min(((began, future) for future, (_, began, copies) in self.running.items()
                        if copies == 1), default=(time.time(), None), key=lambda pair: pair[0])
            if time.time() - late[0] > 3 * BATCH_SECONDS:
                names, began, _ = self.running[late[1]]
                self.running[late[1]] = (names, began, 2)
                self.submit(pool, names, copies=2)

    def take(self, names, lines, reason):
        """Writes what is new, and queues again what was lost."""
        for line in lines or []:
            result = json.loads(line)
            if result["kind"] != "result":
                reason = result["message"]
            elif result["unit"] not in self.done:
                unit = self.units[result["unit"]]
                self.sink.write(line)
                self.done.add(unit["unit"])
                self.spent[unit["build"]] += result["seconds"]
                self.cost[unit["build"]] += unit["cost"]
                self.left[unit["build"]] -= unit["cost"]
        self.sink.flush()
        elsewhere = {name for others, _, _ in self.running.values() for name in others}
        for name in names:
            if name not in self.done and name not in elsewhere:
                self.lost[name] += 1
                if self.lost[name] < ATTEMPTS:
                    self.queue.append(name)
                elif reason not in self.reasons:
                    self.reasons.add(reason)
                    print(f"cluster: '{name}' is given up: {reason}", file=sys.stderr)

    def run(self, pool, deadline, show):
        """Returns when all units are done or given up, or when the time is over."""
        while self.queue or len(self.done) + self.given_up() < len(self.units):
            if deadline and time.time() > deadline:
                return
            self.fill(pool)
            for future, lines, reason in pool.wait(list(self.running), 1.0):
                self.take(self.running.pop(future)[0], lines, reason)
            show(f"{len(self.done)} of {len(self.units)} units, {pool.width()} workers, "
                 f"{self.lost.total()} lost")

    def given_up(self):
        return sum(count >= ATTEMPTS and name not in self.done for name, count in self.lost.items())


def run(plan, results, tool, make_pool, base=None, budget=None, show=lambda text: None):
    """Runs what a plan has left, wave after wave; returns how many units have no result then."""
    def rest():
        found = [results] if os.path.exists(results) else []
        out = subprocess.run([tool, "plan", "rest", plan] + found, stdout=subprocess.PIPE, text=True)
        return [json.loads(line) for line in out.stdout.splitlines()] or sys.exit(out.returncode)

    deadline, pool, lines, left = budget and time.time() + budget, None, rest(), 0
    with open(results, "a") as sink:
        if sink.tell() == 0:
            sink.write(json.dumps({"kind": "results", "plan": lines[0]["id"], "version": 1}) + "\n")
        while not left and any(line["kind"] == "unit" for line in lines):
            work = Work(lines, sink)
            pool = pool or make_pool(make_node(lines, tool, base))
            work.run(pool, deadline, show)
            left = len(work.units) - len(work.done)
            lines = rest()
    if pool:
        pool.close()
    return left

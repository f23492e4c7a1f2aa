"""Proves the driver on real schedulers and workers: the report of one machine, whatever is killed.

    test.py dask|ray TOOL RECORDING… [--agent NAME=COMMAND]… [--builds NAMES]

With LAPLACE_TESTS=all, one worker, and two of which none is killed, as well.
"""
import importlib, json, os, signal, subprocess, sys, tempfile, threading, time

import driver


def timeless(text):
    """A report without times."""
    def strip(value):
        if isinstance(value, dict):
            return {key: strip(one) for key, one in value.items() if key != "seconds"}
        return [strip(one) for one in value] if isinstance(value, list) else value
    return strip(json.loads(text))


def descendants():
    parents = {}
    for name in filter(str.isdigit, os.listdir("/proc") if os.path.isdir("/proc") else []):
        try:
            with open(f"/proc/{name}/stat") as file:
                parents.setdefault(int(file.read().rsplit(")", 1)[1].split()[1]), []).append(int(name))
        except OSError:
            pass
    found = [os.getpid()]
    for process in found:
        found += parents.get(process, [])
    return found


def megabytes():
    """What this process and those that it started hold; what they share counts once."""
    sum_ = 0
    for process in descendants():
        try:
            with open(f"/proc/{process}/smaps_rollup") as file:
                sum_ += next(int(line.split()[1]) for line in file if line.startswith("Pss:"))
        except (OSError, StopIteration):
            pass
    return sum_ // 1024


class Watch(threading.Thread):
    """Notes the memory, and kills a worker at a third of the units and again every few seconds."""

    def __init__(self, results, third, every):
        super().__init__(daemon=True)
        self.results, self.third, self.every, self.pool = results, third, every, None
        self.most, self.kills, self.is_over = 0, 0, False

    def run(self):
        due = None
        while not self.is_over:
            time.sleep(0.2)
            self.most = max(self.most, megabytes())
            if self.every and self.pool and os.path.exists(self.results):
                with open(self.results) as file:
                    done = sum(1 for _ in file)
                if done >= self.third and time.time() >= (due or 0):
                    workers = self.pool.processes()
                    if workers:
                        os.kill(workers[self.kills % len(workers)], signal.SIGKILL)
                        self.kills, due = self.kills + 1, time.time() + self.every


def main():
    on, tool, words = sys.argv[1], sys.argv[2], sys.argv[3:]
    backend = importlib.import_module("on_" + on)
    with tempfile.TemporaryDirectory() as folder:
        plan = os.path.join(folder, "plan.jsonl")
        began = time.time()
        verified = subprocess.run(
            [tool, "verify", *words, "--jobs", "1", "--format", "json"], stdout=subprocess.PIPE)
        alone = time.time() - began
        subprocess.run(
            [tool, "plan", "verify", *words, "-o", plan], check=True, stdout=subprocess.DEVNULL)
        with open(plan) as file:
            units = sum('"kind":"unit"' in line for line in file)
        print(f"{units} units; one machine, one job: {alone:.1f} s")
        more = [(2, 0), (1, 0)] if os.environ.get("LAPLACE_TESTS") == "all" else []
        for workers, every in [(2, 5), (4, 0)] + more:
            results = os.path.join(folder, f"{workers}-{every}.jsonl")
            watch = Watch(results, units / 3, every)

            def pool(node):
                watch.pool = backend.Pool(node, None, workers)
                return watch.pool

            watch.start()
            began = time.time()
            left = driver.run(plan, results, tool, pool)
            took, watch.is_over = time.time() - began, True
            merged = subprocess.run(
                [tool, "merge", plan, results, results, "--format", "json"], stdout=subprocess.PIPE)
            print(f"{workers} workers, {watch.kills} killed: {took:.1f} s, {watch.most} MB")
            if left or every and not watch.kills:
                sys.exit(f"{left} units have no result, {watch.kills} workers were killed")
            if (merged.returncode, timeless(merged.stdout)) != (
                    verified.returncode, timeless(verified.stdout)):
                sys.exit(f"{workers} workers, {watch.kills} killed: the report is another one")


if __name__ == "__main__":
    main()

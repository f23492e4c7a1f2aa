"""Runs a plan on a cluster, and prints the report of one machine; see Tools/cluster --help."""
import argparse, importlib, os, shutil, subprocess, sys, time

import driver


def main():
    parser = argparse.ArgumentParser(prog="Tools/cluster", add_help=False)
    parser.add_argument("plan")
    parser.add_argument("results")
    parser.add_argument("--on", default="dask", choices=["dask", "ray"])
    parser.add_argument("--address")
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--base")
    parser.add_argument("--budget", type=float)
    parser.add_argument("--tool", default="laplace")
    options = parser.parse_args()
    tool = shutil.which(options.tool)
    if not tool:
        sys.exit(f"{options.tool}: no such program; build it, or name it with --tool")
    backend = importlib.import_module("on_" + options.on)
    began = time.time()

    def show(text):
        if sys.stderr.isatty():
            print(f"\r{text}, {time.time() - began:.0f} s ", end="", file=sys.stderr, flush=True)

    def make_pool(node):
        return backend.Pool(node, options.address, options.workers)

    left = driver.run(
        options.plan, options.results, tool, make_pool, options.base, options.budget, show)
    if left:
        print(f"{options.results}: {left} units have no result; the command again goes on",
              file=sys.stderr)
        sys.exit(3)
    sys.exit(subprocess.run([tool, "merge", options.plan, options.results]).returncode)


if __name__ == "__main__":
    main()

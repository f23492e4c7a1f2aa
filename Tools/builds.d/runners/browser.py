"""Runs a WebAssembly program of the command line in a headless browser.

usage: browser.py BROWSER PROGRAM.wasm

BROWSER is the path of Chromium, Chrome or Firefox. The program's standard input and output are this
one's. The browser has a fresh profile, reaches no other host, and ends with this program.
Python's standard library only.
"""

import os
import shutil
import signal
import sys
import tempfile
import threading
import time
from pathlib import Path

from browser_process import start_browser
from browser_server import Channel, serve

START_SECONDS = 60
END_SECONDS = 10


class Trouble(Exception):
    """A reason to end with status 2 and one line."""


def run(browser: str, program: str) -> int:
    try:
        wasm = Path(program).read_bytes()
    except OSError as error:
        raise Trouble(f"{program} cannot be read: {error.strerror}") from error
    profile = Path(tempfile.mkdtemp(prefix="laplace-browser-"))
    channel = Channel(wasm)
    process = None
    try:
        server = serve(channel)
        try:
            process = start_browser(browser, profile, server.address)
        except OSError as error:
            raise Trouble(f"{browser} cannot be started: {error.strerror}") from error
        server.start()
        threading.Thread(target=channel.pump_input, daemon=True).start()
        return wait(channel, process, browser)
    finally:
        ignore_signals()
        if process is not None:
            process.end()
        remove(profile)


def remove(profile: Path) -> None:
    """Removes the profile; a helper of the browser may write to it until it has died."""
    for _ in range(20):
        shutil.rmtree(profile, ignore_errors=True)
        if not profile.exists():
            return
        time.sleep(0.1)


def wait(channel: Channel, process, browser: str) -> int:
    """Waits for the program's end; a browser that dies or does not come up is trouble."""
    waited = 0.0
    closing = 0.0
    while not channel.ended.wait(0.1):
        waited += 0.1
        if not process.is_running():
            raise Trouble(f"{browser} ended: {process.last_words()}")
        if not channel.has_started and waited > START_SECONDS:
            raise Trouble(f"{browser} did not come up within {START_SECONDS} s: {process.last_words()}")
        # The program ends itself when its input ends; one that does not is ended.
        closing = closing + 0.1 if channel.is_drained else 0.0
        if closing > END_SECONDS:
            raise Trouble(f"the program did not end within {END_SECONDS} s of its input's end")
    return channel.status


SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


def ignore_signals() -> None:
    """Nothing may interrupt the tidying up: a caller often ends what is about to end by itself."""
    for number in SIGNALS:
        signal.signal(number, signal.SIG_IGN)


def stop(number, _frame):
    ignore_signals()
    raise SystemExit(128 + number)


def main() -> int:
    if len(sys.argv) != 3:
        print("usage: browser.py BROWSER PROGRAM.wasm", file=sys.stderr)
        return 2
    for number in SIGNALS:
        signal.signal(number, stop)
    try:
        return run(sys.argv[1], sys.argv[2])
    except Trouble as trouble:
        print(f"browser.py: {trouble}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    status = main()
    sys.stdout.flush()
    # A thread may still wait for input; there is nothing left to do for it.
    os._exit(status)

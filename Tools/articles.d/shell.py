"""One shell that runs a reader's commands one by one: folder and variables stay from each to the next."""

import os
import secrets
import select
import signal
import subprocess
import time


class ShellError(Exception):
    """The shell ended, or a command took too long."""


class Shell:
    def __init__(self, folder, environment):
        self._end = f"end-{secrets.token_hex(8)}"
        self._environment = environment
        self._process = subprocess.Popen(
            ["bash", "--noprofile", "--norc"], cwd=folder, env=environment,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            start_new_session=True)

    def run(self, command, seconds_max=900):
        """(exit status, printed lines); what goes to the two outputs stands in the order of writing."""
        check = subprocess.run(
            ["bash", "-n", "-c", command], env=self._environment, stderr=subprocess.PIPE, text=True)
        if check.returncode != 0:
            raise ShellError(f"bash cannot read the command: {check.stderr.strip()}")
        # The command sees the status of the one before it, as `$?`.
        script = (
            "(exit ${articles_status:-0})\n"
            f"{{ {command}\n}} </dev/null\n"
            f"articles_status=$?; printf '\\n%s %d\\n' {self._end} $articles_status\n"
        )
        self._process.stdin.write(script.encode())
        self._process.stdin.flush()
        printed = self._read(time.monotonic() + seconds_max)
        text, _, status = printed.rpartition(f"\n{self._end} ")
        return int(status), text.splitlines()

    def _read(self, deadline):
        output = self._process.stdout.fileno()
        printed = b""
        end = f"\n{self._end} ".encode()
        while True:
            at = printed.rfind(end)
            if at >= 0 and printed.endswith(b"\n") and len(printed) > at + len(end):
                return printed.decode("utf-8", "replace")
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([output], [], [], left)[0]:
                tail = printed.decode("utf-8", "replace")[-2000:]
                raise ShellError(f"the command did not end in time; it printed:\n{tail}")
            piece = os.read(output, 65536)
            if not piece:
                raise ShellError("the command ended the shell")
            printed += piece

    def close(self):
        """Ends the shell and what it left running."""
        self._process.stdin.close()
        try:
            os.killpg(self._process.pid, signal.SIGTERM)
        except ProcessLookupError:
            pass
        self._process.wait()

"""The server that a browser's worker talks to: the program, its input, its output, its end."""

import http.server
import os
import secrets
import sys
import threading
from pathlib import Path

HERE = Path(__file__).resolve().parent
FILES = {
    "": (HERE / "page.html", "text/html; charset=utf-8"),
    "worker.js": (HERE / "worker.js", "text/javascript; charset=utf-8"),
}
# How much input waits here at most, and for how long a request waits for input.
PENDING_MAX = 1 << 22
PATIENCE_SECONDS = 20


class Channel:
    """Standard input and output, shared by the threads that serve the browser."""

    def __init__(self, wasm: bytes):
        self.wasm = wasm
        self.has_started = False
        self.ended = threading.Event()
        self.status = 2
        self._pending = bytearray()
        self._is_at_end = False
        self._changed = threading.Condition()

    @property
    def is_drained(self) -> bool:
        """Whether the input ended and the program has been given all of it."""
        return self._is_at_end and not self._pending

    def pump_input(self) -> None:
        while True:
            some = os.read(0, 1 << 20)
            with self._changed:
                if not some:
                    self._is_at_end = True
                self._pending += some
                self._changed.notify_all()
                if not some:
                    return
                self._changed.wait_for(lambda: len(self._pending) < PENDING_MAX)

    def take_input(self) -> bytes | None:
        """What there is; empty at the end of the input; `None` when there is nothing for a while."""
        with self._changed:
            self._changed.wait_for(lambda: self._pending or self._is_at_end, PATIENCE_SECONDS)
            if not self._pending and not self._is_at_end:
                return None
            some = bytes(self._pending)
            self._pending.clear()
            self._changed.notify_all()
            return some

    def write(self, descriptor: int, data: bytes) -> None:
        try:
            while data:
                data = data[os.write(descriptor, data):]
        except OSError:
            # Whoever read the output is gone.
            self.end(2)

    def end(self, status: int) -> None:
        self.status = status
        self.ended.set()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    # Head and body of an answer leave together.
    wbufsize = -1

    def log_message(self, *_arguments):
        pass

    def name(self) -> str | None:
        """The requested name, if the request knows the secret folder."""
        folder = self.server.folder
        return self.path[len(folder):] if self.path.startswith(folder) else None

    def answer(self, status: int, data: bytes = b"", kind: str = "application/octet-stream"):
        self.send_response(status)
        if status != 204:
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(data)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(data)
        self.wfile.flush()

    def do_GET(self):
        path, kind = FILES.get(self.name(), (None, None))
        if path is None:
            self.answer(404)
        else:
            self.answer(200, path.read_bytes(), kind)

    def do_POST(self):
        channel = self.server.channel
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        name = self.name()
        if name == "program":
            channel.has_started = True
            self.answer(200, channel.wasm)
        elif name == "read":
            some = channel.take_input()
            self.answer(204 if some is None else 200, some or b"")
        elif name in ("write", "say"):
            channel.write(1 if name == "write" else 2, body)
            self.answer(200)
        elif name == "exit":
            self.answer(200)
            channel.end(int(body))
        else:
            self.answer(404)


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, channel: Channel):
        super().__init__(("127.0.0.1", 0), Handler)
        self.channel = channel
        # No other page of this machine can guess it.
        self.folder = f"/{secrets.token_urlsafe(24)}/"
        self.address = f"http://127.0.0.1:{self.server_address[1]}{self.folder}"

    def start(self) -> None:
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, request, client_address):
        """A browser that ends cuts its connections; other errors end the program with a line."""
        error = sys.exception() if hasattr(sys, "exception") else sys.exc_info()[1]
        if not isinstance(error, OSError):
            print(f"browser.py: {error!r}", file=sys.stderr)
            self.channel.end(2)


def serve(channel: Channel) -> Server:
    return Server(channel)

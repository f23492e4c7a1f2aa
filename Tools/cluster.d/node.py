"""What runs on each node of a cluster: a cache of files, and `laplace unit -`, which stays."""
import hashlib, json, os, subprocess, tempfile, threading, zlib


class Node:
    """Holds a plan's head and the programs by content; makes files and processes where it lands."""

    def __init__(self, head, programs, tool, base=None):
        self.head, self.programs, self.tool, self.base = head, programs, tool, base
        self.local, self.processes = None, []  # made on the node: they do not travel

    def __getstate__(self):
        return {**self.__dict__, "local": None, "processes": []}

    def set_up(self):
        self.folder = os.path.join(tempfile.gettempdir(), f"laplace-cluster-{os.getuid()}")
        os.makedirs(self.folder, mode=0o700, exist_ok=True)
        if os.stat(self.folder).st_uid != os.getuid():
            raise PermissionError(f"{self.folder}: belongs to somebody else")
        for digest, data in self.programs.items():
            self.place(digest, lambda file: file.write(zlib.decompress(data)), mode=0o700)
        self.programs, self.local = {}, threading.local()

    def place(self, digest, write, mode=0o600):
        """The file of this SHA-256, written by whoever comes first, and whole when it has its name."""
        path = os.path.join(self.folder, digest)
        if not os.path.exists(path):
            with tempfile.NamedTemporaryFile(dir=self.folder, delete=False) as file:
                write(file)
            with open(file.name, "rb") as written:
                found = hashlib.sha256(written.read()).hexdigest()
            if found != digest:
                os.unlink(file.name)
                raise OSError(f"{path}: came with SHA-256 {found}")
            os.chmod(file.name, mode)
            os.rename(file.name, path)
        return path

    def word(self, word):
        return os.path.join(self.folder, word[7:]) if word.startswith("sha256:") else word

    def process(self):
        """This thread's process; it keeps agents and recordings from batch to batch."""
        known = getattr(self.local, "process", None)
        if known and known.poll() is None:
            return known
        process = subprocess.Popen([self.word(self.tool), "unit", "-"], stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, text=True, bufsize=1)
        for line in self.head:
            if line["kind"] == "build" and line.get("command"):
                line = {**line, "command": [self.word(word) for word in line["command"]]}
            process.stdin.write(json.dumps(line) + "\n")
        process.stdin.flush()
        process.stdout.readline()  # names the plan
        self.local.process, self.local.sent = process, set()
        self.processes.append(process)
        return process

    def recording(self, line):
        if not self.base:
            return line
        import fsspec
        def fetch(file):
            with fsspec.open(f"{self.base.rstrip('/')}/{line['name']}", "rb") as source:
                while data := source.read(1 << 20):
                    file.write(data)
        return {**line, "path": self.place(line["sha256"], fetch)}

    def run(self, recordings, units):
        """Runs units; returns a line of results for each."""
        process = self.process()
        for line in recordings:
            if line["recording"] not in self.local.sent:
                process.stdin.write(json.dumps(self.recording(line)) + "\n")
                self.local.sent.add(line["recording"])
        results = []
        for unit in units:
            process.stdin.write(json.dumps(unit) + "\n")
            process.stdin.flush()
            result = process.stdout.readline()
            if not result.endswith("\n"):
                raise ChildProcessError(f"`laplace unit` ended with status {process.wait()}")
            results.append(result)
        return results

    def tear_down(self):
        """Ends the processes of all threads, and with them their agents."""
        for process in self.processes:
            process.stdin.close()

"""What a power failure leaves of files: a model of a disk that keeps what was made durable, and of
the rest any part, as file systems may.

A run is traced (`strace`); the model replays its calls and cuts the power after any of them.

- A file's bytes are durable once `fsync` of the file has returned. Each block written later is on the
  disk as it stood at any moment since, each block on its own; so is the file's size. Bytes that no
  write has reached are 0.
- Names are durable once `fsync` of their folder has returned. Changes of names after it reach the
  disk in their order, any number of them. That a file's own `fsync` keeps its name as well, as many
  file systems do, is not relied on: POSIX does not promise it.
"""

import re
import shutil
import subprocess

CALLS = ("openat,open,write,lseek,ftruncate,fsync,fdatasync,link,linkat,rename,renameat,renameat2,"
         "unlink,unlinkat,close,fcntl,dup,dup2,dup3,pwrite64,writev,pwritev,fallocate")
CLONES = ("clone", "clone3", "fork", "vfork")
CALL = re.compile(r"(\w+)\((.*)\)\s+= (-?\d+)")
TEXT = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')

available = shutil.which("strace") is not None


class File:
    """Its contents: as they are durable, and after each call since."""

    def __init__(self, contents=b""):
        self.versions = [contents]

    def put(self, at, contents):
        old = self.versions[-1]
        old += bytes(max(0, at - len(old)))
        self.versions.append(old[:at] + contents + old[at + len(contents):])

    def resize(self, size):
        old = self.versions[-1]
        self.versions.append(old[:size] + bytes(max(0, size - len(old))))

    def sync(self):
        self.versions = self.versions[-1:]

    def after_failure(self, dice):
        """What the disk may hold: the block's size and how much was written back are drawn."""
        block = dice.choice((512, 4096))
        old, new = self.versions[0], self.versions[-1]
        if len(self.versions) == 1:
            return old
        keeps = dice.choice((0, 0.3, 0.7, 1))
        size = len(dice.choice(self.versions)) if dice.random() < 0.5 else len(new)
        out = bytearray(old[:size].ljust(size, b"\0"))
        for start in range(0, size, block):
            if dice.random() < keeps:
                version = dice.choice(self.versions)[start:min(start + block, size)]
                out[start:start + len(version)] = version
        return bytes(out)


class Disk:
    """Files of one folder, in which the traced program runs; files elsewhere are no part of it."""

    def __init__(self, files):
        self.names = {name: File(contents) for name, contents in files.items()}
        self.durable_names = dict(self.names)
        self.pending = []
        self.open = {}

    def change_names(self, change):
        """Changes names, for now in memory alone."""
        change(self.names)
        self.pending.append(change)

    def carry_out(self, call):
        """Carries out a call that succeeded; gives whether it concerns the folder."""
        kind, texts = call.kind, call.texts
        if kind in ("open", "openat"):
            return self.open_file(call)
        if kind == "close":
            return self.open.pop(call.number, False) is not False
        if texts and texts[0] in self.names and kind in ("link", "linkat"):
            file = self.names[texts[0]]
            self.change_names(lambda names: names.__setitem__(texts[1], file))
        elif texts and texts[0] in self.names and kind in ("rename", "renameat", "renameat2"):
            self.change_names(lambda names: names.__setitem__(texts[1], names.pop(texts[0])))
        elif texts and texts[0] in self.names and kind in ("unlink", "unlinkat"):
            self.change_names(lambda names: names.pop(texts[0]))
        elif call.number in self.open:
            self.use_file(call, self.open[call.number])
        else:
            return False
        return True

    def open_file(self, call):
        name = call.texts[0]
        self.open.pop(call.result, None)
        if name == b".":
            self.open[call.result] = None
        elif b"/" not in name and (name in self.names or "O_CREAT" in call.arguments):
            if name not in self.names:
                file = File()
                self.change_names(lambda names: names.__setitem__(name, file))
            self.open[call.result] = [self.names[name], 0]
        return call.result in self.open

    def use_file(self, call, opened):
        if opened is None:
            if call.kind == "fsync":
                self.durable_names, self.pending = dict(self.names), []
            return
        file, at = opened
        if call.kind == "write":
            file.put(at, call.texts[0][:call.result])
            opened[1] = at + call.result
        elif call.kind == "lseek":
            opened[1] = call.result
        elif call.kind == "ftruncate":
            file.resize(int(call.arguments.split(",")[1]))
        elif call.kind in ("fsync", "fdatasync"):
            file.sync()
        elif call.kind not in ("fallocate", "fcntl"):
            raise NotImplementedError(f"the model of a disk does not know {call.kind}")

    def after_failure(self, dice):
        """What the folder may hold: contents by names."""
        names = dict(self.durable_names)
        for change in self.pending[:dice.randint(0, len(self.pending))]:
            change(names)
        return {name.decode(): file.after_failure(dice) for name, file in names.items()}

    def durable(self, *names):
        """The durable contents of the first of these files, whether its name is durable or not."""
        file = next((self.names[name.encode()] for name in names if name.encode() in self.names), None)
        return file.versions[0] if file else b""


class Call:
    """A system call that succeeded: its kind, its arguments without texts, texts, and result."""

    def __init__(self, found):
        self.kind, self.result = found[1], int(found[3])
        self.texts = [bytes.fromhex(text.replace("\\x", "")) for text in TEXT.findall(found[2])]
        self.arguments = TEXT.sub('""', found[2])
        first = self.arguments.split(",")[0].strip()
        self.number = int(first) if first.isdigit() else None


def trace(command, folder, log):
    """Runs a command in a folder; gives the calls of its process that succeeded.

    Those of its children, such as an agent, are no part of it: their numbers are of other files.
    """
    subprocess.run(["strace", "-f", "-xx", "-s", "10000000", "-e", "signal=none", "-e",
                    "trace=" + ",".join((CALLS, *CLONES)), "-o", log, *command], cwd=folder, check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    found = list(lines(log))
    # A child may call before the call that made it has returned.
    children = set()
    for thread, call in found:
        if call[1] in CLONES and (thread in children or "CLONE_THREAD" not in call[2]):
            children.add(call[3])
    return [Call(call) for thread, call in found if thread not in children and call[1] not in CLONES]


def lines(log):
    """The calls of a trace that succeeded, each with its thread; a call counts when it returns."""
    begun = {}
    with open(log) as file:
        for line in file:
            thread, rest = line.split(maxsplit=1)
            if "<unfinished ...>" in rest:
                begun[thread] = rest[:rest.index("<unfinished ...>")]
                # The number is free before the call returns: another thread may have it by then.
                if not rest.startswith("close("):
                    continue
                rest = begun[thread].rstrip() + ") = 0"
            elif rest.startswith("<... close resumed>"):
                begun.pop(thread)
                continue
            if rest.startswith("<... "):
                rest = begun.pop(thread) + rest[rest.index("resumed>") + len("resumed>"):]
            found = CALL.match(rest)
            if found and int(found[3]) >= 0:
                yield thread, found


def failures(calls, files, count, dice):
    """Cuts the power `count` times, each time after a call that is drawn; gives the disk then."""
    files = {name.encode(): contents for name, contents in files.items()}
    disk = Disk(files)
    changes = [index for index, call in enumerate(calls) if disk.carry_out(call)]
    moments = [dice.choice(changes) for _ in range(count)]
    disk = Disk(files)
    for index, call in enumerate(calls):
        disk.carry_out(call)
        for _ in range(moments.count(index)):
            yield disk

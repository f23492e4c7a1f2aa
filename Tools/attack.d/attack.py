"""Attacks on recordings; see `Tools/attack --help`.

An attack is a function that yields (what, wrong, tried): `wrong` of `tried` did not hold.
"""

import binascii
import json
import os
import random
import shutil
import signal
import stat
import struct
import subprocess
import sys
import tempfile
import time

import power

try:
    import zstandard
    from mcap.reader import make_reader
    from mcap.writer import Writer
except ImportError:
    zstandard = None

tool = os.path.abspath(sys.argv[1])
many = "--many" in sys.argv
chosen = [word for word in sys.argv[2:] if word.startswith("R")]
work = tempfile.mkdtemp(prefix="laplace-attack-")


def path(name):
    return os.path.join(work, name)


def run(*words, limit=120, **options):
    """Runs the tool; gives its status (negative: a signal), output and words."""
    done = subprocess.run([tool, *words], capture_output=True, text=True, timeout=limit, cwd=work,
                          errors="replace", **options)
    return done.returncode, done.stdout, done.stderr


def data(name):
    with open(path(name), "rb") as file:
        return file.read()


def write(name, contents):
    with open(path(name), "wb") as file:
        file.write(contents)
    return name


def steps(name):
    """How many steps a whole recording has; None when it is not whole."""
    status, out, _ = run("info", name, "--format", "json", "--all")
    return json.loads(out)["steps"] if status == 0 else None


def clean():
    for name in os.listdir(work):
        if name != "base.mcap":
            full = path(name)
            shutil.rmtree(full) if os.path.isdir(full) and not os.path.islink(full) else os.remove(full)


# The container, as far as the attacks need it.

def records(contents):
    """(opcode, offset, start, end) of each record up to the end of the data."""
    offset = 8
    while offset + 9 <= len(contents):
        opcode, length = struct.unpack_from("<BQ", contents, offset)
        yield opcode, offset, offset + 9, offset + 9 + length
        if opcode == 0x0F:
            return
        offset += 9 + length


def chunks(contents):
    """(offset, end, messages) of each chunk; a message is (channel, start, end) in its contents."""
    for opcode, offset, start, end in records(contents):
        if opcode != 0x06:
            continue
        size, = struct.unpack_from("<Q", contents, start + 16)
        inner = zstandard.ZstdDecompressor().decompress(contents[start + 40 + 4:end], size)
        messages, at = [], 0
        while at < len(inner):
            length, channel = struct.unpack_from("<QH", inner, at + 1)
            messages.append((channel, at + 31, at + 9 + length))
            at += 9 + length
        yield offset, end, inner, messages


def chunk_steps(inner, messages):
    for channel, start, _ in messages:
        if channel == 2:
            first, count = struct.unpack_from("<QI", inner, start)
            return range(first, first + count)
    return range(0)


def seal(parts):
    """A file of the parts (bytes or chunk contents as bytearray) with right checksums, as far as it
    goes; the summary is that of the file before, so that only a rescue reads it."""
    out = bytearray()
    for part in parts:
        if isinstance(part, bytes):
            out += part
            continue
        frame = zstandard.ZstdCompressor(1).compress(bytes(part))
        body = struct.pack("<QQQI", 0, 0, len(part), binascii.crc32(part))
        body += struct.pack("<I", 4) + b"zstd" + struct.pack("<Q", len(frame)) + frame
        out += struct.pack("<BQ", 0x06, len(body)) + body
    summary = struct.pack("<BQQQ", 0x02, 20, 0, 0)
    end = struct.pack("<BQI", 0x0F, 4, binascii.crc32(out))
    start = len(out) + len(end)
    footer = struct.pack("<BQQQ", 0x02, 20, start, 0)
    footer += struct.pack("<I", binascii.crc32(footer))
    return bytes(out) + end + footer + b"\x89MCAP0\r\n"


def parts_of(contents):
    """The file up to the end of the data, chunk contents as bytearrays, without message indexes."""
    parts = [contents[:8]]
    inners = {offset: inner for offset, _, inner, _ in chunks(contents)}
    for opcode, offset, _, end in records(contents):
        if opcode == 0x06:
            parts.append(bytearray(inners[offset]))
        elif opcode not in (0x07, 0x0F):
            parts.append(contents[offset:end])
    return parts


# The attacks.

def r1():
    wrong = 0
    status, _, words = run("record", "orbit", "--steps", "1000000", "-o", "a.mcap", preexec_fn=limit_files)
    wrong += not (status == 2 and "holds the" in words and (steps("a.mcap") or 0) > 1000)
    yield "full disk (limit of 200 kB)", wrong, 1
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        clean()
        child = subprocess.Popen([tool, "record", "orbit", "--steps", "100000000", "-o", "a.mcap"],
                                 cwd=work, stderr=subprocess.PIPE)
        grown("a.mcap.partial", 60000)
        child.send_signal(number)
        child.communicate(timeout=30)
        yield number.name, int(not (child.returncode == -number and (steps("a.mcap") or 0) > 500)), 1
    clean()
    child = start_slow()
    os.mkdir(path("a.mcap"))
    _, words = child.communicate(timeout=60)
    yield "a folder under the name", int(
        not (child.returncode == 2 and steps("a.mcap.partial") == 60000)), 1
    clean()
    agent = agent_command("if count == 50: sys.exit(7)")
    status, _, _ = run("record", "orbit", "--steps", "200", "--agent", agent, "-o", "a.mcap")
    yield "an agent dies at step 50", int(not (status == 6 and (steps("a.mcap") or 0) >= 40)), 1


def limit_files():
    import resource
    resource.setrlimit(resource.RLIMIT_FSIZE, (200000, 200000))


def grown(name, size):
    for _ in range(3000):
        if os.path.exists(path(name)) and os.path.getsize(path(name)) >= size:
            return
        time.sleep(0.002)


def start_slow():
    child = subprocess.Popen([tool, "record", "orbit", "--steps", "60000", "-o", "a.mcap"], cwd=work,
                             stderr=subprocess.PIPE, stdout=subprocess.PIPE)
    grown("a.mcap.partial", 60000)
    return child


def agent_command(trouble):
    """This tool as an agent, between pipes that make trouble: `count` is the number of requests."""
    source = f"""
import os, struct, subprocess, sys
child = subprocess.Popen([{tool!r}, "agent"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
def frame(stream):
    head = stream.read(4)
    if len(head) < 4: sys.exit(0)
    return head + stream.read(struct.unpack("<I", head)[0])
count = 0
while True:
    request = frame(sys.stdin.buffer)
    if request[4] == 4:
        count += 1
        {trouble}
    child.stdin.write(request); child.stdin.flush()
    sys.stdout.buffer.write(frame(child.stdout)); sys.stdout.buffer.flush()
"""
    write("agent.py", source.encode())
    return f"{sys.executable} {path('agent.py')}"


def r2():
    damaged = bytearray(data("base.mcap"))
    damaged[len(damaged) // 2] ^= 1
    write("y.mcap", bytes(damaged))
    status, _, _ = run("recover", "y.mcap", "-o", "y.mcap", "--force")
    yield "recover y -o y --force", int(status == 0 or data("y.mcap") != damaged), 1
    write("x.mcap.partial", data("base.mcap")[:-700])
    run("recover", "x.mcap.partial", "-o", "x.mcap")
    kept = os.path.exists(path("x.mcap.partial")) and (steps("x.mcap") or 0) > 0
    yield "recover x.partial -o x", int(not kept), 1


def r3():
    wrong = 0
    pairs = 400 if many else 40
    for number in range(pairs):
        killed = None
        if number % 2:
            killed = subprocess.Popen([tool, "record", "orbit", "--steps", "9000000", "-o", "a.mcap"],
                                      cwd=work, stderr=subprocess.DEVNULL)
            time.sleep(random.random() * 0.05)
            killed.kill()
            killed.wait()
        pair = [subprocess.Popen(
            [tool, "record", "orbit", "--steps", "30", "--seed", str(seed), "-o", "a.mcap"], cwd=work,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) for seed in (1, 2)]
        won = [seed for seed, child in zip((1, 2), pair) if child.wait() == 0]
        status, out, _ = run("info", "a.mcap", "--format", "json", "--all")
        found = json.loads(out)["seed"] if status == 0 else None
        wrong += won != [found] if won else os.path.exists(path("a.mcap"))
        clean()
    yield "two recorders together, half after a kill", wrong, pairs


def r4():
    contents = data("base.mcap")
    places = [(offset, end, chunk_steps(inner, messages)) for offset, end, inner, messages in chunks(contents)]
    lost = intact = different = 0
    count = 400 if many else 40
    for seed in range(count):
        dice = random.Random(seed)
        damaged, origin = bytearray(contents), list(range(len(contents)))
        for _ in range(dice.randint(1, 4)):
            at = dice.randrange(len(damaged))
            size = dice.randint(1, 400)
            kind = dice.randrange(5)
            if kind == 0:
                damaged[at] ^= 1 << dice.randrange(8)
                origin[at] = -1
            elif kind == 1:
                end = min(at + size, len(damaged))
                damaged[at:end] = bytes(end - at)
                origin[at:end] = [-1] * (end - at)
            elif kind == 2:
                damaged[at:at] = dice.randbytes(size)
                origin[at:at] = [-1] * size
            elif kind == 3:
                del damaged[at:at + size], origin[at:at + size]
            elif at > len(damaged) // 2:
                del damaged[at:], origin[at:]
        where = {place: index for index, place in enumerate(origin) if place >= 0}
        wanted = set()
        for offset, end, span in places:
            at = where.get(offset)
            if at is not None and origin[at:at + end - offset] == list(range(offset, end)):
                wanted |= set(span)
        write("d.mcap", bytes(damaged))
        _, out, _ = run("recover", "d.mcap", "-o", "k.mcap")
        kept, wrong = recovered(out)
        different += wrong
        intact += len(wanted)
        lost += len(wanted - kept)
        if wanted - kept:
            print(f"     seed {seed} loses {len(wanted - kept)} steps")
        clean()
    yield f"intact steps lost in {count} damages", lost, intact
    yield "recovered files that do not verify", different, count


def recovered(out):
    """The steps of the files that `recover` names, and how many of these do not verify."""
    kept, wrong = set(), 0
    for line in out.splitlines():
        name = line.split(": ")[0]
        status, text, _ = run("info", name, "--format", "json", "--all")
        if status != 0:
            wrong += 1
            continue
        found = json.loads(text)
        first = found.get("firstStep", 0)
        kept |= set(range(first, first + found["steps"]))
        wrong += run("verify", name, "--no-keyframes")[0] not in (0, 2)
    return kept, wrong


def r5():
    contents = data("base.mcap")
    end = next(offset for opcode, offset, _, _ in records(contents) if opcode == 0x06)
    _, text, _ = run("info", "base.mcap", "--format", "json")
    truth = json.loads(text)
    wrong = 0
    count = 1500 if many else 100
    for seed in range(count):
        dice = random.Random(seed)
        damaged = bytearray(contents)
        damaged[dice.randrange(end)] ^= 1 << dice.randrange(8)
        write("d.mcap", bytes(damaged))
        run("recover", "d.mcap", "-o", "k.mcap")
        status, text, _ = run("info", "k.mcap", "--format", "json", "--all")
        found = json.loads(text) if status == 0 else {}
        same = all(found.get(key) == truth[key] for key in ("simulation", "seed", "parameters", "steps", "build", "lastDigest"))
        wrong += not same
        clean()
    yield "flips of the preamble that change the file", wrong, count


def r6():
    contents = data("base.mcap")
    for channel, name in ((4, "state track"), (3, "key frames")):
        missed = 0
        count = 300 if many else 30
        for seed in range(count):
            dice = random.Random(seed)
            parts = parts_of(contents)
            inners = [index for index, part in enumerate(parts) if isinstance(part, bytearray)]
            while True:
                part = parts[dice.choice(inners)]
                spans, at = [], 0
                while at < len(part):
                    length, id = struct.unpack_from("<QH", part, at + 1)
                    if id == channel:
                        spans.append((at + 31, at + 9 + length))
                    at += 9 + length
                if spans:
                    break
            start, end = dice.choice(spans)
            part[dice.randrange(start, end - 4)] ^= 1 << dice.randrange(8)
            part[end - 4:end] = struct.pack("<I", binascii.crc32(part[start:end - 4]))
            write("d.mcap", seal(parts))
            missed += run("verify", "d.mcap")[0] == 0
        yield f"changed bytes of the {name} that verify misses", missed, count
    write("d.mcap", seal(parts_of(contents)))
    yield "the file resealed without a change", int(run("verify", "d.mcap")[0] != 0), 1


def r7():
    lost, worst = 0, 0
    count = 100 if many else 4
    for first in range(0, count, 20):
        # The agent notes how many steps were asked for, by its parent's number.
        agent = agent_command("import time; time.sleep(0.1)\n"
                              "        open(f'{os.getppid()}.count', 'w').write(str(count))")
        children = {}
        for number in range(first, min(first + 20, count)):
            name = f"a{number}.mcap"
            children[name] = subprocess.Popen(
                [tool, "record", "orbit", "--steps", "1000", "--agent", agent, "-o", name], cwd=work,
                stderr=subprocess.DEVNULL)
        time.sleep(5)
        for name, child in children.items():
            time.sleep(random.random() * 0.2)
            child.kill()
            child.wait()
            taken = int(data(f"{child.pid}.count") or 0)
            run("recover", name + ".partial", "-o", "k" + name)
            missing = taken - (steps("k" + name) or 0)
            # The last step asked for may have had no answer yet.
            lost += missing > 11 or taken < 20
            worst = max(worst, missing)
        clean()
    yield f"killed at 10 steps/s, up to {worst} steps lost: more than 11", lost, count


def r8():
    def refused(make, what):
        clean()
        make()
        before = os.lstat(path("a.mcap"))
        status, _, _ = run("record", "orbit", "--steps", "30", "--force", "-o", "a.mcap")
        after = os.lstat(path("a.mcap"))
        same = (before.st_ino, before.st_mode) == (after.st_ino, after.st_mode)
        return what, int(status == 0 or not same), 1

    def link():
        write("other", b"precious")
        os.symlink("other", path("a.mcap"))

    yield refused(link, "--force on a symbolic link")
    yield refused(lambda: os.mkfifo(path("a.mcap")), "--force on a pipe")
    if os.geteuid() == 0:
        try:
            yield refused(lambda: os.mknod(path("a.mcap"), stat.S_IFCHR | 0o600, os.makedev(1, 3)),
                          "--force on a device node of our own")
        except PermissionError:
            pass
    clean()
    child = start_slow()
    write("a.mcap", b"precious")
    child.communicate(timeout=60)
    held = child.returncode == 2 and data("a.mcap") == b"precious" and steps("a.mcap.partial") == 60000
    yield "a target that appears while recording", int(not held), 1


def r9():
    contents = data("base.mcap")
    parts = parts_of(contents)
    index = next(index for index, part in enumerate(parts) if isinstance(part, bytearray))
    hostile = {"one chunk 20 times": seal(parts[:index] + [parts[index]] * 20 + parts[index + 1:])}
    marker = json.dumps({"step": 0, "text": "x"}).encode()
    head = struct.pack("<BQHIQQ", 5, 22 + len(marker), 5, 0, 0, 0)
    hostile["3 million markers"] = seal(parts + [bytearray((head + marker) * 3_000_000)])
    hostile["190 MB of zeros"] = seal(parts + [bytearray(190_000_000)])
    most = b"\xff" * 8
    for what, kind, lie in (
        ("length of metadata", 0x0D, lambda record: record[:17] + most + record[25:]),
        ("length of an attachment", 0x0A, lambda record: record[:17] + most + record[25:]),
        ("place of metadata", 0x0D, lambda record: record[:9] + most + record[17:]),
        ("place of a chunk", 0x08, lambda record: record[:25] + most + record[33:]),
        ("length of a chunk", 0x08, lambda record: record[:33] + most + record[41:]),
        ("no chunk at all", 0x08, lambda record: b""),
    ):
        hostile["summary: " + what] = lying_summary(contents, kind, lie)
    late = json.dumps({"step": -2**63, "text": "x"}).encode()
    late = struct.pack("<BQHIQQ", 5, 22 + len(late), 5, 0, 0, 0) + late
    bodies = [index for index, part in enumerate(parts) if isinstance(part, bytearray)]
    gap = [part for index, part in enumerate(parts) if index != bodies[1]]
    hostile["a marker before all steps, behind a gap"] = seal(gap[:-1] + [gap[-1] + late]
        if isinstance(gap[-1], bytearray) else gap + [bytearray(late)])
    for name, bytes_ in hostile.items():
        write("h.mcap", bytes_)
        wrong, worst = 0, 0
        for words in (["info", "h.mcap"], ["info", "h.mcap", "--all"], ["verify", "h.mcap"],
                      ["replay", "h.mcap", "--at", "700"], ["diff", "base.mcap", "h.mcap"],
                      ["recover", "h.mcap", "-o", "k.mcap"]):
            began = time.time()
            child = subprocess.Popen([tool, *words], cwd=work, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            held = 0
            while child.poll() is None:
                # Not the children's usage: that begins with what this process held when it forked.
                held = max(held, peak(child.pid))
                if time.time() - began > 60:
                    child.kill()
                time.sleep(0.003)
            worst = max(worst, held)
            wrong += time.time() - began > 10 or held > 300 or child.returncode < 0
            os.path.exists(path("k.mcap")) and os.remove(path("k.mcap"))
        yield f"{name}, {worst:.0f} MB: over 10 s or 300 MB, or a signal", wrong, 6


def lying_summary(contents, kind, lie):
    """The file with each record of a kind in its summary changed, and with the right checksum."""
    footer = len(contents) - 37
    start, = struct.unpack_from("<Q", contents, footer + 9)
    summary, place = b"", start
    while place < footer:
        opcode, length = struct.unpack_from("<BQ", contents, place)
        record = contents[place:place + 9 + length]
        summary += lie(record) if opcode == kind else record
        place += len(record)
    summary += contents[footer:footer + 25]
    return contents[:start] + summary + struct.pack("<I", binascii.crc32(summary)) + contents[-8:]


def peak(id):
    """The most memory that a process has held, in MB."""
    try:
        with open(f"/proc/{id}/status") as file:
            return next(int(line.split()[1]) / 1024 for line in file if line.startswith("VmHWM"))
    except (FileNotFoundError, StopIteration, ProcessLookupError):
        return 0


def r10():
    wrong = 0
    for words in ("list", "info base.mcap", "replay base.mcap", "list --format json"):
        for target in (">/dev/full", ">&-"):
            done = subprocess.run(["bash", "-c", f"{tool} {words} {target}"], cwd=work, capture_output=True)
            wrong += done.returncode != 2 or done.stderr.count(b"\n") != 1
    yield "results to a full or closed output", wrong, 8
    name = "e\x1b[31m.mcap"
    write(name, data("base.mcap"))
    _, out, words = run("info", name)
    yield "escape sequences", int("\x1b" in out + words), 1


def r11():
    for kind, ordered in (("file order", False), ("order of time", True)):
        with open(path("base.mcap"), "rb") as file, open(path("r.mcap"), "wb") as out:
            reader, writer = make_reader(file), Writer(out)
            writer.start(profile=reader.get_header().profile)
            for item in reader.iter_metadata():
                writer.add_metadata(item.name, item.metadata)
            for item in reader.iter_attachments():
                writer.add_attachment(item.create_time, item.log_time, item.name, item.media_type, item.data)
            schemas, channels = {}, {}
            for schema, channel, message in reader.iter_messages(log_time_order=ordered):
                if schema.id not in schemas:
                    schemas[schema.id] = writer.register_schema(schema.name, schema.encoding, schema.data)
                if channel.id not in channels:
                    channels[channel.id] = writer.register_channel(
                        channel.topic, channel.message_encoding, schemas[schema.id])
                writer.add_message(channels[channel.id], message.log_time, message.data,
                                   message.publish_time, message.sequence)
            writer.finish()
        yield f"rewritten by Python's writer, {kind}", int(run("verify", "r.mcap")[0] != 0), 1


def r12():
    agent = agent_command("import time; time.sleep(60)")
    wrong = 0
    for words in (["record", "orbit", "-o", "o.mcap"], ["replay", "base.mcap"],
                  ["bisect", "base.mcap"], ["view", "base.mcap", "-o", "o.svg"]):
        began = time.time()
        status, _, _ = run(*words, "--agent", "slow=" + agent, "--timeout", "2")
        # `bisect` says to `git bisect run` that it cannot tell.
        wrong += status != (125 if words[0] == "bisect" else 6) or time.time() - began > 15
    yield "an agent that hangs, --timeout 2", wrong, 4
    write("agent.sh", b"bash -c \"trap '' TERM INT HUP; echo \\$\\$ >id; while true; do sleep 0.1; done\" &\nsleep 0.5\nexit 3\n")
    run("record", "orbit", "-o", "o.mcap", "--agent", f"sh {path('agent.sh')}")
    id = int(data("id"))
    time.sleep(0.5)
    try:
        os.kill(id, 0)
        alive = ") Z " not in open(f"/proc/{id}/stat").read()
        if alive:
            os.kill(id, signal.SIGKILL)
    except (ProcessLookupError, FileNotFoundError):
        alive = False
    yield "a grandchild that minds no signal", int(alive), 1


def r13():
    for name in ("", "-"):
        status, out, _ = run("record", "orbit", "-o", name)
        yield f"-o '{name}'", int(status != 2 or out != "" or os.path.exists(path("-"))), 1


def r14():
    if not power.available:
        print("R14  skipped: needs strace")
        return
    before = data("base.mcap")
    for what, files, words in (
        ("", {}, ["spring", "--steps", "1500", "--sync"]),
        (", 60 steps/s", {}, ["spring", "--steps", "600", "--sync", "--agent", ""]),
        (", over another file", {"a.mcap": before}, ["spring", "--steps", "1200", "--sync", "--force"]),
        (", without --sync", {}, ["spring", "--steps", "1500"]),
    ):
        count = 100 if many else 10
        for name, contents in files.items():
            write(name, contents)
        if "--agent" in words:
            words[-1] = agent_command("import time; time.sleep(0.01)")
        calls = power.trace([tool, "record", *words, "-o", "a.mcap"], work, path("log"))
        final = data("a.mcap")
        places = [(end, chunk_steps(inner, messages)) for _, end, inner, messages in chunks(final)]
        dice = random.Random(len(words))
        lost = wrong = half = 0
        for disk in power.failures(calls, files, count, dice):
            clean()
            left = disk.after_failure(dice)
            for name, contents in left.items():
                write(name, contents)
            if "a.mcap" in left:
                half += left["a.mcap"] not in (final, files.get("a.mcap"))
            if left.get("a.mcap") == final:
                continue
            durable = disk.durable("a.mcap.partial", "a.mcap")
            size = 0 if durable == files.get("a.mcap") else len(durable)
            wanted = {step for end, span in places if end <= size for step in span}
            kept = set()
            # The file that keeps room for the end may have a name, too; it is empty.
            for name in left:
                if ".partial" in name and left[name]:
                    _, out, _ = run("recover", name, "-o", f"k{name}.mcap")
                    steps_kept, bad = recovered(out)
                    kept |= steps_kept
                    wrong += bad
            lost += not wanted <= kept
        clean()
        # Without it nothing is promised before the end.
        if "--sync" in words:
            yield "power fails" + what + ": a durable step is lost", lost, count
        yield "power fails" + what + ": a file that is not whole", half, count
        yield "power fails" + what + ": recovered and does not verify", wrong, count


def main():
    # What a shell starts in the background ignores them, and so would the tool.
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    # Numbers differ between runs where processes race; damage comes from seeds.
    assert run("record", "spring", "--steps", "1500", "-o", "base.mcap")[0] == 0, "the tool records"
    failed = False
    print(f"{'':4} {'attack':58} {'wrong':>8} {'of':>8}")
    attacks = [r1, r2, r3, r4, r5, r6, r7, r8, r9, r10, r11, r12, r13, r14]
    for number, attack in enumerate(attacks, 1):
        name = f"R{number}"
        if chosen and name not in chosen:
            continue
        if zstandard is None and number in (4, 6, 9, 11, 14):
            print(f"{name:4} skipped: needs the Python packages mcap and zstandard")
            continue
        clean()
        try:
            for what, wrong, tried in attack():
                failed |= wrong > 0
                print(f"{name:4} {what:58} {wrong:8} {tried:8}", flush=True)
        except Exception as error:
            failed = True
            print(f"{name:4} stopped: {type(error).__name__}: {error}", flush=True)
    shutil.rmtree(work)
    sys.exit(1 if failed else 0)


main()

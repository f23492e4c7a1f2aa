"""The agent protocol for simulations written in Python: standard library only.

Written from Sources/Replay/Replay.docc/AgentProtocol.md alone. A simulation is a class with
  name, step_duration (numerator, denominator), parameters, their defaults, inputs, events, tables
  __init__(parameter values, seed), step([(kind, values), ...])
  state        {table: {column: [value of each row]}}
  last_events  [(kind, values), ...]
and, if it likes,
  restores     False when it cannot go on from a state that it is given
  drawing()    {"styles": [(name, colour), ...], "layers": [(name, role, shapes, links), ...]}: see drawing()
"""
import struct
import sys

MASK = (1 << 64) - 1
MASK32 = (1 << 32) - 1
WORDS = {"float32": 0, "float64": 1, "int64": 2, "bool": 3}
WORD_FORMS = {"float32": "f4x", "float64": "d", "int64": "q", "bool": "Q"}
COLUMNS = {"uint8": "B", "uint32": "I", "int32": "i", "uint64": "Q", "int64": "q", "float32": "f", "float64": "d"}
ROLES = ["", "key", "position x", "position y", "cosine", "sine", "velocity x", "velocity y", "angular velocity"]
CONTENTS = ["rows", "value", "text", "entries"]
FORMS = ["number", "flag", "presence", "cases", "count"]


class Refused(Exception):
    """A request that cannot be met; the text is for a person."""


def record_hash(tag, words):
    a, b = tag, tag * 0xC2B2AE3D27D4EB4F & MASK
    for word in words:
        a = (a ^ word) * 0x9FB21C651E98DF25 & MASK
        a ^= a >> 32
        b = (b + word) * 0xD6E8FEB86659FD93 & MASK
        b = (b << 29 | b >> 35) & MASK
    x = a + (b << 32 | b >> 32) & MASK
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & MASK
    x = (x ^ x >> 27) * 0x94D049BB133111EB & MASK
    y = b ^ a * 0x9E3779B97F4A7C15 & MASK
    y = (y ^ y >> 33) * 0xFF51AFD7ED558CCD & MASK
    y = (y ^ y >> 33) * 0xC4CEB9FE1A85EC53 & MASK
    return x ^ x >> 31, y ^ y >> 33


def place_key(index):
    index = (index ^ index >> 16) * 0x85EBCA6B & MASK32
    index = (index ^ index >> 13) * 0xC2B2AE35 & MASK32
    return index ^ index >> 16


def row_hash(row, data):
    key = place_key(row & MASK32)
    turned = (key << 16 | key >> 16) & MASK32
    data += bytes(-len(data) % 8)
    words = struct.unpack("<%dI" % (len(data) // 4), data)
    low = high = 0
    for j in range(0, len(words), 2):
        even = words[j] + place_key(1 << 31 | j) + key & MASK32
        odd = words[j + 1] + place_key(1 << 31 | j + 1) + turned & MASK32
        low += even * odd
        high += (even ^ 0x9E3779B9) * (odd ^ 0x7F4A7C15)
    return low, high


def lane_sums(hashes):
    return [sum(h[lane] for h in hashes) & MASK for lane in (0, 1)]


def groups(run, everything=True):
    """Index of the table, of the group, the group's fields, the bytes of each row."""
    for t, (table, _, parts) in enumerate(run.tables, 1):
        for g, (cadence, fields) in enumerate(parts, 1):
            if everything or cadence == 0:
                form = "<" + "".join(COLUMNS[field[1]] for field in fields)
                columns = [run.state[table][key(field)] for field in fields]
                yield t, g, fields, [struct.pack(form, *row) for row in zip(*columns)]


def key(field):
    """What a column is called in a state: its name, or the one after its form and its owner."""
    return field[4] if len(field) > 4 else field[0]


def row_counts(run):
    return [len(run.state[table][key(parts[0][1][0])]) for table, _, parts in run.tables]


def digest(run):
    hashes = [record_hash(t << 16, [count]) for t, count in enumerate(row_counts(run), 1)]
    for t, g, _, rows in groups(run):
        sums = lane_sums([row_hash(r, row) for r, row in enumerate(rows)])
        hashes.append(record_hash(t << 16 | g, sums))
    return struct.pack("<QQ", *lane_sums(hashes))


def image(run, everything):
    counts = row_counts(run)
    data = b"".join(b"".join(rows) for _, _, _, rows in groups(run, everything))
    return struct.pack("<I%dII" % len(counts), len(counts), *counts, len(data)) + data


def restore(run, counts, data):
    state, at = {}, 0
    if len(counts) != len(run.tables) or min(counts, default=0) < 0:
        raise Refused("the image has other tables")
    for (table, content, parts), count in zip(run.tables, counts):
        if content == "value" and count != 1:
            raise Refused("'%s' is a single value" % table)
        state[table] = {}
        for _, fields in parts:
            form = "<" + "".join(COLUMNS[field[1]] for field in fields)
            end = at + count * struct.calcsize(form)
            if end > len(data):
                raise Refused("the image is too short")
            rows = list(struct.iter_unpack(form, data[at:end]))
            for i, field in enumerate(fields):
                state[table][key(field)] = [row[i] for row in rows]
            at = end
    if at != len(data):
        raise Refused("the image is too long")
    run.state = state


class Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, form):
        value = struct.unpack_from("<" + form, self.data, self.at)[0]
        self.at += struct.calcsize("<" + form)
        return value

    def block(self):
        size = self.take("I")
        if size > len(self.data) - self.at:
            raise Refused("a block runs over the message's end")
        self.at += size
        return self.data[self.at - size : self.at]

    def values(self, fields):
        """A list of words as the values that `fields` describe."""
        words = [self.take("Q") for _ in range(self.take("I"))]
        if len(words) != len(fields):
            raise Refused("%d fields are wanted, not %d" % (len(fields), len(words)))
        return [value(word, *field) for word, field in zip(words, fields)]

    def step(self, inputs):
        records = []
        for _ in range(self.take("I")):
            kind = self.take("I")
            if kind >= len(inputs):
                raise Refused("no input of kind %d" % kind)
            records.append((inputs[kind][0], self.values(inputs[kind][1])))
        return records


def value(word, name, kind):
    bad = {"float32": word >> 32 != 0, "bool": word > 1}.get(kind, False)
    number = struct.unpack("<" + WORD_FORMS[kind], struct.pack("<Q", word))[0]
    if bad or number - number != 0:
        raise Refused("field '%s' is out of range or not a finite number" % name)
    return number


def text(string):
    return struct.pack("<I", len(string.encode())) + string.encode()


def description(run):
    def listed(items, encode):
        return struct.pack("<I", len(items)) + b"".join(encode(*item) for item in items)

    def kind(name, fields):
        return text(name) + listed(fields, lambda name, kind: text(name) + bytes([WORDS[kind]]))

    def form(name, table=None, owner=None):
        """The form of a column, the table that it counts, and the column that it belongs to."""
        data = bytes([FORMS.index(name)]) + (b"" if table is None else struct.pack("<I", table))
        return data + (struct.pack("<I", 0) if owner is None else struct.pack("<II", owner + 1, 0))

    def group(cadence, fields):
        data, offset = b"", 0
        for name, kind, role, *tree in fields:
            number = list(COLUMNS).index(kind) | (32 if tree else 0)
            data += text(name) + struct.pack("<BIB", number, offset, ROLES.index(role))
            if tree:
                data += form(*tree[0])
            offset += struct.calcsize(COLUMNS[kind])
        return bytes([cadence]) + struct.pack("<II", offset, len(fields)) + data

    parameters = kind(run.name, run.parameters)[len(text(run.name)) :]
    state = listed(run.tables, lambda name, content, parts:
                   text(name) + bytes([CONTENTS.index(content)]) + listed(parts, group))
    return (text(run.name) + struct.pack("<II", *run.step_duration) + parameters + listed(run.inputs, kind)
            + listed(run.events, kind) + state + b"\0")


def outline(kind, *parts):
    """("circle", x, y, radius), ("capsule", x, y, x, y, radius), ("polygon", points, radius), ("line", points)."""
    code = ["circle", "capsule", "polygon", "line"].index(kind)
    data = bytes([code])
    if code < 2:
        return data + struct.pack("<%dd" % len(parts), *parts)
    data += struct.pack("<I", len(parts[0])) + b"".join(struct.pack("<dd", *point) for point in parts[0])
    return data + (struct.pack("<d", parts[1]) if code == 2 else b"")


COLORS = ("varied gray slate stone red orange amber brown lime green emerald teal cyan sky blue indigo violet purple "
          "fuchsia pink rose").split()


def style(name, color):
    """Solid lines, dots, light fillings, usual width, opaque, no samples."""
    return text(name) + bytes([COLORS.index(color), 0, 0]) + struct.pack("<4d", 0.2, 1, 1, 0)


def shape(number, style, label, x, y, cosine, sine, vx, vy, outlines):
    data = struct.pack("<II", number, style) + text(label) + struct.pack("<7d", x, y, cosine, sine, vx, vy, 0)
    return data + struct.pack("<I", len(outlines)) + b"".join(outline(*one) for one in outlines)


def link(style, x1, y1, x2, y2):
    return struct.pack("<I7d", style, x1, y1, x2, y2, 0, 0, 0)


def layer(name, role, shapes, links):
    """No marks, arrows or labels."""
    data = text(name) + bytes([["subject", "background", "annotation"].index(role)])
    data += struct.pack("<I", len(shapes)) + b"".join(shape(*one) for one in shapes) + bytes(4)
    return data + struct.pack("<I", len(links)) + b"".join(link(*one) for one in links) + bytes(8)


def drawing(picture):
    """No frame, y up, no unit."""
    head = b"\0\1" + text("") + struct.pack("<I", len(picture["styles"]))
    head += b"".join(style(*one) for one in picture["styles"]) + struct.pack("<I", len(picture["layers"]))
    return head + b"".join(layer(*one) for one in picture["layers"])


def answer(agent, simulation, message):
    reader = Reader(message)
    request = reader.take("B")
    if request == 1:
        if reader.take("I") != 3:
            raise Refused("this agent speaks version 3 of the protocol")
        pairs = [("language", "Python")] + [("restores", "no")] * (not getattr(simulation, "restores", True))
        facts = struct.pack("<I", len(pairs)) + b"".join(text(name) + text(fact) for name, fact in pairs)
        return b"\x81" + struct.pack("<I", 3) + text("1") + facts + struct.pack("<I", 1) + text(simulation.name)
    if request == 2:
        if reader.block() != simulation.name.encode():
            raise Refused("this agent runs '%s' only" % simulation.name)
        agent["run"] = simulation(reader.values(simulation.parameters), reader.take("Q"))
        return b"\x82" + description(agent["run"]) + digest(agent["run"])
    if request == 8:
        if reader.block() != simulation.name.encode():
            raise Refused("this agent runs '%s' only" % simulation.name)
        defaults = [struct.pack("<" + WORD_FORMS[kind], v) for v, (_, kind) in zip(simulation.defaults, simulation.parameters)]
        return b"\x88" + description(simulation) + struct.pack("<I", len(defaults)) + b"".join(defaults)
    if request == 7:
        agent["stopped"] = True
        return b"\x87"
    if "run" not in agent:
        raise Refused("no simulation has been started")
    run = agent["run"]
    if request == 3 and not getattr(run, "restores", True):
        raise Refused("this engine cannot restore")
    if request == 3:
        reader.take("q")  # the step count: for simulations that do not carry their own
        restore(run, [reader.take("i") for _ in range(reader.take("I"))], reader.block())
        return b"\x83" + digest(run)
    if request == 4:
        digests = []
        for _ in range(reader.take("I")):
            run.step(reader.step(run.inputs))
            digests.append(digest(run))
        return b"\x84" + struct.pack("<I", len(digests)) + b"".join(digests)
    if request == 5:
        return b"\x85" + image(run, reader.take("B") == 1)
    if request == 6:
        names = [name for name, _ in run.events]
        records = []
        for kind, values in run.last_events:
            form = "".join(WORD_FORMS[kind] for _, kind in dict(run.events)[kind])
            records.append(struct.pack("<II" + form, names.index(kind), len(values), *values))
        return b"\x86" + struct.pack("<I", len(records)) + b"".join(records)
    if request == 10:
        reader.take("I")  # columns of samples; which layers are wanted does not matter: all are cheap
        return b"\x8a" + (b"\1" + drawing(run.drawing()) if hasattr(run, "drawing") else b"\0")
    raise Refused("no request has type %d" % request)


def serve(simulation):
    """Answers requests until the tool says stop or closes its end."""
    agent = {}
    while "stopped" not in agent:
        head = sys.stdin.buffer.read(4)
        if len(head) < 4:
            return
        message = sys.stdin.buffer.read(struct.unpack("<I", head)[0])
        try:
            reply = answer(agent, simulation, message)
        except Refused as refusal:
            reply = b"\xff" + text(str(refusal))
        except struct.error:
            reply = b"\xff" + text("the message ends early")
        sys.stdout.buffer.write(struct.pack("<I", len(reply)) + reply)
        sys.stdout.buffer.flush()

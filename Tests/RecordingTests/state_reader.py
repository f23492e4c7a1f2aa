"""Decodes a block of states as the format's page describes it, without any of this project's code.

Reads JSON: `tables`, for each its groups of columns of every step, each column a type and a role
(role -1: none); `motion`, the model's world steps, substeps, substep and gravity, or null; `step`, the
seconds of a step; `rows` and `anchor`, the counts and bytes of the image before the block; `steps`, how
many; `block`, its bytes. Bytes are in hexadecimal. Writes the images after each step: counts and bytes.
"""

import json
import math
import struct
import sys

SIZES = {"uint8": 1, "uint32": 4, "int32": 4, "uint64": 8, "int64": 8, "float32": 4, "float64": 8}
POSITION_X, POSITION_Y, COSINE, SINE, VELOCITY_X, VELOCITY_Y, ANGULAR = 2, 3, 4, 5, 6, 7, 8


def single(value):
    """The nearest number in single precision."""
    try:
        return struct.unpack("<f", struct.pack("<f", value))[0]
    except OverflowError:
        return math.copysign(math.inf, value)


def add(a, b):
    return single(a + b)


def less(a, b):
    return single(a - b)


def times(a, b):
    return single(a * b)


def number(word):
    return struct.unpack("<f", struct.pack("<I", word))[0]


def bits(value, fallback):
    return fallback if value != value else struct.unpack("<I", struct.pack("<f", value))[0]


class Column:
    """A field: its place, its streams, and its words after the last three steps."""

    def __init__(self, kind, role):
        self.kind, self.role = kind, role
        self.size = SIZES[kind]
        self.width = 8 * self.size
        self.is_float = kind.startswith("float")
        self.words = []  # by row: the last, the one before, the one before that
        self.costs = []  # by row

    def order(self, word):
        top = 1 << (self.width - 1)
        if not self.is_float:
            return word
        return word ^ (2 * top - 1) if word & top else word | top

    def restore(self, word):
        top = 1 << (self.width - 1)
        if not self.is_float:
            return word
        return word ^ top if word & top else word ^ (2 * top - 1)

    def context(self, row, candidates):
        """Of a row whose prediction is the best of so many candidates."""
        return min((min(self.costs[row][:candidates]) + 16) // 32, 15)

    def read(self, prediction, context):
        """The word whose ordered prediction is given, both ordered."""
        everything = (1 << self.width) - 1
        token = next(self.streams[0 if self.is_one else context])
        if self.is_float and token & 128:
            token &= 127
            prediction ^= everything
        assert token <= self.width, "a token is too large"
        residual = 0
        if token:
            low = self.bits & ((1 << (token - 1)) - 1)
            self.bits >>= token - 1
            self.used += token - 1
            residual = low | 1 << (token - 1)
        off = residual >> 1 if residual % 2 == 0 else -(residual >> 1) - 1
        return prediction + off & everything

    def charge(self, row, word, candidates):
        everything = (1 << self.width) - 1
        costs = self.costs[row]
        for index, candidate in enumerate(candidates):
            off = word - candidate & everything
            if off >> (self.width - 1):
                off -= everything + 1
            length = (2 * off if off >= 0 else -2 * off - 1).bit_length()
            costs[index] += 4 * length - costs[index] // 4

    def best(self, row, candidates):
        costs = self.costs[row][: len(candidates)]
        return candidates[costs.index(min(costs))]

    def take(self, row, word):
        self.words[row] = [word] + self.words[row][:2]


class Motion:
    def __init__(self, model, step):
        self.is_declared = False
        self.world, self.substeps, self.h, self.gravity = 1, 1, single(step), (0.0, 0.0)
        if model is not None:
            world, substeps, h, x, y = (math.nan if part is None else part for part in model)
            if 1 <= world <= 64 and 1 <= substeps <= 64 and all(map(math.isfinite, (h, x, y))):
                self.is_declared = True
                self.world, self.substeps, self.h, self.gravity = world, substeps, h, (x, y)
        count = self.world * self.substeps
        self.step = times(times(self.h, float(self.substeps)), float(self.world))
        self.lag = single((count - 1) / (2 * count))

    def velocity(self, v, gravity):
        for _ in range(self.world * self.substeps):
            v = add(v, times(self.h, gravity))
        return v

    def position(self, x, v, gravity):
        for _ in range(self.world):
            way = 0.0
            for _ in range(self.substeps):
                v = add(v, times(self.h, gravity))
                way = add(way, times(self.h, v))
            x = add(x, way)
        return x

    def rotation(self, c, s, w):
        angle = 0.0
        for _ in range(self.substeps):
            angle = add(angle, times(self.h, w))
        most = single(1.65)
        angle = min(max(angle, -most), most) if angle == angle else -most
        q = times(angle, angle)
        v = single(1 / 3628800)
        for part in (-1 / 40320, 1 / 720, -1 / 24, 0.5):
            v = add(times(v, q), single(part))
        v = times(v, q)
        t = single(-1 / 39916800)
        for part in (1 / 362880, -1 / 5040, 1 / 120, -1 / 6, 1.0):
            t = add(times(t, q), single(part))
        t = times(t, angle)
        for _ in range(self.world):
            a = less(c, add(times(v, c), times(t, s)))
            b = add(s, less(times(t, c), times(v, s)))
            k = less(1.5, times(0.5, add(times(a, a), times(b, b))))
            c, s = times(k, a), times(k, b)
        return c, s


question = json.load(sys.stdin)
motion = Motion(question["motion"], question["step"])
block = bytes.fromhex(question["block"])
position = 0


def varint():
    global position
    value = shift = 0
    while True:
        part = block[position]
        position += 1
        value |= (part & 127) << shift
        if part < 128:
            return value
        shift += 7


tables = [[[Column(*field) for field in group] for group in table] for table in question["tables"]]
flat = [[column for group in table for column in group] for table in tables]

structure_size = varint()
for columns in flat:
    left = varint() if columns else 0
    for column in columns:
        used = varint()
        assert used < 1 << 16
        column.is_one = used == 0
        of = [context for context in range(16) if used >> context & 1] or [0]
        column.sizes = dict.fromkeys(range(16), 0)
        for context in of[:-1]:
            column.sizes[context] = varint()
        column.sizes[of[-1]] = left - sum(column.sizes.values())
        assert column.sizes[of[-1]] >= 0
        column.bit_size = varint()
structure_end = position + structure_size
place = structure_end
for columns in flat:
    for column in columns:
        column.streams = []
        for size in column.sizes.values():
            column.streams.append(iter(block[place : place + size]))
            place += size
for columns in flat:
    for column in columns:
        column.bits = int.from_bytes(block[place : place + column.bit_size], "little")
        place += column.bit_size
        column.used, column.bit_size = 0, 8 * column.bit_size
assert place == len(block), "bytes are left"

anchor = bytes.fromhex(question["anchor"])
place = 0
for table, rows in zip(tables, question["rows"]):
    for group in table:
        for _ in range(rows):
            for column in group:
                word = int.from_bytes(anchor[place : place + column.size], "little")
                place += column.size
                column.words.append([word] * 3)
                column.costs.append([0] * 4)
counts = list(question["rows"])


def first(columns, role):
    found = [each for each in columns if each.role == role and each.kind == "float32"]
    return found[0] if found else None


def velocity(column, row, gravity):
    """The velocity before the step before, before the step and after it; whether it is the free one."""
    last, before, earlier = column.words[row]
    v, u, t = number(last), number(before), number(earlier)
    change = less(v, u)
    free = bits(motion.velocity(v, gravity), last)
    line = bits(add(v, change), last)
    bent = bits(add(v, add(change, less(change, less(u, t)))), last)
    candidates = [column.order(word) for word in (free, last, line, bent)]
    word = column.read(column.best(row, candidates), column.context(row, 4))
    column.charge(row, word, candidates)
    new = column.restore(word)
    column.take(row, new)
    return u, v, number(new), new == free, new == last


def moves(u, v, new):
    """What the step moves by, in velocities, and by how much that is more than before."""
    change = less(new, v)
    mean = less(new, times(motion.lag, change))
    return mean, less(change, times(motion.lag, less(change, less(v, u))))


def axis(fast, place, row, gravity):
    u, v, new, is_free, is_same = velocity(fast, row, gravity)
    if place is None:
        return
    last, before, _ = place.words[row]
    x = number(last)
    if motion.is_declared and (is_free or is_same):
        end = motion.position(x, v, gravity if is_free else 0.0)
        word = place.read(place.order(bits(end, last)), 0)
    else:
        mean, more = moves(u, v, new)
        by_mean = bits(add(x, times(motion.step, mean)), last)
        by_last = bits(
            add(x, add(less(x, number(before)), times(motion.step, more))), last)
        candidates = [place.order(each) for each in (by_mean, by_last, last)]
        word = place.read(place.best(row, candidates), place.context(row, 3))
        place.charge(row, word, candidates)
    place.take(row, place.restore(word))


def turn(fast, cosine, sine, row):
    u, v, new, _, is_same = velocity(fast, row, 0.0)
    last_c, before_c, _ = cosine.words[row]
    last_s, before_s, _ = sine.words[row]
    c, s = number(last_c), number(last_s)
    older_c, older_s = number(before_c), number(before_s)
    mean, more = moves(u, v, new)
    by_mean = motion.rotation(c, s, mean)
    a = add(times(c, older_c), times(s, older_s))
    b = less(times(s, older_c), times(c, older_s))
    again = less(times(c, a), times(s, b)), add(times(s, a), times(c, b))
    by_last = motion.rotation(*again, more)
    choices = [by_mean, by_last, (c, s)]
    is_exact = motion.is_declared and is_same
    best = by_mean if is_exact else sine.best(row, choices)
    is_cosine = times(best[0], best[0]) < times(best[1], best[1])
    small, large = (cosine, sine) if is_cosine else (sine, cosine)
    small_last, large_last = (last_c, last_s) if is_cosine else (last_s, last_c)
    side = 0 if is_cosine else 1
    predicted = bits(best[side], small_last)
    other = bits(best[1 - side], large_last)
    # The streams are those of the smaller and of the larger component, not of cosine and sine.
    word = sine.read(small.order(predicted), 0 if is_exact else sine.context(row, 3))
    small_new = small.restore(word)
    if small_new != predicted:
        q = number(small_new)
        rest = less(1.0, times(q, q))
        if rest > 0:
            other = bits(single(math.sqrt(rest)), 0) | other & 0x80000000
    context = 0 if small_new == predicted else 1
    large_new = large.restore(cosine.read(large.order(other), context))
    if not is_exact:
        sine.charge(
            row, word, [small.order(bits(choice[side], small_last)) for choice in choices])
    small.take(row, small_new)
    large.take(row, large_new)


def plain(column, row):
    last, before, _ = column.words[row]
    if column.kind == "float32":
        line = bits(add(number(last), less(number(last), number(before))), last)
    elif column.kind == "float64":
        a, b = (struct.unpack("<d", struct.pack("<Q", word))[0] for word in (last, before))
        value = a + (a - b)
        line = struct.unpack("<Q", struct.pack("<d", value))[0] if value == value else last
    else:
        line = 2 * last - before & (1 << column.width) - 1
    candidates = [column.order(last), column.order(line)]
    word = column.read(column.best(row, candidates), column.context(row, 2))
    column.charge(row, word, candidates)
    column.take(row, column.restore(word))


def units(columns):
    """What is predicted together, in coding order: a function of the row each."""
    found, rest = [], list(columns)
    for role, place_role, gravity in (
        (VELOCITY_X, POSITION_X, motion.gravity[0]),
        (VELOCITY_Y, POSITION_Y, motion.gravity[1]),
    ):
        fast, place = first(columns, role), first(columns, place_role)
        if fast is None:
            continue
        found.append(lambda row, f=fast, p=place, g=gravity: axis(f, p, row, g))
        rest = [column for column in rest if column is not fast and column is not place]
    fast, cosine, sine = (first(columns, role) for role in (ANGULAR, COSINE, SINE))
    if fast is not None:
        rest = [column for column in rest if column is not fast]
        if cosine is not None and sine is not None:
            found.append(lambda row: turn(fast, cosine, sine, row))
            rest = [column for column in rest if column is not cosine and column is not sine]
        else:
            found.append(lambda row: axis(fast, None, row, 0.0))
    return found + [lambda row, c=column: plain(c, row) for column in rest]


programs = [units(columns) for columns in flat]
active = [set() for _ in tables]
images = []
for _ in range(question["steps"]):
    position += 1
    if block[position - 1]:
        counts = [varint() for _ in tables]
        for columns, count, rows in zip(flat, counts, active):
            for column in columns:
                del column.words[count:], column.costs[count:]
                while len(column.words) < count:
                    column.words.append([0] * 3)
                    column.costs.append([0] * 4)
            rows.difference_update([row for row in rows if row >= count])
    for table, columns in enumerate(flat):
        if not columns:
            continue
        row = -1
        while distance := varint():
            row += distance
            active[table] ^= {row}
        for column in columns:
            for row, words in enumerate(column.words):
                if row not in active[table]:
                    column.words[row] = [words[0]] * 3
        for program in programs[table]:
            for row in sorted(active[table]):
                program(row)
    image = bytearray()
    for table, count in zip(tables, counts):
        for group in table:
            for row in range(count):
                for column in group:
                    image += column.words[row][0].to_bytes(column.size, "little")
    images.append([counts, image.hex()])

assert position == structure_end, "the structure goes on"
for columns in flat:
    for column in columns:
        assert all(next(stream, None) is None for stream in column.streams), "tokens are left"
        assert column.bit_size - column.used < 8 and column.bits == 0, "bits are left"
json.dump(images, sys.stdout)
